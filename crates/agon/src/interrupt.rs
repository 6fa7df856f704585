//! Being told to end before the end: by Ctrl+C, by a terminal that is closed, by the system.
//!
//! A long run says beforehand what shall be told then: what it has, on standard output, and how to go on, on standard error. The
//! process ends at once, with the code that shells expect; whatever is kept in a file is kept game by game, and needs no farewell.
//! A signal that was ignored when the program began stays ignored, so that `nohup` works.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use agon_arena::ledger::Ledger;
use agon_arena::report::Report;
use anyhow::Result;

/// Writes what there is so far.
type Account = dyn FnOnce(&mut dyn Write) -> Result<()> + Send;

/// What is told when a run is interrupted.
struct Parting {
    has: Box<Account>,
    /// How to go on, in a sentence or two.
    how: String,
}

static PARTING: Mutex<Option<Parting>> = Mutex::new(None);

fn parting() -> MutexGuard<'static, Option<Parting>> {
    PARTING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A run that can be interrupted, until this is dropped.
#[must_use]
pub(crate) struct Interruptible;

impl Interruptible {
    /// From now on an interrupt tells what there is and how to go on.
    pub(crate) fn new(
        how: impl Into<String>,
        has: impl FnOnce(&mut dyn Write) -> Result<()> + Send + 'static,
    ) -> Interruptible {
        *parting() = Some(Parting { has: Box::new(has), how: how.into() });
        Interruptible
    }

    /// The same for a run whose games are kept in a ledger: they are reported as 'agon report' does.
    pub(crate) fn reporting(how: impl Into<String>, ledger: PathBuf, json: bool) -> Interruptible {
        Interruptible::new(how, move |out| {
            let ledger = Ledger::open(&ledger)?;
            let report = Report::of(&ledger, ledger.anchor(), |_| {})?;
            if json {
                writeln!(out, "{}", serde_json::to_string_pretty(&report.json())?)?;
            } else {
                write!(out, "{}", report.text())?;
            }
            Ok(())
        })
    }

    /// The same for a run that has nothing to show, or has printed it all along.
    pub(crate) fn silent(how: impl Into<String>) -> Interruptible {
        Interruptible::new(how, |_| Ok(()))
    }
}

impl Drop for Interruptible {
    fn drop(&mut self) {
        *parting() = None;
    }
}

/// Says farewell and ends the process.
fn end(code: i32) -> ! {
    // Programs that play for us have process groups of their own and would survive us.
    agon_agents::external::end_all();
    // Whoever takes the lock next waits for the end, so that nothing more is printed.
    let mut last = parting();
    if let Some(Parting { has, how }) = last.take() {
        let mut errors = io::stderr();
        // The line of a progress bar is left behind.
        let gap = if errors.is_terminal() { "\n" } else { "" };
        let _ = write!(errors, "{gap}");
        let mut text = Vec::new();
        if let Err(error) = has(&mut text) {
            let _ = writeln!(errors, "agon: {error}");
        }
        let mut out = io::stdout();
        let _ = out.write_all(&text).and_then(|()| out.flush());
        let _ = writeln!(errors, "Interrupted. {how}");
    }
    std::process::exit(code);
}

/// Ends the process with a farewell if a signal asks for it.
#[cfg(unix)]
pub(crate) fn watch() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let status = std::fs::read_to_string("/proc/self/status").ok();
    let wanted =
        [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| !is_ignored(status.as_deref(), signal));
    // Where no handler can be installed, programs still end when their input does.
    let Ok(mut signals) = Signals::new(wanted) else { return };
    let waiting = std::thread::Builder::new().spawn(move || {
        if let Some(signal) = signals.forever().next() {
            // What a shell says of a program that a signal has ended.
            end(128 + signal);
        }
    });
    drop(waiting);
}

/// Whether a signal is ignored, as the status of the process tells it. Where the system does not tell, a hangup is left alone: it
/// ends the program anyway, unless somebody has asked for the opposite.
#[cfg(unix)]
fn is_ignored(status: Option<&str>, signal: i32) -> bool {
    let mask = status.and_then(|status| status.lines().find_map(|line| line.strip_prefix("SigIgn:")));
    match mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()) {
        Some(mask) => mask >> (signal - 1) & 1 == 1,
        None => signal == signal_hook::consts::SIGHUP,
    }
}

/// Ends the process with a farewell if Ctrl+C asks for it.
#[cfg(not(unix))]
pub(crate) fn watch() {
    // Where no handler can be installed, programs still end when their input does.
    let _ = ctrlc::set_handler(|| end(130));
}

#[cfg(all(test, unix))]
mod tests {
    use signal_hook::consts::{SIGHUP, SIGINT};

    use super::is_ignored;

    #[test]
    fn the_status_of_a_process_tells_what_it_ignores() {
        let status = Some("Name:\tagon\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000001001\n");
        assert!(is_ignored(status, SIGHUP) && !is_ignored(status, SIGINT));
        assert!(is_ignored(None, SIGHUP) && !is_ignored(None, SIGINT));
    }
}
