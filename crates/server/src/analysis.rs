//! The analysis page. It keeps nothing: its address says everything, and can be sent to somebody else.

use std::collections::VecDeque;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};

use agon_agents::{AgentSpec, Assessment, Playable};
use agon_core::outcome::EndingError;
use agon_core::pointing::{Pointed, Pointing};
use agon_core::{Ending, GameInfo, Match, Outcome, Player, Reason, Record, Rules};
use agon_render::{sheet as sheets, tell};
use axum::extract::{Extension, Path, Query, State};
use axum::response::{Html, IntoResponse, Redirect, Response};
use serde::Deserialize;

use crate::answer::notice;
use crate::app::App;
use crate::forms::cells;
use crate::middleware::Visitor;
use crate::think::{Brake, Urgency, adviser, analysts, chronicler};
use crate::transfer::formats;
use crate::trouble::Trouble;
use crate::views::page::{Page, document};
use crate::views::playing::sheet;
use crate::views::study::{Opinion, Route, Study, choose, for_first};
use crate::wrong::{Wrong, clipped};

/// What an address says.
#[derive(Deserialize)]
pub(crate) struct Asked {
    game: Option<String>,
    position: Option<String>,
    #[serde(default)]
    moves: String,
    at: Option<usize>,
    /// How the players ended the game, as a record tells it.
    result: Option<String>,
    reason: Option<String>,
    agent: Option<String>,
    other: Option<String>,
    graph: Option<String>,
    #[serde(default)]
    selected: String,
    cell: Option<usize>,
    /// The move after which the game is to be shown instead.
    to: Option<usize>,
    /// A move to be played from the position that is shown.
    play: Option<String>,
    /// Present where nobody is to be asked: a script shows the position first and asks then.
    quiet: Option<String>,
}

impl Asked {
    /// The game, its moves checked.
    pub(crate) fn replay(&self, app: &App) -> Result<Box<dyn Match>, Trouble> {
        let rules = app.rules(self.game.as_deref().unwrap_or_default())?;
        let route = self.route(rules.bare())?;
        let mut played = replay(rules.as_ref(), route.position.as_deref(), &route.moves)?;
        if let Some(ending) = route.conclusion {
            played.settle(ending);
        }
        Ok(played)
    }

    /// How the players ended the game.
    fn conclusion(&self) -> Result<Option<Ending>, Trouble> {
        fn read<T: FromStr<Err = EndingError>>(text: &str) -> Result<T, Wrong> {
            text.parse().map_err(|error: EndingError| Wrong::Result {
                text: clipped(text),
                problem: error.to_string(),
            })
        }
        let told = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
        let Some(result) = told(&self.result) else { return Ok(None) };
        let outcome = read::<Outcome>(&result)?;
        let reason = told(&self.reason).map(|word| read::<Reason>(&word)).transpose()?;
        let usual = if outcome == Outcome::Draw { Reason::Agreement } else { Reason::Resignation };
        Ok(Some(Ending { outcome, reason: reason.filter(|reason| reason.is_of_players()).unwrap_or(usual) }))
    }

    fn route(&self, game: &dyn Rules) -> Result<Route, Trouble> {
        let moves: Vec<String> = self.moves.split_whitespace().map(str::to_owned).collect();
        let present = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
        Ok(Route {
            game: game.spec().to_owned(),
            position: present(&self.position),
            at: self.at.unwrap_or(moves.len()).min(moves.len()),
            moves,
            conclusion: self.conclusion()?,
            agent: analyst(present(&self.agent).as_deref(), game)?.to_string(),
            other: present(&self.other)
                .map(|name| analyst(Some(&name), game))
                .transpose()?
                .map(|spec| spec.to_string()),
            graph: self.graph.is_some(),
        })
    }
}

