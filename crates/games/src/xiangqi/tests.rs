use agon_core::{Line, MoveError, Outcome};

use super::*;

const CORE: Xiangqi = Xiangqi { repetition: Repetition::Core };
const AXF: Xiangqi = Xiangqi { repetition: Repetition::Axf };
const OLYMPIAD: Xiangqi = Xiangqi { repetition: Repetition::Olympiad };

fn position(fen: &str) -> Position {
    CORE.read_position(fen).unwrap().0
}

/// The ending after these moves, history included; all moves but the last must leave the game open.
fn play(game: Xiangqi, fen: &str, moves: &str) -> Option<Ending> {
    let (position, clocks) = game.read_position(fen).unwrap();
    let mut line = Line::from_position(&game, position, clocks);
    for text in moves.split_whitespace() {
        assert_eq!(line.generate(&game, &mut Vec::new()), None, "before {text}");
        line.push(&game, game.read_move(line.position(), text).unwrap());
    }
    line.generate(&game, &mut Vec::new())
}

/// The same four moves twice, which makes the first position occur three times.
fn twice(game: Xiangqi, fen: &str, cycle: &str) -> Option<Ending> {
    play(game, fen, &format!("{cycle} {cycle}"))
}

fn moves_from(fen: &str, point: &str) -> Vec<String> {
    let (position, mut moves) = (position(fen), Vec::new());
    CORE.generate(&position, &mut moves);
    let texts = moves.iter().map(|&mv| CORE.write_move(&position, mv));
    let mut to: Vec<String> = texts.filter_map(|text| Some(text.strip_prefix(point)?.to_owned())).collect();
    to.sort();
    to
}

const DRAW: Option<Ending> = Some(Ending::draw(Reason::Repetition));
const RED_CHECKS: Option<Ending> = Some(Ending::loss(Player::First, PERPETUAL_CHECK));
const RED_CHASES: Option<Ending> = Some(Ending::loss(Player::First, PERPETUAL_CHASE));

#[test]
fn pieces_move_as_they_should() {
    // A horse before a soldier and behind one, an elephant at the river, a soldier on either bank.
    assert_eq!(moves_from("3k5/9/9/9/9/3p5/9/9/3N5/4K4 w", "d1"), ["b0", "b2", "c3", "e3", "f0", "f2"]);
    assert_eq!(moves_from("3k5/9/9/9/9/9/9/3p5/3N5/4K4 w", "d1"), ["b0", "b2", "f0", "f2"]);
    assert_eq!(moves_from("3k5/9/9/9/9/2B6/1p7/9/9/4K4 w", "c4"), ["e2"]);
    assert_eq!(moves_from("3k5/9/9/4P4/9/9/9/9/9/5K3 w", "e6"), ["d6", "e7", "f6"]);
    assert_eq!(moves_from("3k5/9/9/9/9/9/4P4/9/9/5K3 w", "e3"), ["e4"]);
}

#[test]
fn a_cannon_needs_exactly_one_screen() {
    let fen = "4k4/9/r3c4/9/9/2p6/9/C1p1p3r/9/3K5 w";
    assert_eq!(moves_from(fen, "a2"), ["a0", "a1", "a3", "a4", "a5", "a6", "b2", "e2"]);
}

#[test]
fn generals_do_not_face_each_other() {
    // The advisor stands between them and may not leave the file; the general may not step onto it.
    assert_eq!(moves_from("4k4/9/9/9/9/9/9/9/4A4/4K4 w", "e1"), Vec::<String>::new());
    assert_eq!(moves_from("3k5/9/9/9/9/9/9/9/9/4K4 w", "e0"), ["e1", "f0"]);
    assert!(CORE.read_position("4k4/9/9/9/9/9/9/9/9/4K4 w").is_err());
}

#[test]
fn having_no_move_loses() {
    let stalemate = "3k5/9/4R4/9/9/9/9/9/9/3K5 b";
    assert!(CORE.read_position(stalemate).is_err(), "they face each other");
    let stalemate = "3k5/1R7/9/9/9/9/9/9/9/4K4 b";
    assert_eq!(play(CORE, stalemate, ""), Some(Ending::win(Player::First, Reason::NoMoves)));
    let mate = "3k5/1R7/9/9/9/9/9/9/R8/4K4 w";
    assert_eq!(play(CORE, mate, "a1a9"), Some(Ending::win(Player::First, CHECKMATE)));
}

#[test]
fn a_win_is_scored_by_material() {
    let (mut position, clocks) = CORE.read_position("3k4r/1R7/9/9/9/9/9/9/R8/4K4 w").unwrap();
    let score =
        |position: &Position, winner| CORE.score(position, Ending::win(winner, CHECKMATE), clocks.plies);
    assert_eq!(score(&position, Player::First), 9.0 / 50.5);
    assert_eq!(score(&position, Player::Second), -1.0 / 50.5);
    position = CORE.initial();
    assert_eq!(position.value(0), ALL_PIECES);
}

