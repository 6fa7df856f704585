//! Reading and writing files.

use std::io;
use std::path::Path;

use agon_core::atomic::{self, Draft};
use agon_core::bounded;
use anyhow::{Result, anyhow};

/// The text of a file.
pub(crate) fn read(file: &Path) -> Result<String> {
    let bytes = bounded::read(file).map_err(|error| anyhow!("cannot read '{}': {error}", file.display()))?;
    // Old game collections are in Latin-1: names suffer, moves do not.
    let latin = |bytes: &[u8]| bytes.iter().map(|&byte| char::from(byte)).collect();
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| latin(error.as_bytes())))
}

/// Begins to write a file that appears when it is finished.
pub(crate) fn draft(file: &Path) -> Result<Draft> {
    Draft::new(file).map_err(|error| unwritten(file, &error))
}

/// Gives a file its name.
pub(crate) fn finish(draft: Draft, file: &Path) -> Result<()> {
    draft.finish().map_err(|error| unwritten(file, &error))
}

fn unwritten(file: &Path, error: &io::Error) -> anyhow::Error {
    anyhow!("cannot write '{}': {error}", file.display())
}

/// Writes a text to a file, whole or not at all.
pub(crate) fn write_text(file: &Path, text: &str) -> Result<()> {
    atomic::write(file, text).map_err(|error| unwritten(file, &error))
}
