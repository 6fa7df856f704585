//! A tournament becomes a page and rows that other programs read.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;

const TOURNAMENT: &str = r#"
name = "Small & <quick>"
pairs = 2
openings = 2
max_plies = 40
games = ["tic-tac-toe", "tapatan-ludii"]
agents = ["uct:playouts=5", "uct:playouts=20", "alphabeta:depth=1", "alphabeta:depth=2", { spec = "random", name = "chance" }]
"#;

fn agon(directory: &Path, args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("agon").unwrap();
    command.current_dir(directory).args(args);
    command
}

fn played(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // What an earlier run left behind, if any.
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).unwrap();
    std::fs::write(directory.join("small.toml"), TOURNAMENT).unwrap();
    agon(&directory, &["tournament", "small.toml"]).assert().success();
    directory
}

/// Panics where a tag is not closed, or closed by another.
fn assert_well_formed(html: &str) {
    const VOID: [&str; 2] = ["meta", "!DOCTYPE"];
    let mut open = Vec::new();
    let style = html.find("<style>").unwrap()..html.find("</style>").unwrap();
    let html = format!("{}{}", &html[..style.start + 7], &html[style.end..]);
    for part in html.split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect("every tag is closed");
        assert!(!text.contains('>'), "a bare > in {text}");
        assert_eq!(tag.matches('"').count() % 2, 0, "quotes do not match in {tag}");
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') && !VOID.contains(&name) {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?} stay open");
}

#[test]
fn a_report_says_the_same_in_every_format() {
    let directory = played("report-formats");
    let said = agon(&directory, &["report", "small.db", "--anchor", "chance"]).assert().success();
    let said = String::from_utf8(said.get_output().stdout.clone()).unwrap();
    assert!(said.contains("80 games; the page is 'small-report/report.html'"), "{said}");
    let folder = directory.join("small-report");

    let html = std::fs::read_to_string(folder.join("report.html")).unwrap();
    assert_well_formed(&html);
    for words in [
        "<h1>Small &amp; &lt;quick&gt;</h1>",
        "Rating ladder",
        "Cross table",
        "Points against playouts per move, all games",
        "Points against depth in plies, tapatan-ludii",
        "Nodes per move against depth, tic-tac-toe",
        "Game lengths, tic-tac-toe",
        "chance is at 0",
        "No game was lost by a crash",
    ] {
        assert!(html.contains(words), "{words} is missing");
    }
    assert!(!html.contains("<script") && !html.contains("http-equiv") && !html.contains("NaN"));

    let csv = std::fs::read_to_string(folder.join("games.csv")).unwrap();
    assert_eq!(csv.lines().count(), 81);
    assert!(csv.starts_with("number,game,round,pair,agent_a,agent_b,a_first,gain,score,plies,"));
    let parquet = std::fs::read(folder.join("games.parquet")).unwrap();
    assert!(parquet.starts_with(b"PAR1") && parquet.ends_with(b"PAR1"));

    let json: Value =
        serde_json::from_str(&std::fs::read_to_string(folder.join("report.json")).unwrap()).unwrap();
    assert_eq!(json["total"]["games"], 80);
    assert_eq!(json["games"][1]["game"], "tapatan-ludii");
}

#[test]
fn the_anchor_of_the_tournament_is_rated_zero_unless_another_is_named() {
    let directory = played("report-anchor");
    let zero = |args: &[&str]| {
        agon(&directory, args).assert().success();
        let html = std::fs::read_to_string(directory.join("small-report/report.html")).unwrap();
        let (before, _) = html.split_once(" is at 0").unwrap();
        before.rsplit_once("; ").unwrap().1.to_owned()
    };
    assert_eq!(zero(&["report", "small.db"]), "the mean of all");
    // Who is rated zero is no part of what is played: the same games are told with another zero.
    std::fs::write(directory.join("small.toml"), format!("anchor = \"chance\"\n{TOURNAMENT}")).unwrap();
    agon(&directory, &["tournament", "small.toml"]).assert().success();
    assert_eq!(zero(&["report", "small.db"]), "chance");
    assert_eq!(zero(&["report", "small.db", "--anchor", "uct:playouts=5"]), "uct:playouts=5");
}

#[test]
fn games_of_a_tournament_are_exported_with_the_names_of_their_players() {
    let directory = played("report-export");
    let exported = agon(&directory, &["export", "small.db", "3", "--format", "json"]).assert().success();
    let record: Value = serde_json::from_slice(&exported.get_output().stdout).unwrap();
    assert_eq!(record["game"], "tic-tac-toe");
    let all = agon(&directory, &["export", "small.db"]).assert().success();
    assert_eq!(String::from_utf8_lossy(&all.get_output().stdout).lines().count(), 80);
}

#[test]
fn what_cannot_be_reported_on_is_said_in_a_sentence() {
    let directory = played("report-errors");
    let sentence = |args: &[&str]| {
        let failed = agon(&directory, args).assert().code(2);
        String::from_utf8(failed.get_output().stderr.clone()).unwrap()
    };
    assert!(sentence(&["report", "small.toml"]).starts_with("agon: 'small.toml' is not a file of results"));
    assert!(sentence(&["report", "none.db"]).starts_with("agon: cannot open 'none.db'"));
    let said = sentence(&["report", "small.db", "--anchor", "nobody"]);
    assert!(said.starts_with("agon: no agent has the name 'nobody'; known: uct:playouts=5, "), "{said}");
    assert!(sentence(&["export", "small.db", "999"]).contains("has no game 999"));
}
