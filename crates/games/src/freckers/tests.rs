use super::*;

const REFEREE: Freckers = Freckers { landing: Landing::Free };
const PADS: Freckers = Freckers { landing: Landing::Pads };

fn read(text: &str) -> Position {
    REFEREE.read_position(text).unwrap().0
}

fn legal(game: Freckers, text: &str) -> Vec<String> {
    let position = read(text);
    let mut moves = Vec::new();
    assert_eq!(game.generate(&position, &mut moves), None);
    moves.iter().map(|&mv| game.write_move(&position, mv)).collect()
}

fn after(text: &str, mv: &str) -> String {
    let mut position = read(text);
    let mv = REFEREE.read_move(&position, mv).unwrap();
    REFEREE.play(&mut position, mv);
    REFEREE.write_position(&position, Clocks::default())
}

/// Red's frog on a1 can jump over b2 to water on c3, from there over c4 to the pad on c5.
const OVER_WATER: &str = "R7/1B6/8/2B5/2*5/8/RRRRR3/4BBBB r 0";

#[test]
fn a_chain_may_touch_water_unless_pads_are_asked_for() {
    assert!(legal(REFEREE, OVER_WATER).contains(&"a1-c5".to_owned()));
    assert_eq!(legal(PADS, OVER_WATER), ["grow"]);
    let with_pad = "R7/1B6/2*5/2B5/2*5/8/RRRRR3/4BBBB r 0";
    assert_eq!(legal(PADS, with_pad), ["a1-c3", "a1-c5", "grow"]);
}

#[test]
fn a_chain_is_traced_landing_by_landing() {
    let position = read(OVER_WATER);
    let mv = REFEREE.read_move(&position, "a1-c5").unwrap();
    assert_eq!(REFEREE.trace(&position, mv).path, [0, 18, 34]);
    for spelling in ["A1C5", "a1-c3-c5", "0,0:DR,D", "a1:c5"] {
        assert_eq!(REFEREE.read_move(&position, spelling), Ok(mv), "{spelling}");
    }
    // The same upside down, for Blue.
    let position = read("4RRRR/BBBBB3/8/2*5/2R5/8/1R6/B7 b 0");
    let mv = REFEREE.read_move(&position, "7,0:UR,U").unwrap();
    assert_eq!(REFEREE.write_move(&position, mv), "a8-c4");
}

#[test]
fn frogs_never_go_back() {
    // Pads all around one frog of each side.
    let red = legal(REFEREE, "8/8/1***4/1*R*4/1***2BB/8/BBBB4/RRRRR3 r 0");
    assert_eq!(red, ["c4-b4", "c4-d4", "c4-b5", "c4-c5", "c4-d5", "grow"]);
    let blue = legal(REFEREE, "BBBBB3/8/1***4/1*B*4/1***4/8/RRRRRR2/8 b 0");
    assert_eq!(blue, ["c4-b4", "c4-d4", "c4-b3", "c4-c3", "c4-d3", "grow"]);
}

#[test]
fn the_pad_behind_a_frog_sinks_and_growing_fills_the_water() {
    let start = "*RRRRRR*/1******1/8/8/8/8/1******1/*BBBBBB* r 0";
    assert_eq!(after(start, "b1-b2"), "*1RRRRR*/1R*****1/8/8/8/8/1******1/*BBBBBB* b 0");
    assert_eq!(after(start, "GROW"), "*RRRRRR*/********/8/8/8/8/1******1/*BBBBBB* b 0");
    let grow = REFEREE.trace(&read(start), Move::Grow);
    assert_eq!((grow.action.as_deref(), grow.changed), (Some("grow"), vec![8, 15]));
    // Growing is legal even when nothing is left to grow.
    let full = after(start, "grow").replace(" b ", " r ");
    assert_eq!(after(&full, "grow"), full.replace(" r ", " b "));
}

#[test]
fn six_frogs_across_win_and_the_margin_counts() {
    let mut position = read("4BBBB/8/8/8/8/BB6/5R2/RRRRR*2 r 12");
    REFEREE.play(&mut position, Move::Frog { from: 53, to: 61 });
    let ending = REFEREE.generate(&position, &mut Vec::new()).unwrap();
    assert_eq!(ending.words(&INFO), "Red wins: Red has all six frogs on the far row.");
    assert_eq!(REFEREE.score(&position, ending, 13), 2.0 / 6.0);
}

#[test]
fn more_frogs_across_win_at_the_limit() {
    let judged = |text| REFEREE.adjudicate(&read(text));
    assert_eq!(judged("BB6/8/8/8/BBBB4/RRRRR3/8/7R r 150"), Outcome::Win(Player::Second));
    assert_eq!(judged("BB6/8/8/8/BBBB4/RRR5/8/5RRR r 150"), Outcome::Win(Player::First));
    assert_eq!(judged("BB6/8/8/8/BBBB4/RRRR4/8/6RR r 150"), Outcome::Draw);
}

#[test]
fn only_moves_to_another_row_make_progress() {
    let position = REFEREE.initial();
    assert!(REFEREE.progresses(&position, Move::Frog { from: 1, to: 9 }));
    assert!(!REFEREE.progresses(&position, Move::Frog { from: 1, to: 0 }));
    assert!(!REFEREE.progresses(&position, Move::Grow));
}

#[test]
fn impossible_positions_are_refused() {
    for text in [
        "",
        "*RRRRRR*/1******1/8/8/8/8/1******1/*BBBBBB* r",
        "*RRRRRR*/1******1/8/8/8/8/1******1/*BBBBBB* r 151",
        "*RRRRRR*/1******1/8/8/8/8/1******1/*BBBBBB* w 0",
        "*RRRRR1*/1******1/8/8/8/8/1******1/*BBBBBB* r 0",
        "*RRRRRR*/1******1/8/8/8/8/1*****B1/*BBBBBB* r 0",
        "*BBBBBB*/8/8/8/8/8/8/*RRRRRR* r 0",
        "8/BBBBBB2/8/8/8/8/8/*RRRRRR* r 0",
        "ÄRRRRRR*/8/8/8/8/8/8/*BBBBBB* r 99999999999999999999",
    ] {
        assert!(REFEREE.read_position(text).is_err(), "{text}");
    }
}
