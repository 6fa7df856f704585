//! One row per game, for other people's tools: CSV and Parquet.

use std::io::{self, Write};

use agon_columns::{Kind, ParquetTable, Value};

use crate::bout::Spent;
use crate::ledger::{Entry, Pairing, Roster};

/// A finished game with everything that is known about it but its moves. Results are agent a's.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    /// Whose numbers the pairing refers to.
    pub roster: &'a Roster,
    /// Who met at what.
    pub pairing: &'a Pairing,
    /// The game.
    pub game: &'a Entry,
}

const COLUMNS: [(&str, Kind); 25] = [
    ("number", Kind::Whole),
    ("game", Kind::Word),
    ("round", Kind::Whole),
    ("pair", Kind::Whole),
    ("agent_a", Kind::Word),
    ("agent_b", Kind::Word),
    ("a_first", Kind::Flag),
    ("gain", Kind::Whole),
    ("score", Kind::Number),
    ("plies", Kind::Whole),
    ("a_moves", Kind::Whole),
    ("a_seconds", Kind::Number),
    ("a_nodes", Kind::Whole),
    ("a_evaluations", Kind::Whole),
    ("a_playouts", Kind::Whole),
    ("a_depth_sum", Kind::Whole),
    ("a_late", Kind::Whole),
    ("b_moves", Kind::Whole),
    ("b_seconds", Kind::Number),
    ("b_nodes", Kind::Whole),
    ("b_evaluations", Kind::Whole),
    ("b_playouts", Kind::Whole),
    ("b_depth_sum", Kind::Whole),
    ("b_late", Kind::Whole),
    ("fault", Kind::Note),
];

impl<'a> Row<'a> {
    /// The cells in the order of the columns.
    fn cells(&self) -> [Value<'a>; COLUMNS.len()] {
        let Row { roster, pairing, game } = *self;
        let whole = |value: u64| Value::Whole(value as i64);
        let agent = |index: usize| Value::Word(&roster.agents[pairing.agents[index]].name);
        let spent = |spent: &Spent| {
            [
                whole(spent.moves),
                Value::Number(spent.seconds),
                whole(spent.nodes),
                whole(spent.evaluations),
                whole(spent.playouts),
                whole(spent.depth),
                whole(spent.late),
            ]
        };
        let [a0, a1, a2, a3, a4, a5, a6] = spent(&game.spent[0]);
        let [b0, b1, b2, b3, b4, b5, b6] = spent(&game.spent[1]);
        [
            whole(game.number),
            Value::Word(&roster.rules[pairing.rules].spec),
            Value::Whole(i64::from(pairing.round) + 1),
            Value::Whole(i64::from(game.pair) + 1),
            agent(0),
            agent(1),
            Value::Flag(game.a_first),
            Value::Whole(i64::from(game.gain)),
            Value::Number(f64::from(game.score)),
            Value::Whole(i64::from(game.plies)),
            a0,
            a1,
            a2,
            a3,
            a4,
            a5,
            a6,
            b0,
            b1,
            b2,
            b3,
            b4,
            b5,
            b6,
            game.fault.as_deref().map_or(Value::Nothing, Value::Word),
        ]
    }
}

/// Games as comma-separated values with a line of titles.
pub struct CsvRows<W: Write>(csv::Writer<W>);

impl<W: Write> CsvRows<W> {
    /// Begins with the titles.
    pub fn new(out: W) -> csv::Result<CsvRows<W>> {
        let mut writer = csv::Writer::from_writer(out);
        writer.write_record(COLUMNS.map(|(name, _)| name))?;
        Ok(CsvRows(writer))
    }

    /// Adds a game.
    pub fn add(&mut self, row: &Row<'_>) -> csv::Result<()> {
        for cell in row.cells() {
            match cell {
                Value::Whole(value) => self.0.write_field(value.to_string()),
                Value::Number(value) => self.0.write_field(value.to_string()),
                Value::Flag(value) => self.0.write_field(value.to_string()),
                Value::Word(value) => self.0.write_field(value),
                Value::Nothing => self.0.write_field(""),
                value => unreachable!("no column holds {value:?}"),
            }?;
        }
        self.0.write_record(None::<&[u8]>)
    }

    /// Writes what is left.
    pub fn finish(mut self) -> csv::Result<()> {
        Ok(self.0.flush()?)
    }
}

/// Games as a Parquet file, column by column.
pub struct ParquetRows<W: Write>(ParquetTable<W>);

/// Rows that are written together.
const GROUP: usize = 131_072;

impl<W: Write> ParquetRows<W> {
    /// Begins with nothing.
    pub fn new(out: W) -> io::Result<ParquetRows<W>> {
        ParquetTable::new(out, "games", &COLUMNS, GROUP).map(ParquetRows)
    }

    /// Adds a game.
    pub fn add(&mut self, row: &Row<'_>) -> io::Result<()> {
        self.0.add(row.cells())
    }

    /// Writes what is left, and the index.
    pub fn finish(self) -> io::Result<()> {
        self.0.finish(&[])
    }
}
