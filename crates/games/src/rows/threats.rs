//! Who is about to complete a row, and what can be done about it.

use agon_core::{Player, Threats};

use super::heuristic::{Windows, stoppable};
use super::position::{DIRECTIONS, Position};
use super::{RowRules, Rows};

/// The most points that a window may lack to be looked at here: a turn's stones and one.
const MOST: usize = 3;

/// A window that few stones are missing in: its empty points, of which the last is repeated where there are fewer than [`MOST`].
#[derive(Clone, Copy)]
struct Gap {
    points: [u16; MOST],
    missing: u32,
}

impl Gap {
    /// What is left of the window once a stone of its owner is on a point of it.
    fn filled(&self, point: u16) -> [u16; 2] {
        let mut left = [self.points[0]; 2];
        let mut count = 0;
        for &other in &self.points[..self.missing as usize] {
            if other != point {
                left[count.min(1)] = other;
                count += 1;
            }
        }
        if count == 1 { [left[0]; 2] } else { left }
    }

    fn points(&self) -> &[u16] {
        &self.points[..self.missing as usize]
    }
}

impl<R: RowRules, const SIZE: usize> Rows<R, SIZE> {
    /// The windows of a player that lack so many stones at most, in the order of the board.
    fn gaps(position: &Position<SIZE>, player: Player, most: u32) -> Vec<Gap> {
        let (own, enemy) = (&position.lines[player.index()], &position.lines[(!player).index()]);
        let mut near = [[0; SIZE]; DIRECTIONS];
        let mut any = 0;
        for direction in 0..DIRECTIONS {
            for line in 0..SIZE {
                let free = Position::<SIZE>::POINTS[direction][line] & !enemy[direction][line];
                let windows = Windows::new(own[direction][line], free, R::LENGTH);
                let starts = (1..=most).fold(0, |near, missing| near | windows.with(R::LENGTH - missing));
                near[direction][line] = starts;
                any |= starts;
            }
        }
        let mut gaps = Vec::new();
        if any == 0 {
            return gaps;
        }
        for (direction, lines) in near.iter().enumerate() {
            for (line, &starts) in lines.iter().enumerate() {
                let mut starts = starts;
                while starts != 0 {
                    let window = ((1 << R::LENGTH) - 1) << starts.trailing_zeros();
                    let mut empty: u32 = window & !own[direction][line];
                    let missing = empty.count_ones();
                    let points = std::array::from_fn(|_| {
                        let bit = empty.trailing_zeros() as usize;
                        if empty & (empty - 1) != 0 {
                            empty &= empty - 1;
                        }
                        Position::<SIZE>::cell(direction, line, bit) as u16
                    });
                    gaps.push(Gap { points, missing });
                    starts &= starts - 1;
                }
            }
        }
        gaps
    }

    /// What a player threatens to complete in one turn.
    fn due(gaps: &[Gap]) -> Vec<[u16; 2]> {
        let due = gaps.iter().filter(|gap| gap.missing <= R::TURN);
        due.map(|gap| [gap.points[0], gap.points[1]]).collect()
    }

    /// The points from which a player, with one stone left in the turn, threatens more than a turn can stop; `due` is what he
    /// threatens already.
    fn forks(gaps: &[Gap], due: &[[u16; 2]], mut found: impl FnMut(u16, &[[u16; 2]]) -> bool) {
        let mut threats = Vec::new();
        for point in makers::<R>(gaps) {
            threats.clear();
            threats.extend_from_slice(due);
            let made = gaps.iter().filter(|gap| gap.points().contains(&point));
            threats.extend(made.map(|gap| gap.filled(point)));
            if !stoppable(&threats, R::TURN as usize) && found(point, &threats) {
                return;
            }
        }
    }

