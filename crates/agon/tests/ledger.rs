//! Runs of every kind as people meet them: killed on their way, continued, and looked at.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use agon_arena::ledger::Ledger;

use crate::common::{Folder, listening, printed, sentence};

fn games(ledger: &str) -> u64 {
    Ledger::open(Path::new(ledger)).and_then(|ledger| ledger.count()).unwrap_or(0)
}

/// Everything in a ledger that does not depend on the clock.
fn contents(ledger: &str) -> Vec<String> {
    let ledger = Ledger::open(Path::new(ledger)).unwrap();
    let describe = |number: u64| {
        let mut kept = ledger.game(number).unwrap();
        kept.entry.spent.iter_mut().for_each(|spent| spent.seconds = 0.0);
        format!("{:?} {:?} {:?}", kept.pairing, kept.entry, kept.record)
    };
    let roster = format!("{:?}", ledger.run());
    std::iter::once(roster).chain(ledger.numbers().unwrap().into_iter().map(describe)).collect()
}

/// How a run is ended before its time.
#[derive(Clone, Copy)]
enum End {
    Killed,
    Interrupted,
}

/// Starts a run and ends it as soon as its ledger has so many games, and one more than before: whoever plays hears signals.
fn cut_off(args: &[&str], ledger: &str, after: u64, end: End) {
    let after = after.max(games(ledger) + 1);
    let mut child = listening(args).spawn().unwrap();
    while games(ledger) < after {
        assert!(child.try_wait().unwrap().is_none(), "{args:?} came to {after} games, and not to its end");
        std::thread::sleep(Duration::from_millis(2));
    }
    match end {
        End::Killed => {
            child.kill().unwrap();
            assert!(!child.wait().unwrap().success(), "{args:?} was killed on its way");
        }
        End::Interrupted => {
            let id = child.id().to_string();
            assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
            assert_eq!(child.wait().unwrap().code(), Some(130), "{args:?} was interrupted on its way");
        }
    }
}

/// What a run printed, but for the time it took.
fn told(text: &str) -> Vec<String> {
    let is_time = |line: &str| line.starts_with("It took ") || line.contains("ms_per_move");
    text.lines().filter(|line| !is_time(line)).map(str::to_owned).collect()
}

/// Cuts a run off twice and lets it end: it prints what the whole run printed, and has the same games, each of them once. The
/// arguments depend on the folder.
fn assert_goes_on(folder: &Folder, args: &dyn Fn(&str) -> Vec<String>, ledger: &str, after: [u64; 2]) {
    let [whole, cut] = ["whole", "cut"].map(|name| folder.path(name));
    let run = |place: &str| {
        let args = args(place);
        printed(&args.iter().map(String::as_str).collect::<Vec<_>>()).replace(place, "PLACE")
    };
    let expected = run(&whole);
    let cut_args = args(&cut);
    let cut_args: Vec<&str> = cut_args.iter().map(String::as_str).collect();
    let file = format!("{cut}/{ledger}");
    for (after, end) in after.into_iter().zip([End::Killed, End::Interrupted]) {
        cut_off(&cut_args, &file, after, end);
        let report = printed(&["report", &file, "--out", &format!("{cut}-report")]);
        assert!(report.contains(" games; the page is "), "what was cut off can be looked at: {report}");
    }
    let before = contents(&file);
    assert_eq!(told(&run(&cut)), told(&expected), "the same is told as without an interruption");
    let after = contents(&file);
    assert_eq!(after, contents(&format!("{whole}/{ledger}")), "the same games are there");
    assert!(before[1..].iter().all(|game| after.contains(game)), "no finished game was played again");
    assert_eq!(told(&run(&cut)), told(&expected), "asked once more, it plays nothing and says the same");
    assert_eq!(contents(&file), after);
}

/// The page of a ledger says what it is of.
fn assert_reported(folder: &Folder, ledger: &str, kind: &str, words: &[&str]) {
    let out = folder.path("page");
    printed(&["report", &folder.path(&format!("whole/{ledger}")), "--out", &out]);
    let page = fs::read_to_string(format!("{out}/report.html")).unwrap();
    let json = fs::read_to_string(format!("{out}/report.json")).unwrap();
    assert!(json.contains(&format!("\"kind\": \"{kind}\"")), "{json}");
    for words in [&format!("Kind of run: {kind}."), "Cross table", "Game lengths", "What was asked for"]
        .into_iter()
        .chain(words.iter().copied())
    {
        assert!(page.contains(words), "{words} is missing in {page}");
    }
    assert!(!page.contains("NaN"), "{page}");
    let number =
        Ledger::open(Path::new(&folder.path(&format!("whole/{ledger}")))).unwrap().numbers().unwrap()[0];
    assert!(
        printed(&["replay", &folder.path(&format!("whole/{ledger}")), &number.to_string()])
            .starts_with("Game ")
    );
}