#[test]
fn perpetual_check_loses() {
    let fen = "3k5/9/9/9/9/9/4R4/9/9/5K3 w";
    let cycle = "e3d3 d9e9 d3e3 e9d9";
    assert_eq!(play(CORE, fen, cycle), None);
    assert_eq!(twice(CORE, fen, cycle), RED_CHECKS);
    assert_eq!(twice(AXF, fen, cycle), RED_CHECKS);
}

#[test]
fn one_quiet_move_makes_it_a_draw() {
    let fen = "3k5/9/9/9/9/9/4R4/9/9/5K3 w";
    assert_eq!(twice(CORE, fen, "e3d3 d9e9 d3a3 e9d9 a3b3 d9d8 b3e3 d8d9"), DRAW);
}

#[test]
fn mutual_perpetual_check_draws() {
    // Positions in which each side in turn is in check; the moves between them do not matter to the judge.
    let step = |fen: &str| Step { position: position(fen), mv: Move::new(0, 1) };
    let red = step("3k5/9/9/9/9/9/4r4/9/9/4K4 w");
    let black = step("3k5/9/9/9/9/9/3R5/9/9/4K4 b");
    assert_eq!(CORE.judge_repetition(&[red.clone(), black.clone()]), Ending::draw(Reason::Repetition));
    let quiet = step("3k5/9/9/9/9/9/4R4/9/9/4K4 w");
    let verdict = CORE.judge_repetition(&[quiet, black]);
    assert_eq!(verdict, Ending::loss(Player::First, PERPETUAL_CHECK));
    assert!(red.position.in_check);
}

#[test]
fn chasing_an_unprotected_piece_loses_under_axf_only() {
    let fen = "4k4/9/9/9/c8/9/9/9/9/1R3K3 w";
    let cycle = "b0a0 a5b5 a0b0 b5a5";
    assert_eq!(twice(AXF, fen, cycle), RED_CHASES);
    assert_eq!(twice(CORE, fen, cycle), DRAW);
    let colours_changed = "3k3r1/9/9/9/9/8C/9/9/9/4K4 b";
    let verdict = twice(AXF, colours_changed, "h9i9 i4h4 i9h9 h4i4");
    assert_eq!(verdict, Some(Ending::loss(Player::Second, PERPETUAL_CHASE)));
}

#[test]
fn what_is_not_a_chase() {
    // The chariot on i5 protects the cannon.
    assert_eq!(twice(AXF, "4k4/9/9/9/c7r/9/9/9/9/1R3K3 w", "b0a0 a5b5 a0b0 b5a5"), DRAW);
    // A chariot can take the chariot that attacks it.
    assert_eq!(twice(AXF, "4k4/9/9/9/r8/9/9/9/9/1R3K3 w", "b0a0 a5b5 a0b0 b5a5"), DRAW);
    // Soldiers may chase.
    assert_eq!(twice(AXF, "4k4/9/1c7/P8/9/9/9/9/9/5K3 w", "a6b6 b7a7 b6a6 a7b7"), DRAW);
    // A soldier that has not crossed the river may be chased.
    assert_eq!(twice(AXF, "4k4/9/9/p8/9/9/9/9/9/1R3K3 w", "b0a0 e9d9 a0b0 d9e9"), DRAW);
    // Two pieces in turn are not one and the same.
    let fen = "4k4/9/9/9/c1c6/9/9/9/9/2R2K3 w";
    assert_eq!(twice(AXF, fen, "c0a0 e9d9 a0c0 d9e9"), DRAW);
}

#[test]
fn a_horse_chases_even_a_protected_chariot() {
    let fen = "4k4/9/9/9/9/2r5r/3N5/9/9/5K3 w";
    let cycle = "d3e5 c4b4 e5d3 b4c4";
    assert_eq!(twice(AXF, fen, cycle), RED_CHASES);
    assert_eq!(twice(CORE, fen, cycle), DRAW);
}

#[test]
fn a_pinned_chariot_is_chased_by_its_like() {
    // The black chariot on e5 cannot leave the file: it does not answer the attack along the rank.
    let fen = "4k4/9/9/9/4r4/8R/9/4R4/9/5K3 w";
    let free = "4k4/9/9/9/4r4/8R/9/3R5/9/5K3 w";
    let attack = |fen: &str| {
        let position = position(fen);
        let mv = CORE.read_move(&position, "i4i5").unwrap();
        repetition::chased(&position, mv).count_ones()
    };
    assert_eq!((attack(fen), attack(free)), (1, 0));
}

#[test]
fn at_the_olympiad_the_repeater_loses() {
    let fen = "3k5/9/9/9/9/9/4R4/9/9/5K3 w";
    let verdict = play(OLYMPIAD, fen, "e3d3 d9e9 d3e3 e9d9");
    assert_eq!(verdict, Some(Ending::loss(Player::Second, REPEATED)));
    // Red's third move closes a cycle that began after the first.
    let verdict = play(OLYMPIAD, fen, "e3e4 d9d8 e4e5 d8d9 e5e4");
    assert_eq!(verdict, Some(Ending::loss(Player::First, REPEATED)));
}

