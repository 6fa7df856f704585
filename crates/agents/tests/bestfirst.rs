//! The best-first searches as agents.

use std::sync::Arc;

use agon_agents::{AgentSpec, Assessment, Catalogue, Playable};

/// A game that comes with the program.
fn game(spec: &str) -> Arc<dyn Playable> {
    Catalogue::shipped().find(spec).unwrap_or_else(|error| panic!("{error}"))
}

fn analyse(spec: &str, game: &str) -> Assessment {
    let mut agent = self::game(game).agent(&spec.parse().expect("a spec")).expect("an agent");
    let start = agon_games::find(game).expect("the game exists").start(None).expect("a beginning");
    agent.analyse(&*start, &mut |_| {})
}

#[test]
fn specs_are_written_as_they_were_meant() {
    for spec in [
        "unbounded:eval=ends,decision=safe,ties=most,keep=off",
        "descent:table=off,memory=64,time=50ms",
        "minibal-n:d=3,slice=0.3",
        "minibal+:eval=playouts,p=4,d=inf,iterations=50",
    ] {
        assert_eq!(spec.parse::<AgentSpec>().expect("a spec").to_string(), spec);
    }
    assert!("unbounded:d=1".parse::<AgentSpec>().is_err());
    assert!("minibal+:d=-1".parse::<AgentSpec>().is_err());
}

#[test]
fn the_default_is_a_thousand_iterations() {
    for spec in ["unbounded", "descent", "minibal-n", "minibal+"] {
        assert_eq!(analyse(spec, "othello").cost.iterations, 1000, "{spec}");
    }
}

#[test]
fn tapatan_is_won_in_the_centre() {
    for spec in ["unbounded:iterations=10000", "unbounded:decision=safe,iterations=10000"] {
        let found = analyse(spec, "tapatan-ludii");
        assert_eq!(found.line[0], "b2");
        assert_eq!(found.moves[found.best.expect("a move")].proof.expect("a proof").gain, 1);
    }
}

#[test]
fn a_balanced_player_takes_wins_within_reach_only() {
    let choice = |spec: &str| {
        let mut agent = game("tic-tac-toe").agent(&spec.parse().expect("a spec")).expect("an agent");
        let rules = agon_games::find("tic-tac-toe").expect("the game exists");
        let played = rules.start(Some("XX1/OO1/3 x")).expect("a position");
        let found = agent.analyse(&*played, &mut |_| {});
        found.moves[found.best.expect("a move")].proof.map(|proof| (proof.gain, proof.distance))
    };
    assert_eq!(choice("minibal+:d=1"), Some((1, 1)));
    assert_ne!(choice("minibal+:d=0"), Some((1, 1)));
    assert_eq!(choice("unbounded"), Some((1, 1)));
}
