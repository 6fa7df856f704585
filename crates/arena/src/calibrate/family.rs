//! Which search, with which evaluation, the levels of a game rest on.

use agon_agents::AgentSpec;
use agon_agents::level::Dial;

use super::evidence::{Evidence, Wanted};

/// The players that stand for their dials are so many notches below the top: a quarter of its thought tells as much.
const BELOW_TOP: f64 = 2.0;

/// The dial whose player takes most points from those of the others, the first of equals; or the games without which that cannot be told.
pub(super) fn choose(dials: &[Dial], evidence: &Evidence, pairs: usize) -> Result<Dial, Vec<Wanted>> {
    let players: Vec<AgentSpec> = dials.iter().map(|dial| dial.spec(dial.top() - BELOW_TOP)).collect();
    let mut points = vec![0.0; dials.len()];
    let mut missing = Vec::new();
    for (one, first) in players.iter().enumerate() {
        for (other, second) in players.iter().enumerate().skip(one + 1) {
            match evidence.ask(first, second, pairs) {
                Ok(result) => {
                    let (score, _) = result.score();
                    points[one] += score;
                    points[other] += 1.0 - score;
                }
                Err(games) => missing.extend(games),
            }
        }
    }
    if !missing.is_empty() {
        return Err(missing);
    }
    let best = (0..dials.len()).rev().max_by(|&one, &other| points[one].total_cmp(&points[other]));
    Ok(dials[best.expect("every game has a dial")])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_rest_on_what_wins() {
        let rules = agon_games::find("othello").unwrap();
        let dials = Dial::all(rules.as_ref());
        assert_eq!(dials.len(), 3);
        let mut evidence = Evidence::default();
        // Every two dials, four pairs of games each.
        assert_eq!(choose(&dials, &evidence, 4).unwrap_err().len(), 12);
        for Wanted { a, b, pair } in choose(&dials, &evidence, 4).unwrap_err() {
            // Random games win all, and the network against the hand-made evaluation.
            let first_wins = !b.to_string().starts_with("uct");
            evidence.add(&a.to_string(), &b.to_string(), pair, if first_wins { 4 } else { 0 });
        }
        let chosen = choose(&dials, &evidence, 4).unwrap();
        assert!(chosen.spec(chosen.top()).to_string().starts_with("uct"));
        assert_eq!(choose(&dials[..1], &Evidence::default(), 4), Ok(dials[0]));
    }
}
