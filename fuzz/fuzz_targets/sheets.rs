//! Any text at all, read as a rule sheet: a sentence that says what is wrong, or rules that can be played within a budget.
#![no_main]

use agon_core::{Clocks, Game, Random};
use agon_gdl::error::Exhausted;
use agon_gdl::game::SheetGame;
use agon_gdl::join::Budget;
use agon_gdl::machine::Machine;
use agon_gdl::sheet::Sheet;
use libfuzzer_sys::fuzz_target;

const SMALL: Budget = Budget { work: 100_000, facts: 10_000, links: 20_000 };

/// A few steps by random moves, as far as the rules allow.
fn walk(machine: &Machine) -> Result<(), Exhausted> {
    let mut random = Random::new(1);
    let mut state = machine.initial();
    for _ in 0..8 {
        if machine.is_terminal(&state)? {
            break;
        }
        let mut moves = Vec::new();
        for role in 0..machine.roles().len() {
            let mut legal = Vec::new();
            machine.legal(&state, role, &mut legal)?;
            if legal.is_empty() {
                return Ok(());
            }
            moves.push(legal[random.below(legal.len() as u32) as usize]);
        }
        state = machine.next(&state, &moves)?;
    }
    Ok(())
}

/// The same as a game like any other, with everything that is written and read.
fn play(game: &SheetGame) {
    let mut random = Random::new(1);
    let (mut position, mut moves) = (game.initial(), Vec::new());
    for _ in 0..8 {
        if game.generate(&position, &mut moves).is_some() {
            break;
        }
        let mv = random.pick(&moves);
        assert!(!game.write_move(&position, mv).is_empty());
        let _ = game.read_position(&game.write_position(&position, Clocks::default()));
        game.play(&mut position, mv);
    }
}

fuzz_target!(|text: &str| {
    match Sheet::read(text) {
        Ok(sheet) => {
            if let Ok(machine) = Machine::new(&sheet, SMALL) {
                let _ = walk(&machine);
            }
            if let Ok(game) = SheetGame::read("fuzzed", text, SMALL) {
                play(&game);
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
