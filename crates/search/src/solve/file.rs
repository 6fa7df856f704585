//! Solutions in files.
//!
//! ```text
//! 8 bytes   "agonsolv"
//! 4         format of the file, 1
//! 4         version of the rules
//! 2         length of the spec
//!           the spec of the game
//! 8         number of values
//! 1         bytes per value, 1 or 2
//!           the values, in the order of the numbers of the positions
//! 8         checksum of everything before
//! ```
//!
//! All numbers begin with their lowest byte. A value is 0 for a draw, `d + 1` for a win in `d` plies and `-d - 1` for a loss.
//! The numbers of the positions are not in the file: the rules give them again.

use std::fs;
use std::io;
use std::path::Path;

use agon_core::hash::mix;
use agon_core::{Game, bounded};
use thiserror::Error;

use super::Solution;
use super::solution::{Places, TooLarge};
use super::verdict::Verdict;

const MAGIC: &[u8; 8] = b"agonsolv";
/// No solution is longer: two bytes for each of as many positions as are ever solved.
const LONGEST: u64 = 1 << 32;
const FORMAT: u32 = 1;

/// Why a file does not give a solution.
#[derive(Debug, Error)]
pub enum FileError {
    /// It cannot be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// It is something else.
    #[error("{path} is not a solution")]
    NotASolution {
        /// The file.
        path: String,
    },
    /// It was written by another version of this program.
    #[error("{path} has format {format}; this program reads format {FORMAT}")]
    Format {
        /// The file.
        path: String,
        /// Its format.
        format: u32,
    },
    /// It is too short, too long, or its checksum is wrong.
    #[error("{path} is damaged; make it again with 'agon solve'")]
    Damaged {
        /// The file.
        path: String,
    },
    /// It solves another game, or other rules of the same.
    #[error("{path} solves {found}, not {wanted}")]
    OtherGame {
        /// The file.
        path: String,
        /// What it solves.
        found: String,
        /// What was wanted.
        wanted: String,
    },
    /// Only what can be reached from some other position was solved.
    #[error("only the solution of a whole game can be saved")]
    NotTheWhole,
    /// The game cannot have a solution.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// The checksum of a text of bytes.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(bytes.len() as u64, |sum, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(sum ^ u64::from_le_bytes(word)).wrapping_add(sum)
    })
}

/// Takes the first bytes off a slice.
fn take<'a>(bytes: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (head, tail) = bytes.split_at_checked(count)?;
    *bytes = tail;
    Some(head)
}

fn take_array<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    take(bytes, N)?.try_into().ok()
}

impl<G: Game> Solution<G> {
    /// Writes the solution of the game with this spec to a file.
    pub fn save(&self, game: &G, spec: &str, path: &Path) -> Result<(), FileError> {
        if self.start != game.initial() {
            return Err(FileError::NotTheWhole);
        }
        fs::write(path, self.to_bytes(game, spec))
            .map_err(|error| FileError::Io { path: path.display().to_string(), error })
    }

    /// Reads the solution of the game with this spec.
    pub fn load(game: &G, spec: &str, path: &Path) -> Result<Solution<G>, FileError> {
        let name = path.display().to_string();
        let read = fs::File::open(path).and_then(|file| bounded::read_from(file, LONGEST));
        let bytes = read.map_err(|error| FileError::Io { path: name.clone(), error })?;
        Solution::from_bytes(game, spec, &bytes, name)
    }

    fn to_bytes(&self, game: &G, spec: &str) -> Vec<u8> {
        let values = || self.verdicts.iter().map(|verdict| verdict.to_bits());
        let is_narrow = values().all(|value| i8::try_from(value).is_ok());
        let mut bytes = MAGIC.to_vec();
        bytes.extend(FORMAT.to_le_bytes());
        bytes.extend(game.info().version.to_le_bytes());
        bytes.extend((spec.len() as u16).to_le_bytes());
        bytes.extend(spec.as_bytes());
        bytes.extend((self.verdicts.len() as u64).to_le_bytes());
        if is_narrow {
            bytes.push(1);
            bytes.extend(values().map(|value| value as u8));
        } else {
            bytes.push(2);
            bytes.extend(values().flat_map(i16::to_le_bytes));
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    fn from_bytes(game: &G, spec: &str, bytes: &[u8], path: String) -> Result<Solution<G>, FileError> {
        let mut rest = bytes;
        if take(&mut rest, MAGIC.len()) != Some(MAGIC) {
            return Err(FileError::NotASolution { path });
        }
        match take_array(&mut rest).map(u32::from_le_bytes) {
            Some(FORMAT) => {}
            Some(format) => return Err(FileError::Format { path, format }),
            None => return Err(FileError::Damaged { path }),
        }
        // Nothing else is believed before the checksum is right.
        let Some((body, sum)) = bytes.split_last_chunk::<8>().filter(|(body, _)| body.len() > 12) else {
            return Err(FileError::Damaged { path });
        };
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(FileError::Damaged { path });
        }
        let mut rest = &body[MAGIC.len() + 4..];
        let Some(contents) = read_contents(&mut rest) else { return Err(FileError::Damaged { path }) };
        let version = game.info().version;
        if (contents.spec, contents.version) != (spec, version) {
            let found = format!("{} (version {} of the rules)", contents.spec, contents.version);
            let wanted = format!("{spec} (version {version})");
            return Err(FileError::OtherGame { path, found, wanted });
        }
        let places = Places::new(game, contents.verdicts.len())?;
        if places.size() != contents.verdicts.len() {
            return Err(FileError::Damaged { path });
        }
        Ok(Solution { start: game.initial(), places, verdicts: contents.verdicts })
    }
}

struct Contents<'a> {
    version: u32,
    spec: &'a str,
    verdicts: Vec<Verdict>,
}

/// What comes after the format.
fn read_contents<'a>(rest: &mut &'a [u8]) -> Option<Contents<'a>> {
    let version = u32::from_le_bytes(take_array(rest)?);
    let length = u16::from_le_bytes(take_array(rest)?);
    let spec = std::str::from_utf8(take(rest, usize::from(length))?).ok()?;
    let count = usize::try_from(u64::from_le_bytes(take_array(rest)?)).ok()?;
    let [width] = take_array(rest)?;
    let values = take(rest, count.checked_mul(usize::from(width))?)?;
    let verdicts = match width {
        1 => values.iter().map(|&value| Verdict::from_bits(i16::from(value as i8))).collect(),
        2 => {
            values.chunks(2).map(|pair| Verdict::from_bits(i16::from_le_bytes([pair[0], pair[1]]))).collect()
        }
        _ => return None,
    };
    rest.is_empty().then_some(Contents { version, spec, verdicts })
}