/// An agent that may be asked by anybody about a game: the one of this name, or the adviser.
pub(crate) fn analyst(name: Option<&str>, game: &dyn Rules) -> Result<AgentSpec, Trouble> {
    let Some(name) = name else { return Ok(adviser(game)) };
    let known = analysts(game);
    match name.parse() {
        Ok(spec) if known.iter().any(|known| known == name) => Ok(spec),
        _ => Err(Wrong::Analyst { text: clipped(name), known: known.join(", ") }.into()),
    }
}

/// A match with these moves played.
pub(crate) fn replay(
    rules: &dyn Rules,
    position: Option<&str>,
    moves: &[String],
) -> Result<Box<dyn Match>, Trouble> {
    let record = Record {
        game: rules.spec().to_owned(),
        version: rules.info().version,
        position: position.map(str::to_owned),
        moves: moves.to_vec(),
        result: None,
        reason: None,
        ending: None,
        played_on: None,
    };
    Ok(rules.replay(&record)?)
}

/// `GET /analysis`
pub(crate) async fn show(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Query(asked): Query<Asked>,
) -> Result<Response, Trouble> {
    let words = visitor.words();
    let games: Vec<&GameInfo> = app.catalogue.infos().collect();
    let Some(game) = &asked.game else {
        let (title, content) = (words.say("analysis"), choose(words, &games));
        let page =
            Page { reader: visitor.reader, title, address: "/analysis", board: None, sheet: None, content };
        return Ok(Html(document(&page).into_string()).into_response());
    };
    let rules = app.rules(game)?;
    let mut route = asked.route(rules.bare())?;
    let mut whole = replay(rules.as_ref(), route.position.as_deref(), &route.moves)?;
    // Moves may be written in many ways; from here on they are written in one.
    route.moves = whole.history();
    route.conclusion = route.conclusion.filter(|_| whole.ending().is_none());
    let layout = rules.layout();

    let mut selected = cells(&asked.selected);
    let (mut choices, mut message) = (Vec::new(), None);
    let mut wanted = asked.to.map(|to| route.at(to.min(route.moves.len())));
    let mut played = replay(rules.as_ref(), route.position.as_deref(), &route.moves[..route.at])?;
    if let Some(text) = &asked.play {
        let index = played.find_move(text)?;
        wanted = Some(route.branch(played.move_text(index)));
    } else if let Some(cell) = asked.cell.filter(|&cell| cell < layout.cells.len()) {
        match Pointing::new(played.as_ref(), &selected).point(cell) {
            Pointed::Play(index) => wanted = Some(route.branch(played.move_text(index))),
            Pointed::Select(path) => selected = path,
            Pointed::Choose(moves) => choices = moves,
            Pointed::Nothing => message = Some(tell::moves(words, played.as_ref(), &layout, None)),
        }
    }
    if let Some(wanted) = wanted {
        if !visitor.fragment {
            return Ok(Redirect::to(&wanted.address()).into_response());
        }
        whole = replay(rules.as_ref(), wanted.position.as_deref(), &wanted.moves)?;
        played = replay(rules.as_ref(), wanted.position.as_deref(), &wanted.moves[..wanted.at])?;
        route = wanted;
        selected.clear();
    }

    let quiet = asked.quiet.is_some();
    let mut opinions = Vec::new();
    for agent in [Some(&route.agent), route.other.as_ref()].into_iter().flatten() {
        if played.ending().is_none() && !quiet {
            let spec = analyst(Some(agent), rules.bare())?;
            opinions.push(opinion(app.ask(&visitor, spec, rules.clone(), played.fork()).await?));
        }
    }
    let course = match route.graph {
        true if quiet => app.courses.known(&whole.record()),
        true => Some(course(&app, &visitor, rules.clone(), whole.fork()).await?),
        false => None,
    };
    let content = Study {
        words,
        rules: rules.as_ref(),
        played: played.as_ref(),
        layout: &layout,
        route: &route,
        agents: &analysts(rules.bare()),
        opinion: opinions.first(),
        other: opinions.get(1),
        course: course.as_deref(),
        pending: quiet && (played.ending().is_none() || route.graph && course.is_none()),
        entries: &sheets::sheet(whole.as_ref()),
        selected: &selected,
        choices: &choices,
        message: message.as_deref(),
        formats: &formats(&rules.info().id),
        games: &games,
    }
    .content();
    if visitor.fragment {
        return Ok(Html(content.into_string()).into_response());
    }
    let name = tell::game(words, rules.info());
    let page = Page {
        reader: visitor.reader,
        title: words.with("analysis-title", &[("game", name.into())]),
        address: &route.address(),
        board: Some(format!("/boards/plain/{}.css", rules.spec())),
        sheet: Some(sheet(played.as_ref())),
        content: maud::html! { (notice(words)) (content) },
    };
    Ok(Html(document(&page).into_string()).into_response())
}

