//! The app on the internet: attacks, and what they get. Nothing here depends on how fast the machine is: what is to end is waited
//! for, however long it takes.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use agon_agents::Catalogue;
use agon_server::{App, Options, Patience, Quota, Rate, serve};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Request, StatusCode, header};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt;

use crate::app::{Answer, get, plain, post, post_json, send, service};

/// Patience that ends as soon as anybody keeps us waiting.
const NONE_LEFT: Patience = Patience {
    head: Duration::from_millis(50),
    body: Duration::from_millis(50),
    taking: Duration::from_millis(50),
};

/// Somebody else's address.
const ELSEWHERE: &str = "192.0.2.7:5000";

/// A running server, ended with the test.
pub(crate) async fn run(options: &Options) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(serve(listener, App::new(Catalogue::shipped(), options).unwrap()));
    address
}

/// All that comes back until the server ends the connection.
async fn rest(stream: &mut TcpStream) -> String {
    let mut text = Vec::new();
    match stream.read_to_end(&mut text).await {
        Ok(_) => {}
        // It need not have read all that was sent.
        Err(error) => assert_eq!(error.kind(), io::ErrorKind::ConnectionReset, "{error}"),
    }
    String::from_utf8_lossy(&text).into_owned()
}

async fn connect(address: SocketAddr, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // Whoever is not let in may be told so before it has said anything.
    let _ = stream.write_all(text.as_bytes()).await;
    stream
}

/// A whole request on a connection of its own.
pub(crate) async fn exchange(address: SocketAddr, text: &str) -> String {
    rest(&mut connect(address, text).await).await
}

const FRONT: &str = "GET /about HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";

/// A request from somebody else's address, with these headers.
fn foreign(method: &str, path: &str, headers: &[(&str, &str)]) -> Request<Body> {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let from: SocketAddr = ELSEWHERE.parse().unwrap();
    request.extension(ConnectInfo(from)).body(Body::empty()).unwrap()
}

#[tokio::test]
async fn half_a_head_is_not_waited_for() {
    let address = run(&Options { patience: NONE_LEFT, ..Options::default() }).await;
    for half in ["", "GET / HT", "GET /about HTTP/1.1\r\nhost: localhost\r\nx-slow: "] {
        let answer = exchange(address, half).await;
        assert!(!answer.contains("200 OK"), "{answer}");
    }
    // Whoever has been answered and says no more is let go, too.
    let idle = exchange(address, "GET /about HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
    assert!(idle.starts_with("HTTP/1.1 200"), "{idle}");
}

#[tokio::test]
async fn half_a_body_is_not_waited_for() {
    let address = run(&Options { patience: NONE_LEFT, ..Options::default() }).await;
    for (path, kind) in [("/play", "application/x-www-form-urlencoded"), ("/api/tables", "application/json")]
    {
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: {kind}\r\ncontent-length: 100\r\n\r\ngame"
        );
        let answer = exchange(address, &head).await;
        assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
        assert!(answer.contains("The rest of the request did not come in time."), "{answer}");
    }
}

#[tokio::test]
async fn whoever_does_not_read_is_let_go() {
    let address = run(&Options { patience: NONE_LEFT, ..Options::default() }).await;
    let mut deaf = TcpStream::connect(address).await.unwrap();
    // Answers pile up until the server cannot send any more, and it ends the connection.
    let request = "GET /app.css HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(1000);
    while deaf.write_all(request.as_bytes()).await.is_ok() {}
    assert!(exchange(address, FRONT).await.starts_with("HTTP/1.1 200"), "others are answered");
}

