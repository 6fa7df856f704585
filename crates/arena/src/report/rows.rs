//! One row per game, for other people's tools: CSV and Parquet.

use std::io::Write;
use std::sync::Arc;

use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

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

/// What the values of a column are.
#[derive(Clone, Copy)]
enum Kind {
    Whole,
    Number,
    Flag,
    Word,
    /// A word that may be missing.
    Note,
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

#[derive(Clone, Copy)]
enum Cell<'a> {
    Whole(i64),
    Number(f64),
    Flag(bool),
    Word(&'a str),
    Nothing,
}

impl<'a> Row<'a> {
    /// The cells in the order of the columns.
    fn cells(&self) -> [Cell<'a>; COLUMNS.len()] {
        let Row { roster, pairing, game } = *self;
        let whole = |value: u64| Cell::Whole(value as i64);
        let agent = |index: usize| Cell::Word(&roster.agents[pairing.agents[index]].name);
        let spent = |spent: &Spent| {
            [
                whole(spent.moves),
                Cell::Number(spent.seconds),
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
            Cell::Word(&roster.rules[pairing.rules].spec),
            Cell::Whole(i64::from(pairing.round) + 1),
            Cell::Whole(i64::from(game.pair) + 1),
            agent(0),
            agent(1),
            Cell::Flag(game.a_first),
            Cell::Whole(i64::from(game.gain)),
            Cell::Number(f64::from(game.score)),
            Cell::Whole(i64::from(game.plies)),
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
            game.fault.as_deref().map_or(Cell::Nothing, Cell::Word),
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
                Cell::Whole(value) => self.0.write_field(value.to_string()),
                Cell::Number(value) => self.0.write_field(value.to_string()),
                Cell::Flag(value) => self.0.write_field(value.to_string()),
                Cell::Word(value) => self.0.write_field(value),
                Cell::Nothing => self.0.write_field(""),
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
pub struct ParquetRows<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    columns: Vec<Column>,
    rows: usize,
}

/// Rows that are written together.
const GROUP: usize = 131_072;

enum Column {
    Wholes(Vec<i64>),
    Numbers(Vec<f64>),
    Flags(Vec<bool>),
    Words(Vec<ByteArray>),
    /// The words that are there, and for each row whether it has one.
    Notes(Vec<ByteArray>, Vec<i16>),
}

impl Column {
    fn of(kind: Kind) -> Column {
        match kind {
            Kind::Whole => Column::Wholes(Vec::new()),
            Kind::Number => Column::Numbers(Vec::new()),
            Kind::Flag => Column::Flags(Vec::new()),
            Kind::Word => Column::Words(Vec::new()),
            Kind::Note => Column::Notes(Vec::new(), Vec::new()),
        }
    }

    fn push(&mut self, cell: Cell<'_>) {
        match (self, cell) {
            (Column::Wholes(values), Cell::Whole(value)) => values.push(value),
            (Column::Numbers(values), Cell::Number(value)) => values.push(value),
            (Column::Flags(values), Cell::Flag(value)) => values.push(value),
            (Column::Words(values), Cell::Word(value)) => values.push(value.into()),
            (Column::Notes(values, there), Cell::Word(value)) => {
                values.push(value.into());
                there.push(1);
            }
            (Column::Notes(_, there), Cell::Nothing) => there.push(0),
            _ => unreachable!("the cells of a row are of the kinds of the columns"),
        }
    }
}

impl<W: Write + Send> ParquetRows<W> {
    /// Begins with the schema.
    pub fn new(out: W) -> Result<ParquetRows<W>, ParquetError> {
        let fields = COLUMNS.map(|(name, kind)| match kind {
            Kind::Whole => format!("REQUIRED INT64 {name};"),
            Kind::Number => format!("REQUIRED DOUBLE {name};"),
            Kind::Flag => format!("REQUIRED BOOLEAN {name};"),
            Kind::Word => format!("REQUIRED BYTE_ARRAY {name} (UTF8);"),
            Kind::Note => format!("OPTIONAL BYTE_ARRAY {name} (UTF8);"),
        });
        let schema = parse_message_type(&format!("message games {{ {} }}", fields.join(" ")))?;
        let properties = WriterProperties::builder().set_created_by("agon".to_owned()).build();
        let writer = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))?;
        let columns = COLUMNS.map(|(_, kind)| Column::of(kind)).into();
        Ok(ParquetRows { writer, columns, rows: 0 })
    }

    /// Adds a game.
    pub fn add(&mut self, row: &Row<'_>) -> Result<(), ParquetError> {
        for (column, cell) in self.columns.iter_mut().zip(row.cells()) {
            column.push(cell);
        }
        self.rows += 1;
        if self.rows == GROUP { self.write_group() } else { Ok(()) }
    }

    /// Writes what is left, and the index.
    pub fn finish(mut self) -> Result<(), ParquetError> {
        if self.rows > 0 {
            self.write_group()?;
        }
        self.writer.close().map(|_| ())
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        for (column, (_, kind)) in self.columns.iter_mut().zip(COLUMNS) {
            let mut out = group.next_column()?.expect("the schema has every column");
            match column {
                Column::Wholes(values) => out.typed::<Int64Type>().write_batch(values, None, None)?,
                Column::Numbers(values) => out.typed::<DoubleType>().write_batch(values, None, None)?,
                Column::Flags(values) => out.typed::<BoolType>().write_batch(values, None, None)?,
                Column::Words(values) => out.typed::<ByteArrayType>().write_batch(values, None, None)?,
                Column::Notes(values, there) => {
                    out.typed::<ByteArrayType>().write_batch(values, Some(there), None)?
                }
            };
            out.close()?;
            *column = Column::of(kind);
        }
        group.close()?;
        self.rows = 0;
        Ok(())
    }
}
