//! The store where there are no files: everything is handed in with a request and out with its answer. There is one reader.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use agon_table::Saved;
use serde::{Deserialize, Serialize};

use super::{Habits, StoreError, Stored, Wishes};
use crate::access::Company;
use crate::app::ID_LENGTH;

/// Everything that is remembered.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Contents {
    /// The tables, the one that changed last at the end.
    tables: Vec<Kept>,
    wishes: Wishes,
    /// The puzzles that were solved.
    solved: HashSet<String>,
    habits: Habits,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Kept {
    id: String,
    saved: Saved,
}

impl Kept {
    fn stored(&self) -> Stored {
        let session = reader();
        let company = Company::alone(&session);
        Stored { id: self.id.clone(), session, updated: None, saved: self.saved.clone(), company }
    }
}

/// The session of the one reader.
pub(crate) fn reader() -> String {
    "0".repeat(ID_LENGTH)
}

pub(crate) struct Store(Mutex<Contents>);

// The signatures are those of the other store, which can fail.
#[allow(clippy::unnecessary_wraps)]
impl Store {
    pub(crate) fn new(contents: Contents) -> Store {
        Store(Mutex::new(contents))
    }

    fn contents(&self) -> MutexGuard<'_, Contents> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is to be handed in again.
    pub(crate) fn remembered(&self) -> Contents {
        self.contents().clone()
    }

    pub(crate) fn save(
        &self,
        id: &str,
        _session: &str,
        saved: &Saved,
        _company: &Company,
    ) -> Result<(), StoreError> {
        let mut contents = self.contents();
        contents.tables.retain(|kept| kept.id != id);
        contents.tables.push(Kept { id: id.to_owned(), saved: saved.clone() });
        Ok(())
    }

    pub(crate) fn load(&self, id: &str) -> Result<Option<Stored>, StoreError> {
        Ok(self.contents().tables.iter().find(|kept| kept.id == id).map(Kept::stored))
    }

    /// There is one reader, who has every table.
    #[expect(clippy::unused_self, reason = "the store of a server has a list for each visitor")]
    pub(crate) fn seat(&self, _id: &str, _session: &str) -> Result<(), StoreError> {
        Ok(())
    }

    pub(crate) fn of(&self, _session: &str, most: u32) -> Result<Vec<Stored>, StoreError> {
        Ok(self.contents().tables.iter().rev().take(most as usize).map(Kept::stored).collect())
    }

    pub(crate) fn going(&self, _session: &str, most: u32) -> Result<Vec<Stored>, StoreError> {
        let contents = self.contents();
        let going = contents.tables.iter().rev().filter(|kept| kept.saved.record.result.is_none());
        Ok(going.take(most as usize).map(Kept::stored).collect())
    }

    pub(crate) fn oldest(&self, _session: &str, most: u32) -> Result<Vec<String>, StoreError> {
        let contents = self.contents();
        let surplus = (contents.tables.len() + 1).saturating_sub(most as usize);
        Ok(contents.tables.iter().take(surplus).map(|kept| kept.id.clone()).collect())
    }

    pub(crate) fn leave(&self, id: &str, _session: &str) -> Result<bool, StoreError> {
        self.contents().tables.retain(|kept| kept.id != id);
        Ok(true)
    }

    pub(crate) fn solve(&self, _session: &str, puzzle: &str) -> Result<(), StoreError> {
        self.contents().solved.insert(puzzle.to_owned());
        Ok(())
    }

    pub(crate) fn solved(&self, _session: &str) -> Result<HashSet<String>, StoreError> {
        Ok(self.contents().solved.clone())
    }

    pub(crate) fn wishes(&self, _session: &str) -> Result<Wishes, StoreError> {
        Ok(self.contents().wishes.clone())
    }

    pub(crate) fn wish(&self, _session: &str, wishes: &Wishes) -> Result<(), StoreError> {
        self.contents().wishes = wishes.clone();
        Ok(())
    }

    pub(crate) fn habits(&self, _session: &str) -> Result<Habits, StoreError> {
        Ok(self.contents().habits.clone())
    }

    pub(crate) fn keep_habits(&self, _session: &str, habits: &Habits) -> Result<(), StoreError> {
        self.contents().habits = habits.clone();
        Ok(())
    }
}
