//! Tables as Parquet files, for other people's tools.
//!
//! This writes the part of the format that every reader knows: flat columns, uncompressed, one page each per group of rows, as
//! they are or by way of a dictionary. The library that can do everything takes longer to compile than half of the games.

mod column;
mod pack;
mod thrift;

use std::io::{self, Write};

use column::{Buffer, Chunk};
use thrift::Struct;

/// What the values of a column are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// True or false.
    Flag,
    /// A whole number of 32 bits.
    Small,
    /// A whole number of 64 bits.
    Whole,
    /// A number of 32 bits.
    Single,
    /// A number of 64 bits.
    Number,
    /// Bytes of any meaning.
    Bytes,
    /// Text.
    Word,
    /// Text that may be missing.
    Note,
}

/// A value in a row.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value<'a> {
    /// Of [`Kind::Flag`].
    Flag(bool),
    /// Of [`Kind::Small`].
    Small(i32),
    /// Of [`Kind::Whole`].
    Whole(i64),
    /// Of [`Kind::Single`].
    Single(f32),
    /// Of [`Kind::Number`].
    Number(f64),
    /// Of [`Kind::Bytes`].
    Bytes(&'a [u8]),
    /// Of [`Kind::Word`] or [`Kind::Note`].
    Word(&'a str),
    /// A missing [`Kind::Note`].
    Nothing,
}

/// The first and the last bytes of every Parquet file.
const MAGIC: &[u8] = b"PAR1";

/// A table that is being written.
pub struct ParquetTable<W: Write> {
    out: W,
    name: &'static str,
    columns: Vec<Buffer>,
    /// Rows that are written together.
    group: usize,
    /// Rows that wait for their group to be full.
    waiting: usize,
    written: u64,
    position: u64,
    groups: Vec<Group>,
}

/// What the index tells of a group of rows.
struct Group {
    rows: usize,
    chunks: Vec<Chunk>,
}

impl<W: Write> ParquetTable<W> {
    /// Begins a table with these columns; `group` rows are written together.
    pub fn new(
        mut out: W,
        name: &'static str,
        columns: &[(&'static str, Kind)],
        group: usize,
    ) -> io::Result<ParquetTable<W>> {
        out.write_all(MAGIC)?;
        let columns = columns.iter().map(|&(name, kind)| Buffer::new(name, kind)).collect();
        let position = MAGIC.len() as u64;
        Ok(ParquetTable { out, name, columns, group, waiting: 0, written: 0, position, groups: Vec::new() })
    }

    /// Adds a row.
    ///
    /// # Panics
    /// If the values are not one of each column's kind.
    pub fn add<'a>(&mut self, row: impl IntoIterator<Item = Value<'a>>) -> io::Result<()> {
        let mut row = row.into_iter();
        for column in &mut self.columns {
            column.push(row.next().expect("a row has a value for every column"));
        }
        assert!(row.next().is_none(), "a row has no more values than there are columns");
        self.waiting += 1;
        if self.waiting == self.group { self.write_group() } else { Ok(()) }
    }

    /// Writes what is left, and the index with `notes`, which are names and texts.
    pub fn finish(mut self, notes: &[(&str, &str)]) -> io::Result<()> {
        if self.waiting > 0 {
            self.write_group()?;
        }
        let index = self.index(notes);
        self.out.write_all(&index)?;
        self.out.write_all(&(index.len() as u32).to_le_bytes())?;
        self.out.write_all(MAGIC)?;
        self.out.flush()
    }

    fn write_group(&mut self) -> io::Result<()> {
        let rows = self.waiting;
        let mut chunks = Vec::with_capacity(self.columns.len());
        for column in &mut self.columns {
            let (chunk, bytes) = column.take(self.position)?;
            self.out.write_all(&bytes)?;
            self.position += bytes.len() as u64;
            chunks.push(chunk);
        }
        self.groups.push(Group { rows, chunks });
        self.written += rows as u64;
        self.waiting = 0;
        Ok(())
    }

    /// `FileMetaData`, as the format calls it.
    fn index(&self, notes: &[(&str, &str)]) -> Vec<u8> {
        let mut root = Struct::new();
        root.text(4, self.name);
        root.number(5, self.columns.len() as i64);
        let mut schema = vec![root];
        schema.extend(self.columns.iter().map(Buffer::schema));
        let groups = self.groups.iter().map(|group| {
            let chunks = self.columns.iter().zip(&group.chunks).map(|(column, chunk)| chunk.index(column));
            let mut index = Struct::new();
            index.structs(1, chunks.collect());
            index.long(2, group.chunks.iter().map(|chunk| chunk.size as i64).sum());
            index.long(3, group.rows as i64);
            index
        });
        let notes = notes.iter().map(|(name, text)| {
            let mut note = Struct::new();
            note.text(1, name);
            note.text(2, text);
            note
        });
        let mut index = Struct::new();
        index.number(1, 1);
        index.structs(2, schema);
        index.long(3, self.written as i64);
        index.structs(4, groups.collect());
        index.structs(5, notes.collect());
        index.text(6, "agon");
        index.end()
    }
}
