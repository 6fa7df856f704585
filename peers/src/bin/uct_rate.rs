//! Simulations of UCT per second of processor time, next to the bare random games of the same game:
//! `cargo run --release -p agon-search --example uct_rate [SECONDS [GAME...]]`.

use std::hint::black_box;
use std::time::Duration;

use agon_core::{Encode, Heuristic, Line, Random};
use agon_games::Visitor;
use agon_search::Limit;
use agon_search::task::search;
use agon_search::uct::{Settings, Uct};

/// The processor time this thread has used so far; on a shared machine, seconds on the wall measure the neighbours.
fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn seconds(work: impl FnOnce()) -> f64 {
    let before = thread_time();
    work();
    thread_time().saturating_sub(before).as_secs_f64()
}

struct Measure {
    seconds: f64,
}

impl Visitor for Measure {
    type Output = ();

    fn visit<G: Encode + Heuristic>(self, game: G, spec: String) {
        let mut random = Random::new(1);
        // The same compiled code as in `agon bench playouts`.
        let rules = agon_games::find(&spec).expect("the game was found before");
        let line = Line::new(&game);
        let mut uct = Uct::new(Settings::default());
        // How many simulations fill a tenth of the time; the first search also sees the memory for the first time.
        let mut batch = 1000;
        while seconds(|| drop(search(&mut uct, &game, &line, &Limit::playouts(batch)))) < self.seconds / 10.0
        {
            batch *= 2;
        }
        // Both kinds of work take turns, so that a noisy machine slows both down.
        let (mut raw, mut tree, mut rounds) = (0.0, 0.0, 0);
        while raw + tree < 2.0 * self.seconds {
            raw += seconds(|| _ = black_box(rules.tally(batch, rules.limits(), &mut random)));
            tree += seconds(|| drop(search(&mut uct, &game, &line, &Limit::playouts(batch))));
            rounds += 1;
        }
        let games = (batch * rounds) as f64;
        println!("{spec:<28}{:>14.0}{:>14.0}{:>8.2}{batch:>12}", games / raw, games / tree, raw / tree);
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let seconds = arguments.next().map_or(1.0, |text| text.parse().expect("the first argument is seconds"));
    let mut games: Vec<String> = arguments.collect();
    if games.is_empty() {
        games = agon_games::catalogue().map(|info| info.id.to_owned()).collect();
    }
    println!("{:<28}{:>14}{:>14}{:>8}{:>12}", "game", "playouts/s", "uct/s", "ratio", "per search");
    for game in games {
        agon_games::visit(&game, Measure { seconds }).expect("the game is in the catalogue");
    }
}
