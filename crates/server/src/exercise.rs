//! Exercises: a desk at which one finds moves alone. A puzzle is solved there, and a step of a lesson taken. What was played is part of the
//! address, so nothing but what was done has to be remembered, and every page works without scripts.

use agon_core::pointing::{Pointed, Pointing};
use agon_render::heard::hear;
use agon_render::words::Words;
use agon_render::{board, tell};
use agon_school::{Attempt, Lesson, Puzzle, Reply, Rivals, Sheet, Step, Task};
use agon_table::{Command, Question};
use axum::Router;
use axum::extract::{FromRequestParts, Query, RawPathParams};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use maud::html;
use serde::Deserialize;

use crate::answer::{no_cell, notice, selection};
use crate::app::App;
use crate::boards::Drawn;
use crate::forms::{Sent, cells};
use crate::middleware::{Visitor, may_leave};
use crate::trouble::Trouble;
use crate::views::page::{Page, document};
use crate::views::playing::{join, sheet};
use crate::views::puzzle::{DeskView, Way, task};
use crate::vocabulary::vocabulary;
use crate::{lessons, puzzles};

/// What the moves in an address begin with.
const MOVES: char = 'm';

/// The pages and forms of desks whose addresses begin like this.
pub(crate) fn routes(begin: &str) -> Router<App> {
    let at = |rest: &str| format!("{begin}/{{game}}/{{number}}{rest}");
    Router::new()
        .route(&at(""), get(show))
        .route(&at("/{moves}"), get(show))
        .route(&at("/{moves}/point"), post(point))
        .route(&at("/{moves}/say"), post(say))
        .route(&at("/{moves}/undo"), post(again))
}

/// What an address of a desk may say besides.
#[derive(Deserialize)]
pub(crate) struct Look {
    #[serde(default)]
    selected: String,
    ask: Option<String>,
    cell: Option<usize>,
}

/// `GET /puzzles/{game}/{number}`, also with the moves that were played, and the same of lessons.
pub(crate) async fn show(desk: Desk, Query(look): Query<Look>) -> Response {
    let selected = cells(&look.selected);
    let said =
        look.ask.map_or_else(Said::default, |ask| desk.answer(&ask, look.cell.or(selected.last().copied())));
    desk.show(Said { selected, ..said })
}

/// A cell that was pointed at, and those before it.
#[derive(Deserialize)]
pub(crate) struct Point {
    #[serde(default)]
    selected: String,
    cell: usize,
}

