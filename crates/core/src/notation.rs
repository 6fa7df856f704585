//! What goes wrong when people type moves and positions, and the reading of moves.

use thiserror::Error;

use crate::game::Game;

/// A text that is not a legal move of the position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveError {
    /// Nothing like it is legal.
    #[error("'{text}' is not a legal move here; legal: {}", list(legal))]
    Illegal {
        /// What was typed.
        text: String,
        /// The moves that are legal.
        legal: Vec<String>,
    },
    /// More than one legal move fits.
    #[error("'{text}' could mean more than one move: {}", list(fitting))]
    Ambiguous {
        /// What was typed.
        text: String,
        /// The moves that fit.
        fitting: Vec<String>,
    },
    /// The game has ended.
    #[error("'{text}' cannot be played: the game is over")]
    Over {
        /// What was typed.
        text: String,
    },
}

/// A text that is not a position of the game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{text}' is not a position of {game}: {problem}")]
pub struct PositionError {
    /// What was typed.
    pub text: String,
    /// The id of the game.
    pub game: String,
    /// What is wrong with it, and what was expected.
    pub problem: String,
}

impl PositionError {
    /// An error about a position text.
    pub fn new(game: &str, text: &str, problem: impl Into<String>) -> PositionError {
        let mut quoted = quote(text);
        if quoted.len() < text.trim().len() {
            quoted.push('…');
        }
        PositionError { text: quoted, game: game.to_owned(), problem: problem.into() }
    }
}

/// A text as a message can hold it. A message is a sentence: of a text that is too long or has several lines, a part is quoted.
pub fn quote(text: &str) -> String {
    text.trim().chars().take(120).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// What somebody typed, fit to be repeated in a sentence: without control characters, and not endless.
pub fn repeatable(text: &str) -> String {
    const MOST: usize = 2000;
    let mut short = String::new();
    for (index, c) in text.chars().enumerate() {
        match c {
            _ if index == MOST => {
                short.push('…');
                break;
            }
            '\n' | '\t' => short.push(' '),
            c if is_invisible(c) => short.extend(c.escape_default()),
            c => short.push(c),
        }
    }
    short
}

/// Control characters, and those with which a text is made to look like another one.
fn is_invisible(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// At most this many moves are listed in a message.
const LISTED: usize = 60;

fn list(moves: &[String]) -> String {
    let shown = moves[..moves.len().min(LISTED)].join(", ");
    if moves.len() > LISTED { format!("{shown} and {} more", moves.len() - LISTED) } else { shown }
}

/// Finds the legal move that a text means: the exact notation first, then the game's other spellings, then the
/// one and the other without regard to case. Case comes last because it can carry meaning: to a chess player
/// `b4c3` is a pawn or a queen on b4 before it is a bishop on the fourth rank.
pub fn match_move<G: Game>(game: &G, position: &G::Position, text: &str) -> Result<G::Move, MoveError> {
    let text = text.trim();
    let owned = quote(text);
    let mut moves = Vec::new();
    if game.generate(position, &mut moves).is_some() && !game.overlooked(position, &mut moves) {
        return Err(MoveError::Over { text: owned });
    }
    let written: Vec<String> = moves.iter().map(|&mv| game.write_move(position, mv)).collect();
    if let Some(exact) = written.iter().position(|name| name == text) {
        return Ok(moves[exact]);
    }
    let spellings: Vec<Vec<String>> = moves.iter().map(|&mv| game.spellings(position, mv)).collect();
    let attempts: [&dyn Fn(usize) -> bool; 3] = [
        &|index| spellings[index].iter().any(|name| name == text),
        &|index| written[index].eq_ignore_ascii_case(text),
        &|index| spellings[index].iter().any(|name| name.eq_ignore_ascii_case(text)),
    ];
    for fits in attempts {
        let fitting: Vec<usize> = (0..moves.len()).filter(|&index| fits(index)).collect();
        match fitting[..] {
            [] => {}
            [only] => return Ok(moves[only]),
            _ => {
                let fitting = fitting.into_iter().map(|index| written[index].clone()).collect();
                return Err(MoveError::Ambiguous { text: owned, fitting });
            }
        }
    }
    Err(MoveError::Illegal { text: owned, legal: written })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_repeated_is_harmless_and_short() {
        assert_eq!(repeatable("a\u{1b}[31mb\nc\u{202e}"), "a\\u{1b}[31mb c\\u{202e}");
        let long = repeatable(&"x".repeat(10_000));
        assert!(long.chars().count() == 2001 && long.ends_with('…'));
    }
}
