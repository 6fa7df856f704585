//! Tournaments as people meet them: started, killed, continued, looked at.

use std::io::{BufRead, BufReader};
use std::path::Path;

use agon_arena::ledger::Ledger;
use agon_core::Record;
use serde_json::Value;

use crate::common::{Folder, agon, printed, sentence};

/// Everything in a ledger that does not depend on the clock.
fn contents(path: &str) -> Vec<(String, Record)> {
    let ledger = Ledger::open(Path::new(path)).unwrap();
    let describe = |number: u64| {
        let mut kept = ledger.game(number).unwrap();
        kept.entry.spent.iter_mut().for_each(|spent| spent.seconds = 0.0);
        (format!("{:?} {:?}", kept.pairing, kept.entry), kept.record)
    };
    ledger.numbers().unwrap().into_iter().map(describe).collect()
}

const SIX_AGENTS_FOUR_GAMES: &str = r#"
name = "Small boards"
pairs = 2
openings = 2
max_plies = 60
games = ["tic-tac-toe", "tapatan-ludii", "tsoro-yematatu", { spec = "havannah:size=4", openings = 1 }]
agents = [
    { spec = "random", name = "chance" },
    "greedy",
    "alphabeta:depth=2",
    "alphabeta:depth=3",
    "uct:playouts=30",
    "uct:playouts=60",
]
"#;

/// Starts a run and kills it as soon as it says that it has played so many games.
fn kill_at(args: &[&str], mark: &str) {
    let mut child = agon(args).spawn().unwrap();
    let lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let seen = lines.map_while(Result::ok).any(|line| line.starts_with(mark));
    assert!(seen, "the run came to '{mark}'");
    child.kill().unwrap();
    assert!(!child.wait().unwrap().success(), "the run was killed");
}

#[test]
fn a_killed_round_robin_goes_on_and_comes_out_the_same() {
    let folder = Folder::new("kill");
    let file = folder.write("small.toml", SIX_AGENTS_FOUR_GAMES);
    let whole = folder.path("whole.db");
    let expected = printed(&["tournament", &file, "--db", &whole, "--jobs", "1"]);

    let cut = folder.path("cut.db");
    let args = ["tournament", &file, "--db", &cut, "--jobs", "2"];
    kill_at(&args, "24 of 240 games");
    let stored = contents(&cut);
    assert!((24..240).contains(&stored.len()), "killed in the middle: {} games", stored.len());
    kill_at(&args, "120 of 240 games");
    assert!((120..240).contains(&contents(&cut).len()));
    assert_eq!(printed(&args), expected, "the tables are those of the uninterrupted run, byte for byte");

    let (all, other) = (contents(&cut), contents(&whole));
    assert_eq!(Ledger::open(Path::new(&cut)).unwrap().numbers().unwrap(), (1..=240).collect::<Vec<_>>());
    assert!(all == other, "every game is there once, move for move");
    assert!(stored.iter().all(|game| all.contains(game)), "no finished game was played again");
    // Asked once more, it plays nothing and says the same.
    assert_eq!(printed(&args), expected);
}

#[test]
fn tables_and_json_add_up() {
    let folder = Folder::new("tables");
    let text = SIX_AGENTS_FOUR_GAMES.replace("pairs = 2", "pairs = 1\nanchor = \"chance\"");
    let file = folder.write("small.toml", &text);
    let text = printed(&["tournament", &file]);
    assert!(text.starts_with("Small boards: a round robin with 6 agents\n120 games in 60 pairs"), "{text}");
    assert!(text.contains("chance is at 0."), "{text}");
    assert!(text.contains("Tapatan"), "{text}");
    let answer: Value = serde_json::from_str(&printed(&["tournament", &file, "--json"])).unwrap();
    assert_eq!(answer["total"]["games"], 120);
    let agents = answer["total"]["agents"].as_array().unwrap();
    let points: f64 = agents.iter().map(|agent| agent["points"].as_f64().unwrap()).sum();
    assert_eq!((agents.len(), points), (6, 120.0));
    let chance = agents.iter().find(|agent| agent["agent"] == "chance").unwrap();
    assert_eq!(chance["rating"]["elo"], 0.0);
    assert_eq!(chance["against"].as_object().unwrap().len(), 5);
    assert_eq!(answer["games"].as_array().unwrap().len(), 4);
}

#[test]
fn a_stored_game_is_shown_move_by_move() {
    let folder = Folder::new("replay");
    let text =
        "pairs = 1\nopenings = 2\ngames = [\"tic-tac-toe\"]\nagents = [\"alphabeta:depth=9\", \"random\"]";
    let file = folder.write("marks.toml", text);
    printed(&["tournament", &file]);
    let games = folder.path("marks.db");
    let text = printed(&["replay", &games, "2"]);
    assert!(
        text.starts_with("Game 2 of 'Tournament': Tic-tac-toe\nX: random, O: alphabeta:depth=9\n"),
        "{text}"
    );
    assert!(text.contains("\n  1. X plays ") && text.contains("\n  2. O plays "), "{text}");
    assert!(text.trim_end().ends_with('.'), "{text}");
    let text = printed(&["replay", &games, "1", "--ply", "2"]);
    assert!(text.contains("After 2 of ") && text.contains("X to move."), "{text}");
    assert!(printed(&["replay", &games, "1", "--ply", "0"]).contains("Nothing has been played yet."));
    let boards = printed(&["replay", &games, "1", "--boards"]);
    assert!(boards.matches("a b c").count() > 4, "{boards}");
    assert!(sentence(&["replay", &games, "3"]).contains("has no game 3; its games are 1 to 2"));
    assert!(sentence(&["replay", &games, "1", "--ply", "99"]).contains("has no move 99"));
    assert!(sentence(&["replay", &file, "1"]).contains("is not a file of results"));
}

#[test]
fn another_tournament_does_not_touch_the_games_of_this_one() {
    let folder = Folder::new("other");
    let text = "pairs = 1\ngames = [\"tic-tac-toe\"]\nagents = [\"greedy\", \"random\"]";
    let file = folder.write("one.toml", text);
    let expected = printed(&["tournament", &file]);
    let other = folder.write("two.toml", &text.replace("pairs = 1", "pairs = 2"));
    let refusal = sentence(&["tournament", &other, "--db", &folder.path("one.db")]);
    assert!(refusal.contains("it has 'pairs = 1' instead of 'pairs = 2'; name another file"), "{refusal}");
    // How it is written does not matter, what it says does.
    let same = folder
        .write("same.toml", "agents = ['greedy:', 'random']\ngames = ['tic-tac-toe']\npairs = 1\njobs = 1");
    assert_eq!(printed(&["tournament", &same, "--db", &folder.path("one.db")]), expected);
    assert!(sentence(&["tournament", &file, "--db", &file]).contains("name another file"));
}
