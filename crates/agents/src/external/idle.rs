//! Programs between two games. Agents come and go with every game; a program that its user keeps waits here for the next one.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::process::Program;

/// The programs that wait, with the specs they were started for.
static IDLE: Mutex<Vec<(String, Program)>> = Mutex::new(Vec::new());

fn idle() -> MutexGuard<'static, Vec<(String, Program)>> {
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lets a program wait.
pub(super) fn keep(spec: &str, program: Program) {
    idle().push((spec.to_owned(), program));
}

/// A program that was started for this spec and has nothing to do.
pub(super) fn take(spec: &str) -> Option<Program> {
    let mut idle = idle();
    let place = idle.iter().position(|(known, _)| known == spec)?;
    Some(idle.swap_remove(place).1)
}

/// Ends the programs that wait, when there will be no more games.
pub fn end_idle() {
    // Those who say goodbye may take their time, but not everybody else's.
    let waiting = std::mem::take(&mut *idle());
    drop(waiting);
}
