//! Puzzles are proven again, by searches that had no part in making them or look further than those did.

use agon_agents::Playable;
use agon_core::Match;
use serde::Serialize;

use crate::fate::{Fate, Judges, only_turn};
use crate::puzzle::{Puzzle, PuzzleError, Task};

/// What a check found out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Finding {
    /// Whether the search for proofs says of the solution what the puzzle says.
    pub is_proven: bool,
    /// Whether a look at every line, as deep as the puzzle and without a table of positions, finds the solution and nothing else.
    pub is_only: bool,
    /// What speaks against the puzzle, in sentences.
    pub against: Vec<String>,
}

/// Checks a puzzle, with so many nodes for each search. What cannot be decided with them speaks neither for nor against it.
pub fn check(rules: &dyn Playable, puzzle: &Puzzle, nodes: u64) -> Result<Finding, PuzzleError> {
    let walk = puzzle.walk(rules.bare())?;
    let start = walk[0].as_ref();
    let solver = start.to_move();
    let judges = Judges { rules, nodes };
    let turn: Vec<&String> = puzzle
        .line
        .iter()
        .zip(&walk)
        .take_while(|(_, before)| before.to_move() == solver)
        .map(|pair| pair.0)
        .collect();
    let is_solution = |index: usize| turn.contains(&&start.move_text(index));
    let first = start.find_move(&puzzle.line[0]).expect("the walk began with it");
    let mut finding = Finding::default();
    let mut object = |sentence: String| finding.against.push(sentence);

    let proven = judges.prove(start);
    let deep = judges.look(start);
    for (who, fates) in [("the search for proofs", &proven), ("alpha-beta", &deep)] {
        for (index, fate) in fates.iter().enumerate() {
            let text = start.move_text(index);
            let wrong = match (puzzle.task, is_solution(index)) {
                (Task::Win | Task::Fast, true) => (fate.gain < 0 || fate.is_no_win).then_some("does not win"),
                (Task::Win, false) => (fate.gain > 0).then_some("wins as well"),
                (Task::Fast, false) => None,
                (Task::Save, true) => (fate.gain < 0).then_some("loses"),
                (Task::Save, false) => (fate.gain > 0).then_some("wins"),
            };
            if let Some(wrong) = wrong {
                object(format!("{who} says that {text} {wrong}"));
            }
        }
    }
    let others_lose = |fates: &[Fate]| {
        (0..fates.len()).filter(|&index| !is_solution(index)).all(|index| fates[index].gain < 0)
    };
    finding.is_proven = match puzzle.task {
        Task::Win | Task::Fast => proven[first].gain > 0,
        Task::Save => others_lose(&proven),
    };
    let is_wanted = |fate: &Fate| match puzzle.task {
        Task::Win | Task::Fast => fate.gain > 0,
        Task::Save => fate.gain == 0,
    };
    let before = start.moves_played();
    let only = only_turn(start, &mut |at: &dyn Match| {
        let left = puzzle.plies.saturating_sub((at.moves_played() - before) as u32);
        let fates = judges.look_at_all(at, left)?;
        Some((0..fates.len()).filter(|&index| is_wanted(&fates[index])).collect())
    });
    finding.is_only = only.is_some_and(|found| is_solution(found[0]));
    Ok(finding)
}
