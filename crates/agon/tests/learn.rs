//! Learning from the command line: every step, what it says about bad input, and what a kill leaves behind.

use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;
use std::{fs, thread};

use assert_cmd::Command;
use assert_cmd::cargo::CommandCargoExt;
use serde_json::Value;

/// A run in a folder.
fn agon(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("agon").unwrap();
    command.current_dir(folder).args(args);
    command
}

/// What a successful run prints.
fn printed(folder: &Path, args: &[&str]) -> String {
    String::from_utf8(agon(folder, args).assert().success().get_output().stdout.clone()).unwrap()
}

/// The one sentence with which a run fails.
fn sentence(folder: &Path, args: &[&str]) -> String {
    let assert = agon(folder, args).assert().code(2);
    let output = assert.get_output();
    assert!(output.stdout.is_empty(), "a failure prints nothing to standard output");
    String::from_utf8(output.stderr.clone()).unwrap()
}

const TUNE: &[&str] =
    &["--tune-playouts", "20", "--population", "3", "--tune-games", "2", "--iterations", "2"];
const EXAMPLES: &[&str] = &["--playouts", "30", "--starts", "6", "--openings", "6", "--repeats", "2"];
const CASCADE: &[&str] = &[
    "--units",
    "3",
    "--copies",
    "1",
    "--epochs",
    "30",
    "--filter",
    "published",
    "--objective",
    "cascade2",
    "--polish",
    "3",
];

#[test]
fn the_steps_lead_to_an_agent_that_plays() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let tuned = printed(at, &[&["tune", "tic-tac-toe"], TUNE].concat());
    assert!(tuned.contains("Cp = ") && tuned.contains("12 games"), "{tuned}");
    // Everything is in the journal: nothing is played again, and the times are the same.
    assert_eq!(printed(at, &[&["tune", "tic-tac-toe"], TUNE].concat()), tuned);
    let facts = printed(at, &[&["tune", "tic-tac-toe", "--json"], TUNE].concat());
    let facts: Value = serde_json::from_str(&facts).unwrap();
    assert_eq!(facts["iterations"].as_array().unwrap().len(), 2);
    assert!(facts["result"]["mean"].as_f64().unwrap() > 0.2);

    let made = printed(at, &[&["examples", "tic-tac-toe", "--export", "all.parquet"], EXAMPLES].concat());
    assert!(made.contains("from 18 games") && made.contains("tic-tac-toe.examples.sqlite"), "{made}");
    assert!(fs::read(at.join("all.parquet")).unwrap().starts_with(b"PAR1"));

    let learn = [&["learn", "cascade", "tic-tac-toe", "--curve", "curve.svg"], CASCADE].concat();
    let learned = printed(at, &learn);
    assert!(learned.contains("test error") && learned.contains("neuralmcts:eval=cascade:"), "{learned}");
    assert!(fs::read_to_string(at.join("curve.svg")).unwrap().contains("hidden units"));
    let network = fs::read(at.join("tic-tac-toe.cascade.safetensors")).unwrap();
    printed(at, &[learn, vec!["--jobs", "3"]].concat());
    assert_eq!(fs::read(at.join("tic-tac-toe.cascade.safetensors")).unwrap(), network);

    let file = "eval=cascade:tic-tac-toe.cascade.safetensors";
    for agent in ["neuralmcts:blend=0.5,fpu=eval", "neuralminimax:depth=2", "pvs:nodes=200", "unbounded"] {
        let agent = format!("{agent}{}{file}", if agent.contains(':') { ',' } else { ':' });
        let played =
            printed(at, &["match", "tic-tac-toe", &agent, "random", "--games", "4", "--openings", "1"]);
        assert!(played.contains("4 games"), "{played}");
    }
}

