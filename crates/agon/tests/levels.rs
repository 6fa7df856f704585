//! Levels and their calibration, as people meet them.

use std::fs;
use std::path::{Path, PathBuf};

use agon_agents::Level;
use agon_agents::level::Ladder;
use assert_cmd::Command;

fn agon(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("agon").unwrap();
    command.args(args);
    command
}

fn printed(args: &[&str], input: &str) -> String {
    let output = agon(args).write_stdin(input).assert().success().get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

fn sentence(args: &[&str]) -> String {
    let output = agon(args).assert().code(2).get_output().clone();
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

/// An empty folder.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

#[test]
fn a_player_is_told_about_the_level() {
    let text = printed(&["play", "othello", "--level", "4"], "quit\n");
    let said = "the other side is played by level 4. Level 4 of 10 wins about ";
    assert!(text.contains(said) && text.contains(" against level 3."), "{text}");
    let text = printed(&["play", "othello", "--level", "1"], "quit\n");
    assert!(text.contains("Level 1 of 10 is the easiest: a player who looks one move ahead wins"), "{text}");
    let text = printed(&["play", "othello", "--level", "Hard"], "quit\n");
    assert!(text.contains("played by level hard. Hard aims at the best moves"), "{text}");
    let wrong = sentence(&["play", "othello", "--level", "11"]);
    assert!(wrong.contains("'11' is not a level; expected a number from 1 to 10 or one of easy,"), "{wrong}");
    let both =
        agon(&["play", "othello", "--level", "3", "--agent", "greedy"]).assert().code(2).get_output().clone();
    assert!(String::from_utf8(both.stderr).unwrap().contains("cannot be used with"));
}

#[test]
fn a_level_plays_the_same_game_again_with_the_same_seed() {
    let play = |seed: &str| {
        let script = "hint\nmoves\nhistory\nquit\n";
        printed(&["play", "othello", "--level", "2", "--side", "second", "--seed", seed], script)
    };
    assert_eq!(play("5"), play("5"));
}

#[test]
fn games_between_levels_do_not_depend_on_the_number_of_jobs() {
    let [weak, strong] =
        [2, 5].map(|rung| Level::Rung(rung).spec(agon_games::find("othello").unwrap().as_ref()).to_string());
    let slips = "pvs:memory=1,nodes=60@slip(0.3,0.1,0.4)";
    for [a, b] in [[weak.as_str(), strong.as_str()], [slips, weak.as_str()]] {
        let games = ["1", "2"].map(|jobs| {
            let file = scratch("games.jsonl");
            let file = file.to_str().unwrap();
            let args =
                ["match", "othello", a, b, "--games", "4", "--seed", "9", "--jobs", jobs, "--record", file];
            let text = printed(&args, "");
            let games = fs::read_to_string(file).unwrap();
            fs::remove_file(file).unwrap();
            (text, games)
        });
        assert_eq!(games[0], games[1]);
        assert_eq!(games[0].1.lines().count(), 4);
    }
}

#[test]
fn a_calibration_is_found_again_and_confirmed() {
    let folder = scratch("calibration");
    let out = folder.to_str().unwrap();
    let calibrate = ["calibrate", "tapatan", "--out", out, "--seed", "7"];
    let found = printed(&[&calibrate[..], &["--games", "2", "--jobs", "2"]].concat(), "");
    assert!(found.starts_with("tapatan\n   10 ") && found.contains(" of 9 steps are certain"), "{found}");
    assert!(found.contains("level 1 against greedy: "), "{found}");
    // Everything is there already: the same is told.
    assert_eq!(printed(&[&calibrate[..], &["--games", "2", "--jobs", "1"]].concat(), ""), found);

    let confirm = |jobs: &str| printed(&[&calibrate[..], &["--confirm", "4", "--jobs", jobs]].concat(), "");
    let confirmed = confirm("2");
    assert!(confirmed.contains("greedy against level 1 "), "{confirmed}");
    assert!(confirmed.contains("level 10 against level 1 "), "{confirmed}");
    assert_eq!(confirm("1"), confirmed);
    let text = fs::read_to_string(folder.join("tapatan.toml")).unwrap();
    let ladder: Ladder = toml::from_str(&text).unwrap();
    let ends = ladder.confirmed.expect("the ends were confirmed");
    assert_eq!((ends.greedy.games, ends.span.games), (4, 4));
    assert_ne!(ends.seed, ladder.seed);
    for pair in ladder.rungs.windows(2) {
        let same = pair[0].spec == pair[1].spec;
        assert_eq!(pair[1].confirmed.map(|step| step.games), (!same).then_some(4), "level {}", pair[1].level);
        assert!(pair[1].below.is_some());
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn mistakes_are_named() {
    let folder = scratch("mistakes");
    fs::create_dir_all(&folder).unwrap();
    let out = folder.to_str().unwrap();
    let odd = sentence(&["calibrate", "tapatan", "--games", "3", "--out", out]);
    assert_eq!(odd, "agon: --games takes an even number from 2 to 1000000, not 3\n");
    let odd = sentence(&["calibrate", "tapatan", "--confirm", "0", "--out", out]);
    assert_eq!(odd, "agon: --confirm takes an even number from 2 to 1000000, not 0\n");
    let unknown = sentence(&["calibrate", "chekers", "--out", out]);
    assert!(unknown.contains("chekers"), "{unknown}");
    fs::write(folder.join("tapatan.toml"), "game = 5\n").unwrap();
    let broken = sentence(&["calibrate", "tapatan", "--confirm", "2", "--out", out]);
    assert!(broken.starts_with("agon: cannot read '") && broken.contains("tapatan.toml'"), "{broken}");
    fs::remove_dir_all(folder).unwrap();
}
