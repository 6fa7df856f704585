//! What the tests need beyond a Rust toolchain: said before it is installed, and never passed over in silence.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::{command, output, root, succeed, wasm};

/// Something that a machine may lack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Need {
    /// The compiler's part for WebAssembly.
    Target,
    /// The package manager of the browser tests, and node with it.
    Npm,
    /// A browser.
    Chromium,
    /// The packages of the browser tests.
    Packages,
    /// The Othello program that one test plays against.
    Rhino,
}

/// What everything in the browser needs.
pub(crate) const BROWSER: [Need; 4] = [Need::Target, Need::Npm, Need::Chromium, Need::Packages];

/// What the whole test needs. Whoever works at home can do without the foreign program: its test says that it was
/// skipped. Where nothing may be skipped it is installed.
pub(crate) fn wanted(browser: bool, strict: bool) -> Vec<Need> {
    let mut needs = Vec::new();
    if browser {
        needs.extend(BROWSER);
    }
    if strict {
        needs.push(Need::Rhino);
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
            Need::Packages => "playwright-core and axe-core",
            Need::Rhino => "gtp-rhino",
        }
    }

    fn purpose(self) -> &'static str {
        match self {
            Need::Target => "the app that plays inside a browser is compiled for it",
            Need::Npm => "it fetches and runs the browser tests",
            Need::Chromium => "the browser of the browser tests",
            Need::Packages => "they drive the browser and check the pages, in tests/browser/node_modules",
            Need::Rhino => "an Othello program that one test plays against",
        }
    }

    /// The command that installs it.
    fn way(self) -> &'static str {
        match self {
            Need::Target => "rustup target add wasm32-wasip1",
            Need::Npm => "apt-get install npm",
            Need::Chromium => "apt-get install chromium",
            Need::Packages => "npm ci",
            Need::Rhino => "apt-get install grhino",
        }
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
            Need::Packages => ["playwright-core", "axe-core"]
                .iter()
                .all(|package| root().join("tests/browser/node_modules").join(package).exists()),
            // As crates/agon/tests/gtp.rs looks for it.
            Need::Rhino => ["/usr/games/gtp-rhino", "/usr/bin/gtp-rhino"]
                .iter()
                .any(|path| std::path::Path::new(path).is_file()),
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
            Need::Rhino => apt_get("grhino"),
        }?;
        if self.is_there() { Ok(()) } else { bail!("'{}' left nothing that works", self.way()) }
    }
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
    fn the_browser_can_be_refused_and_the_foreign_program_is_installed_only_where_nothing_may_be_skipped() {
        assert_eq!(wanted(true, false), BROWSER);
        assert!(wanted(false, false).is_empty());
        assert!(wanted(true, true).contains(&Need::Rhino) && wanted(true, true).contains(&Need::Chromium));
    }

    #[test]
    fn ci_is_strict_when_it_says_so() {
        assert!(is_strict(Some("true")) && is_strict(Some("1")));
        assert!(!is_strict(None) && !is_strict(Some("")) && !is_strict(Some("false")));
    }

    #[test]
    fn an_announcement_names_everything_its_command_and_the_way_out() {
        let text = announcement(&[Need::Target, Need::Chromium], "REFUSE");
        for part in ["rustup target add wasm32-wasip1", "apt-get install chromium", "REFUSE"] {
            assert!(text.contains(part), "{text}");
        }
        assert!(!text.contains("npm"), "{text}");
        assert_eq!(Need::Target.way().split(' ').next_back(), Some(wasm::TARGET));
    }
}
