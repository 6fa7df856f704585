//! Fills a ledger with made-up games, to try what reads such files at full size:
//!
//! `cargo run --profile fast -p agon-arena --example fill_ledger -- /tmp/million.db 1000000`

use std::path::Path;
use std::time::Instant;

use agon_arena::bout::Spent;
use agon_arena::ledger::{Entry, Ledger, LedgerError, Named, Pairing, Roster, RuleSet, Run, Start};
use agon_arena::standings::Standings;
use agon_core::{Random, Record};

/// Games per transaction.
const BATCH: u64 = 10_000;

fn main() -> Result<(), LedgerError> {
    let mut args = std::env::args().skip(1);
    let (Some(path), Some(Ok(games))) = (args.next(), args.next().map(|text| text.parse::<u64>())) else {
        eprintln!("usage: fill_ledger FILE.db GAMES");
        std::process::exit(2);
    };
    let path = Path::new(&path);
    let start = Instant::now();
    let run = run();
    let roster = &run.roster;
    let mut ledger = Ledger::resume(path, &run)?;
    let pairings = pairings(roster);
    ledger.pair(&pairings)?;
    let mut number = ledger.count()?;
    let mut random = Random::new(number);
    while number < games {
        let last = games.min(number + BATCH);
        let batch: Vec<_> = (number..last).map(|index| game(index, &pairings, roster, &mut random)).collect();
        ledger.add_all(batch.iter().map(|(game, record)| (game, record)))?;
        number = last;
    }
    ledger.close()?;
    println!("{games} games written in {:.1} s", start.elapsed().as_secs_f64());

    let start = Instant::now();
    let ledger = Ledger::open(path)?;
    let (mut games, mut plies) = (0u64, 0u64);
    ledger.each(|_, game| {
        games += 1;
        plies += u64::from(game.plies);
    })?;
    println!("{games} games of {plies} plies read in {:.2} s", start.elapsed().as_secs_f64());
    let start = Instant::now();
    let standings = Standings::of(&ledger, None)?;
    let best = standings.total.order()[0];
    let seconds = start.elapsed().as_secs_f64();
    println!("added up and rated in {seconds:.2} s; the best is {}", ledger.roster().agents[best].name);
    Ok(())
}

/// Budgets that double, as a study of scaling has them.
fn run() -> Run {
    let agents = (0..12).map(|step| {
        let spec = format!("uct:playouts={}", 50 << step);
        Named { name: spec.clone(), spec }
    });
    let rules = ["othello", "checkers", "lines-of-action", "havannah"].map(|spec| RuleSet {
        spec: spec.to_owned(),
        version: 1,
        openings: vec![Start::default()],
    });
    Run {
        name: "Made up".to_owned(),
        text: "name = \"Made up\"".to_owned(),
        roster: Roster { agents: agents.collect(), rules: rules.to_vec() },
        ..Run::default()
    }
}

fn pairings(roster: &Roster) -> Vec<Pairing> {
    let agents = roster.agents.len();
    let meetings = (0..agents).flat_map(|a| (a + 1..agents).map(move |b| [a, b]));
    let all = meetings.flat_map(|agents| (0..4).map(move |rules| Pairing { round: 0, rules, agents }));
    all.collect()
}

fn game(index: u64, pairings: &[Pairing], roster: &Roster, random: &mut Random) -> (Entry, Record) {
    let pairing = (index / 2) as usize % pairings.len();
    let Pairing { rules, agents: [a, b], .. } = pairings[pairing];
    // The stronger agent wins more often, the more so the stronger it is.
    let chance = 1.0 / (1.0 + 0.5f64.powi(a as i32 - b as i32));
    let gain = match random.unit() {
        luck if luck < 0.1 => 0,
        luck if luck < 0.1 + 0.9 * chance => 1,
        _ => -1,
    };
    let plies = 40 + random.below(40);
    let spend = |agent: usize| Spent {
        moves: u64::from(plies / 2),
        seconds: f64::from(plies) * 1e-4 * f64::from(1 << agent),
        nodes: u64::from(plies) * (1000 << agent),
        evaluations: 0,
        playouts: u64::from(plies / 2) * (50 << agent),
        depth: u64::from(plies / 2) * (5 + agent as u64),
        late: 0,
    };
    let finished = Entry {
        number: index + 1,
        pairing,
        pair: (index / 2 / pairings.len() as u64) as u32,
        a_first: index.is_multiple_of(2),
        gain,
        score: f32::from(gain) * random.below(64) as f32 / 64.0,
        plies,
        spent: [spend(a), spend(b)],
        fault: (random.below(100_000) == 0).then(|| "the agent gave no legal move".to_owned()),
    };
    let cell = |_| format!("{}{}", char::from(b'a' + random.below(8) as u8), 1 + random.below(8));
    let record = Record {
        game: roster.rules[rules].spec.clone(),
        version: 1,
        position: None,
        moves: (0..plies).map(cell).collect(),
        result: None,
        reason: None,
        ending: Some("Black wins: more discs.".to_owned()),
        played_on: None,
    };
    (finished, record)
}
