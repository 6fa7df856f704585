//! Clocks, for eyes and for ears.

use std::fmt;
use std::str::FromStr;

use agon_core::{GameInfo, Player};
use maud::{Markup, html};

use crate::tell;
use crate::words::Words;

/// The clocks of a table as they are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// The milliseconds that each side has left.
    pub left: [u64; 2],
    /// Whose time runs.
    pub running: Option<Player>,
    /// Whether somebody stopped it.
    pub paused: bool,
}

/// How much time there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Control {
    /// As much as you like.
    #[default]
    None,
    /// So many seconds for each move.
    Move(u32),
    /// So many seconds for the game, and so many more with each move.
    Total(u32, u32),
}

/// A text that is no time control.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ControlError(String);

impl Control {
    /// What the page of a game offers.
    pub const OFFERED: [Control; 10] = [
        Control::None,
        Control::Move(15),
        Control::Move(30),
        Control::Move(60),
        Control::Move(300),
        Control::Total(180, 2),
        Control::Total(300, 3),
        Control::Total(600, 5),
        Control::Total(1800, 20),
        Control::Total(3600, 0),
    ];
    /// The longest time that can be asked for: a day.
    pub const LONGEST: u32 = 24 * 3600;

    /// The time at the beginning, in milliseconds.
    pub const fn start(self) -> u64 {
        match self {
            Control::None => 0,
            Control::Move(seconds) | Control::Total(seconds, _) => seconds as u64 * 1000,
        }
    }

    /// What it is called.
    pub fn name(self, words: &Words) -> String {
        match self {
            Control::None => words.say("clock-none"),
            Control::Move(each) => words.with("clock-move", &[("time", spoken(words, each).into())]),
            Control::Total(main, 0) => words.with("clock-total", &[("time", spoken(words, main).into())]),
            Control::Total(main, more) => words.with(
                "clock-total-more",
                &[("time", spoken(words, main).into()), ("more", spoken(words, more).into())],
            ),
        }
    }
}

impl FromStr for Control {
    type Err = ControlError;

    fn from_str(text: &str) -> Result<Control, ControlError> {
        let seconds =
            |text: &str| text.parse().ok().filter(|seconds| (1..=Control::LONGEST).contains(seconds));
        let control = match text.split_once(':') {
            None if text.is_empty() || text == "none" => Some(Control::None),
            Some(("move", each)) => seconds(each).map(Control::Move),
            Some(("total", rest)) => {
                let (main, more) = rest.split_once('+').unwrap_or((rest, "0"));
                let more = more.parse().ok().filter(|more| *more <= Control::LONGEST);
                seconds(main).zip(more).map(|(main, more)| Control::Total(main, more))
            }
            _ => None,
        };
        control.ok_or_else(|| ControlError(text.chars().take(40).collect()))
    }
}

impl fmt::Display for Control {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Control::None => formatter.write_str("none"),
            Control::Move(each) => write!(formatter, "move:{each}"),
            Control::Total(main, more) => write!(formatter, "total:{main}+{more}"),
        }
    }
}

impl fmt::Display for ControlError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "'{}' is not a clock; expected none, move:SECONDS or total:SECONDS+SECONDS, at most {} each",
            self.0,
            Control::LONGEST
        )
    }
}

/// A time in words: "4 minutes 59 seconds".
fn spoken(words: &Words, seconds: u32) -> String {
    let mut parts = Vec::new();
    if seconds >= 60 {
        parts.push(words.with("minutes", &[("count", (seconds / 60).into())]));
    }
    if !seconds.is_multiple_of(60) || seconds == 0 {
        parts.push(words.with("seconds", &[("count", (seconds % 60).into())]));
    }
    parts.join(" ")
}

/// Seconds that have begun: only who has nothing left has none.
fn seconds(milliseconds: u64) -> u32 {
    milliseconds.div_ceil(1000) as u32
}

/// A time as clocks show it: "4:59".
fn face(milliseconds: u64) -> String {
    let seconds = seconds(milliseconds);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

impl Clock {
    /// How much time everybody has, in sentences.
    pub fn tell(&self, words: &Words, info: &GameInfo) -> Vec<String> {
        let has = |player: Player| {
            let time = spoken(words, seconds(self.left[player.index()]));
            words
                .with("clock-has", &[("side", tell::side(words, info, player).into()), ("time", time.into())])
        };
        let mut sentences: Vec<String> = Player::BOTH.map(has).into();
        sentences.push(match self.running {
            Some(player) => words.with("clock-runs", &[("side", tell::side(words, info, player).into())]),
            None if self.paused => words.say("clock-paused"),
            None => words.say("clock-stands"),
        });
        sentences
    }

    /// The clock of one side. The page counts it down, and says aloud only the last minute and the last ten seconds of people.
    pub(crate) fn timer(&self, words: &Words, info: &GameInfo, player: Player, announce: bool) -> Markup {
        let left = self.left[player.index()];
        let side = tell::side(words, info, player);
        let warn = |count: u32| {
            let given = [("side", side.clone().into()), ("time", spoken(words, count).into())];
            announce.then(|| words.with("clock-warning", &given))
        };
        html! {
            span.timer role="timer" aria-live="off" aria-label=(words.with("clock-of", &[("side", side.as_str().into())]))
                data-left=(left) data-running[self.running == Some(player)]
                data-minute=[warn(60)] data-ten=[warn(10)] { (face(left)) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;

    #[test]
    fn times_are_shown_and_said() {
        assert_eq!([0, 1, 59_500, 299_000, 3_600_000].map(face), ["0:00", "0:01", "1:00", "4:59", "60:00"]);
        let words = Words::of(Language::English);
        assert_eq!(spoken(words, 299), "4 minutes 59 seconds");
        assert_eq!(spoken(words, 61), "1 minute 1 second");
        assert_eq!(spoken(words, 0), "0 seconds");
        let name = Control::Total(180, 2).name(words);
        assert_eq!(name, "3 minutes for the game, and 2 seconds more with each move");
    }

    #[test]
    fn controls_are_read_as_they_are_written() {
        for control in Control::OFFERED {
            assert_eq!(control.to_string().parse(), Ok(control));
        }
        assert_eq!("total:60".parse(), Ok(Control::Total(60, 0)));
        for wrong in ["move", "move:0", "move:-1", "total:1+x", "hourglass:3", "move:99999999999"] {
            assert!(wrong.parse::<Control>().is_err(), "{wrong}");
        }
    }
}
