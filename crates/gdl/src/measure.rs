//! How fast a sheet is: random games per second of processor time.

use agon_core::Random;
use agon_core::cpu::thread_time;

use crate::error::Exhausted;
use crate::lanes::{Lanes, Sum};
use crate::machine::Machine;

/// Games longer than this are stopped.
const LONGEST: u32 = 10_000;

/// Random games and the time they took.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Speed {
    /// Games played.
    pub games: u64,
    /// Steps in all of them.
    pub steps: u64,
    /// Seconds of processor time.
    pub seconds: f64,
}

impl Speed {
    /// Games per second.
    pub fn games_per_second(&self) -> f64 {
        self.games as f64 / self.seconds
    }

    /// The mean length of a game.
    pub fn mean_steps(&self) -> f64 {
        self.steps as f64 / self.games.max(1) as f64
    }
}

/// Plays games one position at a time, for about so many seconds.
pub fn alone(machine: &Machine, seconds: f64, random: &mut Random) -> Result<Speed, Exhausted> {
    let roles = machine.roles().len();
    let mut speed = Speed { games: 0, steps: 0, seconds: 0.0 };
    let before = thread_time();
    while speed.seconds < seconds {
        speed.steps += u64::from(walk(machine, roles, random)?);
        speed.games += 1;
        speed.seconds = thread_time().saturating_sub(before).as_secs_f64();
    }
    Ok(speed)
}

/// Plays one game; the number of its steps.
fn walk(machine: &Machine, roles: usize, random: &mut Random) -> Result<u32, Exhausted> {
    let mut state = machine.initial();
    let (mut legal, mut moves) = (Vec::new(), Vec::new());
    for step in 0..LONGEST {
        if machine.is_terminal(&state)? {
            return Ok(step);
        }
        moves.clear();
        for role in 0..roles {
            machine.legal(&state, role, &mut legal)?;
            if legal.is_empty() {
                return Ok(step);
            }
            moves.push(random.pick(&legal));
        }
        state = machine.next(&state, &moves)?;
    }
    Ok(LONGEST)
}

/// Plays games 512 at once, for at least so many seconds, and what they came to; nothing if there are no gates.
pub fn together(machine: &Machine, seconds: f64, random: &mut Random) -> Option<(Speed, Sum)> {
    let circuit = &machine.grounded()?.circuit;
    let mut lanes = Lanes::new(circuit);
    let mut games = 1024;
    loop {
        let before = thread_time();
        let sum = lanes.play(circuit, &[machine.initial()], games, LONGEST, random);
        let taken = thread_time().saturating_sub(before).as_secs_f64();
        if taken >= seconds {
            return Some((Speed { games: sum.games, steps: sum.plies, seconds: taken }, sum));
        }
        games *= 2;
    }
}
