//! Clocks, for eyes and for ears.

use agon_core::{GameInfo, Player};
use agon_render::tell;
use agon_render::words::Words;
use agon_table::{Control, Face};
use maud::{Markup, html};

/// What a time control is called.
pub(crate) fn name(words: &Words, control: Control) -> String {
    match control {
        Control::None => words.say("clock-none"),
        Control::Move(each) => words.with("clock-move", &[("time", spoken(words, each).into())]),
        Control::Total(main, 0) => words.with("clock-total", &[("time", spoken(words, main).into())]),
        Control::Total(main, more) => words.with(
            "clock-total-more",
            &[("time", spoken(words, main).into()), ("more", spoken(words, more).into())],
        ),
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
fn digits(milliseconds: u64) -> String {
    let seconds = seconds(milliseconds);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// How much time everybody has, in sentences.
pub(crate) fn sentences(words: &Words, info: &GameInfo, face: &Face) -> Vec<String> {
    let has = |player: Player| {
        let time = spoken(words, seconds(face.left[player.index()]));
        words.with("clock-has", &[("side", tell::side(words, info, player).into()), ("time", time.into())])
    };
    let mut sentences: Vec<String> = Player::BOTH.map(has).into();
    sentences.push(match face.running {
        Some(player) => words.with("clock-runs", &[("side", tell::side(words, info, player).into())]),
        None if face.paused => words.say("clock-paused"),
        None => words.say("clock-stands"),
    });
    sentences
}

/// The clock of one side. The page counts it down, and says aloud only the last minute and the last ten seconds of people.
pub(crate) fn timer(words: &Words, info: &GameInfo, face: &Face, player: Player, announce: bool) -> Markup {
    let left = face.left[player.index()];
    let side = tell::side(words, info, player);
    let warn = |count: u32| {
        let given = [("side", side.clone().into()), ("time", spoken(words, count).into())];
        announce.then(|| words.with("clock-warning", &given))
    };
    html! {
        span.timer role="timer" aria-live="off" aria-label=(words.with("clock-of", &[("side", side.as_str().into())]))
            data-left=(left) data-running[face.running == Some(player)]
            data-minute=[warn(60)] data-ten=[warn(10)] { (digits(left)) }
    }
}

#[cfg(test)]
mod tests {
    use agon_render::words::Language;

    use super::*;

    #[test]
    fn times_are_shown_and_said() {
        assert_eq!([0, 1, 59_500, 299_000, 3_600_000].map(digits), ["0:00", "0:01", "1:00", "4:59", "60:00"]);
        let words = Words::of(Language::English);
        assert_eq!(spoken(words, 299), "4 minutes 59 seconds");
        assert_eq!(spoken(words, 61), "1 minute 1 second");
        assert_eq!(spoken(words, 0), "0 seconds");
        let called = name(words, Control::Total(180, 2));
        assert_eq!(called, "3 minutes for the game, and 2 seconds more with each move");
    }
}
