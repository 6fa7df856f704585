//! How far a long run has come.

use std::io::{IsTerminal, Write, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

/// Counts finished games on standard error: as a bar with the time left where somebody watches, as a line after every
/// tenth of the games where a file is written.
pub(crate) struct Progress {
    games: u64,
    /// Games that were there before.
    before: u64,
    done: Mutex<u64>,
    start: Instant,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// A run of so many games of which some are done.
    pub(crate) fn new(done: u64, games: u64) -> Progress {
        let bar = stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} games, {eta} left");
            let bar = ProgressBar::new(games).with_style(style.expect("the template is well-formed"));
            bar.set_position(done);
            // Games of an earlier run say nothing about the speed of this one.
            bar.reset_eta();
            // Long games must not make it look dead.
            bar.enable_steady_tick(Duration::from_secs(1));
            bar
        });
        if bar.is_none() && done > 0 {
            say(&format!("{done} of {games} games were there already"));
        }
        Progress { games, before: done, done: Mutex::new(done), start: Instant::now(), bar }
    }

    /// One more game is finished.
    pub(crate) fn advance(&self) {
        if let Some(bar) = &self.bar {
            return bar.inc(1);
        }
        // Lines come in order if nobody else can write between counting and saying.
        let mut done = self.done.lock().expect("nobody panics while counting");
        *done += 1;
        let tenth = |done: u64| 10 * done / self.games.max(1);
        if tenth(*done) > tenth(*done - 1) {
            let each = self.start.elapsed().div_f64((*done - self.before) as f64);
            let left = HumanDuration(each.mul_f64(self.games.saturating_sub(*done) as f64));
            let left = if *done < self.games { format!(", about {left} left") } else { String::new() };
            say(&format!("{done} of {} games{left}", self.games));
        }
    }

    /// Nothing is left to be done.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Nobody reading is no error.
fn say(line: &str) {
    let _ = writeln!(stderr(), "{line}");
}
