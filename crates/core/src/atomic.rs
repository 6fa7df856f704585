//! Files that appear under their names when they are complete, and not at all if they never are.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that is being written, beside the place where it will be. What is not a file, such as `/dev/stdout`, is written to as it
/// is: another one must not take its place.
#[derive(Debug)]
pub struct Draft {
    out: Option<BufWriter<File>>,
    /// Where it is written, and where it will be.
    places: Option<[PathBuf; 2]>,
}

impl Draft {
    /// Begins to write a file.
    pub fn new(file: &Path) -> io::Result<Draft> {
        let is_device = fs::metadata(file).is_ok_and(|facts| !facts.is_file() && !facts.is_dir());
        if is_device {
            let out = File::options().write(true).open(file)?;
            return Ok(Draft { out: Some(BufWriter::new(out)), places: None });
        }
        let mut part = file.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let out = File::create(&part)?;
        Ok(Draft { out: Some(BufWriter::new(out)), places: Some([part, file.to_owned()]) })
    }

    /// What is written goes here.
    pub fn out(&mut self) -> &mut BufWriter<File> {
        self.out.as_mut().expect("a draft is written until it is finished")
    }

    /// Gives the file its name.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.take().map_or(Ok(()), |mut out| out.flush())?;
        self.places.as_ref().map_or(Ok(()), |[part, file]| fs::rename(part, file))
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // What is half written is of no use to anybody; after `finish` there is nothing of that name any more.
        if let Some([part, _]) = &self.places {
            let _ = fs::remove_file(part);
        }
    }
}

/// Writes a file, whole or not at all.
pub fn write(file: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    let mut draft = Draft::new(file)?;
    draft.out().write_all(contents.as_ref())?;
    draft.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_replaces_the_file_when_it_is_finished_and_leaves_it_when_it_is_dropped() {
        let folder = std::env::temp_dir().join(format!("agon-atomic-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("text");
        write(&file, "old").unwrap();
        let mut draft = Draft::new(&file).unwrap();
        draft.out().write_all(b"new").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
        drop(draft);
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
        write(&file, "new").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no part of a draft is left");
        fs::remove_dir_all(&folder).unwrap();
    }
}
