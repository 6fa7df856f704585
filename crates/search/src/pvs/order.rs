//! Move ordering: what refuted the opponent elsewhere comes first.
//!
//! The move from the transposition table is first. All others are ranked by a sum: what they are (loud, killer move, countermove),
//! their score by the history heuristic, and what the game itself promises of them.

use agon_core::{Encode, Heuristic, Player};

/// A move to be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// Its place among the legal moves.
    pub place: u16,
    /// Whether the game calls it loud.
    pub loud: bool,
    /// Its index as the game encodes it.
    pub action: u32,
    /// The higher, the sooner; no two are equal.
    rank: i64,
    /// Whether it is quiet, or known not to lose an exchange, or to lose one.
    settled: bool,
}

impl Candidate {
    /// A move that is tried before all others.
    pub(super) fn first<G: Encode + Heuristic>(
        game: &G,
        position: &G::Position,
        place: u16,
        mv: G::Move,
    ) -> Candidate {
        let action = game.action(position, mv) as u32;
        Candidate { place, loud: game.is_loud(position, mv), action, rank: i64::MAX, settled: true }
    }

    /// Whether its place in the order is certain.
    #[inline]
    pub(super) fn is_settled(&self) -> bool {
        self.settled
    }

    /// Puts a move that loses the exchange after all others.
    pub(super) fn settle(&mut self, is_poor: bool) {
        self.settled = true;
        if is_poor {
            self.loud = false;
            self.rank -= i64::from(2 * LOUD) << 16;
        }
    }
}

/// History scores (the history heuristic) stay below this.
const HISTORY: i32 = 16_384;
/// What the most promising move of a position gains over the least.
const PROMISE: i32 = 8_192;
/// Captures and the like.
const LOUD: i32 = 4 * HISTORY;
/// Killer moves.
const KILLERS: [i32; 2] = [2 * HISTORY + 2, 2 * HISTORY + 1];
/// The countermove.
const COUNTERMOVE: i32 = 2 * HISTORY;
/// What the change of the evaluation is taken for before any is seen: half a man.
const USUAL_CHANGE: i64 = 60_000;

/// What moves did in other places, by player and action.
#[derive(Debug)]
pub(super) struct Experience<M> {
    actions: usize,
    /// How often a move refuted, weighed by depth and fading.
    history: Vec<i16>,
    /// The move that last refuted this one: its countermove.
    countermoves: Vec<Option<M>>,
    /// By how much the evaluation changes from one turn of a player to the next, on average; in 1024ths.
    change: i64,
}

/// What is known where a move is to be chosen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Situation<M> {
    pub mover: Player,
    /// Killer moves: those that refuted in sister positions.
    pub killers: [Option<M>; 2],
    /// The move that led here: who played it, and its action.
    pub last: Option<(Player, u32)>,
    /// Whether captures are ranked by what they win alone, and exchanges are weighed.
    pub weighs: bool,
}

impl<M: Copy + Eq> Experience<M> {
    pub(super) fn new(actions: usize) -> Experience<M> {
        let countermoves = vec![None; 2 * actions];
        Experience { actions, history: vec![0; 2 * actions], countermoves, change: USUAL_CHANGE << 10 }
    }

    #[inline]
    fn index(&self, player: Player, action: u32) -> usize {
        player.index() * self.actions + action as usize
    }

    /// By how much the evaluation usually changes from one turn of a player to the next.
    #[inline]
    pub(super) fn change(&self) -> i32 {
        (self.change >> 10) as i32
    }

    /// Learns by how much it changed.
    #[inline]
    pub(super) fn note_change(&mut self, change: i32) {
        self.change += i64::from(change) - (self.change >> 10);
    }

    /// Between two searches: what was learned counts half.
    pub(super) fn fade(&mut self) {
        for score in &mut self.history {
            *score /= 2;
        }
    }

    /// How often a move refuted, from `-HISTORY` to `HISTORY`.
    #[inline]
    pub(super) fn history(&self, player: Player, action: u32) -> i32 {
        i32::from(self.history[self.index(player, action)])
    }

