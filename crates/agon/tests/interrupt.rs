//! Runs that are told to end before their end.
#![cfg(unix)]

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use agon_arena::ledger::Ledger;

use crate::common::{Folder, listening, printed};

/// A match that takes far longer than any of these tests.
fn endless(ledger: &str) -> Vec<String> {
    let words =
        ["match", "tapatan-ludii", "uct:playouts=400", "random", "--games", "200000", "--out", ledger];
    words.map(str::to_owned).to_vec()
}

fn games(ledger: &str) -> u64 {
    Ledger::open(Path::new(ledger)).and_then(|ledger| ledger.count()).unwrap_or(0)
}

fn wait_for_games(child: &mut Child, ledger: &str, count: u64) {
    while games(ledger) < count {
        assert!(child.try_wait().unwrap().is_none(), "the match goes on");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
}

/// Starts a run, ends it by a signal once there are some games, and returns what it said.
fn ended_by(name: &str, args: &[String], ledger: &str) -> (Option<i32>, String, String) {
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut child = listening(&args).spawn().unwrap();
    wait_for_games(&mut child, ledger, 4);
    signal(&child, name);
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

#[test]
fn every_signal_has_its_code_and_the_run_tells_what_it_has() {
    let folder = Folder::new("signals");
    for (name, code) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
        let ledger = folder.path(&format!("match{name}.db"));
        let (status, told, errors) = ended_by(name, &endless(&ledger), &ledger);
        assert_eq!(status, Some(code), "{name}: {errors}");
        assert!(told.contains(" of at most 200000 games in "), "{told}");
        assert!(told.contains("in total   won "), "{told}");
        let how = format!("Interrupted. Every finished game is kept in '{ledger}': the same command goes on");
        assert!(errors.contains(&how), "{errors}");
    }
}

/// Hundredths of a second of processor time that a program has used.
#[cfg(target_os = "linux")]
fn ticks(child: &Child) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    fields.iter().skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum()
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_gone_on_with_says_so() {
    let mut child =
        listening(&["match", "tic-tac-toe", "uct:playouts=300", "random", "--games", "200000", "--json"])
            .spawn()
            .unwrap();
    // However slow the machine is: who has worked that long is at the games.
    while ticks(&child) < 30 {
        assert!(child.try_wait().unwrap().is_none(), "the match goes on");
        std::thread::sleep(Duration::from_millis(5));
    }
    signal(&child, "-INT");
    let Output { stdout, stderr, .. } = child.wait_with_output().unwrap();
    let facts: serde_json::Value = serde_json::from_slice(&stdout).unwrap();
    assert!(facts["summary"]["total"]["wins"].is_number(), "{facts}");
    let errors = String::from_utf8(stderr).unwrap();
    assert!(errors.contains("Nothing was kept; with --out FILE every game is"), "{errors}");
}

#[test]
fn an_interrupted_tournament_prints_its_tables() {
    let folder = Folder::new("cut-tournament");
    let file = folder.write(
        "cup.toml",
        "games = [\"tapatan-ludii\"]\npairs = 100000\nmax_plies = 60\nanchor = \"chance\"\n\
         agents = [\"uct:playouts=300\", { spec = \"random\", name = \"chance\" }]\n",
    );
    let ledger = folder.path("cup.db");
    let (code, told, errors) = ended_by("-TERM", &["tournament".to_owned(), file], &ledger);
    assert_eq!(code, Some(143));
    assert!(told.contains(" of 200000 games:") && told.contains("Ratings"), "{told}");
    assert!(told.contains("chance is at 0"), "{told}");
    assert!(errors.contains("the same command goes on"), "{errors}");
}

/// What keeps its games in a ledger prints what is in it, or has told all along; and says how to go on.
#[test]
fn interrupted_searches_and_lessons_print_what_they_have() {
    let folder = Folder::new("cut-lessons");
    let long = ["--population", "100", "--tune-games", "1000", "--iterations", "100"];
    let tune = [&["tapatan-ludii", "--tune-playouts", "300"], &long[..]].concat();
    let examples = ["tapatan-ludii", "--playouts", "300", "--starts", "1000000", "--openings", "0"];
    // A command, the ledger in the folder that it keeps, if it is one, what it is told, and what it tells.
    let experiment = folder.write(
        "mine.toml",
        "title = 'Mine'\n[paper]\nauthors = 'me'\ntitle = 'Notes'\nplace = 'page 1'\n[[part]]\nkind = 'matches'\n\
         heading = 'A match'\nagent = 'uct'\nopponent = 'random'\nbudget = 'playouts=300'\ngames = 100000\nopenings = 2\n\
         row = [{ label = 'one', game = 'tapatan-ludii' }]\n",
    );
    let list = folder.write(
        "list.toml",
        "[[rung]]\ngame = 'tapatan-ludii'\nopponent = 'Chance'\nprogram = 'sh'\nspec = 'random'\n",
    );
    let runs: [(&str, &str, &[&str], &str); 9] = [
        ("tune", "", &tune, "uct:c="),
        ("examples", "", &examples, "uct:c="),
        ("calibrate", "tapatan.games.db", &["tapatan", "--games", "20000"], "0 of 1 games are done."),
        (
            "learn self-play",
            "games.sqlite",
            &["tapatan", "--games", "8000000", "--opening", "2"],
            "Generation 0: 1000000 games by uct:playouts=40.",
        ),
        ("pipeline", "tune.sqlite", &tune, "1. Tuning"),
        (
            "learn descent",
            "games.sqlite",
            &["tapatan", "--games", "8000000", "--generations", "8"],
            "Generation 0: ",
        ),
        ("reproduce", "games.db", &[&experiment], "Points and games of each agent"),
        (
            "balance",
            "fair_nodes=300.db",
            &["tapatan", "--agent", "fair:nodes=300", "--opponents", "random;greedy", "--games", "100000"],
            "",
        ),
        (
            "ladder",
            "tapatan-ludii-Chance.sqlite",
            &["--list", &list, "--agent", "uct:playouts=300", "--count", "100000"],
            "",
        ),
    ];
    for (command, file, args, words) in runs {
        let out = folder.path(&command.replace(' ', "-"));
        let ledger = if file.is_empty() { out.clone() } else { format!("{out}/{file}") };
        let all = command.split(' ').chain(args.iter().copied()).chain(["--out", &out]);
        let all: Vec<String> = all.map(str::to_owned).collect();
        let (code, told, errors) = ended_by("-TERM", &all, &ledger);
        assert_eq!(code, Some(143), "{command}: {errors}");
        assert!(told.contains(words), "{command}: {told}");
        assert!(
            errors.contains("Interrupted. ") && errors.contains("the same command"),
            "{command}: {errors}"
        );
    }
}

/// A network that grows is kept unit by unit.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_network_says_where_its_checkpoint_is() {
    let folder = Folder::new("cut-cascade");
    let (examples, network) = (folder.path("examples.sqlite"), folder.path("net.safetensors"));
    printed(&[
        "examples",
        "tic-tac-toe",
        "--playouts",
        "10",
        "--starts",
        "4",
        "--openings",
        "0",
        "--repeats",
        "1",
        "--out",
        &examples,
    ]);
    let mut child = listening(&[
        "learn",
        "cascade",
        "tic-tac-toe",
        "--examples",
        &examples,
        "--units",
        "100",
        "--epochs",
        "100000",
        "--out",
        &network,
    ])
    .spawn()
    .unwrap();
    while ticks(&child) < 30 {
        assert!(child.try_wait().unwrap().is_none(), "it goes on");
        std::thread::sleep(Duration::from_millis(5));
    }
    signal(&child, "-INT");
    let Output { status, stderr, .. } = child.wait_with_output().unwrap();
    let errors = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(130), "{errors}");
    assert!(errors.contains("Interrupted. What has grown is kept in '"), "{errors}");
}

