//! The tables of a tournament as JSON.

use serde_json::{Map, Value, json};

use crate::standings::{Standings, Table};
use crate::store::Roster;

/// Everything that the tables say.
pub fn facts(roster: &Roster, standings: &Standings) -> Value {
    let names: Vec<&str> = roster.agents.iter().map(|agent| agent.name.as_str()).collect();
    let games = roster.rules.iter().zip(&standings.by_rules).map(|(rules, results)| {
        json!({"game": rules.spec, "openings": rules.openings.len(), "table": table(results, &names)})
    });
    let faults = standings.faults.iter().map(|(number, fault)| json!({"number": number, "fault": fault}));
    json!({
        "name": roster.name,
        "agents": roster.agents,
        "total": table(&standings.total, &names),
        "games": games.collect::<Vec<_>>(),
        "faults": faults.collect::<Vec<_>>(),
    })
}

fn table(table: &Table, names: &[&str]) -> Value {
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
