//! Any text at all, read as a position of any game: an error, or a position that keeps every promise.
#![no_main]

use agon_core::{Encode, Heuristic, conformance};
use agon_games::{Visitor, catalogue, visit};
use libfuzzer_sys::fuzz_target;

struct Read<'a>(&'a str);

impl Visitor for Read<'_> {
    type Output = ();

    fn visit<G: Encode + Heuristic>(self, game: G, spec: String) {
        if let Err(broken) = conformance::check_text(&game, self.0) {
            panic!("{spec}: {broken}");
        }
    }
}

fuzz_target!(|input: (u8, &str)| {
    let games: Vec<String> = catalogue().map(|info| info.id.to_string()).collect();
    let id = &games[usize::from(input.0) % games.len()];
    visit(id, Read(input.1)).expect("the catalogue knows its games");
});
