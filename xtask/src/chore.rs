//! What the command line asks for.

use std::path::PathBuf;

pub(crate) const USAGE: &str = "usage: cargo xtask COMMAND

test [--no-browser]  everything that must hold: formatting, lints, documentation, all tests; says first what it
                     installs, and with --no-browser installs nothing and leaves the browser out
new-game NAME        write examples/NAME, a small game that compiles and plays, to be changed into another one
browser              only the tests of the app in a browser
python               only the tests of the package for Python
pictures             remake docs/pictures with the app in a browser
wasm                 build the engine that plays inside a browser, and tell its size
wasm --bench [--seconds S]
                     its playouts per second beside those of the program
site [--out FOLDER]  write the app as a folder of files (target/site) that any server of files can offer, for games without a server
compare BEFORE AFTER [--seconds S]
                     how fast two builds of the program are, in turn, on whatever both do alike
peers [--seconds S]  playouts per processor second of OpenSpiel and of Agon, side by side
fuzz [--seconds S]   feed the readers of positions, moves and rule sheets with hostile text
fuzz-commands [--count N] [--seed S]
                     run the program with hostile command lines: none may panic, abort or hang";

const KNOWN: &str =
    "test, new-game, browser, python, pictures, wasm, site, compare, peers, fuzz, fuzz-commands and help";

/// One thing to do.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Chore {
    Help,
    Test { browser: bool },
    NewGame { name: String },
    Browser,
    Python,
    Pictures,
    Wasm,
    Site { out: Option<PathBuf> },
    WasmBench { seconds: f64 },
    Compare { programs: [PathBuf; 2], seconds: f64 },
    Peers { seconds: f64 },
    Fuzz { seconds: f64 },
    FuzzCommands { count: usize, seed: u64 },
}

/// The chore that these words name, or a sentence about what is wrong with them.
pub(crate) fn read(args: &[String]) -> Result<Chore, String> {
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let Some((&word, rest)) = args.split_first() else {
        return Err(format!("expected a command; known are {KNOWN}"));
    };
    match (word, rest) {
        ("help" | "--help" | "-h", []) => Ok(Chore::Help),
        ("test", []) => Ok(Chore::Test { browser: true }),
        ("test", ["--no-browser"]) => Ok(Chore::Test { browser: false }),
        ("new-game", [name]) => Ok(Chore::NewGame { name: (*name).to_owned() }),
        ("new-game", []) => Err("'new-game' takes the name of the game, as in connect-four".to_owned()),
        ("browser", []) => Ok(Chore::Browser),
        ("python", []) => Ok(Chore::Python),
        ("pictures", []) => Ok(Chore::Pictures),
        ("wasm", []) => Ok(Chore::Wasm),
        ("wasm", ["--bench", rest @ ..]) => Ok(Chore::WasmBench { seconds: seconds(word, rest, 3.0)? }),
        ("site", []) => Ok(Chore::Site { out: None }),
        ("site", ["--out", folder]) => Ok(Chore::Site { out: Some(folder.into()) }),
        ("site", ["--out"]) => Err("--out takes a folder, as in --out public".to_owned()),
        ("site", ["--out", _, other, ..] | [other, ..]) | ("new-game", [_, other, ..]) => {
            Err(unexpected(word, other))
        }
        ("compare", [before, after, rest @ ..]) if !before.starts_with('-') && !after.starts_with('-') => {
            Ok(Chore::Compare {
                programs: [before, after].map(PathBuf::from),
                seconds: seconds(word, rest, 0.4)?,
            })
        }
        ("compare", _) => {
            Err("'compare' takes two programs, as in compare before/agon target/release/agon".to_owned())
        }
        ("peers", rest) => Ok(Chore::Peers { seconds: seconds(word, rest, 2.0)? }),
        ("fuzz", rest) => Ok(Chore::Fuzz { seconds: seconds(word, rest, 30.0)? }),
        ("fuzz-commands", rest) => fuzz_commands(word, rest),
        ("test" | "browser" | "python" | "pictures" | "wasm" | "help", [first, ..]) => {
            Err(unexpected(word, first))
        }
        _ => Err(format!("there is no command '{word}'; known are {KNOWN}")),
    }
}