fn opinion(assessment: Assessment) -> Opinion {
    let cost = assessment.cost;
    Opinion {
        moves: assessment.moves,
        best: assessment.best,
        line: assessment.line,
        depth: cost.depth,
        nodes: cost.nodes.max(cost.playouts).max(cost.iterations),
    }
}

/// The value of every position of a game for the first player.
async fn course(
    app: &App,
    visitor: &Visitor,
    rules: Arc<dyn Playable>,
    mut whole: Box<dyn Match>,
) -> Result<Arc<[f32]>, Trouble> {
    let record = whole.record();
    if let Some(known) = app.courses.known(&record) {
        return Ok(known);
    }
    let spec = chronicler(rules.bare());
    let brake = Brake::default();
    let mut agent = rules.agent(&spec).map_err(|error| Trouble::Failed(format!("{error}.")))?;
    let mut values = Vec::new();
    loop {
        let value;
        // One position at a time, so that others have their turn in between.
        let work = move || {
            let value = if let Some(ending) = whole.ending() {
                ending.outcome.value().pov(Player::First)
            } else {
                let assessment = agent.analyse(whole.as_ref(), &mut |_| {});
                let best = assessment.best.map_or(0.0, |best| assessment.moves[best].value);
                for_first(whole.as_ref(), best)
            };
            (agent, whole, value)
        };
        (agent, whole, value) = app.pool.run(Urgency::Analysis, &visitor.client(), work, &brake).await?;
        values.push(value);
        if whole.moves_played() == 0 {
            values.reverse();
            let values: Arc<[f32]> = values.into();
            app.courses.keep(record, values.clone());
            return Ok(values);
        }
        whole.undo();
    }
}

/// The courses that were asked for last: whoever steps through a game sees the same one again and again.
#[derive(Default)]
pub(crate) struct Courses(Mutex<VecDeque<(Record, Arc<[f32]>)>>);

impl Courses {
    const MOST: usize = 32;

    fn known(&self, record: &Record) -> Option<Arc<[f32]>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(known, _)| known == record).map(|(_, values)| values.clone())
    }

    fn keep(&self, record: Record, values: Arc<[f32]>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.truncate(Courses::MOST - 1);
        kept.push_front((record, values));
    }
}

/// `GET /play/{id}/analysis`: the analysis of a table's game.
pub(crate) async fn of_table(State(app): State<App>, Path(id): Path<String>) -> Result<Redirect, Trouble> {
    let table = app.table(&id)?;
    let route = route_of(table.sit().played());
    Ok(Redirect::to(&route.address()))
}

/// The analysis of a game at its end.
pub(crate) fn route_of(played: &dyn Match) -> Route {
    let Record { game, position, moves, .. } = played.record();
    Route {
        game,
        position,
        at: moves.len(),
        moves,
        // What the board shows by itself need not be said.
        conclusion: played.ending().filter(|ending| ending.reason.is_of_players()),
        agent: adviser(played.rules()).to_string(),
        ..Route::default()
    }
}
