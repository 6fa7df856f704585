//! The Go Text Protocol as other programs meet it, and other programs as the arena meets them.

use std::fs;
use std::path::{Path, PathBuf};

use agon_core::Random;
use assert_cmd::Command;

use crate::common::skip;

/// The path of the program under test.
fn agon() -> PathBuf {
    assert_cmd::cargo::cargo_bin("agon")
}

/// What a successful run prints.
fn printed(args: &[&str], input: impl Into<Vec<u8>>) -> String {
    let assert = Command::new(agon()).args(args).write_stdin(input).assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

/// A file of this run alone.
fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Every file holds a session: the command line, then what is said (`> `) and answered. `UPDATE_SESSIONS=1` writes them anew.
#[test]
fn sessions_go_as_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gtp");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 8, "a session per family of boards");
    for file in files {
        let recorded = fs::read_to_string(&file).unwrap();
        let (head, _) = recorded.split_once('\n').unwrap();
        let args: Vec<&str> = head.strip_prefix("$ agon ").unwrap().split_whitespace().collect();
        let said: Vec<&str> = recorded.lines().filter_map(|line| line.strip_prefix("> ")).collect();
        let output = printed(&args, said.join("\n") + "\n");
        let mut answers = output.split_terminator("\n\n");
        let mut session = format!("{head}\n");
        for line in said {
            session += &format!("> {line}\n");
            if !line.trim().is_empty() && !line.trim().starts_with('#') {
                session += &format!("{}\n", answers.next().expect("every command is answered"));
            }
        }
        assert_eq!(answers.next(), None, "nothing is said without being asked");
        if std::env::var_os("UPDATE_SESSIONS").is_some() {
            fs::write(&file, &session).unwrap();
            continue;
        }
        assert!(session == recorded, "{} goes differently:\n{session}", file.display());
    }
}

/// Words from which hostile lines are made.
const WORDS: &[&str] = &[
    "play",
    "genmove",
    "undo",
    "boardsize",
    "agon-set_position",
    "time_settings",
    "time_left",
    "known_command",
    "black",
    "w",
    "b",
    "X",
    "pass",
    "e4",
    "d3",
    "a1",
    "-1",
    "0",
    "1e308",
    "nan",
    "inf",
    "99999999999999999999",
    "#",
    "\t",
    "\u{0}",
    "ä",
    "3/3/3",
    "x",
    "clear_board",
    "final_score",
    "showboard",
    "agon-legal_moves",
    "=",
    "?",
    "",
    "quit!",
    "--",
    "8",
    "5",
];

#[test]
fn hostile_lines_are_answered_and_nothing_more() {
    let mut random = Random::new(11);
    for game in ["othello", "chess", "havannah:size=4", "connect6", "tsoro-yematatu", "freckers"] {
        let mut input = Vec::new();
        let mut expected = 0;
        for _ in 0..400 {
            let words: Vec<&str> = (0..random.below(6)).map(|_| random.pick(WORDS)).collect();
            let mut line = words.join(" ").into_bytes();
            if random.below(8) == 0 {
                line.extend((0..random.below(40)).map(|_| (random.below(256) as u8).max(b'\r')));
            }
            let text = String::from_utf8_lossy(&line).replace('\t', " ");
            let text: String = text.chars().filter(|c| !c.is_control()).collect();
            expected += usize::from(!text.split('#').next().unwrap().trim().is_empty());
            input.extend(line);
            input.push(b'\n');
        }
        let output = printed(&["gtp", game, "--agent", "random"], input);
        assert_eq!(output.matches("\n\n").count(), expected, "{game}: every line has one answer");
        let first = |answer: &str| answer.starts_with(['=', '?']);
        assert!(output.split_terminator("\n\n").all(first), "{game}: {output}");
    }
}

/// Plays a match and returns what it prints and what it records.
fn play(args: &[&str], record: &str) -> (String, String) {
    let file = scratch(record);
    let text = printed(&[args, &["--record", file.to_str().unwrap()]].concat(), "");
    (text, fs::read_to_string(file).unwrap())
}

#[test]
fn over_the_protocol_every_game_goes_as_in_process() {
    for info in agon_games::catalogue() {
        let command = format!("'{}' gtp {} --agent random:seed={{seed}}", agon().display(), info.id);
        let outside = format!("gtp:command=\"{command}\"");
        let options = ["--games", "2", "--max-plies", "80", "--seed", "3"];
        let [inside, outside] = ["random", &outside].map(|agent| {
            play(&[&["match", &info.id, agent, "random"], &options[..]].concat(), "every-game.jsonl").1
        });
        assert_eq!(inside, outside, "{}", info.id);
    }
}

