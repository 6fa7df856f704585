//! Taking games away in the formats of their players, and bringing them along.

use agon_agents::Catalogue;
use agon_core::{Library, Match, Player};
use agon_formats::{Format, FormatError, Games, Header, Problem, write};
use agon_render::tell;
use agon_render::words::Words;
use agon_table::Seat;
use axum::extract::multipart::MultipartError;
use axum::extract::{Extension, Multipart, Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};

use crate::access::Company;
use crate::analysis::{Asked, route_of};
use crate::app::App;
use crate::at::At;
use crate::middleware::Visitor;
use crate::trouble::Trouble;

/// The largest file that is read: collections of games are larger than forms.
pub(crate) const LARGEST_FILE: usize = 1024 * 1024;

/// The names of the formats that a game can be saved in.
pub(crate) fn formats(id: &str) -> Vec<&'static str> {
    Format::of_game(id).iter().map(|format| format.name()).collect()
}

/// `GET /play/{id}/save/{format}`
pub(crate) async fn save_table(
    At { app, visitor, table }: At,
    Path((_, format)): Path<(String, String)>,
) -> Result<Response, Trouble> {
    let (played, players) = {
        let sitting = table.sit();
        (sitting.played().fork(), players(sitting.seats(), sitting.company()))
    };
    let header = Header { players, ..Header::default() };
    file(&app, visitor.words(), played.as_ref(), &header, &format)
}

/// Who played, for files: they are for whoever reads them, in whatever language.
pub(crate) fn players(seats: &[Seat; 2], company: &Company) -> [String; 2] {
    Player::BOTH.map(|player| match &seats[player.index()] {
        Seat::Person => company.name(player).unwrap_or("Person").to_owned(),
        Seat::Level(level) => format!("Agon, level {level}"),
        Seat::Agent(spec) => format!("Agon, {spec}"),
    })
}

/// `GET /analysis/save/{format}`
pub(crate) async fn save_analysis(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(format): Path<String>,
    Query(asked): Query<Asked>,
) -> Result<Response, Trouble> {
    file(&app, visitor.words(), asked.replay(&app)?.as_ref(), &Header::default(), &format)
}

fn file(
    app: &App,
    words: &Words,
    played: &dyn Match,
    header: &Header,
    format: &str,
) -> Result<Response, Trouble> {
    let explain = |error| Trouble::Senseless(sentence(words, &app.catalogue, &error));
    let format: Format = format.parse().map_err(explain)?;
    let text = write(played.rules(), &played.record(), header, format).map_err(explain)?;
    let id = &played.info().id;
    let kind = if format == Format::Json { "application/json" } else { "text/plain; charset=utf-8" };
    let disposition = format!("attachment; filename=\"{id}.{}\"", format.name());
    let headers = [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)];
    Ok((headers, text).into_response())
}

/// A game or a sheet that was brought along, as a file or as text.
#[derive(Default)]
pub(crate) struct Brought {
    pub(crate) text: String,
    /// What the file is called.
    pub(crate) file: Option<String>,
    /// The spec of the game, where the text does not say it.
    game: Option<String>,
    /// Which game of the text.
    number: Option<String>,
}

impl Brought {
    async fn read(mut form: Multipart) -> Result<Brought, MultipartError> {
        let mut brought = Brought::default();
        while let Some(field) = form.next_field().await? {
            let name = field.name().unwrap_or_default().to_owned();
            let file = field.file_name().map(str::to_owned);
            let bytes = field.bytes().await?;
            let text = String::from_utf8_lossy(&bytes).into_owned();
            if text.trim().is_empty() {
                continue;
            }
            match name.as_str() {
                // Whoever gives both a file and a text means the file.
                "file" => (brought.text, brought.file) = (text, file),
                "text" if brought.text.is_empty() => brought.text = text,
                "game" => brought.game = Some(text),
                "number" => brought.number = Some(text),
                _ => {}
            }
        }
        Ok(brought)
    }
}

