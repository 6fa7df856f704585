//! Othello games as a row of squares, `f5d6c3d3c4`, the way most of them are passed on. Passes are left out, and what is
//! said about a game stands elsewhere. They are read and not written: GGF says more.

use super::draft::{Draft, Made, Told};
use super::tags;

/// Where Black can play first: everybody sets the first four discs up the same way.
const FIRST: [&str; 4] = ["f5", "e6", "d3", "c4"];

/// Where Black can play first and White cannot move a chess pawn to.
const NEVER_CHESS: [&str; 2] = ["f5", "e6"];

/// The squares of a word such as `f5D6c3`, in small letters; nothing if it is something else.
pub(super) fn squares(word: &str) -> Option<Vec<String>> {
    let word = word.to_ascii_lowercase();
    if ["pa", "pass", "ps", "--"].contains(&word.as_str()) {
        return Some(vec!["pass".to_owned()]);
    }
    if word.is_empty() || !word.len().is_multiple_of(2) || !word.is_ascii() {
        return None;
    }
    let pairs = (0..word.len() / 2).map(|index| &word[2 * index..2 * index + 2]);
    let square = |pair: &str| match pair.as_bytes() {
        [b'a'..=b'h', b'1'..=b'8'] => Some(pair.to_owned()),
        b"--" | b"pa" | b"ps" => Some("pass".to_owned()),
        _ => None,
    };
    pairs.map(square).collect()
}

/// The games of a text that holds nothing but squares, move numbers and scores; nothing if there is anything else in it. A
/// line is a game of its own if all of them begin like one, and begins another game with a square that was played already.
pub(super) fn parse(text: &str) -> Option<Vec<Vec<Told>>> {
    let mut games: Vec<Vec<Told>> = vec![Vec::new()];
    let begins = |line: &str| {
        let word = line.split_whitespace().map(tags::clean).find(|word| !word.is_empty());
        word.is_none_or(|word| FIRST.iter().any(|first| word.to_ascii_lowercase().starts_with(first)))
    };
    let one_per_line = text.trim_start_matches('\u{feff}').lines().all(begins);
    for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let words = line.split([' ', '\t', ',', ';', '\r']).map(tags::clean).filter(|word| !word.is_empty());
        let mut moves = Vec::new();
        for word in words {
            match squares(word) {
                Some(squares) => moves.extend(squares),
                None if is_score(word) => {}
                None => return None,
            }
        }
        let game = games.last_mut().expect("there is always one");
        let was_played = |first: &String| game.iter().any(|told| told.text == *first);
        let begins_anew = moves.first().is_some_and(|first| one_per_line || was_played(first));
        let moves = moves.into_iter().map(|text| Told { text, line: number + 1 });
        if begins_anew {
            games.push(moves.collect());
        } else {
            game.extend(moves);
        }
    }
    games.retain(|game| !game.is_empty());
    (!games.is_empty()).then_some(games)
}

/// Whether a word is a score such as `37-27` or `+10`.
fn is_score(word: &str) -> bool {
    word.strip_prefix(['+', '-'])
        .unwrap_or(word)
        .split('-')
        .all(|part| part.parse::<u8>().is_ok_and(|discs| discs <= 64))
}

/// Whether a text looks like Othello and not like a list of chess moves.
pub(super) fn looks_like_one(text: &str) -> bool {
    let Some(games) = parse(text) else { return false };
    let first = games[0][0].text.as_str();
    let joined =
        || text.split_whitespace().any(|word| squares(word).is_some_and(|squares| squares.len() > 2));
    FIRST.contains(&first) && (NEVER_CHESS.contains(&first) || joined())
}

pub(super) fn draft(moves: &[Told]) -> Draft {
    let moves = moves.iter().map(|told| Made { told: told.clone(), by: None }).collect();
    Draft { moves, ..Draft::default() }
}
