//! The tables of a report as JSON.

use serde_json::{Map, Value, json};

use crate::ledger::Run;
use crate::standings::{Standing, Standings};

/// Everything that the tables say.
pub fn facts(run: &Run, standings: &Standings) -> Value {
    let roster = &run.roster;
    let names: Vec<&str> = roster.agents.iter().map(|agent| agent.name.as_str()).collect();
    let games = roster.rules.iter().zip(&standings.by_rules).map(|(rules, results)| {
        json!({"game": rules.spec, "openings": rules.openings.len(), "table": table(results, &names)})
    });
    let faults = standings.faults.iter().map(|(number, fault)| json!({"number": number, "fault": fault}));
    json!({
        "name": run.name,
        "anchor": run.anchor,
        "agents": roster.agents,
        "total": table(&standings.total, &names),
        "games": games.collect::<Vec<_>>(),
        "faults": faults.collect::<Vec<_>>(),
    })
}

fn table(table: &Standing, names: &[&str]) -> Value {
    let agents = table.order().into_iter().map(|agent| {
        let opponents = (0..names.len()).filter(|&other| table.cross[agent][other].games() > 0);
        json!({
            "agent": names[agent],
            "rating": table.rating(agent),
            "points": table.lines[agent].tally.half_points() as f64 / 2.0,
            "results": table.lines[agent],
            "against": opponents
                .map(|other| (names[other].to_owned(), json!(table.cross[agent][other])))
                .collect::<Map<String, Value>>(),
        })
    });
    json!({
        "games": table.games, "mean_plies": table.mean_plies, "credited": table.ratings.credited,
        "agents": agents.collect::<Vec<_>>(),
    })
}