/// What a form brings along, of at most so many bytes.
pub(crate) async fn file_of(
    form: Result<Multipart, axum::extract::multipart::MultipartRejection>,
    largest: usize,
) -> Result<Brought, Trouble> {
    let form = form.map_err(|error| Trouble::Form(error.body_text()))?;
    Brought::read(form).await.map_err(|error| match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Trouble::TooLarge(largest),
        _ => Trouble::Form(error.body_text()),
    })
}

/// `POST /analysis/import`
pub(crate) async fn import(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    form: Result<Multipart, axum::extract::multipart::MultipartRejection>,
) -> Result<Redirect, Trouble> {
    let words = visitor.words();
    let brought = file_of(form, LARGEST_FILE).await?;
    if brought.text.is_empty() {
        return Err(Trouble::Senseless(words.say("import-empty")));
    }
    let number = match brought.number.as_deref().map(str::trim) {
        None => 1,
        Some(text) => text.parse().map_err(|_| {
            let text: String = text.chars().take(40).collect();
            Trouble::Senseless(words.with("import-number", &[("text", text.into())]))
        })?,
    };
    let played = read(&brought.text, brought.game.as_deref(), number, &app);
    let played = played.map_err(|error| Trouble::Senseless(sentence(words, &app.catalogue, &error)))?;
    Ok(Redirect::to(&route_of(played.as_ref()).address()))
}

fn read(text: &str, game: Option<&str>, number: usize, app: &App) -> Result<Box<dyn Match>, FormatError> {
    let game = game.map(|spec| app.find(spec)).transpose()?;
    let read = Games::parse(text, None, game.as_ref(), app)?.read(number)?;
    Ok(read.rules.replay(&read.record)?)
}

/// What is wrong with a game that was brought along, for the reader.
fn sentence(words: &Words, catalogue: &Catalogue, error: &FormatError) -> String {
    match error {
        FormatError::Syntax { line, problem } => words
            .with("import-line", &[("line", (*line).into()), ("problem", describe(words, *problem).into())]),
        FormatError::Move { line, number, error } => words.with(
            "import-move",
            &[
                ("line", (*line).into()),
                ("number", (*number).into()),
                ("problem", tell::refusal(words, error).into()),
            ],
        ),
        FormatError::Turn { line, number, text, found, expected } => {
            let given = [("text", text), ("found", found), ("expected", expected)];
            let problem = words.with("import-turn", &given.map(|(name, text)| (name, text.as_str().into())));
            let place = [("line", (*line).into()), ("number", (*number).into()), ("problem", problem.into())];
            words.with("import-move", &place)
        }
        FormatError::Unknown(found) => words.with("import-unknown", &[("found", found.as_str().into())]),
        FormatError::Nameless => words.say("import-nameless"),
        FormatError::Empty(_) => words.say("import-empty"),
        FormatError::NoGame { number, count } => {
            words.with("import-no-game", &[("number", (*number).into()), ("count", (*count).into())])
        }
        FormatError::Foreign { found, expected } => words.with(
            "import-foreign",
            &[("found", found.as_str().into()), ("expected", expected.as_str().into())],
        ),
        FormatError::NoFormat { game, format, .. } => {
            let rules = catalogue.find(game);
            let name = rules.map_or_else(|_| game.to_string(), |rules| tell::game(words, rules.info()));
            let known = formats(game).join(", ").to_uppercase();
            let given =
                [("game", name.into()), ("format", format.to_string().into()), ("known", known.into())];
            words.with("import-no-format", &given)
        }
        FormatError::Json(problem) => words.with("import-json", &[("problem", problem.to_string().into())]),
        other => format!("{other}."),
    }
}

fn describe(words: &Words, problem: Problem) -> String {
    match problem {
        Problem::Tag => words.with("import-tag", &[("example", "[White \"Name\"]".into())]),
        Problem::OpenComment => words.with("import-open", &[("sign", "{".into())]),
        Problem::OpenVariation | Problem::OpenGame => words.with("import-open", &[("sign", "(".into())]),
        Problem::OpenValue => words.with("import-open", &[("sign", "[".into())]),
        Problem::ClosesNothing(sign) => words.with("import-closes", &[("sign", sign.to_string().into())]),
        Problem::NamelessValue => words.say("import-value"),
    }
}
