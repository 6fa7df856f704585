//! The analysis page. It keeps nothing: its address says everything, and can be sent to somebody else.

use std::sync::Arc;

use agon_agents::{AgentSpec, Assessment};
use agon_core::{Match, Player, Record, Rules};
use agon_games::{catalogue, find};
use agon_render::page::{Page, document};
use agon_render::playing::sheet;
use agon_render::pointing::{Pointed, Pointing};
use agon_render::study::{Opinion, Route, Study, choose, for_first};
use agon_render::tell;
use axum::extract::{Extension, Path, Query, State};
use axum::response::{Html, IntoResponse, Redirect, Response};
use serde::Deserialize;

use crate::app::App;
use crate::attend::Visitor;
use crate::carry::formats;
use crate::forms::cells;
use crate::think::{ADVISER, ANALYSTS, Brake};
use crate::trouble::Trouble;

/// Who draws the course of a game: quick, because it is asked once for each position.
const CHRONICLER: &str = "pvs:nodes=2000";

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
    ending: Option<String>,
    agent: Option<String>,
    other: Option<String>,
    graph: Option<String>,
    #[serde(default)]
    selected: String,
    cell: Option<usize>,
}

impl Asked {
    /// The game as a record, its moves checked.
    pub(crate) fn record(&self) -> Result<Record, Trouble> {
        let rules = find(self.game.as_deref().unwrap_or_default());
        let rules = rules.map_err(|error| Trouble::Senseless(format!("{error}.")))?;
        let route = self.route(rules.spec())?;
        let played = replay(rules.as_ref(), route.position.as_deref(), &route.moves)?;
        Ok(Record { result: route.result, ending: route.ending, ..played.record() })
    }

    fn route(&self, game: String) -> Result<Route, Trouble> {
        let moves: Vec<String> = self.moves.split_whitespace().map(str::to_owned).collect();
        let present = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
        Ok(Route {
            game,
            position: present(&self.position),
            at: self.at.unwrap_or(moves.len()).min(moves.len()),
            moves,
            result: present(&self.result),
            ending: present(&self.ending),
            agent: analyst(present(&self.agent).as_deref().unwrap_or(ADVISER))?,
            other: present(&self.other).map(|name| analyst(&name)).transpose()?,
            graph: self.graph.is_some(),
        })
    }
}

/// An agent that may be asked by anybody.
pub(crate) fn analyst(name: &str) -> Result<String, Trouble> {
    if ANALYSTS.contains(&name) {
        return Ok(name.to_owned());
    }
    let name: String = name.chars().take(60).collect();
    Err(Trouble::Senseless(format!(
        "'{name}' is not an agent that can be asked here; known: {}.",
        ANALYSTS.join(", ")
    )))
}

/// A match with these moves played.
pub(crate) fn replay(
    rules: &dyn Rules,
    position: Option<&str>,
    moves: &[String],
) -> Result<Box<dyn Match>, Trouble> {
    let record = Record {
        game: rules.spec(),
        version: rules.info().version,
        position: position.map(str::to_owned),
        moves: moves.to_vec(),
        result: None,
        ending: None,
    };
    rules.replay(&record).map_err(|error| Trouble::Senseless(format!("{error}.")))
}

