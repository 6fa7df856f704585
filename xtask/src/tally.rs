//! Counting tests: what passed, what failed, and what was skipped and why.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

/// Tests of one kind or of all kinds.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Tally {
    pub(crate) passed: u32,
    pub(crate) failed: u32,
    /// Tests that their own runner knows to be skipped.
    pub(crate) ignored: u32,
    /// Why each of the others was skipped.
    pub(crate) skipped: Vec<String>,
}

impl Tally {
    pub(crate) fn add(&mut self, other: &Tally) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.ignored += other.ignored;
        self.skipped.extend(other.skipped.iter().cloned());
    }

    /// Enters tests that ended early because something was missing: their runner takes them for passed.
    pub(crate) fn enter_early_ends(&mut self, reasons: &str) {
        for reason in reasons.lines().filter(|line| !line.trim().is_empty()) {
            self.passed = self.passed.saturating_sub(1);
            self.skipped.push(reason.to_owned());
        }
    }

    pub(crate) fn skips(&self) -> u32 {
        self.ignored + self.skipped.len() as u32
    }

    /// The last words of a run: one line of numbers, and a line for every reason to skip something.
    pub(crate) fn summary(&self) -> String {
        let mut text = String::new();
        for reason in &self.skipped {
            text += &format!("skipped: {reason}\n");
        }
        text += &format!("{} passed, {} failed, {} skipped", self.passed, self.failed, self.skips());
        text
    }

    /// Reads one line of a runner: the closing line of a Rust test binary, or one of the closing lines of node's.
    fn read(&mut self, line: &str) {
        if let Some(results) = line.strip_prefix("test result:") {
            let words: Vec<&str> = results.split([' ', ';']).filter(|word| !word.is_empty()).collect();
            for pair in words.windows(2) {
                if let Ok(number) = pair[0].parse() {
                    self.count(pair[1], number);
                }
            }
        } else if let Some(results) = pytest(line) {
            for pair in results.split(", ").filter_map(|pair| pair.split_once(' ')) {
                if let Ok(number) = pair.0.parse() {
                    self.count(pair.1, number);
                }
            }
        } else if let Some((word, number)) =
            line.strip_prefix("# ").or_else(|| line.strip_prefix("ℹ ")).and_then(|rest| rest.split_once(' '))
            && let Ok(number) = number.parse()
        {
            self.count(word, number);
        }
    }

    fn count(&mut self, word: &str, number: u32) {
        match word {
            "passed" | "pass" => self.passed += number,
            "failed" | "fail" | "cancelled" | "error" | "errors" => self.failed += number,
            "ignored" | "skipped" | "todo" => self.ignored += number,
            _ => {}
        }
    }
}

/// The counts in the closing line of pytest, such as "5 passed, 1 skipped in 2.31s", perhaps with minutes in parentheses.
fn pytest(line: &str) -> Option<&str> {
    let (counts, time) = line.rsplit_once(" in ")?;
    let seconds = time.split(' ').next()?.strip_suffix('s')?;
    let is_closing =
        seconds.parse::<f64>().is_ok() && counts.starts_with(|first: char| first.is_ascii_digit());
    is_closing.then_some(counts)
}

/// Runs tests, passes their output on, and counts. The second answer is whether all of them passed.
pub(crate) fn run(command: &mut Command) -> Result<(Tally, bool)> {
    let child = command.stdout(Stdio::piped()).spawn();
    let mut child = child.with_context(|| format!("cannot start {command:?}"))?;
    let mut tally = Tally::default();
    for line in BufReader::new(child.stdout.take().expect("stdout is piped")).lines() {
        let line = line?;
        tally.read(&line);
        println!("{line}");
    }
    let is_good = child.wait()?.success();
    ensure!(!is_good || tally.passed > 0, "{command:?} ran no test that could be counted");
    Ok((tally, is_good))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Tally {
        let mut tally = Tally::default();
        text.lines().for_each(|line| tally.read(line));
        tally
    }

    #[test]
    fn closing_lines_of_rust_tests_are_added_up() {
        let tally = read(
            "running 3 tests\n\
             test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.02s\n\
             test result: FAILED. 4 passed; 2 failed; 0 ignored; 0 measured; 7 filtered out; finished in 1.00s\n",
        );
        assert_eq!(tally, Tally { passed: 16, failed: 2, ignored: 1, skipped: Vec::new() });
    }

    #[test]
    fn closing_lines_of_node_are_added_up_in_both_of_its_styles() {
        let tap = read(
            "ok 1 - a game\n# tests 42\n# suites 0\n# pass 40\n# fail 0\n# cancelled 1\n# skipped 1\n# todo 0\n",
        );
        assert_eq!(tap, Tally { passed: 40, failed: 1, ignored: 1, skipped: Vec::new() });
        let spec = read("✔ a game (3ms)\nℹ tests 2\nℹ pass 2\nℹ fail 0\nℹ duration_ms 12.5\n");
        assert_eq!(spec, Tally { passed: 2, ..Tally::default() });
    }

    #[test]
    fn closing_lines_of_pytest_are_added_up() {
        let tally = read("....s..F [100%]\n1 failed, 6 passed, 1 skipped, 3 warnings in 61.20s (0:01:01)\n");
        assert_eq!(tally, Tally { passed: 6, failed: 1, ignored: 1, skipped: Vec::new() });
        assert_eq!(read("2 passed in love\nall 3 passed in 1.5s\n"), Tally::default());
    }

    #[test]
    fn a_test_that_ended_early_is_skipped_and_not_passed() {
        let mut tally = Tally { passed: 10, ..Tally::default() };
        tally.enter_early_ends("gtp-rhino is not installed\n\n");
        assert_eq!((tally.passed, tally.skips()), (9, 1));
        assert_eq!(tally.summary(), "skipped: gtp-rhino is not installed\n9 passed, 0 failed, 1 skipped");
    }

    #[test]
    fn tallies_are_added() {
        let mut sum = Tally { passed: 1, failed: 0, ignored: 1, skipped: vec!["a".to_owned()] };
        sum.add(&Tally { passed: 2, failed: 1, ignored: 0, skipped: vec!["b".to_owned()] });
        assert_eq!(sum.summary(), "skipped: a\nskipped: b\n3 passed, 1 failed, 3 skipped");
    }
}