#[test]
fn over_the_protocol_searches_and_their_costs_are_the_same() {
    let command = format!("'{}' gtp othello --agent uct:playouts=40,seed={{seed}}", agon().display());
    let outside = format!("gtp:command=\"{command}\"");
    let [inside, outside] = ["uct:playouts=40", &outside].map(|agent| {
        play(&["match", "othello", agent, "alphabeta:depth=1", "--games", "4", "--seed", "8"], "search.jsonl")
            .1
    });
    assert!(inside.contains("\"playouts\":1"), "{inside}");
    assert_eq!(inside, outside);
}

#[test]
fn programs_are_given_positions_where_they_can_be() {
    let openings = scratch("positions.txt");
    fs::write(&openings, "3/1X1/O2 x\nb2 c3\n").unwrap();
    let command = format!("'{}' gtp tic-tac-toe --agent random:seed={{seed}}", agon().display());
    let args = ["--games", "4", "--openings", openings.to_str().unwrap()];
    let outside = format!("gtp:command=\"{command}\"");
    let [inside, outside] = ["random", &outside]
        .map(|agent| play(&[&["match", "tic-tac-toe", agent, "greedy"], &args[..]].concat(), "placed.jsonl"));
    assert_eq!(inside.1, outside.1);
    assert!(inside.0.contains("4 games in 2 pairs from 2 of the openings in"), "{}", inside.0);
}

/// A program in shell that agrees to everything, and does this when it is asked for a move.
#[cfg(unix)]
fn answering(genmove: &str) -> String {
    format!(
        "while read -r command rest; do case $command in genmove) {genmove} ;; *) printf '=\\n\\n' ;; esac; done"
    )
}

#[cfg(unix)]
#[test]
fn a_match_survives_programs_that_fail() {
    let programs = [
        ("crash", answering("exit 7"), "ended (exit status: 7) at 'genmove"),
        ("silence", answering("sleep 1000"), "and was killed"),
        ("garbage", answering("printf 'moo\\n\\n'"), "answered 'moo' to 'genmove"),
        ("illegal", answering("printf '= z99\\n\\n'"), "answered 'z99' to 'genmove"),
    ];
    for (name, script, words) in programs {
        let file = scratch(&format!("{name}.sh"));
        fs::write(&file, script).unwrap();
        let spec = format!("gtp:patience=400ms,command=\"sh '{}'\"", file.display());
        let text = printed(&["match", "tic-tac-toe", &spec, "random", "--games", "4", "--openings", "2"], "");
        assert!(text.contains("won    0, drawn    0, lost    4"), "{text}");
        let faults: Vec<&str> = text.lines().filter(|line| line.starts_with("Fault in pair")).collect();
        assert_eq!(faults.len(), 4, "{text}");
        assert!(faults.iter().all(|fault| fault.contains(words) && fault.contains(" in '")), "{text}");
        assert!(faults.iter().all(|fault| fault.chars().count() < 260), "{text}");
    }
}

#[cfg(unix)]
#[test]
fn games_that_a_program_calls_drawn_are_drawn_and_marked() {
    let (file, ledger) = (scratch("drawer.sh"), scratch("drawer.db"));
    // What an earlier run left behind is none.
    let _ = fs::remove_file(&ledger);
    fs::write(&file, answering("printf '= draw\\n\\n'")).unwrap();
    let spec = format!("gtp:command=\"sh '{}'\"", file.display());
    let args = ["match", "tic-tac-toe", &spec, "random", "--games", "4", "--openings", "2"];
    let kept = ["--ledger", ledger.to_str().unwrap()];
    let text = printed(&[&args[..], &kept].concat(), "");
    assert!(text.contains("won    0, drawn    4, lost    0") && !text.contains("Fault"), "{text}");
    let marked = "Drawn in pair 2 because an agent said so, and not by the rules here";
    assert_eq!(text.matches(marked).count(), 2, "{text}");
    let answer: serde_json::Value =
        serde_json::from_str(&printed(&[&args[..], &["--json"]].concat(), "")).unwrap();
    assert_eq!(answer["claims"], serde_json::json!([1, 1, 2, 2]));
    assert!(answer["a_ms_per_move"].as_f64().unwrap() >= 0.0, "{answer}");

    let folder = scratch("drawer-report");
    let said = printed(&["report", ledger.to_str().unwrap(), "--out", folder.to_str().unwrap()], "");
    assert!(said.contains("ms/move"), "{said}");
    let report: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(folder.join("report.json")).unwrap()).unwrap();
    assert_eq!(report["claims"], serde_json::json!([1, 2, 3, 4]));
    let agents = report["times"][0]["agents"].as_array().unwrap();
    assert!(agents.iter().all(|agent| agent["ms_per_move"].as_f64().is_some()), "{report}");
    let page = fs::read_to_string(folder.join("report.html")).unwrap();
    assert!(page.contains("and not by the rules here: game 1, 2, 3, 4.") && page.contains("ms/move"));
}

