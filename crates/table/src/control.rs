//! How much time the players have.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

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
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "'{0}' is not a clock; expected none, move:SECONDS or total:SECONDS+SECONDS, at most {longest} each",
    longest = Control::LONGEST
)]
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

#[cfg(test)]
mod tests {
    use super::*;

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
