//! The lab: tournaments with their standings, live while they run. Whoever has the results fills in what is shown here.

use agon_plot::table::Table;
use agon_plot::{Chart, RatingChart};
use agon_render::words::Words;
use maud::{Markup, PreEscaped, html};

/// A tournament in the list.
pub(crate) struct Entry {
    /// Where it is shown.
    pub(crate) address: String,
    /// Its name.
    pub(crate) title: String,
    /// What happens to it now.
    pub(crate) state: State,
    /// Finished games.
    pub(crate) done: u64,
    /// All its games, if its text can be read.
    pub(crate) total: Option<u64>,
    /// Why its text or its results cannot be read, as a sentence.
    pub(crate) problem: Option<String>,
}

/// What happens to a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    /// This program plays it.
    Running,
    /// Another program plays it.
    RunningElsewhere,
    /// Every game is played.
    Finished,
    /// Nobody plays it, and games are missing.
    Resting,
}

impl State {
    fn key(self) -> &'static str {
        match self {
            State::Running => "lab-running",
            State::RunningElsewhere => "lab-running-elsewhere",
            State::Finished => "lab-finished",
            State::Resting => "lab-resting",
        }
    }

    /// Whether games are being added.
    pub(crate) fn is_live(self) -> bool {
        matches!(self, State::Running | State::RunningElsewhere)
    }
}

impl Entry {
    fn progress(&self, words: &Words) -> String {
        let given = [("done", self.done.into()), ("total", self.total.unwrap_or(self.done).into())];
        format!("{} {}", words.with("lab-progress", &given), words.say(self.state.key()))
    }
}

/// Whether tournaments may be started from the page, and why not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Permission {
    /// They may.
    Granted,
    /// Others than the owner of this machine can see the page.
    Shared,
    /// There is no folder for results.
    Homeless,
}

/// The list of all tournaments, with a note on the folder in which they are looked for.
pub(crate) fn list(words: &Words, entries: &[Entry], folder: Option<&str>, permission: Permission) -> Markup {
    html! {
        h1 { (words.say("lab")) }
        p.lead { (words.say("lab-lead")) }
        ul.lab-list {
            @for entry in entries {
                li {
                    h2 { a href=(entry.address) { (entry.title) } }
                    @if let Some(problem) = &entry.problem {
                        p.message { (problem) }
                    } @else {
                        (bar(words, entry))
                        p { (entry.progress(words)) }
                    }
                }
            }
        }
        h2 { (words.say("lab-own")) }
        @if let Some(folder) = folder {
            p { (words.say("lab-own-text")) " " code { (folder) } }
        }
        (refusal(words, permission))
    }
}

fn bar(words: &Words, entry: &Entry) -> Markup {
    html! {
        @if let Some(total) = entry.total {
            progress max=(total.max(1)) value=(entry.done) aria-label=(words.with("lab-progress-of", &[("name", entry.title.as_str().into())])) {}
        }
    }
}

fn refusal(words: &Words, permission: Permission) -> Markup {
    html! {
        @match permission {
            Permission::Granted => {}
            Permission::Shared => p.faint { (words.say("lab-shared")) },
            Permission::Homeless => p.faint { (words.say("lab-homeless")) },
        }
    }
}

/// A finished game in the list of the last ones.
pub(crate) struct LastGame {
    /// Its number.
    pub(crate) number: u64,
    /// Where it can be replayed.
    pub(crate) address: String,
    /// What was played.
    pub(crate) game: String,
    /// The names of both sides, the first to move first.
    pub(crate) sides: [String; 2],
    /// The winner's side, if there is one.
    pub(crate) winner: Option<usize>,
    /// How long it was.
    pub(crate) plies: u32,
}

/// A set of rules that is played.
pub(crate) struct Section {
    /// The spec of the game.
    pub(crate) game: String,
    /// What each agent achieved at it.
    pub(crate) table: Table,
    /// Drawings about it.
    pub(crate) charts: Vec<Chart>,
}

/// What is known of a tournament once games are finished.
pub(crate) struct Results {
    /// The ratings.
    pub(crate) ratings: Table,
    /// The same, to be looked at.
    pub(crate) ladder: RatingChart,
    /// What the ratings mean.
    pub(crate) meaning: String,
    /// Everybody against everybody.
    pub(crate) cross: Table,
    /// Points against budgets.
    pub(crate) charts: Vec<Chart>,
    /// Each game by itself.
    pub(crate) sections: Vec<Section>,
    /// The last games.
    pub(crate) latest: Vec<LastGame>,
    /// Games lost by a crash or an illegal move: the number and what happened.
    pub(crate) faults: Vec<(u64, String)>,
}

/// The page of a tournament.
pub(crate) struct Sheet<'a> {
    /// The reader's words.
    pub(crate) words: &'a Words,
    /// The tournament.
    pub(crate) entry: &'a Entry,
    /// What is known.
    pub(crate) results: Option<&'a Results>,
    /// The text that describes it.
    pub(crate) text: &'a str,
    /// Whether it may be started here.
    pub(crate) permission: Permission,
    /// The address of another tournament that this program plays, with its name.
    pub(crate) other: Option<(&'a str, &'a str)>,
    /// Why the last run ended before its time.
    pub(crate) failure: Option<&'a str>,
}

