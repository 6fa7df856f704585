//! The compact protocol of Thrift, in which Parquet describes what it holds.

/// The types of fields.
const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// A structure that is being written, field by field in the order of their numbers.
pub(crate) struct Struct {
    bytes: Vec<u8>,
    last: u8,
}

impl Struct {
    pub(crate) fn new() -> Struct {
        Struct { bytes: Vec::new(), last: 0 }
    }

    /// A field that the format defines as a number of 32 bits, or as one of a list of words.
    pub(crate) fn number(&mut self, field: u8, value: i64) {
        self.begin(field, I32);
        self.zigzag(value);
    }

    /// A field that the format defines as a number of 64 bits.
    pub(crate) fn long(&mut self, field: u8, value: i64) {
        self.begin(field, I64);
        self.zigzag(value);
    }

    pub(crate) fn text(&mut self, field: u8, text: &str) {
        self.begin(field, BINARY);
        self.bytes_of(text);
    }

    pub(crate) fn structure(&mut self, field: u8, value: Struct) {
        self.begin(field, STRUCT);
        self.bytes.extend(value.end());
    }

    pub(crate) fn numbers(&mut self, field: u8, values: &[i64]) {
        self.list(field, I32, values.len());
        for &value in values {
            self.zigzag(value);
        }
    }

    pub(crate) fn texts(&mut self, field: u8, texts: &[&str]) {
        self.list(field, BINARY, texts.len());
        for text in texts {
            self.bytes_of(text);
        }
    }

    pub(crate) fn structs(&mut self, field: u8, values: Vec<Struct>) {
        self.list(field, STRUCT, values.len());
        for value in values {
            self.bytes.extend(value.end());
        }
    }

    /// The bytes of the whole structure.
    pub(crate) fn end(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }

    fn begin(&mut self, field: u8, kind: u8) {
        // A field says how far its number is from the last one's; those of Parquet are never 16 apart.
        self.bytes.push((field - self.last) << 4 | kind);
        self.last = field;
    }

    fn list(&mut self, field: u8, kind: u8, length: usize) {
        self.begin(field, LIST);
        if length < 15 {
            self.bytes.push((length as u8) << 4 | kind);
        } else {
            self.bytes.push(0xf0 | kind);
            varint(&mut self.bytes, length as u64);
        }
    }

    fn bytes_of(&mut self, text: &str) {
        varint(&mut self.bytes, text.len() as u64);
        self.bytes.extend(text.as_bytes());
    }

    fn zigzag(&mut self, value: i64) {
        varint(&mut self.bytes, (value << 1 ^ value >> 63) as u64);
    }
}

/// Seven bits a byte, the lowest first.
pub(crate) fn varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}
