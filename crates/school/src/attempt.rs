//! Somebody solves a puzzle, or takes a step of a lesson.

use agon_core::{Match, Player, Rules};

use crate::lesson::Step;
use crate::puzzle::{Puzzle, PuzzleError};

/// A puzzle, or a step of a lesson, with what has been played of it. What the solver played says everything, so nothing else has to be kept.
pub struct Attempt {
    played: Box<dyn Match>,
    solver: Player,
    goal: Goal,
    /// The right moves the solver played, as indices into the legal moves.
    done: Vec<usize>,
    is_solved: bool,
}

/// What is to be played.
enum Goal {
    /// The line of a puzzle, and the next move of it: first come those of the turn that are left.
    Line(Vec<String>, usize),
    /// One move: any of these or, if there are none, any at all.
    AnyOf(Vec<String>),
}

/// What came of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// It is not the move.
    Wrong,
    /// It is, and this is what the program answered: nothing if the solver goes on.
    Right(Vec<String>),
    /// It is, and the puzzle is solved.
    Solved,
}

impl Attempt {
    /// Nothing is played yet.
    pub fn new(puzzle: &Puzzle, rules: &dyn Rules) -> Result<Attempt, PuzzleError> {
        puzzle.walk(rules)?;
        let played = puzzle.start(rules)?;
        let solver = played.to_move();
        let goal = Goal::Line(puzzle.line.clone(), 0);
        Ok(Attempt { played, solver, goal, done: Vec::new(), is_solved: false })
    }

    /// A step of a lesson, in which nothing is played yet.
    pub fn at(step: &Step, rules: &dyn Rules) -> Result<Attempt, PuzzleError> {
        let played = step.start(rules)?;
        let (solver, goal) = (played.to_move(), Goal::AnyOf(step.play.clone()));
        Ok(Attempt { played, solver, goal, done: Vec::new(), is_solved: false })
    }

    /// The attempt in which these moves were played, too; as far as they are right.
    #[must_use]
    pub fn resume(mut self, done: &[usize]) -> Attempt {
        for &index in done {
            if index >= self.played.move_count() || self.play(index) == Reply::Wrong {
                break;
            }
        }
        self
    }

    /// The match as it stands.
    pub fn played(&self) -> &dyn Match {
        self.played.as_ref()
    }

    /// Who solves it.
    pub fn solver(&self) -> Player {
        self.solver
    }

    /// The solver's right moves so far, for [`resume`](Attempt::resume).
    pub fn done(&self) -> &[usize] {
        &self.done
    }

    /// Whether it is solved.
    pub fn is_solved(&self) -> bool {
        self.is_solved
    }

    /// The move that is to be found, in the game's notation.
    pub fn solution(&self) -> Option<String> {
        if self.is_solved {
            return None;
        }
        match &self.goal {
            Goal::Line(line, next) => line.get(*next).cloned(),
            Goal::AnyOf(moves) => moves.first().cloned().or_else(|| Some(self.played.move_text(0))),
        }
    }

    /// Tries a legal move. In a puzzle a win at once is always right.
    ///
    /// # Panics
    /// If there is no such move.
    pub fn play(&mut self, index: usize) -> Reply {
        if self.is_solved {
            return Reply::Solved;
        }
        let text = self.played.move_text(index);
        let mut after = self.played.fork();
        after.play(index);
        let wins = after.ending().is_some_and(|ending| ending.outcome.winner() == Some(self.solver));
        let (line, next) = match &mut self.goal {
            Goal::AnyOf(moves) if moves.is_empty() || moves.contains(&text) => {
                self.is_solved = true;
                self.played = after;
                self.done.push(index);
                return Reply::Solved;
            }
            Goal::AnyOf(_) => return Reply::Wrong,
            Goal::Line(line, next) => (line, next),
        };
        if !wins {
            let turn = turn(self.played.fork(), self.solver, line, *next);
            let Some(place) = turn.into_iter().find(|&place| line[place] == text) else {
                return Reply::Wrong;
            };
            // The moves of one turn may be played in any order.
            let chosen = line.remove(place);
            line.insert(*next, chosen);
        }
        self.played = after;
        self.done.push(index);
        *next += 1;
        if wins || *next >= line.len() {
            self.is_solved = true;
            return Reply::Solved;
        }
        let mut answers = Vec::new();
        while *next < line.len() && self.played.to_move() != self.solver {
            let answer = line[*next].clone();
            let Ok(index) = self.played.find_move(&answer) else { break };
            self.played.play(index);
            answers.push(answer);
            *next += 1;
        }
        Reply::Right(answers)
    }
}

/// The places in a line of what is left of the solver's turn.
fn turn(mut ahead: Box<dyn Match>, solver: Player, line: &[String], next: usize) -> Vec<usize> {
    let mut places = Vec::new();
    for (place, text) in line.iter().enumerate().skip(next) {
        if ahead.ending().is_some() || ahead.to_move() != solver {
            break;
        }
        places.push(place);
        let Ok(index) = ahead.find_move(text) else { break };
        ahead.play(index);
    }
    places
}
