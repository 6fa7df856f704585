//! Playing what is missing.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use agon_core::spread::spread;

use super::{Entry, Extra, Kept, Ledger, LedgerError, Slot};
use crate::bout::FinishedGame;

/// A ledger that several threads keep together.
pub struct Desk<'a>(Mutex<&'a mut Ledger>);

impl<'a> Desk<'a> {
    /// The desk on which a ledger lies.
    pub fn new(ledger: &'a mut Ledger) -> Desk<'a> {
        Desk(Mutex::new(ledger))
    }

    /// The ledger, while nobody else has it.
    pub fn ledger(&self) -> MutexGuard<'_, &'a mut Ledger> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game of a slot: the one that is there, or else the one that `play` plays, which is stored at once.
    pub fn game(
        &self,
        slot: Slot,
        play: impl FnOnce() -> (FinishedGame, Extra),
    ) -> Result<Kept, LedgerError> {
        self.game_at(slot, || Ok(play()))
    }

    /// The same where it may be that the game cannot be played.
    pub fn game_at(
        &self,
        slot: Slot,
        play: impl FnOnce() -> Result<(FinishedGame, Extra), String>,
    ) -> Result<Kept, LedgerError> {
        if let Some(kept) = self.ledger().find(slot.number)? {
            return Ok(kept);
        }
        let (game, extra) = play().map_err(|reason| LedgerError::Unplayed { reason })?;
        let entry = Entry::new(slot, &game);
        let mut ledger = self.ledger();
        ledger.add_with(&entry, &game.record, &extra)?;
        let pairing = ledger.pairing_of(&entry)?;
        Ok(Kept { pairing, entry, record: game.record, note: extra.note })
    }

    /// What is measured under a name: the value that is there, or else the one that `measure` finds, which is stored at once.
    pub fn measurement(&self, key: &str, measure: impl FnOnce() -> String) -> Result<String, LedgerError> {
        if let Some(value) = self.ledger().measurement(key)? {
            return Ok(value);
        }
        let value = measure();
        self.ledger().measure(key, &value)?;
        Ok(value)
    }
}

impl Ledger {
    /// Plays those of the wanted games that are not there, `jobs` at a time, and stores each as soon as it ends. It is asked
    /// before each game whether to go on; the question may take its time, and once the answer is no it must stay no. `done` is
    /// told about each game once it is stored. Returns whether all wanted games are there now.
    pub fn play(
        &mut self,
        wanted: impl IntoIterator<Item = Slot>,
        jobs: usize,
        goes_on: &(dyn Fn() -> bool + Sync),
        play: &(dyn Fn(Slot) -> (FinishedGame, Extra) + Sync),
        done: &(dyn Fn(&Entry) + Sync),
    ) -> Result<bool, LedgerError> {
        self.play_at(wanted, jobs, goes_on, &|slot| Ok(play(slot)), done)
    }

    /// The same where it may be that a game cannot be played; the first that cannot ends it all.
    pub fn play_at(
        &mut self,
        wanted: impl IntoIterator<Item = Slot>,
        jobs: usize,
        goes_on: &(dyn Fn() -> bool + Sync),
        play: &(dyn Fn(Slot) -> Result<(FinishedGame, Extra), String> + Sync),
        done: &(dyn Fn(&Entry) + Sync),
    ) -> Result<bool, LedgerError> {
        let there = self.numbers()?;
        let missing: Vec<Slot> =
            wanted.into_iter().filter(|slot| there.binary_search(&slot.number).is_err()).collect();
        let desk = Desk::new(self);
        let played = AtomicUsize::new(0);
        let failure = Mutex::new(None);
        spread(missing.len(), jobs, |index| {
            let failed = || failure.lock().unwrap_or_else(PoisonError::into_inner);
            // Once a game could not be played or stored, there is no use in playing more.
            if failed().is_some() || !goes_on() {
                return;
            }
            match desk.game_at(missing[index], || play(missing[index])) {
                Ok(kept) => {
                    played.fetch_add(1, Ordering::Relaxed);
                    done(&kept.entry);
                }
                Err(error) => *failed() = Some(error),
            }
        });
        match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(played.into_inner() == missing.len()),
        }
    }
}
