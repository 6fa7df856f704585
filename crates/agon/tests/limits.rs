//! Numbers, files and lines that nobody means: each is answered with a sentence.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use crate::common::{Folder, agon, printed, sentence, skip};

const HUGE: &str = "18446744073709551615";

#[test]
fn numbers_that_nobody_means_are_refused() {
    let folder = Folder::new("limits");
    let out = folder.path("out");
    let refused: [(&[&str], &str); 22] = [
        (&["balance", "tic-tac-toe", "--judge-every", HUGE], "expected a whole number from 0 to 1000000"),
        (
            &["learn", "self-play", "tic-tac-toe", "--opening", "4294967295"],
            "opening is 4294967295; expected at most 1000",
        ),
        (&["learn", "self-play", "tic-tac-toe", "--nodes", HUGE], "nodes is 18446744073709551615"),
        (&["learn", "self-play", "tic-tac-toe", "--strength", "4294967295"], "strength is 4294967295"),
        (&["learn", "descent", "tic-tac-toe", "--gate", "4294967295"], "gate is 4294967295"),
        (
            &["tune", "tic-tac-toe", "--seed", HUGE],
            "seed is 18446744073709551615; expected a number from 0 to",
        ),
        (&["examples", "tic-tac-toe", "--seed", HUGE], "seed is 18446744073709551615"),
        (&["calibrate", "tic-tac-toe", "--seed", HUGE], "the seed is 18446744073709551615"),
        (
            &["tune", "tic-tac-toe", "--population", HUGE],
            "population is 18446744073709551615; expected a number from 2",
        ),
        (
            &["tune", "tic-tac-toe", "--tune-games", "18446744073709551614"],
            "expected a number from 2 to 100000",
        ),
        (&["tune", "tic-tac-toe", "--iterations", HUGE], "iterations is"),
        (&["examples", "tic-tac-toe", "--openings", HUGE], "the number of games is"),
        (&["examples", "tic-tac-toe", "--starts", HUGE], "the number of games is"),
        (
            &["match", "chess", "random", "random", "--games", "10000000000000000000"],
            "expected a whole number from 2 to 2000000",
        ),
        (&["match", "chess", "random", "random", "--jobs", HUGE], "expected a whole number from 1 to 1024"),
        (&["match", "chess", "random", "random", "--jobs", "0"], "expected a whole number from 1 to 1024"),
        (&["solve", "tic-tac-toe", "--threads", "100000"], "expected a whole number from 0 to 1024"),
        (&["perft", "tic-tac-toe", "4294967295"], "expected a whole number from 0 to 255"),
        (&["balance", "tic-tac-toe", "--games", "4294967295"], "expected a whole number from 2 to 1000000"),
        (
            &["calibrate", "tic-tac-toe", "--games", "18446744073709551614"],
            "an even number from 2 to 1000000",
        ),
        (
            &["learn", "cascade", "tic-tac-toe", "--result", "nan"],
            "result is NaN; expected a share from 0 to 1",
        ),
        (&["learn", "cascade", "tic-tac-toe", "--copies", HUGE], "the number of candidates is"),
    ];
    for (args, words) in refused {
        // Where there is something to be written, it is written nowhere else.
        let has_out = matches!(args[0], "tune" | "examples" | "calibrate")
            || args[1] == "self-play"
            || args[1] == "descent";
        let all = if has_out { [args, &["--out", &out]].concat() } else { args.to_vec() };
        let told = sentence(&all);
        assert!(told.contains(words), "{args:?}: {told}");
    }
}

#[test]
fn openings_that_do_not_exist_are_not_looked_for_forever() {
    let players = ["match", "tic-tac-toe", "random", "random", "--games", "2000000"];
    let told = sentence(&[&players[..], &["--openings", "4294967295"]].concat());
    assert!(told.contains("tic-tac-toe has no openings of 4294967295 plies"), "{told}");
    // There are 72 of two plies; asking for a million costs nothing.
    let text = printed(&["match", "tic-tac-toe", "random", "random", "--games", "400", "--openings", "2"]);
    assert!(text.contains("400 games in 200 pairs from 72 different openings of 2 random plies"), "{text}");
}

