//! The readers of positions and moves against text of every kind: an error or something that can be played on,
//! never a panic.

use agon_core::{Encode, Heuristic, Line, Random, conformance};
use agon_games::{Visitor, catalogue, find, visit};
use proptest::prelude::*;

struct CheckText<'a>(&'a str);

impl Visitor for CheckText<'_> {
    type Output = Result<bool, String>;

    fn visit<G: Encode + Heuristic>(self, game: G, _: String) -> Self::Output {
        conformance::check_text(&game, self.0)
    }
}

/// The text of a position some random moves into a game.
struct SomePosition(u64);

impl Visitor for SomePosition {
    type Output = String;

    fn visit<G: Encode + Heuristic>(self, game: G, _: String) -> String {
        let mut random = Random::new(self.0);
        let mut line = Line::new(&game);
        let mut moves = Vec::new();
        for _ in 0..random.below(80) {
            if line.generate(&game, &mut moves).is_some() {
                break;
            }
            line.push(&game, random.pick(&moves));
        }
        game.write_position(line.position(), line.clocks())
    }
}

fn any_game() -> impl Strategy<Value = &'static str> {
    let ids: Vec<&'static str> = catalogue().map(|info| &*info.id).collect();
    proptest::sample::select(ids)
}

/// The same cases on every run, so that a failure can be repeated; `cargo xtask fuzz` looks further afield.
fn config() -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(1),
        ..ProptestConfig::with_cases(3000)
    }
}

/// A row with more on it than the board has room for is not cut to fit.
#[test]
fn rows_that_are_too_long_are_refused() {
    let mut tried = 0;
    for info in catalogue() {
        let rules = find(&info.id).unwrap();
        let position = rules.start(None).unwrap().position();
        let (board, rest) = position.split_once(' ').unwrap_or((&position, ""));
        // Draughts boards are lists of squares.
        let rows: Vec<&str> = board.split('/').filter(|row| !row.contains(':')).collect();
        let letters = info.pieces.iter().flat_map(|kind| kind.letters);
        let longer: Vec<String> =
            letters.flat_map(|letter| [letter.to_string(), letter.to_string().repeat(3)]).collect();
        let extras = longer.iter().map(String::as_str).chain([".", "x1", "?"]);
        for (row, extra) in extras.flat_map(|extra| (0..rows.len()).map(move |row| (row, extra))) {
            let mut rows: Vec<String> = rows.iter().map(|&row| row.to_owned()).collect();
            rows[row] += extra;
            let text = format!("{} {rest}", rows.join("/"));
            assert!(rules.start(Some(&text)).is_err(), "{} takes {text}", info.id);
            tried += 1;
        }
    }
    assert!(tried > 1000, "only {tried}");
    let chess = find("chess").unwrap();
    let error =
        chess.start(Some("rnbqkbnrQQQ/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")).err().unwrap();
    assert!(error.to_string().ends_with("row 'rnbqkbnrQQQ' does not have 8 cells"), "{error}");
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_text_is_an_error_or_a_position(id in any_game(), text in "\\PC{0,80}") {
        visit(id, CheckText(&text)).unwrap().map_err(TestCaseError::fail)?;
    }

    /// Real positions with a few characters replaced, dropped or doubled: the mistakes people make.
    #[test]
    fn a_mistyped_position_is_an_error_or_a_position(
        id in any_game(),
        number in any::<u64>(),
        edits in proptest::collection::vec((any::<prop::sample::Index>(), any::<char>(), 0..4u8), 0..4),
    ) {
        let mut text: Vec<char> = visit(id, SomePosition(number)).unwrap().chars().collect();
        for (place, letter, edit) in edits {
            let place = place.index(text.len());
            match edit {
                0 => text[place] = letter,
                1 => text[place] = text[text.len() - 1 - place],
                2 => text.insert(place, text[place]),
                _ => { text.remove(place); }
            }
            if text.is_empty() {
                text.push('x');
            }
        }
        let text: String = text.into_iter().collect();
        visit(id, CheckText(&text)).unwrap().map_err(TestCaseError::fail)?;
    }

    #[test]
    fn any_word_is_a_legal_move_or_an_error_in_one_line(id in any_game(), word in "\\PC{0,12}") {
        let played = find(id).unwrap().start(None).unwrap();
        match played.find_move(&word) {
            Ok(index) => prop_assert!(index < played.move_count()),
            Err(error) => prop_assert!(!error.to_string().contains('\n')),
        }
    }

    #[test]
    fn any_spec_is_a_game_or_an_error(text in "[a-z0-9:=,-]{0,30}") {
        if let Ok(rules) = find(&text) {
            let again = find(rules.spec()).unwrap();
            prop_assert_eq!(again.spec(), rules.spec());
        }
    }
}
