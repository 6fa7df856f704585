//! What can be had of games that networks learned from: events as data, a report, another network.

use serde_json::Value;

use crate::common::{Folder, printed};

/// Lines of JSON.
fn events(args: &[&str]) -> Vec<Value> {
    let text = printed(&[args, &["--json"]].concat());
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

/// What `agon report` says of a folder of a course.
fn reported(folder: &Folder, dir: &str, kind: &str, games: usize) {
    let page = folder.path(&format!("{kind}-page"));
    let report = printed(&["report", &format!("{dir}/games.sqlite"), "--out", &page, "--json"]);
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["kind"], kind);
    let text = std::fs::read_to_string(format!("{page}/report.html")).unwrap();
    assert!(text.contains("generation 0") && text.contains("generation 1"), "{text}");
    let rows = std::fs::read_to_string(format!("{page}/games.csv")).unwrap();
    assert_eq!(rows.lines().count(), 1 + games, "a heading, and a row for each game");
}

#[test]
fn both_ways_of_learning_tell_what_happens_and_can_be_reported() {
    let folder = Folder::new("course");
    let few = ["--generations", "2", "--nodes", "40", "--patterns", "cell", "--epochs", "2", "--gate", "4"];
    let ways: [(&str, &[&str], &str, usize); 2] = [
        ("self-play", &["--games", "80", "--first", "uct:playouts=10", "--strength", "2"], "--out", 10 + 20),
        // The former word for the folder is still read.
        ("descent", &["--games", "30"], "--dir", 30),
    ];
    for (way, own, word, games) in ways {
        let dir = folder.path(way);
        let args = [&["learn", way, "tic-tac-toe"], &few[..], own, &[word, &dir]].concat();
        let told = events(&args);
        let named = |name: &str| told.iter().filter(|event| event["event"] == name).count();
        let counts = ["playing", "epoch", "learned", "gate", "end"].map(named);
        assert_eq!(counts, [2, 4, 2, 2, 1], "{told:?}");
        // Against uct and, where a game has one, its hand-made evaluation.
        assert_eq!(named("strength"), if way == "self-play" { 4 } else { 0 }, "{told:?}");
        let gate = told.iter().find(|event| event["event"] == "gate").unwrap();
        let tally = &gate["verdict"]["tally"];
        let sum: u64 = ["wins", "draws", "losses"].iter().map(|name| tally[name].as_u64().unwrap()).sum();
        assert_eq!(sum, 4, "{gate}");
        let network = &told.last().unwrap()["network"];
        assert!(network.is_null() || std::path::Path::new(network.as_str().unwrap()).is_file(), "{network}");
        reported(&folder, &dir, way, games);
    }
    let (games, out) = (folder.path("self-play/games.sqlite"), folder.path("fitted"));
    let fit = ["learn", "fit", "tic-tac-toe", &games, "--patterns", "cell", "--epochs", "2", "--out", &out];
    let told = events(&fit);
    assert_eq!(told.iter().filter(|event| event["event"] == "epoch").count(), 2);
    assert_eq!(told.last().unwrap()["network"], out.as_str());
}
