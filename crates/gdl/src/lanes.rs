//! Gates for 512 games at once: one bit of every node for each of them. This is how random games are played by the thousand.

use std::cmp::Ordering;

use agon_core::Random;
use agon_core::playout::Results;

use crate::bits::{Bits, ones};
use crate::circles::Circles;
use crate::circuit::{Circuit, Gate};
use crate::net::Literal;

/// The words of a row: 512 games.
const WORDS: usize = 8;
/// The number of games that are played side by side.
pub const LANES: usize = 64 * WORDS;

/// One bit for each game.
type Row = [u64; WORDS];

const NONE: Row = [0; WORDS];
const ALL: Row = [u64::MAX; WORDS];

/// What many random games came to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sum {
    /// Games played to their end.
    pub games: u64,
    /// Moves of all roles together in them, that is, steps.
    pub plies: u64,
    /// The sum of the squared numbers of steps.
    pub squared_plies: u64,
    /// The sum of the goals of each role.
    pub goals: Vec<u64>,
    /// Games in which the first role has a higher goal than the second, an equal one or none that is said once, a lower one.
    pub results: [u64; 3],
    /// Games stopped because they were too long, or because a role had no move.
    pub stopped: u64,
    /// Steps in which more than one role had a choice.
    pub simultaneous: u64,
    /// Steps in which somebody had a choice out of turn, if it was said what tells the turns.
    pub out_of_turn: u64,
    /// How the games from each position came out for the first two roles; stopped games are drawn.
    pub by_start: Vec<Results>,
}

/// Random games that are to be played.
struct Games<'a> {
    starts: &'a [Bits],
    /// Games from each of them.
    each: u64,
    /// The number of the game that begins next.
    next: u64,
}

impl Games<'_> {
    /// The start of the next game; nothing if all have begun.
    fn begin(&mut self) -> Option<u32> {
        let start = self.next / self.each.max(1);
        (self.next < self.each * self.starts.len() as u64).then(|| {
            self.next += 1;
            start as u32
        })
    }
}

/// Plays random games of one circuit side by side.
pub struct Lanes {
    values: Vec<Row>,
    /// The gates that goals need beyond those of legal moves, where working them out for all games at every step costs less than
    /// setting finished positions aside.
    at_once: Option<Vec<(u32, u32)>>,
    /// A second copy for finished positions: their goals are worked out together.
    finished: Vec<Row>,
    /// Where each of them began.
    waiting: Vec<u32>,
    next: Vec<Row>,
    /// The moves of a role in 64 games, in blocks of 64.
    choices: Vec<[u64; 64]>,
    /// When each game began.
    begun: [u64; LANES],
    /// Where each game began.
    start: [u32; LANES],
    circles: Circles,
    /// The value that holds when it is this role's turn.
    turn: Option<(usize, usize)>,
    /// After so many links nobody plays on.
    most_links: u64,
}

impl Lanes {
    /// Room for the games of a circuit.
    pub fn new(circuit: &Circuit) -> Lanes {
        let nodes = circuit.first_gate() as usize + circuit.gates.len();
        let most = circuit.legal.iter().map(|moves| moves.len().div_ceil(64)).max().unwrap_or(0);
        let beyond: Vec<(u32, u32)> = circuit
            .goal_ranges
            .iter()
            .map(|&(begin, end)| (begin.max(circuit.ends[0]), end))
            .filter(|(begin, end)| begin < end)
            .collect();
        let gates: u32 = beyond.iter().map(|(begin, end)| end - begin).sum();
        let goals: usize = circuit.goals.iter().map(Vec::len).sum();
        let is_cheap = gates <= 2 * circuit.fluents && goals <= 16;
        Lanes {
            values: vec![NONE; nodes],
            finished: if is_cheap { Vec::new() } else { vec![NONE; nodes] },
            at_once: is_cheap.then_some(beyond),
            waiting: Vec::with_capacity(LANES),
            next: vec![NONE; circuit.fluents as usize],
            choices: vec![[0; 64]; most],
            begun: [0; LANES],
            start: [0; LANES],
            circles: Circles::new(circuit),
            turn: None,
            most_links: u64::MAX,
        }
    }

