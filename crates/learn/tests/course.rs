//! What tests of learning by games of a program against itself have in common.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use agon_agents::{Catalogue, Playable};
use agon_learn::Pace;
use agon_learn::generations::{Common, Course, Method, Study, network};

pub(crate) const GENERATIONS: u64 = 4;

pub(crate) fn rules(game: &str) -> Arc<dyn Playable> {
    Catalogue::shipped().find(game).unwrap()
}

/// A small network that learns quickly, from short games.
pub(crate) fn common(game: &str, nodes: u64) -> Common {
    Common {
        game: game.to_owned(),
        version: rules(game).info().version,
        nodes,
        longest: 60,
        window: 2,
        seed: 5,
        study: Study {
            positions: 2000,
            patterns: "cell+line3".parse().unwrap(),
            phases: 2,
            hidden: 2,
            epochs: 2,
            batch: 256,
            rate: 0.05,
            caution: 1e-3,
        },
    }
}

/// Learns in a folder with so many jobs, and breaks off whenever so many games have been played.
pub(crate) fn learn<M: Method>(dir: &Path, plan: &M, jobs: usize, patience: usize) {
    loop {
        let mut course = Course::begin(dir, plan, rules(&plan.common().game)).unwrap();
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

/// The networks of a folder, as they lie there.
pub(crate) fn networks(dir: &Path) -> Vec<Vec<u8>> {
    (0..GENERATIONS).map(|generation| fs::read(network(dir, generation)).unwrap()).collect()
}

/// Neither jobs nor interruptions make a difference, and generations do.
pub(crate) fn comes_out_the_same<M: Method>(plan: &M, patience: usize) {
    let found = [(1, usize::MAX), (3, usize::MAX), (2, patience)].map(|(jobs, patience)| {
        let dir = tempfile::tempdir().unwrap();
        learn(dir.path(), plan, jobs, patience);
        networks(dir.path())
    });
    assert_eq!(found[0], found[1], "more jobs gave other networks");
    assert_eq!(found[0], found[2], "interruptions gave other networks");
    assert_ne!(found[0][0], found[0][1]);
}
