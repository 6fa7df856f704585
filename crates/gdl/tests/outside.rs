//! Other people's sheets: each is read or refused for the reason that its author had in mind, and played by gates as by forward
//! chaining. The sheets lie beside the checkout; where they do not, nothing is tested.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use agon_core::Random;
use agon_gdl::game::SheetGame;
use agon_gdl::join::Budget;
use agon_gdl::machine::Machine;
use agon_gdl::sheet::Sheet;

use crate::sheets::skipped;
use crate::walk::compare;

/// What has to come of a sheet.
enum Fate {
    /// It is refused, and this is said.
    Refused(&'static str),
    /// Each role has so many moves at first, and these are the goals of the first role at the ends of random games, if they are listed.
    Read(&'static [usize], &'static [i32]),
    /// Like that, and a game of two players who take turns, with a board of so many cells.
    Played(&'static [usize], usize),
}
use Fate::{Played, Read, Refused};

const SHEETS: [(&str, Fate); 39] = [
    // A goal that never changes; goals that ask what is legal.
    ("ggp-base/test-test_case_1a.kif", Read(&[1], &[100])),
    ("ggp-base/test-test_case_1b.kif", Read(&[2], &[0, 100])),
    // Facts that are concluded and never change; a snake that bites itself, or has six steps.
    ("ggp-base/test-test_case_2a.kif", Read(&[1], &[100])),
    ("ggp-base/test-test_case_2b.kif", Read(&[2], &[])),
    ("ggp-base/test-test_case_2c.kif", Read(&[2], &[100])),
    // Conditions without arguments, in both spellings.
    ("ggp-base/test-test_case_3a.kif", Read(&[1], &[100])),
    // A rule without bounds that nobody needs.
    ("ggp-base/test-test_case_3b.kif", Read(&[1], &[100])),
    // A condition that nothing concludes.
    ("ggp-base/test-test_case_3c.kif", Read(&[1], &[100])),
    // What holds at first is what init says.
    ("ggp-base/test-test_case_3d.kif", Read(&[1], &[100])),
    // Roles as variables, all of them and some.
    ("ggp-base/test-test_case_3e.kif", Read(&[1], &[100])),
    ("ggp-base/test-test_case_3f.kif", Read(&[1, 1, 1], &[100])),
    // base and input.
    ("ggp-base/test-test_case_4a.kif", Read(&[1], &[100])),
    // Recursion that is allowed, and variables twice.
    ("ggp-base/test-test_case_5a.kif", Read(&[1], &[100])),
    ("ggp-base/test-test_case_5b.kif", Read(&[1], &[100])),
    ("ggp-base/test-test_case_5c.kif", Read(&[1], &[100])),
    ("ggp-base/test-test_case_5d.kif", Read(&[1], &[100])),
    ("ggp-base/test-test_case_5e.kif", Read(&[7], &[100])),
    // The opposite of distinct, and distinct before anything has a value.
    ("ggp-base/test-test_clean_not_distinct.kif", Read(&[1], &[100])),
    ("ggp-base/test-test_distinct_beginning_rule.kif", Read(&[2], &[100])),
    (
        "ggp-base/test-test_invalid_function_arities_differ.kif",
        Refused("line 8, column 15: the function 'a' has 2 arguments; expected 1 as in line 7"),
    ),
    (
        "ggp-base/test-test_invalid_sentence_arities_differ.kif",
        Refused("line 13, column 1: 'foo' has 2 arguments; expected 1 as in line 12"),
    ),
    ("ggp-base/test-simpleMutex.kif", Read(&[3], &[])),
    ("ggp-base/maze.kif", Read(&[1], &[])),
    ("ggp-base/connectFour.kif", Played(&[8, 1], 48)),
    ("ggp-base/test-connectFour.kif", Played(&[8, 1], 48)),
    ("ggp-base/ticTacToe.kif", Played(&[9, 1], 9)),
    ("ggp-base/test-ticTacToe.kif", Played(&[9, 1], 9)),
    ("ggplib/breakthrough.kif", Played(&[22, 1], 64)),
    ("ggplib/breakthroughSmall.kif", Played(&[16, 1], 36)),
    ("ggplib/bt_7.kif", Played(&[19, 1], 49)),
    ("ggplib/connectFour.kif", Played(&[8, 1], 48)),
    ("ggplib/hex.kif", Played(&[81, 1], 81)),
    ("ggplib/linesOfAction.kif", Played(&[36, 1], 64)),
    ("ggplib/reversi.kif", Played(&[4, 1], 64)),
    ("ggplib/speedChess.kif", Played(&[20, 1], 64)),
    ("ggplib/ticTacToe.kif", Played(&[9, 1], 9)),
    ("ggplib/traffic.kif", Played(&[9, 1], 9)),
    ("ggplib/traffic2.kif", Played(&[12, 1], 12)),
    ("ggplib/traffic3.kif", Played(&[12, 1], 12)),
];

fn folder() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/gdl");
    if folder.is_dir() {
        return Some(folder);
    }
    skipped("rule sheets of other people (there is no ../shared/gdl)");
    None
}

/// The goals of the first role at the ends of random games.
fn goals(machine: &Machine, games: u64) -> BTreeSet<Option<i32>> {
    let roles = machine.roles().len();
    let mut goals = BTreeSet::new();
    for game in 0..games {
        let mut random = Random::stream(5, game);
        let mut state = machine.initial();
        while !machine.is_terminal(&state).unwrap() {
            let mut choose = |role: usize| {
                let mut legal = Vec::new();
                machine.legal(&state, role, &mut legal).unwrap();
                random.pick(&legal)
            };
            let moves: Vec<u32> = (0..roles).map(&mut choose).collect();
            state = machine.next(&state, &moves).unwrap();
        }
        goals.insert(machine.goal(&state, 0).unwrap());
    }
    goals
}

#[test]
fn every_sheet_is_read_as_its_author_meant_it() {
    let Some(folder) = folder() else { return };
    let mut others = Vec::new();
    for (path, fate) in &SHEETS {
        let text = std::fs::read_to_string(folder.join(path)).unwrap();
        let read = Sheet::read(&text);
        let (legal, expected) = match fate {
            Refused(problem) => {
                assert_eq!(read.unwrap_err().to_string(), *problem, "{path}");
                continue;
            }
            Read(legal, goals) => (legal, *goals),
            Played(legal, _) => (legal, &[][..]),
        };
        let machine = Machine::new(&read.unwrap(), Budget::default()).unwrap();
        assert!(machine.grounded().is_some(), "{path}");
        let counts: Vec<usize> = (0..machine.roles().len())
            .map(|role| {
                let mut moves = Vec::new();
                machine.legal(&machine.initial(), role, &mut moves).unwrap();
                moves.len()
            })
            .collect();
        if counts != *legal {
            others.push((path, counts));
        }
        if !expected.is_empty() {
            assert_eq!(goals(&machine, 20), expected.iter().map(|&goal| Some(goal)).collect(), "{path}");
        }
        if let Played(..) = fate {
            let known = [0, 50, 100].map(Some).into();
            assert!(goals(&machine, 10).is_subset(&known), "{path}: {:?}", goals(&machine, 10));
        }
    }
    assert_eq!(others, [], "other numbers of legal moves at first");
}

#[test]
fn those_of_two_players_are_games_and_the_others_are_refused() {
    let Some(folder) = folder() else { return };
    for (path, fate) in &SHEETS {
        let text = std::fs::read_to_string(folder.join(path)).unwrap();
        let game = SheetGame::read("outside", &text, Budget::MODEST);
        match (fate, game) {
            (Played(_, cells), Ok(game)) => {
                assert!(game.has_board(), "{path}");
                assert_eq!(agon_core::Game::layout(&game).cells.len(), *cells, "{path}");
            }
            (Read(..) | Refused(_), Err(problem)) => {
                let problem = problem.to_string();
                let reasons = ["the sheet has one role", "the sheet has 3 roles", "as in line"];
                assert!(reasons.iter().any(|reason| problem.contains(reason)), "{path}: {problem}");
            }
            (_, game) => panic!("{path}: {:?}", game.err()),
        }
    }
}

#[test]
fn gates_agree_with_forward_chaining_on_all_of_them() {
    let Some(folder) = folder() else { return };
    for (path, fate) in &SHEETS {
        let text = std::fs::read_to_string(folder.join(path)).unwrap();
        if let Refused(_) = fate {
            continue;
        }
        let sheet = Sheet::read(&text).unwrap();
        let gates = Machine::new(&sheet, Budget::default()).unwrap();
        let chain = Machine::chained(&sheet, Budget::default()).unwrap();
        // A hundred games of each to their ends: the example `outside`.
        compare(&gates, &chain, 2, 6).unwrap_or_else(|error| panic!("{path}: {error}"));
    }
}
