//! The results on disk: a line is added as soon as a pair of games has ended.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use agon_agents::AgentSpec;

use super::FileError;
use super::evidence::Evidence;

/// The results of a game, in memory and on disk.
pub struct Journal {
    path: PathBuf,
    file: File,
    seed: u64,
    pub(super) evidence: Evidence,
}

impl Journal {
    /// Reads what is there and goes on behind it. Lines of other seeds, and a last line that was cut off, do not count.
    pub fn open(path: &Path, seed: u64) -> Result<Journal, FileError> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(FileError::new("read", path, error)),
        };
        // Lines from before a key was renamed are about the same players.
        let renewed = |spec: &str| spec.parse().map_or(spec.to_owned(), |spec: AgentSpec| spec.to_string());
        let mut evidence = Evidence::default();
        for line in text.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
            if let Some((a, b, pair, half_points)) = read(line.trim_end(), seed) {
                evidence.add(&renewed(a), &renewed(b), pair, half_points);
            }
        }
        let fail = |error| FileError::new("write", path, error);
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(fail)?;
        if !text.is_empty() && !text.ends_with('\n') {
            file.write_all(b"\n").map_err(fail)?;
        }
        Ok(Journal { path: path.to_owned(), file, seed, evidence })
    }

    /// Adds a result.
    pub(super) fn add(&mut self, a: &str, b: &str, pair: usize, half_points: u8) -> Result<(), FileError> {
        let line = format!("{}\t{a}\t{b}\t{pair}\t{half_points}\n", self.seed);
        self.file.write_all(line.as_bytes()).map_err(|error| FileError::new("write", &self.path, error))?;
        self.evidence.add(a, b, pair, half_points);
        Ok(())
    }
}

/// A line: seed, the two specs, the number of the pair, the first player's points times two.
fn read(line: &str, seed: u64) -> Option<(&str, &str, usize, u8)> {
    let mut fields = line.split('\t');
    fields.next()?.parse().ok().filter(|&said: &u64| said == seed)?;
    let (a, b) = (fields.next()?, fields.next()?);
    let pair = fields.next()?.parse().ok()?;
    let half_points = fields.next()?.parse().ok().filter(|&half_points| half_points <= 4)?;
    fields.next().is_none().then_some((a, b, pair, half_points))
}
