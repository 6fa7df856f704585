//! `cargo xtask fuzz-commands`: thousands of command lines that nobody means. Each is made of a command and options that the program
//! itself describes, and of values that are plausible, strange or malicious. None may panic, abort, hang, or print what garbles a
//! terminal.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::{command, output, succeed, target};

/// Commands whose work has an end that can be waited for; the others are interrupted on their way.
const SHORT: [&str; 11] = [
    "games",
    "rules",
    "show",
    "agents",
    "trace",
    "replay",
    "report",
    "export",
    "import",
    "completions",
    "man",
];
/// How long a command may take that should have come to its end.
const PATIENCE: Duration = Duration::from_mins(1);
/// When a long one is interrupted, and how long it may take to end then.
const INTERRUPT: [Duration; 2] = [Duration::from_millis(300), Duration::from_secs(20)];
/// KiB of addresses.
const MEMORY: u64 = 4 << 20;
/// What a command may print.
const MOST_OUTPUT: u64 = 16 << 20;

/// Nobody's browser opens.
const NEVER: &str = "--open";

/// Values that somebody may mean.
const PLAIN: [&str; 8] = ["1", "2", "4", "10", "0.5", "0", "b2 a1", "0,20"];

/// Values that nobody means.
const STRANGE: [&str; 40] = [
    "",
    " ",
    "0",
    "1",
    "2",
    "3",
    "-1",
    "-0",
    "255",
    "256",
    "65536",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "18446744073709551614",
    "18446744073709551615",
    "18446744073709551616",
    "1e308",
    "1e-308",
    "1e999",
    "nan",
    "-inf",
    "inf",
    "0.5",
    "½",
    "0x10",
    "1_000",
    "--",
    "-",
    "=",
    ":",
    "@",
    "a=b",
    "\u{1b}[31m\u{7}",
    "\u{202e}gnp",
    "💥",
    "..",
    "/",
    "no/such/file",
    "%s%n",
];
const GAMES: [&str; 17] = [
    "tic-tac-toe",
    "TIC-TAC-TOE",
    "tapatan",
    "othello",
    "chess",
    "checkers",
    "havannah:size=4",
    "havannah:size=10,swap=on",
    "connect6",
    "xiangqi",
    "othelo",
    "havannah:size=99",
    "chess:",
    "all",
    "tic-tac-toe,tapatan",
    "lines-of-action",
    "sheet.kif",
];
/// What is said to whoever reads standard input: at the terminal, and in every protocol.
const DIALOGUES: [&[u8]; 7] = [
    b"help\nb2\n\xff\xfe\nundo\nhint\nwhy\nnew\nmoves\nsave out.json\nquit\n",
    b"1 genmove b\nplay w a1\nundo\nfinal_score\ntime_left b -1 x\nloadsgf game.sgf\nshowboard\n\x00\nquit\n",
    b"uci\nsetoption name Memory value 99999999999\nisready\nposition startpos moves e2e4\ngo movetime 18446744073709551615\nstop\n\
      go depth 2 nodes 5 searchmoves x\nposition fen x\nquit\n",
    b"ucci\nposition fen 9/9/9/9/9/9/9/9/9/9 w\ngo time 1 increment 99999999999999\nbanmoves a0a1\nstop\nquit\n",
    b"hub\ninit\nset-param name=x value=1\npos pos=Wbbbb moves=\"x\"\nlevel move-time=1e308\ngo think\nstop\nping\nquit\n",
    b"START 15\nINFO timeout_turn -1\nBOARD\n1,1,1\n99,99,3\nDONE\nTURN 1,2\nTAKEBACK 1,2\nBEGIN\nRECTSTART 5,99999\nEND\n",
    b"nboard 2\nset depth 99999999999\nset game (;GM[Othello]BO[8 x]B[F5];)\nmove f5/1/1e999\nhint 18446744073709551615\ngo\nping 1\n",
];
const AGENTS: [&str; 52] = [
    "random",
    "greedy",
    "minimax",
    "minimax:depth=512",
    "alphabeta:depth=3",
    "negascout",
    "pvs",
    "pvs:nodes=1",
    "pvs:memory=65536",
    "pvs:memory=65536,nodes=10",
    "pvs:threads=256,nodes=100",
    "pvs:time=1ms",
    "pvs:time=0s",
    "pvs:clock=1h",
    "pvs:time=1e300h",
    "uct",
    "uct:playouts=18446744073709551615",
    "uct:threads=256",
    "uct:policy=decisive",
    "uct:grave=on,memory=1",
    "uct:c=nan",
    "uct:mr=8",
    "unbounded",
    "descent",
    "dfpn:memory=65536",
    "dfpn",
    "hybrid",
    "hybrid2:memory=65536",
    "solution",
    "solution:file=/dev/zero",
    "neuralmcts:eval=cascade:/dev/zero",
    "neuralminimax:eval=playouts",
    "fair",
    "adaptive",
    "uct@easy",
    "uct@gaussian(nan,inf)",
    "uct@softmax(1e308,0)",
    "gtp:command=\"cat\",patience=50ms",
    "gtp:command=\"no-such-program\"",
    "uci:command=\"cat\",patience=50ms,options=\"a=b\"",
    "hub:command=\"cat\",patience=50ms",
    "gomocup:command=\"cat\",patience=50ms",
    "lexicographic",
    "alphadda1",
    "alphadda1:iterations=5,n0=1e308",
    "alphadda2:iterations=5,eval=net",
    "alphadda2:iterations=5,eval=net:course/generation-0.net.safetensors",
    "alphadda3:iterations=5",
    "minibal-n:iterations=20",
    "minibal+:iterations=20",
    "pvs:nodes=100,eval=net",
    "pvs:nodes=100,eval=net:/dev/zero",
];
/// Files to be read; what is written goes elsewhere, so that nobody's devices suffer.
const READ: [&str; 21] = [
    "game.json",
    "games.jsonl",
    "match.db",
    "cup.toml",
    "cup.db",
    "game.pgn",
    "game.sgf",
    "openings.txt",
    "trace.jsonl",
    "examples.db",
    "sheet.kif",
    "nonsense.kif",
    "nonsense",
    "puzzles.toml",
    "ladder.toml",
    "course/games.sqlite",
    "descent/games.sqlite",
    "course/generation-0.net.safetensors",
    "/dev/zero",
    "/dev/null",
    ".",
];
const WRITTEN: [&str; 7] =
    ["out.db", "out.json", "folder/out", "match.db", "game.json", "nonsense", "course"];

