//! Alpha-beta for races: positions are compared by several numbers, one after the other.
//!
//! The player of the report "Minimax approach" for Freckers: points, then the lead on the way that is left, then the own
//! progress, then how early that progress was made. The last one keeps a player from putting off what he could do now:
//! looking two own moves ahead, "grow, then step" and "step, then grow" would be the same to him.
//!
//! Own progress is good for both players at once, so that nothing here can be negated: all values are as the player to
//! move at the root sees them, he takes the highest, his opponent the lowest. Iterations are begun only if
//! [`may_deepen`](crate::clock::may_deepen) expects them to end in time; the report's player then always finishes them, which
//! `finish` asks for. Without pruning it is the minimax that the report compares with.

use agon_core::{Analysis, Ending, Game, Heuristic, Outcome, Player, Proof, Standing};

use crate::arrange::arrange;
use crate::depthfirst::{Arrival, Examine, Plan, Root, Walk, deepen};
use crate::limit::Limit;
use crate::task::{Search, Task};
use crate::trace::{Mark, Off, Recorder, Tracer};

/// What a line of play is worth to the player to move at the root.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Worth {
    /// A standing in one number, or the end of the game far above or below all standings.
    packed: i64,
    history: History,
}

/// The progress of each own move from the root on, four bits each, the first one highest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct History(u64);

impl History {
    /// Own moves that there is room for.
    const ROOM: u32 = 16;

    /// The history after the own move number `number`, counted from 0, which came `gain` further.
    fn with(self, number: u32, gain: i32) -> History {
        if number >= History::ROOM {
            return self;
        }
        // A move that leads nowhere counts 7; a line that has ended made no move, and counts 0.
        let nibble = (gain.clamp(-6, 8) + 7) as u64;
        History(self.0 | nibble << (4 * (History::ROOM - 1 - number)))
    }
}

impl Worth {
    const WIN: i64 = 1 << 60;
    const PROVEN: i64 = 1 << 59;
    const LOWEST: Worth = Worth { packed: i64::MIN, history: History(0) };
    const HIGHEST: Worth = Worth { packed: i64::MAX, history: History(u64::MAX) };

    /// The standing in a position that has not ended.
    fn of_standing(standing: Standing, history: History) -> Worth {
        let Standing { points, lead, progress } = standing;
        let part = |number: i32| i64::from(number) + 512;
        Worth { packed: part(points) << 40 | part(lead) << 20 | part(progress), history }
    }

    /// The end of the game; a draw is worth as much as standing even.
    fn of_ending(ending: Ending, player: Player, ply: u32, history: History) -> Worth {
        let packed = match ending.outcome {
            Outcome::Draw => {
                let even = Standing { points: 0, lead: 0, progress: 0 };
                return Worth::of_standing(even, history);
            }
            Outcome::Win(winner) if winner == player => Worth::WIN - i64::from(ply),
            Outcome::Win(_) => i64::from(ply) - Worth::WIN,
        };
        Worth { packed, history }
    }

    fn proof(self) -> Option<Proof> {
        (self.packed.abs() > Worth::PROVEN).then(|| Proof {
            gain: self.packed.signum() as i8,
            distance: (Worth::WIN - self.packed.abs()) as u32,
        })
    }

    fn standing(self) -> Standing {
        let part = |shift: u32| (self.packed >> shift & 0xf_ffff) as i32 - 512;
        Standing { points: part(40), lead: part(20), progress: part(0) }
    }

    fn value(self) -> f32 {
        self.proof().map_or_else(|| self.standing().value(), |proof| f32::from(proof.gain))
    }

    /// The numbers as traces show them: points, lead, progress, and the gain of each own move; an end of the game is one
    /// number, and nothing is infinite.
    fn mark(self) -> Option<Mark> {
        if self == Worth::LOWEST || self == Worth::HIGHEST {
            return None;
        }
        if let Some(proof) = self.proof() {
            let distance = i64::from(proof.distance);
            return Some(Mark::Tuple(vec![i64::from(proof.gain) * (1_000_000 - distance)]));
        }
        let Standing { points, lead, progress } = self.standing();
        let gains = (0..History::ROOM)
            .map(|number| (self.history.0 >> (4 * (History::ROOM - 1 - number)) & 15) as i64)
            .take_while(|&nibble| nibble > 0)
            .map(|nibble| nibble - 7);
        Some(Mark::Tuple([points, lead, progress].into_iter().map(i64::from).chain(gains).collect()))
    }
}

