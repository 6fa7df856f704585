//! Games that leave the program and come back.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;

/// An empty directory of one test.
fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // What an earlier run left behind, if any.
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).unwrap();
    directory
}

fn agon(directory: &Path, args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("agon").unwrap();
    command.current_dir(directory).args(args);
    command
}

fn printed(directory: &Path, args: &[&str]) -> String {
    let assert = agon(directory, args).assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

fn sentence(directory: &Path, args: &[&str]) -> String {
    let assert = agon(directory, args).assert().code(2);
    let text = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

#[test]
fn games_of_a_match_become_pgn_and_come_back() {
    let directory = directory("export-round-trip");
    let here = directory.as_path();
    let args = [
        "match",
        "chess",
        "random",
        "random",
        "--games",
        "4",
        "--max-plies",
        "30",
        "--record",
        "games.jsonl",
    ];
    printed(here, &args);
    let all = printed(here, &["export", "games.jsonl"]);
    assert_eq!(all.matches("[Event ").count(), 4, "{all}");
    printed(here, &["export", "games.jsonl", "2", "--format", "pgn", "--out", "second.pgn"]);
    let record: Value =
        serde_json::from_str(&printed(here, &["import", "second.pgn", "--game", "chess"])).unwrap();
    let lines = std::fs::read_to_string(here.join("games.jsonl")).unwrap();
    let played: Value = serde_json::from_str(lines.lines().nth(1).unwrap()).unwrap();
    assert_eq!(record["moves"], played["record"]["moves"]);
    // A record that was imported can be exported again.
    printed(here, &["import", "second.pgn", "--out", "second.json"]);
    let again = printed(here, &["export", "second.json", "1", "--format", "pgn"]);
    assert_eq!(again, std::fs::read_to_string(here.join("second.pgn")).unwrap());
    assert!(sentence(here, &["export", "games.jsonl", "9"]).contains("has no game 9; it holds 4"));
    assert!(sentence(here, &["export", "games.jsonl", "1", "--format", "sgf"]).contains("chess has no SGF"));
    // A failed export leaves nothing behind.
    sentence(here, &["export", "games.jsonl", "9", "--out", "nine.pgn"]);
    assert!(!here.join("nine.pgn").exists() && !here.join("nine.pgn.part").exists());
}

#[test]
fn bad_files_are_answered_with_a_sentence() {
    let directory = directory("export-bad-files");
    let here = directory.as_path();
    std::fs::write(here.join("bad.pgn"), "1. e4 e5 2. Qh9").unwrap();
    let said = sentence(here, &["import", "bad.pgn", "--game", "chess"]);
    assert!(said.starts_with("agon: 'bad.pgn': line 1, move 3: 'Qh9' is not a legal move here"), "{said}");
    std::fs::write(here.join("bad.json"), "{]").unwrap();
    assert!(sentence(here, &["export", "bad.json"]).contains("'bad.json' is no file of saved games: line 1"));
    assert!(sentence(here, &["export", "none.json"]).contains("cannot read 'none.json'"));
    assert!(sentence(here, &["import", "bad.pgn", "--game", "tapatan"]).contains("tapatan has no PGN"));
}
