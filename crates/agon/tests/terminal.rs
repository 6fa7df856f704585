//! A newcomer at the terminal: what he meets without having read anything.

use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};

use crate::common::{agon, printed, sentence, skip};

/// What is printed while these bytes are typed.
fn typed(args: &[&str], input: &[u8]) -> String {
    said(&mut agon(args), input)
}

fn said(program: &mut Command, input: &[u8]) -> String {
    let mut child = program.stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    assert!(status.success(), "{program:?}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

#[test]
fn the_opponent_is_a_level_and_says_that_it_thinks() {
    let text = typed(&["play", "tic-tac-toe", "--seed", "3"], b"b2\n");
    assert!(text.contains("the other side is played by level easy."), "{text}");
    assert!(text.contains("O thinks …\nO plays "), "{text}");
}

/// Without a seed no two games are alike; with the seed that was told, the game comes back.
#[test]
fn luck_that_nobody_chose_is_told_and_can_be_had_again() {
    let play = ["play", "tic-tac-toe", "--side", "first", "--agent", "random"];
    let game = |more: &[&str]| typed(&[&play[..], more].concat(), b"b2\nhistory\n");
    let games: Vec<String> = (0..12).map(|_| game(&[])).collect();
    let told = |text: &str| -> String {
        let seed = text.split("follows from the seed ").nth(1).and_then(|rest| rest.split('.').next());
        seed.unwrap_or_else(|| panic!("no seed in {text}")).to_owned()
    };
    let replies = |text: &str| text.lines().find(|line| line.starts_with("O plays ")).map(str::to_owned);
    assert!(replies(&games[0]).is_some(), "{}", games[0]);
    assert!(games.iter().any(|text| told(text) != told(&games[0])), "every game has the same seed");
    assert!(games.iter().any(|text| replies(text) != replies(&games[0])), "every game goes alike");
    for text in &games {
        assert_eq!(game(&["--seed", &told(text)]), *text);
    }
}

#[test]
fn bytes_that_are_no_text_are_answered() {
    let text = typed(&["play", "tic-tac-toe", "--against", "human"], b"\xff\xfe\nb2\nquit\n");
    assert!(text.contains("is not a legal move here"), "{text}");
    assert!(text.contains("X plays b2."), "the game goes on: {text}");
    let long = [&b"x".repeat(300_000)[..], b"\nb2\n"].concat();
    let text = typed(&["play", "tic-tac-toe", "--against", "human"], &long);
    assert!(text.contains("too long") && text.contains("X plays b2.") && text.len() < 5000, "{text}");
    let text = typed(&["play", "tic-tac-toe", "--against", "human"], b"\x1b[31mred\n");
    assert!(!text.contains('\u{1b}'), "{text}");
}

#[test]
fn another_game_is_offered_at_the_end() {
    let text = typed(
        &["play", "tic-tac-toe", "--against", "human"],
        b"a1\nb1\na2\nb2\na3\nnew\nc3\nhistory\nQUIT\na1\n",
    );
    assert!(text.contains("Type 'new' for another game, 'undo' to take a move back, or 'quit'"), "{text}");
    assert!(text.contains("A new game."), "{text}");
    assert!(text.contains("1 moves: c3"), "{text}");
    assert!(!text.contains("a1 is"), "nothing is read after quit: {text}");
    let resigned = typed(&["play", "tic-tac-toe", "--against", "human"], b"resign\nnew\n");
    assert!(resigned.contains("Type 'new'") && resigned.contains("A new game."), "{resigned}");
}

/// Who always aims at the worst value never plays the best move.
#[test]
fn why_is_asked_about_the_move_that_was_played() {
    let agent = ["--agent", "minimax:depth=9@gaussian(0,0)"];
    let text = typed(&[&["play", "tic-tac-toe", "--seed", "1"], &agent[..]].concat(), b"b2\nwhy\n");
    let last = text.lines().find(|line| line.starts_with("O plays ")).unwrap_or_else(|| panic!("{text}"));
    let square = &last["O plays ".len()..][..2];
    assert!(text.contains(&format!("O played {square}, which it takes to be worth a loss")), "{text}");
    assert!(text.contains("At full strength it would have played"), "{text}");
}

#[test]
fn text_fits_the_width_that_is_said() {
    let within = |args: &[&str], columns: usize| {
        let output = agon(args).env("COLUMNS", columns.to_string()).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && text.lines().count() > 3, "{args:?}");
        // A single word may be longer than any line.
        let long = text.lines().find(|line| line.chars().count() > columns && line.trim().contains(' '));
        assert_eq!(
            long.filter(|line| line.trim().split(' ').all(|word| word.len() < columns / 2)),
            None,
            "{args:?}"
        );
    };
    within(&["agents"], 70);
    within(&["games"], 60);
    within(&["rules", "chess"], 60);
    within(&["show", "chess"], 60);
    let balance = ["balance", "tic-tac-toe", "--games", "2", "--opponents", "random", "--judge-every", "0"];
    within(&[&balance[..], &["--agent", "fair:nodes=50"]].concat(), 72);
    let mut play = agon(&["play", "tic-tac-toe", "--against", "human"]);
    let text = said(play.env("COLUMNS", "40"), b"help\nquit\n");
    let help: Vec<&str> = text.lines().skip_while(|line| !line.contains("one of these")).collect();
    assert!(help.len() > 20 && help.iter().all(|line| line.chars().count() <= 40), "{text}");
    // A file gets its lines as they are.
    assert!(printed(&["games"]).lines().any(|line| line.chars().count() > 80));
}

#[test]
fn names_are_read_in_any_case_and_slips_are_recognised() {
    assert!(printed(&["show", "Tic-Tac-Toe"]).starts_with("Tic-tac-toe"));
    assert!(printed(&["analyse", "TIC-TAC-TOE", "--agent", "MiniMax:Depth=2"]).contains("Depth 2"));
    assert!(sentence(&["show", "otello"]).contains("there is no game 'otello'; did you mean 'othello'?"));
    let agent = sentence(&["analyse", "othello", "--agent", "alphabetta"]);
    assert!(agent.contains("there is no agent 'alphabetta'; did you mean 'alphabeta'?"), "{agent}");
    let key = sentence(&["analyse", "othello", "--agent", "uct:playout=5"]);
    assert!(key.contains("has no key 'playout'; did you mean 'playouts'?"), "{key}");
}

#[test]
fn mistakes_point_to_the_help_of_their_command() {
    let slip = sentence(&["perft", "chess", "3", "--dive"]);
    assert!(slip.contains("a similar argument exists: '--divide'; see 'agon perft --help'"), "{slip}");
    assert!(sentence(&["bench", "playouts", "--secnds", "1"]).contains("see 'agon bench playouts --help'"));
    assert!(sentence(&["plya"]).contains("see 'agon --help'"));
}

/// A terminal, made by a program that most systems have; keys are sent as a person would press them.
#[test]
fn lines_can_be_edited_and_fetched_again() {
    let program = assert_cmd::cargo::cargo_bin("agon");
    if !std::path::Path::new("/usr/bin/script").is_file() {
        return skip("there is no program 'script' to make a terminal, so no line is edited");
    }
    let command = format!("{} play tic-tac-toe --against human", program.display());
    let mut child = std::process::Command::new("/usr/bin/script")
        .args(["-qec", &command, "/dev/null"])
        .env("TERM", "xterm")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut keys, mut screen) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut seen = Vec::new();
    // Keys that are pressed before the prompt is there are not the program's.
    let mut wait_for = |words: &str| {
        let mut byte = [0];
        while !String::from_utf8_lossy(&seen).contains(words) {
            assert_eq!(
                screen.read(&mut byte).unwrap(),
                1,
                "no '{words}' in {}",
                String::from_utf8_lossy(&seen)
            );
            seen.push(byte[0]);
        }
        seen.clear();
    };
    wait_for("> ");
    // "b1", one key back, and a 2 instead; then that line once more, by the arrow that points upwards.
    keys.write_all(b"b1\x7f2\r").unwrap();
    wait_for("X plays b2.");
    wait_for("> ");
    keys.write_all(b"\x1b[A\r").unwrap();
    wait_for("'b2' is not a legal move here");
    wait_for("> ");
    keys.write_all(b"quit\r").unwrap();
    assert!(child.wait().unwrap().success());
}