    /// Counts choices out of turn from here on: this fluent should hold exactly when this role has a choice and not the other one.
    pub(crate) fn watch_turns(&mut self, fluent: u32, role: usize) {
        self.turn = Some((1 + fluent as usize, role));
    }

    /// Plays like [`play`](Lanes::play) until so many links were looked at; games that are going on then are left out.
    pub fn play_within(
        &mut self,
        circuit: &Circuit,
        start: &Bits,
        each: u64,
        cap: u32,
        random: &mut Random,
        most_links: u64,
    ) -> Sum {
        self.most_links = most_links;
        let sum = self.play(circuit, std::slice::from_ref(start), each, cap, random);
        self.most_links = u64::MAX;
        sum
    }

    /// How many links of circles were looked at since games were begun last.
    pub fn links_in_circles(&self) -> u64 {
        self.circles.links
    }

    /// Plays random games from each of these positions. Games longer than `cap` steps are stopped.
    pub fn play(
        &mut self,
        circuit: &Circuit,
        starts: &[Bits],
        each: u64,
        cap: u32,
        random: &mut Random,
    ) -> Sum {
        let mut games = Games { starts, each, next: 0 };
        let mut sum = Sum {
            goals: vec![0; circuit.goals.len()],
            by_start: vec![Results::default(); starts.len()],
            ..Sum::default()
        };
        let mut active = NONE;
        self.begun = [0; LANES];
        self.values[1..=circuit.fluents as usize].fill(NONE);
        self.begin(&ALL, &mut active, 0, &mut games);
        // No game is older than this.
        let mut oldest = 0;
        self.circles.links = 0;
        for step in 0.. {
            if active == NONE {
                break;
            }
            if step * circuit.links.len() as u64 + self.circles.links > self.most_links {
                break;
            }
            evaluate(circuit, &mut self.values, &mut self.circles, 0, circuit.ends[0]);
            let terminal = row(&self.values, circuit.terminal);
            let mut over: Row = std::array::from_fn(|word| active[word] & terminal[word]);
            if over != NONE {
                self.finish(circuit, &over, step, &mut sum);
            }
            let moving: Row = std::array::from_fn(|word| active[word] & !over[word]);
            let mut stuck = self.choose(circuit, &moving, random, &mut sum);
            if step - oldest >= u64::from(cap) {
                oldest = self.find_old(step, cap, &moving, &mut stuck);
            }
            for word in 0..WORDS {
                let stopped = stuck[word] & moving[word];
                sum.stopped += u64::from(stopped.count_ones());
                over[word] |= stopped;
            }
            self.advance(circuit, &over);
            // Finished games make room for the next ones.
            self.begin(&over, &mut active, step + 1, &mut games);
        }
        self.settle(circuit, &mut sum);
        for results in &mut sum.by_start {
            results.draws = each as u32 - results.first - results.second;
        }
        sum
    }

    /// Lets the next games begin in these lanes, as many as there are. Nothing holds in a lane before.
    fn begin(&mut self, lanes: &Row, active: &mut Row, step: u64, games: &mut Games<'_>) {
        for (word, active) in active.iter_mut().enumerate() {
            // Games from one position begin together.
            let (mut together, mut from) = (0, None);
            for bit in ones(lanes[word]) {
                let Some(start) = games.begin() else {
                    *active &= !(1 << bit);
                    continue;
                };
                if from != Some(start) {
                    self.place(games.starts, from, word, together);
                    (together, from) = (0, Some(start));
                }
                together |= 1 << bit;
                *active |= 1 << bit;
                let lane = 64 * word + bit as usize;
                (self.begun[lane], self.start[lane]) = (step, start);
            }
            self.place(games.starts, from, word, together);
        }
    }