#[test]
fn no_capture_for_sixty_moves_draws() {
    let fen = "3k5/9/9/9/9/9/4R4/9/9/5K3 w - - 119 90";
    assert_eq!(play(CORE, fen, "e3e4"), Some(Ending::draw(Reason::NoProgress)));
    assert_eq!(OLYMPIAD.limits().ply_cap, Some(200));
}

#[test]
fn many_ways_to_write_a_move() {
    let read = |position: &Position, text: &str| {
        CORE.read_move(position, text).map(|mv| CORE.write_move(position, mv))
    };
    let start = CORE.initial();
    for (text, meant) in [
        ("h2e2", "h2e2"),
        ("H2-E2", "h2e2"),
        ("C2=5", "h2e2"),
        ("c2.5", "h2e2"),
        ("N8+7", "b0c2"),
        ("H8+7", "b0c2"),
        ("E3+5", "g0e2"),
        ("A4+5", "f0e1"),
        ("P7+1", "c3c4"),
        ("R1+2", "i0i2"),
    ] {
        assert_eq!(read(&start, text).unwrap(), meant, "{text}");
    }
    let black = position("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b");
    assert_eq!(read(&black, "n8+7").unwrap(), "h9g7");
    let tandem = position("3k5/9/9/9/9/R8/9/9/R8/4K4 w");
    assert_eq!(read(&tandem, "+R=5").unwrap(), "a4e4");
    assert_eq!(read(&tandem, "R-+1").unwrap(), "a1a2");
    assert!(matches!(read(&tandem, "R9+1"), Err(MoveError::Ambiguous { .. })));
    // Three soldiers on a file, and two files with two: what Fairy-Stockfish writes.
    let three = position("rnbakabnr/9/1c5c1/p1p1P1p1p/4P4/9/P3P3P/1C5C1/9/RNBAKABNR w");
    for (text, meant) in [("15=6", "e6d6"), ("25=6", "e5d5"), ("35+1", "e3e4")] {
        assert_eq!(read(&three, text).unwrap(), meant, "{text}");
    }
    let pairs = position("5k3/9/3P5/3P1P1P1/5P3/9/9/9/9/4K4 w");
    for (text, meant) in [("16=5", "d7e7"), ("26=7", "d6c6"), ("14+1", "f6f7"), ("24=3", "f5g5")] {
        assert_eq!(read(&pairs, text).unwrap(), meant, "{text}");
    }
    let black = position("4k4/9/9/9/9/9/p8/p8/p8/5K3 b");
    assert_eq!(read(&black, "21=2").unwrap(), "a2b2");
}

#[test]
fn impossible_positions_are_refused() {
    for (fen, problem) in [
        ("9/9/9/9/9/9/9/9/9/4K4 w", "Black has no general"),
        ("4k4/9/9/9/9/9/9/4K4/4K4/9 w", "too many generals"),
        ("9/9/9/4k4/9/9/9/9/9/4K4 w", "Black's general can never stand on e6"),
        ("3k5/9/9/9/9/9/9/9/4B4/4K4 w", "Red's elephant can never stand on e1"),
        ("3k5/9/9/9/9/9/9/9/3A5/4K4 w", "Red's advisor can never stand on d1"),
        ("3k5/9/9/9/9/1P7/9/9/9/4K4 w", "Red's soldier can never stand on b4"),
        ("3k5/RRR6/9/9/9/9/9/9/9/4K4 b", "too many chariots"),
        ("3k5/9/9/9/9/9/9/9/3R5/4K4 w", "could take the enemy general"),
        ("3k5/9/9/9/9/9/9/9/9/4K4 w KQ -", "are '-', not 'KQ'"),
        ("3k5/9/9/9/9/9/9/9/9/4K4 w - - 5 x", "move number"),
        ("3k5/9/9/9/9/9/9/9/9/4K4 x", "side to move"),
        ("3k5/9/9/9/9/9/9/9/9/4Ké3 w", "'é' is not a piece"),
    ] {
        let error = CORE.read_position(fen).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
}

#[test]
fn like_pieces_are_alike() {
    // The chariots change places.
    let fen = "3k5/9/9/9/9/9/9/9/9/R3K3R w";
    let mut line = Line::from_position(&CORE, position(fen), Clocks::default());
    for text in "a0a5 d9d8 i0i4 d8d9 a5i5 d9d8 i4a4 d8d9 a4a0 d9d8 i5i0 d8d9".split(' ') {
        line.push(&CORE, CORE.read_move(line.position(), text).unwrap());
    }
    assert_eq!(line.occurrences(), 2);
}

#[test]
fn records_tell_the_rule() {
    let rules = crate::find("xiangqi:repetition=axf").unwrap();
    let mut played = rules.start(Some("4k4/9/9/9/c8/9/9/9/9/1R3K3 w")).unwrap();
    for text in "b0a0 a5b5 a0b0 b5a5 b0a0 a5b5 a0b0 b5a5".split(' ') {
        let found = played.find_move(text).unwrap();
        played.play(found);
    }
    assert_eq!(played.ending().unwrap().outcome, Outcome::Win(Player::Second));
    assert_eq!(played.record().ending.as_deref(), Some("Black wins: Red chased a piece perpetually."));
}
