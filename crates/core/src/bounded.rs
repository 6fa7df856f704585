//! Reading what others wrote, which may never end: a device, a pipe, a program gone wild.

use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;

/// No file that people write is longer.
const LONGEST: u64 = 1 << 28;

/// The bytes of a file, unless there are too many.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_from(File::open(path)?, LONGEST)
}

/// The text of a file, unless it is too long or not UTF-8.
pub fn read_to_string(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(|_| invalid("it is not a text in UTF-8"))
}

/// Everything that can be read, unless it is more than `most` bytes.
pub fn read_from(input: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(invalid(&format!("it is longer than {} MiB", most >> 20)));
    }
    Ok(bytes)
}

/// One line of some input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// A line without its end; what is no UTF-8 in it is replaced.
    Text(String),
    /// A line of more bytes than allowed, which was passed over.
    TooLong,
    /// There are no more.
    End,
}

/// The next line of at most `most` bytes. A longer one costs no memory; one that goes on and on is an error.
pub fn line(input: &mut dyn BufRead, most: usize) -> io::Result<Line> {
    let (mut line, mut length) = (Vec::new(), 0_usize);
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() && length == 0 {
            return Ok(Line::End);
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        let fits = line.len() + part.len() <= most;
        if fits && length == line.len() {
            line.extend_from_slice(part);
        }
        let (is_last, used) = (end.is_some() || buffer.is_empty(), part.len() + usize::from(end.is_some()));
        length = length.saturating_add(part.len());
        input.consume(used);
        if length as u64 > 4 * LONGEST {
            return Err(invalid("a line has no end"));
        }
        if is_last {
            let whole = length == line.len();
            return Ok(if whole {
                Line::Text(String::from_utf8_lossy(&line).into_owned())
            } else {
                Line::TooLong
            });
        }
    }
}

fn invalid(reason: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason.to_owned())
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Cursor, repeat};

    use super::*;

    #[test]
    fn lines_come_one_by_one_and_long_ones_are_passed_over() {
        let text = b"one\n\nl\xe9ft\nfar too long a line\nlast".to_vec();
        let mut input = BufReader::with_capacity(3, Cursor::new(text));
        let mut next = || line(&mut input, 8).unwrap();
        assert_eq!(next(), Line::Text("one".to_owned()));
        assert_eq!(next(), Line::Text(String::new()));
        assert_eq!(next(), Line::Text("l\u{fffd}ft".to_owned()));
        assert_eq!(next(), Line::TooLong);
        assert_eq!(next(), Line::Text("last".to_owned()));
        assert_eq!(next(), Line::End);
        assert_eq!(next(), Line::End);
    }

    #[test]
    fn what_never_ends_is_not_read_to_its_end() {
        let error = read_from(repeat(0), 1 << 20).unwrap_err();
        assert_eq!(error.to_string(), "it is longer than 1 MiB");
        assert_eq!(read_from(Cursor::new(b"abc"), 3).unwrap(), b"abc");
    }
}