crate::words! {
    /// Which moves are looked at first.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Order {
        /// Promising ones.
        Promise = "promise",
        /// Those that the rules list first.
        Generated = "generated",
    }
}

crate::settings! {
    /// What can be chosen about the search.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Settings {
        /// whether promising moves are looked at first, or moves as the rules list them
        pub order: Order as "order" = "promise",
        /// whether to leave what cannot change the choice; off: every position up to the depth is looked at
        pub prune: bool as "prune" = "on",
        /// whether an iteration that was begun is always finished, as in the report: the time is then looked at between
        /// iterations only, and may be exceeded
        pub finish: bool as "finish" = "off",
    }
}

/// Alpha-beta with lexicographic values, for games that tell a [standing](Heuristic::standing).
#[derive(Debug)]
pub struct Lexicographic {
    root: Root,
    settings: Settings,
    recorder: Option<Recorder>,
}

impl Lexicographic {
    /// The search for a game, or nothing if the game tells no standing.
    pub fn new<G: Heuristic>(game: &G, root: Root, settings: Settings) -> Option<Lexicographic> {
        game.standing(&game.initial(), Player::First)?;
        Some(Lexicographic { root, settings, recorder: None })
    }

    fn run<G: Heuristic, T: Tracer>(&self, task: &mut Task<'_, G>, tracer: T) -> Analysis<G::Move> {
        let Settings { order, prune, finish } = self.settings;
        // Who finishes what was begun looks at the time when an iteration is over, and not before.
        let limit = Limit { time: task.limit.time.filter(|_| !finish), ..task.limit.clone() };
        let walk = Walk::new(task.game, task.line, &limit, tracer);
        let ordered = order == Order::Promise;
        let player = walk.mover();
        let mut sequence: Vec<usize> = Vec::new();
        if ordered {
            let moves = walk.list();
            sequence = (0..moves.len()).collect();
            let promise = |index: usize| task.game.promise(walk.position(), moves[index]);
            arrange(&mut sequence, &|a, b| promise(b).cmp(&promise(a)));
        }
        let root = if prune { self.root } else { Root::Full };
        let mut race = Race { walk, player, root, ordered, prune };
        deepen(&mut race, &Plan { order: sequence, gate: task.limit.time }, task.watch).analysis
    }
}

impl<G: Heuristic> Search<G> for Lexicographic {
    fn search(&mut self, mut task: Task<'_, G>) -> Analysis<G::Move> {
        match self.recorder.take() {
            None => self.run(&mut task, Off),
            Some(mut recorder) => {
                let analysis = self.run(&mut task, &mut recorder);
                self.recorder = Some(recorder);
                analysis
            }
        }
    }

    fn recorder(&mut self) -> Option<&mut Option<Recorder>> {
        Some(&mut self.recorder)
    }
}

/// One search, as the player to move at the root sees it.
struct Race<'a, G: Game, T> {
    walk: Walk<'a, G, T>,
    player: Player,
    root: Root,
    ordered: bool,
    prune: bool,
}

/// What the path to a node adds to its worth.
#[derive(Clone, Copy, Default)]
struct Path {
    history: History,
    own_moves: u32,
    /// The player's progress at the node, where it is his turn.
    progress: i32,
}

