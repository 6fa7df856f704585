//! The protocol of `NBoard` as it speaks it.

use crate::dialogue::Dialogue;

const GAME: &str = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[a]PW[b]RE[?]TI[15:00]TY[8]\
                    BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6]B[D3//0.01];)";

#[test]
fn a_move_is_found_in_the_game_that_was_told() {
    let dialogue = Dialogue::new("nboard", "othello", "pvs");
    assert_eq!(dialogue.say("nboard 2").last("set myname"), "set myname Agon");
    assert_eq!(dialogue.say("set depth 3").last("set myname"), "set myname Agon3");
    dialogue.say(&format!("set game {GAME}"));
    assert_eq!(dialogue.say("ping 7").hear("pong"), ["pong 7"]);
    let lines = dialogue.say("go").hear("=== ");
    assert_eq!(lines[0], "status Agon is thinking");
    let answer = lines[1].strip_prefix("=== ").unwrap();
    let (square, rest) = answer.split_once('/').unwrap();
    assert_eq!((square.len(), rest.split('/').count()), (2, 2), "{answer}");
    // The move is told to everybody, and then it counts.
    dialogue.hear("status");
    dialogue.say(&format!("move {answer}"));
    let again = dialogue.say(&format!("move {square}")).last("status");
    assert!(again.contains("is not a legal move here"), "{again}");
    assert!(dialogue.say("set game nonsense").last("status").len() > "status ".len());
}

#[test]
fn hints_are_lines_with_values_in_discs() {
    let dialogue = Dialogue::new("nboard", "othello", "pvs:multipv=3");
    dialogue.say(&format!("nboard 2\nset game {GAME}\nset depth 4\nhint 3"));
    let lines = dialogue.hear("nodestats");
    let hints: Vec<Vec<&str>> = lines
        .iter()
        .filter(|line| line.starts_with("search "))
        .map(|line| line.split(' ').collect())
        .collect();
    let last = &hints[hints.len() - 3..];
    assert!(last.iter().all(|words| words.len() == 5 && words[3] == "0" && words[4] == "4"), "{last:?}");
    let value = |words: &Vec<&str>| words[2].parse::<f32>().unwrap();
    assert!(value(&last[0]) >= value(&last[1]) && value(&last[1]) >= value(&last[2]), "{last:?}");
    assert!(
        last[0][1].len() >= 4 && last[0][1].len().is_multiple_of(2),
        "a line of several squares: {last:?}"
    );
}

#[test]
fn a_ping_ends_what_is_thought_and_is_answered_after_it() {
    let dialogue = Dialogue::new("nboard", "othello", "pvs:time=60s,memory=1");
    dialogue.say("nboard 2\nhint 1").hear("search");
    let lines = dialogue.say("ping 2").hear("pong");
    assert_eq!(lines.last().map(String::as_str), Some("pong 2"));
    assert!(lines.iter().any(|line| line.starts_with("nodestats")), "the thought has ended: {lines:?}");
    assert_eq!(dialogue.say("ping 3").hear("pong"), ["pong 3"]);
    dialogue.say("quit");
    assert!(dialogue.close().is_empty());
}
