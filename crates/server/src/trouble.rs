//! What is answered when a request cannot be carried out: a status and a sentence, never a bare code.

use agon_render::words::Words;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::store::StoreError;
use crate::system::ALONE;
use crate::wrong::Wrong;

/// Why a request was not carried out. The words are put in at the very end, where the reader is known.
#[derive(Clone, Debug)]
#[cfg_attr(target_family = "wasm", allow(dead_code, reason = "the lab is the server's"))]
pub(crate) enum Trouble {
    /// No page has this path.
    NoPage(String),
    /// No table has this id.
    NoTable,
    /// This takes a server.
    OutOfReach,
    /// No tournament has this name.
    NoTournament(String),
    /// Tournaments may not be started here.
    NoRuns,
    /// The tournament with this name is being played.
    OtherRun(String),
    /// What was asked for makes no sense; the sentence says why.
    Senseless(String),
    /// What was asked for names something that there is not.
    Wrong(Box<Wrong>),
    /// The move or the command is not possible now; the sentence says why.
    Impossible(String),
    /// A form or document lacks something.
    Form(String),
    /// More bytes than are read.
    TooLarge(usize),
    /// The path exists, the method does not.
    Method(String),
    /// Too many requests.
    TooManyRequests,
    /// The visitor holds no side of the table, or not the one it needs.
    NotSeated,
    /// The link to a seat is used up, or never was one.
    SeatTaken,
    /// Whoever sits at a table does not take another seat there.
    SeatedAlready,
    /// Too many thoughts waiting.
    Busy,
    /// The rest of the request did not come.
    Late,
    /// Asked for under a name that is not ours.
    Name(String),
    /// Sent by a page of somebody else.
    Foreign,
    /// Something of ours failed.
    Failed(String),
}

impl Trouble {
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Trouble::NoPage(_) | Trouble::NoTable | Trouble::NoTournament(_) => StatusCode::NOT_FOUND,
            Trouble::Senseless(_) | Trouble::Wrong(_) | Trouble::Form(_) => StatusCode::BAD_REQUEST,
            Trouble::Impossible(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Trouble::OutOfReach | Trouble::OtherRun(_) | Trouble::SeatedAlready => StatusCode::CONFLICT,
            Trouble::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Trouble::Method(_) => StatusCode::METHOD_NOT_ALLOWED,
            Trouble::TooManyRequests | Trouble::Busy => StatusCode::TOO_MANY_REQUESTS,
            Trouble::Foreign | Trouble::NoRuns | Trouble::NotSeated | Trouble::SeatTaken => {
                StatusCode::FORBIDDEN
            }
            Trouble::Late => StatusCode::REQUEST_TIMEOUT,
            Trouble::Name(_) => StatusCode::MISDIRECTED_REQUEST,
            Trouble::Failed(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    pub(crate) fn title(&self, words: &Words) -> String {
        words.say(match self.status() {
            StatusCode::NOT_FOUND => "trouble-not-found",
            StatusCode::TOO_MANY_REQUESTS => "trouble-too-many",
            _ => "trouble-bad-request",
        })
    }

    pub(crate) fn sentence(&self, words: &Words) -> String {
        match self {
            Trouble::NoPage(path) => {
                let path: String = path.chars().take(120).collect();
                words.with("trouble-no-page", &[("path", path.into())])
            }
            Trouble::NoTable if ALONE => words.say("trouble-out-of-reach"),
            Trouble::NoTable => words.say("trouble-no-game"),
            Trouble::OutOfReach => words.say("friend-needs-server"),
            Trouble::NoTournament(name) => {
                words.with("trouble-no-tournament", &[("name", name.as_str().into())])
            }
            Trouble::NoRuns => words.say("trouble-no-runs"),
            Trouble::OtherRun(name) => words.with("trouble-other-run", &[("name", name.as_str().into())]),
            Trouble::Senseless(sentence) | Trouble::Impossible(sentence) | Trouble::Failed(sentence) => {
                sentence.clone()
            }
            Trouble::Wrong(wrong) => wrong.sentence(words),
            Trouble::Form(problem) => words.with("trouble-form", &[("problem", problem.as_str().into())]),
            Trouble::TooLarge(limit) => {
                words.with("trouble-too-large", &[("limit", limit.to_string().into())])
            }
            Trouble::Method(method) => words.with("trouble-method", &[("method", method.as_str().into())]),
            Trouble::TooManyRequests => words.say("trouble-too-many-requests"),
            Trouble::NotSeated => words.say("not-seated"),
            Trouble::SeatTaken => words.say("seat-taken"),
            Trouble::SeatedAlready => words.say("seated-already"),
            Trouble::Busy => words.say("trouble-busy"),
            Trouble::Late => words.say("trouble-late"),
            Trouble::Name(name) => {
                let name: String = name.chars().take(120).collect();
                words.with("trouble-name", &[("name", name.into())])
            }
            Trouble::Foreign => words.say("trouble-foreign"),
        }
    }
}

impl Trouble {
    /// What programs are told: where it counts, in the words in which all our programs say it.
    pub(crate) fn plain(&self, words: &Words) -> String {
        match self {
            Trouble::Wrong(wrong) => format!("{wrong}."),
            other => other.sentence(words),
        }
    }
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Trouble {
        Trouble::Failed(format!("{error}."))
    }
}

/// The response carries the trouble itself; [`attend`](mod@crate::middleware) writes it for the reader.
impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}