pub(crate) fn run(count: usize, seed: u64) -> Result<()> {
    succeed(&mut command("cargo", &["build", "--quiet", "--package", "agon"]))?;
    let program = target().join("debug").join("agon");
    let described: Value = serde_json::from_str(&output(Command::new(&program).args(["man", "--json"]))?)?;
    let mut commands = Vec::new();
    collect(&described, &mut Vec::new(), &mut commands);
    ensure!(commands.len() > 20, "the program describes its commands");
    let described: Value = serde_json::from_str(&output(Command::new(&program).args(["agents", "--json"]))?)?;
    let known = Described { commands, agents: Composer::of(&described) };
    ensure!(known.agents.agents.len() > 20, "the program describes its agents");
    let place = std::env::temp_dir().join(format!("agon-hostile-{}", std::process::id()));
    let done = AtomicUsize::new(0);
    let ends: [AtomicUsize; 3] = Default::default();
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let used = Mutex::new(BTreeSet::new());
    let started = Instant::now();
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let made = thread::scope(|scope| {
        let working: Vec<_> = (0..workers)
            .map(|worker| {
                let folder = place.join(worker.to_string());
                let (program, known) = (&program, &known);
                let (next, done, failures, ends, used) = (&next, &done, &failures, &ends, &used);
                scope.spawn(move || -> Result<()> {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= count {
                            return Ok(());
                        }
                        // What earlier lines left behind must not decide about later ones for long.
                        if (number / workers).is_multiple_of(50) || !folder.exists() {
                            furnish(program, &folder)?;
                        }
                        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number as u64);
                        let line = known.invent(&mut random);
                        used.lock().expect("nobody panics here").extend(known.options_of(&line));
                        let input = (random.below(2) == 0).then(|| DIALOGUES[random.below(DIALOGUES.len())]);
                        match attempt(program, &folder, &line, input)? {
                            Ok(end) => {
                                ends[end as usize].fetch_add(1, Ordering::Relaxed);
                            }
                            Err(failure) => {
                                println!("line {number}: {failure}: agon {}", quoted(&line));
                                failures.lock().expect("nobody panics here").push(number);
                            }
                        }
                        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                        if done.is_multiple_of(500) {
                            println!(
                                "{done} of {count} command lines after {:.0} s",
                                started.elapsed().as_secs_f64()
                            );
                        }
                    }
                })
            })
            .collect();
        working.into_iter().try_for_each(|worker| worker.join().expect("no worker panics"))
    });
    let _ = fs::remove_dir_all(&place);
    made?;
    let (used, all) = (used.into_inner().expect("nobody panics here").len(), known.options().count());
    println!("{used} of {all} options used");
    let failures = failures.into_inner().expect("nobody panics here");
    if !failures.is_empty() {
        bail!(
            "{} of {count} command lines ended as none should; --seed {seed} makes them again",
            failures.len()
        );
    }
    let [well, refused, interrupted] = ends.map(AtomicUsize::into_inner);
    println!(
        "{count} command lines with seed {seed}: no panic, abort, hang or garbled terminal; {well} did what they said, {refused} were \
         refused with a sentence, {interrupted} were interrupted"
    );
    Ok(())
}

