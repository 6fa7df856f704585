//! One vocabulary for all commands: the same options, the same lists, data wherever data is printed.

use serde_json::Value;

use crate::common::{Folder, agon, printed, sentence, skip};

fn json(args: &[&str]) -> Value {
    let text = printed(args);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{args:?}: {error}: {text}"))
}

#[test]
fn data_is_printed_as_json_where_it_is_asked_for() {
    let agents = json(&["agents", "--json"]);
    let minimax =
        &agents["agents"].as_array().unwrap().iter().find(|agent| agent["agent"] == "minimax").unwrap();
    assert_eq!(minimax["budget"]["nodes"], "1000000");
    assert_eq!(json(&["rules", "othello", "--json"])["id"], "othello");
    let shown = json(&["show", "tic-tac-toe", "--moves", "b2", "--json"]);
    assert_eq!((&shown["position"], shown["moves"].as_array().unwrap().len()), (&"3/1X1/3 o".into(), 8));
    let listed = json(&["reproduce", "list", "--json"]);
    assert!(listed.as_array().unwrap().iter().any(|experiment| experiment["experiment"] == "hybrid-table3"));
    let folder = Folder::new("json");
    let ledger = folder.path("games.db");
    let players = ["match", "tic-tac-toe", "minimax", "random", "--games", "2", "--out", &ledger];
    printed(&players);
    let game = json(&["replay", &ledger, "1", "--json"]);
    assert_eq!(
        (&game["record"]["game"], game["players"].as_array().unwrap().len()),
        (&"tic-tac-toe".into(), 2)
    );
    assert_eq!(json(&["report", &ledger, "--out", &folder.path("page"), "--json"])["kind"], "match");
    let out = folder.path("levels");
    let tables = json(&["calibrate", "tic-tac-toe", "--games", "2", "--out", &out, "--json"]);
    assert_eq!(tables[0]["game"], "tic-tac-toe");
    let moves = |name: &str| {
        let trace = folder.path(name);
        let analyse = ["analyse", "tic-tac-toe", "--trace", &trace, "--agent"];
        printed(&[&analyse[..], &[&format!("{name}:depth=3")]].concat());
        trace
    };
    let [plain, pruned] = ["minimax", "alphabeta"].map(moves);
    let tree = json(&["trace", &plain, "--json"]);
    assert_eq!((&tree[0]["parent"], &tree[1]["parent"]), (&Value::Null, &tree[0]["id"]));
    let parted = json(&["trace", "diff", &plain, &pruned, "--json"]);
    assert!(parted["nodes"][0].as_u64() > parted["nodes"][1].as_u64(), "{parted}");
    assert!(!parted["differences"].as_array().unwrap().is_empty());
    let sheet = folder.path("puzzles");
    let make = ["puzzles", "tic-tac-toe", "--count", "1", "--games", "40", "--nodes", "2000"];
    let made = json(&[&make[..], &["--out", &sheet, "--json"]].concat());
    assert_eq!((&made["game"], made["puzzles"].as_array().unwrap().len()), (&"tic-tac-toe".into(), 1));
    let proven = json(&["puzzles", "--check", &sheet, "--json"]);
    assert_eq!(
        (&proven[0]["position"], &proven[0]["is_only"]),
        (&made["puzzles"][0]["position"], &true.into())
    );
    let agents = ["--agent", "uct:c=1,playouts=20", "--agent", "uct:c=2,playouts=20", "--json"];
    let measured = json(&[&["bench", "search", "tic-tac-toe"], &agents[..]].concat());
    let names = [&measured[0]["agent"], &measured[1]["agent"]];
    assert_eq!(names, ["uct:c=1,playouts=20", "uct:c=2,playouts=20"]);
    let commands = json(&["man", "--json"]);
    let names: Vec<&str> = commands["commands"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|command| command["name"].as_str())
        .collect();
    assert!(names.contains(&"play") && names.contains(&"man"), "{names:?}");
}

/// All commands that have none within, with their options.
fn commands() -> Vec<(String, Vec<Value>)> {
    fn collect(command: &Value, path: &str, found: &mut Vec<(String, Vec<Value>)>) {
        let inner = command["commands"].as_array().unwrap();
        if inner.is_empty() {
            found.push((path.to_owned(), command["arguments"].as_array().unwrap().clone()));
        }
        for command in inner {
            let name = command["name"].as_str().unwrap();
            collect(command, format!("{path} {name}").trim_start(), found);
        }
    }
    let mut found = Vec::new();
    collect(&json(&["man", "--json"]), "", &mut found);
    assert!(found.len() > 40, "{}", found.len());
    found
}

