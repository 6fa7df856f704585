//! The sheets that come with the program.

use agon_gdl::game::SheetGame;
use agon_gdl::join::Budget;

/// The names and texts of all sheets.
pub(crate) const ALL: [(&str, &str); 12] = [
    ("tic-tac-toe", include_str!("../sheets/tic-tac-toe.kif")),
    ("tapatan", include_str!("../sheets/tapatan.kif")),
    ("othello", include_str!("../sheets/othello.kif")),
    ("nine-mens-morris", include_str!("../sheets/nine-mens-morris.kif")),
    ("checkers", include_str!("../sheets/checkers.kif")),
    ("lines-of-action", include_str!("../sheets/lines-of-action.kif")),
    ("gomoku", include_str!("../sheets/gomoku.kif")),
    ("five-field-kono", include_str!("../sheets/five-field-kono.kif")),
    ("connect-four", include_str!("../sheets/connect-four.kif")),
    ("breakthrough", include_str!("../sheets/breakthrough.kif")),
    ("hex", include_str!("../sheets/hex.kif")),
    ("amazons", include_str!("../sheets/amazons.kif")),
];

/// The text of a sheet.
pub(crate) fn text(name: &str) -> &'static str {
    ALL.iter().find(|(id, _)| *id == name).expect("the sheet is listed").1
}

/// The game of a sheet.
pub(crate) fn game(name: &str) -> SheetGame {
    SheetGame::read(name, text(name), Budget::default()).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Notes that something was not tested, and why.
pub(crate) fn skipped(what: &str) {
    use std::io::Write;

    if let Some(list) = std::env::var_os("AGON_SKIPPED") {
        let list = std::fs::File::options().append(true).create(true).open(list);
        writeln!(list.unwrap(), "{what}").unwrap();
    }
}
