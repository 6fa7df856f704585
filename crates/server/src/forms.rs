//! Reading what was sent: forms and JSON, with sentences instead of codes when something is wrong.

use axum::Form;
use axum::Json;
use axum::extract::rejection::{FormRejection, JsonRejection};
use axum::extract::{FromRequest, Request};
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
            Err(FormRejection::BytesRejection(_)) => Err(Trouble::TooLarge(app.quota.body)),
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
            Err(JsonRejection::BytesRejection(_)) => Err(Trouble::TooLarge(app.quota.body)),
            Err(other) => Err(Trouble::Form(other.body_text())),
        }
    }
}

/// Cells as they travel in forms: numbers with dots between them. What is no number is left out.
pub(crate) fn cells(text: &str) -> Vec<usize> {
    text.split('.').filter_map(|part| part.parse().ok()).take(64).collect()
}
