//! Somebody solves a puzzle.

use agon_core::{Match, Player, Rules};

use crate::puzzle::{Puzzle, PuzzleError};

/// A puzzle with what has been played of it. What the solver played says everything, so nothing else has to be kept.
pub struct Attempt {
    played: Box<dyn Match>,
    solver: Player,
    line: Vec<String>,
    /// The next moves of the line: first those of the turn that are left.
    next: usize,
    /// The right moves the solver played, as indices into the legal moves.
    done: Vec<usize>,
    is_solved: bool,
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
        Ok(Attempt { played, solver, line: puzzle.line.clone(), next: 0, done: Vec::new(), is_solved: false })
    }

    /// The attempt in which these moves were played; as far as they are right.
    pub fn resume(puzzle: &Puzzle, rules: &dyn Rules, done: &[usize]) -> Result<Attempt, PuzzleError> {
        let mut attempt = Attempt::new(puzzle, rules)?;
        for &index in done {
            if index >= attempt.played.move_count() || attempt.play(index) == Reply::Wrong {
                break;
            }
        }
        Ok(attempt)
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
    pub fn solution(&self) -> Option<&str> {
        self.line.get(self.next).map(String::as_str).filter(|_| !self.is_solved)
    }

    /// Tries a legal move. A win at once is always right.
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
        if !wins {
            let Some(place) = self.turn().into_iter().find(|&place| self.line[place] == text) else {
                return Reply::Wrong;
            };
            // The moves of one turn may be played in any order.
            let chosen = self.line.remove(place);
            self.line.insert(self.next, chosen);
        }
        self.played = after;
        self.done.push(index);
        self.next += 1;
        if wins || self.next >= self.line.len() {
            self.is_solved = true;
            return Reply::Solved;
        }
        let mut answers = Vec::new();
        while self.next < self.line.len() && self.played.to_move() != self.solver {
            let answer = self.line[self.next].clone();
            let Ok(index) = self.played.find_move(&answer) else { break };
            self.played.play(index);
            answers.push(answer);
            self.next += 1;
        }
        Reply::Right(answers)
    }

    /// The places in the line of what is left of the solver's turn.
    fn turn(&self) -> Vec<usize> {
        let mut ahead = self.played.fork();
        let mut places = Vec::new();
        for place in self.next..self.line.len() {
            if ahead.ending().is_some() || ahead.to_move() != self.solver {
                break;
            }
            places.push(place);
            let Ok(index) = ahead.find_move(&self.line[place]) else { break };
            ahead.play(index);
        }
        places
    }
}
