//! Puzzles: which there are, and solving one. What was played of a puzzle is part of its address, so nothing but what was solved has to
//! be remembered, and every page works without scripts.

use std::sync::Arc;

use agon_agents::Playable;
use agon_core::Match;
use agon_core::pointing::{Pointed, Pointing};
use agon_render::heard::hear;
use agon_render::words::{Words, place};
use agon_render::{board, svg, tell};
use agon_school::{Attempt, Puzzle, Reply, Sheet};
use agon_table::{Command, Question};
use axum::extract::{Extension, Path, Query, State};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Redirect, Response};
use maud::html;
use serde::Deserialize;

use crate::answer::{no_cell, notice};
use crate::app::App;
use crate::boards::Drawn;
use crate::forms::{Sent, cells};
use crate::middleware::Visitor;
use crate::trouble::Trouble;
use crate::views::page::{Page, document};
use crate::views::playing::{join, sheet};
use crate::views::puzzle::{Listed, PuzzleView, index, list, task};
use crate::vocabulary::vocabulary;

/// What an address of a puzzle begins its moves with.
const MOVES: char = 'm';

/// Milliseconds in a day.
const DAY: u64 = 24 * 3600 * 1000;

/// `GET /puzzles`
pub(crate) async fn all(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Html<String>, Trouble> {
    let words = visitor.words();
    let solved = app.store.solved(&visitor.session)?;
    let mut games = Vec::new();
    for (rules, sheet) in sheets(&app) {
        let number = today(&app, sheet);
        let start = start(&sheet.puzzles[number - 1], rules.as_ref())?;
        let done = sheet.puzzles.iter().filter(|puzzle| solved.contains(&key(sheet, puzzle))).count();
        games.push((rules, sheet, number, start, done));
    }
    let listed: Vec<Listed<'_>> = (games.iter())
        .map(|(rules, sheet, number, start, done)| Listed {
            rules: rules.bare(),
            layout: rules.layout(),
            start: start.as_ref(),
            today: *number,
            done: *done,
            count: sheet.puzzles.len(),
        })
        .collect();
    let page = Page {
        reader: visitor.reader,
        title: words.say("puzzles"),
        address: "/puzzles",
        board: None,
        sheet: Some(svg::sheet(&|name| name != "mark-last")),
        content: index(words, &listed),
    };
    Ok(Html(document(&page).into_string()))
}

/// `GET /puzzles/{game}`
pub(crate) async fn of_game(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(game): Path<String>,
) -> Result<Html<String>, Trouble> {
    let (rules, sheet) = find(&app, &game)?;
    let words = visitor.words();
    let solved = app.store.solved(&visitor.session)?;
    let mut puzzles = Vec::new();
    for puzzle in &sheet.puzzles {
        let start = start(puzzle, rules.as_ref())?;
        puzzles.push((task(words, puzzle, start.as_ref()), puzzle, solved.contains(&key(sheet, puzzle))));
    }
    let address = format!("/puzzles/{}", sheet.game);
    let page = Page {
        reader: visitor.reader,
        title: words.with("puzzles-of", &[("game", tell::game(words, rules.info()).into())]),
        address: &address,
        board: None,
        sheet: None,
        content: list(words, rules.bare(), &puzzles, today(&app, sheet)),
    };
    Ok(Html(document(&page).into_string()))
}

/// `GET /puzzles/{game}/today`
pub(crate) async fn of_today(State(app): State<App>, Path(game): Path<String>) -> Result<Redirect, Trouble> {
    let (_, sheet) = find(&app, &game)?;
    Ok(Redirect::to(&format!("/puzzles/{}/{}", sheet.game, today(&app, sheet))))
}

/// `GET /puzzles/{game}/{number}`
pub(crate) async fn begin(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path((game, number)): Path<(String, usize)>,
) -> Result<Response, Trouble> {
    Ok(Desk::find(&app, &visitor, &game, number, &MOVES.to_string())?.show(Said::default()))
}

/// What the address of a puzzle may say besides.
#[derive(Deserialize)]
pub(crate) struct Look {
    #[serde(default)]
    selected: String,
    ask: Option<String>,
    cell: Option<usize>,
}

/// What the address of a puzzle says: the game, the number of the puzzle, and the moves played.
type Place = (String, usize, String);

/// `GET /puzzles/{game}/{number}/{moves}`
pub(crate) async fn show(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path((game, number, moves)): Path<Place>,
    Query(look): Query<Look>,
) -> Result<Response, Trouble> {
    let desk = Desk::find(&app, &visitor, &game, number, &moves)?;
    let selected = cells(&look.selected);
    let said =
        look.ask.map_or_else(Said::default, |ask| desk.answer(&ask, look.cell.or(selected.last().copied())));
    Ok(desk.show(Said { selected, ..said }))
}

/// A cell that was pointed at, and those before it.
#[derive(Deserialize)]
pub(crate) struct Point {
    #[serde(default)]
    selected: String,
    cell: usize,
}

/// `POST /puzzles/{game}/{number}/{moves}/point`
pub(crate) async fn point(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path((game, number, moves)): Path<Place>,
    Sent(point): Sent<Point>,
) -> Result<Response, Trouble> {
    let desk = Desk::find(&app, &visitor, &game, number, &moves)?;
    let words = visitor.words();
    let played = desk.attempt.played();
    if point.cell >= desk.drawn.layout.cells.len() {
        return Err(Trouble::Impossible(no_cell(words, &point.cell.to_string())));
    }
    let pointing = Pointing::new(played, &cells(&point.selected));
    let selected = pointing.selected().to_vec();
    let said = match pointing.point(point.cell) {
        Pointed::Play(index) => return desk.play(index),
        Pointed::Select(path) => {
            Said { news: Some(desk.selection(&path)), selected: path, ..Said::default() }
        }
        Pointed::Choose(choices) => {
            Said { choices, selected, news: Some(words.say("choose-move")), ..Said::default() }
        }
        Pointed::Nothing => {
            let moves = tell::moves(words, played, &desk.drawn.layout, selected.first().copied());
            let cell = tell::cell(words, played, &desk.drawn.layout, point.cell, tell::State::default());
            let sentence = words.with("no-move-there", &[("cell", cell.into()), ("moves", moves.into())]);
            Said { selected, ..Said::message(sentence) }
        }
    };
    Ok(desk.show(said))
}

/// Something that was typed.
#[derive(Deserialize)]
pub(crate) struct Typed {
    text: String,
}

/// `POST /puzzles/{game}/{number}/{moves}/say`
pub(crate) async fn say(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path((game, number, moves)): Path<Place>,
    Sent(typed): Sent<Typed>,
) -> Result<Response, Trouble> {
    let desk = Desk::find(&app, &visitor, &game, number, &moves)?;
    let words = visitor.words();
    let error = match desk.attempt.played().find_move(&typed.text) {
        Ok(index) => return desk.play(index),
        Err(error) => error,
    };
    match vocabulary().read(&typed.text) {
        None => match hear(desk.attempt.played(), &typed.text) {
            Some(Ok(index)) => desk.play(index),
            Some(Err(unclear)) => Ok(desk.show(Said::message(tell::refusal(words, &unclear)))),
            None => Ok(desk.show(Said::message(tell::refusal(words, &error)))),
        },
        Some((Command::Undo, _)) => Ok(desk.again()),
        Some((Command::Ask(question), about)) => {
            let cell = about.map(|name| desk.drawn.layout.find(&name).ok_or(name)).transpose();
            Ok(desk.show(match cell {
                Ok(cell) => desk.answer(question.name(), cell),
                Err(name) => Said::message(no_cell(words, &name)),
            }))
        }
        Some((Command::Help, _)) => Ok(desk.show(Said::answer(vec![words.say("puzzle-help")]))),
        Some(_) => Ok(desk.show(Said::message(words.say("puzzle-not-here")))),
    }
}

/// `POST /puzzles/{game}/{number}/{moves}/undo`: from the beginning.
pub(crate) async fn again(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path((game, number, moves)): Path<Place>,
) -> Result<Response, Trouble> {
    Ok(Desk::find(&app, &visitor, &game, number, &moves)?.again())
}

/// What is said together with a puzzle.
#[derive(Default)]
pub(crate) struct Said {
    pub(crate) message: Option<String>,
    pub(crate) answer: Vec<String>,
    pub(crate) news: Option<String>,
    pub(crate) choices: Vec<usize>,
    pub(crate) selected: Vec<usize>,
    pub(crate) hint: Vec<usize>,
}

impl Said {
    fn message(sentence: String) -> Said {
        Said { message: Some(sentence), ..Said::default() }
    }

    fn answer(answer: Vec<String>) -> Said {
        Said { answer, ..Said::default() }
    }
}

/// A visitor at a puzzle.
struct Desk<'a> {
    app: &'a App,
    visitor: &'a Visitor,
    sheet: &'static Sheet,
    puzzle: &'static Puzzle,
    number: usize,
    attempt: Attempt,
    drawn: Drawn,
    stylesheet: String,
}

