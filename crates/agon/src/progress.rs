//! How far a long run has come.

use std::io::{IsTerminal, Write, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

/// Counts what is finished on standard error: as a bar with the time left where somebody watches, as a line after every
/// tenth where a file is written.
pub(crate) struct Progress {
    all: u64,
    /// What is counted.
    noun: &'static str,
    /// What was there before.
    before: u64,
    done: Mutex<u64>,
    start: Instant,
    bar: Option<ProgressBar>,
    /// Whether lines are written where there is no bar.
    lines: bool,
}

impl Progress {
    /// A run of so many games of which some are done.
    pub(crate) fn new(done: u64, games: u64) -> Progress {
        Progress::of(done, games, "games")
    }

    /// A run of so many of something, of which some are done.
    pub(crate) fn of(done: u64, all: u64, noun: &'static str) -> Progress {
        let bar = stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} {prefix}, {eta} left");
            let bar = ProgressBar::new(all).with_style(style.expect("the template is well-formed"));
            bar.set_prefix(noun);
            bar.set_position(done);
            // What an earlier run did says nothing about the speed of this one.
            bar.reset_eta();
            // A long wait must not make it look dead.
            bar.enable_steady_tick(Duration::from_secs(1));
            bar
        });
        if bar.is_none() && done > 0 {
            say(&format!("{done} of {all} {noun} were there already"));
        }
        Progress { all, noun, before: done, done: Mutex::new(done), start: Instant::now(), bar, lines: true }
    }

    /// The same without lines where there is no bar: what is finished is printed anyway.
    pub(crate) fn without_lines(self) -> Progress {
        Progress { lines: false, ..self }
    }

    /// One more is finished.
    pub(crate) fn advance(&self) {
        if let Some(bar) = &self.bar {
            return bar.inc(1);
        }
        // Lines come in order if nobody else can write between counting and saying.
        let mut done = self.done.lock().expect("nobody panics while counting");
        *done += 1;
        let tenth = |done: u64| (10 * u128::from(done)) / u128::from(self.all.max(1));
        if self.lines && tenth(*done) > tenth(*done - 1) {
            let each = self.start.elapsed().as_secs_f64() / (*done - self.before) as f64;
            let seconds = each * self.all.saturating_sub(*done) as f64;
            let left = HumanDuration(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
            let left = if *done < self.all { format!(", about {left} left") } else { String::new() };
            say(&format!("{done} of {} {}{left}", self.all, self.noun));
        }
    }

    /// Lets something else be printed without a bar in its way.
    pub(crate) fn hidden<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Nothing is left to be done.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Something whose end nobody knows: a line on a terminal that says how far it is, gone in the end.
pub(crate) struct Activity(Option<ProgressBar>);

impl Activity {
    pub(crate) fn new(words: &'static str) -> Activity {
        Activity(stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{spinner} {prefix} {elapsed} {wide_msg}");
            let line = ProgressBar::no_length().with_style(style.expect("the template is well-formed"));
            line.set_prefix(words);
            line.enable_steady_tick(Duration::from_millis(200));
            line
        }))
    }

    /// Says how far it is.
    pub(crate) fn tell(&self, words: impl FnOnce() -> String) {
        if let Some(line) = &self.0 {
            line.set_message(words());
        }
    }
}

impl Drop for Activity {
    fn drop(&mut self) {
        if let Some(line) = &self.0 {
            line.finish_and_clear();
        }
    }
}

/// Nobody reading is no error.
fn say(line: &str) {
    let _ = writeln!(stderr(), "{line}");
}
