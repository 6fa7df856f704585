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
    // Everything is in the file: nothing is played again, and the times are the same.
    assert_eq!(printed(at, &[&["tune", "tic-tac-toe"], TUNE].concat()), tuned);
    let facts = printed(at, &[&["tune", "tic-tac-toe", "--json"], TUNE].concat());
    let facts: Value = serde_json::from_str(&facts).unwrap();
    assert_eq!(facts["iterations"].as_array().unwrap().len(), 2);
    assert!(facts["result"][0]["mean"].as_f64().unwrap() > 0.2);
    assert!(facts["agent"].as_str().unwrap().starts_with("uct:c="));

    let made = printed(at, &[&["examples", "tic-tac-toe", "--export", "all.parquet"], EXAMPLES].concat());
    assert!(made.contains("from 18 games") && made.contains("tic-tac-toe.examples.sqlite"), "{made}");
    assert!(fs::read(at.join("all.parquet")).unwrap().starts_with(b"PAR1"));

    // Both files are ledgers like any other.
    for file in ["tic-tac-toe.tune.sqlite", "tic-tac-toe.examples.sqlite"] {
        let told = printed(at, &["report", file]);
        assert!(told.contains("uct:"), "{told}");
    }

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
        (&["tune", "tic-tac-toe", "--tune-games", "3"], &["games", "is 3", "even"]),
        (&["tune", "tic-tac-toe", "--range", "2", "1"], &["the range of Cp is 2..1", "smaller one first"]),
        (&["tune", "tic-tac-toe", "--range", "0.2", "nan"], &["the range of Cp is 0.2..NaN"]),
        (&["tune", "tic-tac-toe", "--reference", "nan"], &["'NaN' is not a value of uct's key c"]),
        (&["tune", "tic-tac-toe", "--tune-playouts", "0"], &["'0' is not a value of uct's key playouts"]),
        (&["tune", "tic-tac-toe", "--agent", "uct"], &["--key"]),
        (&["tune", "tic-tac-toe", "--agent", "uct", "--key", "c=3..1"], &["the range of c is 3..1"]),
        (&["tune", "tic-tac-toe", "--agent", "uct", "--key", "c=1-3"], &["'c=1-3'", "c=0.5..2"]),
        (&["tune", "tic-tac-toe", "--agent", "uct", "--key", "d=1..3"], &["no key 'd'"]),
        (&["tune", "tic-tac-toe", "--agent", "uct", "--key", "policy=1..3"], &["policy of uct", "a number"]),
        (&["tune", "gomoku"], &["'gomoku'"]),
        (&["tune", "tic-tac-toe", "--out", "junk"], &["junk"]),
        (&["tune", "tic-tac-toe", "--out", "t"], &["t", "kind"]),
        (&["examples", "tic-tac-toe", "--out", "junk"], &["junk"]),
        (&["examples", "tic-tac-toe", "--agent", "random"], &["random cannot teach", "0 of the 9"]),
        (&["examples", "tic-tac-toe", "--agent", "uct", "--playouts", "5"], &["--agent", "--playouts"]),
        (&["examples", "tic-tac-toe", "--constant", "nan"], &["constant is NaN"]),
        (&["examples", "tic-tac-toe", "--starts", "0", "--openings", "0"], &["the number of games is 0"]),
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
            &["playouts=30", "playouts=31"],
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
        (&["learn", "cascade", "tic-tac-toe", "--polish-rate", "2"], &["polish-rate is 2", "up to 1"]),
        (&["learn", "cascade", "tic-tac-toe", "--result", "2"], &["result is 2", "from 0 to 1"]),
        (&["learn", "cascade", "tic-tac-toe", "--result", "nan"], &["result is NaN"]),
        (&["learn", "cascade", "tic-tac-toe", "--half-visits=-1"], &["half-visits is -1", "at least 0"]),
        (&["learn", "cascade", "tic-tac-toe", "--half-visits", "nan"], &["half-visits is NaN"]),
        (&["pipeline", "tic-tac-toe", "--result", "2"], &["result is 2"]),
        (&["learn", "descent", "tic-tac-toe", "--targets", "leaves"], &["'leaves'", "tree|root"]),
        (&["learn", "descent", "tic-tac-toe", "--ends", "none"], &["'none'", "score"]),
        (&["learn", "descent", "tic-tac-toe", "--games", "3"], &["games is 3", "generations (100)"]),
        (&["learn", "descent", "tic-tac-toe", "--dir", "junk"], &["cannot make the folder 'junk'"]),
        (&["learn", "self-play", "tic-tac-toe", "--drawn", "lots"], &["'lots'", "rank"]),
        (&["learn", "self-play", "tic-tac-toe", "--lambda", "1.5"], &["lambda is 1.5", "from 0 to 1"]),
        (&["learn", "self-play", "tic-tac-toe", "--enough", "0"], &["enough is 0", "above 0"]),
        (&["learn", "curve", "no-such-folder"], &["no-such-folder/games.sqlite"]),
    ];
    for (args, parts) in cases {
        let told = sentence(at, args);
        assert!(parts.iter().all(|part| told.contains(part)), "{args:?}: {told}");
    }
}