#[cfg(unix)]
#[test]
fn a_program_that_is_kept_plays_all_games() {
    let (file, log) = (scratch("kept.sh"), scratch("kept.log"));
    // A file left by an earlier run is none.
    let _ = fs::remove_file(&log);
    let resigning = answering("printf '= resign\\n\\n'");
    fs::write(&file, format!("echo $$ >> '{}'\n{resigning}", log.display())).unwrap();
    let play = |keys: &str| {
        let spec = format!("gtp:command=\"sh '{}'\"{keys}", file.display());
        printed(&["match", "tic-tac-toe", &spec, "random", "--games", "6", "--jobs", "1"], "");
        let lines = fs::read_to_string(&log).unwrap();
        let _ = fs::remove_file(&log);
        lines.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(play("").len(), 6);
    let kept = play(",restart=off");
    assert_eq!(kept.len(), 1);
    // It has ended with the match, or ended and nobody has noticed yet.
    let stat = fs::read_to_string(format!("/proc/{}/stat", kept[0]));
    assert!(stat.map_or(true, |stat| stat.contains(") Z ")));
}

#[test]
fn the_final_score_is_what_the_game_is_played_for() {
    // Black takes everything in nine moves, the shortest game of Othello there is.
    let moves = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"];
    let play = |moves: &[&str], first: &str, second: &str| -> String {
        let colours = [first, second].into_iter().cycle();
        let lines = moves.iter().zip(colours).map(|(text, colour)| format!("play {colour} {text}\n"));
        lines.collect::<Vec<_>>().concat()
    };
    let score = |game: &str, commands: String| {
        let output = printed(&["gtp", game, "--agent", "random"], commands + "final_score\n");
        output.trim_end().rsplit("\n\n").next().unwrap().to_owned()
    };
    assert_eq!(score("othello", play(&moves, "b", "w")), "= B+13");
    assert_eq!(score("chess", play(&["f3", "e5", "g4", "Qh4#"], "w", "b")), "= B+1");
    assert_eq!(score("othello", String::new()), "? cannot score: the game goes on");
}

#[cfg(unix)]
#[test]
fn programs_end_when_a_match_is_interrupted() {
    let (file, pid_file) = (scratch("waiting.sh"), scratch("waiting.pid"));
    // A file left by an earlier run is none.
    let _ = fs::remove_file(&pid_file);
    let note = format!("echo $$ > '{0}.part'; mv '{0}.part' '{0}'; sleep 1000", pid_file.display());
    fs::write(&file, answering(&note)).unwrap();
    let spec = format!("gtp:command=\"sh '{}'\"", file.display());
    let words = ["match", "tic-tac-toe", &spec, &spec, "--games", "2", "--jobs", "1"];
    let mut run = crate::common::listening(&words).spawn().unwrap();
    let wait_for = |what: &str, happened: &dyn Fn() -> bool| {
        let waited = (0..3000).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(10));
            happened()
        });
        assert!(waited, "{what}");
    };
    wait_for("the program was asked", &|| pid_file.is_file());
    let pid = fs::read_to_string(&pid_file).unwrap().trim().to_owned();
    std::process::Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap();
    assert_eq!(run.wait().unwrap().code(), Some(130));
    // Gone, or gone and not yet noticed.
    let stat = || fs::read_to_string(format!("/proc/{pid}/stat"));
    wait_for("the program has ended", &|| stat().map_or(true, |stat| stat.contains(") Z ")));
}

/// The one program here that we did not write; Debian calls its package grhino.
#[test]
fn grhino_plays_whole_games_passes_included() {
    let Some(program) =
        ["/usr/games/gtp-rhino", "/usr/bin/gtp-rhino"].into_iter().find(|path| Path::new(path).is_file())
    else {
        return skip("gtp-rhino is not installed, so nothing is played against it");
    };
    let spec = format!("gtp:command=\"{program} --level 1 --book 0\"");
    let (text, record) = play(&["match", "othello", &spec, "random", "--games", "10"], "grhino.jsonl");
    assert!(!text.contains("Fault"), "{text}");
    assert!(record.contains("\"--\""), "among ten games against a random player there is one with a pass");
}
