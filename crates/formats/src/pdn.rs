//! Portable draughts notation 3.0: checkers (game type 21) and international draughts (game type 20).
//!
//! Results give White's points first, as the standard has it, also in checkers, where Black begins; international draughts
//! counts two points for a game.

use agon_core::{Outcome, Player, Rules};

use super::draft::{Draft, Walk, player_called};
use super::tags::{self, Tagged, known, write_date, write_moves, write_tag, write_termination};
use super::{FormatError, Header};

/// The words for results; the first player stands for White.
const RESULTS: [(&str, Option<Outcome>); 8] = [
    ("1-0", Some(Outcome::Win(Player::First))),
    ("2-0", Some(Outcome::Win(Player::First))),
    ("0-1", Some(Outcome::Win(Player::Second))),
    ("0-2", Some(Outcome::Win(Player::Second))),
    ("1/2-1/2", Some(Outcome::Draw)),
    ("1-1", Some(Outcome::Draw)),
    // Both lost, or nobody says.
    ("0-0", None),
    ("*", None),
];

/// The value of the `GameType` tag: its number, who begins, width, height, numbering, whether the board is mirrored.
fn game_type(id: &str) -> &'static str {
    if id == "international-draughts" { "20,W,10,10,N2,0" } else { "21,B,8,8,N1,0" }
}

pub(super) fn write(walk: &Walk<'_>, header: &Header) -> String {
    let id = &*walk.rules.info().id;
    let white = walk.called("White");
    let words =
        if id == "international-draughts" { ["2-0", "1-1", "0-2"] } else { ["1-0", "1/2-1/2", "0-1"] };
    let result = match walk.outcome {
        None => "*",
        Some(Outcome::Draw) => words[1],
        Some(Outcome::Win(winner)) => words[if winner == white { 0 } else { 2 }],
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
    if let Some(position) = &walk.setup {
        write_tag(&mut text, "SetUp", "1");
        write_tag(&mut text, "FEN", position);
    }
    text.push('\n');
    write_moves(&mut text, walk, str::to_owned, result);
    text
}

/// The spec of the game that a text says it is of.
pub(super) fn game(text: &str) -> Result<Option<String>, FormatError> {
    let games = tags::parse(text, &RESULTS)?;
    let told = games.first().and_then(|game| game.tag("GameType")).map(number);
    let known = ["checkers", "international-draughts"];
    Ok(known.into_iter().find(|id| Some(number(game_type(id))) == told).map(str::to_owned))
}

/// The number that a `GameType` begins with.
fn number(game_type: &str) -> &str {
    game_type.split(',').next().unwrap_or_default().trim()
}

pub(super) fn read(text: &str, rules: &dyn Rules) -> Result<Vec<Draft>, FormatError> {
    tags::parse(text, &RESULTS)?.iter().map(|game| draft(game, rules)).collect()
}

fn draft(game: &Tagged, rules: &dyn Rules) -> Result<Draft, FormatError> {
    let info = rules.info();
    let own = number(game_type(&info.id));
    if let Some(found) = game.tag("GameType").filter(|found| number(found) != own) {
        let found = format!("PDN game type {}", found.chars().take(40).collect::<String>());
        return Err(FormatError::Foreign { found, expected: format!("{}, which is {own}", info.name) });
    }
    let mut draft = game.draft([&[&info.sides[0]], &[&info.sides[1]]], &RESULTS);
    if player_called(rules, "White") == Player::Second {
        draft.outcome = draft.outcome.map(|outcome| match outcome {
            Outcome::Win(winner) => Outcome::Win(!winner),
            Outcome::Draw => Outcome::Draw,
        });
    }
    Ok(draft)
}
