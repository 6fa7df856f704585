//! Learning from the rules alone: whatever happens on the way, the same networks come out.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use agon_agents::{Catalogue, Playable};
use agon_learn::Pace;
use agon_learn::selfplay::{Course, Plan, refit};

fn rules(game: &str) -> Arc<dyn Playable> {
    Catalogue::shipped().find(game).unwrap()
}

fn plan(game: &str) -> Plan {
    Plan {
        game: game.to_owned(),
        version: rules(game).info().version,
        first: "uct:playouts=10".to_owned(),
        nodes: 40,
        games: 160,
        opening: 2,
        random: 0.05,
        longest: 60,
        window: 2,
        positions: 2000,
        result: 0.75,
        patterns: "cell+line3".parse().unwrap(),
        phases: 2,
        hidden: 2,
        epochs: 2,
        rate: 0.05,
        caution: 1e-3,
        gate: 8,
        seed: 5,
    }
}

const GENERATIONS: u64 = 4;

/// Learns in a folder with so many jobs, and breaks off whenever so many games have been played.
fn learn(dir: &Path, game: &str, jobs: usize, patience: usize) {
    loop {
        let mut course = Course::begin(dir, &plan(game), rules(game)).unwrap();
        let played = AtomicUsize::new(0);
        let pace = Pace {
            jobs,
            goes_on: &|| played.load(Ordering::Relaxed) < patience,
            tell: &|| _ = played.fetch_add(1, Ordering::Relaxed),
        };
        let mut whole = true;
        while whole && (course.verdicts().len() as u64) < GENERATIONS {
            whole = course.advance(&pace, &mut |_| {}).unwrap();
        }
        if whole {
            return course.close().unwrap();
        }
    }
}

fn networks(dir: &Path) -> Vec<Vec<u8>> {
    (0..GENERATIONS)
        .map(|generation| fs::read(dir.join(format!("generation-{generation}.net.safetensors"))).unwrap())
        .collect()
}

#[test]
fn neither_jobs_nor_interruptions_make_a_difference() {
    let dirs = [(); 3].map(|()| tempfile::tempdir().unwrap());
    learn(dirs[0].path(), "tapatan", 1, usize::MAX);
    learn(dirs[1].path(), "tapatan", 3, usize::MAX);
    learn(dirs[2].path(), "tapatan", 2, 70);
    let one = networks(dirs[0].path());
    assert_eq!(one, networks(dirs[1].path()), "more jobs gave other networks");
    assert_eq!(one, networks(dirs[2].path()), "interruptions gave other networks");
    assert_ne!(one[0], one[1]);
}

#[test]
fn other_patterns_can_be_fitted_to_the_same_games() {
    let dir = tempfile::tempdir().unwrap();
    learn(dir.path(), "tic-tac-toe", 2, usize::MAX);
    let games = dir.path().join("games.sqlite");
    let fitted = |patterns: &str| {
        let change = |plan: Plan| Plan { patterns: patterns.parse().unwrap(), ..plan };
        refit(&games, rules("tic-tac-toe").as_ref(), change, 1, &mut |_| {}).unwrap()
    };
    let [cells, lines] = ["cell", "cell+line3"].map(fitted);
    assert_eq!(lines.network.scheme.places(), 9 + 8);
    assert_eq!(cells.network.scheme.places(), 9);
    assert_ne!(lines.origin.loss, cells.origin.loss);
    assert_eq!(cells.origin.games, 20 + 40 + 80 + 160);
    let other = refit(&games, rules("othello").as_ref(), |plan| plan, 1, &mut |_| {});
    assert!(other.unwrap_err().to_string().contains("its games are those of tic-tac-toe"));
}

#[test]
fn plans_that_make_no_sense_are_refused() {
    let refused = |change: fn(&mut Plan)| {
        let mut plan = plan("tapatan");
        change(&mut plan);
        plan.check(rules("tapatan").as_ref()).unwrap_err().to_string()
    };
    assert_eq!(refused(|plan| plan.result = 2.0), "result is 2; expected a share from 0 to 1");
    assert_eq!(refused(|plan| plan.result = f32::NAN), "result is NaN; expected a share from 0 to 1");
    assert!(refused(|plan| plan.games = 0).starts_with("games is 0"));
    assert!(refused(|plan| plan.games = u64::MAX).contains("at most 100000000"));
    assert!(refused(|plan| plan.phases = 0).contains("from 1 to 16"));
    assert!(refused(|plan| plan.first = "nobody".to_owned()).contains("nobody"));
}
