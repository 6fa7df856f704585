//! Somebody solves puzzles.

use std::sync::Arc;

use agon_agents::{Catalogue, Playable};
use agon_school::{Attempt, Puzzle, Reply, Rivals, Task};

fn puzzle(game: &str, position: &str, plies: u32, line: &[&str]) -> (Arc<dyn Playable>, Puzzle) {
    let puzzle = Puzzle {
        position: position.to_owned(),
        task: Task::Win,
        plies,
        line: line.iter().map(|&text| text.to_owned()).collect(),
        grade: 5,
        rivals: Rivals::Searched,
    };
    (Catalogue::shipped().find(game).unwrap(), puzzle)
}

fn try_move(attempt: &mut Attempt, text: &str) -> Reply {
    let index = attempt.played().find_move(text).unwrap();
    attempt.play(index)
}

#[test]
fn the_program_answers_until_the_mate() {
    // The ladder: the rooks take the last two rows.
    let position = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1";
    let (rules, puzzle) = puzzle("chess", position, 3, &["Ra7", "Kg8", "Rb8#"]);
    let mut attempt = Attempt::new(&puzzle, rules.bare()).unwrap();
    assert_eq!(attempt.solution().as_deref(), Some("Ra7"));
    assert_eq!(try_move(&mut attempt, "Kf2"), Reply::Wrong);
    assert_eq!(attempt.played().plies(), 0, "a wrong move is not played");
    assert_eq!(try_move(&mut attempt, "Ra7"), Reply::Right(vec!["Kg8".to_owned()]));
    assert_eq!(try_move(&mut attempt, "Ra8+"), Reply::Wrong);
    // What was played is enough to go on.
    let done = attempt.done().to_vec();
    let mut resumed = Attempt::new(&puzzle, rules.bare()).unwrap().resume(&done);
    assert_eq!(resumed.played().position(), attempt.played().position());
    assert_eq!(try_move(&mut resumed, "Rb8#"), Reply::Solved);
    assert!(resumed.is_solved() && resumed.solution().is_none());
    // What is made up is forgotten from the first wrong move on.
    let made_up = Attempt::new(&puzzle, rules.bare()).unwrap().resume(&[done[0], 999, 0]);
    assert_eq!(made_up.done(), done);
}

#[test]
fn a_win_at_once_is_right_whichever_it_is() {
    let (rules, puzzle) = puzzle("chess", "6k1/5ppp/8/8/8/8/8/RR2K3 w - - 0 1", 1, &["Ra8#"]);
    let mut attempt = Attempt::new(&puzzle, rules.bare()).unwrap();
    assert_eq!(try_move(&mut attempt, "Rb8#"), Reply::Solved);
}

#[test]
fn the_stones_of_one_turn_come_in_any_order() {
    let rules = Catalogue::shipped().find("connect6").unwrap();
    let mut played = rules.start(None).unwrap();
    // Black: j10, then four in a row with it.
    for text in ["j10", "a1", "b2", "k10", "l10", "c1", "d2", "m10", "s1", "e1", "f2"] {
        let index = played.find_move(text).unwrap();
        played.play(index);
    }
    let (_, puzzle) = puzzle("connect6", &played.position(), 2, &["n10", "o10"]);
    for order in [["n10", "o10"], ["o10", "n10"]] {
        let mut attempt = Attempt::new(&puzzle, rules.bare()).unwrap();
        assert_eq!(try_move(&mut attempt, order[0]), Reply::Right(Vec::new()));
        let done = attempt.done().to_vec();
        let mut attempt = Attempt::new(&puzzle, rules.bare()).unwrap().resume(&done);
        assert_eq!(attempt.solution(), Some(order[1].to_owned()));
        assert_eq!(try_move(&mut attempt, "a19"), Reply::Wrong);
        assert_eq!(try_move(&mut attempt, order[1]), Reply::Solved);
    }
}