fn words(args: &[&str]) -> Vec<String> {
    args.iter().map(|word| (*word).to_owned()).collect()
}

#[test]
fn a_match_goes_on() {
    let folder = Folder::new("match");
    for place in ["whole", "cut"] {
        fs::create_dir_all(folder.path(place)).unwrap();
    }
    let args = |place: &str| {
        let (ledger, record) = (format!("{place}/match.db"), format!("{place}/games.jsonl"));
        let head = ["match", "tapatan-ludii", "uct:playouts=400", "uct:playouts=200", "--games", "120"];
        words(
            &[
                &head[..],
                &["--json", "--seed", "5", "--max-plies", "60", "--ledger", &ledger, "--record", &record],
            ]
            .concat(),
        )
    };
    assert_goes_on(&folder, &args, "match.db", [11, 60]);
    let [whole, cut] =
        ["whole", "cut"].map(|place| fs::read(folder.path(&format!("{place}/games.jsonl"))).unwrap());
    assert_eq!(whole, cut, "the games are written as they were");
    assert_reported(&folder, "match.db", "match", &["Tapatan", "max_plies = 60", "seed = 5"]);

    // Without a ledger the same is played and told.
    let mut plain = args(&folder.path("whole"));
    plain.retain(|word| !word.contains("match.db") && word != "--ledger");
    let plain: Vec<&str> = plain.iter().map(String::as_str).collect();
    let kept = args(&folder.path("whole"));
    let kept_words: Vec<&str> = kept.iter().map(String::as_str).collect();
    assert_eq!(told(&printed(&plain)), told(&printed(&kept_words)));
    // Another match does not touch the games of this one.
    let mut other = kept;
    other[5] = "122".to_owned();
    let refused = sentence(&other.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(refused.contains("holds something else, the match '"), "{refused}");
    assert!(
        refused.contains("it has 'games = 120' instead of 'games = 122'; name another file"),
        "{refused}"
    );
}

#[test]
fn a_sequential_test_goes_on() {
    let folder = Folder::new("sprt");
    for place in ["whole", "cut"] {
        fs::create_dir_all(folder.path(place)).unwrap();
    }
    let args = |place: &str| {
        let ledger = format!("{place}/match.db");
        let head = ["match", "tapatan-ludii", "uct:playouts=500", "uct:playouts=100", "--games", "2000"];
        words(&[&head[..], &["--sprt", "0,20", "--ledger", &ledger, "--max-plies", "60"]].concat())
    };
    assert_goes_on(&folder, &args, "match.db", [5, 40]);
    assert_reported(&folder, "match.db", "match", &["sprt = [0.0, 20.0]"]);
}

#[test]
fn a_calibration_and_its_confirmation_go_on() {
    let folder = Folder::new("calibration");
    let args = |games: &'static str| {
        move |place: &str| {
            words(&["calibrate", "tapatan", "--out", place, "--seed", "7", games, "4", "--jobs", "2"])
        }
    };
    assert_goes_on(&folder, &args("--games"), "tapatan.games.db", [15, 40]);
    assert_reported(&folder, "tapatan.games.db", "calibration", &["greedy", "max_plies = 300"]);
    assert_goes_on(&folder, &args("--confirm"), "tapatan.confirmation.db", [4, 20]);
    assert_reported(&folder, "tapatan.confirmation.db", "confirmation", &["Tapatan"]);
    let [whole, cut] = ["whole", "cut"]
        .map(|place| fs::read_to_string(folder.path(&format!("{place}/tapatan.toml"))).unwrap());
    assert_eq!(whole, cut);
    // The games of another seed are others.
    let place = folder.path("cut");
    let refused = sentence(&["calibrate", "tapatan", "--out", &place, "--seed", "8", "--games", "4"]);
    assert!(refused.contains("it has 'seed = 7' instead of 'seed = 8'; name another file"), "{refused}");
    // More games of the same run are added to those there are.
    let before = games(&folder.path("cut/tapatan.games.db"));
    printed(&["calibrate", "tapatan", "--out", &place, "--seed", "7", "--games", "8"]);
    assert!(games(&folder.path("cut/tapatan.games.db")) > before);
}

