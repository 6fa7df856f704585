//! How numbers are written in the tables and sentences of experiments.

use crate::contest::Tally;
use crate::stats::{Interval, Mean, clopper_pearson};

/// A share in percent.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A share of trials in percent, with its exact 95 % interval.
pub(super) fn share(successes: u64, trials: u64) -> String {
    let Interval { low, high } = clopper_pearson(successes, trials.max(1), 0.95);
    let rate = successes as f64 / trials.max(1) as f64;
    format!("{:.1} % ({:.1} to {:.1})", 100.0 * rate, 100.0 * low, 100.0 * high)
}

/// Wins, draws and losses.
pub(super) fn results(tally: Tally) -> String {
    format!("{}-{}-{}", tally.wins, tally.draws, tally.losses)
}

/// A mean from -1 to 1 in percent, with its radius.
pub(super) fn signed(mean: Mean) -> String {
    // Adding zero turns a negative zero into a plain one.
    let percent = 100.0 * mean.mean + 0.0;
    if mean.radius.is_finite() {
        format!("{percent:+.1} ± {:.1} %", 100.0 * mean.radius)
    } else {
        format!("{percent:+.1} %")
    }
}

/// A mean as it is, with its radius.
pub(super) fn plain(mean: Mean, digits: usize) -> String {
    if mean.radius.is_finite() {
        format!("{:.digits$} ± {:.digits$}", mean.mean, mean.radius)
    } else {
        format!("{:.digits$}", mean.mean)
    }
}

/// A radius for judging a gain: that of the mean, but not less than what games so few can hide. By the rule of three, what
/// was not seen in `games` games happens in at most 3 of as many, and changes a gain by up to 2.
pub(super) fn cautious(gain: Mean, games: u64) -> f64 {
    gain.radius.max(6.0 / games.max(1) as f64)
}

/// Several things as one enumeration: `a, b and c`.
pub(super) fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A number with its noun.
pub(super) fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// A paragraph broken into lines of at most 100 characters; all but the first begin with `indent`.
pub(super) fn wrap(text: &str, indent: &str) -> String {
    let mut wrapped = String::new();
    let mut width = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        // A percent sign stays with its number.
        if width > 0 && width + 1 + length > 100 && word != "%" {
            wrapped += "\n";
            wrapped += indent;
            width = indent.len();
        } else if width > 0 {
            wrapped.push(' ');
            width += 1;
        }
        wrapped += word;
        width += length;
    }
    wrapped
}
