//! The right to write: held by one process at a time, and given back by the system however that process ends.

use std::fs::File;
use std::path::{Path, PathBuf};

use super::LedgerError;

pub(super) struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    pub(super) fn take(ledger: &Path) -> Result<Lock, LedgerError> {
        let path = place(ledger);
        let file = File::create(&path).map_err(|error| LedgerError::unopened(ledger, &error))?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { path, _file: file }),
            Err(_) => Err(LedgerError::Busy { file: ledger.display().to_string() }),
        }
    }

    pub(super) fn is_held(ledger: &Path) -> bool {
        // Whoever writes holds the lock exclusively; sharing it for an instant tells, and keeps nobody away for longer.
        File::open(place(ledger)).is_ok_and(|file| file.try_lock_shared().is_err())
    }
}

/// The file that is locked, beside the games.
fn place(ledger: &Path) -> PathBuf {
    let mut path = ledger.as_os_str().to_owned();
    path.push("-lock");
    PathBuf::from(path)
}

impl Drop for Lock {
    fn drop(&mut self) {
        // The file is only a place for the lock; one that stays behind does no harm.
        let _ = std::fs::remove_file(&self.path);
    }
}
