//! `agon solve`.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use agon_core::{Clocks, Encode, Heuristic};
use agon_games::Visitor;
use agon_search::solve::check::{Tally, check_all, check_sample};
use agon_search::solve::{Census, Solution};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

/// Find the value of every position of a small game.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, such as `tsoro-yematatu`.
    game: String,
    /// Write the solution to this file, for agents such as `solution:file=FILE`.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How many threads to use; 0 for as many as there are processors.
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// How many values are compared with those of their successors afterwards; all of them if there are no more.
    #[arg(long, value_name = "NUMBER", default_value_t = 1_000_000)]
    check: usize,
    /// Print JSON and nothing else.
    #[arg(long)]
    json: bool,
}

/// The largest game that is solved: two bytes for each number, and some more for the work.
const MOST: usize = 1_000_000_000;

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<()> {
    agon_games::visit(&args.game, Solve { args, out })?
}

struct Solve<'a> {
    args: &'a Args,
    out: &'a mut dyn Write,
}

impl Visitor for Solve<'_> {
    type Output = Result<()>;

    fn visit<G: Encode + Heuristic>(self, game: G, spec: String) -> Result<()> {
        let Solve { args, out } = self;
        let threads = match args.threads {
            0 => agon_core::spread::processors(),
            threads => threads,
        };
        let start = Instant::now();
        let solution = Solution::solve(&game, MOST, threads)?;
        let seconds = start.elapsed().as_secs_f64();
        let census = solution.census(&game);
        let checked = if solution.size() <= args.check {
            check_all(&solution, &game)
        } else {
            check_sample(&solution, &game, args.check, 1)
        };
        ensure!(
            checked.contradictions == 0,
            "{} of {} values contradict those of their successors",
            checked.contradictions,
            checked.positions
        );
        if let Some(path) = &args.out {
            solution.save(&game, &spec, path)?;
        }
        let initial = solution.verdict(&game.initial()).context("the initial position has a value")?;
        let answer = Answer {
            spec,
            gain: initial.gain(),
            plies: initial.distance(),
            stored: solution.size(),
            placing: census.placing,
            moving: census.moving,
            ended: census.ended,
            longest: longest(&game, &census),
            checked: checked.positions,
            seconds,
            total_seconds: start.elapsed().as_secs_f64(),
            threads,
            peak_kib: peak_kib(),
        };
        if args.json {
            writeln!(out, "{}", serde_json::to_string_pretty(&answer.json())?)?;
        } else {
            answer.print(game.info().sides, out)?;
        }
        Ok(())
    }
}

/// The longest win: its plies and where it begins.
fn longest<G: Encode>(game: &G, census: &Census<G>) -> Option<(u32, String)> {
    let (position, plies) = census.longest.as_ref()?;
    Some((*plies, game.write_position(position, Clocks::default())))
}

struct Answer {
    spec: String,
    gain: i8,
    plies: u32,
    stored: usize,
    placing: Tally,
    moving: Tally,
    ended: u64,
    longest: Option<(u32, String)>,
    checked: u64,
    seconds: f64,
    total_seconds: f64,
    threads: usize,
    peak_kib: Option<u64>,
}

impl Answer {
    fn json(&self) -> Value {
        let tally = |tally: Tally| json!({"wins": tally.wins, "draws": tally.draws, "losses": tally.losses});
        let longest = self.longest.as_ref();
        json!({
            "game": self.spec,
            "value": self.gain,
            "plies": self.plies,
            "stored": self.stored,
            "positions": self.placing.total() + self.moving.total(),
            "ended": self.ended,
            "placing": tally(self.placing),
            "moving": tally(self.moving),
            "longest_win": longest.map(|(plies, position)| json!({"plies": plies, "position": position})),
            "checked": self.checked,
            "seconds": self.seconds,
            "total_seconds": self.total_seconds,
            "threads": self.threads,
            "peak_kib": self.peak_kib,
        })
    }

    fn print(&self, sides: [&str; 2], out: &mut dyn Write) -> Result<()> {
        let [first, second] = sides;
        match self.gain {
            0 => writeln!(out, "{} is a draw.", self.spec)?,
            1 => writeln!(out, "{}: {first} wins in {} plies.", self.spec, self.plies)?,
            _ => writeln!(out, "{}: {second} wins in {} plies.", self.spec, self.plies)?,
        }
        let total = self.placing.total() + self.moving.total();
        writeln!(out, "{total} positions can be reached, {} of them ended games.", self.ended)?;
        for (words, tally) in [("with pieces to place", self.placing), ("with none to place", self.moving)] {
            if tally.total() > 0 {
                let Tally { wins, draws, losses } = tally;
                writeln!(
                    out,
                    "  {} {words}; for the side to move {wins} won, {draws} drawn, {losses} lost",
                    tally.total()
                )?;
            }
        }
        if let Some((plies, position)) = &self.longest {
            writeln!(out, "The longest win takes {plies} plies: {position}")?;
        }
        writeln!(out, "{} values stored, {} of them checked.", self.stored, self.checked)?;
        write!(
            out,
            "{:.2} s to solve on {} threads, {:.2} s in all",
            self.seconds, self.threads, self.total_seconds
        )?;
        match self.peak_kib {
            Some(kib) => writeln!(out, ", {} MiB of memory at most.", kib.div_ceil(1024))?,
            None => writeln!(out, ".")?,
        }
        Ok(())
    }
}

/// The most memory this process has had, where the system tells.
fn peak_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches("kB").trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(game: &str, json: bool) -> String {
        let args = Args { game: game.to_owned(), out: None, threads: 2, check: 10_000, json };
        let mut out = Vec::new();
        run(&args, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_answer_has_the_facts() {
        let facts: Value = serde_json::from_str(&answer("tapatan-ludii", true)).unwrap();
        assert_eq!((&facts["value"], &facts["plies"]), (&json!(1), &json!(9)));
        assert_eq!(facts["positions"], 5390);
        assert_eq!(facts["moving"], json!({"wins": 1672, "draws": 544, "losses": 824}));
        assert_eq!(facts["longest_win"]["plies"], 9);
        let text = answer("tic-tac-toe", false);
        assert!(text.starts_with("tic-tac-toe is a draw.\n5478 positions can be reached"), "{text}");
    }
}
