//! Puzzles are found where games were decided.
//!
//! Two players of moderate strength play a game; there somebody missed something. From its end backwards, the positions are looked for in
//! which the winner could force the win, and the last one in which the loser could still have avoided it. What has one right move there
//! is a candidate. A puzzle it becomes if searches of different kinds agree: one looks at every line up to the length of the win, one
//! collects proofs, and one judges what is not proven.

use std::collections::HashSet;

use agon_agents::{Basis, Playable};
use agon_core::spread::spread;
use agon_core::{Match, Player, Random};

use crate::check::check;
use crate::fate::{Fate, Judges, goes_on, only_turn};
use crate::likeness::likeness;
use crate::puzzle::{Puzzle, Rivals, Task};

/// What is wanted.
#[derive(Clone, Debug)]
pub struct Order {
    /// How many puzzles.
    pub count: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// The most games that are played for them.
    pub games: usize,
    /// The nodes of each search; the more, the deeper the puzzles.
    pub nodes: u64,
    /// How many threads work on it; the puzzles do not depend on that.
    pub jobs: usize,
}

/// The nodes that players may be allowed.
const STRENGTHS: [f64; 5] = [60.0, 150.0, 400.0, 1000.0, 2500.0];
/// The most random plies at the beginning of a game.
const OPENING: u32 = 9;
/// Games are played this many at a time, whatever the number of threads.
const BATCH: usize = 8;
/// How many puzzles are found for each that is wanted, so that there is a choice.
const CHOICE: usize = 3;
/// How much longer the searches of the last check are, in halves.
const DEEPER: u64 = 5;
/// The longest win that is looked for, in plies.
const LONGEST: u32 = 15;
/// How many puzzles may be decided within one turn.
const PLAIN: usize = 2;
/// What the best of the other moves may be worth where only one wins.
const RIVAL: f32 = 0.3;
/// What a move has to be worth that saves the game.
const SAVED: f32 = -0.6;
/// The most moves that a solver has to find.
const TURNS: usize = 6;
/// Answers that are looked at more closely where several resist equally long.
const ANSWERS: usize = 8;
/// The grades there are: logarithms of nodes.
const GRADES: std::ops::RangeInclusive<u8> = 3..=16;

/// Makes puzzles; `watch` is told how many games were played and how many puzzles they gave.
pub fn make(rules: &dyn Playable, order: &Order, watch: &mut dyn FnMut(usize, usize)) -> Vec<Puzzle> {
    let mut pool: Vec<(Puzzle, usize)> = Vec::new();
    let mut seen = HashSet::new();
    let mut played = 0;
    while played < order.games && pool.len() < order.count * CHOICE {
        let batch = BATCH.min(order.games - played);
        let found = spread(batch, order.jobs, |place| {
            let maker =
                Maker { judges: Judges { rules, nodes: order.nodes }, number: (played + place) as u64 };
            maker.puzzle(order.seed)
        });
        for puzzle in found.into_iter().flatten() {
            let start = puzzle.start(rules.bare()).expect("the puzzle was made from this position");
            if seen.insert(likeness(start.as_ref())) {
                let turns = solver_turns(&puzzle, rules);
                pool.push((puzzle, turns));
            }
        }
        played += batch;
        watch(played, pool.len());
    }
    loop {
        let chosen = choose(pool.clone(), order.count);
        let stands = spread(chosen.len(), order.jobs, |place| {
            check(rules, &chosen[place], order.nodes / 2 * DEEPER)
                .is_ok_and(|finding| finding.against.is_empty())
        });
        if stands.iter().all(|&stands| stands) {
            return chosen;
        }
        let fallen: Vec<&Puzzle> =
            chosen.iter().zip(stands).filter(|(_, stands)| !stands).map(|pair| pair.0).collect();
        pool.retain(|(puzzle, _)| !fallen.contains(&puzzle));
    }
}

/// Whether it is decided at once: of these there are many, and few are wanted.
fn is_plain(puzzle: &Puzzle) -> bool {
    puzzle.plies <= 2
}

/// How many turns the solver has.
fn solver_turns(puzzle: &Puzzle, rules: &dyn Playable) -> usize {
    let walk = puzzle.walk(rules.bare()).expect("the solution was played");
    let solver = walk[0].to_move();
    let begins = |place: &usize| {
        walk[*place].to_move() == solver && (*place == 0 || walk[*place - 1].to_move() != solver)
    };
    (0..puzzle.line.len()).filter(begins).count()
}