/// How a command line may end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Well,
    Refused,
    Interrupted,
}

/// A command as the program describes it.
struct Known {
    /// Its name and those of the commands around it.
    path: Vec<String>,
    options: Vec<Taken>,
    words: Vec<Taken>,
}

/// An option or a word of a command line.
struct Taken {
    name: String,
    long: Option<String>,
    is_required: bool,
    takes_value: bool,
    /// How many values it takes at least.
    least: usize,
    /// What its value is called.
    value_name: String,
    values: Vec<String>,
}

fn collect(described: &Value, path: &mut Vec<String>, commands: &mut Vec<Known>) {
    let inner = described["commands"].as_array().map(Vec::as_slice).unwrap_or_default();
    if inner.is_empty() {
        let taken = described["arguments"].as_array().into_iter().flatten().map(|argument| Taken {
            name: text(&argument["name"]),
            long: argument["long"].as_str().map(str::to_owned),
            is_required: argument["required"] == true,
            takes_value: argument["takes_value"] == true,
            least: argument["least_values"].as_u64().unwrap_or(1) as usize,
            value_name: text(&argument["value_names"][0]),
            values: argument["values"].as_array().into_iter().flatten().map(text).collect(),
        });
        let (options, words): (Vec<_>, Vec<_>) = taken.partition(|taken| taken.long.is_some());
        commands.push(Known { path: path.clone(), options, words });
    }
    for command in inner {
        path.push(text(&command["name"]));
        collect(command, path, commands);
        path.pop();
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// What the program says of itself.
struct Described {
    commands: Vec<Known>,
    agents: Composer,
}

impl Described {
    /// A command line.
    fn invent(&self, random: &mut Random) -> Vec<String> {
        let known = &self.commands[random.below(self.commands.len())];
        let mut line = known.path.clone();
        for word in &known.words {
            if word.is_required || random.below(2) == 0 {
                line.push(value(word, &self.agents, random));
            }
        }
        // Nearly everything that is dangerous takes more than one option.
        for _ in 0..random.below(4) {
            let Some(option) = known.options.get(random.below(known.options.len().max(1))) else { break };
            // Whoever asks for help gets nothing else.
            if option.name == "help" && random.below(8) > 0 {
                continue;
            }
            self.add(option, &mut line, random);
        }
        for option in known.options.iter().filter(|option| option.is_required) {
            self.add(option, &mut line, random);
        }
        if matches!(line[0].as_str(), "serve" | "ggp") && !line.iter().any(|word| word == "--port") {
            line.extend(["--port".to_owned(), "0".to_owned()]);
        }
        line.retain(|word| word != NEVER);
        line
    }

    /// Every option of every command that may be used, as it is written in a command line, after the command.
    fn options(&self) -> impl Iterator<Item = (&[String], String)> {
        self.commands.iter().flat_map(|known| {
            let written =
                known.options.iter().filter_map(|option| Some(format!("--{}", option.long.as_ref()?)));
            written.filter(|option| option != NEVER).map(|option| (known.path.as_slice(), option))
        })
    }

    /// Those of them that a command line uses.
    fn options_of<'a>(&'a self, line: &[String]) -> Vec<(&'a [String], String)> {
        self.options().filter(|(path, option)| line.starts_with(path) && line.contains(option)).collect()
    }

    fn add(&self, option: &Taken, line: &mut Vec<String>, random: &mut Random) {
        line.push(format!("--{}", option.long.as_deref().unwrap_or_default()));
        if option.takes_value {
            line.extend((0..option.least.max(1)).map(|_| value(option, &self.agents, random)));
        }
    }
}

/// A key of an agent, and the words that its value may be.
type Keyed = (String, Vec<String>);

/// Agents with their keys, and the selections.
struct Composer {
    agents: Vec<(String, Vec<Keyed>)>,
    selections: Vec<String>,
}

impl Composer {
    fn of(described: &Value) -> Composer {
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let keys = |value: &Value| -> Vec<Keyed> {
            let words = |key: &Value| text(&key["values"]).split('|').map(str::to_owned).collect();
            list(value).iter().map(|key| (text(&key["key"]), words(key))).collect()
        };
        let limits = keys(&described["limits"]);
        let agents = list(&described["agents"]);
        let agents = agents
            .iter()
            .map(|agent| (text(&agent["agent"]), [keys(&agent["keys"]), limits.clone()].concat()));
        let selections = list(&described["selections"]);
        Composer {
            agents: agents.collect(),
            selections: selections.iter().map(|selection| text(&selection["selection"])).collect(),
        }
    }

    /// The spec of an agent, with values that may be anything.
    fn compose(&self, random: &mut Random) -> String {
        let Some((name, keys)) = self.agents.get(random.below(self.agents.len())) else {
            return random.pick(&AGENTS);
        };
        let mut spec = name.clone();
        for place in 0..random.below(4) {
            let (key, words) = &keys[random.below(keys.len())];
            let value = match random.below(4) {
                0 => random.pick(&STRANGE),
                1 => random.pick(&PLAIN),
                _ => match words[random.below(words.len())].strip_suffix("FILE") {
                    Some(kind) => kind.to_owned() + &random.pick(&READ),
                    None if words.len() > 1 => words[random.below(words.len())].clone(),
                    None => random.pick(&["1", "2", "10", "100", "0.5", "1ms", "20ms"]),
                },
            };
            spec += if place == 0 { ":" } else { "," };
            spec += &format!("{key}={value}");
        }
        if random.below(4) == 0 && !self.selections.is_empty() {
            spec += "@";
            spec += &self.selections[random.below(self.selections.len())];
            if random.below(2) == 0 {
                spec += &format!("({},{})", random.pick(&STRANGE), random.pick(&PLAIN));
            }
        }
        spec
    }
}

fn value(taken: &Taken, agents: &Composer, random: &mut Random) -> String {
    let name = taken.name.as_str();
    if !taken.values.is_empty() && random.below(4) > 0 {
        return taken.values[random.below(taken.values.len())].clone();
    }
    let is_written =
        matches!(name, "out" | "record" | "trace" | "curve" | "export" | "folder" | "data" | "dir")
            || taken.value_name.contains("FOLDER");
    let is_file = taken.value_name.contains("FILE") || taken.value_name.contains("DIR") || name == "file";
    match name {
        // A device or a root must not be written to, whatever it is called.
        _ if is_written => random.pick(&WRITTEN),
        "players" if random.below(2) == 0 => "http://127.0.0.1:1/".to_owned(),
        "sheet" | "file" if is_file && random.below(2) == 0 => random.pick(&["sheet.kif", "nonsense.kif"]),
        // The games of 'learn fit' are a file.
        "games" if random.below(4) == 0 => {
            random.pick(&["course/games.sqlite", "descent/games.sqlite", "match.db"])
        }
        "game" | "games" | "played" if random.below(8) > 0 => random.pick(&GAMES),
        "agent" | "agent_a" | "agent_b" | "against" | "opponents" | "first" if random.below(8) > 0 => {
            if random.below(2) == 0 {
                agents.compose(random)
            } else {
                random.pick(&AGENTS)
            }
        }
        "name" if random.below(4) > 0 => random.pick(&["list", "freckers", "hybrid-table3", "cup.toml"]),
        "words" | "openings" | "load" | "examples" | "offline" if random.below(4) > 0 => random.pick(&READ),
        _ if is_file && random.below(8) > 0 => random.pick(&READ),
        _ if random.below(2) == 0 => random.pick(&PLAIN),
        _ if random.below(12) == 0 => random.pick(&["x", "1", "a1 ", "é", "/"]).repeat(20_000),
        _ => random.pick(&STRANGE),
    }
}

/// A folder with files that commands can read, small ones of every kind.
fn furnish(program: &Path, folder: &Path) -> Result<()> {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder.join("folder"))?;
    let write = |name: &str, text: &str| fs::write(folder.join(name), text);
    write("cup.toml", "games = [\"tic-tac-toe\"]\npairs = 1\nagents = [\"random\", \"greedy\"]\n")?;
    write("game.pgn", "[Event \"?\"]\n\n1. e4 e5 2. Nf3 *\n")?;
    write("game.sgf", "(;GM[2]FF[4]SZ[8];B[dc];W[ce])\n")?;
    write("sheet.kif", include_str!("../../crates/gdl/sheets/tic-tac-toe.kif"))?;
    write("nonsense.kif", "(role x) (<= (next ?a) (true ?b)) ((((")?;
    write("openings.txt", "b2 a1\nb2\n")?;
    write("nonsense", "\u{0}\u{1b}[31m{\"game\": 1}\n1. ()();;\u{0}")?;
    write("game.json", "{\"game\": \"tic-tac-toe\", \"version\": 1, \"moves\": [\"b2\", \"a1\"]}\n")?;
    write(
        "ladder.toml",
        "[[rung]]\ngame = \"othello\"\nopponent = \"Nobody\"\nprogram = \"cat\"\nspec = 'gtp:command={program},patience=50ms'\n",
    )?;
    let few =
        ["--games", "8", "--nodes", "5", "--epochs", "1", "--hidden", "0", "--phases", "1", "--gate", "2"];
    let course =
        [&["learn", "self-play", "tic-tac-toe", "--generations", "1", "--out", "course"], &few[..]].concat();
    let descent =
        [&["learn", "descent", "tic-tac-toe", "--generations", "1", "--out", "descent"], &few[..]].concat();
    let ready: [&[&str]; 7] = [
        &[&course[..], &["--strength", "0"]].concat(),
        &descent,
        &[
            "puzzles",
            "tic-tac-toe",
            "--count",
            "1",
            "--games",
            "20",
            "--nodes",
            "1000",
            "--out",
            "puzzles.toml",
        ],
        &[
            "match",
            "tic-tac-toe",
            "random",
            "random",
            "--games",
            "2",
            "--out",
            "match.db",
            "--record",
            "games.jsonl",
        ],
        &["tournament", "cup.toml"],
        &["analyse", "tic-tac-toe", "--agent", "minimax:depth=2", "--trace", "trace.jsonl"],
        &[
            "examples",
            "tic-tac-toe",
            "--playouts",
            "10",
            "--starts",
            "2",
            "--openings",
            "1",
            "--out",
            "examples.db",
        ],
    ];
    for args in ready {
        let mut made = Command::new(program);
        made.args(args).current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        succeed(&mut made)?;
    }
    Ok(())
}

