//! The puzzles that come with the program.

use std::collections::HashSet;

use agon_agents::Catalogue;
use agon_core::Random;
use agon_school::{Attempt, Difficulty, Reply, check, of_family, of_game, shipped};

/// In gomoku, few positions that are not decided at once can be proven to have one right move.
const OF_GOMOKU: usize = 8;

#[test]
fn games_have_ten_or_more() {
    let catalogue = Catalogue::shipped();
    let mut games = 0;
    for rules in catalogue.families() {
        let count: usize = of_family(&rules.info().id).map(|sheet| sheet.puzzles.len()).sum();
        // A game that has just come may have none yet.
        if count == 0 {
            continue;
        }
        games += 1;
        let least = if rules.info().id == "outer-open-gomoku" { OF_GOMOKU } else { 10 };
        assert!(count >= least, "{} has {count}", rules.spec());
    }
    assert!(games >= 16, "{games} games have puzzles");
    let all = shipped().iter().map(|sheet| sheet.puzzles.len()).sum::<usize>();
    assert!(all >= 160, "{all} puzzles");
    for sheet in shipped() {
        assert!(catalogue.find(&sheet.game).is_ok() && of_game(&sheet.game) == Some(sheet), "{}", sheet.game);
        assert!(sheet.made.starts_with(&format!("agon puzzles {} ", sheet.game)), "{}", sheet.made);
        let positions: HashSet<&str> = sheet.puzzles.iter().map(|puzzle| puzzle.position.as_str()).collect();
        assert_eq!(positions.len(), sheet.puzzles.len(), "{} has a puzzle twice", sheet.game);
        assert!(
            sheet.puzzles.is_sorted_by_key(|puzzle| puzzle.grade),
            "{} begins with the easiest",
            sheet.game
        );
        let plain = sheet.puzzles.iter().filter(|puzzle| puzzle.plies <= 2).count();
        // With two stones a turn few longer wins have only one beginning.
        let most = if sheet.game == "connect6" { 8 } else { 2 };
        assert!(plain <= most, "{plain} puzzles of {} are decided within a turn", sheet.game);
    }
    let all = shipped().iter().flat_map(|sheet| &sheet.puzzles);
    let kinds: HashSet<_> = all.clone().map(|puzzle| puzzle.task).collect();
    assert!(kinds.len() > 1, "there is more than one thing to do");
    assert!(all.clone().any(|puzzle| puzzle.difficulty() == Difficulty::Easy));
    assert!(all.clone().any(|puzzle| puzzle.difficulty() >= Difficulty::Hard));
}

#[test]
fn every_puzzle_is_solved_by_its_solution_and_by_no_other_first_move() {
    let catalogue = Catalogue::shipped();
    for sheet in shipped() {
        let rules = catalogue.find(&sheet.game).unwrap();
        for (number, puzzle) in sheet.puzzles.iter().enumerate() {
            let about = format!("{} {}", sheet.game, number + 1);
            let mut attempt =
                Attempt::new(puzzle, rules.bare()).unwrap_or_else(|error| panic!("{about}: {error}"));
            let right: Vec<usize> = (0..attempt.played().move_count())
                .filter(|&index| {
                    let mut attempt = Attempt::new(puzzle, rules.bare()).unwrap();
                    attempt.play(index) != Reply::Wrong
                })
                .collect();
            assert!(right.len() <= 2 && right.len() < attempt.played().move_count(), "{about}: {right:?}");
            for _ in 0..puzzle.line.len() {
                let Some(text) = attempt.solution() else { break };
                let index = attempt.played().find_move(&text).unwrap();
                assert_ne!(attempt.play(index), Reply::Wrong, "{about}");
            }
            assert!(attempt.is_solved(), "{about}");
        }
    }
}

/// A look at some of them, with a small budget; `agon puzzles --check` proves them all.
#[test]
fn a_second_look_finds_nothing_against_them() {
    let catalogue = Catalogue::shipped();
    for sheet in shipped() {
        let rules = catalogue.find(&sheet.game).unwrap();
        let mut random = Random::stream(1, sheet.puzzles.len() as u64);
        for _ in 0..2 {
            let puzzle = &sheet.puzzles[random.below(sheet.puzzles.len() as u32) as usize];
            let finding = check(rules.as_ref(), puzzle, 5000).unwrap();
            assert!(finding.against.is_empty(), "{} {}: {:?}", sheet.game, puzzle.position, finding.against);
        }
    }
}
