//! Rule sheets named on the command line: each is a game more.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use agon_agents::Catalogue;
use agon_gdl::game::{ENDING, SheetGame};
use agon_gdl::join::Budget;
use anyhow::{Context, Result, anyhow, ensure};

/// The catalogue with all sheets of a folder, and with those that words of the command line name.
pub(crate) fn extend(
    catalogue: &Catalogue,
    folder: Option<&Path>,
    words: impl Iterator<Item = String>,
) -> Result<Catalogue> {
    let mut paths = folder.map(list).transpose()?.unwrap_or_default();
    for word in words {
        for part in word.split(',').filter(|part| part.ends_with(ENDING)) {
            let path = PathBuf::from(part);
            // The name of a file of the folder is enough.
            let is_listed = paths.iter().any(|known| known.file_name() == path.file_name());
            if path.is_file() || !is_listed {
                paths.push(path);
            }
        }
    }
    paths.iter().try_fold(catalogue.clone(), |catalogue, path| Ok(catalogue.with_sheet(read(path)?)))
}

/// The words of a command line, in which `--games FOLDER` means `--sheets FOLDER`; with a number it stays what it is.
pub(crate) fn spelled_out(words: Vec<OsString>) -> Vec<OsString> {
    let is_folder = |value: &str| !value.is_empty() && value.parse::<f64>().is_err();
    let mut spelled: Vec<OsString> = Vec::with_capacity(words.len());
    let mut words = words.into_iter().peekable();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        let renamed = match text.strip_prefix("--games") {
            Some("") => words.peek().is_some_and(|next| is_folder(&next.to_string_lossy())).then(String::new),
            Some(value) => value.strip_prefix('=').filter(|value| is_folder(value)).map(|_| value.to_owned()),
            None => None,
        };
        spelled.push(renamed.map_or_else(|| word.clone(), |value| format!("--sheets{value}").into()));
    }
    spelled
}

/// The sheets of a folder, in order.
fn list(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder)
        .with_context(|| format!("'{}' is no folder that can be read", folder.display()));
    let mut paths = entries?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<PathBuf>>>()?;
    paths.retain(|path| path.to_string_lossy().ends_with(ENDING));
    paths.sort();
    ensure!(!paths.is_empty(), "there is no sheet ({ENDING}) in '{}'", folder.display());
    Ok(paths)
}

/// The text of a sheet.
pub(crate) fn text(path: &Path) -> Result<String> {
    std::fs::read_to_string(path)
        .map_err(|error| anyhow!("the sheet '{}' cannot be read: {error}", path.display()))
}

/// The game of a sheet, known by the name of its file.
fn read(path: &Path) -> Result<SheetGame> {
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    SheetGame::read(&name, &text(path)?, Budget::default())
        .map_err(|error| anyhow!("{}: {error}", path.display()))
}