/// Runs a command line: how it ended, or what is wrong with that.
fn attempt(
    program: &Path,
    folder: &Path,
    line: &[String],
    dialogue: Option<&[u8]>,
) -> Result<Result<End, String>> {
    let files = ["said", "complained"].map(|name| folder.join(name));
    let [said, complained] = [fs::File::create(&files[0])?, fs::File::create(&files[1])?];
    let mut child = Command::new("sh")
        .args(["-c", &format!("ulimit -v {MEMORY}; ulimit -f 2097152; exec \"$@\""), "sh"])
        .arg(program)
        .args(line)
        .current_dir(folder)
        .env("HOME", folder)
        .env("XDG_DATA_HOME", folder)
        .env_remove("COLUMNS")
        .stdin(Stdio::piped())
        .stdout(said)
        .stderr(complained)
        .spawn()
        .context("cannot start a shell")?;
    if let Some((mut input, dialogue)) = child.stdin.take().zip(dialogue) {
        // Who does not read it does not care.
        let _ = input.write_all(dialogue);
    }
    let is_short = SHORT.contains(&line[0].as_str());
    let mut ended = wait(&mut child, if is_short { PATIENCE } else { INTERRUPT[0] })?;
    let is_interrupted = ended.is_none() && !is_short;
    if is_interrupted {
        // It may be gone by now.
        let _ = Command::new("kill").args(["-TERM", &child.id().to_string()]).stderr(Stdio::null()).status();
        ended = wait(&mut child, INTERRUPT[1])?;
    }
    let Some(status) = ended else {
        child.kill()?;
        child.wait()?;
        return Ok(Err("it does not end".to_owned()));
    };
    let [said, complained] = [printed(&files[0])?, printed(&files[1])?];
    let garbles = |bytes: &[u8]| {
        String::from_utf8_lossy(bytes).chars().find(|&c| c.is_control() && !matches!(c, '\n' | '\t'))
    };
    let errors = String::from_utf8_lossy(&complained);
    if let Some(place) = errors.lines().find(|line| line.contains("panicked at")) {
        return Ok(Err(format!("a panic ({place})")));
    }
    // A game may have been recorded with any name, and is written as it is.
    let garbled = garbles(&complained).or_else(|| garbles(&said).filter(|_| line[0] != "export"));
    if let Some(c) = garbled {
        return Ok(Err(format!("a control character ({})", c.escape_default())));
    }
    Ok(match status.code() {
        Some(0) => Ok(End::Well),
        Some(2) if errors.lines().count() >= 1 => Ok(End::Refused),
        Some(143) => Ok(End::Interrupted),
        // Under load a program may not even have begun.
        None if is_interrupted && was_interrupted(status) => Ok(End::Interrupted),
        Some(other) => Err(format!("it ended with {other}")),
        None => Err(format!("a signal ended it ({})", errors.lines().last().unwrap_or_default())),
    })
}

