//! Playing what is missing.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use agon_core::spread::spread;

use super::{Entry, Extra, Kept, Ledger, LedgerError, Slot};
use crate::bout::FinishedGame;

/// A game that was played, and what is kept of it besides.
pub type NotedGame = (FinishedGame, Extra);

/// Plays the games of a lot and gives them back in their order, or says why they could not be played.
pub type PlayLot<'a> = dyn Fn(&[Slot]) -> Result<Vec<NotedGame>, String> + Sync + 'a;

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
    pub fn game(&self, slot: Slot, play: impl FnOnce() -> NotedGame) -> Result<Kept, LedgerError> {
        if let Some(kept) = self.ledger().find(slot.number)? {
            return Ok(kept);
        }
        let (game, extra) = play();
        let mut ledger = self.ledger();
        let entry = ledger.store(slot, &game, &extra)?;
        let pairing = ledger.pairing_of(&entry)?;
        Ok(Kept { pairing, entry, record: game.record, note: extra.note })
    }

    /// Stores the games of a lot, and tells of each.
    fn keep(
        &self,
        lot: &[Slot],
        games: &[NotedGame],
        done: &(dyn Fn(&Entry) + Sync),
    ) -> Result<(), LedgerError> {
        if games.len() != lot.len() {
            let reason = format!("{} came back of {} that were asked for", games.len(), lot.len());
            return Err(LedgerError::Unplayed { reason });
        }
        for (&slot, (game, extra)) in lot.iter().zip(games) {
            let entry = self.ledger().store(slot, game, extra)?;
            done(&entry);
        }
        Ok(())
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
        play: &(dyn Fn(Slot) -> NotedGame + Sync),
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
        play: &(dyn Fn(Slot) -> Result<NotedGame, String> + Sync),
        done: &(dyn Fn(&Entry) + Sync),
    ) -> Result<bool, LedgerError> {
        self.play_lots(wanted, 1, jobs, goes_on, &|lot| lot.iter().map(|&slot| play(slot)).collect(), done)
    }

    /// The same with up to `size` games in a lot: `play` plays them together, gives them back in their order, and they are stored
    /// as soon as it has. It is asked before each lot whether to go on.
    pub fn play_lots(
        &mut self,
        wanted: impl IntoIterator<Item = Slot>,
        size: usize,
        jobs: usize,
        goes_on: &(dyn Fn() -> bool + Sync),
        play: &PlayLot<'_>,
        done: &(dyn Fn(&Entry) + Sync),
    ) -> Result<bool, LedgerError> {
        let there = self.numbers()?;
        let missing: Vec<Slot> =
            wanted.into_iter().filter(|slot| there.binary_search(&slot.number).is_err()).collect();
        let lots: Vec<&[Slot]> = missing.chunks(size.max(1)).collect();
        let desk = Desk::new(self);
        let played = AtomicUsize::new(0);
        let failure = Mutex::new(None);
        spread(lots.len(), jobs, |index| {
            let failed = || failure.lock().unwrap_or_else(PoisonError::into_inner);
            // Once a game could not be played or stored, there is no use in playing more.
            if failed().is_some() || !goes_on() {
                return;
            }
            let lot = lots[index];
            let games = play(lot).map_err(|reason| LedgerError::Unplayed { reason });
            match games.and_then(|games| desk.keep(lot, &games, done)) {
                Ok(()) => _ = played.fetch_add(lot.len(), Ordering::Relaxed),
                Err(error) => *failed() = Some(error),
            }
        });
        match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(played.into_inner() == missing.len()),
        }
    }

    /// Stores a game that was played for a slot.
    fn store(&mut self, slot: Slot, game: &FinishedGame, extra: &Extra) -> Result<Entry, LedgerError> {
        let entry = Entry::new(slot, game);
        self.add_with(&entry, &game.record, extra)?;
        Ok(entry)
    }
}
