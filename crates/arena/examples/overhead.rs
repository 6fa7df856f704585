//! What the arena itself costs beside the agents: processor time of games between agents with a millisecond per move.
//!
//! `cargo run --profile fast -p agon-arena --example overhead -- othello uct:time=1ms alphabeta:time=1ms 20`

use std::path::Path;
use std::time::Duration;

use agon_agents::{Agent, AgentSpec, Assessment, Catalogue};
use agon_arena::bout::Bout;
use agon_arena::ledger::{Entry, Ledger, Named, Pairing, Roster, RuleSet, Run, Slot};
use agon_arena::openings;
use agon_core::Match;
use agon_search::trace::Recorder;
use agon_search::{Looked, Stop};
use rustix::time::{ClockId, clock_gettime};

/// The processor time this thread has used.
fn now() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The processor time it has used since then.
fn since(then: Duration) -> Duration {
    now().saturating_sub(then)
}

/// An agent that knows how much of the time was its own.
struct Metered {
    agent: Box<dyn Agent>,
    spent: Duration,
}

impl Agent for Metered {
    fn analyse(&mut self, played: &dyn Match, watch: &mut dyn FnMut(&Assessment)) -> Assessment {
        let start = now();
        let assessment = self.agent.analyse(played, watch);
        self.spent += since(start);
        assessment
    }

    fn hurry(&mut self, time: Option<Duration>) {
        self.agent.hurry(time);
    }

    fn stop(&self) -> Stop {
        self.agent.stop()
    }

    fn reset(&mut self) {
        self.agent.reset();
    }

    fn recorder(&mut self) -> Option<&mut Option<Recorder>> {
        self.agent.recorder()
    }

    fn tree(&self) -> Vec<Looked> {
        self.agent.tree()
    }

    fn conclude(&mut self, gain: f32) {
        self.agent.conclude(gain);
    }

    fn memory(&self) -> Option<f32> {
        self.agent.memory()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, a, b, games] = args.as_slice() else {
        return Err("usage: overhead GAME AGENT AGENT GAMES".into());
    };
    let rules = Catalogue::shipped().find(game)?;
    let agents: [AgentSpec; 2] = [a.parse()?, b.parse()?];
    let games: u64 = games.parse()?;
    let openings = openings::random(rules.as_ref(), games.div_ceil(2) as usize, 4, 1);
    let named = |(name, spec): (&str, &String)| Named { name: name.to_owned(), spec: spec.clone() };
    let run = Run {
        name: "Overhead".to_owned(),
        roster: Roster {
            agents: [("a", a), ("b", b)].map(named).to_vec(),
            rules: vec![RuleSet::new(rules.as_ref(), &[])],
        },
        ..Run::default()
    };
    let path = std::env::temp_dir().join(format!("agon-overhead-{}.db", std::process::id()));
    let mut ledger = Ledger::resume(Path::new(&path), &run)?;
    ledger.pair(&[Pairing { round: 0, rules: 0, agents: [0, 1] }])?;

    let (mut making, mut thinking, mut storing, mut plies) =
        (Duration::ZERO, Duration::ZERO, Duration::ZERO, 0);
    let start = now();
    for number in 1..=games {
        let bout = Bout {
            rules: rules.as_ref(),
            agents: [&agents[0], &agents[1]],
            opening: openings.get((number as usize - 1) / 2 % openings.len().max(1)),
            a_first: number % 2 == 1,
            seed: number,
            max_plies: Some(300),
        };
        let before = now();
        let mut players =
            [0, 1].map(|index| bout.seat(index)).map(|agent| Metered { agent, spent: Duration::ZERO });
        making += since(before);
        let [first, second] = &mut players;
        let played = bout.play_with(&mut [first, second]);
        thinking += players.iter().map(|player| player.spent).sum();
        let before = now();
        drop(players);
        making += since(before);
        plies += played.plies;
        let pair = (number - 1) as u32 / 2;
        let entry = Entry::new(Slot { number, pairing: 0, pair, a_first: number % 2 == 1 }, &played);
        let before = now();
        ledger.add(&entry, &played.record)?;
        storing += since(before);
    }
    let total = since(start);
    ledger.close()?;
    std::fs::remove_file(&path)?;
    let line = |name: &str, part: Duration| {
        let (seconds, share) = (part.as_secs_f64(), 100.0 * part.as_secs_f64() / total.as_secs_f64());
        let each = 1e6 * seconds / f64::from(plies);
        println!("{name:<34} {:>9.2} ms  {share:>6.2} %  {each:>7.1} µs per ply", 1e3 * seconds);
    };
    println!("{game}: {a} against {b}, {games} games, {plies} plies; processor time");
    line("all", total);
    line("the agents thinking", thinking);
    line("making and dropping the agents", making);
    line("storing the games", storing);
    line("the rest: rules, records, clocks", total.saturating_sub(thinking + making + storing));
    line("overhead: all but thinking", total.saturating_sub(thinking));
    Ok(())
}
