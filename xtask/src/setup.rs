//! What the tests need beyond a Rust toolchain: said before it is installed, and never passed over in silence.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::{command, output, python, root, succeed, target, wasm};

/// Something that a machine may lack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Need {
    /// The compiler's part for WebAssembly.
    Target,
    /// The package manager of the browser tests, and node with it.
    Npm,
    /// A browser.
    Chromium,
    /// Another one.
    Firefox,
    /// The packages of the browser tests.
    Packages,
    /// A program that plays, for tests to play against: its name, its package and its game.
    Opponent(&'static str, &'static str, &'static str),
    /// The Python packages that play with our program.
    Clients,
    /// An environment for our own package for Python, with what builds and tests it.
    Python,
    /// The Python packages that our own works together with.
    Peers,
}

/// The programs that tests play against, as crates/agon/tests looks for them.
const OPPONENTS: [Need; 4] = [
    Need::Opponent("gtp-rhino", "grhino", "Othello"),
    Need::Opponent("stockfish", "stockfish", "chess"),
    Need::Opponent("fairy-stockfish", "fairy-stockfish", "xiangqi"),
    Need::Opponent("gnuchess", "gnuchess", "chess"),
];

/// What everything in the browser needs.
pub(crate) const BROWSER: [Need; 5] =
    [Need::Target, Need::Npm, Need::Chromium, Need::Firefox, Need::Packages];

/// What the whole test needs. Whoever works at home can do without the foreign programs: their tests say that they were
/// skipped. Where nothing may be skipped they are installed.
pub(crate) fn wanted(browser: bool, strict: bool) -> Vec<Need> {
    let mut needs = Vec::new();
    if browser {
        needs.extend(BROWSER);
        needs.push(Need::Python);
    }
    if strict {
        needs.extend(OPPONENTS);
        needs.extend([Need::Clients, Need::Peers]);
    }
    needs
}

/// Whether nothing may be skipped, by what the variable `CI` says.
pub(crate) fn is_strict(ci: Option<&str>) -> bool {
    ci.is_some_and(|value| !matches!(value, "" | "0" | "false"))
}

/// Says what is missing and installs it. What cannot be installed is an error: `refusal` tells how to do without.
pub(crate) fn provide(needs: &[Need], refusal: &str) -> Result<()> {
    let missing: Vec<Need> = needs.iter().copied().filter(|need| !need.is_there()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    println!("{}", announcement(&missing, refusal));
    for need in missing {
        need.install()
            .with_context(|| format!("{} is missing and could not be installed; {refusal}", need.name()))?;
    }
    Ok(())
}

/// What is about to be installed, how, and what for.
fn announcement(missing: &[Need], refusal: &str) -> String {
    let mut text = "About to install what is missing here:\n".to_owned();
    for need in missing {
        text += &format!("- {}, with '{}': {}\n", need.name(), need.way(), need.purpose());
    }
    text + &format!("Press Ctrl-C to stop; {refusal}.")
}

impl Need {
    fn name(self) -> &'static str {
        match self {
            Need::Target => "the compiler's target wasm32-wasip1",
            Need::Npm => "npm",
            Need::Chromium => "chromium",
            Need::Firefox => "firefox",
            Need::Packages => "playwright-core, puppeteer-core and axe-core",
            Need::Opponent(name, ..) => name,
            Need::Clients => "the Python packages chess and pydraughts",
            Need::Python => "an environment of Python with maturin, NumPy and pytest",
            Need::Peers => "PettingZoo, Gymnasium, OpenSpiel, Ray, pandas, Arrow and what runs notebooks",
        }
    }

    fn purpose(self) -> String {
        let purpose = match self {
            Need::Opponent(.., game) => return format!("a program for {game} that tests play against"),
            Need::Target => "the app that plays inside a browser is compiled for it",
            Need::Npm => "it fetches and runs the browser tests",
            Need::Chromium => "the browser of the browser tests",
            Need::Firefox => "the app is tested in a second browser",
            Need::Packages => "they drive the browsers and check the pages, in tests/browser/node_modules",
            Need::Clients => "they play with our program over its protocols, in target/clients",
            Need::Python => "our package for Python is built and tested there, in target/python-env",
            Need::Peers => "our package for Python is tested with them, in target/python-env",
        };
        purpose.to_owned()
    }

    /// The command that installs it.
    fn way(self) -> String {
        let way = match self {
            Need::Opponent(_, package, _) => return format!("apt-get install {package}"),
            Need::Target => "rustup target add wasm32-wasip1",
            Need::Npm => "apt-get install npm",
            Need::Chromium => "apt-get install chromium",
            Need::Firefox => "apt-get install firefox-esr",
            Need::Packages => "npm ci",
            Need::Clients => {
                "python3 -m pip install --target target/clients -r tests/clients/requirements.txt"
            }
            Need::Python => {
                "python3 -m venv target/python-env and pip install -r python/tests/requirements.txt"
            }
            Need::Peers => "pip install -r python/tests/requirements-peers.txt",
        };
        way.to_owned()
    }

    pub(crate) fn is_there(self) -> bool {
        match self {
            Need::Target => wasm::has_target(),
            Need::Npm => runs("npm") && runs("node"),
            // As tests/browser/app.js looks for one.
            Need::Chromium => {
                std::env::var_os("CHROMIUM").is_some()
                    || ["chromium", "chromium-browser", "google-chrome"].into_iter().any(runs)
            }
            // As tests/browser/firefox.js looks for one.
            Need::Firefox => {
                std::env::var_os("FIREFOX").is_some() || ["firefox-esr", "firefox"].into_iter().any(runs)
            }
            Need::Packages => ["playwright-core", "puppeteer-core", "axe-core"]
                .iter()
                .all(|package| root().join("tests/browser/node_modules").join(package).exists()),
            // Debian keeps games apart.
            Need::Opponent(name, ..) => {
                ["/usr/games", "/usr/bin"].iter().any(|folder| Path::new(folder).join(name).is_file())
            }
            Need::Clients => quiet(
                command("python3", &["-c", "import chess, draughts"])
                    .env("PYTHONPATH", target().join("clients")),
            ),
            Need::Python => python::program("maturin").is_file() && imports("numpy, pytest"),
            Need::Peers => imports(
                "gymnasium, ipykernel, matplotlib, nbclient, pandas, pettingzoo, pyarrow, pyspiel, ray",
            ),
        }
    }

    fn install(self) -> Result<()> {
        println!("installing {}", self.name());
        match self {
            Need::Target => succeed(&mut command("rustup", &["target", "add", wasm::TARGET])),
            Need::Packages => {
                let args = ["ci", "--no-audit", "--no-fund", "--ignore-scripts"];
                succeed(Command::new("npm").args(args).current_dir(root().join("tests/browser")))
            }
            Need::Npm => apt_get("npm"),
            Need::Chromium => apt_get("chromium"),
            Need::Firefox => apt_get("firefox-esr"),
            Need::Opponent(_, package, _) => apt_get(package),
            Need::Clients => {
                let folder = target().join("clients");
                let args = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target"];
                let mut pip = command("python3", &args);
                succeed(pip.arg(folder).args(["-r", "tests/clients/requirements.txt"]))
            }
            Need::Python => {
                let environment = || command("python3", &["-m", "venv"]).arg(python::environment()).status();
                // Debian keeps what makes environments apart.
                if !environment().is_ok_and(|status| status.success()) {
                    apt_get("python3-venv")?;
                    succeed(command("python3", &["-m", "venv"]).arg(python::environment()))?;
                }
                pip_install("python/tests/requirements.txt")
            }
            Need::Peers => pip_install("python/tests/requirements-peers.txt"),
        }?;
        if self.is_there() { Ok(()) } else { bail!("'{}' left nothing that works", self.way()) }
    }
}