    pub(super) fn look_for_threats(position: &Position<SIZE>, moves: &mut Vec<u16>) -> Threats {
        let mover = R::mover(u32::from(position.stones));
        let left = Self::left_in_turn(position);
        let own = Self::gaps(position, mover, R::TURN + 1);
        if let Some(gap) = own.iter().min_by_key(|gap| gap.missing).filter(|gap| gap.missing as usize <= left)
        {
            moves.push(gap.points[0]);
            return Threats::Won(gap.missing);
        }
        // What one stone a turn leaves to be seen ahead costs little; pairs of stones are too many.
        let single = R::TURN == 1;
        let enemy = Self::gaps(position, !mover, R::TURN + u32::from(single));
        let due = Self::due(&enemy);
        if !due.is_empty() {
            let mut points: Vec<u16> = due.as_flattened().to_vec();
            points.sort_unstable();
            points.dedup();
            let stops = |&point: &u16| {
                let others: Vec<_> = due.iter().filter(|gap| !gap.contains(&point)).copied().collect();
                stoppable(&others, left - 1)
            };
            moves.extend(points.iter().copied().filter(stops));
            if moves.is_empty() {
                moves.extend(points);
                return Threats::Lost(left as u32 + R::TURN);
            }
            return Threats::Forced(left as u32 + R::TURN);
        }
        let made = Self::due(&own);
        if left == 1 {
            Self::forks(&own, &made, |point, _| {
                moves.push(point);
                true
            });
            if !moves.is_empty() {
                // The stone, the answer, and the rest of a row.
                return Threats::Won(1 + 2 * R::TURN);
            }
        }
        moves.extend(makers::<R>(&own));
        if single && !enemy.is_empty() {
            let mut stops: Option<Vec<u16>> = None;
            let mut all = Vec::new();
            Self::forks(&enemy, &[], |point, threats| {
                // The stones that spoil this fork: on it, or on what it threatens, if that is two points and no more.
                let mut here = vec![point];
                let hits = |at: u16| stoppable(&without(threats, at), 1);
                here.extend(threats.iter().map(|threat| threat[0]).filter(|&at| hits(at)));
                all.extend_from_slice(&here);
                match &mut stops {
                    None => stops = Some(here),
                    Some(stops) => stops.retain(|stop| here.contains(stop)),
                }
                false
            });
            if let Some(stops) = stops {
                let is_lost = moves.is_empty() && stops.is_empty();
                moves.extend(if is_lost { all } else { stops });
                moves.sort_unstable();
                moves.dedup();
                return if is_lost { Threats::Lost(4) } else { Threats::Forced(4) };
            }
        }
        Threats::Free
    }
}

/// The points from which a player threatens to complete a row in his next turn.
fn makers<R: RowRules>(gaps: &[Gap]) -> Vec<u16> {
    let close = gaps.iter().filter(|gap| gap.missing == R::TURN + 1);
    let mut points: Vec<u16> = close.flat_map(Gap::points).copied().collect();
    points.sort_unstable();
    points.dedup();
    points
}

/// The threats that a stone of the other player leaves.
fn without(threats: &[[u16; 2]], point: u16) -> Vec<[u16; 2]> {
    threats.iter().filter(|threat| !threat.contains(&point)).copied().collect()
}

#[cfg(test)]
mod tests {
    use std::marker::PhantomData;

    use agon_core::{Game, GameInfo, Heuristic, Outcome, Random};

    use super::*;
    use crate::outer_open_gomoku::{OuterOpenGomoku, OuterOpenRules};

    /// Four in a row, a stone or two a turn, on a board so small that everything can be tried.
    #[derive(Clone, Copy, Debug)]
    struct Fours<const TURN: u32>;

    impl<const TURN: u32> RowRules for Fours<TURN> {
        const INFO: &'static GameInfo = OuterOpenRules::INFO;
        const LENGTH: u32 = 4;
        const TURN: u32 = TURN;
    }

    /// In how many plies the mover wins, or loses (negative) if the opponent plays on, both within so many plies.
    fn solve<G: Game>(game: &G, position: &G::Position, plies: i32) -> Option<i32> {
        let (mover, mut moves) = (game.to_move(position), Vec::new());
        if let Some(ending) = game.generate(position, &mut moves) {
            return match ending.outcome {
                Outcome::Draw => None,
                Outcome::Win(winner) => Some(if winner == mover { 1 } else { -1 }),
            };
        }
        if plies == 0 {
            return None;
        }
        let mut longest = Some(0);
        let mut shortest: Option<i32> = None;
        for mv in moves {
            match value(game, position, mv, plies) {
                Some(won) if won > 0 => shortest = Some(shortest.map_or(won, |best| best.min(won))),
                Some(lost) => longest = longest.map(|best| best.max(-lost)),
                None => longest = None,
            }
        }
        shortest.or(longest.map(|longest| -longest))
    }

