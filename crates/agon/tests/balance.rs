//! `agon balance` as people and scripts meet it.

use std::fs;

use assert_cmd::Command;
use serde_json::Value;

fn agon(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("agon").unwrap();
    command.arg("balance").args(args);
    command
}

fn printed(args: &[&str]) -> String {
    let assert = agon(args).assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

const SMALL: [&str; 8] = [
    "tic-tac-toe,tapatan",
    "--agent",
    "fair:nodes=80",
    "--games",
    "6",
    "--opponents",
    "random;greedy",
    "--memory",
];

#[test]
fn the_answer_does_not_depend_on_the_number_of_jobs() {
    let [one, two] = ["1", "2"].map(|jobs| printed(&[&SMALL[..], &["--json", "--jobs", jobs]].concat()));
    assert_eq!(one, two);
    let answer: Value = serde_json::from_str(&one).unwrap();
    let cells = answer["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 4);
    for cell in cells {
        assert_eq!(cell["memory"].as_array().unwrap().len(), 6);
        assert_eq!(cell["wins_in_one_refused"], 0);
        assert!(cell["milliseconds"].is_null());
        assert!(cell["judged"]["close"].as_f64().unwrap() <= 1.0);
    }
}

#[test]
fn a_folder_keeps_results_and_shows_them() {
    let folder = std::env::temp_dir().join(format!("agon-balance-{}", std::process::id()));
    let report = [&SMALL[..], &["--report", folder.to_str().unwrap()]].concat();
    let first = printed(&report);
    assert!(first.contains("Tic-tac-toe: fair:nodes=80 with memory, 6 games each"), "{first}");
    // A kept result is told again instead of being played again, and more opponents can be added.
    let file = folder.join("fair_nodes=80+memory.db");
    let note = r#"UPDATE records SET note = '{"refused":7}' WHERE note LIKE '%"refused":0%' AND number = 1"#;
    let database = rusqlite::Connection::open(&file).unwrap();
    assert_eq!(database.execute(note, []).unwrap(), 1);
    drop(database);
    assert!(printed(&report).contains("wins in one refused: 7"));
    let more = report
        .iter()
        .map(|&word| if word == "random;greedy" { "random;greedy;uct:playouts=9" } else { word });
    assert!(printed(&more.collect::<Vec<_>>()).contains("uct:playouts=9"));
    let other = report.iter().map(|&word| if word == "6" { "8" } else { word }).collect::<Vec<_>>();
    let refused = String::from_utf8(agon(&other).assert().code(2).get_output().stderr.clone()).unwrap();
    assert!(
        refused.contains("the balance 'The balance of fair:nodes=80 with memory': it has 'games = 6'"),
        "{refused}"
    );
    let page = fs::read_to_string(folder.join("index.html")).unwrap();
    assert!(page.contains("<svg") && page.contains("Tapatan") && page.ends_with("</html>\n"));
    assert!(folder.join("tapatan.svg").exists());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn mistakes_are_answered_with_a_sentence() {
    let sentence = |args: &[&str]| {
        let assert = agon(args).assert().code(2);
        String::from_utf8(assert.get_output().stderr.clone()).unwrap()
    };
    assert!(sentence(&["ludo"]).contains("ludo"));
    assert!(sentence(&["othello", "--agent", "nobody"]).contains("there is no agent 'nobody'"));
    assert!(sentence(&["othello", "--opponents", ";"]).contains("names nobody"));
    assert!(sentence(&["othello", "--games", "1"]).contains("from 2 to 1000000"));
    assert!(sentence(&["othello", "--agent", "greedy", "--memory"]).contains("no key 'u'"));
}