impl Sheet<'_> {
    /// The part that changes while games are played. The script puts a new one in its place, section by section.
    pub(crate) fn fragment(&self) -> Markup {
        let (words, entry) = (self.words, self.entry);
        html! {
            div id="lab" data-live[entry.state.is_live()] data-address=(entry.address) data-say=(words.say(entry.state.key())) {
                h1 { (entry.title) }
                section id="lab-state" {
                    @if let Some(problem) = &entry.problem {
                        p.message role="alert" { (problem) }
                    } @else {
                        (bar(words, entry))
                        p.status { (entry.progress(words)) }
                    }
                    @if let Some(failure) = self.failure { p.message { (failure) } }
                }
                (self.controls())
                @if let Some(results) = self.results { (tables(words, results)) }
                section id="lab-text" {
                    details {
                        summary { (words.say("lab-text")) }
                        pre tabindex="0" role="region" aria-label=(words.say("lab-text")) { code { (self.text) } }
                    }
                }
            }
        }
    }

    /// The whole content of the page.
    pub(crate) fn content(&self) -> Markup {
        html! {
            (self.fragment())
            p { a href="/lab" { (self.words.say("lab-all")) } }
            script type="module" src="/lab.js" {}
        }
    }

    fn controls(&self) -> Markup {
        let (words, entry) = (self.words, self.entry);
        let form = |action: &str, key: &str| {
            html! {
                form method="post" action={ (entry.address) "/" (action) } { button.primary { (words.say(key)) } }
            }
        };
        let startable = entry.problem.is_none() && entry.state == State::Resting;
        html! {
            section id="lab-controls" {
                div.row {
                    @if entry.state == State::Running { (form("stop", "lab-stop")) }
                    @if startable && self.permission == Permission::Granted && self.other.is_none() {
                        (form("start", if entry.done == 0 { "lab-start" } else { "lab-go-on" }))
                    }
                    @if entry.state.is_live() { a.button href=(entry.address) { (words.say("look-again")) } }
                }
                @if entry.state == State::Running { p.faint { (words.say("lab-stop-when")) } }
                @if startable {
                    (refusal(words, self.permission))
                    @if let Some((address, name)) = self.other {
                        p.faint { (words.say("lab-one-at-a-time")) " " a href=(address) { (name) } }
                    }
                }
            }
        }
    }
}

/// A table in a box that scrolls where the page is narrow, also by keyboard.
fn boxed(name: &str, table: &Table) -> Markup {
    html! { div.scroll.wide role="region" tabindex="0" aria-label=(name) { (PreEscaped(table.html())) } }
}

/// Drawings whose words are English, whatever the page's are.
fn figures(charts: &[Chart]) -> Markup {
    html! {
        @if !charts.is_empty() {
            div.figures { @for chart in charts { figure lang="en" { (PreEscaped(chart.svg())) } } }
        }
    }
}

fn tables(words: &Words, results: &Results) -> Markup {
    html! {
        section id="lab-ratings" {
            h2 { (words.say("lab-ratings")) }
            figure { (PreEscaped(results.ladder.svg())) }
            (boxed(&words.say("lab-ratings"), &results.ratings))
            p.faint { (results.meaning) }
        }
        section id="lab-cross" {
            h2 { (words.say("lab-cross")) }
            (boxed(&words.say("lab-cross"), &results.cross))
            (figures(&results.charts))
        }
        section id="lab-latest" {
            h2 { (words.say("lab-latest")) }
            (latest(words, &results.latest))
        }
        @for (index, section) in results.sections.iter().enumerate() {
            section id={ "lab-game-" (index) } {
                h2 { (section.game) }
                (boxed(&section.game, &section.table))
                (figures(&section.charts))
            }
        }
        @if !results.faults.is_empty() {
            section id="lab-faults" {
                h2 { (words.say("lab-faults")) }
                ul { @for (number, fault) in &results.faults { li { (number) ": " (fault) } } }
            }
        }
    }
}

fn latest(words: &Words, games: &[LastGame]) -> Markup {
    let column = |key: &str| words.say(&format!("lab-column-{key}"));
    html! {
        div.scroll.wide role="region" tabindex="0" aria-label=(words.say("lab-latest")) {
            table {
                caption { (words.say("lab-latest-caption")) }
                thead { tr {
                    th.number scope="col" { (column("number")) }
                    th scope="col" { (column("game")) }
                    th scope="col" { (column("first")) }
                    th scope="col" { (column("second")) }
                    th scope="col" { (column("result")) }
                    th.number scope="col" { (column("plies")) }
                    th scope="col" { (column("replay")) }
                } }
                tbody {
                    @for game in games {
                        @let result = game.winner.map_or_else(|| words.say("lab-drawn"), |side| game.sides[side].clone());
                        tr {
                            th.number scope="row" { (game.number) }
                            td { (game.game) }
                            td { (game.sides[0]) }
                            td { (game.sides[1]) }
                            td { (result) }
                            td.number { (game.plies) }
                            td { a href=(game.address) aria-label=(words.with("lab-replay-of", &[("number", game.number.into())])) { (words.say("lab-replay")) } }
                        }
                    }
                }
            }
        }
    }
}