#[test]
fn bad_input_is_told_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    printed(at, &[&["examples", "tic-tac-toe", "--out", "t"], EXAMPLES].concat());
    fs::write(at.join("junk"), "no network, no examples").unwrap();
    let cases: &[(&[&str], &[&str])] = &[
        (&["tune", "tic-tac-toe", "--tune-games", "3"], &["--tune-games", "even"]),
        (&["tune", "tic-tac-toe", "--range", "2", "1"], &["--range", "smaller one first"]),
        (&["tune", "gomoku"], &["'gomoku'"]),
        (&["tune", "tic-tac-toe", "--journal", "junk"], &["junk", "not a tuning journal"]),
        (&["examples", "tic-tac-toe", "--out", "junk"], &["junk is not a file of examples"]),
        (
            &[
                "examples",
                "tic-tac-toe",
                "--out",
                "t",
                "--playouts",
                "31",
                "--starts",
                "6",
                "--openings",
                "6",
                "--repeats",
                "2",
            ],
            &["playouts is 30 there, not 31"],
        ),
        (&["learn", "cascade", "tic-tac-toe"], &["there is no file tic-tac-toe.examples.sqlite"]),
        (&["learn", "cascade", "othello", "--examples", "t"], &["holds examples of tic-tac-toe", "othello"]),
        (&["learn", "cascade", "tic-tac-toe", "--rule", "adam"], &["adam", "irprop+"]),
        (&["learn", "cascade", "tic-tac-toe", "--activations", "relu"], &["'relu'", "gaussian"]),
        (&["pipeline", "tic-tac-toe", "--budget", "soon"], &["soon", "1h"]),
        (&["match", "tic-tac-toe", "pvs:eval=cascade:junk", "random"], &["junk is not a network of Agon"]),
        (&["match", "tic-tac-toe", "pvs:eval=cascade:none", "random"], &["none"]),
        (&["match", "tic-tac-toe", "pvs:eval=cascade", "random"], &["no network is shipped", "cascade:FILE"]),
        (&["match", "tic-tac-toe", "pvs:eval=cascades", "random"], &["'cascades'", "cascade:FILE"]),
        (&["learn", "cascade", "tic-tac-toe", "--polish-rate", "2"], &["--polish-rate", "up to 1"]),
    ];
    for (args, parts) in cases {
        let told = sentence(at, args);
        assert!(parts.iter().all(|part| told.contains(part)), "{args:?}: {told}");
    }
}

/// The pipeline as a process that can be killed.
fn start(folder: &Path, dir: &str) -> Child {
    let mut command = std::process::Command::cargo_bin("agon").unwrap();
    let args = [&["pipeline", "tic-tac-toe", "--dir", dir, "--jobs", "2"], TUNE, EXAMPLES, CASCADE].concat();
    command.current_dir(folder).args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// The stage that a pipeline has reached by what it wrote.
fn stage(dir: &Path) -> Option<String> {
    let state: Value = serde_json::from_str(&fs::read_to_string(dir.join("pipeline.json")).ok()?).ok()?;
    Some(state["stage"].as_str()?.to_owned())
}

/// Starts the pipeline and kills it as soon as it is in this stage and has written this file. False if it was too quick.
fn kill_in(at: &Path, dir: &str, wanted: &str, file: &str) -> bool {
    let is_there = || stage(&at.join(dir)).as_deref() == Some(wanted) && at.join(dir).join(file).exists();
    let mut child = start(at, dir);
    while !is_there() && child.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    is_there()
}

#[test]
fn a_pipeline_killed_in_any_stage_ends_with_the_same_network() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    assert!(start(at, "whole").wait().unwrap().success());
    let stages = [
        ("tuning", "tune.jsonl"),
        ("examples", "examples.sqlite"),
        ("learning", "cascade.safetensors.checkpoint"),
    ];
    for (stage, file) in stages {
        let dir = (1..=50)
            .map(|attempt| format!("{stage}-{attempt}"))
            .find(|dir| kill_in(at, dir, stage, file))
            .unwrap_or_else(|| panic!("no kill fell into the stage {stage}"));
        assert!(start(at, &dir).wait().unwrap().success());
        for file in ["cascade.safetensors", "curve.svg"] {
            let [whole, killed] = ["whole", &dir].map(|dir| fs::read(at.join(dir).join(file)).unwrap());
            assert_eq!(whole, killed, "{file} after a kill while {stage}");
        }
    }
    // A finished pipeline tells what it did and does nothing more; other options are not mixed into it.
    let args = [&["pipeline", "tic-tac-toe", "--dir", "whole"], TUNE, EXAMPLES, CASCADE].concat();
    let told = printed(at, &args);
    assert!(told.contains("1. Tuning") && told.contains("test error"), "{told}");
    let told = String::from_utf8(
        agon(at, &[args, vec!["--seed", "2"]].concat()).assert().code(2).get_output().stderr.clone(),
    );
    assert!(told.unwrap().contains("was begun for tic-tac-toe with seed 1"));
}