impl<G: Heuristic, T: Tracer> Race<'_, G, T> {
    /// The worth of a move of the current node, to which `path` leads.
    fn reply(&mut self, index: usize, depth: u32, mut path: Path, alpha: Worth, beta: Worth) -> Worth {
        let is_own = self.walk.mover() == self.player;
        self.walk.descend(index);
        if is_own {
            let progress = self.standing().progress;
            path.history = path.history.with(path.own_moves, progress - path.progress);
            path.own_moves += 1;
        }
        self.walk.note_entry(depth, self.player, || (alpha.mark(), beta.mark()));
        let maximises = self.walk.mover() == self.player;
        let worth = self.worth(depth, path, alpha, beta);
        let cut = if maximises { worth >= beta } else { worth <= alpha };
        self.walk.note_exit(|| (worth.mark(), cut));
        self.walk.ascend();
        worth
    }

    fn worth(&mut self, depth: u32, mut path: Path, mut alpha: Worth, mut beta: Worth) -> Worth {
        let count = match self.walk.arrive(depth) {
            Arrival::Open(count) => count,
            Arrival::Ended(ending) => {
                return Worth::of_ending(ending, self.player, self.walk.ply(), path.history);
            }
            Arrival::Horizon => {
                self.walk.meter.cost.evaluations += 1;
                return Worth::of_standing(self.standing(), path.history);
            }
            Arrival::Stopped => return Worth::LOWEST,
        };
        if self.ordered {
            self.walk.order(G::promise);
        }
        let maximises = self.walk.mover() == self.player;
        if maximises {
            path.progress = self.standing().progress;
        }
        let mut best = if maximises { Worth::LOWEST } else { Worth::HIGHEST };
        for index in 0..count {
            let worth = self.reply(index, depth - 1, path, alpha, beta);
            if self.walk.is_stopped() {
                return Worth::LOWEST;
            }
            let improves = if maximises { worth > best } else { worth < best };
            if !improves {
                continue;
            }
            best = worth;
            let window = if maximises { &mut alpha } else { &mut beta };
            let narrows = if maximises { worth > *window } else { worth < *window };
            if narrows {
                self.walk.prefer(index);
            }
            if narrows && self.prune {
                *window = worth;
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// How the player stands in the current position. Games without standings are not searched this way.
    fn standing(&self) -> Standing {
        let standing = self.walk.game.standing(self.walk.position(), self.player);
        standing.unwrap_or(Standing { points: 0, lead: 0, progress: 0 })
    }
}

impl<'a, G: Heuristic, T: Tracer> Examine<'a, G, T> for Race<'a, G, T> {
    type Worth = Worth;

    fn walk(&mut self) -> &mut Walk<'a, G, T> {
        &mut self.walk
    }

    fn begin(&mut self, depth: u32) {
        self.walk.note_entry(depth, self.player, || (None, None));
    }

    fn examine(&mut self, index: usize, depth: u32, best: Option<Worth>) -> (Worth, bool) {
        let floor = best.filter(|_| self.root == Root::Shared).unwrap_or(Worth::LOWEST);
        let path = Path { progress: self.standing().progress, ..Path::default() };
        let worth = self.reply(index, depth - 1, path, floor, Worth::HIGHEST);
        (worth, worth > floor)
    }

    fn end(&mut self, best: Option<Worth>) {
        self.walk.note_exit(|| (best.and_then(Worth::mark), false));
    }

    fn judge(&self, worth: Worth) -> (f32, Option<Proof>) {
        (worth.value(), worth.proof())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Reason;

    fn worth(points: i32, lead: i32, progress: i32, gains: &[i32]) -> Worth {
        let history =
            gains.iter().zip(0..).fold(History::default(), |history, (&gain, n)| history.with(n, gain));
        Worth::of_standing(Standing { points, lead, progress }, history)
    }

    #[test]
    fn worths_compare_from_left_to_right() {
        let ascending = [
            Worth::of_ending(
                Ending::loss(Player::First, Reason::NoMoves),
                Player::First,
                2,
                History::default(),
            ),
            Worth::of_ending(
                Ending::loss(Player::First, Reason::NoMoves),
                Player::First,
                4,
                History::default(),
            ),
            worth(-6, 40, 60, &[8]),
            worth(0, -3, 10, &[1, 1]),
            worth(0, 2, 9, &[2, 1]),
            worth(0, 2, 10, &[0, 1]),
            worth(0, 2, 10, &[1, -1]),
            worth(0, 2, 10, &[1, 0]),
            worth(0, 2, 10, &[1, 1]),
            worth(0, 2, 10, &[2, 0]),
            worth(1, -48, 0, &[]),
            Worth::of_ending(
                Ending::win(Player::First, Reason::NoMoves),
                Player::First,
                3,
                History::default(),
            ),
            Worth::of_ending(
                Ending::win(Player::First, Reason::NoMoves),
                Player::First,
                1,
                History::default(),
            ),
        ];
        for pair in ascending.windows(2) {
            assert!(pair[0] < pair[1], "{pair:?}");
            assert!(pair[0].value() <= pair[1].value(), "{pair:?}");
        }
        assert_eq!(worth(-3, 17, 40, &[]).standing(), Standing { points: -3, lead: 17, progress: 40 });
        assert_eq!(worth(1, 2, 3, &[4, -5]).mark(), Some(Mark::Tuple(vec![1, 2, 3, 4, -5])));
    }

    #[test]
    fn histories_have_room_for_sixteen_moves() {
        let full = (0..20).fold(History::default(), |history, number| history.with(number, 100));
        assert_eq!(full, History(u64::MAX));
    }
}
