//! What tests of runs have in common: a folder of their own, and the program started in it.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A folder of a test's own, gone afterwards.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("agon-run-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// Writes a file and returns its path.
    pub(crate) fn write(&self, name: &str, text: &str) -> String {
        fs::write(self.0.join(name), text).unwrap();
        self.path(name)
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn agon(args: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("agon"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The program, listening to signals even where these tests were started by somebody who ignores them: `nohup`, say.
#[cfg(unix)]
pub(crate) fn listening(args: &[&str]) -> Command {
    let mut command = Command::new("env");
    command.arg("--default-signal").arg(assert_cmd::cargo::cargo_bin("agon")).args(args);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub(crate) fn printed(args: &[&str]) -> String {
    let Output { status, stdout, stderr } = agon(args).output().unwrap();
    assert!(status.success(), "{args:?}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

/// The one sentence with which a run fails.
pub(crate) fn sentence(args: &[&str]) -> String {
    let Output { status, stdout, stderr } = agon(args).output().unwrap();
    let text = String::from_utf8(stderr).unwrap();
    assert_eq!((status.code(), stdout.len(), text.lines().count()), (Some(2), 0, 1), "{text}");
    text
}

/// Tells `cargo xtask test`, which counts the lines of this file, that a test could not run here and why.
pub(crate) fn skip(why: &str) {
    println!("skipped: {why}");
    if let Some(path) = std::env::var_os("AGON_SKIPPED") {
        let mut file = fs::OpenOptions::new().create(true).append(true).open(path).unwrap();
        file.write_all(format!("{why}\n").as_bytes()).unwrap();
    }
}
