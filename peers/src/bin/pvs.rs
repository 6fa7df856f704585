//! Principal variation search beside the `minimax` crate: the same games, the same evaluations, the same depths, one thread,
//! one run, processor time. Then one thread beside two.
//!
//! `cargo run --release -p agon-search --example peers [--quick]`

use std::cell::RefCell;
use std::marker::PhantomData;
use std::time::Duration;

use agon_core::{Encode, Ending, Game, Heuristic, Line, Outcome, Player, Random, Value};
use agon_games::chess::Chess;
use agon_games::othello::Othello;
use agon_search::Limit;
use agon_search::evaluate::{EndsOnly, Evaluate};
use agon_search::pvs::{Pvs, Settings};
use agon_search::settings::Memory;
use agon_search::task::search;
use connect_four::ConnectFour;
use minimax::{IterativeOptions, IterativeSearch, Strategy, Winner};

/// Both get a table of this size.
const TABLE: usize = 16 << 20;

/// Every disc counts what its place is worth.
#[derive(Clone, Copy)]
struct Weights(&'static [i16]);

/// Connect Four: the number of rows of four through a place.
const FOURS: Weights = Weights(&[
    3, 4, 5, 7, 5, 4, 3, 4, 6, 8, 10, 8, 6, 4, 5, 8, 11, 13, 11, 8, 5, 5, 8, 11, 13, 11, 8, 5, 4, 6, 8, 10,
    8, 6, 4, 3, 4, 5, 7, 5, 4, 3,
]);
/// Othello: corners are good and what gives them away is bad.
const CORNERS: Weights = Weights(&[
    50, -10, 5, 3, 3, 5, -10, 50, -10, -20, 1, 1, 1, 1, -20, -10, 5, 1, 3, 2, 2, 3, 1, 5, 3, 1, 2, 1, 1, 2,
    1, 3, 3, 1, 2, 1, 1, 2, 1, 3, 5, 1, 3, 2, 2, 3, 1, 5, -10, -20, 1, 1, 1, 1, -20, -10, 50, -10, 5, 3, 3,
    5, -10, 50,
]);

impl Weights {
    /// What the first player is ahead.
    fn lead<G: Game>(self, game: &G, position: &G::Position) -> i16 {
        let worth = |(cell, weight): (usize, &i16)| match game.piece(position, cell)?.owner? {
            Player::First => Some(*weight),
            Player::Second => Some(-weight),
        };
        self.0.iter().enumerate().filter_map(worth).sum()
    }
}

impl<G: Game> Evaluate<G> for Weights {
    fn evaluate(&mut self, game: &G, position: &G::Position) -> Value {
        Value::from_pov(f32::from(self.lead(game, position)) / 1000.0, Player::First)
    }

    fn fork(&self) -> Box<dyn Evaluate<G>> {
        Box::new(*self)
    }
}

/// A game without parameters whose moves are small numbers.
trait Plain: Encode + Heuristic + Game<Move = u8> {
    const GAME: Self;
}

impl Plain for ConnectFour {
    const GAME: Self = ConnectFour;
}

impl Plain for Othello {
    const GAME: Self = Othello;
}

/// One of our games as the `minimax` crate wants it.
struct Wrapped<G>(PhantomData<G>);

#[derive(Clone)]
struct State<G: Game> {
    position: G::Position,
    hash: u64,
}

impl<G: Plain> State<G> {
    fn new(position: G::Position) -> State<G> {
        State { hash: G::GAME.hash(&position), position }
    }

    fn winner(&self, ending: Ending) -> Winner {
        match ending.outcome {
            Outcome::Draw => Winner::Draw,
            Outcome::Win(winner) if winner == G::GAME.to_move(&self.position) => Winner::PlayerToMove,
            Outcome::Win(_) => Winner::PlayerJustMoved,
        }
    }
}

impl<G: Plain> minimax::Game for Wrapped<G> {
    type S = State<G>;
    type M = u8;

    fn generate_moves(state: &State<G>, moves: &mut Vec<u8>) -> Option<Winner> {
        G::GAME.generate(&state.position, moves).map(|ending| state.winner(ending))
    }

    fn apply(state: &mut State<G>, mv: u8) -> Option<State<G>> {
        let mut position = state.position.clone();
        G::GAME.play(&mut position, mv);
        Some(State { hash: G::GAME.hash(&position), position })
    }

    fn get_winner(state: &State<G>) -> Option<Winner> {
        thread_local!(static SCRATCH: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) });
        let ending = SCRATCH.with_borrow_mut(|moves| G::GAME.generate(&state.position, moves));
        ending.map(|ending| state.winner(ending))
    }

    fn zobrist_hash(state: &State<G>) -> u64 {
        state.hash
    }

    fn table_index(mv: u8) -> u16 {
        u16::from(mv)
    }

    fn max_table_index() -> u16 {
        u16::from(u8::MAX)
    }
}

struct Judge<G>(Option<Weights>, PhantomData<G>);

impl<G: Plain> minimax::Evaluator for Judge<G> {
    type G = Wrapped<G>;

    fn evaluate(&self, state: &State<G>) -> minimax::Evaluation {
        let lead = self.0.map_or(0, |weights| weights.lead(&G::GAME, &state.position));
        if G::GAME.to_move(&state.position) == Player::First { lead } else { -lead }
    }
}