/// The puzzles that are kept: from each kind in turn the hardest, few of those that one turn decides.
fn choose(pool: Vec<(Puzzle, usize)>, count: usize) -> Vec<Puzzle> {
    let mut kinds: Vec<((usize, Task), Vec<Puzzle>)> = Vec::new();
    for (puzzle, turns) in pool {
        let kind = (turns, puzzle.task);
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, puzzles)) => puzzles.push(puzzle),
            None => kinds.push((kind, vec![puzzle])),
        }
    }
    // More turns first; to win before to win fast before to survive.
    let place = |task: Task| [Task::Win, Task::Save, Task::Fast].iter().position(|&known| known == task);
    kinds.sort_by_key(|((turns, task), _)| (std::cmp::Reverse(*turns), place(*task)));
    for (_, puzzles) in &mut kinds {
        // From behind is taken: what is decided at once comes last of all.
        puzzles.sort_by_key(|puzzle| (!is_plain(puzzle), puzzle.grade));
    }
    let mut chosen: Vec<Puzzle> = Vec::new();
    let mut plain = 0;
    while chosen.len() < count && kinds.iter().any(|(_, puzzles)| !puzzles.is_empty()) {
        for (_, puzzles) in &mut kinds {
            let Some(puzzle) = puzzles.pop() else { continue };
            plain += usize::from(is_plain(&puzzle));
            if chosen.len() < count && (!is_plain(&puzzle) || plain <= PLAIN) {
                chosen.push(puzzle);
            }
        }
    }
    chosen.sort_by(|a, b| (a.grade, a.plies, &a.position).cmp(&(b.grade, b.plies, &b.position)));
    chosen
}

/// A position in which somebody has one right move.
struct Candidate {
    start: Box<dyn Match>,
    task: Task,
    plies: u32,
    turn: Vec<usize>,
    /// Whether every line was looked at.
    exhausted: bool,
}

/// Makes a puzzle of one game.
struct Maker<'a> {
    judges: Judges<'a>,
    number: u64,
}