    /// Adds the wanted moves with their ranks to the candidates.
    pub(super) fn rank<G: Encode + Heuristic<Move = M>>(
        &self,
        game: &G,
        position: &G::Position,
        situation: &Situation<M>,
        moves: &[M],
        candidates: &mut Vec<Candidate>,
        wanted: impl Fn(u16, bool) -> bool,
    ) {
        let known = candidates.len();
        let countermove =
            situation.last.and_then(|(player, action)| self.countermoves[self.index(player, action)]);
        // Among quiet moves, and among loud ones.
        let (mut least, mut most) = ([i32::MAX; 2], [i32::MIN; 2]);
        let kind = |loud: bool| usize::from(loud && situation.weighs);
        let mut promises = Vec::new();
        let together = game.promises(position, moves, &mut promises);
        for (place, &mv) in moves.iter().enumerate() {
            let (place, loud) = (place as u16, game.is_loud(position, mv));
            if wanted(place, loud) {
                let promise =
                    if together { promises[usize::from(place)] } else { game.promise(position, mv) };
                let kind = kind(loud);
                (least[kind], most[kind]) = (least[kind].min(promise), most[kind].max(promise));
                let action = game.action(position, mv) as u32;
                candidates.push(Candidate { place, loud, action, rank: i64::from(promise), settled: !loud });
            }
        }
        for candidate in &mut candidates[known..] {
            let mv = moves[usize::from(candidate.place)];
            let kind = kind(candidate.loud);
            let spread = i64::from(most[kind]) - i64::from(least[kind]);
            let promise = if spread > 0 {
                (i64::from(PROMISE) * (candidate.rank - i64::from(least[kind])) / spread) as i32
            } else {
                0
            };
            let class = if candidate.loud {
                LOUD
            } else if situation.killers[0] == Some(mv) {
                KILLERS[0]
            } else if situation.killers[1] == Some(mv) {
                KILLERS[1]
            } else if countermove == Some(mv) {
                COUNTERMOVE
            } else {
                0
            };
            let history = if kind == 0 { self.history(situation.mover, candidate.action) } else { 0 };
            let rank = class + promise + history;
            // Of equals, the one generated earlier comes first.
            candidate.rank = i64::from(rank) << 16 | i64::from(u16::MAX - candidate.place);
        }
    }

    /// Learns that a move refuted, and that those tried before it did not.
    pub(super) fn learn(
        &mut self,
        situation: &Situation<M>,
        refuting: (M, u32),
        tried: impl Iterator<Item = u32>,
        depth: i32,
    ) {
        let bonus = (depth * depth * 16).min(HISTORY / 8);
        self.adjust(situation.mover, refuting.1, bonus);
        for action in tried {
            self.adjust(situation.mover, action, -bonus);
        }
        if let Some((player, action)) = situation.last {
            let index = self.index(player, action);
            self.countermoves[index] = Some(refuting.0);
        }
    }

    /// Gravity: the closer to the limit, the less a bonus adds.
    #[inline]
    fn adjust(&mut self, player: Player, action: u32, bonus: i32) {
        let index = self.index(player, action);
        let score = i32::from(self.history[index]);
        self.history[index] = (score + bonus - score * bonus.abs() / HISTORY) as i16;
    }
}

/// Brings the highest-ranked candidate from `from` on to that place.
#[inline]
pub(super) fn bring_best(candidates: &mut [Candidate], from: usize) -> Candidate {
    let mut best = from;
    for index in from + 1..candidates.len() {
        if (candidates[index].rank, candidates[best].place) > (candidates[best].rank, candidates[index].place)
        {
            best = index;
        }
    }
    candidates.swap(from, best);
    candidates[from]
}

/// Puts so many of the highest-ranked candidates into order at once, which is cheaper than one by one.
pub(super) fn bring_many(candidates: &mut [Candidate], from: usize, many: usize) {
    let candidates = &mut candidates[from..];
    let down = |a: &Candidate, b: &Candidate| b.rank.cmp(&a.rank);
    if many < candidates.len() {
        candidates.select_nth_unstable_by(many, down);
    }
    let many = many.min(candidates.len());
    candidates[..many].sort_unstable_by(down);
}

#[cfg(test)]
mod tests {
    use agon_core::Game;

    use super::*;
    use crate::explicit::RandomTree;

    #[test]
    fn history_stays_in_bounds_and_fades() {
        let mut experience: Experience<u8> = Experience::new(3);
        let situation = Situation {
            mover: Player::Second,
            killers: [None; 2],
            last: Some((Player::First, 1)),
            weighs: false,
        };
        for _ in 0..1000 {
            experience.learn(&situation, (2, 2), [0].into_iter(), 40);
        }
        let (high, low) = (experience.history(Player::Second, 2), experience.history(Player::Second, 0));
        assert!((HISTORY * 9 / 10..=HISTORY).contains(&high), "{high}");
        assert!((-HISTORY..=-HISTORY * 9 / 10).contains(&low), "{low}");
        assert_eq!(experience.history(Player::First, 2), 0);
        assert_eq!(experience.countermoves[1], Some(2));
        experience.fade();
        assert_eq!(experience.history(Player::Second, 2), high / 2);
    }

    #[test]
    fn equals_keep_the_order_of_generation() {
        let game = RandomTree { seed: 2, branching: 6, depth: 3, early_end: 0, alternating: true };
        let experience = Experience::new(6);
        let situation =
            Situation { mover: Player::First, killers: [Some(4), None], last: None, weighs: false };
        let mut candidates = Vec::new();
        let moves = [0, 1, 2, 3, 4, 5];
        experience.rank(&game, &game.initial(), &situation, &moves, &mut candidates, |_, _| true);
        let loud = |place: &u16| game.is_loud(&game.initial(), *place as u8);
        let mut expected: Vec<u16> = (0..6).filter(loud).collect();
        expected.extend([4].iter().filter(|place| !loud(place)));
        expected.extend((0..6).filter(|place| *place != 4 && !loud(place)));
        let order: Vec<u16> = (0..6).map(|from| bring_best(&mut candidates, from).place).collect();
        assert_eq!(order, expected);
    }
}
