//! Reading and writing files.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};

/// The text of a file.
pub(crate) fn read(file: &Path) -> Result<String> {
    let bytes = std::fs::read(file).map_err(|error| anyhow!("cannot read '{}': {error}", file.display()))?;
    // Old game collections are in Latin-1: names suffer, moves do not.
    let latin = |bytes: &[u8]| bytes.iter().map(|&byte| char::from(byte)).collect();
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| latin(error.as_bytes())))
}

/// A file that appears under its name when it is complete, and not at all if it never is.
pub(crate) struct Draft {
    out: Option<BufWriter<File>>,
    part: PathBuf,
    file: PathBuf,
}

impl Draft {
    /// Begins to write a file.
    pub(crate) fn new(file: &Path) -> Result<Draft> {
        let name = file.file_name().with_context(|| format!("'{}' is not a file name", file.display()))?;
        let mut part = name.to_owned();
        part.push(".part");
        let part = file.with_file_name(part);
        let created =
            File::create(&part).map_err(|error| anyhow!("cannot write '{}': {error}", file.display()))?;
        Ok(Draft { out: Some(BufWriter::new(created)), part, file: file.to_owned() })
    }

    /// What is written goes here.
    pub(crate) fn out(&mut self) -> &mut BufWriter<File> {
        self.out.as_mut().expect("a draft is written until it is finished")
    }

    /// Gives the file its name.
    pub(crate) fn finish(mut self) -> Result<()> {
        let flushed = self.out.take().map_or(Ok(()), |mut out| out.flush());
        let named = flushed.and_then(|()| std::fs::rename(&self.part, &self.file));
        named.map_err(|error: io::Error| anyhow!("cannot write '{}': {error}", self.file.display()))
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // What is half written is of no use to anybody; after `finish` there is nothing of that name any more.
        let _ = std::fs::remove_file(&self.part);
    }
}

/// Writes a text to a file, whole or not at all.
pub(crate) fn write_text(file: &Path, text: &str) -> Result<()> {
    let mut draft = Draft::new(file)?;
    draft.out().write_all(text.as_bytes())?;
    draft.finish()
}
