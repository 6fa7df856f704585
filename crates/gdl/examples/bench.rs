//! Gates, links and random games per second of processor time, for sheets named on the command line.

use std::error::Error;

use agon_core::Random;
use agon_gdl::join::Budget;
use agon_gdl::machine::Machine;
use agon_gdl::measure::{alone, together};
use agon_gdl::sheet::Sheet;

fn main() -> Result<(), Box<dyn Error>> {
    for path in std::env::args().skip(1) {
        let sheet = Sheet::read(&std::fs::read_to_string(&path)?)?;
        let machine = Machine::new(&sheet, Budget::default())?;
        let mut random = Random::new(1);
        let one = alone(&machine, 1.0, &mut random)?;
        let each = one.seconds * 1e6 / one.steps.max(1) as f64;
        print!("{path}: one at a time {:.0} games/s, {each:.2} µs per position", one.games_per_second());
        if let (Some((many, sum)), Some(grounded)) =
            (together(&machine, 1.0, &mut random), machine.grounded())
        {
            let mean = |goal: &u64| (*goal as f64 / sum.games.max(1) as f64 * 100.0).round() / 100.0;
            print!(
                "; 512 at once {:.0} games/s, {:.2} steps per game, goals {:?}; {} gates, {} links",
                many.games_per_second(),
                many.mean_steps(),
                sum.goals.iter().map(mean).collect::<Vec<_>>(),
                grounded.circuit.gate_count(),
                grounded.circuit.link_count()
            );
        }
        println!();
    }
    Ok(())
}
