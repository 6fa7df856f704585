//! Portable game notation: chess, xiangqi and nine men's morris.
//!
//! Xiangqi files carry the tags of the Chinese clients (`Game`, `Red`, `Format "ICCS"`) beside the `Variant` of the Western
//! ones, and moves such as `H2-E2`; nine men's morris is written as the program Sanmill writes it.

use agon_core::{Outcome, Player, Rules};

use super::draft::{Draft, Made, Walk};
use super::tags::{self, Tagged, known, write_date, write_moves, write_spec, write_tag, write_termination};
use super::{FormatError, Header, brief};

pub(super) const RESULTS: [(&str, Option<Outcome>); 10] = [
    ("1-0", Some(Outcome::Win(Player::First))),
    ("0-1", Some(Outcome::Win(Player::Second))),
    ("1/2-1/2", Some(Outcome::Draw)),
    ("*", None),
    ("1–0", Some(Outcome::Win(Player::First))),
    ("0–1", Some(Outcome::Win(Player::Second))),
    ("1/2", Some(Outcome::Draw)),
    ("½-½", Some(Outcome::Draw)),
    ("½–½", Some(Outcome::Draw)),
    ("½", Some(Outcome::Draw)),
];

/// The value of the `Variant` tag; chess has none.
fn variant(id: &str) -> Option<&'static str> {
    match id {
        "xiangqi" => Some("Xiangqi"),
        "nine-mens-morris" => Some("Nine Men's Morris"),
        _ => None,
    }
}

pub(super) fn write(walk: &Walk<'_>, header: &Header) -> String {
    let id = &*walk.rules.info().id;
    let result = RESULTS.iter().find(|(_, outcome)| *outcome == walk.outcome).map_or("*", |(word, _)| word);
    let mut text = String::new();
    if id == "xiangqi" {
        write_tag(&mut text, "Game", "Chinese Chess");
    }
    write_tag(&mut text, "Event", known(&header.event));
    write_tag(&mut text, "Site", "Agon");
    write_tag(&mut text, "Date", &write_date(&header.date));
    write_tag(&mut text, "Round", known(&header.round));
    for player in Player::BOTH {
        write_tag(&mut text, walk.side(player), known(&header.players[player.index()]));
    }
    write_tag(&mut text, "Result", result);
    write_termination(&mut text, walk);
    if let Some(variant) = variant(id) {
        write_tag(&mut text, "Variant", variant);
    }
    write_spec(&mut text, walk, id);
    if let Some(position) = &walk.setup {
        write_tag(&mut text, "SetUp", "1");
        write_tag(&mut text, "FEN", position);
    }
    if id == "xiangqi" {
        write_tag(&mut text, "Format", "ICCS");
    }
    text.push('\n');
    let spell = |mv: &str| match mv.split_at_checked(2) {
        Some((from, to)) if id == "xiangqi" => format!("{from}-{to}").to_ascii_uppercase(),
        _ => mv.to_owned(),
    };
    write_moves(&mut text, walk, spell, result);
    text
}

/// The spec of the game that a text says it is of; without a word about it, chess.
pub(super) fn game(game: &Tagged) -> String {
    if let Some(spec) = game.tag(tags::SPEC) {
        return spec.to_owned();
    }
    let told = game.tag("Variant").or_else(|| game.tag("Game"));
    let fits = |id: &&str| told.is_some_and(|told| is_variant(id, told));
    ["xiangqi", "nine-mens-morris"].into_iter().find(fits).unwrap_or("chess").to_owned()
}

/// Whether a tag names this game.
fn is_variant(id: &str, told: &str) -> bool {
    told.eq_ignore_ascii_case("Chinese Chess") && id == "xiangqi"
        || variant(id).is_some_and(|known| known.eq_ignore_ascii_case(told))
}

pub(super) fn draft(game: &Tagged, rules: &dyn Rules) -> Result<Draft, FormatError> {
    let info = rules.info();
    let told = game.tag("Variant").or_else(|| game.tag("Game"));
    // Plain chess under any of its names says nothing about a variant of it.
    let fits = |told: &str| match &*info.id {
        "chess" => {
            ["standard", "chess", "from position"].iter().any(|known| known.eq_ignore_ascii_case(told))
        }
        id => is_variant(id, told),
    };
    if let Some(found) = told.filter(|told| !fits(told)) {
        return Err(FormatError::Foreign { found: brief(found), expected: info.name.to_string() });
    }
    // A xiangqi file may call the first player White.
    let mut draft = game.draft([&[&info.sides[0], "White"], &[&info.sides[1]]], &RESULTS);
    if info.id == "chess" {
        leave_null_moves_out(&mut draft);
    }
    Ok(draft)
}

/// How programs write a move that gives the turn away.
fn is_null(made: &Made) -> bool {
    ["--", "Z0", "@@@@", "null"].contains(&made.told.text.as_str())
}

/// A null move is none of the game. Before the first move of Black and after the last one of all it fills an empty place;
/// elsewhere it begins an analysis, and the game ends there.
fn leave_null_moves_out(draft: &mut Draft) {
    let black_begins = draft.position.as_ref().and_then(|fen| fen.split_whitespace().nth(1)) == Some("b");
    if black_begins && draft.moves.first().is_some_and(is_null) {
        draft.moves.remove(0);
    }
    while draft.moves.last().is_some_and(is_null) {
        draft.moves.pop();
    }
    if let Some(at) = draft.moves.iter().position(is_null) {
        let told = &draft.moves[at].told;
        draft.remarks.push(format!(
            "line {}: '{}' gives the turn away, which is analysis and not play; the game was read up to there",
            told.line, told.text
        ));
        draft.moves.truncate(at);
        draft.outcome = None;
    }
}
