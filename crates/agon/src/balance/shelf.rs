//! Results on disk, one file per agent, game and opponent, so that a long measurement can be done in pieces.

use std::fs;
use std::path::{Path, PathBuf};

use agon_arena::balance::{Cell, Setting};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

/// A folder of results.
pub(super) struct Shelf {
    folder: PathBuf,
}

/// One file.
#[derive(Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) setting: Setting,
    pub(super) cell: Cell,
}

impl Shelf {
    /// The folder, made if it is not there.
    pub(super) fn open(folder: &Path) -> Result<Shelf> {
        fs::create_dir_all(folder.join("cells"))
            .with_context(|| format!("cannot make the folder '{}'", folder.display()))?;
        Ok(Shelf { folder: folder.to_owned() })
    }

    /// The result of a series, if it was played before with the same setting.
    pub(super) fn find(&self, setting: &Setting, game: &str, opponent: &str) -> Option<Cell> {
        let text = fs::read_to_string(self.file(setting, game, opponent)).ok()?;
        let entry: Entry = serde_json::from_str(&text).ok()?;
        let same = entry.setting == *setting && entry.cell.game == game && entry.cell.opponent == opponent;
        same.then_some(entry.cell)
    }

    /// Keeps a result.
    pub(super) fn put(&self, setting: &Setting, cell: &Cell) -> Result<()> {
        let entry = Entry { setting: setting.clone(), cell: cell.clone() };
        write_whole(
            &self.file(setting, &cell.game, &cell.opponent),
            &(serde_json::to_string_pretty(&entry)? + "\n"),
        )
    }

    /// Writes another file into the folder.
    pub(super) fn write(&self, name: &str, text: &str) -> Result<()> {
        write_whole(&self.folder.join(name), text)
    }

    /// All results in the folder, in the order of their names; files that are none are passed over.
    pub(super) fn all(&self) -> Result<Vec<Entry>> {
        let folder = self.folder.join("cells");
        let mut files: Vec<PathBuf> = fs::read_dir(&folder)
            .with_context(|| format!("cannot read the folder '{}'", folder.display()))?
            .filter_map(|entry| entry.ok().map(|entry| entry.path()))
            .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
            .collect();
        files.sort();
        let texts = files.iter().filter_map(|file| fs::read_to_string(file).ok());
        Ok(texts.filter_map(|text| serde_json::from_str(&text).ok()).collect())
    }

    fn file(&self, setting: &Setting, game: &str, opponent: &str) -> PathBuf {
        let memory = if setting.memory { "+memory" } else { "" };
        let name = format!("{}{memory}--{game}--{opponent}.json", setting.agent);
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-+=.,".contains(c);
        let name: String = name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
        self.folder.join("cells").join(name)
    }
}

/// Writes a file whole or not at all.
fn write_whole(file: &Path, text: &str) -> Result<()> {
    agon_core::atomic::write(file, text).with_context(|| format!("cannot write '{}'", file.display()))
}