#[test]
fn a_measurement_of_balance_goes_on_with_what_it_remembers() {
    let folder = Folder::new("balance");
    let args = |place: &str| {
        let head =
            ["balance", "tic-tac-toe,tapatan", "--agent", "fair:nodes=300", "--games", "16", "--memory"];
        words(
            &[&head[..], &["--opponents", "random;greedy", "--json", "--jobs", "2", "--report", place]]
                .concat(),
        )
    };
    assert_goes_on(&folder, &args, "fair_nodes=300+memory.db", [9, 50]);
    let said = ["memory = true", "fair:nodes=300", "pvs:eval=heuristic,memory=1,selective=off,nodes=300"];
    assert_reported(&folder, "fair_nodes=300+memory.db", "balance", &said);
}

#[test]
fn a_ladder_goes_on() {
    let folder = Folder::new("cut-ladder");
    // Whoever is found under this name, it is another agent of ours that plays.
    let list =
        "[[rung]]\ngame = 'tapatan-ludii'\nopponent = 'Player'\nprogram = 'sh'\nspec = 'uct:playouts=100'\n";
    let list = folder.write("list.toml", list);
    let ledger = |place: &str| format!("{}/tapatan-ludii-Player.sqlite", folder.path(place));
    let head = ["ladder", "--list", &list, "--agent", "uct:playouts=300", "--count", "80", "--jobs", "2"];
    let places = ["whole", "cut"].map(|place| folder.path(place));
    let [whole, cut] = [0, 1].map(|place| [&head[..], &["--out", &places[place]]].concat());
    // All but how long the moves took.
    let told = |args: &[&str]| -> Vec<String> {
        let text = printed(args);
        text.lines().map(|line| line.split_whitespace().take(5).collect::<Vec<_>>().join(" ")).collect()
    };
    let expected = told(&whole);
    for (after, end) in [(7, End::Killed), (30, End::Interrupted)] {
        cut_off(&cut, &ledger("cut"), after, end);
        let report = printed(&["report", &ledger("cut"), "--out", &folder.path("cut-report")]);
        assert!(report.contains(" games; the page is "), "what was cut off can be looked at: {report}");
    }
    assert_eq!(told(&cut), expected);
    assert_eq!(contents(&ledger("cut")), contents(&ledger("whole")), "the same games, each of them once");
    assert_reported(&folder, "tapatan-ludii-Player.sqlite", "match", &["Tapatan", "games = 80"]);
}

#[test]
fn an_experiment_goes_on() {
    let folder = Folder::new("experiment");
    let text = "title = 'Mine'\n[paper]\nauthors = 'me'\ntitle = 'Notes'\nplace = 'page 1'\n[[part]]\nkind = 'matches'\n\
                heading = 'A match'\nagent = 'uct'\nopponent = 'uct'\nbudget = 'playouts=300'\ngames = 30\nopenings = 2\n\
                row = [{ label = 'one', game = 'tapatan-ludii' }, { label = 'two', game = 'tapatan-ludii' },\n\
                { label = 'three', game = 'tic-tac-toe', opponent = 'random' }]\n";
    let file = folder.path("mine.toml");
    fs::write(&file, text).unwrap();
    let args = |place: &str| words(&["reproduce", &file, "--out", place, "--jobs", "2"]);
    assert_goes_on(&folder, &args, "games.db", [9, 50]);
    for name in ["report.txt", "index.html", "table-1.csv", "figure-1.svg"] {
        let [whole, cut] =
            ["whole", "cut"].map(|place| fs::read(folder.path(&format!("{place}/{name}"))).unwrap());
        assert_eq!(whole, cut, "{name}");
    }
    assert_reported(&folder, "games.db", "experiment", &["<h1>Mine</h1>", "experiment = &quot;mine&quot;"]);
    // What is said about results may change, what is played may not.
    fs::write(&file, text.replace("A match", "The match")).unwrap();
    assert!(printed(&["reproduce", &file, "--out", &folder.path("cut")]).contains("The match"));
    fs::write(&file, text.replace("games = 30", "games = 40")).unwrap();
    let refused = sentence(&["reproduce", &file, "--out", &folder.path("cut")]);
    assert!(refused.contains("it has 'games = 30' instead of 'games = 40'; name another file"), "{refused}");
}
