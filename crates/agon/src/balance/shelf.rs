//! Results on disk, one ledger per agent, so that a long measurement can be done in pieces.

use std::fs;
use std::path::{Path, PathBuf};

use agon_arena::balance::{Cell, Setting, cells};
use agon_arena::ledger::Ledger;
use anyhow::{Context, Result};

/// A folder of results.
pub(super) struct Shelf {
    folder: PathBuf,
}

/// What is known about one agent.
pub(super) struct Measured {
    pub(super) setting: Setting,
    pub(super) cells: Vec<Cell>,
}

impl Shelf {
    /// The folder, made if it is not there.
    pub(super) fn open(folder: &Path) -> Result<Shelf> {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder '{}'", folder.display()))?;
        Ok(Shelf { folder: folder.to_owned() })
    }

    /// The games of an agent, to be continued with the same setting.
    pub(super) fn resume(&self, setting: &Setting) -> Result<Ledger> {
        let memory = if setting.memory { "+memory" } else { "" };
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-+=.,".contains(c);
        let agent = setting.agent.to_string().replace(|c: char| !is_plain(c), "_");
        Ok(Ledger::resume(&self.folder.join(format!("{agent}{memory}.db")), &setting.describe())?)
    }

    /// Writes another file into the folder.
    pub(super) fn write(&self, name: &str, text: &str) -> Result<()> {
        let file = self.folder.join(name);
        agon_core::atomic::write(&file, text).with_context(|| format!("cannot write '{}'", file.display()))
    }

    /// All results in the folder, in the order of their files' names; files that are none are passed over.
    pub(super) fn all(&self) -> Result<Vec<Measured>> {
        let mut files: Vec<PathBuf> = fs::read_dir(&self.folder)
            .with_context(|| format!("cannot read the folder '{}'", self.folder.display()))?
            .filter_map(|entry| entry.ok().map(|entry| entry.path()))
            .filter(|path| path.extension().is_some_and(|extension| extension == "db"))
            .collect();
        files.sort();
        let ledgers = files.iter().filter_map(|file| Ledger::open(file).ok());
        let measured = ledgers.filter_map(|ledger| {
            let setting = Setting::of(ledger.run())?;
            Some(cells(&ledger).map(|cells| Measured { setting, cells }))
        });
        Ok(measured.collect::<Result<_, _>>()?)
    }
}