/// A process that can be killed.
fn start(folder: &Path, args: &[&str]) -> Child {
    let mut command = std::process::Command::cargo_bin("agon").unwrap();
    command.current_dir(folder).args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Starts a run and kills it as soon as `is_there`. False if it was too quick.
fn kill_when(folder: &Path, args: &[&str], is_there: impl Fn() -> bool) -> bool {
    let mut child = start(folder, args);
    while !is_there() && child.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    is_there()
}

fn pipeline(dir: &str) -> Vec<&str> {
    [&["pipeline", "tic-tac-toe", "--dir", dir, "--jobs", "2"], TUNE, EXAMPLES, CASCADE].concat()
}

#[test]
fn a_pipeline_killed_in_any_stage_ends_with_the_same_network() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    assert!(start(at, &pipeline("whole")).wait().unwrap().success());
    // What a stage writes, and what the next one does.
    let stages = [
        ("tuning", "tune.sqlite", "examples.sqlite"),
        ("examples", "examples.sqlite", "cascade.safetensors.checkpoint"),
        ("learning", "cascade.safetensors.checkpoint", "cascade.safetensors"),
    ];
    for (stage, file, later) in stages {
        let is_in = |dir: &str| at.join(dir).join(file).exists() && !at.join(dir).join(later).exists();
        let dir = (1..=50)
            .map(|attempt| format!("{stage}-{attempt}"))
            .find(|dir| kill_when(at, &pipeline(dir), || is_in(dir)))
            .unwrap_or_else(|| panic!("no kill fell into the stage {stage}"));
        assert!(start(at, &pipeline(&dir)).wait().unwrap().success());
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
    assert!(told.unwrap().contains("it has 'seed = 1' instead of 'seed = 2'; name another --out"));
}

/// What a run prints as JSON, without the times in it.
fn facts(folder: &Path, args: &[&str]) -> Value {
    fn forget(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.remove("seconds");
                fields.values_mut().for_each(forget);
            }
            Value::Array(values) => values.iter_mut().for_each(forget),
            _ => {}
        }
    }
    let mut facts = serde_json::from_str(&printed(folder, &[args, &["--json"]].concat())).unwrap();
    forget(&mut facts);
    facts
}

#[test]
fn runs_that_were_killed_end_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let keys = ["--agent", "uct:grave=on,playouts=40", "--key", "c=0.2..3", "--key", "ref=1..50"];
    let few = ["--population", "4", "--tune-games", "4", "--iterations", "2", "--jobs", "2"];
    let tune = [&["tune", "nine-mens-morris"], &keys[..], &few[..]].concat();
    let teach = ["examples", "nine-mens-morris", "--agent", "pvs:nodes=300", "--starts", "6"];
    let teach = [&teach[..], &["--openings", "4", "--repeats", "2", "--jobs", "2"]].concat();
    for (name, command) in [("tune", tune), ("teach", teach)] {
        let into = |file: &'static str| [command.clone(), vec!["--out", file]].concat();
        let whole = facts(at, &into("whole.sqlite"));
        // The log beside the file grows with every game.
        let log = at.join("killed.sqlite-wal");
        let is_under_way = || fs::metadata(&log).is_ok_and(|log| log.len() > 60_000);
        let killed = (1..=20).any(|_| {
            for file in ["killed.sqlite", "killed.sqlite-wal", "killed.sqlite-shm"] {
                let _ = fs::remove_file(at.join(file));
            }
            kill_when(at, &into("killed.sqlite"), is_under_way)
        });
        assert!(killed, "no kill fell into {name}");
        assert_eq!(facts(at, &into("killed.sqlite")), whole, "{name}");
        for file in ["whole.sqlite", "killed.sqlite"] {
            fs::remove_file(at.join(file)).unwrap();
        }
    }
}

const DESCENT: &[&str] =
    &["learn", "descent", "tapatan", "--games", "120", "--generations", "3", "--nodes", "80"];