impl<'a> Desk<'a> {
    fn find(
        app: &'a App,
        visitor: &'a Visitor,
        game: &str,
        number: usize,
        moves: &str,
    ) -> Result<Desk<'a>, Trouble> {
        let missing = || Trouble::NoPage(format!("/puzzles/{game}/{number}/{moves}"));
        let (rules, sheet) = find(app, game)?;
        let puzzle = number.checked_sub(1).and_then(|index| sheet.puzzles.get(index)).ok_or_else(missing)?;
        let moves = cells(moves.strip_prefix(MOVES).ok_or_else(missing)?);
        let attempt = Attempt::resume(puzzle, rules.bare(), &moves).map_err(failed)?;
        let start = rules.start(None).map_err(failed)?;
        let turned = board::begins_above(start.as_ref(), &rules.layout(), attempt.solver());
        let stylesheet = format!("/boards/{}/{}.css", if turned { "turned" } else { "plain" }, rules.spec());
        let drawn = app.boards.of(rules.bare(), turned);
        Ok(Desk { app, visitor, sheet, puzzle, number, attempt, drawn, stylesheet })
    }

    fn words(&self) -> &'static Words {
        self.visitor.words()
    }

    /// Where the puzzle stands as it is now.
    fn address(&self) -> String {
        format!("/puzzles/{}/{}/{MOVES}{}", self.sheet.game, self.number, join(self.attempt.done()))
    }

    /// What is said of a selection.
    fn selection(&self, path: &[usize]) -> String {
        let (words, played) = (self.words(), self.attempt.played());
        let Some(&cell) = path.last() else { return words.say("deselected") };
        let targets = tell::names(words, &self.drawn.layout, &Pointing::new(played, path).targets());
        let name = format!(
            "{}, {}",
            place(words, &self.drawn.layout.cells[cell].name),
            tell::contents(words, played, cell)
        );
        words.with("selected-cell", &[("cell", name.into()), ("moves", format!("{targets}.").into())])
    }

    /// Tries a move, which changes the address if it is right.
    fn play(mut self, index: usize) -> Result<Response, Trouble> {
        let words = self.words();
        let text = self.attempt.played().move_text(index);
        let news = match self.attempt.play(index) {
            Reply::Wrong => {
                let sentence = words.with("puzzle-wrong", &[("move", text.into())]);
                return Ok(self.show(Said::message(sentence)));
            }
            Reply::Right(answers) if answers.is_empty() => words.say("puzzle-go-on"),
            Reply::Right(_) => {
                let answer = tell::last(words, self.attempt.played(), &self.drawn.layout);
                words.with("puzzle-right", &[("answer", answer.into())])
            }
            Reply::Solved => {
                self.app.store.solve(&self.visitor.session, &key(self.sheet, self.puzzle))?;
                return Ok(self.settled(Said::default()));
            }
        };
        Ok(self.settled(Said { news: Some(news), ..Said::default() }))
    }

    /// The puzzle from the beginning.
    fn again(mut self) -> Response {
        self.attempt = match Attempt::new(self.puzzle, self.attempt.played().rules()) {
            Ok(attempt) => attempt,
            Err(error) => return failed(error).into_response(),
        };
        self.settled(Said::default())
    }

    /// Shows a puzzle whose address has changed.
    fn settled(&self, said: Said) -> Response {
        if self.visitor.fragment { self.show(said) } else { Redirect::to(&self.address()).into_response() }
    }

    /// Answers a question.
    fn answer(&self, question: &str, cell: Option<usize>) -> Said {
        let (words, played, layout) = (self.words(), self.attempt.played(), &*self.drawn.layout);
        let cell = cell.filter(|&cell| cell < layout.cells.len());
        let solver = self.attempt.solver();
        let path = self.path();
        match Question::find(question) {
            Some(Question::Describe) => Said::answer(tell::describe(words, played, layout)),
            Some(Question::Pieces) => {
                Said::answer(tell::pieces_of(words, played, layout, Some(solver)).into_iter().collect())
            }
            Some(Question::Moves) => Said::answer(vec![tell::moves(words, played, layout, cell)]),
            Some(Question::Captures) => Said::answer(vec![tell::captures(words, played)]),
            Some(Question::Changed) => Said::answer(tell::changes(words, played, layout, solver)),
            Some(Question::Last) => Said::answer(vec![tell::last(words, played, layout)]),
            Some(Question::Hint) if !path.is_empty() => {
                let cell = tell::cell(words, played, layout, path[0], tell::State::default());
                let answer = vec![words.with("puzzle-hint", &[("cell", cell.into())])];
                Said { hint: vec![path[0]], ..Said::answer(answer) }
            }
            None if question == SOLUTION => match self.attempt.solution() {
                Some(text) => {
                    let answer = vec![words.with("puzzle-solution", &[("move", text.into())])];
                    Said { hint: path, ..Said::answer(answer) }
                }
                None => Said::answer(vec![self.done()]),
            },
            _ => Said::answer(vec![self.task()]),
        }
    }

    /// The cells of the move that is to be found.
    fn path(&self) -> Vec<usize> {
        let played = self.attempt.played();
        let found = self.attempt.solution().and_then(|text| played.find_move(text).ok());
        found.map_or_else(Vec::new, |index| played.move_trace(index).path)
    }

    fn task(&self) -> String {
        let start = self.puzzle.start(self.attempt.played().rules());
        start.map_or_else(|error| error.to_string(), |start| task(self.words(), self.puzzle, start.as_ref()))
    }

    /// What is said when it is solved.
    fn done(&self) -> String {
        let (words, played) = (self.words(), self.attempt.played());
        let side = tell::side(words, played.info(), self.attempt.solver());
        let key = match (played.ending(), self.puzzle.task) {
            (Some(_), _) => {
                return words.with("puzzle-solved", &[("how", tell::status(words, played).into())]);
            }
            (None, agon_school::Task::Save) => "puzzle-held",
            (None, _) => "puzzle-plain",
        };
        let how = words.with(key, &[("side", side.into())]);
        words.with("puzzle-solved", &[("how", how.into())])
    }

    /// The puzzle as a fragment or as a page.
    fn show(&self, said: Said) -> Response {
        let words = self.words();
        let played = self.attempt.played();
        let address = self.address();
        let is_solved = self.attempt.is_solved();
        let news = match said.news {
            Some(news) => news,
            None if is_solved => self.done(),
            None => self.task(),
        };
        let status = if said.message.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
        let view = PuzzleView {
            words,
            played,
            layout: &self.drawn.layout,
            arrows: &self.drawn.arrows,
            stylesheet: &self.stylesheet,
            address: &address,
            game: &self.sheet.game,
            number: self.number,
            count: self.sheet.puzzles.len(),
            puzzle: self.puzzle,
            task: self.task(),
            is_solved,
            version: self.attempt.done().len(),
            selected: &said.selected,
            choices: &said.choices,
            hint: &said.hint,
            message: said.message,
            answer: &said.answer,
            news,
        };
        let fragment = view.fragment();
        if self.visitor.fragment {
            return (status, Html(fragment.into_string())).into_response();
        }
        let page = Page {
            reader: self.visitor.reader,
            title: view.title(),
            address: &address,
            board: Some(self.stylesheet.clone()),
            sheet: Some(sheet(played)),
            content: html! { h1 { (view.title()) } (notice(self.visitor.words())) (fragment) },
        };
        (status, Html(document(&page).into_string())).into_response()
    }
}

