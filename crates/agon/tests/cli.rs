//! The program as people and scripts meet it.

use assert_cmd::Command;
use serde_json::Value;

fn agon(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("agon").unwrap();
    command.args(args);
    command
}

/// What a successful run prints.
fn printed(args: &[&str], input: &str) -> String {
    let assert = agon(args).write_stdin(input).assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

/// The one sentence with which a run fails.
fn sentence(args: &[&str]) -> String {
    let assert = agon(args).assert().code(2);
    let output = assert.get_output();
    assert!(output.stdout.is_empty(), "a failure prints nothing to standard output");
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

#[test]
fn games_lists_every_id_in_text_and_json() {
    let text = printed(&["games"], "");
    let json: Value = serde_json::from_str(&printed(&["games", "--json"], "")).unwrap();
    let listed = json.as_array().unwrap();
    assert_eq!(listed.len(), agon_games::catalogue().count());
    for (info, facts) in agon_games::catalogue().zip(listed) {
        assert_eq!(facts["id"], *info.id);
        assert!(text.contains(&*info.id));
    }
}

#[test]
fn rules_and_show_work_for_every_game() {
    for info in agon_games::catalogue() {
        assert!(printed(&["rules", &info.id], "").contains("Notation"));
        let shown = printed(&["show", &info.id], "");
        assert!(shown.contains("to move"), "{shown}");
    }
}

#[test]
fn a_game_is_checked_and_told_what_it_lacks() {
    let told = printed(&["check", "tapatan"], "");
    assert!(told.starts_with("tapatan keeps every promise of the trait 'Game': 24 random games, "), "{told}");
    // It has everything else.
    let lacks: Vec<&str> =
        told.lines().filter_map(|line| line.strip_prefix("- ")?.split(':').next()).collect();
    assert_eq!(lacks, ["network", "format"], "{told}");
    assert!(told.contains("\n- format: games are saved as JSON, "), "{told}");
    let told = printed(&["check", "lines-of-action"], "");
    assert!(told.contains("lines-of-action:both-connected=mover keeps every promise"), "{told}");
    let answer: Value = serde_json::from_str(&printed(&["check", "havannah:size=4", "--json"], "")).unwrap();
    assert_eq!(answer["checked"].as_array().unwrap().len(), 1);
    assert_eq!(answer["lacks"][0]["what"], "levels");
    assert!(sentence(&["check", "ludo"]).contains("there is no game 'ludo'"));
}

#[test]
fn perft_prints_the_documented_json() {
    let answer: Value = serde_json::from_str(&printed(&["perft", "tic-tac-toe", "5", "--json"], "")).unwrap();
    assert_eq!(answer, serde_json::json!({"game": "tic-tac-toe", "depth": 5, "nodes": 15120}));
    let divided = printed(&["perft", "tic-tac-toe", "3", "--divide"], "");
    assert_eq!(divided.lines().filter(|line| line.ends_with(": 56")).count(), 9, "{divided}");
}

#[test]
fn bench_prints_the_documented_json() {
    let text = printed(&["bench", "playouts", "tic-tac-toe", "--seconds", "0.05", "--json"], "");
    let rows: Value = serde_json::from_str(&text).unwrap();
    let row = &rows[0];
    for key in ["playouts_per_s", "plies_per_s", "mean_plies", "first", "draw", "second"] {
        assert!(row[key].is_number(), "{key} in {row}");
    }
    let shares: f64 = ["first", "draw", "second"].iter().map(|key| row[key].as_f64().unwrap()).sum();
    assert!((shares - 1.0).abs() < 1e-9);
}

#[test]
fn mistakes_are_answered_in_one_sentence() {
    assert!(sentence(&["show", "go"]).contains("there is no game 'go'; known: tic-tac-toe"));
    assert!(sentence(&["show", "tic-tac-toe:size=4"]).contains("no parameter 'size'"));
    assert!(
        sentence(&["show", "tic-tac-toe", "--moves", "b2 b2"]).contains("move 2: 'b2' is not a legal move")
    );
    assert!(sentence(&["show", "tic-tac-toe", "--position", "9/9 x"]).contains("expected 3 rows"));
    assert!(sentence(&["perft", "tic-tac-toe", "three"]).contains("three"));
    assert!(sentence(&["perft", "tic-tac-toe", "3", "--dive"]).contains("--dive"));
    assert!(sentence(&["play", "tic-tac-toe", "--load", "/no/such/file"]).contains("cannot read"));
    assert!(sentence(&["bench", "playouts", "--seconds", "-1"]).contains("seconds"));
}

#[test]
fn a_game_is_played_undone_resigned_saved_and_loaded() {
    let folder = std::env::temp_dir().join(format!("agon-cli-test-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("game.json");
    let file = file.to_str().unwrap();
    let human = ["play", "tic-tac-toe", "--against", "human"];
    let script = format!("a1\nB2\nb2\nundo\nc3\nsave {file}\nresign\n");
    let text = printed(&human, &script);
    assert!(text.contains("'b2' is not a legal move here; legal: b1, c1"), "{text}");
    assert!(text.contains("Taken back."), "{text}");
    assert!(text.contains("O plays c3."), "{text}");
    assert!(text.contains("O wins: X resigned."), "{text}");
    let text = printed(&[&human[..], &["--load", file]].concat(), "history\nb1\nb2\nc1\nboard\n");
    assert!(text.contains("2 moves: a1 c3"), "{text}");
    assert!(text.contains("X plays c1."), "the loaded game goes on: {text}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_terminal_understands_what_every_table_does() {
    let human = ["play", "tic-tac-toe", "--against", "human"];
    let text = printed(&human, "a1\nb2\nundo\nredo\nchanged\nfrom c3\nmoves z9\nwinning\ntime\n");
    for said in [
        "Played again.",
        "X plays a1.\nO plays b2.\nX to move.",
        "From c3, empty: c3.",
        "There is no cell “z9” on this board.",
        "With best play the game is a draw.",
        "This game has no clock.",
    ] {
        assert!(text.contains(said), "'{said}' in {text}");
    }
    let text = printed(&human, "decline\ndraw\ndecline\ndraw\naccept\n");
    for said in ["Nobody offers a draw.", "X offers a draw", "The draw is declined.", "Draw"] {
        assert!(text.contains(said), "'{said}' in {text}");
    }
    let text = printed(&human, "a1\ntakeback\nundo\n");
    assert!(text.contains("takeback is off now.\n> In this game moves are not taken back."), "{text}");
    // The program thinks about an offer, once there was a game.
    let text = printed(&["play", "tic-tac-toe", "--agent", "minimax:depth=9"], "draw\nb2\ndraw\n");
    assert!(text.contains("It is too early for a draw."), "{text}");
}

#[test]
fn the_same_seed_gives_the_same_random_opponent() {
    let script = "b2\na1\nc1\na3\nc2\nb1\n";
    let play = |seed: &str| printed(&["play", "tic-tac-toe", "--agent", "random", "--seed", seed], script);
    assert_eq!(play("5"), play("5"));
    assert_ne!(play("5"), play("6"));
}

#[test]
fn a_hint_takes_the_win_even_against_a_random_opponent() {
    let position = ["--position", "3/OO1/XX1 x"];
    let text = printed(&[&["play", "tic-tac-toe", "--agent", "random"], &position[..]].concat(), "hint\n");
    assert!(text.contains("For X, c1 is worth a win in 1 ply"), "{text}");
}

#[test]
fn nobody_reading_is_no_error() {
    let program = assert_cmd::cargo::cargo_bin("agon");
    let mut child = std::process::Command::new(program)
        .args(["bench", "playouts", "tic-tac-toe", "tic-tac-toe", "--seconds", "0.2"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

/// What every search does on fixed positions, counted: a change of behaviour, wanted or not, shows here. Accept a wanted
/// one with `AGON_UPDATE=1 cargo test -p agon`.
#[test]
fn searches_do_what_they_did() {
    let games = ["tic-tac-toe", "tapatan-ludii", "othello", "checkers", "connect6", "xiangqi"];
    let args =
        [&["bench", "search"], &games[..], &["--budget", "nodes=3000,playouts=150,iterations=50", "--json"]];
    let rows: Value = serde_json::from_str(&printed(&args.concat(), "")).unwrap();
    let line =
        |row: &Value| format!("{} {} {}\n", row["game"], row["agent"], row["checksum"]).replace('"', "");
    let found: String = rows.as_array().unwrap().iter().map(line).collect();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/search_checksums.txt");
    if std::env::var_os("AGON_UPDATE").is_some() {
        std::fs::write(file, &found).unwrap();
    }
    assert_eq!(found, std::fs::read_to_string(file).unwrap());
}
