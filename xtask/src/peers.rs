//! `cargo xtask peers`: playouts per processor second of `OpenSpiel` and of Agon, measured alternately on one core.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::{command, output, root, succeed};

const OPEN_SPIEL: &str = "open_spiel==2.0.2";

/// Rounds per game: theirs, ours, theirs, ours, so that a passing disturbance hits both.
const ROUNDS: u32 = 3;

/// Our game, `OpenSpiel`'s, and what differs in the rules.
const PAIRS: [(&str, &str, &str); 10] = [
    ("tic-tac-toe", "tic_tac_toe", ""),
    ("othello", "othello", ""),
    (
        "nine-mens-morris",
        "nine_mens_morris",
        "theirs plays a removal as a ply of its own, which makes mills rarer",
    ),
    ("checkers", "checkers", "theirs draws after 40 plies without a capture and plays each jump as a ply"),
    ("chess", "chess", "theirs looks for repetition in random games too"),
    ("lines-of-action", "lines_of_action", "theirs draws on the second occurrence"),
    ("connect6", "gomoku(size=19,connect=6)", "theirs is six in a row with one stone a turn"),
    ("outer-open-gomoku", "gomoku(size=15,connect=5)", "theirs opens anywhere"),
    ("xiangqi", "xiangqi", "the limits on length and on moves without a capture differ"),
    ("havannah", "havannah(board_size=8)", ""),
];

pub(crate) fn run(seconds: f64) -> Result<()> {
    succeed(&mut command("cargo", &["build", "--quiet", "--release", "--package", "agon"]))?;
    let venv = root().join("target/peers");
    if !venv.join("ready").exists() {
        eprintln!("installing {OPEN_SPIEL} into {}", venv.display());
        let venv = venv.to_str().context("the path of the repository is not text")?;
        succeed(&mut command("python3", &["-m", "venv", venv]))?;
        succeed(&mut command(&format!("{venv}/bin/pip"), &["install", "--quiet", OPEN_SPIEL]))?;
        std::fs::write(format!("{venv}/ready"), OPEN_SPIEL)?;
    }
    let mut peer = Peer::start(&venv.join("bin/python").display().to_string())?;
    println!(
        "| game | OpenSpiel playouts/s | Agon playouts/s | ratio | OpenSpiel mean plies | Agon mean plies | rules |"
    );
    println!("|---|---:|---:|---:|---:|---:|---|");
    for (ours, theirs, note) in PAIRS {
        let slice = seconds / f64::from(ROUNDS);
        let (mut rollouts, mut used, mut their_plies) = (0.0, 0.0, 0.0);
        let (mut rate, mut our_plies) = (0.0, 0.0);
        for _ in 0..ROUNDS {
            let answer = peer.ask(theirs, slice)?;
            rollouts += number(&answer, "rollouts")?;
            used += number(&answer, "seconds")?;
            their_plies += number(&answer, "mean_plies")? / f64::from(ROUNDS);
            let row = agon(ours, slice)?;
            rate += number(&row, "playouts_per_s")? / f64::from(ROUNDS);
            our_plies += number(&row, "mean_plies")? / f64::from(ROUNDS);
        }
        let their_rate = rollouts / used;
        let ratio = rate / their_rate;
        let note = if note.is_empty() { "the same" } else { note };
        println!(
            "| {ours} | {their_rate:.0} | {rate:.0} | {ratio:.1} | {their_plies:.1} | {our_plies:.1} | {note} |"
        );
    }
    Ok(())
}

/// Keeps a measurement on one core where the system has a tool for it.
fn pinned(program: &str) -> Command {
    let has_taskset = Command::new("taskset").arg("--version").stdout(Stdio::null()).status().is_ok();
    if has_taskset {
        let mut command = Command::new("taskset");
        command.args(["--cpu-list", "0", program]);
        command
    } else {
        Command::new(program)
    }
}

fn agon(game: &str, seconds: f64) -> Result<Value> {
    let program = root().join("target/release/agon");
    let mut command = pinned(&program.display().to_string());
    command.args(["bench", "playouts", game, "--json", "--seconds", &seconds.to_string()]);
    let rows: Value = serde_json::from_str(&output(&mut command)?)?;
    Ok(rows[0].clone())
}

fn number(value: &Value, key: &str) -> Result<f64> {
    value[key].as_f64().with_context(|| format!("no number '{key}' in {value}"))
}

/// The Python process that drives `OpenSpiel`.
struct Peer {
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Peer {
    fn start(python: &str) -> Result<Peer> {
        let script = root().join("xtask/src/peers.py");
        let mut command = pinned(python);
        let mut child = command.arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let questions = child.stdin.take().expect("stdin is piped");
        let answers = BufReader::new(child.stdout.take().expect("stdout is piped"));
        Ok(Peer { child, questions, answers })
    }

    fn ask(&mut self, game: &str, seconds: f64) -> Result<Value> {
        writeln!(self.questions, "{game} {seconds}")?;
        let mut line = String::new();
        self.answers.read_line(&mut line)?;
        serde_json::from_str(&line).with_context(|| format!("OpenSpiel did not answer for {game}"))
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // It may have ended by itself; either way it must not be left behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
