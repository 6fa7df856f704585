//! `agon solve`.

use std::io::Write;
use std::path::PathBuf;

use agon_agents::Catalogue;
use agon_agents::solving::{Order, Solved};
use agon_core::Rules;
use agon_search::solve::check::Tally;
use anyhow::Result;
use serde_json::{Value, json};

use crate::interrupt::Interruptible;
use crate::jobs::whole;
use crate::progress::Activity;

/// Find the value of every position of a small game.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, such as `tsoro-yematatu`.
    game: String,
    /// Write the solution to this file, for agents such as `solution:file=FILE`.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How many threads to use; as many as there are processors if left out, or 0.
    #[arg(long, visible_alias = "threads", value_name = "NUMBER", default_value_t = 0,
          value_parser = whole::<u16>(0..=1024))]
    jobs: u16,
    /// How many values are compared with those of their successors afterwards; all of them if there are no more.
    #[arg(long, value_name = "NUMBER", default_value_t = 1_000_000)]
    check: usize,
    /// Print JSON and nothing else.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    let rules = catalogue.find(&args.game)?;
    let threads = match args.jobs {
        0 => agon_core::spread::processors(),
        jobs => usize::from(jobs),
    };
    let interruptible = Interruptible::silent("Nothing was kept: a game is solved as a whole.");
    let activity = Activity::new("solving");
    let mut decided = 0;
    let mut watch = |plies: u32, found: usize| {
        decided += found;
        activity.tell(|| format!("{decided} positions are decided within {plies} plies"));
    };
    let mut order = Order { threads, check: args.check, out: args.out.as_deref(), watch: &mut watch };
    let solved = rules.solve(&mut order)?;
    drop((activity, interruptible));
    let answer = Answer { rules: rules.as_ref(), solved, threads, peak_kib: peak_kib() };
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&answer.json())?)?;
    } else {
        answer.print(out)?;
    }
    Ok(())
}

struct Answer<'a> {
    rules: &'a dyn Rules,
    solved: Solved,
    threads: usize,
    peak_kib: Option<u64>,
}

impl Answer<'_> {
    fn json(&self) -> Value {
        let Solved { gain, plies, stored, placing, moving, ended, longest, checked, seconds } = &self.solved;
        let tally = |tally: &Tally| json!({"wins": tally.wins, "draws": tally.draws, "losses": tally.losses});
        let longest = longest.as_ref().map(|(plies, position)| json!({"plies": plies, "position": position}));
        json!({
            "game": self.rules.spec(),
            "value": gain,
            "plies": plies,
            "stored": stored,
            "positions": placing.total() + moving.total(),
            "ended": ended,
            "placing": tally(placing),
            "moving": tally(moving),
            "longest_win": longest,
            "checked": checked,
            "seconds": seconds[0],
            "total_seconds": seconds[1],
            "threads": self.threads,
            "peak_kib": self.peak_kib,
        })
    }

    fn print(&self, out: &mut dyn Write) -> Result<()> {
        let (spec, [first, second]) = (self.rules.spec(), &self.rules.info().sides);
        let Solved { gain, plies, stored, placing, moving, ended, longest, checked, seconds } = &self.solved;
        match gain {
            0 => writeln!(out, "{spec} is a draw.")?,
            1 => writeln!(out, "{spec}: {first} wins in {plies} plies.")?,
            _ => writeln!(out, "{spec}: {second} wins in {plies} plies.")?,
        }
        let total = placing.total() + moving.total();
        writeln!(out, "{total} positions can be reached, {ended} of them ended games.")?;
        for (words, tally) in [("with pieces to place", placing), ("with none to place", moving)] {
            if tally.total() > 0 {
                let Tally { wins, draws, losses } = tally;
                writeln!(
                    out,
                    "  {} {words}; for the side to move {wins} won, {draws} drawn, {losses} lost",
                    tally.total()
                )?;
            }
        }
        if let Some((plies, position)) = longest {
            writeln!(out, "The longest win takes {plies} plies: {position}")?;
        }
        writeln!(out, "{stored} values stored, {checked} of them checked.")?;
        write!(out, "{:.2} s to solve on {} threads, {:.2} s in all", seconds[0], self.threads, seconds[1])?;
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
        let args = Args { game: game.to_owned(), out: None, jobs: 2, check: 10_000, json };
        let mut out = Vec::new();
        run(&args, &Catalogue::shipped(), &mut out).unwrap();
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