    /// Makes a position hold in up to 64 lanes in which nothing holds.
    fn place(&mut self, starts: &[Bits], from: Option<u32>, word: usize, lanes: u64) {
        let Some(start) = from.map(|from| &starts[from as usize]) else { return };
        for fluent in start.iter() {
            self.values[1 + fluent as usize][word] |= lanes;
        }
    }

    /// Marks the games that have lasted for `cap` steps; when the oldest of the others began.
    fn find_old(&self, step: u64, cap: u32, games: &Row, marks: &mut Row) -> u64 {
        let mut oldest = step;
        for (word, &games) in games.iter().enumerate() {
            for bit in ones(games) {
                let begun = self.begun[64 * word + bit as usize];
                if step - begun >= u64::from(cap) {
                    marks[word] |= 1 << bit;
                } else {
                    oldest = oldest.min(begun);
                }
            }
        }
        oldest
    }

    /// Chooses a move for each role in each of these games; the games in which a role has none.
    fn choose(&mut self, circuit: &Circuit, games: &Row, random: &mut Random, sum: &mut Sum) -> Row {
        let mut stuck = NONE;
        let mut decided = NONE;
        for (role, legal) in circuit.legal.iter().enumerate() {
            let first = circuit.move_node(role, 0) as usize;
            let (mut some, mut several) = (NONE, NONE);
            for &literal in legal {
                let row = row(&self.values, literal);
                for word in 0..WORDS {
                    several[word] |= some[word] & row[word];
                    some[word] |= row[word];
                }
            }
            // Whoever has one move makes it.
            for (place, &literal) in (first..).zip(legal) {
                let row = row(&self.values, literal);
                self.values[place] = std::array::from_fn(|word| row[word] & !several[word] & games[word]);
            }
            for word in 0..WORDS {
                stuck[word] |= games[word] & !some[word];
                let choosing = several[word] & games[word];
                sum.simultaneous += u64::from((decided[word] & choosing).count_ones());
                decided[word] |= choosing;
                if let Some((value, owner)) = self.turn {
                    let elsewhere = if owner == role { u64::MAX } else { 0 };
                    sum.out_of_turn +=
                        u64::from((choosing & (self.values[value][word] ^ elsewhere)).count_ones());
                }
                if choosing != 0 {
                    self.draw(legal, first, word, choosing, random);
                }
            }
        }
        stuck
    }

    /// Draws a move in each of up to 64 games.
    fn draw(&mut self, legal: &[Literal], first: usize, word: usize, games: u64, random: &mut Random) {
        let blocks = legal.len().div_ceil(64);
        for (choices, moves) in self.choices.iter_mut().zip(legal.chunks(64)) {
            let mut some = 0;
            for (choice, &literal) in choices.iter_mut().zip(moves) {
                let flip = if literal.is_opposite() { u64::MAX } else { 0 };
                *choice = self.values[literal.node() as usize][word] ^ flip;
                some |= *choice;
            }
            choices[moves.len()..].fill(0);
            if some & games == 0 {
                choices.fill(0);
            } else {
                transpose(choices);
            }
        }
        for bit in ones(games) {
            let lane = bit as usize;
            let count: u32 = self.choices[..blocks].iter().map(|block| block[lane].count_ones()).sum();
            let (mut place, mut block) = (random.below(count), 0);
            loop {
                let here = self.choices[block][lane].count_ones();
                if place < here {
                    break;
                }
                place -= here;
                block += 1;
            }
            let mv = 64 * block + select(self.choices[block][lane], place) as usize;
            self.values[first + mv][word] |= 1 << bit;
        }
    }

    /// Makes the moves; in games that are over nothing holds any more.
    fn advance(&mut self, circuit: &Circuit, over: &Row) {
        evaluate(circuit, &mut self.values, &mut self.circles, circuit.ends[0], circuit.ends[1]);
        for (fluent, next) in self.next.iter_mut().enumerate() {
            let value = row(&self.values, circuit.next[fluent]);
            *next = std::array::from_fn(|word| value[word] & !over[word]);
        }
        self.values[1..=self.next.len()].copy_from_slice(&self.next);
    }

