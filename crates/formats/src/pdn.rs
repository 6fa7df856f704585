//! Portable draughts notation 3.0: checkers (game type 21) and international draughts (game type 20).
//!
//! The points of the player who begins come first in a result. In international draughts that is White, who gets two points
//! for a won game. In checkers it is Black. The standard (Wieger Wesselink, "PDN 3.0", on the tags `Result` and `GameType`) lists
//! the words for each game type and does not say whose points come first, and some descriptions say White's; the field's own
//! files say otherwise. In `tinsley.pdn`, which comes with the program `CheckerBoard`, the first ten decided games end
//! with a move of the side that this reading makes the winner: the other one gave up when it was its turn.

use agon_core::{Outcome, Player, Rules};

use super::draft::{Draft, Walk};
use super::tags::{self, Tagged, known, write_date, write_moves, write_spec, write_tag, write_termination};
use super::{FormatError, Header, brief};

/// The words for results.
pub(super) const RESULTS: [(&str, Option<Outcome>); 12] = [
    ("1-0", Some(Outcome::Win(Player::First))),
    ("2-0", Some(Outcome::Win(Player::First))),
    ("0-1", Some(Outcome::Win(Player::Second))),
    ("0-2", Some(Outcome::Win(Player::Second))),
    ("1/2-1/2", Some(Outcome::Draw)),
    ("1-1", Some(Outcome::Draw)),
    ("1/2", Some(Outcome::Draw)),
    ("½-½", Some(Outcome::Draw)),
    ("½", Some(Outcome::Draw)),
    // Both lost, or nobody says.
    ("0-0", None),
    ("?-?", None),
    ("*", None),
];

/// The draughts games that have a number, as the standard lists them.
const TYPES: [(&str, &str); 15] = [
    ("20", "international draughts"),
    ("21", "English checkers"),
    ("22", "Italian draughts"),
    ("23", "American pool checkers"),
    ("24", "Spanish draughts"),
    ("25", "Russian draughts"),
    ("26", "Brazilian draughts"),
    ("27", "Canadian draughts"),
    ("28", "Portuguese draughts"),
    ("29", "Czech draughts"),
    ("30", "Turkish draughts"),
    ("31", "Thai draughts"),
    ("40", "Frisian draughts"),
    ("41", "Spantsiretti draughts"),
    ("50", "Othello"),
];

/// The value of the `GameType` tag: its number, who begins, width, height, numbering, whether the board is mirrored.
fn game_type(id: &str) -> &'static str {
    if id == "international-draughts" { "20,W,10,10,N2,0" } else { "21,B,8,8,N1,0" }
}

/// The games that have one of these, plain rules first.
const GAMES: [&str; 2] = ["checkers", "international-draughts"];

pub(super) fn write(walk: &Walk<'_>, header: &Header) -> String {
    let id = &*walk.rules.info().id;
    let white = walk.called("White");
    let words =
        if id == "international-draughts" { ["2-0", "1-1", "0-2"] } else { ["1-0", "1/2-1/2", "0-1"] };
    let result = match walk.outcome {
        None => "*",
        Some(Outcome::Win(Player::First)) => words[0],
        Some(Outcome::Draw) => words[1],
        Some(Outcome::Win(Player::Second)) => words[2],
    };
    let mut text = String::new();
    write_tag(&mut text, "Event", known(&header.event));
    write_tag(&mut text, "Site", "Agon");
    write_tag(&mut text, "Date", &write_date(&header.date));
    write_tag(&mut text, "Round", known(&header.round));
    write_tag(&mut text, "White", known(&header.players[white.index()]));
    write_tag(&mut text, "Black", known(&header.players[(!white).index()]));
    write_tag(&mut text, "Result", result);
    write_termination(&mut text, walk);
    write_tag(&mut text, "GameType", game_type(id));
    write_spec(&mut text, walk, if id == GAMES[1] { GAMES[1] } else { GAMES[0] });
    if let Some(position) = &walk.setup {
        write_tag(&mut text, "SetUp", "1");
        write_tag(&mut text, "FEN", position);
    }
    text.push('\n');
    write_moves(&mut text, walk, str::to_owned, result);
    text
}

/// The spec of the game that a text says it is of, or what other game that is; nothing if it does not say.
pub(super) fn game(game: &Tagged) -> Option<Result<String, String>> {
    if let Some(spec) = game.tag(tags::SPEC) {
        return Some(Ok(spec.to_owned()));
    }
    let Some(told) = game.tag("GameType") else { return by_squares(game).map(|id| Ok(id.to_owned())) };
    let known = GAMES.into_iter().find(|id| number(game_type(id)) == number(told));
    Some(known.map(str::to_owned).ok_or_else(|| name(told)))
}

/// The number that a `GameType` begins with.
fn number(game_type: &str) -> &str {
    game_type.split(',').next().unwrap_or_default().trim()
}

/// The game that a `GameType` stands for, in words.
fn name(game_type: &str) -> String {
    let number = brief(number(game_type));
    match TYPES.iter().find(|(known, _)| *known == number) {
        Some((_, name)) => format!("{name} (PDN game type {number})"),
        None => format!("PDN game type {number}"),
    }
}

/// The game that numbers of squares belong to, for the many files without a game type: Black begins checkers on the squares
/// from 9 to 12, White international draughts on those from 31 to 35; and no other board has a square beyond 32.
fn by_squares(game: &Tagged) -> Option<&'static str> {
    let numbers = |text: &str| -> Vec<u8> {
        text.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect()
    };
    if let Some(fen) = game.tag("FEN") {
        return Some(if numbers(fen).iter().any(|&square| square > 32) { GAMES[1] } else { GAMES[0] });
    }
    let first = game.words.iter().find(|word| !RESULTS.iter().any(|(known, _)| *known == word.text))?;
    match numbers(&first.text)[..] {
        [9..=12, 13..=16] => Some(GAMES[0]),
        [31..=35, 26..=30] => Some(GAMES[1]),
        _ => None,
    }
}

/// Whether a game that does not say so can be one of draughts.
pub(super) fn looks_like_one(game: &Tagged) -> bool {
    game.tag("GameType").is_some()
        || game.tag("FEN").is_none_or(|fen| fen.contains(':')) && by_squares(game).is_some()
}

pub(super) fn draft(game: &Tagged, rules: &dyn Rules) -> Result<Draft, FormatError> {
    let info = rules.info();
    let own = number(game_type(&info.id));
    let told = game.tag("GameType");
    if let Some(found) = told.filter(|found| number(found) != own) {
        return Err(FormatError::Foreign {
            found: name(found),
            expected: format!("{}, which is {own}", info.name),
        });
    }
    // Pieces of other colours move the same way: whoever is said to begin is the first player.
    let starter = told.and_then(|told| told.split(',').nth(1)).map(str::trim);
    let swapped = starter.is_some_and(|letter| !info.sides[0].starts_with(letter));
    let mut sides = info.sides.each_ref().map(AsRef::as_ref);
    if swapped {
        sides.reverse();
    }
    let mut draft = game.draft([&[sides[0]], &[sides[1]]], &RESULTS);
    if swapped {
        let exchange = |letter| match letter {
            'W' => 'B',
            'B' => 'W',
            other => other,
        };
        draft.position = draft.position.map(|position| position.chars().map(exchange).collect());
    }
    Ok(draft)
}