/// The program with so many MiB of addresses.
#[cfg(unix)]
fn within(mebibytes: u32, args: &[&str]) -> Output {
    let limit = format!("ulimit -v {}; exec \"$@\"", mebibytes << 10);
    Command::new("sh")
        .args(["-c", &limit, "sh"])
        .arg(assert_cmd::cargo::cargo_bin("agon"))
        .args(args)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

#[cfg(unix)]
#[test]
fn memory_that_cannot_be_had_is_a_sentence() {
    for agent in ["pvs:hash=65536,nodes=10", "dfpn:memory=65536,nodes=10", "hybrid2:memory=65536,playouts=10"]
    {
        let Output { status, stderr, .. } = within(4096, &["analyse", "othello", "--agent", agent]);
        let told = String::from_utf8(stderr).unwrap();
        assert_eq!((status.code(), told.lines().count()), (Some(2), 1), "{agent}: {told}");
        assert!(told.contains("65536 MiB of memory cannot be had"), "{told}");
    }
    // A tree that may grow further than there is memory stops growing.
    let agents = ["uct:playouts=150000", "unbounded:iterations=20000", "neuralmcts:playouts=20000"];
    for agent in agents {
        let Output { status, stderr, .. } = within(1500, &["analyse", "havannah:size=10", "--agent", agent]);
        assert!(status.success(), "{agent}: {}", String::from_utf8_lossy(&stderr));
    }
}

/// Ten nodes need no table, however large it may become.
#[cfg(target_os = "linux")]
#[test]
fn a_large_table_of_which_nothing_is_used_costs_nothing() {
    let number = |text: &str, name: &str| -> Option<u64> {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().trim_end_matches("kB").trim().parse().ok()
    };
    let machine = std::fs::read_to_string("/proc/meminfo").unwrap();
    let half = number(&machine, "MemTotal:").unwrap() / 2048;
    let agent = format!("pvs:memory={},nodes=10", half.clamp(1, 65_536));
    let mut child = agon(&["analyse", "othello", "--agent", &agent, "--json"]).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        let seen = std::fs::read_to_string(&status).ok().and_then(|status| number(&status, "VmHWM:"));
        most = seen.unwrap_or(0).max(most);
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let Output { status, stderr, .. } = child.wait_with_output().unwrap();
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    assert!(most < 200 << 10, "{most} KiB for ten nodes");
}

#[test]
fn a_file_without_an_end_is_not_read_to_its_end() {
    if !std::path::Path::new("/dev/zero").exists() {
        return skip("there is no /dev/zero here, so no endless file is read");
    }
    for args in [
        &["import", "/dev/zero"][..],
        &["export", "/dev/zero"],
        &["tournament", "/dev/zero"],
        &["play", "othello", "--load", "/dev/zero"],
        &["match", "othello", "random", "random", "--openings", "/dev/zero"],
        &["trace", "/dev/zero"],
        &["report", "/dev/zero"],
        &["analyse", "othello", "--agent", "neuralmcts:eval=cascade:/dev/zero"],
    ] {
        let told = sentence(args);
        assert!(told.contains("/dev/zero") && told.len() < 500, "{args:?}: {told}");
    }
}

#[test]
fn what_was_typed_is_repeated_without_control_characters_and_not_endlessly() {
    let told = sentence(&["show", "\u{1b}[2J\u{7}othello"]);
    assert!(told.contains("\\u{1b}[2J\\u{7}othello") && !told.contains('\u{1b}'), "{told:?}");
    let long = "x".repeat(100_000);
    for args in [
        &["show", &long][..],
        &["show", "othello", "--moves", &long],
        &["analyse", "othello", "--agent", &long],
    ] {
        let told = sentence(args);
        assert!(told.len() < 5000, "{} bytes", told.len());
    }
    let told = sentence(&["perft", "othello", "\u{1b}[31m"]);
    assert!(!told.contains('\u{1b}'), "{told:?}");
}

/// Two hundred million bytes in one line of a conversation.
#[test]
fn an_endless_line_of_the_protocol_costs_nothing() {
    let mut child = agon(&["gtp", "tic-tac-toe", "--agent", "random"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let answers = std::thread::spawn(move || child.wait_with_output().unwrap());
    input.write_all(b"name ").unwrap();
    let block = vec![b'x'; 1 << 20];
    for _ in 0..200 {
        input.write_all(&block).unwrap();
    }
    input.write_all(b"\n2 protocol_version\nquit\n").unwrap();
    drop(input);
    let Output { status, stdout, .. } = answers.join().unwrap();
    let text = String::from_utf8(stdout).unwrap();
    assert!(status.success());
    assert!(text.starts_with("? syntax error: a line has at most 65536 bytes\n\n=2 2\n\n"), "{text}");
}

/// A pipe or a device is written to; a file does not take its place.
#[cfg(unix)]
#[test]
fn what_is_no_file_is_written_to_as_it_is() {
    let folder = Folder::new("devices");
    let saved = folder.write("game.json", "{\"game\": \"tic-tac-toe\", \"version\": 1, \"moves\": [\"b2\"]}");
    let pipe = folder.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = Command::new("cat").arg(&pipe).stdout(Stdio::piped()).spawn().unwrap();
    printed(&["export", &saved, "--format", "json", "--out", &pipe]);
    let text = String::from_utf8(reader.wait_with_output().unwrap().stdout).unwrap();
    assert!(text.contains("tic-tac-toe"), "{text}");
    assert!(!std::fs::metadata(&pipe).unwrap().is_file());
}
