//! The plain searches as agents of every game.

use std::sync::Arc;
use std::time::{Duration, Instant};

use agon_agents::{Agent, AgentError, AgentSpec, Assessment, Catalogue, Playable};
use agon_core::Match;

/// A game that comes with the program.
fn game(spec: &str) -> Arc<dyn Playable> {
    Catalogue::shipped().find(spec).unwrap_or_else(|error| panic!("{error}"))
}

fn agent(spec: &str, game: &str) -> Result<Box<dyn Agent>, AgentError> {
    self::game(game).agent(&spec.parse()?)
}

fn start(game: &str) -> Box<dyn Match> {
    agon_games::find(game).expect("the game exists").start(None).expect("every game has a beginning")
}

fn analyse(spec: &str, game: &str) -> Assessment {
    let mut agent = agent(spec, game).unwrap_or_else(|error| panic!("{spec} for {game}: {error}"));
    agent.analyse(&*start(game), &mut |_| {})
}

#[test]
fn they_value_every_move_of_every_game() {
    for info in agon_games::catalogue() {
        let legal = start(&info.id).move_count();
        for spec in ["greedy", "minimax:depth=1", "alphabeta:depth=1", "negascout:depth=1,root=shared"] {
            let found = analyse(spec, &info.id);
            assert_eq!(found.moves.len(), legal, "{spec} for {}", info.id);
            assert!(found.moves.iter().all(|mv| (-1.0..=1.0).contains(&mv.value) && mv.visits > 0));
            assert!(found.best.is_some() && found.line.len() == 1);
            assert_eq!(found.cost.nodes, legal as u64 + 1, "{spec} for {}", info.id);
        }
        let random = analyse("randomized:eval=playouts,p=1,cap=20,nodes=50,margin=0.5", &info.id);
        assert!(random.best.is_some() && random.cost.nodes <= 50);
        match agent("lexicographic", &info.id) {
            Ok(_) => assert_eq!(info.id, "freckers"),
            Err(error) => {
                let said = error.to_string();
                assert!(said.contains("such as freckers; ") && said.contains(&*info.name), "{said}");
            }
        }
    }
}

#[test]
fn the_default_is_four_plies() {
    for spec in ["minimax", "alphabeta", "negascout", "randomized"] {
        assert_eq!(analyse(spec, "tic-tac-toe").cost.depth, 4, "{spec}");
    }
    assert_eq!(analyse("lexicographic", "freckers").cost.depth, 4);
    assert_eq!(analyse("greedy", "tic-tac-toe").cost.depth, 1);
}

/// Four plies on 225 points are 2.5 thousand million positions.
#[test]
fn searches_without_a_limit_end_on_large_boards() {
    for spec in ["minimax", "negascout"] {
        let found = analyse(spec, "outer-open-gomoku");
        assert!(found.cost.nodes <= 1_001_000, "{spec}: {:?}", found.cost);
        assert!(found.choice.is_some(), "{spec}");
    }
}

#[test]
fn specs_are_written_as_they_were_meant() {
    for spec in [
        "alphabeta:eval=playouts,p=5,root=shared,depth=3",
        "randomized:margin=0.2,time=50ms",
        "lexicographic:order=generated,clock=170s",
    ] {
        assert_eq!(spec.parse::<AgentSpec>().expect("a spec").to_string(), spec);
    }
    let error = "minimax:root=shared".parse::<AgentSpec>().expect_err("minimax looks at everything");
    assert!(error.to_string().contains("known: eval, p, cap, noise, seed, time"), "{error}");
}

#[test]
fn a_clock_makes_an_agent_deepen_within_its_share() {
    let started = Instant::now();
    let found = analyse("alphabeta:clock=10s", "othello");
    assert!(found.cost.depth > 0 && found.cost.time < Duration::from_secs(2));
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[test]
fn an_evaluation_errs_as_much_as_it_is_told_and_always_the_same_way() {
    let values =
        |spec: &str| -> Vec<f32> { analyse(spec, "othello").moves.iter().map(|mv| mv.value).collect() };
    let truth = values("greedy");
    assert_eq!(values("greedy:noise=0,seed=5"), truth);
    let wrong = values("greedy:noise=0.5,seed=5");
    assert_eq!(wrong, values("greedy:noise=0.5,seed=5"));
    assert_ne!(wrong, values("greedy:noise=0.5,seed=6"));
    for (wrong, truth) in wrong.into_iter().zip(truth) {
        assert!(
            (wrong - 0.5 * truth).abs() <= 0.5,
            "half of {truth} and an error of up to a half give {wrong}"
        );
    }
}
