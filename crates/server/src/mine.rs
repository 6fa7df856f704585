//! My games: what a visitor plays and has played.

use std::collections::BTreeMap;

use agon_agents::Level;
use agon_core::{Library, Outcome, Player};
use agon_render::tell;
use agon_render::words::Words;
use agon_table::Seat;
use axum::extract::{Extension, State};
use axum::http::header;
use axum::response::{Html, IntoResponse, Redirect, Response};
use serde_json::json;

use crate::app::App;
use crate::at::At;
use crate::middleware::Visitor;
use crate::store::Stored;
use crate::transfer::players;
use crate::trouble::Trouble;
use crate::views::mine::{Line, Mine, Score, mine};
use crate::views::page::{Page, document};
use crate::views::setup::level_name;

/// So many games that go on are shown with how they stand; the others are set aside until somebody comes back to them.
const AT_HAND: usize = 40;

/// `GET /mine`
pub(crate) async fn show(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Html<String>, Trouble> {
    let words = visitor.words();
    let tables = app.store.of(&visitor.session, app.quota.tables)?;
    let (over, on): (Vec<&Stored>, Vec<&Stored>) =
        tables.iter().partition(|stored| stored.saved.record.result.is_some());
    let told = |stored: &&Stored, standing: bool| line(&app, &visitor, stored, standing);
    let (at_hand, aside) = on.split_at(on.len().min(AT_HAND));
    let shown = Mine {
        going: at_hand.iter().filter_map(|stored| told(stored, true)).collect(),
        aside: aside.iter().filter_map(|stored| told(stored, false)).collect(),
        over: over.iter().filter_map(|stored| told(stored, false)).collect(),
        scores: scores(&app, &visitor, &over),
    };
    let title = words.say("mine");
    let content = mine(words, &shown);
    let page = Page { reader: visitor.reader, title, address: "/mine", board: None, sheet: None, content };
    Ok(Html(document(&page).into_string()))
}

/// A game in a list; none if its rules are not known any more.
fn line(app: &App, visitor: &Visitor, stored: &Stored, standing: bool) -> Option<Line> {
    let words = visitor.words();
    let record = &stored.saved.record;
    let rules = app.find(&record.game).ok()?;
    let status = match record.result {
        Some(outcome) => result(words, outcome, own_side(visitor, stored)),
        // How it stands takes playing it again, which is done for few.
        None if standing => tell::status(words, rules.replay(record).ok()?.as_ref()),
        None => words.with("mine-moves", &[("count", record.moves.len().into())]),
    };
    Some(Line {
        address: format!("/play/{}", stored.id),
        game: tell::game(words, rules.info()),
        opponent: opponent(words, visitor, stored),
        status,
        date: stored.updated.map(date),
    })
}

/// The only side that a visitor played.
fn own_side(visitor: &Visitor, stored: &Stored) -> Option<Player> {
    let people =
        || Player::BOTH.into_iter().filter(|player| stored.saved.seats[player.index()] == Seat::Person);
    let apart = stored.company.sides(&visitor.session).only();
    apart.or_else(|| people().next().filter(|_| people().count() == 1))
}

/// How a game ended, for whoever played one side of it.
fn result(words: &Words, outcome: Outcome, own: Option<Player>) -> String {
    words.say(match (outcome.winner(), own) {
        (None, _) => "mine-drawn",
        (Some(winner), Some(own)) if winner == own => "mine-won",
        (Some(_), Some(_)) => "mine-lost",
        (Some(_), None) => "mine-over",
    })
}

/// Whom a visitor plays with.
fn opponent(words: &Words, visitor: &Visitor, stored: &Stored) -> String {
    let Some(own) = own_side(visitor, stored) else {
        let people = stored.saved.seats.contains(&Seat::Person);
        return words.say(if people { "mine-people" } else { "mine-watched" });
    };
    match &stored.saved.seats[(!own).index()] {
        Seat::Person => stored.company.name(!own).map_or_else(|| words.say("a-friend"), str::to_owned),
        Seat::Level(level) => level_name(words, *level),
        Seat::Agent(spec) => spec.to_string(),
    }
}

/// Won, drawn and lost games of one person by game and opponent.
fn scores(app: &App, visitor: &Visitor, over: &[&Stored]) -> Vec<Score> {
    let words = visitor.words();
    // In the order of the levels, not of their names.
    let mut scores: BTreeMap<(String, Option<usize>, String), [u32; 3]> = BTreeMap::new();
    for stored in over {
        let Some(own) = own_side(visitor, stored) else { continue };
        let Some(outcome) = stored.saved.record.result else { continue };
        let Ok(rules) = app.find(&stored.saved.record.game) else { continue };
        let level = match stored.saved.seats[(!own).index()] {
            Seat::Level(level) => Level::all().position(|other| other == level),
            _ => None,
        };
        let key = (tell::game(words, rules.info()), level, opponent(words, visitor, stored));
        let place = match outcome.winner() {
            Some(winner) if winner == own => 0,
            None => 1,
            Some(_) => 2,
        };
        scores.entry(key).or_default()[place] += 1;
    }
    scores.into_iter().map(|((game, _, opponent), counts)| Score { game, opponent, counts }).collect()
}

/// `GET /mine/games.jsonl` and `GET /api/export`: every game in a line, as `agon import` reads them.
pub(crate) async fn export(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Response, Trouble> {
    let mut text = String::new();
    for stored in app.store.of(&visitor.session, app.quota.tables)? {
        let (record, company) = (&stored.saved.record, &stored.company);
        let line = json!({
            "id": stored.id, "updated": stored.updated, "players": players(&stored.saved.seats, company),
            "you": company.sides(&visitor.session), "record": record,
        });
        text += &line.to_string();
        text.push('\n');
    }
    let headers = [
        (header::CONTENT_TYPE, "application/jsonl"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"agon-games.jsonl\""),
    ];
    Ok((headers, text).into_response())
}

/// `POST /play/{id}/delete`
pub(crate) async fn delete(at: At) -> Result<Redirect, Trouble> {
    forget(&at)?;
    Ok(Redirect::to("/mine"))
}

/// Takes a table from a visitor's list. A friend is not left sitting alone.
pub(crate) fn forget(at: &At) -> Result<(), Trouble> {
    at.seated()?;
    let is_waited_for = {
        let sitting = at.table.sit();
        let company = sitting.company();
        company.is_apart() && company.awaited().is_none() && !sitting.is_over()
    };
    if is_waited_for {
        return Err(Trouble::Impossible(at.visitor.words().say("mine-resign-first")));
    }
    at.app.leave(&at.table.id, &at.visitor.session)
}

/// A day as it is written in all languages: `2024-05-31`.
fn date(seconds: i64) -> String {
    // Days since the first of March of the year 0, in cycles of 400 years: so the leap day is the last of its year.
    let days = seconds.div_euclid(24 * 3600) + 719_468;
    let (cycle, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let rest = day - (365 * year + year / 4 - year / 100);
    let month = (5 * rest + 2) / 153;
    let (day, month) = (rest - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    let year = cycle * 400 + year + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        let days = [0, 951_782_400, 951_868_800, 1_709_164_800, 1_735_689_599, 1_735_689_600];
        let written = ["1970-01-01", "2000-02-29", "2000-03-01", "2024-02-29", "2024-12-31", "2025-01-01"];
        assert_eq!(days.map(date), written);
    }
}