/// `POST /puzzles/{game}/{number}/{moves}/point`
pub(crate) async fn point(desk: Desk, Sent(point): Sent<Point>) -> Result<Response, Trouble> {
    let words = desk.words();
    let played = desk.attempt.played();
    if point.cell >= desk.drawn.layout.cells.len() {
        return Err(Trouble::Impossible(no_cell(words, &point.cell.to_string())));
    }
    let pointing = Pointing::new(played, &cells(&point.selected));
    let selected = pointing.selected().to_vec();
    let said = match pointing.point(point.cell) {
        Pointed::Play(index) => return desk.play(index),
        Pointed::Select(path) => {
            let news = selection(words, played, &desk.drawn.layout, &path);
            Said { news: Some(news), selected: path, ..Said::default() }
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
pub(crate) async fn say(desk: Desk, Sent(typed): Sent<Typed>) -> Result<Response, Trouble> {
    let words = desk.words();
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
pub(crate) async fn again(desk: Desk) -> Response {
    desk.again()
}

/// What is said together with what is to be found.
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

/// What is done at a desk.
#[derive(Clone, Copy)]
enum Course {
    /// A puzzle.
    Puzzle(&'static Sheet, &'static Puzzle),
    /// A step of a lesson.
    Step(&'static Lesson, &'static Step),
}

/// A visitor at a desk.
pub(crate) struct Desk {
    app: App,
    visitor: Visitor,
    course: Course,
    number: usize,
    attempt: Attempt,
    drawn: Drawn,
    stylesheet: String,
}

impl FromRequestParts<App> for Desk {
    type Rejection = Trouble;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Desk, Trouble> {
        let missing = || Trouble::NoPage(parts.uri.path().to_owned());
        let path = RawPathParams::from_request_parts(&mut parts.clone(), app).await.map_err(|_| missing())?;
        let part = |wanted: &str| path.iter().find(|(name, _)| *name == wanted).map(|(_, value)| value);
        let game = part("game").ok_or_else(missing)?;
        let number: usize = part("number").and_then(|number| number.parse().ok()).ok_or_else(missing)?;
        let index = number.checked_sub(1).ok_or_else(missing)?;
        let moves = part("moves").map_or(Some(""), |moves| moves.strip_prefix(MOVES)).ok_or_else(missing)?;
        let visitor = parts.extensions.get::<Visitor>().cloned();
        let visitor = visitor.ok_or_else(|| Trouble::Failed("Nobody asks.".to_owned()))?;
        let (rules, course, attempt) = if parts.uri.path().starts_with("/learn/") {
            let (rules, lesson) = lessons::find(app, game)?;
            let step = lesson.steps.get(index).ok_or_else(missing)?;
            let attempt = Attempt::at(step, rules.bare());
            (rules, Course::Step(lesson, step), attempt)
        } else {
            let (rules, sheet) = puzzles::find(app, game)?;
            let puzzle = sheet.puzzles.get(index).ok_or_else(missing)?;
            let attempt = Attempt::new(puzzle, rules.bare());
            (rules, Course::Puzzle(sheet, puzzle), attempt)
        };
        let attempt = attempt.map_err(failed)?.resume(&cells(moves));
        let start = rules.start(None).map_err(failed)?;
        let turned = board::begins_above(start.as_ref(), &rules.layout(), attempt.solver());
        let stylesheet = format!("/boards/{}/{}.css", if turned { "turned" } else { "plain" }, rules.spec());
        let drawn = app.boards.of(rules.bare(), turned);
        Ok(Desk { app: app.clone(), visitor, course, number, attempt, drawn, stylesheet })
    }
}

impl Desk {
    fn words(&self) -> &'static Words {
        self.visitor.words()
    }

    /// Where the others of the game are, and how many there are.
    fn list(&self) -> (String, usize) {
        match self.course {
            Course::Puzzle(sheet, _) => (format!("/puzzles/{}", sheet.game), sheet.puzzles.len()),
            Course::Step(lesson, _) => (format!("/learn/{}", lesson.id()), lesson.steps.len()),
        }
    }

    /// What is remembered when it is done.
    fn key(&self) -> String {
        match self.course {
            Course::Puzzle(sheet, puzzle) => puzzles::key(sheet, puzzle),
            Course::Step(lesson, _) => lessons::key(lesson, self.number),
        }
    }

    /// The game and the number, for the title.
    fn title(&self) -> String {
        let (words, count) = (self.words(), self.list().1);
        let key = match self.course {
            Course::Puzzle(..) => "puzzle-title",
            Course::Step(..) => "learn-step",
        };
        let game = tell::game(words, self.attempt.played().info());
        words.with(key, &[("game", game.into()), ("number", self.number.into()), ("count", count.into())])
    }

    /// The address of the desk as it is now.
    fn address(&self) -> String {
        format!("{}/{}/{MOVES}{}", self.list().0, self.number, join(self.attempt.done()))
    }

    /// Tries a move, which changes the address if it is right.
    fn play(mut self, index: usize) -> Result<Response, Trouble> {
        let words = self.words();
        let text = self.attempt.played().move_text(index);
        let news = match self.attempt.play(index) {
            Reply::Wrong => {
                let key = match self.course {
                    Course::Puzzle(..) => "puzzle-wrong",
                    Course::Step(..) => "learn-wrong",
                };
                let sentence = words.with(key, &[("move", text.into())]);
                return Ok(self.show(Said::message(sentence)));
            }
            Reply::Right(answers) if answers.is_empty() => words.say("puzzle-go-on"),
            Reply::Right(_) => {
                let answer = tell::last(words, self.attempt.played(), &self.drawn.layout);
                words.with("puzzle-right", &[("answer", answer.into())])
            }
            Reply::Solved => {
                may_leave(&self.app, self.visitor.guest)?;
                self.app.store.solve(&self.visitor.session, &self.key())?;
                return Ok(self.settled(Said::default()));
            }
        };
        Ok(self.settled(Said { news: Some(news), ..Said::default() }))
    }

    /// The same from the beginning.
    fn again(mut self) -> Response {
        let rules = self.attempt.played().rules();
        let attempt = match self.course {
            Course::Puzzle(_, puzzle) => Attempt::new(puzzle, rules),
            Course::Step(_, step) => Attempt::at(step, rules),
        };
        self.attempt = match attempt {
            Ok(attempt) => attempt,
            Err(error) => return failed(error).into_response(),
        };
        self.settled(Said::default())
    }

    /// Shows what has another address now.
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
        let found = self.attempt.solution().and_then(|text| played.find_move(&text).ok());
        found.map_or_else(Vec::new, |index| played.move_trace(index).path)
    }

    /// What is to be done.
    fn task(&self) -> String {
        let (words, rules) = (self.words(), self.attempt.played().rules());
        match self.course {
            Course::Puzzle(_, puzzle) => match puzzle.start(rules) {
                Ok(start) => task(words, puzzle, start.as_ref()),
                Err(error) => error.to_string(),
            },
            Course::Step(lesson, _) => {
                let side = tell::side(words, rules.info(), self.attempt.solver());
                let rule = words.say(&format!("lesson-{}-{}", lesson.id(), self.number));
                format!("{rule} {}", words.with("learn-you", &[("side", side.into())]))
            }
        }
    }

    /// What is said when it is solved.
    fn done(&self) -> String {
        let (words, played) = (self.words(), self.attempt.played());
        let side = tell::side(words, played.info(), self.attempt.solver());
        let puzzle = match self.course {
            Course::Puzzle(_, puzzle) => puzzle,
            Course::Step(lesson, _) => {
                let last = Some(tell::last(words, played, &self.drawn.layout));
                let ending = played.ending().map(|_| tell::status(words, played));
                let over = (self.number == lesson.steps.len()).then(|| words.say("learn-over"));
                let parts = [Some(words.say("learn-right")), last, ending, over];
                return parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
            }
        };
        let key = match (played.ending(), puzzle.task) {
            (Some(_), _) => {
                return words.with("puzzle-solved", &[("how", tell::status(words, played).into())]);
            }
            (None, Task::Save) => "puzzle-held",
            (None, _) => "puzzle-plain",
        };
        let how = words.with(key, &[("side", side.into())]);
        words.with("puzzle-solved", &[("how", how.into())])
    }

    /// Where one can go from here.
    fn ways(&self) -> Vec<Way> {
        let words = self.words();
        let (list, count) = self.list();
        let rules = self.attempt.played().rules();
        let family = format!("/games/{}", rules.info().id);
        let name = tell::game(words, rules.info());
        let way = |label: String, address: String| Way { label, address, goes_on: false };
        let is_solved = self.attempt.is_solved();
        let next = (is_solved && self.number < count).then(|| format!("{list}/{}", self.number + 1));
        match self.course {
            Course::Puzzle(..) => {
                let next = next.map(|next| Way { goes_on: true, ..way(words.say("puzzle-next"), next) });
                let others = [
                    way(words.say("puzzles-more"), list),
                    way(words.say("rules"), format!("/games/{}", rules.spec())),
                ];
                next.into_iter().chain(others).collect()
            }
            Course::Step(..) => {
                let play =
                    || way(words.with("learn-play", &[("game", name.as_str().into())]), family.clone());
                let first = match next {
                    Some(next) => Some(way(words.say("learn-next"), next)),
                    None => is_solved.then(play),
                };
                let first = first.map(|first| Way { goes_on: true, ..first });
                let others = [
                    way(words.say("learn-all"), "/learn".to_owned()),
                    way(words.say("rules"), family.clone()),
                ];
                first.into_iter().chain(others).collect()
            }
        }
    }

    /// What is known of a puzzle besides.
    fn facts(&self) -> Option<String> {
        let Course::Puzzle(_, puzzle) = self.course else { return None };
        let difficulty = format!("difficulty-{}", puzzle.difficulty().name());
        let rivals = match puzzle.rivals {
            Rivals::Proven => "puzzle-proven",
            Rivals::Exhausted => "puzzle-exhausted",
            Rivals::Searched => "puzzle-searched",
        };
        Some([difficulty.as_str(), rivals].map(|key| self.words().say(key)).join(" "))
    }

    /// The desk as a fragment or as a page.
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
        let view = DeskView {
            words,
            played,
            layout: &self.drawn.layout,
            arrows: &self.drawn.arrows,
            stylesheet: &self.stylesheet,
            address: &address,
            title: self.title(),
            heading: match self.course {
                Course::Puzzle(..) => "puzzles",
                Course::Step(..) => "learn",
            },
            task: self.task(),
            facts: self.facts(),
            ways: self.ways(),
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
            title: view.title.clone(),
            address: &address,
            board: Some(self.stylesheet.clone()),
            sheet: Some(sheet(played)),
            content: html! { h1 { (view.title) } (notice(self.visitor.words())) (fragment) },
        };
        (status, Html(document(&page).into_string())).into_response()
    }
}

/// The question that gives the move away.
pub(crate) const SOLUTION: &str = "solution";

pub(crate) fn failed(error: impl std::fmt::Display) -> Trouble {
    Trouble::Failed(format!("{error}."))
}