    /// The same for a move, counted from before it; 1 stands for a game that is over, so all numbers are one too high.
    fn value<G: Game>(game: &G, position: &G::Position, mv: G::Move, plies: i32) -> Option<i32> {
        let mut after = position.clone();
        game.play(&mut after, mv);
        let same = game.to_move(&after) == game.to_move(position);
        let value = solve(game, &after, plies - 1)?;
        Some((value.abs() + 1) * if same == (value > 0) { 1 } else { -1 })
    }

    /// Sooner wins before later ones, later losses before sooner ones.
    fn worth(value: Option<i32>) -> i32 {
        value.map_or(0, |value| 100 * value.signum() - value)
    }

    fn check<const TURN: u32>() -> [u32; 5] {
        let game: Rows<Fours<TURN>, 5> = Rows(PhantomData);
        let mut seen = [0; 5];
        let (mut moves, mut urgent) = (Vec::new(), Vec::new());
        for number in 0..400 {
            let mut random = Random::stream(11, number);
            let mut position = game.initial();
            while game.generate(&position, &mut moves).is_none() {
                urgent.clear();
                let threats = game.threats(&position, &mut urgent);
                assert!(urgent.iter().all(|mv| moves.contains(mv)), "{position:?}");
                let values = |plies: u32| {
                    let told = |&mv: &u16| {
                        (mv, value(&game, &position, mv, plies as i32).map(|value| value - value.signum()))
                    };
                    moves.iter().map(told).collect::<Vec<_>>()
                };
                let longest = |losses: &[(u16, Option<i32>)]| {
                    losses.iter().map(|(_, loss)| loss.map(|loss| -loss)).max().flatten()
                };
                let kind = match threats {
                    _ if moves.len() > 12 => 0,
                    Threats::Unknown => 0,
                    Threats::Won(plies) => {
                        for (mv, value) in values(plies) {
                            assert!(
                                !urgent.contains(&mv) || value.is_some_and(|value| value > 0),
                                "{position:?} {mv}: {value:?}"
                            );
                        }
                        1
                    }
                    Threats::Lost(plies) => {
                        let values = values(plies);
                        assert!(
                            values.iter().all(|(_, value)| value.is_some_and(|value| value < 0)),
                            "{position:?}: {values:?}"
                        );
                        let these: Vec<_> =
                            values.iter().copied().filter(|(mv, _)| urgent.contains(mv)).collect();
                        assert_eq!(longest(&these), longest(&values));
                        2
                    }
                    Threats::Forced(plies) => {
                        if TURN == 1 {
                            let values = values(plies);
                            let lost = |loss: Option<i32>| loss.is_some_and(|loss| loss < 0);
                            let (these, others): (Vec<_>, Vec<_>) =
                                values.into_iter().partition(|(mv, _)| urgent.contains(mv));
                            assert!(others.iter().all(|&(_, value)| lost(value)), "{position:?}: {others:?}");
                            if these.iter().all(|&(_, value)| lost(value)) {
                                assert!(longest(&these) >= longest(&others), "{position:?}: {others:?}");
                            }
                        } else if moves.len() <= 7 {
                            let values = values(7);
                            let best = |only: bool| {
                                let counted = values.iter().filter(|(mv, _)| !only || urgent.contains(mv));
                                counted.map(|&(_, value)| worth(value)).max()
                            };
                            assert_eq!(best(true), best(false), "{position:?}: {values:?}");
                        }
                        3
                    }
                    Threats::Free => 4,
                };
                seen[kind] += 1;
                game.play(&mut position, random.pick(&moves));
            }
        }
        seen
    }

    #[test]
    fn what_is_said_of_threats_is_true() {
        for seen in [check::<1>(), check::<2>()] {
            assert!(seen[1..].iter().all(|&count| count > 20), "{seen:?}");
        }
    }

    #[test]
    fn an_open_three_leaves_few_answers() {
        let game: OuterOpenGomoku = Rows(PhantomData);
        let mut position = game.initial();
        for text in "a1 o1 g8 o3 h8 m1 i8".split(' ') {
            let mv = game.read_move(&position, text).unwrap();
            game.play(&mut position, mv);
        }
        let mut moves = Vec::new();
        assert_eq!(game.threats(&position, &mut moves), Threats::Forced(4));
        let names: Vec<_> = moves.iter().map(|&mv| game.write_move(&position, mv)).collect();
        assert_eq!(names, ["f8", "j8"]);
    }
}
