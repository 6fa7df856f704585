//! Whether a player keeps his clocks: two of them play over HTTP until so many moves were asked for, and what they took is told.
//! `clocks SHEET MOVES PLAYCLOCK`.

use std::error::Error;
use std::net::TcpListener;
use std::sync::Arc;

use agon_ggp::Player;
use agon_ggp::referee::{Terms, run};
use agon_ggp::serve::serve;

const START_CLOCK: u64 = 10;

/// A player at an address of his own, who plays as `agon ggp` does unless it is told otherwise.
fn seated() -> Result<String, Box<dyn Error>> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    let player = Arc::new(Player::new("agon", None));
    std::thread::spawn(move || serve(&listener, &player));
    Ok(format!("http://{address}/"))
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [path, moves, play_clock] = &words[..] else { return Err("clocks SHEET MOVES PLAYCLOCK".into()) };
    let (moves, play_clock) = (moves.parse::<usize>()?, play_clock.parse::<u64>()?);
    let sheet = std::fs::read_to_string(path)?;
    let players = [seated()?, seated()?];
    let (mut begins, mut taken, mut faults) = (Vec::new(), Vec::new(), 0);
    for seed in 1.. {
        let longest = (moves - taken.len()) as u32;
        let terms =
            Terms { id: format!("clocks.{seed}"), start_clock: START_CLOCK, play_clock, seed, longest };
        let report = run(&sheet, &players, &terms, &mut |_, _| {})?;
        let mut times = report.milliseconds.iter();
        begins.extend(times.next().into_iter().flatten().copied());
        // In a game of turns one of them thinks at a time, and the other one has nothing to think about.
        taken.extend(times.filter_map(|both| both.iter().max().copied()));
        faults += report.faults.len();
        taken.sort_unstable();
        let place =
            |part: usize| taken.get((taken.len() * part / 1000).min(taken.len() - 1)).copied().unwrap_or(0);
        println!(
            "{path}: {} moves at {play_clock} s: the median took {} ms, one in a hundred more than {} ms, the slowest {} ms, {} later than the clock; {} starts, the slowest {} ms; {faults} faults",
            taken.len(),
            place(500),
            place(990),
            place(1000),
            taken.iter().filter(|&&time| time > 1000 * play_clock).count(),
            begins.len(),
            begins.iter().max().copied().unwrap_or(0),
        );
        if taken.len() >= moves {
            break;
        }
    }
    Ok(())
}
