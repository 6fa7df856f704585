//! One column: the values that wait for their group, and the pages that are made of them.

use std::collections::HashMap;
use std::io;

use crate::pack::{packed, run, width};
use crate::thrift::Struct;
use crate::{Kind, Value};

/// What the format calls the ways to write values.
const PLAIN: i64 = 0;
const RLE: i64 = 3;
const BY_DICTIONARY: i64 = 8;
/// What the format calls the kinds of pages.
const DATA_PAGE: i64 = 0;
const DICTIONARY_PAGE: i64 = 2;
/// A dictionary is used where values come at least this often on average.
const REPEATS: usize = 4;

/// The values of a column that wait for their group.
pub(crate) struct Buffer {
    name: &'static str,
    kind: Kind,
    /// The values that are there, as the format writes them; of flags one byte each.
    bytes: Vec<u8>,
    /// Where each of them ends.
    ends: Vec<usize>,
    /// For each row, 1 if it has a value.
    there: Vec<u32>,
}

/// Where the pages of a column are, and what is in them.
pub(crate) struct Chunk {
    rows: usize,
    pub(crate) size: usize,
    start: u64,
    /// Where the values begin, if a dictionary comes before them.
    values_after_dictionary: Option<u64>,
}

impl Buffer {
    pub(crate) fn new(name: &'static str, kind: Kind) -> Buffer {
        Buffer { name, kind, bytes: Vec::new(), ends: Vec::new(), there: Vec::new() }
    }

    pub(crate) fn push(&mut self, value: Value<'_>) {
        match (self.kind, value) {
            (Kind::Flag, Value::Flag(flag)) => self.bytes.push(u8::from(flag)),
            (Kind::Small, Value::Small(number)) => self.bytes.extend(number.to_le_bytes()),
            (Kind::Whole, Value::Whole(number)) => self.bytes.extend(number.to_le_bytes()),
            (Kind::Single, Value::Single(number)) => self.bytes.extend(number.to_le_bytes()),
            (Kind::Number, Value::Number(number)) => self.bytes.extend(number.to_le_bytes()),
            (Kind::Bytes, Value::Bytes(bytes)) => self.push_bytes(bytes),
            (Kind::Word | Kind::Note, Value::Word(word)) => self.push_bytes(word.as_bytes()),
            (Kind::Note, Value::Nothing) => return self.there.push(0),
            (kind, value) => panic!("{value:?} is not a value of column {}, which is of {kind:?}", self.name),
        }
        self.ends.push(self.bytes.len());
        self.there.push(1);
    }

    fn push_bytes(&mut self, bytes: &[u8]) {
        self.bytes.extend((bytes.len() as u32).to_le_bytes());
        self.bytes.extend(bytes);
    }

    /// What the index tells of the column: its `SchemaElement`.
    pub(crate) fn schema(&self) -> Struct {
        let mut schema = Struct::new();
        schema.number(1, self.physical());
        schema.number(3, i64::from(self.is_optional()));
        schema.text(4, self.name);
        if matches!(self.kind, Kind::Word | Kind::Note) {
            // Bytes in UTF-8.
            schema.number(6, 0);
        }
        schema
    }

    /// What the format calls the kind.
    fn physical(&self) -> i64 {
        match self.kind {
            Kind::Flag => 0,
            Kind::Small => 1,
            Kind::Whole => 2,
            Kind::Single => 4,
            Kind::Number => 5,
            Kind::Bytes | Kind::Word | Kind::Note => 6,
        }
    }

    fn is_optional(&self) -> bool {
        self.kind == Kind::Note
    }