/// Installs packages into the environment of our own.
fn pip_install(requirements: &str) -> Result<()> {
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements];
    succeed(Command::new(python::program("python")).args(pip).current_dir(root()))
}

/// Whether the environment of our own has some packages. They are looked for and not run, which takes a while with some.
fn imports(packages: &str) -> bool {
    let names = packages.replace(' ', "");
    let script = "import sys\nfrom importlib.util import find_spec\n\
                  sys.exit(not all(find_spec(name) for name in sys.argv[1].split(',')))";
    quiet(Command::new(python::program("python")).args(["-c", script, &names]))
}

fn runs(program: &str) -> bool {
    quiet(Command::new(program).arg("--version"))
}

/// Installs a package of Debian or Ubuntu, where we may; elsewhere a person has to.
fn apt_get(package: &str) -> Result<()> {
    let is_root = output(&mut command("id", &["-u"])).is_ok_and(|id| id.trim() == "0");
    let privileged = |args: &[&str]| {
        // Without a password, or not at all: nobody may be there to type one.
        let words: &[&str] = if is_root { &["apt-get"] } else { &["sudo", "--non-interactive", "apt-get"] };
        command(words[0], &[&words[1..], args].concat())
    };
    // A list that cannot be renewed may still be good enough.
    quiet(&mut privileged(&["update"]));
    let mut install = privileged(&["install", "--yes", "--no-install-recommends", package]);
    succeed(install.env("DEBIAN_FRONTEND", "noninteractive").stdout(Stdio::null()))
}

fn quiet(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_browser_can_be_refused_and_foreign_programs_are_installed_only_where_nothing_may_be_skipped() {
        let at_home = wanted(true, false);
        assert!(at_home.starts_with(&BROWSER) && at_home[BROWSER.len()..] == [Need::Python]);
        assert!(wanted(false, false).is_empty());
        let strict = wanted(true, true);
        let all = [Need::Chromium, Need::Clients, Need::Python, Need::Peers].into_iter().chain(OPPONENTS);
        assert!(all.into_iter().all(|need| strict.contains(&need)), "{strict:?}");
    }

    #[test]
    fn ci_is_strict_when_it_says_so() {
        assert!(is_strict(Some("true")) && is_strict(Some("1")));
        assert!(!is_strict(None) && !is_strict(Some("")) && !is_strict(Some("false")));
    }

    #[test]
    fn an_announcement_names_everything_its_command_and_the_way_out() {
        let text = announcement(&[Need::Target, Need::Chromium, OPPONENTS[0], Need::Clients], "REFUSE");
        let ways = [
            "rustup target add wasm32-wasip1",
            "apt-get install chromium",
            "apt-get install grhino",
            "pip install",
        ];
        for part in ways.into_iter().chain(["REFUSE"]) {
            assert!(text.contains(part), "{text}");
        }
        assert!(!text.contains("npm"), "{text}");
        assert_eq!(Need::Target.way().split(' ').next_back(), Some(wasm::TARGET));
    }
}