/// What was printed, unless it is endless.
fn printed(file: &PathBuf) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(file)?.take(MOST_OUTPUT).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Whether a program ended by the signal that interrupts.
fn was_interrupted(status: ExitStatus) -> bool {
    #[cfg(unix)]
    return std::os::unix::process::ExitStatusExt::signal(&status) == Some(15);
    #[cfg(not(unix))]
    return status.code().is_none();
}

/// How a program ends, if it does in time.
fn wait(child: &mut Child, patience: Duration) -> Result<Option<ExitStatus>> {
    let deadline = Instant::now() + patience;
    loop {
        let ended = child.try_wait()?;
        if ended.is_some() || Instant::now() >= deadline {
            return Ok(ended);
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// A command line as a shell would take it, cut where a word is endless.
fn quoted(line: &[String]) -> String {
    let word = |word: &String| {
        let short: String = word.chars().take(60).collect();
        let rest =
            if short.len() < word.len() { format!("… ({} bytes)", word.len()) } else { String::new() };
        let is_plain =
            !short.is_empty() && short.chars().all(|c| c.is_ascii_alphanumeric() || "-_./=:,@".contains(c));
        if is_plain { short + &rest } else { format!("{short:?}{rest}") }
    };
    line.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// A generator of random numbers (Steele, Lea and Flood's `SplitMix`).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }

    fn pick(&mut self, from: &[&str]) -> String {
        from[self.below(from.len())].to_owned()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn described() -> Described {
        let described = json!({"name": "agon", "arguments": [], "commands": [
            {"name": "bench", "arguments": [], "commands": [
                {"name": "playouts", "commands": [], "arguments": [
                    {"name": "games", "positional": true, "required": true, "takes_value": true, "value_names": ["GAMES"]},
                    {"name": "out", "long": "out", "takes_value": true, "least_values": 1, "value_names": ["FILE"]},
                    {"name": "dir", "long": "dir", "takes_value": true, "least_values": 1, "value_names": ["FOLDER"]},
                    {"name": "json", "long": "json", "takes_value": false},
                ]},
            ]},
        ]});
        let mut commands = Vec::new();
        collect(&described, &mut Vec::new(), &mut commands);
        let agents = json!({
            "agents": [{"agent": "pvs", "keys": [{"key": "eval", "values": "best|net:FILE"}]}],
            "limits": [{"key": "nodes", "values": "a whole number from 1"}],
            "selections": [{"selection": "easy"}],
        });
        Described { commands, agents: Composer::of(&agents) }
    }

    #[test]
    fn command_lines_are_made_of_what_is_described_and_repeat_with_the_seed() {
        let known = described();
        assert_eq!(known.commands.len(), 1, "only a command without others within is one");
        let lines = |seed: u64| -> Vec<Vec<String>> {
            let mut random = Random(seed);
            (0..200).map(|_| known.invent(&mut random)).collect()
        };
        assert_eq!(lines(1), lines(1));
        assert_ne!(lines(1), lines(2));
        for line in lines(3) {
            assert_eq!(line[..2], ["bench", "playouts"]);
            assert!(line.len() >= 3, "what is required is there: {line:?}");
        }
        let used: BTreeSet<_> = lines(1).iter().flat_map(|line| known.options_of(line)).collect();
        assert_eq!(used.len(), 3, "{used:?}");
        assert_eq!(used, known.options().collect());
    }

    #[test]
    fn agents_are_made_of_their_keys() {
        let (known, mut random) = (described(), Random(1));
        let specs: Vec<String> = (0..300).map(|_| known.agents.compose(&mut random)).collect();
        assert!(specs.iter().all(|spec| spec.starts_with("pvs")));
        for part in [":eval=best", "eval=net:/dev/zero", "nodes=10", ",nodes=", "@easy", "@easy("] {
            assert!(specs.iter().any(|spec| spec.contains(part)), "no {part}");
        }
    }

    #[test]
    fn ends_that_none_should_have_are_found() {
        let folder = std::env::temp_dir().join(format!("agon-hostile-test-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let ended = |script: &str| {
            let line = ["-c".to_owned(), script.to_owned()];
            attempt(Path::new("/bin/sh"), &folder, &line, None).unwrap()
        };
        assert_eq!(ended("true"), Ok(End::Well));
        assert_eq!(ended("echo no >&2; exit 2"), Ok(End::Refused));
        assert_eq!(ended("exec sleep 100"), Ok(End::Interrupted));
        for (script, words) in [
            ("echo \"thread 'main' panicked at x.rs\" >&2; exit 101", "a panic"),
            ("kill -ABRT $$", "a signal"),
            ("exit 101", "it ended with 101"),
            ("exit 2", "it ended with 2"),
            ("printf '\\033[31m'", "a control character (\\u{1b})"),
        ] {
            let failure = ended(script).expect_err(script);
            assert!(failure.starts_with(words), "{script}: {failure}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn nothing_is_written_outside_of_the_folder() {
        let mut random = Random(1);
        let known = described();
        for option in &known.commands[0].options[..2] {
            for _ in 0..500 {
                let value = value(option, &known.agents, &mut random);
                assert!(!value.starts_with('/') && !value.contains(".."), "{value}");
            }
        }
    }
}
