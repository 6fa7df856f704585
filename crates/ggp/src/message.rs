//! The messages of the protocol.

use agon_gdl::kif::{self, Node};
use thiserror::Error;

/// What a game server says to a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// Who are you?
    Info,
    /// A match begins.
    Start {
        /// The match.
        id: String,
        /// The role to be played.
        role: String,
        /// The rules.
        rules: Vec<Node>,
        /// Seconds to prepare.
        start_clock: u64,
        /// Seconds for each move.
        play_clock: u64,
    },
    /// The moves of all roles in the last step, none at first; a move is asked for.
    Play(String, Option<Vec<Node>>),
    /// The last moves; the match is over.
    Stop(String, Option<Vec<Node>>),
    /// The match is off.
    Abort(String),
    /// Rules of a match to come, and the seconds to look at them.
    Preview(Vec<Node>, u64),
}

/// A text that is no message.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{text}' is no message; expected {expected}")]
pub struct MessageError {
    text: String,
    expected: String,
}

impl Message {
    /// Reads a message. Words after those that are expected are ignored.
    pub fn read(text: &str) -> Result<Message, MessageError> {
        let wrong = |expected: &str| MessageError {
            text: agon_core::notation::quote(&text.chars().take(60).collect::<String>()),
            expected: expected.to_owned(),
        };
        let nodes = kif::read(text).map_err(|error| wrong(&format!("a list ({error})")))?;
        let Some(parts) = nodes.first().and_then(Node::list) else { return Err(wrong("a list")) };
        let word = |place: usize| parts.get(place).and_then(Node::word).map(str::to_owned);
        let clock = |place: usize| word(place).and_then(|word| word.parse().ok());
        let rules = |place: usize| parts.get(place).and_then(Node::list).map(<[Node]>::to_vec);
        // NIL stands for no moves yet.
        let moves = |place: usize| parts.get(place).and_then(Node::list).map(<[Node]>::to_vec);
        let message = match word(0).map(|word| word.to_lowercase()).as_deref() {
            Some("info") => Some(Message::Info),
            Some("start") => start(word(1), word(2), rules(3), clock(4), clock(5)),
            Some("play") => word(1).map(|id| Message::Play(id, moves(2))),
            Some("stop") => word(1).map(|id| Message::Stop(id, moves(2))),
            Some("abort") => word(1).map(Message::Abort),
            Some("preview") => rules(1).map(|rules| Message::Preview(rules, clock(2).unwrap_or(0))),
            _ => return Err(wrong("INFO, START, PLAY, STOP, ABORT or PREVIEW")),
        };
        message.ok_or_else(|| {
            wrong("( START id role ( rules ) startclock playclock ), ( PLAY id moves ), ( STOP id moves ) or ( ABORT id )")
        })
    }
}

fn start(
    id: Option<String>,
    role: Option<String>,
    rules: Option<Vec<Node>>,
    start_clock: Option<u64>,
    play_clock: Option<u64>,
) -> Option<Message> {
    Some(Message::Start {
        id: id?,
        role: role?,
        rules: rules?,
        start_clock: start_clock?,
        play_clock: play_clock?,
    })
}

/// Moves as they are sent.
pub fn write_moves(moves: Option<&[String]>) -> String {
    moves.map_or_else(|| "NIL".to_owned(), |moves| format!("( {} )", moves.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_in_any_case_and_with_more_than_they_need() {
        assert_eq!(Message::read("( INFO )"), Ok(Message::Info));
        let Ok(Message::Start { id, role, rules, start_clock, play_clock }) =
            Message::read("(start M1 White ((role White) (init p)) 30 15 something more)")
        else {
            panic!("a start");
        };
        assert_eq!(
            (id.as_str(), role.as_str(), rules.len(), start_clock, play_clock),
            ("M1", "White", 2, 30, 15)
        );
        assert_eq!(Message::read("(PLAY m1 NIL)"), Ok(Message::Play("m1".into(), None)));
        let Ok(Message::Stop(_, Some(moves))) = Message::read("(stop m1 (noop (mark 1 2)))") else {
            panic!("a stop")
        };
        assert_eq!(moves[1].to_string(), "(mark 1 2)");
        assert_eq!(Message::read("(abort m1)"), Ok(Message::Abort("m1".into())));
    }

    #[test]
    fn what_is_no_message_is_told() {
        let problem = |text: &str| Message::read(text).unwrap_err().to_string();
        assert!(problem("hello").ends_with("is no message; expected a list"));
        assert!(problem("(dance)").contains("expected INFO, START, PLAY"));
        assert!(problem("(start m1 white)").contains("expected ( START id role"));
        assert!(problem("((((").contains("is never closed"));
    }
}
