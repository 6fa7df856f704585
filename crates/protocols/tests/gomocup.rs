//! The Gomocup's protocol as managers speak it.

use crate::dialogue::Dialogue;

fn brain(spec: &str) -> Dialogue {
    Dialogue::new("gomocup", "outer-open-gomoku", spec)
}

fn point(line: &str) -> (u32, u32) {
    let (column, row) = line.split_once(',').unwrap_or_else(|| panic!("'{line}' is no point"));
    (column.parse().unwrap(), row.parse().unwrap())
}

/// The next line, which must be a point.
fn next(dialogue: &Dialogue) -> (u32, u32) {
    point(&dialogue.last(""))
}

#[test]
fn a_game_is_played_by_turns() {
    let dialogue = brain("pvs:nodes=200");
    assert_eq!(dialogue.say("START 15").last(""), "OK");
    dialogue.say("INFO timeout_turn 5000\nINFO timeout_match 0\nINFO time_left 2147483647\nINFO rule 0\nINFO folder /tmp");
    let first = next(dialogue.say("BEGIN"));
    let edge = |line: u32| !(2..13).contains(&line);
    assert!(edge(first.0) || edge(first.1), "{first:?} is not on the edge");
    let second = next(dialogue.say("TURN 7,7"));
    let third = next(dialogue.say("TURN 8,8"));
    assert!(first != second && second != third && first != third);
    assert_eq!(dialogue.say("TAKEBACK 8,8").last(""), "OK");
    assert_eq!(dialogue.say("RESTART").last(""), "OK");
    // Whoever begins does so near the edge.
    assert!(dialogue.say("TURN 7,7").last("ERROR").contains("where the first one has to be"));
    assert_eq!(dialogue.say("RESTART").last(""), "OK");
    next(dialogue.say("TURN 1,7"));
    dialogue.say("END");
    assert!(dialogue.close().is_empty());
}

#[test]
fn a_board_is_shown_and_won() {
    let dialogue = brain("pvs:nodes=2000");
    assert_eq!(dialogue.say("RECTSTART 15,15").last(""), "OK");
    let board = "BOARD\n7,1,1\n0,3,2\n8,1,1\n0,5,2\n9,1,1\n0,7,2\n6,1,1\n0,9,2\nDONE";
    let answer = next(dialogue.say(board));
    assert!([(5, 1), (10, 1)].contains(&answer), "{answer:?} does not win");
    assert!(dialogue.say("BOARD\n1,1,1\n2,2,1\nDONE").last("ERROR").contains("not our turn"));
}

#[test]
fn what_makes_no_sense_is_answered_with_a_sentence() {
    let dialogue = brain("random");
    assert!(dialogue.say("START 20").last("ERROR").contains("15 by 15"));
    assert!(dialogue.say("SWAP2BOARD").last("UNKNOWN").contains("SWAP2BOARD"));
    assert!(dialogue.say("TURN 15,0").last("ERROR").contains("'15,0' is not a point of the board"));
    next(dialogue.say("TURN 3,0"));
    assert!(dialogue.say("TURN 3,0").last("ERROR").contains("there is a stone on 3,0 already"));
    assert!(dialogue.say("TAKEBACK 14,14").last("").starts_with("ERROR"));
    assert!(dialogue.say("ABOUT").last("name=").contains("name=\"Agon\", version="));
    let over = "BOARD\n7,1,2\n0,3,1\n8,1,2\n0,5,1\n9,1,2\n0,7,1\n6,1,2\n0,9,1\n5,1,2\nDONE";
    assert!(dialogue.say(over).last("ERROR").contains("the game is over"));
}

#[test]
fn the_clock_is_obeyed() {
    let dialogue = brain("pvs");
    dialogue.say("START 15\nINFO timeout_turn 60").hear("OK");
    next(dialogue.say("TURN 0,7"));
    dialogue.say("INFO timeout_match 10000\nINFO time_left 300\nINFO timeout_turn 100000");
    next(dialogue.say("TURN 14,14"));
}
