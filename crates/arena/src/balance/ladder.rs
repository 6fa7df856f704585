//! The opponents.

use agon_agents::{AgentError, AgentSpec};

/// A few opponents from the weakest to the good ones, all quick.
const QUICK: &[&str] = &[
    "random",
    "greedy",
    "uct:playouts=50",
    "uct:playouts=200",
    "alphabeta:root=shared,nodes=3000,depth=2",
    "pvs:eval=heuristic,memory=1,selective=off,nodes=100",
    "pvs:eval=heuristic,memory=1,selective=off,nodes=300",
];

/// Everybody.
const FULL: &[&str] = &[
    "random",
    "greedy",
    "uct:playouts=50",
    "uct:playouts=200",
    "uct:playouts=1000",
    "uct:playouts=5000",
    "uct:playouts=20000",
    "alphabeta:root=shared,depth=1",
    "alphabeta:root=shared,depth=2",
    "alphabeta:root=shared,depth=3",
    "alphabeta:root=shared,depth=4",
    "alphabeta:root=shared,depth=5",
    "alphabeta:root=shared,depth=6",
    "pvs:eval=heuristic,nodes=20000",
    "pvs:eval=heuristic,nodes=200000",
];

/// The opponents that a text means: `quick`, `full`, or specs separated by semicolons or blanks.
pub fn opponents(text: &str) -> Result<Vec<AgentSpec>, AgentError> {
    let specs: Vec<&str> = match text.trim() {
        "quick" => QUICK.to_vec(),
        "full" => FULL.to_vec(),
        list => list.split([';', ' ']).filter(|part| !part.is_empty()).collect(),
    };
    specs.into_iter().map(str::parse).collect()
}

/// Who plays to win with the means that a balanced agent has: the measure of what it is able to beat.
pub fn honest(agent: &AgentSpec) -> AgentSpec {
    let limit = agent.limit();
    let budget = |name: &str, count: Option<u64>| count.map(|count| format!("{name}={count}"));
    let same = |base: &str| {
        // A budget that nobody named is told by what ends the search first.
        let is_said = agent.budget() != agent.algorithm().budget;
        let nodes = limit.nodes.filter(|_| is_said || limit.iterations.is_none());
        let parts = [budget("nodes", nodes), budget("iterations", limit.iterations)];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        format!("{base}{}", parts.join(",")).parse().ok()
    };
    let honest = match agent.algorithm().name {
        "fair" | "adaptive" => same("pvs:eval=heuristic,memory=1,selective=off,"),
        "minibal+" | "minibal-n" => same("unbounded:"),
        // So steep that the budget is always whole.
        "alphadda1" => agent.with("a", "1000").and_then(|agent| agent.with("x0", "-10")).ok(),
        // Nothing is ever left out.
        "alphadda2" => agent.with("a", "0").ok(),
        "alphadda3" => same("alphadda1:a=1000,x0=-10,"),
        _ => None,
    };
    honest.map_or_else(|| agent.clone(), |honest| judging_like(honest, agent))
}

/// What says how positions are judged.
const JUDGING: [&str; 4] = ["eval", "p", "cap", "noise"];

/// The first agent with the evaluation of the second.
fn judging_like(spec: AgentSpec, other: &AgentSpec) -> AgentSpec {
    let said =
        JUDGING.iter().filter_map(|name| other.algorithm().key(name)).map(|key| (key, other.value(key)));
    said.fold(spec, |spec, (key, value)| match spec.algorithm().key(key.name) {
        // What it does anyway is not said: what a ledger has of it stays the same.
        Some(own) if spec.value(own) != value => spec.with(key.name, value).unwrap_or(spec),
        _ => spec,
    })
}

/// The referee's share of work: at least ten times what the agent may do.
pub fn referee(agent: &AgentSpec) -> AgentSpec {
    let limit = agent.limit();
    let counts = [limit.nodes, limit.iterations, limit.playouts];
    let own = counts.into_iter().flatten().min().unwrap_or(1000);
    let spec = format!("pvs:eval=heuristic,memory=4,multipv=all,nodes={}", own.saturating_mul(10).max(1000));
    spec.parse().expect("the referee is a spec that exists")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_and_named_ones_exist() {
        assert!(opponents("quick").unwrap().len() >= 6);
        assert!(opponents("full").unwrap().len() > opponents("quick").unwrap().len());
        let two = opponents("random; uct:c=1,playouts=5").unwrap();
        assert_eq!(two[1].to_string(), "uct:c=1,playouts=5");
        assert!(opponents("nobody").is_err());
    }

    #[test]
    fn honest_play_has_the_same_means() {
        let honest = |text: &str| super::honest(&text.parse().unwrap()).to_string();
        assert_eq!(honest("fair:u=-1,nodes=700"), "pvs:eval=heuristic,memory=1,selective=off,nodes=700");
        assert_eq!(honest("minibal+:nodes=700"), "unbounded:nodes=700");
        assert_eq!(honest("minibal+"), "unbounded:iterations=1000");
        assert_eq!(honest("alphadda1:iterations=80"), "alphadda1:a=1000,x0=-10,iterations=80");
        assert_eq!(honest("alphadda2:eval=net,a=9,iterations=80"), "alphadda2:eval=net,a=0,iterations=80");
        assert_eq!(honest("fair:eval=net,nodes=700"), "pvs:eval=net,memory=1,selective=off,nodes=700");
        assert_eq!(
            honest("minibal+:eval=net:a b.net,noise=0.2"),
            "unbounded:eval=\"net:a b.net\",noise=0.2,iterations=1000"
        );
        assert_eq!(
            honest("alphadda3:eval=net,iterations=80"),
            "alphadda1:eval=net,a=1000,x0=-10,iterations=80"
        );
        assert_eq!(honest("greedy"), "greedy");
        assert_eq!(referee(&"fair:nodes=700".parse().unwrap()).limit().nodes, Some(7000));
    }
}
