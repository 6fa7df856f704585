//! The puzzles that come with the program: data, made by the commands that their files name.

use std::sync::OnceLock;

use crate::puzzle::Sheet;

/// Every sheet, in the order of the games' names.
pub fn shipped() -> &'static [Sheet] {
    static SHEETS: OnceLock<Vec<Sheet>> = OnceLock::new();
    SHEETS.get_or_init(|| {
        let read = |text: &&str| Sheet::read(text).expect("the sheets of the program can be read");
        TEXTS.iter().map(read).collect()
    })
}

/// The sheet of a game, by its spec.
pub fn of_game(spec: &str) -> Option<&'static Sheet> {
    shipped().iter().find(|sheet| sheet.game == spec)
}

/// The sheets of a game by its id, whatever its parameters are: it may have its puzzles on a smaller board.
pub fn of_family(id: &str) -> impl Iterator<Item = &'static Sheet> {
    shipped().iter().filter(move |sheet| sheet.game.split(':').next() == Some(id))
}

const TEXTS: [&str; 16] = [
    include_str!("../puzzles/alquerque.jsonl"),
    include_str!("../puzzles/checkers.jsonl"),
    include_str!("../puzzles/chess.jsonl"),
    include_str!("../puzzles/connect6.jsonl"),
    include_str!("../puzzles/five-field-kono.jsonl"),
    include_str!("../puzzles/freckers.jsonl"),
    include_str!("../puzzles/havannah-5.jsonl"),
    include_str!("../puzzles/international-draughts.jsonl"),
    include_str!("../puzzles/lines-of-action.jsonl"),
    include_str!("../puzzles/nine-mens-morris.jsonl"),
    include_str!("../puzzles/othello.jsonl"),
    include_str!("../puzzles/outer-open-gomoku.jsonl"),
    include_str!("../puzzles/tapatan.jsonl"),
    include_str!("../puzzles/tic-tac-toe.jsonl"),
    include_str!("../puzzles/tsoro-yematatu.jsonl"),
    include_str!("../puzzles/xiangqi.jsonl"),
];