#[tokio::test]
async fn connections_are_counted_and_there_is_room_again_when_they_end() {
    let quota = Quota { connections: [20, 20], ..Quota::default() };
    let patience = Patience { head: Duration::from_hours(1), ..Patience::default() };
    let address = run(&Options { quota, patience, ..Options::default() }).await;
    let mut held = Vec::new();
    for _ in 0..20 {
        let mut stream = connect(address, "GET /about HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
        // Once it is answered it has been counted.
        stream.read_exact(&mut [0; 12]).await.unwrap();
        held.push(stream);
    }
    let refused = rest(&mut TcpStream::connect(address).await.unwrap()).await;
    assert!(
        refused.starts_with("HTTP/1.1 503") && refused.contains("Too many connections are open."),
        "{refused}"
    );
    drop(held);
    // The server notices in its own time that they have gone.
    while !exchange(address, FRONT).await.starts_with("HTTP/1.1 200") {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_name_that_is_not_ours_reaches_nothing() {
    let options = Options {
        public_url: "https://play.example".parse().ok(),
        names: vec!["board".to_owned()],
        ..Options::default()
    };
    let (bare, named) = (plain(), service(&options));
    let asked = |host: &str| foreign("GET", "/about", &[("host", host)]);
    for host in
        ["evil.example", "evil.example:8017", "127.0.0.1.evil.example", "localhost.evil.example", "\u{e9}"]
    {
        let request = Request::get("/about").header("host", host.as_bytes()).body(Body::empty()).unwrap();
        let answer = send(&bare, request).await;
        assert_eq!(answer.status, StatusCode::MISDIRECTED_REQUEST, "{host}");
        assert!(answer.text.contains("This program is not called"), "{}", answer.text);
    }
    let post = Request::post("/api/tables").header("host", "evil.example").body(Body::from("{}")).unwrap();
    let answer = send(&bare, post).await;
    assert!(answer.json()["error"].as_str().unwrap().contains("“evil.example”"), "{}", answer.text);
    let absolute = Request::get("http://evil.example/about").body(Body::empty()).unwrap();
    assert_eq!(send(&bare, absolute).await.status, StatusCode::MISDIRECTED_REQUEST);
    for host in ["localhost:8017", "127.0.0.1:8017", "[::1]:8017", "192.0.2.1"] {
        assert_eq!(send(&bare, asked(host)).await.status, StatusCode::OK, "{host}");
    }
    for host in ["play.example", "PLAY.example:443", "board"] {
        assert_eq!(send(&bare, asked(host)).await.status, StatusCode::MISDIRECTED_REQUEST, "{host}");
        assert_eq!(send(&named, asked(host)).await.status, StatusCode::OK, "{host}");
    }
}

#[tokio::test]
async fn pages_of_others_cannot_act_behind_a_proxy_either() {
    let service = service(&Options { public_url: "https://play.example".parse().ok(), ..Options::default() });
    for (origin, host, status) in [
        ("https://play.example", "play.example", StatusCode::SEE_OTHER),
        // A proxy that does not pass on the name.
        ("https://play.example", "127.0.0.1:8017", StatusCode::SEE_OTHER),
        ("http://play.example", "127.0.0.1:8017", StatusCode::FORBIDDEN),
        ("https://evil.example", "play.example", StatusCode::FORBIDDEN),
        ("null", "play.example", StatusCode::FORBIDDEN),
    ] {
        let request = Request::post("/play")
            .header("host", host)
            .header("origin", origin)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(Body::from("game=chess&mode=people"));
        assert_eq!(send(&service, request.unwrap()).await.status, status, "{origin} to {host}");
    }
}

#[tokio::test]
async fn cookies_are_sent_over_https_alone_where_there_is_https() {
    let cookie = |answer: &Answer| answer.headers[header::SET_COOKIE].to_str().unwrap().to_owned();
    let secure = service(&Options { public_url: "https://play.example".parse().ok(), ..Options::default() });
    // Somebody who comes for the first time.
    let about = || Request::get("/about").body(Body::empty()).unwrap();
    assert!(cookie(&send(&secure, about()).await).ends_with("; Secure"));
    assert!(!cookie(&send(&plain(), about()).await).contains("Secure"), "nobody could play without https");
}

/// What a flood of new tables gets, each with a cookie of its own and with these headers.
async fn flood(service: &Router, count: u32, forwarded: impl Fn(u32) -> Option<String>) -> Vec<Answer> {
    let mut answers = Vec::new();
    for number in 0..count {
        let mut request = Request::post("/api/tables")
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::COOKIE, format!("agon={number:032x}"))
            .extension(ConnectInfo(ELSEWHERE.parse::<SocketAddr>().unwrap()));
        if let Some(list) = forwarded(number) {
            request = request.header("x-forwarded-for", list);
        }
        let body = json!({ "game": "tic-tac-toe", "seats": ["person", "person"] }).to_string();
        answers.push(send(service, request.body(Body::from(body)).unwrap()).await);
    }
    answers
}

fn opened(answers: &[Answer]) -> usize {
    answers.iter().filter(|answer| answer.status == StatusCode::CREATED).count()
}

#[tokio::test]
async fn one_address_opens_so_many_tables_whatever_its_cookies_and_its_headers_say() {
    let quota = Quota { kept: Rate { steady: 0.0, burst: 5.0 }, ..Quota::default() };
    let plain = service(&Options { quota, ..Options::default() });
    let answers = flood(&plain, 30, |number| Some(format!("203.0.113.{number}"))).await;
    assert_eq!(opened(&answers), 5, "nobody is believed who is not our proxy");
    let last = answers.last().unwrap();
    assert_eq!(last.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(last.json()["error"].as_str().unwrap().contains("Too many requests at once."));
    assert!(last.headers.contains_key(header::RETRY_AFTER));
    // The machine itself is no guest.
    for _ in 0..10 {
        let document = json!({ "game": "chess", "seats": ["person", "person"] });
        assert_eq!(post_json(&plain, "/api/tables", document).await.status, StatusCode::CREATED);
    }

    let proxy = ELSEWHERE.parse::<SocketAddr>().unwrap().ip();
    let behind = service(&Options { quota, proxy: Some(proxy), ..Options::default() });
    // What the client claims stands before what the proxy has seen.
    let spoofed = flood(&behind, 30, |number| Some(format!("203.0.113.{number}, 198.51.100.1"))).await;
    assert_eq!(opened(&spoofed), 5, "the address that the proxy has seen counts");
    let people = flood(&behind, 30, |number| Some(format!("198.51.100.{}", 2 + number))).await;
    assert_eq!(opened(&people), 30, "people behind the proxy are told apart");
    let network = flood(&behind, 30, |number| Some(format!("2001:db8::{number:x}"))).await;
    assert_eq!(opened(&network), 5, "a network is one guest");
}

#[tokio::test]
async fn one_address_asks_so_much_and_no_more_at_once() {
    let quota = Quota {
        requests: [Rate { steady: 0.0, burst: 1e9 }, Rate { steady: 0.0, burst: 3.0 }],
        ..Quota::default()
    };
    let slow = service(&Options { quota, ..Options::default() });
    for number in 0..5 {
        let cookie = format!("agon={number:032x}");
        let answer = send(&slow, foreign("GET", "/about", &[("cookie", &cookie)])).await;
        let expected = if number < 3 { StatusCode::OK } else { StatusCode::TOO_MANY_REQUESTS };
        assert_eq!(answer.status, expected, "request {number}");
    }
    let none = service(&Options { quota: Quota { at_once: 0, ..Quota::default() }, ..Options::default() });
    assert_eq!(send(&none, foreign("GET", "/about", &[])).await.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(get(&none, "/about").await.status, StatusCode::OK, "the machine itself is no guest");
}

#[tokio::test]
async fn a_crowd_of_analyses_is_cut_and_a_person_gets_an_answer() {
    let quota = Quota { waiting: [512, 8], ..Quota::default() };
    let service = service(&Options { quota, cores: 2, ..Options::default() });
    let opened = json!({ "game": "othello", "seats": ["person", "3"] });
    let table = post_json(&service, "/api/tables", opened).await.json();
    let crowd: Vec<_> = (0..60)
        .map(|number| {
            let request = Request::post("/api/analyse")
                .header(header::CONTENT_TYPE, "application/json")
                .header(header::COOKIE, format!("agon={number:032x}"))
                .body(Body::from(json!({ "game": "othello" }).to_string()));
            tokio::spawn(service.clone().oneshot(request.unwrap()))
        })
        .collect();
    tokio::task::yield_now().await;
    let path = format!("/api/tables/{}/moves", table["id"].as_str().unwrap());
    let mut moved = post_json(&service, &path, json!({ "move": table["legal"][0], "wait": true })).await;
    // A slow machine may take longer than anybody is kept waiting.
    while moved.json()["thinking"] == true {
        moved = get(&service, path.trim_end_matches("/moves")).await;
    }
    assert_eq!(moved.json()["moves"].as_array().unwrap().len(), 2, "{}", moved.text);
    let (mut done, mut refused) = (0, 0);
    for answer in crowd {
        let answer = answer.await.unwrap().unwrap();
        match answer.status() {
            StatusCode::OK => done += 1,
            StatusCode::TOO_MANY_REQUESTS => refused += 1,
            other => panic!("{other}"),
        }
        let body = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        assert!(body.starts_with(b"{"), "a document, whatever came of it");
    }
    assert!(done >= 8 && done + refused == 60, "{done} analysed, {refused} refused");
}

#[tokio::test]
async fn two_programs_do_not_share_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options { data: Some(folder.path().to_owned()), ..Options::default() };
    let first = App::new(Catalogue::shipped(), &options).unwrap();
    let Err(error) = App::new(Catalogue::shipped(), &options) else { panic!("both have it") };
    assert!(error.to_string().contains("is used by another program that is running"), "{error}");
    drop(first);
    assert!(App::new(Catalogue::shipped(), &options).is_ok(), "it is free again");
}

fn with(path: &str, headers: &[(header::HeaderName, &str)]) -> Request<Body> {
    let mut request = Request::get(path);
    for (name, value) in headers {
        request = request.header(name, *value);
    }
    request.body(Body::empty()).unwrap()
}

/// The status, the headers and the bytes of an answer.
async fn raw(service: &Router, request: Request<Body>) -> (StatusCode, HeaderMap, Vec<u8>) {
    let answer = service.clone().oneshot(request).await.unwrap();
    let (parts, body) = answer.into_parts();
    (parts.status, parts.headers, to_bytes(body, usize::MAX).await.unwrap().to_vec())
}

fn unpacked(coding: &str, bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    match coding {
        "br" => brotli::BrotliDecompress(&mut &bytes[..], &mut text).unwrap(),
        _ => drop(io::copy(&mut flate2::read::GzDecoder::new(bytes), &mut text).unwrap()),
    }
    text
}

#[tokio::test]
async fn pages_and_files_are_compressed_and_come_out_as_they_were() {
    let service = plain();
    let table = post(&service, "/play", "game=connect6&mode=people").await.location;
    for path in ["/app.css", "/app.js", "/", &table, "/api/docs", "/api/openapi.json"] {
        let plain = raw(&service, with(path, &[])).await.2;
        for coding in ["br", "gzip"] {
            let (status, headers, bytes) =
                raw(&service, with(path, &[(header::ACCEPT_ENCODING, coding)])).await;
            let told = headers.get(header::CONTENT_ENCODING).map(|coding| coding.to_str().unwrap());
            assert_eq!((status, told), (StatusCode::OK, Some(coding)), "{path}");
            assert_eq!(headers[header::VARY], "accept-encoding", "{path}");
            assert!(unpacked(coding, &bytes) == plain, "{path} as {coding}");
            assert!(bytes.len() * 2 < plain.len(), "{path}: {} of {} bytes", bytes.len(), plain.len());
        }
    }
    let small = raw(&service, with("/healthz", &[(header::ACCEPT_ENCODING, "br")])).await;
    assert!(!small.1.contains_key(header::CONTENT_ENCODING) && small.2 == b"ok\n");
}

#[tokio::test]
async fn a_file_that_a_browser_has_is_not_sent_again() {
    let service = plain();
    for path in
        ["/app.css", "/icon.svg", "/favicon.ico", "/icon-192.png", "/sw.js", "/boards/plain/chess.css"]
    {
        let (status, headers, bytes) = raw(&service, with(path, &[(header::ACCEPT_ENCODING, "gzip")])).await;
        assert!(status == StatusCode::OK && !bytes.is_empty(), "{path}");
        let tag = headers[header::ETAG].to_str().unwrap();
        let again = with(path, &[(header::ACCEPT_ENCODING, "br"), (header::IF_NONE_MATCH, tag)]);
        let (status, headers, bytes) = raw(&service, again).await;
        assert_eq!((status, bytes.len()), (StatusCode::NOT_MODIFIED, 0), "{path}");
        assert_eq!(headers[header::ETAG], tag, "{path}");
        let other = raw(&service, with(path, &[(header::IF_NONE_MATCH, "W/\"0\"")])).await;
        assert_eq!(other.0, StatusCode::OK, "{path}");
    }
    assert!(
        !get(&service, "/about").await.headers.contains_key(header::ETAG),
        "pages are made for their reader"
    );
}

#[tokio::test]
async fn whoever_runs_it_sees_how_it_is() {
    let service = plain();
    assert_eq!(get(&service, "/healthz").await.text, "ok\n");
    get(&service, "/nowhere").await;
    post(&service, "/play", "game=chess&mode=people").await;
    let told = get(&service, "/metrics").await;
    assert!(told.headers[header::CONTENT_TYPE].to_str().unwrap().starts_with("text/plain; version=0.0.4"));
    for line in [
        "agon_answers_total{status=\"404\"} 1",
        "agon_answer_seconds_count 3",
        "agon_requests 1",
        "agon_tables 1",
        "agon_thoughts{kind=\"move\",state=\"thinking\"} 0",
        "# TYPE agon_answer_seconds histogram",
    ] {
        assert!(told.text.lines().any(|told| told == line), "{line}: {}", told.text);
    }
    let outside = send(&service, foreign("GET", "/metrics", &[])).await;
    assert_eq!(outside.status, StatusCode::NOT_FOUND, "others need not know");
    assert_eq!(send(&service, foreign("GET", "/healthz", &[])).await.status, StatusCode::OK);
}

/// A form from somebody else's address, by a visitor with this cookie.
fn strange(method: &str, path: &str, cookie: usize, form: &str) -> Request<Body> {
    let cookie = format!("agon={cookie:032x}");
    let kind = "application/x-www-form-urlencoded";
    let mut request = foreign(method, path, &[("cookie", &cookie), ("content-type", kind)]);
    *request.body_mut() = Body::from(form.to_owned());
    request
}

#[tokio::test]
async fn who_listens_keeps_the_place_until_the_stream_ends() {
    let quota = Quota { streams: [2, 3], ..Quota::default() };
    let service = service(&Options { quota, ..Options::default() });
    let document = json!({ "game": "chess", "seats": ["person", "person"] });
    let table = post_json(&service, "/api/tables", document).await.json();
    let events = format!("/play/{}/events", table["id"].as_str().unwrap());
    let listen = async |cookie: usize| {
        let response = service.clone().oneshot(strange("GET", &events, cookie, "")).await.unwrap();
        (response.status(), response)
    };
    let first = [listen(1).await, listen(1).await];
    assert!(first.iter().all(|(status, _)| *status == StatusCode::OK));
    assert_eq!(listen(1).await.0, StatusCode::TOO_MANY_REQUESTS, "one visitor listens to so many");
    let other = listen(2).await;
    assert_eq!(other.0, StatusCode::OK);
    assert_eq!(listen(3).await.0, StatusCode::TOO_MANY_REQUESTS, "and one address, whatever its cookies");
    drop(first);
    assert_eq!(listen(3).await.0, StatusCode::OK, "there is room again");
}

#[tokio::test]
async fn one_address_has_a_part_of_the_line_whatever_its_cookies() {
    let quota = Quota { waiting: [512, 4], ..Quota::default() };
    let service = service(&Options { quota, ..Options::default() });
    let ask = async |cookie: usize| {
        let path = "/analysis?game=connect6&agent=pvs%3Anodes%3D200000";
        send(&service, strange("GET", path, cookie, "")).await.status
    };
    let own = "/analysis?game=tic-tac-toe";
    let (first, second, near) = tokio::join!(ask(1), ask(2), get(&service, own));
    assert_eq!(first, StatusCode::OK);
    assert_eq!(second, StatusCode::TOO_MANY_REQUESTS, "a quarter of four is one");
    assert_eq!(near.status, StatusCode::OK, "others have room");
}

#[tokio::test]
async fn what_is_remembered_of_new_cookies_is_counted() {
    let quota = Quota { kept: Rate { steady: 0.0, burst: 2.0 }, ..Quota::default() };
    for (path, form) in [("/games/chess/forget", ""), ("/puzzles/tic-tac-toe/1/m/say", "text=")] {
        let service = service(&Options { quota, ..Options::default() });
        let sheet = agon_school::of_game("tic-tac-toe").unwrap();
        let puzzle = sheet.puzzles.iter().position(|puzzle| puzzle.line.len() == 1);
        let number = puzzle.map_or(1, |index| index + 1);
        let path = path.replace("/1/", &format!("/{number}/"));
        let form = if form.is_empty() {
            String::new()
        } else {
            format!("text={}", sheet.puzzles[number - 1].line[0])
        };
        let mut answers = Vec::new();
        for cookie in 0..3 {
            answers.push(send(&service, strange("POST", &path, cookie, &form)).await.status);
        }
        let [first, second, third] = answers[..] else { unreachable!("three were asked for") };
        assert_eq!((first, second), (StatusCode::SEE_OTHER, StatusCode::SEE_OTHER), "{path}");
        assert_eq!(third, StatusCode::TOO_MANY_REQUESTS, "{path}");
    }
}