#[test]
fn every_command_speaks_the_same_language() {
    // They serve, talk, or write a format of its own that was asked for.
    const NO_DATA: [&str; 11] =
        ["serve", "play", "gtp", "uci", "hub", "gomocup", "nboard", "ggp", "export", "import", "completions"];
    let former = ["dir", "db", "ledger", "threads", "output", "folder", "processes", "random-seed"];
    for (command, options) in commands() {
        let longs: Vec<&str> = options.iter().filter_map(|option| option["long"].as_str()).collect();
        let has_data = !NO_DATA.contains(&command.as_str());
        assert_eq!(longs.contains(&"json"), has_data, "{command}: {longs:?}");
        let strange = longs.iter().find(|long| former.contains(long));
        assert_eq!(strange, None, "{command} has another word for something");
        for option in options {
            let help = option["help"].as_str().unwrap_or_default();
            assert!(!help.is_empty(), "{command} does not explain {option}");
            let same = |name: &str, words: &str| option["long"] != name || help.starts_with(words);
            assert!(same("seed", "The seed"), "{command}: {help}");
            assert!(same("jobs", "How many"), "{command}: {help}");
            assert!(same("json", "Print"), "{command}: {help}");
        }
    }
}

#[test]
fn the_help_of_report_names_whatever_keeps_a_ledger() {
    let help = printed(&["report", "--help"]).split_whitespace().collect::<Vec<_>>().join(" ");
    for command in
        ["tournament", "match", "ladder", "calibrate", "balance", "reproduce", "tune", "examples", "pipeline"]
    {
        assert!(help.contains(command), "{command}: {help}");
    }
    assert!(help.contains("'learn self-play' and 'learn descent'"), "{help}");
}

#[test]
fn the_same_option_has_the_same_name_everywhere() {
    for (command, options) in [
        (&["match"][..], &["--out", "--jobs", "--openings"][..]),
        (&["tournament"], &["--out", "--jobs"]),
        (&["balance"], &["--out", "--jobs", "--openings"]),
        (&["calibrate"], &["--out", "--jobs"]),
        (&["reproduce"], &["--out", "--jobs"]),
        (&["solve"], &["--out", "--jobs"]),
        (&["tune"], &["--out", "--jobs"]),
        (&["examples"], &["--out", "--jobs", "--opening-count"]),
        (&["learn", "cascade"], &["--out", "--jobs"]),
        (&["pipeline"], &["--out", "--jobs"]),
        (&["learn", "self-play"], &["--out", "--jobs"]),
        (&["learn", "descent"], &["--out", "--jobs"]),
        (&["learn", "fit"], &["--out", "--jobs"]),
        (&["ladder"], &["--out", "--jobs"]),
        (&["report"], &["--out"]),
        (&["export"], &["--out"]),
        (&["import"], &["--out"]),
    ] {
        let help = printed(&[command, &["--help"]].concat());
        for option in options {
            assert!(help.contains(&format!("{option} ")), "{command:?} has no {option}: {help}");
        }
    }
}

#[test]
fn former_names_of_options_are_still_read() {
    let folder = Folder::new("former");
    let ledger = folder.path("match.db");
    printed(&["match", "tic-tac-toe", "random", "random", "--games", "2", "--ledger", &ledger]);
    assert!(std::path::Path::new(&ledger).is_file());
    assert!(printed(&["solve", "tic-tac-toe", "--threads", "2"]).contains("on 2 threads"));
}

