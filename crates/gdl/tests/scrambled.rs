//! Nothing depends on names: sheets whose words are replaced play the same. And what cannot be played is said.

use std::collections::HashMap;

use agon_core::perft::perft;
use agon_core::{Game, Random};
use agon_gdl::game::SheetGame;
use agon_gdl::join::Budget;
use agon_gdl::kif::{self, Form, Node};
use agon_gdl::lanes::Lanes;

use crate::sheets;

const KEYWORDS: [&str; 15] = [
    "role", "init", "true", "does", "next", "legal", "goal", "terminal", "base", "input", "not", "or", "and",
    "distinct", "<=",
];

/// Replaces every word that is neither a keyword nor a number of points.
fn scramble(node: &Node, names: &mut HashMap<String, String>, text: &mut String) {
    match &node.form {
        Form::Word(word) if KEYWORDS.contains(&word.as_str()) => text.push_str(word),
        Form::Word(word) => {
            let fresh = agon_core::hash::mix(names.len() as u64 + 1);
            let mark = if word.starts_with('?') { "?" } else { "" };
            text.push_str(names.entry(word.clone()).or_insert_with(|| format!("{mark}w{fresh:x}")));
        }
        Form::List(parts) => {
            text.push('(');
            let is_goal = node.head() == Some("goal");
            for (index, part) in parts.iter().enumerate() {
                text.push(' ');
                match part.word() {
                    Some(points) if is_goal && index == 2 => text.push_str(points),
                    _ => scramble(part, names, text),
                }
            }
            text.push(')');
        }
    }
}

#[test]
fn a_scrambled_sheet_has_the_same_game_and_the_same_board() {
    for (name, depth) in
        [("connect-four", 4), ("breakthrough", 2), ("othello", 4), ("checkers", 4), ("nine-mens-morris", 2)]
    {
        let (mut text, mut names) = (String::new(), HashMap::new());
        for node in kif::read(sheets::text(name)).unwrap() {
            scramble(&node, &mut names, &mut text);
        }
        let (plain, scrambled) =
            (sheets::game(name), SheetGame::read("scrambled", &text, Budget::default()).unwrap());
        assert_eq!(
            perft(&plain, &plain.initial(), depth),
            perft(&scrambled, &scrambled.initial(), depth),
            "{name}"
        );
        assert!(scrambled.has_board(), "{name}");
        let pieces = |game: &SheetGame| -> Vec<usize> {
            let cells = 0..game.layout().cells.len();
            let owner = |cell: usize| game.piece(&game.initial(), cell)?.owner;
            cells.map(|cell| owner(cell).map_or(2, agon_core::Player::index)).collect()
        };
        let (one, other) = (pieces(&plain), pieces(&scrambled));
        let count = |owners: &[usize], owner: usize| owners.iter().filter(|&&own| own == owner).count();
        assert_eq!(
            [0, 1, 2].map(|owner| count(&one, owner)),
            [0, 1, 2].map(|owner| count(&other, owner)),
            "{name}"
        );
    }
}

#[test]
fn what_cannot_be_played_is_said_in_one_sentence() {
    let refusal = |text: &str| SheetGame::read("x", text, Budget::default()).err().unwrap().to_string();
    let alone = "(role a) (legal a go) (next done) (goal a 100) (<= terminal (true done))";
    assert_eq!(refusal(alone), "the sheet has one role, a; expected two players");
    let three = format!("{alone} (role b) (role c) (legal b go) (legal c go) (goal b 0) (goal c 0)");
    assert_eq!(refusal(&three), "the sheet has 3 roles, a, b, c; expected two players");
    let at_once = format!("{alone} (role b) (legal a stay) (legal b go) (legal b stay) (goal b 0)");
    assert_eq!(
        refusal(&at_once),
        "both roles have a choice of moves at once; expected players who take turns"
    );
    let over =
        "(role a) (role b) (init x) (legal a go) (legal b go) (goal a 100) (goal b 0) (<= terminal (true x))";
    assert!(refusal(over).starts_with("the game is over before it begins"));
}

#[test]
fn a_sheet_without_a_board_is_a_list_of_facts() {
    // Nim: three heaps, who takes the last match wins.
    let text = "(role a) (role b) (init (control a)) (init (heap x 1)) (init (heap y 2)) (init (heap z 3))
        (other a b) (other b a) (less 0 1) (less 0 2) (less 0 3) (less 1 2) (less 1 3) (less 2 3)
        (<= (legal ?p (leave ?h ?m)) (true (control ?p)) (true (heap ?h ?n)) (less ?m ?n))
        (<= (legal ?q wait) (true (control ?p)) (other ?p ?q))
        (<= (next (control ?q)) (true (control ?p)) (other ?p ?q))
        (<= (next (heap ?h ?m)) (does ?p (leave ?h ?m)))
        (<= (next (heap ?h ?n)) (true (heap ?h ?n)) (not (touched ?h)))
        (<= (touched ?h) (does ?p (leave ?h ?m)))
        (<= left (true (heap ?h ?n)) (distinct ?n 0))
        (<= terminal (not left))
        (<= (goal ?q 100) (true (control ?p)) (other ?p ?q)) (<= (goal ?p 0) (true (control ?p)))";
    let game = SheetGame::read("nim", text, Budget::default()).unwrap();
    agon_core::conformance::check(&game).unwrap();
    let initial = game.initial();
    let mv = game.read_move(&initial, "(leave z 1)").unwrap();
    assert_eq!(game.write_move(&initial, mv), "leave-z-1");
    let written = game.write_position(&initial, agon_core::Clocks::default());
    assert_eq!(written, "(control a) (heap x 1) (heap y 2) (heap z 3)");
    assert!(
        game.read_position("(heap x 7)").unwrap_err().to_string().contains("'(heap x 7)' can never hold")
    );
}

#[test]
fn games_played_side_by_side_are_like_games_played_alone() {
    for name in ["tic-tac-toe", "connect-four", "breakthrough", "hex"] {
        let game = sheets::game(name);
        let circuit = &game.machine().grounded().unwrap().circuit;
        let sum = Lanes::new(circuit).play(circuit, &[game.initial()], 4000, 4096, &mut Random::new(5));
        assert_eq!((sum.games, sum.stopped, sum.simultaneous), (4000, 0, 0));
        let alone =
            agon_core::playout::tally(&game, &game.initial(), 600, game.limits(), &mut Random::new(6));
        let mean = sum.plies as f64 / sum.games as f64;
        let variance = sum.squared_plies as f64 / sum.games as f64 - mean * mean;
        let error = (alone.mean_plies_error().powi(2) + variance / sum.games as f64).sqrt();
        assert!((mean - alone.mean_plies()).abs() < 4.0 * error, "{name}: {mean} and {}", alone.mean_plies());
        let [own, other] = [(sum.results[0], sum.games), (alone.first, alone.games)]
            .map(|(won, games)| won as f64 / games as f64);
        let error = (0.25 / 4000.0 + 0.25 / 600.0_f64).sqrt();
        assert!((own - other).abs() < 4.0 * error, "{name}: {own} and {other}");
        let again = Lanes::new(circuit).play(circuit, &[game.initial()], 4000, 4096, &mut Random::new(5));
        assert_eq!(sum, again, "the same seed gives the same games");
    }
}
