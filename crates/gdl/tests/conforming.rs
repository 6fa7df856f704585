//! Every promise of a game, kept by every sheet.

use agon_core::{Game, conformance};
use agon_gdl::game::SheetGame;
use agon_gdl::join::Budget;
use agon_gdl::machine::Machine;
use agon_gdl::sheet::Sheet;

use crate::sheets;
use crate::walk::compare;

#[test]
fn sheets_keep_the_promises_of_games() {
    for name in [
        "tic-tac-toe",
        "tapatan",
        "five-field-kono",
        "connect-four",
        "breakthrough",
        "hex",
        "amazons",
        "checkers",
    ] {
        conformance::check(&sheets::game(name)).unwrap_or_else(|broken| panic!("{name}: {broken}"));
    }
}

#[test]
fn gates_agree_with_forward_chaining() {
    for (name, text) in sheets::ALL {
        let sheet = Sheet::read(text).unwrap();
        assert!(sheet.notes.is_empty(), "{name}: {:?}", sheet.notes);
        let gates = Machine::new(&sheet, Budget::default()).unwrap();
        assert!(gates.grounded().is_some(), "{name} has gates");
        let chain = Machine::chained(&sheet, Budget::default()).unwrap();
        assert!(compare(&gates, &chain, 1, 12).unwrap() > 0, "{name}");
    }
}

#[test]
fn a_sheet_without_gates_is_played_too() {
    let text = sheets::text("tic-tac-toe");
    let sheet = Sheet::read(text).unwrap();
    let chained = Machine::chained(&sheet, Budget::default()).unwrap();
    let game = SheetGame::of("chained", text, &sheet, chained, Budget::default()).unwrap();
    assert_eq!(agon_core::perft::perft(&game, &game.initial(), 3), 504);
    conformance::check(&game).unwrap();
    // Nobody knows which facts can hold, but those that were met are shown while they do.
    let mut position = game.initial();
    for mv in ["(mark b 2)", "(mark a 1)"] {
        let mv = game.read_move(&position, mv).unwrap();
        game.play(&mut position, mv);
    }
    let cells = game.layout().cells;
    let shown = (0..cells.len()).filter(|&cell| game.piece(&position, cell).is_some());
    let mut shown: Vec<&str> = shown.map(|cell| cells[cell].name.as_str()).collect();
    shown.sort_unstable();
    assert_eq!(shown.join(" "), game.write_position(&position, agon_core::Clocks::default()));
    assert!(shown.len() == 3 && shown.contains(&"(cell a 1 o)"), "{shown:?}");
}
