//! Reading and writing files.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result, anyhow};

/// The text of a file.
pub(crate) fn read(file: &Path) -> Result<String> {
    let bytes = std::fs::read(file).map_err(|error| anyhow!("cannot read '{}': {error}", file.display()))?;
    // Old game collections are in Latin-1: names suffer, moves do not.
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| error.as_bytes().iter().map(|&b| char::from(b)).collect()))
}

/// Writes a file whole or not at all.
pub(crate) fn write_whole(file: &Path, fill: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let name = file.file_name().with_context(|| format!("'{}' is not a file name", file.display()))?;
    let mut part = name.to_owned();
    part.push(".part");
    let part = file.with_file_name(part);
    let explain = |error: std::io::Error| anyhow!("cannot write '{}': {error}", file.display());
    let mut out = BufWriter::new(File::create(&part).map_err(explain)?);
    let filled = fill(&mut out).and_then(|()| out.flush().map_err(explain));
    drop(out);
    let done = filled.and_then(|()| std::fs::rename(&part, file).map_err(explain));
    if done.is_err() {
        // What is half written is of no use to anybody; that it may stay behind is no further error.
        let _ = std::fs::remove_file(&part);
    }
    done
}

/// Writes a text to a file, whole or not at all.
pub(crate) fn write_text(file: &Path, text: &str) -> Result<()> {
    write_whole(file, |out| Ok(out.write_all(text.as_bytes())?))
}
