//! Nothing depends on names: sheets whose words are replaced play the same. And what cannot be played is said.

use agon_core::perft::perft;
use agon_core::{Game, Player, Random};
use agon_gdl::game::SheetGame;
use agon_gdl::join::Budget;
use agon_gdl::lanes::Lanes;

use crate::scramble::scramble;
use crate::sheets;

const NIM: &str = include_str!("nim.kif");

#[test]
fn a_scrambled_sheet_has_the_same_game_and_the_same_board() {
    for (name, depth) in
        [("connect-four", 4), ("breakthrough", 2), ("othello", 4), ("checkers", 4), ("nine-mens-morris", 2)]
    {
        let text = scramble(sheets::text(name));
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
    let game = SheetGame::read("nim", NIM, Budget::default()).unwrap();
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
fn a_sheet_with_very_many_facts_is_one_cell() {
    let heaps = (0..200).map(|heap| format!("(init (heap h{heap} 1))")).collect::<Vec<_>>().join(" ");
    let game = SheetGame::read("nim", &format!("{NIM} {heaps}"), Budget::default()).unwrap();
    assert_eq!(game.layout().cells.len(), 1);
    assert!(!game.has_board() && game.machine().fluent_count() > 400);
    assert_eq!(game.info().pieces.len(), 1, "whoever draws a game asks for a piece");
}

#[test]
fn keywords_are_read_in_any_case_and_other_words_stay_as_they_are_written() {
    let mut text = NIM.replace("(heap y 2)", "(heap X 2)").replace("leave", "Leave");
    for keyword in ["role", "init", "true", "does", "next", "legal", "goal", "terminal", "not", "distinct"] {
        text = text.replace(&format!("({keyword} "), &format!("({} ", keyword.to_uppercase()));
    }
    let game = SheetGame::read("nim", &text.replace(" terminal", " Terminal"), Budget::default()).unwrap();
    let initial = game.initial();
    let written = game.write_position(&initial, agon_core::Clocks::default());
    assert_eq!(written, "(control a) (heap X 2) (heap x 1) (heap z 3)");
    let read = |text: &str| game.read_move(&initial, text).map(|mv| game.write_term(Player::First, mv));
    assert_eq!(read("(Leave x 0)").unwrap(), "(Leave x 0)");
    assert_eq!(read("Leave X 0").unwrap(), "(Leave X 0)", "each heap is one of its own");
    let problem = read("leave X 0").unwrap_err().to_string();
    assert_eq!(problem, "'leave X 0' could mean more than one move: Leave-X-0, Leave-x-0");
    assert_eq!(read("LEAVE-Z-2").unwrap(), "(Leave z 2)", "people need not care where it is clear");
    let read = |text: &str| game.read_position(text).map(|(position, _)| position);
    assert_eq!(read("(CONTROL A) (heap X 2) (HEAP x 1) (Heap Z 3)").unwrap(), initial);
}

#[test]
fn what_tells_the_turns_in_most_games_only_is_not_believed() {
    // 'aa' holds when a is to move, and after both have said 1, which is rare, when b is to move, too.
    let numbers = (1..=20).map(|number| format!("(number {number})")).collect::<Vec<_>>().join(" ");
    let text = format!(
        "(role a) (role b) (other a b) (other b a) {numbers} (init (control a)) (init aa) (init (step 1))
         (after 1 2) (after 2 3) (after 3 4) (after 4 5)
         (<= (legal ?p (say ?n)) (true (control ?p)) (number ?n)) (<= (legal ?q wait) (true (control ?p)) (other ?p ?q))
         (<= (next (control ?q)) (true (control ?p)) (other ?p ?q)) (<= (next (step ?t)) (true (step ?s)) (after ?s ?t))
         (<= (next aa) (true (control b))) (<= (next aa) (true twice))
         (<= (next once) (does a (say 1)) (true (step 1))) (<= (next twice) (does b (say 1)) (true once))
         (<= terminal (true (step 5))) (goal a 50) (goal b 50)"
    );
    let game = SheetGame::read("rare", &text, Budget::default()).unwrap();
    let mut position = game.initial();
    for (mover, mv) in [(Player::First, "say-1"), (Player::Second, "say-1"), (Player::First, "say-2")] {
        assert_eq!(game.to_move(&position), mover);
        let mv = game.read_move(&position, mv).unwrap();
        game.play(&mut position, mv);
    }
    assert_eq!(game.to_move(&position), Player::Second);
    let mut moves = Vec::new();
    assert!(game.generate(&position, &mut moves).is_none() && moves.len() == 20);
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