    /// Counts finished games, and works out their goals or sets their positions aside.
    fn finish(&mut self, circuit: &Circuit, over: &Row, step: u64, sum: &mut Sum) {
        for (word, &over) in over.iter().enumerate() {
            for bit in ones(over) {
                let plies = step - self.begun[64 * word + bit as usize];
                sum.games += 1;
                sum.plies += plies;
                sum.squared_plies += plies * plies;
                if self.at_once.is_none() {
                    self.set_aside(circuit, word, bit, sum);
                }
            }
        }
        if let Some(ranges) = &self.at_once {
            for &(begin, end) in ranges {
                evaluate(circuit, &mut self.values, &mut self.circles, begin, end);
            }
            add_goals(circuit, &self.values, over, &self.start, sum);
        }
    }

    fn set_aside(&mut self, circuit: &Circuit, word: usize, bit: u32, sum: &mut Sum) {
        let (target, place) = (self.waiting.len() / 64, self.waiting.len() % 64);
        for fluent in 1..=circuit.fluents as usize {
            let value = self.values[fluent][word] >> bit & 1;
            let row = &mut self.finished[fluent][target];
            *row = *row & !(1 << place) | value << place;
        }
        self.waiting.push(self.start[64 * word + bit as usize]);
        if self.waiting.len() == LANES {
            self.settle(circuit, sum);
        }
    }

    /// Works out the goals of the positions that were set aside.
    fn settle(&mut self, circuit: &Circuit, sum: &mut Sum) {
        if self.waiting.is_empty() {
            return;
        }
        for &(begin, end) in &circuit.goal_ranges {
            evaluate(circuit, &mut self.finished, &mut self.circles, begin, end);
        }
        let used: Row = std::array::from_fn(|word| {
            let here = self.waiting.len().saturating_sub(64 * word).min(64);
            if here == 64 { u64::MAX } else { (1 << here) - 1 }
        });
        add_goals(circuit, &self.finished, &used, &self.waiting, sum);
        self.waiting.clear();
    }
}

/// Adds the goals of these games; `starts` tells by lane where they began. A role for which no goal holds, or several do, has none.
fn add_goals(circuit: &Circuit, values: &[Row], games: &Row, starts: &[u32], sum: &mut Sum) {
    let count = |row: &Row| row.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
    let told: Vec<Vec<(Row, i32)>> = circuit.goals.iter().map(|goals| told(goals, values, games)).collect();
    for (total, goals) in sum.goals.iter_mut().zip(&told) {
        *total += goals.iter().map(|(row, goal)| count(row) * u64::from(goal.unsigned_abs())).sum::<u64>();
    }
    let [first, second, ..] = &told[..] else { return };
    // Draws are what is left.
    let mut drawn = *games;
    for (own, goal) in first {
        for (other, than) in second {
            let both: Row = std::array::from_fn(|word| own[word] & other[word]);
            let ordering = goal.cmp(than);
            if ordering == Ordering::Equal || both == NONE {
                continue;
            }
            sum.results[if ordering == Ordering::Greater { 0 } else { 2 }] += count(&both);
            for (word, &games) in both.iter().enumerate() {
                drawn[word] &= !games;
                for bit in ones(games) {
                    let results = &mut sum.by_start[starts[64 * word + bit as usize] as usize];
                    *if ordering == Ordering::Greater { &mut results.first } else { &mut results.second } +=
                        1;
                }
            }
        }
    }
    sum.results[1] += count(&drawn);
}

/// The games in which each goal of a role is the only one that holds.
fn told(goals: &[(Literal, i32)], values: &[Row], games: &Row) -> Vec<(Row, i32)> {
    let (mut some, mut several) = (NONE, NONE);
    for &(literal, _) in goals {
        let row = row(values, literal);
        for word in 0..WORDS {
            several[word] |= some[word] & row[word];
            some[word] |= row[word];
        }
    }
    let alone = |&(literal, goal): &(Literal, i32)| {
        let row = row(values, literal);
        (std::array::from_fn(|word| row[word] & !several[word] & games[word]), goal)
    };
    goals.iter().map(alone).filter(|(row, _)| *row != NONE).collect()
}

