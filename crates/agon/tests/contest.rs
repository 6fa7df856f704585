//! Matches as people and scripts meet them.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;

fn agon(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("agon").unwrap();
    command.args(args);
    command
}

fn printed(args: &[&str]) -> String {
    String::from_utf8(agon(args).assert().success().get_output().stdout.clone()).unwrap()
}

fn sentence(args: &[&str]) -> String {
    let output = agon(args).assert().code(2).get_output().clone();
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn the_number_of_jobs_changes_no_byte() {
    let runs = ["1", "2", "2"].map(|jobs| {
        let file = scratch("jobs.jsonl");
        let args =
            ["match", "othello", "uct:playouts=20", "randomized:depth=1", "--games", "6", "--seed", "4"];
        let rest = ["--jobs", jobs, "--record", file.to_str().unwrap()];
        let text = printed(&[&args[..], &rest].concat());
        let json = printed(&[&args[..], &rest, &["--json"]].concat());
        // Times are what they are.
        let (times, json): (Vec<&str>, Vec<&str>) =
            json.lines().partition(|line| line.contains("ms_per_move"));
        assert_eq!(times.len(), 2);
        let json: Vec<String> = json.into_iter().map(str::to_owned).collect();
        (text, json, fs::read_to_string(file).unwrap())
    });
    assert_eq!(runs[0], runs[1]);
    assert_eq!(runs[1], runs[2]);
    assert_eq!(runs[0].2.lines().count(), 6);
}

#[test]
fn a_sequential_test_ends_a_match_early() {
    let args = ["match", "tic-tac-toe", "alphabeta:depth=9", "random", "--games", "400", "--openings", "1"];
    let test = ["--sprt", "0,100"];
    let text = printed(&[&args[..], &test].concat());
    assert!(
        text.contains("sequential test of Elo +0 against +100: decided for +100 (log-likelihood ratio"),
        "{text}"
    );
    assert!(text.contains("bounds -2.94 and 2.94"), "{text}");
    let facts: Value = serde_json::from_str(&printed(&[&args[..], &test, &["--json"]].concat())).unwrap();
    assert_eq!(facts["sprt"]["verdict"], "upper");
    let pairs: u64 =
        facts["summary"]["pairs"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum();
    assert!(pairs < 200 && pairs.is_multiple_of(16), "{pairs}");
    let even = printed(&["match", "tic-tac-toe", "random", "random", "--games", "4", "--sprt=-10,10"]);
    assert!(even.contains("not decided; more games are needed"), "{even}");
}

#[test]
fn six_wins_of_six_are_no_certainty() {
    let args = ["match", "othello", "alphabeta:depth=3", "random", "--games", "6"];
    let facts: Value = serde_json::from_str(&printed(&[&args[..], &["--json"]].concat())).unwrap();
    let summary = &facts["summary"];
    assert_eq!(summary["total"]["wins"], 6, "{summary}");
    let number = |value: &Value| value.as_f64().unwrap_or_else(|| panic!("{value} in {summary}"));
    let gain = &summary["gain_interval"];
    assert!(number(&gain["low"]) < 0.0 && number(&gain["high"]) == 1.0, "three pairs say little: {gain}");
    let elo = [&summary["elo_interval"][0], &summary["elo"], &summary["elo_interval"][1]].map(number);
    assert!(elo[0] < 0.0 && elo[0] < elo[1] && elo[1] < elo[2] && elo[2] < 3000.0, "{elo:?}");
    assert!(number(&summary["superiority"]) < 1.0);
    let text = printed(&args);
    assert!(text.contains("gain       +1.000 (-0.071 to +1.000, Jeffreys 95 % over pairs)"), "{text}");
    assert!(!text.contains("inf"), "{text}");
}

#[test]
fn a_match_with_a_referee_tells_that_only_he_knows_the_end() {
    let args = ["match", "chess", "random", "random", "--games", "2"];
    let limited = [&args[..], &["--max-plies", "12"]].concat();
    let words = "games end after 12 plies, which only the referee knows: no agent sees that end coming\n";
    assert!(printed(&limited).contains(words));
    assert!(!printed(&args).contains("referee"));
    let facts: Value = serde_json::from_str(&printed(&[&limited[..], &["--json"]].concat())).unwrap();
    assert_eq!(facts["max_plies"], 12);
}

#[test]
fn a_file_of_openings_is_read_line_by_line() {
    let file = scratch("openings.txt");
    let text = "# the Italian, as moves\ne4 e5 Nf3 Nc6 Bc4\n\
                rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n\
                {\"game\": \"chess\", \"moves\": [\"d4\", \"d5\", \"c4\"]}\n";
    fs::write(&file, text).unwrap();
    let (games, name) = (scratch("from-file.jsonl"), file.to_str().unwrap());
    let args =
        ["match", "chess", "random", "random", "--games", "8", "--max-plies", "12", "--openings", name];
    let text = printed(&[&args[..], &["--record", games.to_str().unwrap()]].concat());
    assert!(text.contains(&format!("8 games in 4 pairs from 3 of the openings in {name}, seed 1")), "{text}");
    let records: Vec<Value> =
        fs::read_to_string(games).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let first = |index: usize| records[index]["record"]["moves"][0].as_str().unwrap().to_owned();
    assert_eq!([first(0), first(1), first(4), first(6)], ["e4", "e4", "d4", "e4"]);
    assert!(records[2]["record"]["position"].as_str().unwrap().starts_with("rnbqkbnr/pppp1ppp"));
}

#[test]
fn mistakes_are_answered_in_one_sentence() {
    let broken = scratch("broken.txt");
    fs::write(&broken, "e4 e5\n\nKe3\n").unwrap();
    let with = |option: &str, value: &str| sentence(&["match", "chess", "random", "random", option, value]);
    assert!(
        with("--openings", broken.to_str().unwrap()).contains("line 3: 'Ke3' is not a position of chess")
    );
    assert!(
        with("--openings", "/no/such/file")
            .contains("a number of plies or a file: cannot read '/no/such/file'")
    );
    assert!(with("--sprt", "20,0").contains("the smaller one first"));
    assert!(with("--sprt", "ten").contains("expected two Elo differences"));
    assert!(with("--games", "3").contains("an even number"));
    let missing = sentence(&["match", "chess", "random", "gtp:command=\"no-such-program\""]);
    assert!(missing.contains("there is no program 'no-such-program' to run"));
}