#[test]
fn lists_of_games_are_written_alike() {
    let rows = |args: &[&str]| {
        let args = [&["bench", "playouts"], args, &["--seconds", "0.01", "--json"]].concat();
        let rows = json(&args);
        rows.as_array()
            .unwrap()
            .iter()
            .map(|row| row["game"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let both = ["tic-tac-toe", "havannah:size=4,swap=on"];
    assert_eq!(rows(&both), both);
    assert_eq!(rows(&["tic-tac-toe,havannah:size=4,swap=on"]), both);
    let rest =
        ["--games", "2", "--opponents", "random", "--judge-every", "0", "--agent", "fair:nodes=20", "--json"];
    let cells = json(&[&["balance", "tic-tac-toe", "tapatan"], &rest[..]].concat());
    assert_eq!(cells["cells"].as_array().unwrap().len(), 2);
    assert!(sentence(&["balance", ","]).contains("names no game"));
}

#[test]
fn shells_complete_and_manuals_are_written() {
    for (shell, words) in
        [("bash", "complete -F _agon"), ("zsh", "#compdef agon"), ("fish", "complete -c agon")]
    {
        let script = printed(&["completions", shell]);
        assert!(script.contains(words) && script.contains("tournament"), "{shell}: {script}");
    }
    assert!(sentence(&["completions", "tcsh"]).contains("tcsh"));
    assert!(printed(&["man"]).contains(".TH agon 1"));
    let folder = Folder::new("man");
    let told = printed(&["man", &folder.path("pages")]);
    assert!(told.contains("pages are in "), "{told}");
    for page in ["agon.1", "agon-play.1", "agon-bench-playouts.1", "agon-learn-cascade.1"] {
        let text = std::fs::read_to_string(folder.path(&format!("pages/{page}"))).unwrap();
        assert!(text.contains(".SH NAME"), "{page}: {text}");
    }
    assert!(std::fs::read_to_string(folder.path("pages/agon-match.1")).unwrap().contains("openings"));
}

/// The terminal that progress is drawn on.
#[test]
fn long_commands_say_how_far_they_are() {
    let errors = |args: &[&str]| String::from_utf8(agon(args).output().unwrap().stderr).unwrap();
    let perft = errors(&["perft", "tic-tac-toe", "6"]);
    assert!(perft.contains("9 of 9 first moves"), "{perft}");
    let bench = errors(&["bench", "playouts", "tic-tac-toe", "tapatan", "--seconds", "0.01", "--json"]);
    assert!(bench.contains("1 of 2 games measured") && bench.contains("2 of 2 games measured"), "{bench}");
    let rest =
        ["--games", "2", "--judge-every", "0", "--agent", "fair:nodes=20", "--opponents", "random;greedy"];
    let balance = errors(&[&["balance", "tic-tac-toe"], &rest[..]].concat());
    assert!(balance.contains("2 of 2 series"), "{balance}");
    if !std::path::Path::new("/usr/bin/script").is_file() {
        return skip("there is no program 'script' to make a terminal, so no progress is drawn");
    }
    // What is drawn on a terminal, whose standard error it is.
    let drawn = |words: &str| {
        let command = format!("{} {words} > /dev/null", assert_cmd::cargo::cargo_bin("agon").display());
        let output = std::process::Command::new("/usr/bin/script")
            .args(["-qec", &command, "/dev/null"])
            .env("TERM", "xterm")
            .output()
            .unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let solved = drawn("solve tsoro-yematatu");
    assert!(solved.contains("solving"), "{solved}");
    let analysed = drawn("analyse chess --agent pvs:nodes=600000");
    assert!(analysed.contains("searching") && analysed.contains("depth "), "{analysed}");
}

#[test]
fn rounds_are_explained_where_there_are_none() {
    let folder = Folder::new("rounds");
    let told = |format: &str, rounds: u32| {
        let text = format!(
            "format = \"{format}\"\nrounds = {rounds}\ngames = [\"tic-tac-toe\"]\nagents = [\"random\", \"greedy\"]\n"
        );
        sentence(&["tournament", &folder.write("cup.toml", &text)])
    };
    for rounds in [1, 500] {
        let robin = told("round-robin", rounds);
        assert!(
            robin.contains("in a round-robin everybody meets everybody, and the key pairs says how often"),
            "{robin}"
        );
    }
    assert!(told("gauntlet", 3).contains("the first agent meets every other one"));
}

#[test]
fn a_report_puts_the_agent_at_zero_that_the_tournament_names() {
    let folder = Folder::new("anchor");
    let file = folder.write(
        "cup.toml",
        "games = [\"tic-tac-toe\"]\npairs = 3\nanchor = \"chance\"\n\
         agents = [\"minimax:depth=3\", { spec = \"random\", name = \"chance\" }]\n",
    );
    let facts = json(&["tournament", &file, "--json"]);
    assert_eq!(facts["anchor"], "chance");
    let report = json(&["report", &folder.path("cup.db"), "--out", &folder.path("page"), "--json"]);
    assert_eq!(report["anchor"], "chance");
    let text = printed(&["report", &folder.path("cup.db"), "--out", &folder.path("page")]);
    assert!(text.contains("chance is at 0"), "{text}");
    assert!(text.lines().any(|line| line.contains("chance") && line.contains(" –  ")), "{text}");
}

#[test]
fn a_sequential_test_tells_what_was_played() {
    let players =
        ["match", "tic-tac-toe", "alphabeta:depth=9", "random", "--games", "400", "--openings", "1"];
    let text = printed(&[&players[..], &["--sprt", "0,100"]].concat());
    assert!(
        text.contains("32 of at most 400 games in 16 pairs from 9 different openings of 1 random plies"),
        "{text}"
    );
    let two = ["match", "othello", "alphabeta:depth=3", "random", "--games", "400", "--sprt", "0,100"];
    let text = printed(&two);
    assert!(text.contains("32 of at most 400 games in 16 pairs from 16 different openings"), "{text}");
}
