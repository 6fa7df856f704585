//! What measurement says about the levels of a game.

use agon_plot::table::Table;
use agon_render::words::Words;
use maud::{Markup, PreEscaped, html};

/// One level.
pub(crate) struct Rung {
    /// Its number.
    pub(crate) level: u8,
    /// Its rating above that of level 1.
    pub(crate) rating: i32,
    /// How it did against the level below.
    pub(crate) step: Option<Step>,
}

/// How a level did against the one below. Shares are from 0 to 1.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    /// The share of the points.
    pub(crate) score: f64,
    /// The ends of its interval.
    pub(crate) interval: (f64, f64),
    /// The number of games.
    pub(crate) games: u64,
    /// Whether the step is neither too small nor too large, and certain.
    pub(crate) reached: bool,
}

/// The ladder of a game.
pub(crate) struct Measured {
    /// The levels, from 1 upwards.
    pub(crate) rungs: Vec<Rung>,
    /// What a player who looks one move ahead takes from level 1.
    pub(crate) lowest: Option<f64>,
    /// What the highest level takes from level 1.
    pub(crate) span: Option<f64>,
    /// Whether the numbers come from games that had no part in the search for the levels.
    pub(crate) fresh: bool,
}

/// A larger share of the points than this is a large step.
const STEEP: f64 = 0.85;
/// A smaller one than this is hardly a step.
const WEAK: f64 = 0.6;

fn percent(share: f64) -> String {
    format!("{:.0}", 100.0 * share)
}

/// The section of a game's page about its levels.
pub(crate) fn section(words: &Words, measured: Option<&Measured>) -> Markup {
    html! {
        section {
            h2 { (words.say("ladder")) }
            @if let Some(measured) = measured {
                p {
                    (words.say("ladder-text"))
                    @if measured.fresh { " " (words.say("ladder-fresh")) }
                }
                div.scroll.wide role="region" tabindex="0" aria-label=(words.say("ladder")) { (PreEscaped(table(words, measured).html())) }
                @for (key, share) in [("ladder-lowest", measured.lowest), ("ladder-span", measured.span)] {
                    @if let Some(share) = share {
                        p { (words.with(key, &[("score", percent(share).into()), ("top", measured.rungs.len().into())])) }
                    }
                }
            } @else {
                p { (words.say("ladder-none")) }
            }
        }
    }
}

fn table(words: &Words, measured: &Measured) -> Table {
    let caption = words.with("ladder-caption", &[("top", measured.rungs.len().into())]);
    let column = |key: &str| words.say(&format!("ladder-column-{key}"));
    let mut table = Table::new(caption)
        .numbers(column("level"))
        .numbers(column("rating"))
        .numbers(column("score"))
        .numbers(column("games"))
        .words(column("note"));
    for rung in &measured.rungs {
        let nothing = || "–".to_owned();
        let score = rung.step.map(|step| {
            let (low, high) = step.interval;
            let given = [("score", step.score), ("low", low), ("high", high)];
            words.with("ladder-interval", &given.map(|(name, share)| (name, percent(share).into())))
        });
        let note = rung.step.filter(|step| !step.reached).map(|step| match step.score {
            score if score < WEAK => words.say("ladder-weak"),
            score if score > STEEP => words.say("ladder-steep"),
            _ => words.say("ladder-unsure"),
        });
        table.row([
            rung.level.to_string(),
            format!("{:+}", rung.rating),
            score.unwrap_or_else(nothing),
            rung.step.map_or_else(nothing, |step| step.games.to_string()),
            note.unwrap_or_default(),
        ]);
    }
    table
}