/// The question that gives the move away.
pub(crate) const SOLUTION: &str = "solution";

fn failed(error: impl std::fmt::Display) -> Trouble {
    Trouble::Failed(format!("{error}."))
}

fn start(puzzle: &Puzzle, rules: &dyn Playable) -> Result<Box<dyn Match>, Trouble> {
    puzzle.start(rules.bare()).map_err(failed)
}

/// The games of this app that have puzzles, with them.
fn sheets(app: &App) -> impl Iterator<Item = (Arc<dyn Playable>, &'static Sheet)> {
    agon_school::shipped().iter().filter_map(|sheet| Some((app.catalogue.find(&sheet.game).ok()?, sheet)))
}

/// The puzzles of a game.
fn find(app: &App, game: &str) -> Result<(Arc<dyn Playable>, &'static Sheet), Trouble> {
    let found = app.catalogue.find(game).ok().and_then(|rules| {
        let sheet = agon_school::of_game(rules.spec())?;
        Some((rules, sheet))
    });
    found.ok_or_else(|| Trouble::NoPage(format!("/puzzles/{game}")))
}

/// The number of the puzzle of the day: another one every day, in turn, and the same for everybody.
fn today(app: &App, sheet: &Sheet) -> usize {
    let day = (app.time.now)() / DAY;
    // Games do not come to their hardest puzzles on the same day.
    let shift: u64 = sheet.game.bytes().map(u64::from).sum();
    ((day + shift) % sheet.puzzles.len() as u64) as usize + 1
}

/// The name under which it is remembered that a puzzle was solved: it stays when others are added.
fn key(sheet: &Sheet, puzzle: &Puzzle) -> String {
    format!("{} {}", sheet.game, puzzle.position)
}
