//! Programs that we did not write, on the other side of every protocol: as opponents, and as those who ask.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{Folder, agon, printed, sentence, skip};

/// Where Debian puts the programs that play.
fn program(name: &str) -> Option<String> {
    let folders = ["/usr/games", "/usr/bin"];
    folders.into_iter().map(|folder| format!("{folder}/{name}")).find(|path| Path::new(path).is_file())
}

/// Plays a few games against a program and expects no fault.
fn play(game: &str, spec: &str, games: &str) -> String {
    let text = printed(&["match", game, spec, "pvs:nodes=200", "--games", games, "--jobs", "1"]);
    assert!(!text.contains("Fault"), "{text}");
    assert!(text.contains(&format!("{games} games")), "{text}");
    text
}

#[test]
fn stockfish_plays_chess_at_the_strength_it_is_told() {
    let Some(program) = program("stockfish") else {
        return skip("stockfish is not installed, so no chess is played against it");
    };
    let full = play("chess", &format!("uci:command={program},nodes=3000,options=\"Hash=1\""), "2");
    assert!(full.contains("won    2"), "a strong program beats two hundred nodes: {full}");
    play("chess", &format!("uci:command={program},elo=1400,depth=1"), "2");
    let asked = ["analyse", "chess", "--agent"];
    let mate = ["--position", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"];
    let text = printed(&[&asked[..], &[&format!("uci:command={program},depth=4")], &mate].concat());
    assert!(text.contains("* Ra8#: a win in 1"), "{text}");
}

#[test]
fn fairy_stockfish_plays_xiangqi_in_both_dialects() {
    let Some(program) = program("fairy-stockfish") else {
        return skip("fairy-stockfish is not installed, so no xiangqi is played against it");
    };
    play("xiangqi", &format!("uci:command={program},nodes=500"), "2");
    play("xiangqi", &format!("uci:command={program},dialect=ucci,depth=2"), "2");
}

#[test]
fn gnu_chess_plays_chess() {
    let Some(program) = program("gnuchess") else {
        return skip("gnuchess is not installed, so no chess is played against it");
    };
    play("chess", &format!("uci:command=\"{program} --uci\",depth=2"), "2");
}

/// Runs a script with the Python packages of the tests, if they are there: installed by `cargo xtask test`, or by anybody.
fn client(script: &str, package: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let packages = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().join("clients");
    let python = |args: &[&str]| {
        let mut command = Command::new("python3");
        command.args(args).env("PYTHONPATH", &packages).output()
    };
    if !python(&["-c", &format!("import {package}")]).is_ok_and(|output| output.status.success()) {
        return skip(&format!("python3 has no package {package}, so it asks nothing"));
    }
    let script: PathBuf = root.join("tests/clients").join(script);
    let agon = assert_cmd::cargo::cargo_bin("agon");
    let output = python(&[script.to_str().unwrap(), agon.to_str().unwrap()]).unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.ends_with("games played\n"), "{text}");
}

#[test]
fn python_chess_plays_over_uci() {
    client("chess_match.py", "chess");
}

#[test]
fn pydraughts_plays_over_hub() {
    client("draughts_match.py", "draughts");
}

/// Over every protocol a game goes as it does inside, where both ends are ours.
#[test]
fn over_every_protocol_games_go_as_in_process() {
    let agon = assert_cmd::cargo::cargo_bin("agon");
    let folder = crate::common::Folder::new("protocols");
    for (game, protocol, keys) in [
        ("chess", "uci", ""),
        ("xiangqi", "uci", ""),
        ("xiangqi", "uci", ",dialect=ucci"),
        ("international-draughts", "hub", ""),
        ("checkers", "hub", ""),
        ("outer-open-gomoku", "gomocup", ""),
    ] {
        let limit = if protocol == "gomocup" { "" } else { ",nodes=150" };
        let command = format!("'{}' {protocol} {game} --agent pvs:nodes=150,memory=1", agon.display());
        let outside = format!("{protocol}:command=\"{command}\"{keys}{limit}");
        let [inside, outside] = ["pvs:nodes=150,memory=1", &outside].map(|agent| {
            let file = folder.path("games.jsonl");
            let limits = ["--games", "2", "--seed", "5", "--record", &file];
            let text = printed(&[&["match", game, agent, "random"], &limits[..]].concat());
            assert!(!text.contains("Fault"), "{game} over {protocol}{keys}: {text}");
            std::fs::read_to_string(&file).unwrap()
        });
        let moves = |text: &str| -> Vec<serde_json::Value> {
            let read = |line| serde_json::from_str::<serde_json::Value>(line).unwrap();
            text.lines().map(|line| read(line)["record"]["moves"].clone()).collect()
        };
        let played = |text: &str| moves(text).iter().map(|moves| moves.as_array().unwrap().len()).min();
        assert!(played(&inside) >= Some(8), "{game} over {protocol}{keys}: whole games are compared");
        assert_eq!(moves(&inside), moves(&outside), "{game} over {protocol}{keys}");
    }
}

#[test]
fn a_ladder_is_climbed_as_far_as_programs_are_installed() {
    let folder = Folder::new("ladder");
    let list = folder.write(
        "list.toml",
        "[[rung]]\ngame = \"othello\"\nopponent = \"Beginner\"\nprogram = \"agon\"\n\
         spec = 'gtp:command=\"{program} gtp othello --agent random\"'\n\
         [[rung]]\ngame = \"othello\"\nopponent = \"Nobody\"\nprogram = \"no-such-program\"\nspec = 'gtp:command={program}'\n",
    );
    let out = folder.path("games");
    let words = ["ladder", "--list", &list, "--agent", "pvs:nodes=300", "--count", "4", "--out", &out];
    let here = assert_cmd::cargo::cargo_bin("agon").parent().unwrap().to_owned();
    let climb = |more: &[&str]| {
        let output = agon(&[&words[..], more].concat()).env("PATH", &here).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (text, _) = climb(&[]);
    let cells = |line: &str| line.split_whitespace().take(5).collect::<Vec<_>>().join(" ");
    assert!(text.lines().any(|line| cells(line) == "othello Beginner 4 0 0"), "{text}");
    assert!(text.ends_with("Not installed: no-such-program.\n"), "{text}");
    let (again, said) = climb(&[]);
    assert!(said.contains("4 of 4 games were there already"), "{said}");
    assert_eq!(text, again);
    let (json, _) = climb(&["--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&json[0]["summary"]["total"]["wins"], &json[1]["summary"]),
        (&4.into(), &serde_json::Value::Null)
    );
    let error = sentence(&["ladder", "tapatan", "--list", &list]);
    assert!(error.contains("the list has no program that plays tapatan"), "{error}");
    assert!(sentence(&["ladder", "--count", "3"]).contains("even number"));
}