/// The value of `--seconds`.
fn seconds(word: &str, args: &[&str], default: f64) -> Result<f64, String> {
    let value = match args {
        [] => return Ok(default),
        ["--seconds"] => return Err("--seconds takes a number above 0, as in --seconds 5".to_owned()),
        ["--seconds", value] => value,
        ["--seconds", _, other, ..] | [other, ..] => return Err(unexpected(word, other)),
    };
    let number = value.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| format!("'{value}' is not a number of seconds above 0"))
}

/// How many command lines, and from which seed.
fn fuzz_commands(word: &str, mut args: &[&str]) -> Result<Chore, String> {
    let (mut count, mut seed) = (10_000, 1);
    loop {
        match args {
            [] => return Ok(Chore::FuzzCommands { count, seed }),
            [option @ ("--count" | "--seed"), value, rest @ ..] => {
                let number =
                    value.parse().map_err(|_| format!("'{value}' is not a whole number for {option}"))?;
                if *option == "--count" {
                    count = number as usize
                } else {
                    seed = number
                }
                args = rest;
            }
            [option @ ("--count" | "--seed")] => return Err(format!("{option} takes a whole number")),
            [other, ..] => return Err(unexpected(word, other)),
        }
    }
}

fn unexpected(word: &str, other: &str) -> String {
    format!("'{word}' does not know '{other}'; 'cargo xtask help' lists what it takes")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chore(line: &str) -> Result<Chore, String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        read(&words)
    }

    #[test]
    fn commands_are_read_with_their_options() {
        assert_eq!(chore("test"), Ok(Chore::Test { browser: true }));
        assert_eq!(chore("test --no-browser"), Ok(Chore::Test { browser: false }));
        assert_eq!(chore("new-game go"), Ok(Chore::NewGame { name: "go".to_owned() }));
        assert_eq!(chore("wasm"), Ok(Chore::Wasm));
        assert_eq!(chore("wasm --bench"), Ok(Chore::WasmBench { seconds: 3.0 }));
        assert_eq!(chore("site"), Ok(Chore::Site { out: None }));
        assert_eq!(chore("site --out public"), Ok(Chore::Site { out: Some("public".into()) }));
        assert_eq!(chore("peers --seconds 0.5"), Ok(Chore::Peers { seconds: 0.5 }));
        assert_eq!(
            chore("compare a b --seconds 2"),
            Ok(Chore::Compare { programs: ["a".into(), "b".into()], seconds: 2.0 })
        );
        assert_eq!(chore("fuzz"), Ok(Chore::Fuzz { seconds: 30.0 }));
        assert_eq!(chore("fuzz-commands"), Ok(Chore::FuzzCommands { count: 10_000, seed: 1 }));
        assert_eq!(
            chore("fuzz-commands --seed 7 --count 20"),
            Ok(Chore::FuzzCommands { count: 20, seed: 7 })
        );
        assert_eq!(chore("--help"), Ok(Chore::Help));
    }

    #[test]
    fn what_is_wrong_is_named_in_a_sentence() {
        for (line, named) in [
            ("", "expected a command; known are test"),
            ("tset", "there is no command 'tset'; known are test"),
            ("test --fast", "'test' does not know '--fast'"),
            ("new-game", "'new-game' takes the name of the game"),
            ("new-game two names", "'new-game' does not know 'names'"),
            ("browser now", "'browser' does not know 'now'"),
            ("site --out", "--out takes a folder"),
            ("site there", "'site' does not know 'there'"),
            ("compare one", "'compare' takes two programs"),
            ("compare one --seconds 2", "'compare' takes two programs"),
            ("fuzz --seconds", "--seconds takes a number"),
            ("fuzz --seconds soon", "'soon' is not a number of seconds"),
            ("peers --seconds -1", "'-1' is not a number of seconds above 0"),
            ("peers --seconds 1 2", "'peers' does not know '2'"),
            ("fuzz-commands --count few", "'few' is not a whole number for --count"),
            ("fuzz-commands --fast", "'fuzz-commands' does not know '--fast'"),
        ] {
            let sentence = chore(line).expect_err(line);
            assert!(sentence.contains(named), "{line}: {sentence}");
            assert!(!sentence.contains('\n'), "one sentence: {sentence}");
        }
    }

    #[test]
    fn the_usage_names_every_command() {
        for word in KNOWN.split([',', ' ']).filter(|word| !["", "and", "help"].contains(word)) {
            assert!(USAGE.lines().any(|line| line.starts_with(word)), "{word}");
        }
    }
}
