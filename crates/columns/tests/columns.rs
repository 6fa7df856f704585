//! What is written is what another implementation of the format reads.

use std::fs::File;
use std::path::Path;

use agon_columns::{Kind, ParquetTable, Value};
use parquet::basic::Encoding;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Row, RowAccessor};

const COLUMNS: [(&str, Kind); 8] = [
    ("flag", Kind::Flag),
    ("small", Kind::Small),
    ("whole", Kind::Whole),
    ("single", Kind::Single),
    ("number", Kind::Number),
    ("bytes", Kind::Bytes),
    ("word", Kind::Word),
    ("note", Kind::Note),
];

fn write(name: &str, rows: usize, group: usize) -> SerializedFileReader<File> {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut table = ParquetTable::new(File::create(&path).unwrap(), "rows", &COLUMNS, group).unwrap();
    for row in 0..rows {
        let values = [
            Value::Flag(row % 3 == 0),
            Value::Small(-(row as i32)),
            // Few different values: by dictionary; of the numbers beside them there are too many.
            Value::Whole((row % 5) as i64 - 1),
            Value::Single(row as f32 / 2.0),
            Value::Number(-0.1 * row as f64),
            Value::Bytes(&vec![7; row % 4]),
            Value::Word(["", "a", "Zug", "ход"][row / 3 % 4]),
            if row % 7 == 2 { Value::Word("late") } else { Value::Nothing },
        ];
        table.add(values).unwrap();
    }
    table.finish(&[("plan", "{\"seed\":1}")]).unwrap();
    SerializedFileReader::new(File::open(&path).unwrap()).unwrap()
}

#[test]
fn another_reader_sees_the_same_values() {
    // Sizes around those of a byte of bits, of a group and of several groups.
    for (rows, group) in [(0, 10), (1, 10), (8, 10), (9, 100), (10, 10), (1000, 64), (1000, 4096)] {
        let reader = write("same.parquet", rows, group);
        assert_eq!(reader.metadata().num_row_groups(), rows.div_ceil(group));
        assert_eq!(reader.metadata().file_metadata().num_rows(), rows as i64);
        let read: Vec<Row> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
        assert_eq!(read.len(), rows);
        for (row, values) in read.iter().enumerate() {
            assert_eq!(values.get_bool(0).unwrap(), row % 3 == 0);
            assert_eq!(values.get_int(1).unwrap(), -(row as i32));
            assert_eq!(values.get_long(2).unwrap(), (row % 5) as i64 - 1);
            assert_eq!(values.get_float(3).unwrap(), row as f32 / 2.0);
            assert_eq!(values.get_double(4).unwrap(), -0.1 * row as f64);
            assert_eq!(values.get_bytes(5).unwrap().data(), vec![7; row % 4]);
            assert_eq!(values.get_string(6).unwrap(), ["", "a", "Zug", "ход"][row / 3 % 4]);
            assert_eq!(values.is_null(7).unwrap(), row % 7 != 2);
            if row % 7 == 2 {
                assert_eq!(values.get_string(7).unwrap(), "late");
            }
        }
    }
}

#[test]
fn what_repeats_is_written_once() {
    let reader = write("repeats.parquet", 1000, 4096);
    let by_dictionary = |column: usize| {
        let chunk = reader.metadata().row_group(0).column(column).clone();
        chunk.encodings().any(|encoding| encoding == Encoding::RLE_DICTIONARY)
    };
    assert_eq!(
        (0..8).map(by_dictionary).collect::<Vec<_>>(),
        [false, false, true, false, false, true, true, true]
    );
    assert!(reader.metadata().row_group(0).column(2).compressed_size() < 1000);
}

#[test]
fn names_and_notes_are_in_the_index() {
    let reader = write("notes.parquet", 3, 2);
    let metadata = reader.metadata().file_metadata();
    let notes = metadata.key_value_metadata().unwrap();
    assert_eq!((notes[0].key.as_str(), notes[0].value.as_deref()), ("plan", Some("{\"seed\":1}")));
    assert_eq!(metadata.created_by(), Some("agon"));
    let names: Vec<&str> = metadata.schema_descr().columns().iter().map(|column| column.name()).collect();
    assert_eq!(names, COLUMNS.map(|(name, _)| name));
}