const SELF_PLAY: &[&str] =
    &["learn", "self-play", "tapatan", "--games", "240", "--generations", "3", "--nodes", "80"];

/// The words that learn in a folder.
fn course<'a>(way: &[&'a str], dir: &'a str) -> Vec<&'a str> {
    [way, &["--patterns", "cell+line3", "--gate", "4", "--jobs", "2", "--dir", dir]].concat()
}

/// Learns in one go, and in other folders with a kill while the first games are played and after each network: three generations
/// are the same in the end.
fn killed_anywhere_ends_the_same(at: &Path, way: &[&str]) -> String {
    let told = printed(at, &course(way, "whole"));
    let moments = ["games.sqlite", "generation-0.net.safetensors", "generation-1.net.safetensors"];
    for (number, moment) in moments.into_iter().enumerate() {
        let dir = (1..=20)
            .map(|attempt| format!("killed-{number}-{attempt}"))
            .find(|dir| {
                kill_when(at, &course(way, dir), || at.join(dir).join(moment).exists())
                    && !at.join(dir).join("generation-2.net.safetensors").exists()
            })
            .unwrap_or_else(|| panic!("no kill fell after {moment}"));
        printed(at, &course(way, &dir));
        for generation in 0..3 {
            let file = format!("generation-{generation}.net.safetensors");
            let [whole, killed] = ["whole", &dir].map(|dir| fs::read(at.join(dir).join(&file)).unwrap());
            assert_eq!(whole, killed, "{file} after a kill at {moment}");
        }
    }
    told
}

#[test]
fn self_play_killed_anywhere_ends_with_the_same_network() {
    let folder = tempfile::tempdir().unwrap();
    let way = [SELF_PLAY, &["--drawn", "rank", "--lambda", "0.9", "--enough", "0.9"]].concat();
    let told = killed_anywhere_ends_the_same(folder.path(), &way);
    assert!(told.contains("Generation 2: 120 games by pvs:"), "{told}");
    assert!(
        told.contains("rounding its weights changes a value by") && told.contains("of 4 hidden units"),
        "{told}"
    );
}

#[test]
fn descent_killed_anywhere_ends_with_the_same_network() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let told = killed_anywhere_ends_the_same(at, DESCENT);
    assert!(
        told.contains("Generation 2: 40 games by descent:") && told.contains("Try: agon match"),
        "{told}"
    );
    // A finished run does nothing more, and tells its curve.
    printed(at, &course(DESCENT, "whole"));
    let curve = printed(at, &["learn", "curve", "whole"]);
    assert!(curve.contains("Descent of tapatan") && curve.contains("positions searched"), "{curve}");
    for (file, words) in [("loss.svg", "mean squared error"), ("gate.svg", "share of the points")] {
        assert!(fs::read_to_string(at.join("whole").join(file)).unwrap().contains(words), "{file}");
    }
    let rungs: Value = serde_json::from_str(&printed(at, &["learn", "curve", "whole", "--json"])).unwrap();
    let games: Vec<u64> =
        rungs.as_array().unwrap().iter().map(|rung| rung["games"].as_u64().unwrap()).collect();
    assert_eq!(games, [40, 80, 120]);
    assert!(rungs[2]["nodes"].as_u64() > rungs[1]["nodes"].as_u64());
    assert!(rungs[0]["loss"].as_f64().is_some_and(|loss| loss > 0.0));
    assert_eq!(rungs[0]["gate"]["wins"].as_u64().map(|wins| wins <= 4), Some(true));
    let net = "whole/generation-2.net.safetensors";
    for agent in [format!("pvs:nodes=100,eval=net:{net}"), format!("alphadda2:iterations=20,eval=net:{net}")]
    {
        let played = printed(at, &["match", "tapatan", &agent, "random", "--games", "4", "--openings", "1"]);
        assert!(played.contains("4 games"), "{played}");
    }
}

#[test]
fn self_play_tells_its_curve() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let few = ["--games", "40", "--generations", "2", "--nodes", "40", "--gate", "4", "--dir", "own"];
    printed(at, &[&["learn", "self-play", "tic-tac-toe"], &few[..]].concat());
    let curve = printed(at, &["learn", "curve", "own"]);
    assert!(curve.contains("Self-play of tic-tac-toe"), "{curve}");
    // Other ledgers have none.
    fs::create_dir(at.join("other")).unwrap();
    printed(at, &["match", "tic-tac-toe", "random", "random", "--games", "2", "--out", "other/games.sqlite"]);
    let told = sentence(at, &["learn", "curve", "other"]);
    assert!(told.contains("another kind of run (match)"), "{told}");
}
