//! The lab page: tournaments with live tables and plots. Results may grow while we read them, by our own hand or by that of
//! `agon tournament` beside us.

mod look;
mod run;
mod shelf;

use std::path::Path as FilePath;

use crate::views::lab::{Entry, LastGame, Permission, Results, Section, Sheet, State as Activity, list};
use crate::views::page::{Page, document};
use agon_agents::Catalogue;
use agon_arena::ledger::{Ledger, LedgerError};
use agon_arena::report::{Report, tables};
use agon_plot::RatingChart;
use agon_render::words::Words;
use axum::Router;
use axum::extract::{Extension, Path, State};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};

use crate::analysis::route_of;
use crate::app::App;
use crate::middleware::Visitor;
use crate::think::{Brake, Urgency};
use crate::trouble::Trouble;
use look::{Found, Shown};
use run::Runs;
use shelf::Shelf;

/// What the lab keeps between two requests.
pub(crate) struct Lab {
    catalogue: Catalogue,
    shelf: Shelf,
    shown: Shown,
    runs: Runs,
    permission: Permission,
}

impl Lab {
    /// The lab of a data folder; `may_run` says whether visitors may start tournaments.
    pub(crate) fn new(catalogue: Catalogue, data: Option<&FilePath>, may_run: bool) -> Lab {
        let permission = match (data, may_run) {
            (None, _) => Permission::Homeless,
            (Some(_), false) => Permission::Shared,
            (Some(_), true) => Permission::Granted,
        };
        Lab { catalogue, shelf: Shelf::new(data), shown: Shown::default(), runs: Runs::default(), permission }
    }

    fn entry(&self, name: &str, found: &Found) -> Entry {
        let done = found.done();
        let elsewhere = || self.shelf.results(name).is_some_and(|results| Ledger::is_growing(&results));
        let state = if self.runs.running().as_deref() == Some(name) {
            Activity::Running
        } else if found.total == Some(done) {
            Activity::Finished
        } else if elsewhere() {
            Activity::RunningElsewhere
        } else {
            Activity::Resting
        };
        let (title, total, problem) = (found.title.clone(), found.total, found.problem.clone());
        Entry { address: address(name), title, state, done, total, problem }
    }
}

/// The routes of the lab.
pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/lab", get(all))
        .route("/lab/{name}", get(one))
        .route("/lab/{name}/start", post(start))
        .route("/lab/{name}/stop", post(stop))
        .route("/lab/{name}/games/{number}", get(game))
}

fn address(name: &str) -> String {
    format!("/lab/{name}")
}

/// Reading files and adding up games takes a while; it is done where thoughts are thought, and waits for its turn.
async fn aside<T: Send + 'static>(
    app: &App,
    visitor: &Visitor,
    work: impl FnOnce(&Lab) -> Result<T, Trouble> + Send + 'static,
) -> Result<T, Trouble> {
    let lab = app.lab.clone();
    app.pool.run(Urgency::Analysis, &visitor.client(), move || work(&lab), &Brake::default()).await?
}

