//! What happens around every request: who asks, whether it may be asked, and how trouble is answered.

use std::net::IpAddr;
use std::time::Instant;

use agon_render::words::{Language, Speech, Words};
use axum::Json;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::uri::Authority;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};

use crate::app::{App, ID_LENGTH, random_id};
use crate::concurrency::{Ticket, guest};
use crate::host::Names;
use crate::system;
use crate::think::Client;
use crate::trouble::Trouble;
use crate::views::page::{Page, Reader, Theme, Volume, document, trouble};

/// Who asks. Handlers take it as an `Extension`.
#[derive(Clone)]
pub(crate) struct Visitor {
    /// The random number in the cookie.
    pub(crate) session: String,
    pub(crate) reader: Reader,
    /// Whether our script asks, which wants a fragment of the page.
    pub(crate) fragment: bool,
    /// The address, unless it is the machine itself.
    pub(crate) guest: Option<IpAddr>,
}

impl Visitor {
    pub(crate) fn words(&self) -> &'static Words {
        self.reader.words
    }

    /// For whom something is thought.
    pub(crate) fn client(&self) -> Client {
        Client { session: self.session.clone(), guest: self.guest }
    }
}

/// The header by which our script says that it wants a fragment.
pub(crate) const FRAGMENT: &str = "x-agon-fragment";

/// The cookie that holds the session.
pub(crate) const COOKIE: &str = "agon";

/// Nothing but our own files, no inline styles or scripts, no frames.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

pub(crate) async fn attend(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let known = session(request.headers());
    let (path, method) = (request.uri().path().to_owned(), request.method().clone());
    let guest = system::address(&app, &request).and_then(guest);
    let visitor = visitor(&app, request.headers(), known.clone().unwrap_or_else(random_id), guest);
    let response = match admit(&app, &request, guest, known.as_deref()) {
        Err(trouble) => trouble.into_response(),
        Ok(_inside) => {
            request.extensions_mut().insert(visitor.clone());
            next.run(request).await
        }
    };
    let mut response = explain(response, &visitor, &path, &method, app.quota.body);
    let headers = response.headers_mut();
    let set = |headers: &mut HeaderMap, name: HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        set(headers, header::CONTENT_SECURITY_POLICY, POLICY);
    }
    set(headers, header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(headers, header::REFERRER_POLICY, "same-origin");
    if !headers.contains_key(header::CACHE_CONTROL) {
        set(headers, header::CACHE_CONTROL, "no-store");
    }
    if known.is_none() {
        let secure = if app.names.secure() { "; Secure" } else { "" };
        let cookie =
            format!("{COOKIE}={}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000{secure}", visitor.session);
        headers.insert(
            header::SET_COOKIE,
            HeaderValue::from_str(&cookie).expect("hexadecimal digits are a header"),
        );
    }
    response
}

/// The session of the cookie, if it is one of ours.
fn session(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get(header::COOKIE)?.to_str().ok()?;
    let value = cookies.split(';').find_map(|part| part.trim().strip_prefix(COOKIE)?.strip_prefix('='))?;
    let ours = value.len() == ID_LENGTH && value.bytes().all(|byte| byte.is_ascii_hexdigit());
    ours.then(|| value.to_owned())
}

fn visitor(app: &App, headers: &HeaderMap, session: String, guest: Option<IpAddr>) -> Visitor {
    let wishes = app.store.wishes(&session).unwrap_or_default();
    let accepted =
        headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let language =
        wishes.language.as_deref().and_then(Language::find).unwrap_or_else(|| Language::choose(accepted));
    let theme = wishes.theme.as_deref().and_then(Theme::find).unwrap_or_default();
    let volume = wishes.sound.as_deref().and_then(Volume::find).unwrap_or_default();
    let speech = wishes.speech.as_deref().and_then(Speech::find).unwrap_or_default();
    let reader = Reader { words: Words::speaking(language, speech), theme, volume, alone: system::ALONE };
    Visitor { session, reader, fragment: headers.contains_key(FRAGMENT), guest }
}

