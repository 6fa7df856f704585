//! The analysis page. It keeps nothing: its address says everything, and can be sent to somebody else.

use std::sync::Arc;

use agon_agents::{AgentSpec, Assessment, Playable};
use agon_core::outcome::EndingError;
use agon_core::pointing::{Pointed, Pointing};
use agon_core::{Ending, GameInfo, Match, Outcome, Player, Reason, Record, Rules};
use agon_render::tell;
use axum::extract::{Extension, Path, Query, State};
use axum::response::{Html, IntoResponse, Redirect, Response};
use serde::Deserialize;

use crate::app::App;
use crate::forms::cells;
use crate::middleware::Visitor;
use crate::think::{ADVISER, ANALYSTS, Brake};
use crate::transfer::formats;
use crate::trouble::Trouble;
use crate::views::page::{Page, document};
use crate::views::playing::sheet;
use crate::views::study::{Opinion, Route, Study, choose, for_first};

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
    reason: Option<String>,
    agent: Option<String>,
    other: Option<String>,
    graph: Option<String>,
    #[serde(default)]
    selected: String,
    cell: Option<usize>,
}

impl Asked {
    /// The game, its moves checked.
    pub(crate) fn replay(&self, app: &App) -> Result<Box<dyn Match>, Trouble> {
        let rules = app.rules(self.game.as_deref().unwrap_or_default())?;
        let route = self.route(rules.spec())?;
        let mut played = replay(rules.as_ref(), route.position.as_deref(), &route.moves)?;
        if let Some(ending) = route.conclusion {
            played.settle(ending);
        }
        Ok(played)
    }

    /// How the players ended the game.
    fn conclusion(&self) -> Result<Option<Ending>, Trouble> {
        let wrong = |error: EndingError| Trouble::Senseless(format!("{error}."));
        let told = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
        let Some(result) = told(&self.result) else { return Ok(None) };
        let outcome = result.parse::<Outcome>().map_err(wrong)?;
        let reason = told(&self.reason).map(|word| word.parse::<Reason>().map_err(wrong)).transpose()?;
        let usual = if outcome == Outcome::Draw { Reason::Agreement } else { Reason::Resignation };
        Ok(Some(Ending { outcome, reason: reason.filter(|reason| reason.is_of_players()).unwrap_or(usual) }))
    }

    fn route(&self, game: &str) -> Result<Route, Trouble> {
        let moves: Vec<String> = self.moves.split_whitespace().map(str::to_owned).collect();
        let present = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
        Ok(Route {
            game: game.to_owned(),
            position: present(&self.position),
            at: self.at.unwrap_or(moves.len()).min(moves.len()),
            moves,
            conclusion: self.conclusion()?,
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
        game: rules.spec().to_owned(),
        version: rules.info().version,
        position: position.map(str::to_owned),
        moves: moves.to_vec(),
        result: None,
        reason: None,
        ending: None,
        played_on: None,
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
    let games: Vec<&GameInfo> = app.catalogue.infos().collect();
    let Some(game) = &asked.game else {
        let (title, content) = (words.say("analysis"), choose(words, &games));
        let page =
            Page { reader: visitor.reader, title, address: "/analysis", board: None, sheet: None, content };
        return Ok(Html(document(&page).into_string()).into_response());
    };
    let rules = app.rules(game)?;
    let mut route = asked.route(rules.spec())?;
    let whole = replay(rules.as_ref(), route.position.as_deref(), &route.moves)?;
    // Moves may be written in many ways; from here on they are written in one.
    route.moves = whole.history();
    route.conclusion = route.conclusion.filter(|_| whole.ending().is_none());
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
            opinions.push(opinion(app.ask(&visitor.session, agent, rules.clone(), played.fork()).await?));
        }
    }
    let course = if route.graph {
        Some(course(&app, &visitor.session, rules.clone(), whole.fork()).await?)
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
        formats: &formats(&rules.info().id),
        games: &games,
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
    rules: Arc<dyn Playable>,
    mut whole: Box<dyn Match>,
) -> Result<Vec<f32>, Trouble> {
    let spec: AgentSpec = CHRONICLER.parse().map_err(|error| Trouble::Failed(format!("{error}")))?;
    let brake = Arc::new(Brake::default());
    let work = move || {
        let mut agent = rules.agent(&spec).map_err(|error| Trouble::Failed(format!("{error}.")))?;
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
            if whole.moves_played() == 0 {
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
        agent: ADVISER.to_owned(),
        ..Route::default()
    }
}