impl Maker<'_> {
    fn puzzle(&self, seed: u64) -> Option<Puzzle> {
        let mut random = Random::stream(seed, self.number);
        let positions = self.game(&mut random)?;
        let mut candidates = self.candidates(&positions);
        // The deepest first; in every other game, what saves comes before what wins.
        candidates.reverse();
        if self.number % 2 == 1 {
            candidates.sort_by_key(|candidate| candidate.task != Task::Save);
        }
        candidates.into_iter().find_map(|candidate| self.verify(&candidate))
    }

    /// The positions of a game that somebody won.
    fn game(&self, random: &mut Random) -> Option<Vec<Box<dyn Match>>> {
        let rules = self.judges.rules;
        let basis = Basis::of(rules.bare());
        let mut agents = [0, 1].map(|_| {
            let spec = basis.search(random.pick(&STRENGTHS)).seeded(random.bits() >> 32);
            rules.agent(&spec).expect("the basis of a game plays it")
        });
        let mut played = rules.start(None).expect("every game has an initial position");
        let opening = random.below(OPENING);
        let mut positions = vec![played.fork()];
        while played.ending().is_none() {
            let index = if played.plies() < opening {
                random.below(played.move_count() as u32) as usize
            } else {
                agents[played.to_move().index()].analyse(played.as_ref(), &mut |_| {}).choice?
            };
            played.play(index);
            positions.push(played.fork());
        }
        played.ending()?.outcome.winner()?;
        Some(positions)
    }

    /// From the end backwards, the positions with one right move.
    fn candidates(&self, positions: &[Box<dyn Match>]) -> Vec<Candidate> {
        let (last, before) = positions.split_last().expect("a game has positions");
        let winner = last.ending().and_then(|ending| ending.outcome.winner()).expect("somebody won");
        let mut candidates = Vec::new();
        // The earliest position known from which the winner could force it, and in how many plies.
        let mut forced: Option<(usize, u32)> = None;
        for place in (0..before.len()).rev() {
            let begins =
                before[place].to_move() == winner && (place == 0 || before[place - 1].to_move() != winner);
            if !begins {
                continue;
            }
            let Some(start) = self.fresh(before[place].as_ref()) else { break };
            let plies = (before.len() - place) as u32;
            if plies > LONGEST {
                break;
            }
            let Some(plies) = self.winner(start, plies, &mut candidates) else { break };
            forced = Some((place, plies));
        }
        if let Some((place, plies)) = forced {
            let loser = (0..place).rev().find(|&earlier| {
                before[earlier].to_move() != winner
                    && (earlier == 0 || before[earlier - 1].to_move() == winner)
            });
            if let Some(earlier) = loser
                && let Some(start) = self.fresh(before[earlier].as_ref())
            {
                self.loser(start, plies + (place - earlier) as u32, &mut candidates);
            }
        }
        candidates
    }

    /// The position without its past, as it is told to who solves the puzzle.
    fn fresh(&self, played: &dyn Match) -> Option<Box<dyn Match>> {
        self.judges.rules.start(Some(&played.position())).ok().filter(|start| start.ending().is_none())
    }

    /// Looks at a position from which the game was won; says in how many plies that can be forced, if it can.
    fn winner(&self, start: Box<dyn Match>, plies: u32, candidates: &mut Vec<Candidate>) -> Option<u32> {
        let (fates, exhausted) = self.fates(start.as_ref(), plies)?;
        let shortest = fates.iter().filter(|fate| fate.gain == 1).map(|fate| fate.plies).min()?;
        let plies = if exhausted { shortest } else { plies };
        if start.move_count() > 2
            && let Some(turn) = self.only_win_after(start.as_ref(), plies, Some(fates))
        {
            candidates.push(Candidate { start, task: Task::Win, plies, turn, exhausted });
        }
        Some(plies)
    }

    /// Looks at the last position in which the loser could have done better.
    fn loser(&self, start: Box<dyn Match>, plies: u32, candidates: &mut Vec<Candidate>) {
        if start.move_count() < 3 {
            return;
        }
        let Some(turn) = self.only_save(start.as_ref(), plies) else { return };
        candidates.push(Candidate { start, task: Task::Save, plies, turn, exhausted: true });
    }

    /// What becomes of the moves, and whether every line was looked at.
    fn fates(&self, played: &dyn Match, plies: u32) -> Option<(Vec<Fate>, bool)> {
        if let Some(fates) = self.judges.exhaust(played, plies) {
            return Some((fates, true));
        }
        let fates = self.judges.prove(played);
        fates.iter().any(|fate| fate.gain == 1).then_some((fates, false))
    }

    /// The only turn that wins within so many plies.
    fn only_win(&self, played: &dyn Match, plies: u32) -> Option<Vec<usize>> {
        self.only_win_after(played, plies, None)
    }

    /// The same where the fates of the moves are known already.
    fn only_win_after(
        &self,
        played: &dyn Match,
        plies: u32,
        mut known: Option<Vec<Fate>>,
    ) -> Option<Vec<usize>> {
        let first = played.moves_played();
        only_turn(played, &mut |at| {
            let left = plies - (at.moves_played() - first) as u32;
            let fates = known.take().or_else(|| Some(self.fates(at, left)?.0)).unwrap_or_default();
            Some((0..fates.len()).filter(|&index| fates[index].gain == 1).collect())
        })
    }

    /// The only turn that does not lose within so many plies, where none wins.
    fn only_save(&self, played: &dyn Match, plies: u32) -> Option<Vec<usize>> {
        let first = played.moves_played();
        only_turn(played, &mut |at| {
            let fates = self.judges.exhaust(at, plies - (at.moves_played() - first) as u32)?;
            let none_wins = fates.iter().all(|fate| fate.gain < 1);
            none_wins.then(|| (0..fates.len()).filter(|&index| fates[index].gain == 0).collect())
        })
    }

    /// Makes a puzzle of a candidate that other searches confirm.
    fn verify(&self, candidate: &Candidate) -> Option<Puzzle> {
        let start = candidate.start.as_ref();
        let first = candidate.turn[0];
        let proven = self.judges.prove(start);
        let survey = self.judges.survey(start);
        // In a turn of several moves, the others of it win as well.
        let is_rival = |index: usize| {
            let text = start.move_text(index);
            index != first && !texts(start, &candidate.turn).contains(&text)
        };
        let rivals: Vec<usize> = (0..start.move_count()).filter(|&index| is_rival(index)).collect();
        let (task, kind) = match candidate.task {
            Task::Save => {
                let held = &survey.moves[first];
                let is_lost = proven[first].gain < 0 || held.proof.is_some_and(|proof| proof.gain < 0);
                if is_lost || proven[first].gain > 0 || held.value < SAVED {
                    return None;
                }
                let is_drawn = proven[first].is_no_win || held.proof.is_some_and(|proof| proof.gain == 0);
                (Task::Save, if is_drawn { Rivals::Proven } else { Rivals::Exhausted })
            }
            Task::Win | Task::Fast => {
                let is_won = |index: usize| survey.moves[index].proof.is_some_and(|proof| proof.gain > 0);
                if proven[first].gain < 1 || !candidate.exhausted && !is_won(first) {
                    return None;
                }
                let other_wins = rivals.iter().any(|&index| {
                    proven[index].gain > 0 || is_won(index) || survey.moves[index].value > RIVAL
                });
                let none_can = rivals.iter().all(|&index| proven[index].is_no_win);
                match (other_wins, none_can, candidate.exhausted) {
                    (true, _, true) if candidate.plies > 2 => (Task::Fast, Rivals::Exhausted),
                    (true, _, _) => return None,
                    (false, true, _) => (Task::Win, Rivals::Proven),
                    (false, false, true) => (Task::Win, Rivals::Exhausted),
                    (false, false, false) => (Task::Win, Rivals::Searched),
                }
            }
        };
        let line = self.line(start, &candidate.turn, candidate.plies, task);
        let grade = self.grade(start, &candidate.turn);
        Some(Puzzle { position: start.position(), task, plies: candidate.plies, line, grade, rivals: kind })
    }

    /// The solution: the only moves and the answers that resist longest, to where the win is reached or there is more than one
    /// way to it.
    fn line(&self, start: &dyn Match, turn: &[usize], plies: u32, task: Task) -> Vec<String> {
        let solver = start.to_move();
        let mut played = start.fork();
        let mut line = Vec::new();
        let mut turn = turn.to_vec();
        let mut left = plies;
        for number in 1..=TURNS {
            line.extend(texts(played.as_ref(), &turn));
            for index in turn {
                played.play(index);
                left = left.saturating_sub(1);
            }
            if number == TURNS || task == Task::Save || played.ending().is_some() || left == 0 {
                break;
            }
            let Some((answers, next)) = self.resist(played.as_ref(), left, solver) else { break };
            for index in answers {
                line.push(played.move_text(index));
                played.play(index);
                left = left.saturating_sub(1);
            }
            turn = next;
        }
        line
    }

    /// The answer that resists longest, if the solver has to find something after it, with what that is.
    fn resist(&self, played: &dyn Match, left: u32, solver: Player) -> Option<(Vec<usize>, Vec<usize>)> {
        let fates = self.judges.exhaust(played, left);
        let (mut order, lengths): (Vec<usize>, Vec<u32>) = match fates {
            Some(fates) => ((0..fates.len()).collect(), fates.iter().map(|fate| fate.plies).collect()),
            // Without a look at every line, the answer is that of the proof.
            None => (self.judges.toughest(played).into_iter().collect(), vec![0; played.move_count()]),
        };
        let longest = order.iter().map(|&index| lengths[index]).max()?;
        order.retain(|&index| lengths[index] == longest);
        order.into_iter().take(ANSWERS).find_map(|index| {
            let mut next = played.fork();
            next.play(index);
            let left = left.saturating_sub(1);
            if next.ending().is_some() {
                return None;
            }
            if next.to_move() != solver {
                let (mut answers, turn) = self.resist(next.as_ref(), left, solver)?;
                answers.insert(0, index);
                return Some((answers, turn));
            }
            let at_once = (0..next.move_count()).find(|&index| wins(next.as_ref(), index, solver));
            let turn = at_once.map(|index| vec![index]).or_else(|| self.only_win(next.as_ref(), left))?;
            Some((vec![index], turn))
        })
    }

    /// The least budget from which on alpha-beta plays the first move of the turn, or another one of it.
    fn grade(&self, start: &dyn Match, turn: &[usize]) -> u8 {
        let basis = Basis::of(self.judges.rules.bare());
        let right = texts(start, turn);
        let finds = |grade: u8| {
            let spec = basis.search(f64::from(1_u32 << grade));
            let best = self.judges.ask(&spec, start).best;
            best.is_some_and(|best| right.contains(&start.move_text(best)))
        };
        let lost = GRADES.rev().find(|&grade| !finds(grade));
        lost.map_or(*GRADES.start(), |grade| grade + 1)
    }
}

/// Whether a move wins on the spot.
fn wins(played: &dyn Match, index: usize, solver: Player) -> bool {
    let mut next = played.fork();
    next.play(index);
    !goes_on(next.as_ref(), solver)
        && next.ending().is_some_and(|ending| ending.outcome.winner() == Some(solver))
}

/// The moves of a turn in notation.
fn texts(played: &dyn Match, turn: &[usize]) -> Vec<String> {
    let mut ahead = played.fork();
    let text = |&index: &usize| {
        let text = ahead.move_text(index);
        ahead.play(index);
        text
    };
    turn.iter().map(text).collect()
}