/// Lets a request in, or says why it is not even looked at.
fn admit(
    app: &App,
    request: &Request,
    guest: Option<IpAddr>,
    session: Option<&str>,
) -> Result<Ticket, Trouble> {
    // Programs that are no browsers need not say whom they mean; browsers always do.
    let named = request.headers().get(header::HOST).map(|host| host.to_str().unwrap_or_default());
    let meant = request.uri().authority().map(Authority::as_str);
    if let Some(other) = named.into_iter().chain(meant).find(|name| !app.names.know(name)) {
        return Err(Trouble::Name(other.to_owned()));
    }
    let now = Instant::now();
    let of_guest = || guest.is_none_or(|guest| app.buckets[1].take(&guest.to_string(), now));
    let of_session = || session.is_none_or(|session| app.buckets[0].take(session, now));
    if !of_guest() || !of_session() {
        return Err(Trouble::TooManyRequests);
    }
    let changes = request.method() != Method::GET && request.method() != Method::HEAD;
    if changes && is_foreign(&app.names, request.headers()) {
        return Err(Trouble::Foreign);
    }
    app.requests.enter(guest).ok_or(Trouble::TooManyRequests)
}

/// Around requests that leave something here: one address leaves no more than some.
pub(crate) async fn keep(State(app): State<App>, request: Request, next: Next) -> Response {
    let guest = system::address(&app, &request).and_then(guest);
    match may_leave(&app, guest) {
        Ok(()) => next.run(request).await,
        Err(trouble) => trouble.into_response(),
    }
}

/// Takes one from what an address may leave here.
pub(crate) fn may_leave(app: &App, guest: Option<IpAddr>) -> Result<(), Trouble> {
    let granted = guest.is_none_or(|guest| app.buckets[2].take(&guest.to_string(), Instant::now()));
    if granted { Ok(()) } else { Err(Trouble::TooManyRequests) }
}

/// Whether a page of somebody else sent the request. Programs that are not browsers send neither header.
fn is_foreign(names: &Names, headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = text("sec-fetch-site") {
        return !matches!(site, "same-origin" | "none");
    }
    match (text("origin"), text("host")) {
        (Some(origin), Some(host)) => !names.wrote(origin, host),
        _ => false,
    }
}

/// Writes the body of an answer that is trouble, in the form and language that was asked for.
fn explain(response: Response, visitor: &Visitor, path: &str, method: &Method, limit: usize) -> Response {
    let status = response.status();
    if !status.is_client_error() && !status.is_server_error() {
        return response;
    }
    let found = response.extensions().get::<Trouble>().cloned();
    let reason = match (found, status) {
        (Some(trouble), _) => trouble,
        // An answer that has a body of its own says enough.
        (None, _)
            if response.headers().contains_key(header::CONTENT_TYPE) && status != StatusCode::NOT_FOUND =>
        {
            return response;
        }
        (None, StatusCode::NOT_FOUND) => Trouble::NoPage(path.to_owned()),
        (None, StatusCode::METHOD_NOT_ALLOWED) => Trouble::Method(method.to_string()),
        (None, StatusCode::PAYLOAD_TOO_LARGE) => Trouble::TooLarge(limit),
        (None, _) => Trouble::Form(status.to_string()),
    };
    let (words, status) = (visitor.words(), reason.status());
    let sentence = reason.sentence(words);
    let mut answer = if path.starts_with("/api/") {
        (status, Json(serde_json::json!({ "error": reason.plain(words) }))).into_response()
    } else if visitor.fragment {
        (status, sentence).into_response()
    } else {
        let title = reason.title(words);
        let content = trouble(words, &title, &sentence);
        let page = Page { reader: visitor.reader, title, address: "/", board: None, sheet: None, content };
        (status, Html(document(&page).into_string())).into_response()
    };
    if status == StatusCode::TOO_MANY_REQUESTS {
        answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
    }
    if let Some(allow) = response.headers().get(header::ALLOW) {
        answer.headers_mut().insert(header::ALLOW, allow.clone());
    }
    answer
}
