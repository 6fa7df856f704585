//! Simulations per second of processor time on Connect Four, next to two other libraries, plain and with a solver:
//! `cargo run --release -p agon-search --example uct_peers [SIMULATIONS [ROUNDS]]`.
//!
//! `minimax` plays the same rules as we do, wrapped; `board-game` brings rules of its own. Both back up proven results.

use std::hint::black_box;
use std::time::Duration;

use agon_core::{Game, Line, Outcome};
use agon_search::Limit;
use agon_search::task::search;
use agon_search::uct::{Settings, Uct};
use connect_four::{ConnectFour, Position};
use minimax::{MCTSOptions, MonteCarloTreeSearch, Strategy, Winner};

/// Our rules, as `minimax` wants them.
struct Wrapped;

impl minimax::Game for Wrapped {
    type S = Position;
    type M = u8;

    fn generate_moves(state: &Position, moves: &mut Vec<u8>) -> Option<Winner> {
        let ending = ConnectFour.generate(state, moves)?;
        let mover = ConnectFour.to_move(state);
        Some(match ending.outcome {
            Outcome::Draw => Winner::Draw,
            Outcome::Win(player) if player == mover => Winner::PlayerToMove,
            Outcome::Win(_) => Winner::PlayerJustMoved,
        })
    }

    fn apply(state: &mut Position, column: u8) -> Option<Position> {
        let mut next = *state;
        ConnectFour.play(&mut next, column);
        Some(next)
    }

    fn get_winner(state: &Position) -> Option<Winner> {
        Wrapped::generate_moves(state, &mut Vec::new())
    }
}

/// The processor time of all threads: one of the libraries starts its own.
fn process_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn uct(simulations: u64, solver: bool) {
    let mut uct = Uct::new(Settings { solver, ..Settings::default() });
    let line = Line::new(&ConnectFour);
    let analysis = search(&mut uct, &ConnectFour, &line, &Limit::playouts(simulations));
    assert_eq!(black_box(analysis).cost.playouts, simulations);
}

fn minimax(simulations: u64) {
    let mut search: MonteCarloTreeSearch<Wrapped> =
        MonteCarloTreeSearch::new(MCTSOptions::default().with_num_threads(1));
    search.set_max_rollouts(simulations as u32);
    black_box(search.choose_move(&ConnectFour.initial()));
}

fn board_game(simulations: u64) {
    let board = board_game::games::connect4::Connect4::default();
    let mut random = board_game::util::tiny::consistent_rng();
    let tree = board_game::ai::mcts::mcts_build_tree(&board, simulations, 1.0, &mut random);
    assert_eq!(black_box(tree).nodes[0].visits as u64, simulations);
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse().expect("arguments are numbers"));
    let simulations: u64 = arguments.next().unwrap_or(500_000);
    let rounds: u64 = arguments.next().unwrap_or(5);
    let contestants: [(&str, &dyn Fn()); 4] = [
        ("agon uct", &|| uct(simulations, false)),
        ("agon uct:solver=on", &|| uct(simulations, true)),
        ("minimax 0.6", &|| minimax(simulations)),
        ("board-game 0.8.2", &|| board_game(simulations)),
    ];
    // They take turns, so that a noisy machine slows all of them down.
    let mut used = [Duration::ZERO; 4];
    for _ in 0..rounds {
        for (used, (_, run)) in used.iter_mut().zip(contestants) {
            let before = process_time();
            run();
            *used += process_time().saturating_sub(before);
        }
    }
    println!("{:<24}{:>16}", "Connect Four", "simulations/s");
    for (used, (name, _)) in used.iter().zip(contestants) {
        println!("{name:<24}{:>16.0}", (simulations * rounds) as f64 / used.as_secs_f64());
    }
}