/// What keeps nothing says so.
#[cfg(target_os = "linux")]
#[test]
fn interrupted_counts_and_measurements_say_what_they_are() {
    for (args, words) in [
        (&["perft", "chess", "12"][..], "a count cannot be gone on with"),
        (&["bench", "playouts", "all", "--seconds", "60", "--json"], "What had been measured was printed."),
        (&["solve", "tsoro-yematatu"], "Nothing was kept: a game is solved as a whole."),
        (
            &["puzzles", "othello", "--count", "1000", "--games", "100000"],
            "Nothing was kept: puzzles are chosen when all are found.",
        ),
    ] {
        let mut child = listening(args).spawn().unwrap();
        while ticks(&child) < 30 {
            assert!(child.try_wait().unwrap().is_none(), "{args:?} goes on");
            std::thread::sleep(Duration::from_millis(5));
        }
        signal(&child, "-INT");
        let Output { status, stderr, .. } = child.wait_with_output().unwrap();
        let errors = String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(130), "{args:?}: {errors}");
        assert!(errors.contains(words), "{args:?}: {errors}");
    }
}

/// What `nohup` does.
#[test]
fn a_signal_that_was_ignored_at_the_start_stays_ignored() {
    let folder = Folder::new("nohup");
    let ledger = folder.path("match.db");
    let program = assert_cmd::cargo::cargo_bin("agon");
    let words =
        ["match", "tapatan-ludii", "uct:playouts=400", "random", "--games", "60", "--max-plies", "60"];
    let mut child = Command::new("sh")
        .args(["-c", "trap '' HUP; exec \"$@\"", "sh"])
        .arg(program)
        .args(words)
        .args(["--out", &ledger])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_for_games(&mut child, &ledger, 3);
    signal(&child, "-HUP");
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{:?}", output.status);
    assert!(String::from_utf8(output.stdout).unwrap().contains("60 games in 30 pairs"));
}
