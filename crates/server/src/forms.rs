//! Reading what was sent: forms and JSON, with sentences instead of codes when something is wrong.

use axum::Form;
use axum::Json;
use axum::extract::rejection::{BytesRejection, FormRejection, JsonRejection};
use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::trouble::Trouble;

/// A form that was sent.
pub(crate) struct Sent<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for Sent<T> {
    type Rejection = Trouble;

    async fn from_request(request: Request, app: &App) -> Result<Sent<T>, Trouble> {
        match Form::<T>::from_request(request, app).await {
            Ok(Form(value)) => Ok(Sent(value)),
            Err(FormRejection::BytesRejection(broken)) => Err(unread(&broken, app)),
            Err(other) => Err(Trouble::Form(other.body_text())),
        }
    }
}

/// A document that was sent.
pub(crate) struct Document<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for Document<T> {
    type Rejection = Trouble;

    async fn from_request(request: Request, app: &App) -> Result<Document<T>, Trouble> {
        match Json::<T>::from_request(request, app).await {
            Ok(Json(value)) => Ok(Document(value)),
            Err(JsonRejection::BytesRejection(broken)) => Err(unread(&broken, app)),
            Err(other) => Err(Trouble::Form(other.body_text())),
        }
    }
}

/// What every deed may say besides: the version of the table in which it was meant. Forms say it, documents may.
#[derive(Clone, Copy, Default, Deserialize)]
pub(crate) struct Made {
    pub(crate) version: Option<u64>,
}

impl FromRequest<App> for Made {
    type Rejection = Trouble;

    async fn from_request(request: Request, app: &App) -> Result<Made, Trouble> {
        let kind = request.headers().get(CONTENT_TYPE).map(HeaderValue::as_bytes);
        match kind {
            // Whoever says nothing sends nothing.
            None => Ok(Made::default()),
            Some(kind) if kind.starts_with(b"application/json") => {
                Document::from_request(request, app).await.map(|Document(made)| made)
            }
            Some(_) => Sent::from_request(request, app).await.map(|Sent(made)| made),
        }
    }
}

/// Why a body could not be read to its end.
fn unread(broken: &BytesRejection, app: &App) -> Trouble {
    if broken.status() == StatusCode::PAYLOAD_TOO_LARGE {
        Trouble::TooLarge(app.quota.body)
    } else {
        Trouble::Late
    }
}

/// Cells as they travel in forms: numbers with dots between them. What is no number is left out.
pub(crate) fn cells(text: &str) -> Vec<usize> {
    text.split('.').filter_map(|part| part.parse().ok()).take(64).collect()
}
