//! Looking a solution over: does it contradict itself anywhere, and what does it say about the game as a whole?

use agon_core::{Game, Player, Random};

use super::Solution;
use super::states::{Kind, States};
use super::verdict::Verdict;

/// How many positions are won, drawn and lost for the player to move. Ended ones count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Positions that the player to move wins.
    pub wins: u64,
    /// Positions that nobody wins.
    pub draws: u64,
    /// Positions that the player to move loses.
    pub losses: u64,
}

impl Tally {
    /// All of them.
    pub fn total(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn add(&mut self, verdict: Verdict, positions: u64) {
        match verdict.gain() {
            1 => self.wins += positions,
            0 => self.draws += positions,
            _ => self.losses += positions,
        }
    }
}

/// What a solution says about the positions that can be reached.
#[derive(Clone, Debug)]
pub struct Census<G: Game> {
    /// Positions in which somebody has pieces left to place.
    pub placing: Tally,
    /// All others.
    pub moving: Tally,
    /// How many of all these have ended.
    pub ended: u64,
    /// A position with the longest win, and how many plies that takes.
    pub longest: Option<(G::Position, u32)>,
}

/// Walks through everything that can be reached. A number may stand for positions of either player; the walk tells
/// them apart, and `alike` says how many of one player it stands for.
pub(super) fn census<G: Game, S: States>(
    solution: &Solution<G>,
    game: &G,
    states: &S,
    alike: impl Fn(usize) -> u32,
) -> Census<G> {
    let bit = |player: Player| 1u8 << player.index();
    let mut census = Census { placing: Tally::default(), moving: Tally::default(), ended: 0, longest: None };
    let mut seen = vec![0u8; states.size()];
    let mut ahead = Vec::new();
    if let Some(start) = solution.number(&solution.start) {
        let mover = game.to_move(&solution.start);
        seen[start] = bit(mover);
        ahead.push((start as u32, mover));
    }
    let mut scratch = S::Scratch::default();
    while let Some((state, mover)) = ahead.pop() {
        let kind = states.successors(state as usize, &mut scratch, |edge| {
            let next = if edge.keeps_turn { mover } else { !mover };
            if seen[edge.state] & bit(next) == 0 {
                seen[edge.state] |= bit(next);
                ahead.push((edge.state as u32, next));
            }
            true
        });
        let verdict = solution.verdicts[state as usize];
        let position = solution.position(state as usize).expect("a reached state is a position");
        let positions = u64::from(alike(state as usize));
        let is_placing = Player::BOTH.iter().any(|&player| game.hand(&position, player) > 0);
        if is_placing { &mut census.placing } else { &mut census.moving }.add(verdict, positions);
        census.ended += if matches!(kind, Kind::Ended(_)) { positions } else { 0 };
        let longest = census.longest.as_ref().map_or(0, |&(_, plies)| plies);
        if verdict.gain() > 0 && verdict.distance() > longest {
            census.longest = Some((position, verdict.distance()));
        }
    }
    census
}

/// What the values of the successors make of a position: the best of its moves, or how it ended. `None` if one of the
/// positions is not in the solution.
fn from_successors<G: Game>(
    solution: &Solution<G>,
    game: &G,
    position: &G::Position,
    moves: &mut Vec<G::Move>,
) -> Option<Verdict> {
    let mover = game.to_move(position);
    if let Some(ending) = game.generate(position, moves) {
        return Some(Verdict::of_ending(ending, mover));
    }
    let mut best: Option<Verdict> = None;
    for &mv in moves.iter() {
        let mut next = position.clone();
        game.play(&mut next, mv);
        let verdict = solution.verdict(&next)?.before(game.to_move(&next) == mover);
        if best.is_none_or(|best| verdict.rank() > best.rank()) {
            best = Some(verdict);
        }
    }
    best
}

/// Whether the value of a position is what the values of its successors make of it.
///
/// If that holds everywhere, all values are right: wins and losses by induction on their distance, draws because whoever
/// keeps to drawn positions never loses.
pub fn is_consistent<G: Game>(
    solution: &Solution<G>,
    game: &G,
    position: &G::Position,
    moves: &mut Vec<G::Move>,
) -> bool {
    solution
        .verdict(position)
        .is_some_and(|verdict| from_successors(solution, game, position, moves) == Some(verdict))
}

/// What a check has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Positions looked at.
    pub positions: u64,
    /// Those whose value contradicts their successors.
    pub contradictions: u64,
}

/// Checks all positions.
pub fn check_all<G: Game>(solution: &Solution<G>, game: &G) -> Checked {
    check(solution, game, 0..solution.size())
}

/// Checks a random sample of this many numbers; those that are not in use are passed over.
pub fn check_sample<G: Game>(solution: &Solution<G>, game: &G, numbers: usize, seed: u64) -> Checked {
    let mut random = Random::new(seed);
    let size = solution.size() as u32;
    check(solution, game, (0..numbers).map(|_| random.below(size) as usize))
}

fn check<G: Game>(solution: &Solution<G>, game: &G, numbers: impl Iterator<Item = usize>) -> Checked {
    let mut checked = Checked::default();
    let mut moves = Vec::new();
    for position in numbers.filter_map(|number| solution.position(number)) {
        checked.positions += 1;
        checked.contradictions += u64::from(!is_consistent(solution, game, &position, &mut moves));
    }
    checked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explicit::RandomTree;

    #[test]
    fn a_wrong_value_contradicts_its_neighbours() {
        let game = RandomTree { seed: 5, branching: 3, depth: 6, early_end: 0, alternating: true };
        let mut solution = Solution::solve(&game, 10_000, 1).unwrap();
        assert_eq!(check_all(&solution, &game).contradictions, 0);
        for state in 0..solution.size() {
            let right = solution.verdicts[state];
            let wrong = if right == Verdict::DRAW { Verdict::new(1, 3) } else { Verdict::DRAW };
            solution.verdicts[state] = wrong;
            assert!(check_all(&solution, &game).contradictions > 0, "state {state}");
            solution.verdicts[state] = Verdict::new(right.gain(), right.distance() + 1);
            assert!(
                right == Verdict::DRAW || check_all(&solution, &game).contradictions > 0,
                "state {state}"
            );
            solution.verdicts[state] = right;
        }
    }
}
