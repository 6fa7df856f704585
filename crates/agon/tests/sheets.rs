//! Games that are sheets of text, wherever a command takes a game.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Child;

use serde_json::Value;

use crate::common::{Folder, agon, printed, sentence};

/// A sheet that comes with the program.
fn sheet(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../gdl/sheets");
    folder.join(format!("{name}.kif")).to_str().unwrap().to_owned()
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&printed(&[args, &["--json"]].concat())).unwrap()
}

#[test]
fn a_sheet_is_checked_counted_and_measured() {
    let file = sheet("tic-tac-toe");
    assert!(printed(&["gdl", "check", &file]).contains("A board of 9 cells was found"));
    let told = json(&["gdl", "check", &file]);
    assert_eq!((&told["cells"], &told["is_chained"]), (&9.into(), &false.into()));
    let told = json(&["gdl", "ground", &file]);
    assert!(told["gates"].as_u64().unwrap() > 30 && told["moves"] == serde_json::json!([10, 10]), "{told}");
    assert!(printed(&["gdl", "ground", &file]).contains("\nmoves   10 + 10\n"));
    let bench = ["gdl", "bench", &file, "--seconds", "0.05"];
    let told = json(&bench);
    let steps = told["many"]["steps"].as_f64().unwrap();
    assert!((7.4..7.9).contains(&steps), "random games take 7.63 steps: {told}");
    assert!(printed(&bench).contains("512 at once: "));
    for seconds in ["nan", "-1", "0", "inf"] {
        let said = sentence(&["gdl", "bench", &file, &format!("--seconds={seconds}")]);
        assert!(said.contains("--seconds takes a number above 0"), "{said}");
    }
}

#[test]
fn a_sheet_is_a_game_for_every_command() {
    let file = sheet("connect-four");
    let text = printed(&["match", &file, "uct:playouts=50", "random", "--games", "4"]);
    assert!(text.contains("4 games in 2 pairs"), "{text}");
    assert!(printed(&["rules", &file]).contains("Notation"));
    assert_eq!(json(&["perft", &file, "4"])["nodes"], 2401);
    let told = json(&["check", &file]);
    assert!(told["lacks"].as_array().unwrap().iter().any(|lack| lack["what"] == "puzzles"), "{told}");
    let folder = Path::new(&file).parent().unwrap().to_str().unwrap();
    assert!(printed(&["games", "--sheets", folder]).contains("amazons.kif"));
    // The same in other words, beside a number of games.
    assert!(printed(&["games", "--games", folder]).contains("amazons.kif"));
    let games = format!("--games={folder}");
    let text = printed(&["match", "tic-tac-toe.kif", "random", "random", "--games", "4", &games]);
    assert!(text.contains("4 games in 2 pairs"), "{text}");
    assert!(sentence(&["games", "--games", "nowhere"]).contains("'nowhere' is no folder"));
}

#[test]
fn levels_of_a_sheet_are_provisional_until_they_are_measured() {
    let file = sheet("tic-tac-toe");
    let lacks = |told: &Value| {
        told["lacks"].as_array().unwrap().iter().map(|lack| lack["what"].clone()).collect::<Vec<_>>()
    };
    assert!(lacks(&json(&["check", &file])).contains(&"levels".into()));
    let text = printed(&["play", &file, "--level", "3"]);
    assert!(text.contains("Level 3 of 10 is provisional: not measured."), "{text}");
    // They are measured like those of any game.
    let folder = Folder::new("rungs");
    let out = folder.path("out");
    let text = printed(&["calibrate", &file, "--games", "2", "--out", &out]);
    assert!(text.contains("tic-tac-toe.kif") && text.contains("level 1 against greedy: "), "{text}");
}

#[test]
fn what_is_learned_of_a_sheet_plays_it() {
    let folder = Folder::new("learned");
    let (file, dir) = (sheet("tic-tac-toe"), folder.path("own"));
    let few = ["--games", "40", "--generations", "1", "--nodes", "40", "--gate", "4", "--dir", &dir];
    printed(&[&["learn", "self-play", &file], &few[..]].concat());
    let agent = format!("pvs:nodes=100,eval=net:{dir}/generation-0.net.safetensors");
    let text = printed(&["match", &file, &agent, "random", "--games", "4"]);
    assert!(text.contains("4 games in 2 pairs"), "{text}");
}

#[test]
fn a_sheet_that_is_none_is_refused_with_a_place() {
    let folder = Folder::new("sheets");
    let frame =
        "(role a) (role b) (init q) (legal a go) (legal b go) (goal a 50) (goal b 50) (<= terminal (true y))";
    let file = folder.write("broken.kif", &format!("{frame}\n(<= (next (p ?x)) (true q))\n"));
    let said = sentence(&["play", &file]);
    assert!(said.contains("line 2") && said.contains("?x"), "{said}");
    assert!(sentence(&["gdl", "check", &folder.path("nowhere.kif")]).contains("nowhere.kif"));
    let clocks = ["--startclock", "18446744073709551615"];
    let said = sentence(
        &[&["ggp-match", &sheet("tic-tac-toe"), "http://127.0.0.1:1/", "http://127.0.0.1:1/"], &clocks[..]]
            .concat(),
    );
    assert!(said.contains("on the start clock; expected at most 86400"), "{said}");
}

/// A player of general game playing, ended with the test.
struct GamePlayer(Child);

impl Drop for GamePlayer {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn two_players_meet_over_http() {
    let mut players = [&["ggp", "--port", "0"][..], &["ggp", "--port", "0", "--agent", "pvs", "--ponder"]]
        .map(|args| GamePlayer(agon(args).spawn().unwrap()));
    let addresses = players.each_mut().map(|player| {
        let mut told = String::new();
        BufReader::new(player.0.stdout.take().unwrap()).read_line(&mut told).unwrap();
        told.trim().strip_prefix("agon plays at ").unwrap_or_else(|| panic!("{told}")).to_owned()
    });
    let [one, other] = addresses.each_ref().map(String::as_str);
    let clocks = ["--startclock", "20", "--playclock", "1"];
    let told = json(&[&["ggp-match", &sheet("tic-tac-toe"), one, other][..], &clocks].concat());
    assert_eq!(told["roles"], serde_json::json!(["x", "o"]));
    let steps = told["moves"].as_array().unwrap();
    assert!((5..=9).contains(&steps.len()) && steps[0][1] == "wait", "{told}");
    let goals: i64 = told["goals"].as_array().unwrap().iter().map(|goal| goal.as_i64().unwrap()).sum();
    assert_eq!(goals, 100);
    // On a loaded machine a move may come late, but players that answer answer with legal moves.
    let faults = told["faults"].as_array().unwrap();
    assert!(faults.iter().all(|fault| !fault[2].as_str().unwrap().contains("legal")), "{told}");
    drop(players);
}

#[test]
fn a_trace_is_written_printed_and_compared() {
    let folder = Folder::new("trace");
    let [one, other] = ["one.jsonl", "other.jsonl"].map(|name| folder.path(name));
    for (file, seed) in [(&one, "1"), (&other, "2")] {
        let agent = format!("uct:playouts=30,seed={seed}");
        printed(&["analyse", "tic-tac-toe", "--agent", &agent, "--trace", file]);
    }
    let text = printed(&["trace", &one]);
    assert!(text.lines().count() > 9 && text.contains("b2"), "{text}");
    let equal = printed(&["trace", "diff", &one, &one]);
    let parted = agon(&["trace", "diff", &one, &other]).output().unwrap();
    let parted = String::from_utf8(parted.stdout).unwrap();
    assert_ne!(equal, parted);
}
