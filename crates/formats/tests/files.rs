//! Files in the styles of real programs, twenty per format. Beside them lies what an independent program makes of each game:
//! the game, the number of moves, the result and the last position (`-` where no other program was at hand).

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use agon_core::{Outcome, Random};
use agon_formats::{Format, Games};
use agon_games::Shipped;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(name)
}

/// A line of `expected.tsv`.
struct Expected {
    file: String,
    number: usize,
    game: String,
    moves: usize,
    result: String,
    position: String,
}

fn expected(folder: &Path) -> Vec<Expected> {
    let text = fs::read_to_string(folder.join("expected.tsv")).unwrap();
    let read = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [file, number, game, moves, result, position] = fields[..] else { panic!("{line}") };
        Expected {
            file: file.to_owned(),
            number: number.parse().unwrap(),
            game: game.to_owned(),
            moves: moves.parse().unwrap(),
            result: result.to_owned(),
            position: position.to_owned(),
        }
    };
    text.lines().map(read).collect()
}

/// Reads every game of a folder, compares it with what is expected, and sends it through its own format and back.
fn check(name: &str) {
    let folder = folder(name);
    let expected = expected(&folder);
    let files: BTreeSet<&str> = expected.iter().map(|game| game.file.as_str()).collect();
    let there = fs::read_dir(&folder).unwrap().count() - 1;
    assert!(files.len() == there && there >= 20, "{name}: {} files of {there} are expected", files.len());
    for file in files {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        let games = Games::parse(&text, None, None, &Shipped)
            .unwrap_or_else(|error| panic!("{name}/{file}: {error}"));
        let of_file: Vec<&Expected> = expected.iter().filter(|game| game.file == file).collect();
        assert_eq!(games.count(), of_file.len(), "games in {name}/{file}");
        for wanted in of_file {
            let place = format!("{name}/{file}, game {}", wanted.number);
            let read = games.read(wanted.number).unwrap_or_else(|error| panic!("{place}: {error}"));
            let result =
                read.record.result.map_or_else(|| "-".to_owned(), |outcome: Outcome| outcome.to_string());
            let found = (read.record.game.as_str(), read.record.moves.len(), result.as_str());
            assert_eq!(found, (wanted.game.as_str(), wanted.moves, wanted.result.as_str()), "{place}");
            let position = read.rules.replay(&read.record).unwrap().position();
            if wanted.position != "-" {
                // Clocks follow the lists of squares in draughts, and the others do not write them.
                let position = position.split(":H").next().unwrap();
                assert_eq!(position, wanted.position, "{place}");
            }
            for &format in Format::of_game(&read.rules.info().id) {
                let text =
                    agon_formats::write(read.rules.as_ref(), &read.record, &read.header, format).unwrap();
                let again = Games::parse(&text, None, None, &Shipped).unwrap();
                let again =
                    again.read(1).unwrap_or_else(|error| panic!("{place} as {format}: {error}\n{text}"));
                assert_eq!(again.record, read.record, "{place} as {format}:\n{text}");
            }
        }
    }
}

#[test]
fn chess_games_of_many_programs_are_read() {
    check("pgn");
}

#[test]
fn draughts_games_of_many_programs_are_read() {
    check("pdn");
}

#[test]
fn games_in_sgf_of_many_programs_are_read() {
    check("sgf");
}

#[test]
fn othello_games_of_many_programs_are_read() {
    check("othello");
}

#[test]
fn xiangqi_games_of_many_programs_are_read() {
    check("xiangqi");
}

/// Whatever happens to a file on its way, the answer is a game or a sentence.
#[test]
fn damaged_files_are_answered() {
    let mut random = Random::new(7);
    let signs = ['(', ')', '[', ']', '{', '}', ';', '"', '\\', ':', '-', '1', 'x', '\n', 'é', '\u{0}', '½'];
    for name in ["pgn", "pdn", "sgf", "othello", "xiangqi"] {
        for file in expected(&folder(name)).iter().filter(|game| game.number == 1) {
            let text = fs::read_to_string(folder(name).join(&file.file)).unwrap();
            for _ in 0..12 {
                let mut damaged: Vec<char> = text.chars().collect();
                for _ in 0..=random.below(4) {
                    let at = random.below(damaged.len() as u32) as usize;
                    match random.below(4) {
                        0 => damaged[at] = random.pick(&signs),
                        1 => damaged.insert(at, random.pick(&signs)),
                        2 => drop(damaged.drain(at..damaged.len().min(at + 9))),
                        _ => damaged.truncate(at + 1),
                    }
                    if damaged.is_empty() {
                        damaged.push(' ');
                    }
                }
                let damaged: String = damaged.into_iter().collect();
                let Ok(games) = Games::parse(&damaged, None, None, &Shipped) else { continue };
                for number in 1..=games.count() {
                    if let Err(error) = games.read(number) {
                        assert!(!error.to_string().contains('\n'), "{error}");
                    }
                }
            }
        }
    }
}