/// Processor time of all threads so far: on a shared machine, seconds on the wall measure the neighbours.
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

struct Run {
    nodes: u64,
    time: Duration,
}

impl Run {
    fn speed(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64() / 1e6
    }
}

impl std::ops::AddAssign for Run {
    fn add_assign(&mut self, other: Run) {
        self.nodes += other.nodes;
        self.time += other.time;
    }
}

/// The iterative search of the `minimax` crate with everything that helps it here.
fn theirs<G: Plain>(position: &G::Position, weights: Option<Weights>, depth: u8) -> Run {
    let options =
        IterativeOptions::new().with_table_byte_size(TABLE).with_countermoves().with_countermove_history();
    let mut strategy = IterativeSearch::new(Judge::<G>(weights, PhantomData), options);
    strategy.set_max_depth(depth);
    let mut state = State::new(position.clone());
    let start = processor_time();
    strategy.choose_move(&state);
    let time = processor_time().saturating_sub(start);
    // The count is told in words only: "Explored N nodes to depth D."
    let words = strategy.stats(&mut state);
    let count = words.split_once("Explored ").and_then(|(_, rest)| rest.split(' ').next()?.parse().ok());
    Run { nodes: count.expect("the statistics tell the nodes"), time }
}

fn ours<G: Encode + Heuristic>(
    game: &G,
    line: &Line<G>,
    weights: Option<Weights>,
    limit: &Limit,
    settings: Settings,
) -> Run {
    let evaluation: Box<dyn Evaluate<G>> = match weights {
        Some(weights) => Box::new(weights),
        None => Box::new(EndsOnly),
    };
    let mut pvs = Pvs::new(evaluation, Settings { memory: Memory::bytes(TABLE), ..settings });
    // The table is made by the first search; theirs is not on the clock either.
    search(&mut pvs, game, line, &Limit::nodes(1));
    let start = processor_time();
    let nodes = search(&mut pvs, game, line, limit).cost.nodes;
    Run { nodes, time: processor_time().saturating_sub(start) / settings.threads as u32 }
}

/// The fastest of three runs: the one that the neighbours disturbed least.
fn fastest(run: impl Fn() -> Run) -> Run {
    let runs = [run(), run(), run()];
    runs.into_iter().max_by(|a, b| a.speed().total_cmp(&b.speed())).expect("there are three")
}

/// The initial position, and some after a few random moves.
fn openings<G: Game>(game: &G, count: u64) -> Vec<Line<G>> {
    let opening = |number: u64| {
        let (mut line, mut random, mut moves) = (Line::new(game), Random::stream(1, number), Vec::new());
        for _ in 0..number {
            if line.generate(game, &mut moves).is_none() {
                line.push(game, random.pick(&moves));
            }
        }
        line
    };
    (0..count).map(opening).collect()
}

fn compare<G: Plain>(name: &str, weights: Option<Weights>, depth: u8) {
    let lines = openings(&G::GAME, 8);
    let exact = Settings { pruning: false, quiescence: false, ..Settings::default() };
    let mut runs = [const { Run { nodes: 0, time: Duration::ZERO } }; 3];
    for line in &lines {
        runs[0] += fastest(|| theirs::<G>(line.position(), weights, depth));
        for (run, settings) in runs[1..].iter_mut().zip([exact, Settings::default()]) {
            let limit = Limit::depth(u32::from(depth));
            *run += fastest(|| ours(&G::GAME, line, weights, &limit, settings));
        }
    }
    println!("{name}: {} positions to depth {depth}", lines.len());
    for (label, run) in ["minimax crate", "pvs, pruning=off", "pvs"].into_iter().zip(&runs) {
        println!(
            "  {label:<18} {:>10} nodes (x {:>4.2})  {:>6.2} M nodes/s (x {:>4.2})  {:>9.2?} (x {:>4.2})",
            run.nodes,
            run.nodes as f64 / runs[0].nodes as f64,
            run.speed(),
            run.speed() / runs[0].speed(),
            run.time,
            run.time.as_secs_f64() / runs[0].time.as_secs_f64(),
        );
    }
}

/// Nodes per second if every thread had a processor for itself.
fn scale<G: Encode + Heuristic>(name: &str, game: &G, weights: Option<Weights>, time: Duration) {
    let [one, two] = [1, 2].map(|threads| {
        let settings = Settings { threads, ..Settings::default() };
        ours(game, &Line::new(game), weights, &Limit::time(time), settings).speed()
    });
    println!("{name}: {one:.2} M nodes/s on one thread, {two:.2} on two (x {:.2})", two / one);
}

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let less = if quick { 3 } else { 0 };
    compare::<ConnectFour>("Connect Four, ends of games only", None, 14 - less);
    compare::<ConnectFour>("Connect Four, places weighed", Some(FOURS), 14 - less);
    compare::<Othello>("Othello, places weighed", Some(CORNERS), 10 - less);
    let time = Duration::from_secs(if quick { 1 } else { 4 });
    scale("Connect Four", &ConnectFour, Some(FOURS), time);
    scale("Othello", &Othello, Some(CORNERS), time);
    scale("Chess", &Chess, None, time);
}