/// `GET /analysis`
pub(crate) async fn show(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Query(asked): Query<Asked>,
) -> Result<Response, Trouble> {
    let words = visitor.words();
    let Some(game) = &asked.game else {
        let games: Vec<_> = catalogue().collect();
        let (title, content) = (words.say("analysis"), choose(words, &games));
        let page =
            Page { reader: visitor.reader, title, address: "/analysis", board: None, sheet: None, content };
        return Ok(Html(document(&page).into_string()).into_response());
    };
    let rules = find(game).map_err(|error| Trouble::Senseless(format!("{error}.")))?;
    let mut route = asked.route(rules.spec())?;
    let whole = replay(rules.as_ref(), route.position.as_deref(), &route.moves)?;
    // Moves may be written in many ways; from here on they are written in one.
    route.moves = whole.history();
    let told = Record { result: route.result.clone(), ending: route.ending.clone(), ..whole.record() };
    let conclusion =
        told.conclusion(rules.info()).map_err(|error| Trouble::Senseless(format!("{error}.")))?;
    let played = replay(rules.as_ref(), route.position.as_deref(), &route.moves[..route.at])?;
    let layout = rules.layout();

    let mut selected = cells(&asked.selected);
    let (mut choices, mut message) = (Vec::new(), None);
    if let Some(cell) = asked.cell.filter(|&cell| cell < layout.cells.len()) {
        match Pointing::new(played.as_ref(), &selected).point(cell) {
            Pointed::Play(index) => {
                return Ok(Redirect::to(&route.branch(played.move_text(index)).address()).into_response());
            }
            Pointed::Select(path) => selected = path,
            Pointed::Choose(moves) => choices = moves,
            Pointed::Nothing => message = Some(tell::moves(words, played.as_ref(), &layout, None)),
        }
    }

    let mut opinions = Vec::new();
    for agent in [Some(&route.agent), route.other.as_ref()].into_iter().flatten() {
        if played.ending().is_none() {
            opinions.push(opinion(app.ask(&visitor.session, agent, rules.spec(), played.fork()).await?));
        }
    }
    let course = if route.graph {
        Some(course(&app, &visitor.session, rules.as_ref(), whole.fork()).await?)
    } else {
        None
    };
    let content = Study {
        words,
        rules: rules.as_ref(),
        played: played.as_ref(),
        layout: &layout,
        route: &route,
        agents: &ANALYSTS,
        opinion: opinions.first(),
        other: opinions.get(1),
        course: course.as_deref(),
        chronicler: CHRONICLER,
        selected: &selected,
        choices: &choices,
        message: message.as_deref(),
        conclusion: conclusion.filter(|_| whole.ending().is_none()),
        formats: &formats(rules.info().id),
        games: &catalogue().collect::<Vec<_>>(),
    }
    .content();
    let name = tell::game(words, rules.info());
    let page = Page {
        reader: visitor.reader,
        title: words.with("analysis-title", &[("game", name.into())]),
        address: &route.address(),
        board: Some(format!("/boards/plain/{}.css", rules.spec())),
        sheet: Some(sheet(played.as_ref())),
        content,
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
    client: &str,
    rules: &dyn Rules,
    mut whole: Box<dyn Match>,
) -> Result<Vec<f32>, Trouble> {
    let spec: AgentSpec = CHRONICLER.parse().map_err(|error| Trouble::Failed(format!("{error}")))?;
    let game = rules.spec();
    let brake = Arc::new(Brake::default());
    let work = move || {
        let mut agent = spec.agent(&game).map_err(|error| Trouble::Failed(format!("{error}.")))?;
        let mut values = Vec::new();
        loop {
            let value = if let Some(ending) = whole.ending() {
                ending.outcome.value().pov(Player::First)
            } else {
                let assessment = agent.analyse(whole.as_ref(), &mut |_| {});
                let best = assessment.best.map_or(0.0, |best| assessment.moves[best].value);
                for_first(whole.as_ref(), best)
            };
            values.push(value);
            if whole.history().is_empty() {
                break;
            }
            whole.undo();
        }
        values.reverse();
        Ok(values)
    };
    app.pool.run(client, work, &brake).await?
}

/// `GET /play/{id}/analysis`: the analysis of a table's game.
pub(crate) async fn of_table(State(app): State<App>, Path(id): Path<String>) -> Result<Redirect, Trouble> {
    let record = app.table(&id)?.sit().played.record();
    Ok(Redirect::to(&route_of(record)?.address()))
}

/// The analysis of a game at its end.
pub(crate) fn route_of(record: Record) -> Result<Route, Trouble> {
    let rules = find(&record.game).map_err(|error| Trouble::Senseless(format!("{error}.")))?;
    // What the board shows by itself need not be said.
    let concluded = replay(rules.as_ref(), record.position.as_deref(), &record.moves)?.ending().is_none();
    let told = |text: Option<String>| text.filter(|_| concluded);
    Ok(Route {
        game: record.game,
        position: record.position,
        at: record.moves.len(),
        moves: record.moves,
        result: told(record.result),
        ending: told(record.ending),
        agent: ADVISER.to_owned(),
        ..Route::default()
    })
}
