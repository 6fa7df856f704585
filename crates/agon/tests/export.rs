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
    assert!(
        sentence(here, &["export", "games.jsonl", "9"])
            .contains("'games.jsonl': there is no game 9; the text holds 4")
    );
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
    let said = sentence(here, &["export", "bad.json"]);
    assert!(
        said.contains("'bad.json' is no file of saved games: this is not a saved game")
            && said.contains("line 1"),
        "{said}"
    );
    assert!(sentence(here, &["export", "none.json"]).contains("cannot read 'none.json'"));
    assert!(sentence(here, &["import", "bad.pgn", "--game", "tapatan"]).contains("tapatan has no PGN"));
}

#[test]
fn everything_that_is_exported_is_imported_under_the_same_number() {
    let directory = directory("export-import");
    let here = directory.as_path();
    let kinds = ["chess", "xiangqi:repetition=axf", "havannah:size=4,swap=on", "checkers-casual", "othello"];
    let mut lines = String::new();
    for game in kinds {
        let args =
            ["match", game, "random", "random", "--games", "2", "--max-plies", "20", "--record", "one.jsonl"];
        printed(here, &args);
        lines += &std::fs::read_to_string(here.join("one.jsonl")).unwrap();
    }
    std::fs::write(here.join("all.jsonl"), &lines).unwrap();
    let records: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["record"].clone()).collect();
    let same = |read: &Value, played: &Value, what: &str| {
        for key in ["game", "moves", "result", "position"] {
            assert_eq!(read[key], played[key], "{key} of {what}");
        }
    };

    // Games of several kinds as JSON, all at once and one by one.
    printed(here, &["export", "all.jsonl", "--format", "json", "--out", "all.json"]);
    let read = printed(here, &["import", "all.json"]);
    assert_eq!(read.lines().count(), records.len());
    for (index, (line, record)) in read.lines().zip(&records).enumerate() {
        same(&serde_json::from_str(line).unwrap(), record, "all games");
        let number = (index + 1).to_string();
        let alone: Value = serde_json::from_str(&printed(here, &["import", "all.json", &number])).unwrap();
        same(&alone, record, &number);
        // And every one in the format of its players.
        let text = printed(here, &["export", "all.jsonl", &number]);
        std::fs::write(here.join("one.txt"), text).unwrap();
        let alone: Value = serde_json::from_str(&printed(here, &["import", "one.txt"])).unwrap();
        same(&alone, record, &number);
    }

    // One file holds one format, whatever the games.
    let said = sentence(here, &["export", "all.jsonl", "--out", "mixed.txt"]);
    let expected = "'all.jsonl' holds games whose players use different formats, PGN for chess and SGF for havannah and \
                    PDN for checkers-casual and GGF for othello; choose one with --format";
    assert!(said.contains(expected), "{said}");
    assert!(!here.join("mixed.txt").exists());
    let both: Vec<&str> = lines.lines().take(4).collect();
    std::fs::write(here.join("both.jsonl"), both.join("\n")).unwrap();
    printed(here, &["export", "both.jsonl", "--out", "both.pgn"]);
    for (number, record) in ["1", "2", "3", "4"].iter().zip(&records) {
        let read: Value = serde_json::from_str(&printed(here, &["import", "both.pgn", number])).unwrap();
        same(&read, record, number);
    }
}

#[test]
fn a_collection_is_read_as_far_as_it_can_be() {
    let directory = directory("import-collection");
    let here = directory.as_path();
    std::fs::write(
        here.join("three.pgn"),
        "1. e4 e5 1-0\n\n1. e5 *\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *\n",
    )
    .unwrap();
    let said = sentence(here, &["import", "three.pgn"]);
    assert!(
        said.starts_with("agon: 'three.pgn', game 2: line 3, move 1: 'e5' is not a legal move"),
        "{said}"
    );
    let assert = agon(here, &["import", "three.pgn", "--skip"]).assert().success();
    let (out, errors) = (&assert.get_output().stdout, &assert.get_output().stderr);
    assert_eq!(String::from_utf8_lossy(out).lines().count(), 2);
    let errors = String::from_utf8_lossy(errors);
    assert!(errors.contains("game 2: line 3") && errors.contains("1 of 3 games were left out"), "{errors}");
    assert!(
        errors.contains("game 3: the rules of chess end the game after 8 moves; it was played on"),
        "{errors}"
    );
    assert!(sentence(here, &["import", "three.pgn", "4"]).contains("there is no game 4; the text holds 3"));
}

#[test]
fn transcripts_are_shown_and_imported() {
    let directory = directory("transcripts");
    let here = directory.as_path();
    let transcript = "f5f6f7g7d3f8h8h6c3";
    std::fs::write(here.join("game.txt"), transcript).unwrap();
    let record: Value = serde_json::from_str(&printed(here, &["import", "game.txt"])).unwrap();
    let spaced = "f5 f6 f7 g7 d3 f8 h8 h6 -- c3";
    let moves: Vec<&str> =
        record["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    assert_eq!(moves.join(" "), spaced);
    assert_eq!(
        printed(here, &["show", "othello", "--moves", transcript]),
        printed(here, &["show", "othello", "--moves", spaced])
    );
}