/// `GET /lab`
async fn all(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Html<String>, Trouble> {
    let entries = aside(&app, &visitor, |lab| {
        let names = lab.shelf.names();
        names
            .iter()
            .map(|name| Ok(lab.entry(name, &*lab.shown.look(&lab.shelf, &lab.catalogue, name)?)))
            .collect()
    });
    let entries: Vec<Entry> = entries.await?;
    let words = visitor.words();
    let folder = app.lab.shelf.folder().map(|folder| folder.display().to_string());
    // Where the folder is concerns nobody but the owner of the machine.
    let folder = folder.filter(|_| app.lab.permission == Permission::Granted);
    let content = list(words, &entries, folder.as_deref(), app.lab.permission);
    let page = Page {
        reader: visitor.reader,
        title: words.say("lab"),
        address: "/lab",
        board: None,
        sheet: None,
        content,
    };
    Ok(Html(document(&page).into_string()))
}

/// `GET /lab/{name}`: a page, or for the script the part of it that changes.
async fn one(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(name): Path<String>,
) -> Result<Response, Trouble> {
    let wanted = name.clone();
    let (found, entry) = aside(&app, &visitor, move |lab| {
        // Whether it runs is asked first: what is finished while it is read is shown as running, and soon read again.
        let found = lab.shown.look(&lab.shelf, &lab.catalogue, &wanted)?;
        let entry = lab.entry(&wanted, &found);
        Ok((found, entry))
    })
    .await?;
    let words = visitor.words();
    let results = found.report.as_ref().map(|report| results(words, &name, &found, report));
    let other = app.lab.runs.running().filter(|other| *other != name);
    let other = other.map(|name| (address(&name), name));
    let failure = app.lab.runs.failure(&name);
    let sheet = Sheet {
        words,
        entry: &entry,
        results: results.as_ref(),
        text: &found.text,
        permission: app.lab.permission,
        other: other.as_ref().map(|(address, name)| (address.as_str(), name.as_str())),
        failure: failure.as_deref(),
    };
    if visitor.fragment {
        return Ok(Html(sheet.fragment().into_string()).into_response());
    }
    let page = Page {
        reader: visitor.reader,
        title: format!("{} – {}", entry.title, words.say("lab")),
        address: &entry.address,
        board: None,
        sheet: None,
        content: sheet.content(),
    };
    Ok(Html(document(&page).into_string()).into_response())
}

/// `POST /lab/{name}/start`
async fn start(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(name): Path<String>,
) -> Result<Redirect, Trouble> {
    if app.lab.permission != Permission::Granted {
        return Err(Trouble::NoRuns);
    }
    let (pool, wanted) = (app.pool.clone(), name.clone());
    aside(&app, &visitor, move |lab| lab.runs.start(&lab.shelf, &lab.catalogue, &pool, &wanted)).await?;
    Ok(Redirect::to(&address(&name)))
}

/// `POST /lab/{name}/stop`
async fn stop(State(app): State<App>, Path(name): Path<String>) -> Result<Redirect, Trouble> {
    if app.lab.permission != Permission::Granted {
        return Err(Trouble::NoRuns);
    }
    app.lab.shelf.text(&name)?;
    app.lab.runs.stop(&name);
    Ok(Redirect::to(&address(&name)))
}

/// `GET /lab/{name}/games/{number}`: the game on the analysis page.
async fn game(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path((name, number)): Path<(String, u64)>,
) -> Result<Redirect, Trouble> {
    let record = aside(&app, &visitor, move |lab| {
        lab.shelf.text(&name)?;
        let results = lab.shelf.results(&name).filter(|results| results.exists());
        let results = results.ok_or(Trouble::NoTournament(name))?;
        let missing = |error: LedgerError| Trouble::Senseless(format!("{error}."));
        let kept = Ledger::open(&results).and_then(|ledger| ledger.game(number)).map_err(missing)?;
        Ok(kept.record)
    });
    let record = record.await?;
    let replayed = app.rules(&record.game)?.replay(&record);
    let played = replayed.map_err(|error| Trouble::Senseless(format!("{error}.")))?;
    let mut route = route_of(played.as_ref());
    // A replay begins at the beginning.
    route.at = 0;
    Ok(Redirect::to(&route.address()))
}

/// Everything that is known, in the reader's words.
fn results(words: &Words, name: &str, found: &Found, report: &Report) -> Results {
    let (standings, names) = (report.standings(), report.names());
    let column = |title: &str| {
        let (plain, star) = title.strip_suffix('*').map_or((title, ""), |plain| (plain, "*"));
        let key = format!("lab-column-{}", plain.replace([' ', '/'], "-"));
        words.find(&key).map(|title| title + star)
    };
    let zero = found.anchor.clone().unwrap_or_else(|| words.say("lab-mean"));
    let mut meaning = words.with("lab-ratings-meaning", &[("zero", zero.into())]);
    if standings.by_rules.iter().chain([&standings.total]).any(|table| table.ratings.credited) {
        meaning += &format!(" {}", words.say("lab-credited"));
    }
    let sections =
        report.roster().rules.iter().zip(&standings.by_rules).enumerate().map(|(index, (rules, table))| {
            let given = [
                ("game", rules.spec.as_str().into()),
                ("count", table.games.into()),
                ("plies", format!("{:.1}", table.mean_plies).into()),
            ];
            let caption = words.with("lab-game-caption", &given);
            Section {
                game: rules.spec.clone(),
                table: tables::lines(table, &names, String::new()).renamed(caption, column),
                charts: vec![report.length_chart(index)],
            }
        });
    Results {
        ratings: tables::ratings(&standings.total, &names).renamed(words.say("lab-ratings"), column),
        ladder: ladder(words, report),
        meaning,
        cross: tables::cross(&standings.total, &names).renamed(words.say("lab-cross-caption"), column),
        charts: report.budget_charts(None),
        sections: sections.collect(),
        latest: latest(name, found, report),
        faults: standings.faults.iter().rev().take(FAULTS).cloned().collect(),
    }
}

/// Faults that are told one by one.
const FAULTS: usize = 20;

fn ladder(words: &Words, report: &Report) -> RatingChart {
    let rungs = report.rungs();
    let tell = |rung: &agon_plot::Rung| {
        let (low, high) = rung.interval.unwrap_or((rung.value, rung.value));
        let number = |value: f64| format!("{value:.0}");
        let given = [
            ("name", rung.name.as_str().into()),
            ("value", number(rung.value).into()),
            ("low", number(low).into()),
            ("high", number(high).into()),
        ];
        words.with("lab-rung", &given)
    };
    let description: Vec<String> = rungs.iter().map(tell).collect();
    RatingChart::new(words.say("lab-ratings"), words.say("lab-ratings-axis"), rungs)
        .describe(description.join(" "))
}

fn latest(name: &str, found: &Found, report: &Report) -> Vec<LastGame> {
    let roster = report.roster();
    let played = found.latest.iter().map(|(pairing, game)| {
        let mut sides = pairing.agents.map(|agent| roster.agents[agent].name.clone());
        let mut gain = game.gain;
        if !game.a_first {
            sides.reverse();
            gain = -gain;
        }
        LastGame {
            number: game.number,
            address: format!("{}/games/{}", address(name), game.number),
            game: roster.rules[pairing.rules].spec.clone(),
            sides,
            winner: match gain {
                1 => Some(0),
                -1 => Some(1),
                _ => None,
            },
            plies: game.plies,
        }
    });
    played.collect()
}
