//! Words typed at a game: each is a legal move, or an error that lists them; whatever is legal gets played.
#![no_main]

use agon_games::{catalogue, find};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let games: Vec<String> = catalogue().map(|info| info.id.to_string()).collect();
    let rules = find(&games[usize::from(input.0) % games.len()]).expect("the catalogue knows its games");
    let mut played = rules.start(None).expect("every game has an initial position");
    for word in input.1.split_whitespace() {
        match played.find_move(word) {
            Ok(index) => played.play(index),
            // A number plays the move with that index, so that the fuzzer gets deep into games.
            Err(_) => {
                if let (Ok(number), true) = (word.parse::<usize>(), played.move_count() > 0) {
                    played.play(number % played.move_count());
                }
            }
        }
    }
    let record = played.record();
    let again = rules.replay(&record).expect("a record can be replayed");
    assert_eq!(again.position(), played.position());
});