#[inline]
fn row(values: &[Row], literal: Literal) -> Row {
    let flip = if literal.is_opposite() { u64::MAX } else { 0 };
    values[literal.node() as usize].map(|word| word ^ flip)
}

/// Evaluates a range of gates, circles until nothing changes.
fn evaluate(circuit: &Circuit, values: &mut [Row], circles: &mut Circles, begin: u32, end: u32) {
    let mut at = begin;
    let later = circuit.loops.partition_point(|&(_, last)| last <= begin);
    for &(from, to) in circuit.loops[later..].iter().take_while(|&&(from, _)| from < end) {
        straight(circuit, values, at, from);
        for gate in from..to {
            let at_first = circuit.gates[gate as usize].at_first;
            values[(circuit.first_gate() + gate) as usize] = if at_first { ALL } else { NONE };
        }
        circles.settle(circuit, from, to, &mut |gate| {
            let value = judge(circuit, values, circuit.gates[gate as usize]);
            let known = &mut values[(circuit.first_gate() + gate) as usize];
            let has_changed = *known != value;
            *known = value;
            has_changed
        });
        at = to;
    }
    straight(circuit, values, at, end);
}

/// Evaluates gates one after the other.
fn straight(circuit: &Circuit, values: &mut [Row], begin: u32, end: u32) {
    let gates = &circuit.gates[begin as usize..end as usize];
    for (place, &gate) in ((circuit.first_gate() + begin) as usize..).zip(gates) {
        values[place] = judge(circuit, values, gate);
    }
}

/// In which games a gate is true.
#[inline]
fn judge(circuit: &Circuit, values: &[Row], gate: Gate) -> Row {
    let links = &circuit.links[..];
    let mut value = ALL;
    for &link in &links[gate.begin as usize..gate.middle as usize] {
        let other = &values[link as usize];
        (0..WORDS).for_each(|word| value[word] &= other[word]);
    }
    for &link in &links[gate.middle as usize..gate.end as usize] {
        let other = &values[link as usize];
        (0..WORDS).for_each(|word| value[word] &= !other[word]);
    }
    value
}

/// Exchanges rows and columns of a square of 64 bits by 64 (Warren, "Hacker's Delight").
fn transpose(square: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = 0x0000_0000_ffff_ffff_u64;
    while width > 0 {
        let mut row = 0;
        while row < 64 {
            for upper in row..row + width {
                let lower = upper + width;
                let swap = (square[upper] >> width ^ square[lower]) & mask;
                square[upper] ^= swap << width;
                square[lower] ^= swap;
            }
            row += 2 * width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

/// The place of the one number `n` of a word, counted from the lowest, from 0.
fn select(mut word: u64, n: u32) -> u32 {
    // Halves that are skipped are counted, not walked through.
    let (mut place, mut left) = (0, n);
    for width in [32, 16, 8] {
        let low = word & ((1 << width) - 1);
        let count = low.count_ones();
        if left < count {
            word = low;
        } else {
            left -= count;
            place += width;
            word >>= width;
        }
    }
    for _ in 0..left {
        word &= word - 1;
    }
    place + word.trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        let mut square = [0; 64];
        let mut random = Random::new(1);
        for row in &mut square {
            *row = random.bits();
        }
        let before = square;
        transpose(&mut square);
        for (row, bits) in square.iter().enumerate() {
            for (column, old) in before.iter().enumerate() {
                assert_eq!(bits >> column & 1, old >> row & 1, "{row} {column}");
            }
        }
    }

    #[test]
    fn members_are_selected_in_order() {
        let mut random = Random::new(2);
        for _ in 0..1000 {
            let word = random.bits() & random.bits();
            for (n, place) in ones(word).enumerate() {
                assert_eq!(select(word, n as u32), place);
            }
        }
    }
}