    /// The pages of the values that wait, which will be written at `start`; afterwards none wait.
    pub(crate) fn take(&mut self, start: u64) -> io::Result<(Chunk, Vec<u8>)> {
        let rows = self.there.len();
        let mut pages = Vec::new();
        let mut page = Vec::new();
        if self.is_optional() {
            let mut levels = Vec::new();
            run(&mut levels, &self.there, 1);
            page.extend((levels.len() as u32).to_le_bytes());
            page.extend(levels);
        }
        let mut values_after_dictionary = None;
        let mut header = Struct::new();
        header.number(1, rows as i64);
        if self.kind == Kind::Flag {
            packed(&mut page, self.bytes.iter().map(|&flag| u32::from(flag)), 1);
            header.number(2, PLAIN);
        } else if let Some((dictionary, entries, numbers)) = self.dictionary() {
            let mut header_of_dictionary = Struct::new();
            header_of_dictionary.number(1, entries as i64);
            header_of_dictionary.number(2, PLAIN);
            write_page(&mut pages, DICTIONARY_PAGE, 7, header_of_dictionary, &dictionary)?;
            values_after_dictionary = Some(start + pages.len() as u64);
            let width = width(entries - 1);
            page.push(width as u8);
            run(&mut page, &numbers, width);
            header.number(2, BY_DICTIONARY);
        } else {
            page.extend(&self.bytes);
            header.number(2, PLAIN);
        }
        // How levels are written: whether values are there, and lists within lists, of which there are none.
        header.number(3, RLE);
        header.number(4, RLE);
        write_page(&mut pages, DATA_PAGE, 5, header, &page)?;
        *self = Buffer::new(self.name, self.kind);
        Ok((Chunk { rows, size: pages.len(), start, values_after_dictionary }, pages))
    }

    /// The different values in the order in which they come, how many they are, and for each value that is there the number
    /// of its equal. Nothing if there are so many that it would not save room.
    fn dictionary(&self) -> Option<(Vec<u8>, usize, Vec<u32>)> {
        let most = self.ends.len() / REPEATS;
        let (mut known, mut dictionary) = (HashMap::new(), Vec::new());
        let mut numbers = Vec::with_capacity(self.ends.len());
        let mut start = 0;
        for &end in &self.ends {
            let value = &self.bytes[start..end];
            start = end;
            let next = known.len() as u32;
            let number = *known.entry(value).or_insert(next);
            if number == next {
                if known.len() > most {
                    return None;
                }
                dictionary.extend(value);
            }
            numbers.push(number);
        }
        (!known.is_empty()).then_some((dictionary, known.len(), numbers))
    }
}

impl Chunk {
    /// What the index tells of the pages: their `ColumnChunk`.
    pub(crate) fn index(&self, column: &Buffer) -> Struct {
        let mut metadata = Struct::new();
        metadata.number(1, column.physical());
        match self.values_after_dictionary {
            None => metadata.numbers(2, &[PLAIN, RLE]),
            Some(_) => metadata.numbers(2, &[PLAIN, RLE, BY_DICTIONARY]),
        }
        metadata.texts(3, &[column.name]);
        // Not compressed.
        metadata.number(4, 0);
        metadata.long(5, self.rows as i64);
        metadata.long(6, self.size as i64);
        metadata.long(7, self.size as i64);
        metadata.long(9, self.values_after_dictionary.unwrap_or(self.start) as i64);
        if self.values_after_dictionary.is_some() {
            metadata.long(11, self.start as i64);
        }
        let mut chunk = Struct::new();
        chunk.long(2, self.start as i64);
        chunk.structure(3, metadata);
        chunk
    }
}

/// Writes a page behind its header, whose own part is the structure of number `field`.
fn write_page(pages: &mut Vec<u8>, kind: i64, field: u8, own: Struct, page: &[u8]) -> io::Result<()> {
    let size = i32::try_from(page.len())
        .map_err(|_| io::Error::other("a page of a Parquet file cannot have more than 2 GiB"))?;
    let mut header = Struct::new();
    header.number(1, kind);
    header.number(2, i64::from(size));
    header.number(3, i64::from(size));
    header.structure(field, own);
    pages.extend(header.end());
    pages.extend(page);
    Ok(())
}
