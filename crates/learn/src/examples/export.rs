//! Examples for other programs: Parquet.

use std::io;
use std::path::Path;

use agon_columns::{Kind, ParquetTable, Value};
use agon_core::Player;
use agon_core::atomic::Draft;

use super::{Collection, Example};
use crate::error::LearnError;

const COLUMNS: [(&str, Kind); 10] = [
    ("game", Kind::Whole),
    ("ply", Kind::Small),
    ("child", Kind::Small),
    ("mover", Kind::Small),
    ("to_move", Kind::Small),
    ("visits", Kind::Whole),
    ("utility", Kind::Single),
    ("ended", Kind::Flag),
    ("result", Kind::Small),
    ("state", Kind::Bytes),
];

/// Rows that are written at a time.
const GROUP: usize = 1 << 16;

/// Writes every example of a collection to a Parquet file, the plan in its metadata. Players are 0 and 1; the result is 1, 0 or -1
/// for the first player. Returns the number of rows.
pub fn export(collection: &Collection, path: &Path) -> Result<usize, LearnError> {
    let failed =
        |error: io::Error| LearnError::Export { path: path.display().to_string(), why: error.to_string() };
    let mut draft = Draft::new(path).map_err(failed)?;
    let plan = serde_json::to_string(collection.plan()).unwrap_or_default();
    let mut table = ParquetTable::new(draft.out(), "example", &COLUMNS, GROUP).map_err(failed)?;
    let (mut count, mut outcome) = (0, Ok(()));
    collection.each(|example, result| {
        if outcome.is_ok() {
            outcome = table.add(row(&example, result));
            count += 1;
        }
    })?;
    outcome.and_then(|()| table.finish(&[("agon", &plan)])).map_err(failed)?;
    draft.finish().map_err(failed)?;
    Ok(count)
}

/// The values in the order of the columns.
fn row(example: &Example, result: i32) -> [Value<'_>; COLUMNS.len()] {
    let player = |player: Player| Value::Small(player.index() as i32);
    [
        Value::Whole(example.game as i64),
        Value::Small(example.ply as i32),
        Value::Small(example.child as i32),
        player(example.mover),
        player(example.to_move),
        Value::Whole(example.visits as i64),
        Value::Single(example.utility),
        Value::Flag(example.ended),
        Value::Small(result),
        Value::Bytes(&example.state),
    ]
}
