//! Examples for other programs: Parquet.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::sync::Arc;

use agon_core::Player;
use agon_core::atomic::Draft;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, FloatType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use super::store::{Example, Store, StoreError};

const SCHEMA: &str = "
    message example {
        REQUIRED INT64 game;
        REQUIRED INT32 ply;
        REQUIRED INT32 child;
        REQUIRED INT32 mover;
        REQUIRED INT32 to_move;
        REQUIRED INT64 visits;
        REQUIRED FLOAT utility;
        REQUIRED BOOLEAN ended;
        REQUIRED INT32 result;
        REQUIRED BYTE_ARRAY state;
    }
";

/// Where rows are written to.
type Out<'file> = &'file mut BufWriter<File>;

/// Rows that are written at a time.
const GROUP: usize = 1 << 16;

/// Writes every example of a store to a Parquet file, the plan in its metadata. Players are 0 and 1; the result is 1, 0 or -1
/// for the first player. Returns the number of rows.
pub fn export(store: &Store, path: &Path) -> Result<usize, StoreError> {
    let failed = |why: String| StoreError::Export { path: path.display().to_string(), why };
    let mut draft = Draft::new(path).map_err(|error| failed(error.to_string()))?;
    let plan = serde_json::to_string(store.plan()).unwrap_or_default();
    let metadata = vec![KeyValue::new("agon".to_owned(), plan)];
    let properties = WriterProperties::builder().set_key_value_metadata(Some(metadata)).build();
    let schema = parse_message_type(SCHEMA).expect("the schema is right");
    let mut writer = SerializedFileWriter::new(draft.out(), Arc::new(schema), Arc::new(properties))
        .map_err(|error| failed(error.to_string()))?;
    let (mut rows, mut count, mut outcome) = (Vec::with_capacity(GROUP), 0, Ok(()));
    store.each(|example, result| {
        if outcome.is_ok() {
            rows.push((example, result));
            count += 1;
            if rows.len() == GROUP {
                outcome = write_group(&mut writer, &rows);
                rows.clear();
            }
        }
    })?;
    outcome
        .and_then(|()| if rows.is_empty() { Ok(()) } else { write_group(&mut writer, &rows) })
        .and_then(|()| writer.close().map(|_| ()))
        .map_err(|error| failed(error.to_string()))?;
    draft.finish().map_err(|error| failed(error.to_string()))?;
    Ok(count)
}

fn write_group(
    writer: &mut SerializedFileWriter<Out<'_>>,
    rows: &[(Example, i32)],
) -> Result<(), ParquetError> {
    let mut group = writer.next_row_group()?;
    let player = |player: Player| player.index() as i32;
    write::<Int64Type>(&mut group, rows, |row| row.0.game as i64)?;
    write::<Int32Type>(&mut group, rows, |row| row.0.ply as i32)?;
    write::<Int32Type>(&mut group, rows, |row| row.0.child as i32)?;
    write::<Int32Type>(&mut group, rows, |row| player(row.0.mover))?;
    write::<Int32Type>(&mut group, rows, |row| player(row.0.to_move))?;
    write::<Int64Type>(&mut group, rows, |row| row.0.visits as i64)?;
    write::<FloatType>(&mut group, rows, |row| row.0.utility)?;
    write::<BoolType>(&mut group, rows, |row| row.0.ended)?;
    write::<Int32Type>(&mut group, rows, |row| row.1)?;
    write::<ByteArrayType>(&mut group, rows, |row| ByteArray::from(row.0.state.clone()))?;
    group.close()?;
    Ok(())
}

/// Writes the next column.
fn write<T: parquet::data_type::DataType>(
    group: &mut SerializedRowGroupWriter<'_, Out<'_>>,
    rows: &[(Example, i32)],
    value: impl Fn(&(Example, i32)) -> T::T,
) -> Result<(), ParquetError> {
    let values: Vec<T::T> = rows.iter().map(value).collect();
    let mut column = group.next_column()?.expect("there are as many columns as the schema names");
    column.typed::<T>().write_batch(&values, None, None)?;
    column.close()
}
