//! Gates, links, the time to build them and random games per second of processor time, for sheets named on the command line.

use std::error::Error;
use std::fmt::Write;

use agon_core::Random;
use agon_core::cpu::thread_time;
use agon_gdl::join::Budget;
use agon_gdl::machine::Machine;
use agon_gdl::measure::{alone, together};
use agon_gdl::sheet::Sheet;

/// How long each sheet is measured in each way, in seconds of processor time.
const SECONDS: f64 = 1.0;

fn main() {
    for path in std::env::args().skip(1) {
        match measure(&path) {
            Ok(told) => println!("{path}: {told}"),
            Err(error) => println!("{path}: refused: {error}"),
        }
    }
}

fn measure(path: &str) -> Result<String, Box<dyn Error>> {
    let sheet = Sheet::read(&std::fs::read_to_string(path)?)?;
    let before = thread_time();
    let machine = Machine::new(&sheet, Budget::default())?;
    let built = thread_time().saturating_sub(before).as_secs_f64() * 1e3;
    let mut random = Random::new(1);
    let one = alone(&machine, SECONDS, &mut random)?;
    let each = one.seconds * 1e6 / one.steps.max(1) as f64;
    let mut told = format!(
        "built in {built:.1} ms; one at a time {:.0} games/s, {each:.2} µs per position",
        one.games_per_second()
    );
    if let (Some((many, sum)), Some(grounded)) =
        (together(&machine, SECONDS, &mut random), machine.grounded())
    {
        let mean = |goal: &u64| (*goal as f64 / sum.games.max(1) as f64 * 100.0).round() / 100.0;
        write!(
            told,
            "; 512 at once {:.0} games/s, {:.2} steps per game, goals {:?}; {} gates, {} links",
            many.games_per_second(),
            many.mean_steps(),
            sum.goals.iter().map(mean).collect::<Vec<_>>(),
            grounded.circuit.gate_count(),
            grounded.circuit.link_count()
        )?;
    }
    Ok(told)
}
