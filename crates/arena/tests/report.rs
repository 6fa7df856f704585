//! Rows of games, as other programs read them.

use std::fs::File;
use std::path::Path;

use agon_arena::bout::Spent;
use agon_arena::ledger::{Entry, Named, Pairing, Roster, RuleSet};
use agon_arena::report::{CsvRows, ParquetRows, Row};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;

fn roster() -> Roster {
    let named = |name: &str| Named { name: name.to_owned(), spec: "random".to_owned() };
    let rules = RuleSet { spec: "othello".to_owned(), version: 1, openings: Vec::new() };
    Roster { agents: vec![named("ada"), named("b, \"bo\"")], rules: vec![rules] }
}

fn game(number: u64) -> Entry {
    Entry {
        number,
        pairing: 0,
        pair: 4,
        a_first: number.is_multiple_of(2),
        gain: -1,
        score: -0.25,
        plies: 58,
        spent: [Spent { moves: 29, seconds: 1.5, nodes: 7, ..Spent::default() }, Spent::default()],
        fault: (number == 2).then(|| "crashed".to_owned()),
    }
}

#[test]
fn csv_and_parquet_hold_the_same_rows() {
    let (roster, pairing) = (roster(), Pairing { round: 0, rules: 0, agents: [0, 1] });
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rows.parquet");
    let mut text = Vec::new();
    let mut csv = CsvRows::new(&mut text).unwrap();
    let mut parquet = ParquetRows::new(File::create(&file).unwrap()).unwrap();
    for number in 1..=3 {
        let row = Row { roster: &roster, pairing: &pairing, game: &game(number) };
        csv.add(&row).unwrap();
        parquet.add(&row).unwrap();
    }
    csv.finish().unwrap();
    parquet.finish().unwrap();

    let text = String::from_utf8(text).unwrap();
    let expected =
        "2,othello,1,5,ada,\"b, \"\"bo\"\"\",true,-1,-0.25,58,29,1.5,7,0,0,0,0,0,0,0,0,0,0,0,crashed";
    assert_eq!(text.lines().nth(2), Some(expected));
    assert_eq!(text.lines().count(), 4);

    let reader = SerializedFileReader::new(File::open(&file).unwrap()).unwrap();
    let rows: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 3);
    let names: Vec<&str> = rows[0].get_column_iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(Some(names.join(",").as_str()), text.lines().next());
    assert_eq!(rows[1].get_long(0).unwrap(), 2);
    assert_eq!(rows[1].get_string(5).unwrap(), "b, \"bo\"");
    assert!(rows[1].get_bool(6).unwrap());
    assert_eq!(rows[1].get_double(11).unwrap(), 1.5);
    assert_eq!(rows[1].get_string(24).unwrap(), "crashed");
    assert!(rows[0].is_null(24).unwrap());
}

#[test]
fn a_parquet_file_without_games_is_still_one() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("empty.parquet");
    ParquetRows::new(File::create(&file).unwrap()).unwrap().finish().unwrap();
    let reader = SerializedFileReader::new(File::open(&file).unwrap()).unwrap();
    assert_eq!(reader.metadata().file_metadata().num_rows(), 0);
}
