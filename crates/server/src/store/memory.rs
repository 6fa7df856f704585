//! The store where there are no files: everything is handed in with a request and out with its answer. There is one reader.

use std::sync::{Mutex, MutexGuard, PoisonError};

use agon_table::Saved;
use serde::{Deserialize, Serialize};

use super::{Listed, StoreError, Wishes};

/// Everything that is remembered.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Contents {
    /// The tables, the one that changed last at the end.
    tables: Vec<Kept>,
    wishes: Wishes,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Kept {
    id: String,
    saved: Saved,
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

    pub(crate) fn save(&self, id: &str, _session: &str, saved: &Saved) -> Result<(), StoreError> {
        let mut contents = self.contents();
        contents.tables.retain(|kept| kept.id != id);
        contents.tables.push(Kept { id: id.to_owned(), saved: saved.clone() });
        Ok(())
    }

    pub(crate) fn load(&self, id: &str) -> Result<Option<(String, Saved)>, StoreError> {
        let contents = self.contents();
        let found = contents.tables.iter().find(|kept| kept.id == id);
        Ok(found.map(|kept| (String::new(), kept.saved.clone())))
    }

    pub(crate) fn going(&self, _session: &str, most: u32) -> Result<Vec<Listed>, StoreError> {
        let contents = self.contents();
        let going = contents.tables.iter().rev().filter(|kept| kept.saved.record.result.is_none());
        let listed = going.map(|kept| Listed { id: kept.id.clone(), saved: kept.saved.clone() });
        Ok(listed.take(most as usize).collect())
    }

    pub(crate) fn make_room(&self, _session: &str, most: u32) -> Result<bool, StoreError> {
        let mut contents = self.contents();
        if contents.tables.len() < most as usize {
            return Ok(true);
        }
        let oldest = contents.tables.iter().position(|kept| kept.saved.record.result.is_some());
        if let Some(oldest) = oldest {
            contents.tables.remove(oldest);
        }
        Ok(oldest.is_some())
    }

    pub(crate) fn wishes(&self, _session: &str) -> Result<Wishes, StoreError> {
        Ok(self.contents().wishes.clone())
    }

    pub(crate) fn wish(&self, _session: &str, wishes: &Wishes) -> Result<(), StoreError> {
        self.contents().wishes = wishes.clone();
        Ok(())
    }
}
