//! The app as clients meet it: pages, forms, JSON, limits, hostile requests.

use std::sync::atomic::{AtomicU64, Ordering};

use agon_agents::Catalogue;
use agon_render::words::{Language, Words};
use agon_server::{App, Options, Quota, Rate, router};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, StatusCode, header};
use axum::response::Response;
use serde_json::{Value, json};
use tower::ServiceExt;

pub(crate) fn service(options: &Options) -> Router {
    router(App::new(Catalogue::shipped(), options).expect("a database in memory can be opened"))
}

/// A service for one visitor who asks a lot.
pub(crate) fn plain() -> Router {
    service(&Options { quota: patient(), ..Options::default() })
}

pub(crate) fn patient() -> Quota {
    Quota { requests: [Rate { steady: 0.0, burst: 1e6 }; 2], ..Quota::default() }
}

pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) location: String,
    pub(crate) headers: axum::http::HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }
}

pub(crate) async fn read(response: Response) -> Answer {
    let (status, headers) = (response.status(), response.headers().clone());
    let bytes = to_bytes(response.into_body(), usize::MAX).await.expect("the body can be read");
    let location = headers.get(header::LOCATION).map(|value| value.to_str().unwrap().to_owned());
    let text = String::from_utf8(bytes.to_vec()).expect("answers are text");
    Answer { status, location: location.unwrap_or_default(), headers, text }
}

pub(crate) async fn send(service: &Router, request: Request<Body>) -> Answer {
    read(service.clone().oneshot(request).await.expect("the service does not fail")).await
}

/// The cookie of the visitor who asks if nobody else is named.
const ME: &str = "agon=0123456789abcdef0123456789abcdef";

/// A text as forms send it.
pub(crate) fn encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |encoded, byte| encoded + &format!("%{byte:02X}"))
}

pub(crate) async fn get(service: &Router, path: &str) -> Answer {
    send(service, Request::get(path).header(header::COOKIE, ME).body(Body::empty()).unwrap()).await
}

pub(crate) async fn post(service: &Router, path: &str, form: &str) -> Answer {
    let request = Request::post(path)
        .header(header::COOKIE, ME)
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(Body::from(form.to_owned()));
    send(service, request.unwrap()).await
}

/// Sends a form with these fields, as a browser sends files.
async fn upload(service: &Router, fields: &[(&str, &str)], language: &str) -> Answer {
    send_file(service, "/analysis/import", fields, language, "").await
}

pub(crate) async fn send_file(
    service: &Router,
    path: &str,
    fields: &[(&str, &str)],
    language: &str,
    cookie: &str,
) -> Answer {
    let mut body = String::new();
    for (name, value) in fields {
        let file = if *name == "file" { "; filename=\"My game.kif\"" } else { "" };
        body +=
            &format!("--edge\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n{value}\r\n");
    }
    let request = Request::post(path)
        .header(header::CONTENT_TYPE, "multipart/form-data; boundary=edge")
        .header(header::ACCEPT_LANGUAGE, language)
        .header(header::COOKIE, cookie)
        .body(Body::from(body + "--edge--\r\n"));
    send(service, request.unwrap()).await
}

pub(crate) async fn post_json(service: &Router, path: &str, body: Value) -> Answer {
    let request = Request::post(path)
        .header(header::COOKIE, ME)
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(body.to_string()));
    send(service, request.unwrap()).await
}

#[tokio::test]
async fn every_page_is_there_in_every_language_with_all_its_words() {
    let service = plain();
    let mut paths = vec![
        "/".to_owned(),
        "/about".to_owned(),
        "/analysis".to_owned(),
        "/puzzles".to_owned(),
        "/puzzles/chess".to_owned(),
        "/learn".to_owned(),
        "/mine".to_owned(),
        "/lab".to_owned(),
        "/api/docs".to_owned(),
    ];
    for info in agon_games::catalogue() {
        paths.push(format!("/games/{}", info.id));
        paths.push(format!("/analysis?game={}", info.id));
        paths.push(post(&service, "/play", &format!("game={}&mode=people", info.id)).await.location);
    }
    for language in ["en", "pt", "es", "fr", "de"] {
        for path in &paths {
            let request = Request::get(path).header(header::ACCEPT_LANGUAGE, language).body(Body::empty());
            let answer = send(&service, request.unwrap()).await;
            assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.text);
            assert!(answer.text.contains(&format!("<html lang=\"{language}\"")), "{path}");
            assert!(!answer.text.contains('\u{27e6}'), "{path} lacks words: {}", missing(&answer.text));
            assert!(!answer.text.contains("style="), "{path} has an inline style");
        }
    }
}

#[tokio::test]
async fn what_is_wrong_is_told_in_the_readers_language_and_to_programs_in_plain_words() {
    let service = plain();
    let table = post(&service, "/play", "game=tic-tac-toe&mode=people").await.location;
    let asked = [
        "game=poker",
        "game=havannah:size=99",
        "game=havannah:sise=4",
        "game=havannah:4",
        "game=chess&position=nonsense",
        "game=chess&moves=e9",
        "game=chess&moves=e4&play=e9",
        "game=chess&moves=e4&result=maybe",
        "game=chess&agent=oracle",
    ];
    let mut requests: Vec<(Method, String, &str)> =
        asked.iter().map(|query| (Method::GET, format!("/analysis?{query}"), "")).collect();
    requests.push((Method::GET, format!("{table}?ask=everything"), ""));
    for form in ["game=chess&level=99", "game=chess&clock=soon"] {
        requests.push((Method::POST, "/play".to_owned(), form));
    }
    for (method, path, form) in requests {
        let mut told = std::collections::BTreeSet::new();
        for language in ["en", "pt", "es", "fr", "de"] {
            let request =
                Request::builder().method(&method).uri(&path).header(header::ACCEPT_LANGUAGE, language);
            let request = request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
            let answer = send(&service, request.body(Body::from(form)).unwrap()).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{path} {form}: {}", answer.text);
            let sentence =
                answer.text.split("role=\"alert\">").nth(1).and_then(|rest| rest.split("</p>").next());
            let sentence = sentence.expect("it is told").to_owned();
            assert!(!sentence.contains('\u{27e6}') && !sentence.ends_with(".."), "{sentence}");
            assert!(told.insert(sentence.clone()), "{language}: {sentence}");
        }
    }
    let request = Request::post("/api/tables").header(header::ACCEPT_LANGUAGE, "de");
    let request = request.header(header::CONTENT_TYPE, "application/json");
    let body = json!({ "game": "poker", "seats": ["person", "person"] }).to_string();
    let answer = send(&service, request.body(Body::from(body)).unwrap()).await.json();
    let error = answer["error"].as_str().unwrap();
    assert!(error.starts_with("there is no game 'poker'; known: "), "{error}");
}

/// What stands on a page between two marks.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> &'a str {
    let rest = text.split_once(begin).unwrap_or_else(|| panic!("no {begin} in {text}")).1;
    rest.split_once(end).map_or(rest, |(inside, _)| inside)
}

#[tokio::test]
async fn the_rules_of_every_game_are_told_in_the_language_of_the_reader() {
    let service = plain();
    let mut games = 0;
    for info in agon_games::catalogue() {
        let path = format!("/games/{}", info.id);
        for language in ["pt", "es", "fr", "de"] {
            let words = Words::of(Language::find(language).unwrap());
            // A game that has just come may have no texts yet; where there is one, there are all.
            if words.find(&format!("summary-{}", info.id)).is_none() {
                continue;
            }
            games += 1;
            let request = Request::get(&path).header(header::ACCEPT_LANGUAGE, language).body(Body::empty());
            let page = send(&service, request.unwrap()).await.text;
            let parts = [
                ("rules", &info.rules),
                ("draws", &info.draws),
                ("notation", &info.notation),
                ("source", &info.source),
            ];
            for (part, english) in parts {
                let heading = format!("<h2>{}</h2>", words.say(part));
                let begin = format!("<p class=\"told\" lang=\"{language}\">");
                let told = between(between(&page, &heading, "</p>"), &begin, "</p>");
                assert_eq!(
                    told.lines().count(),
                    english.lines().count(),
                    "paragraphs, {part} {path} {language}"
                );
                // Every number, every point and every example is there, and nothing else is.
                assert_eq!(numbers(told), numbers(english), "{part} {path} {language}");
            }
            let english =
                ["told", "faint"].map(|class| page.matches(&format!("{class}\" lang=\"en\"")).count());
            assert_eq!(english, [0, 0], "{path} {language}: nothing is left in English");
        }
    }
    assert!(games >= 4 * 21, "{games}");
}

/// The words with digits in them, sorted.
fn numbers(text: &str) -> Vec<&str> {
    let words = text.split_whitespace().map(|word| word.trim_matches(|c: char| c.is_ascii_punctuation()));
    let mut numbers: Vec<&str> = words.filter(|word| word.contains(|c: char| c.is_ascii_digit())).collect();
    numbers.sort_unstable();
    numbers
}

fn missing(text: &str) -> &str {
    let start = text.find('\u{27e6}').unwrap_or_default();
    text.get(start..start + 60).unwrap_or_default()
}

#[tokio::test]
async fn a_game_is_played_with_forms_alone() {
    let service = plain();
    let table = post(&service, "/play", "game=othello&mode=agent&side=first&level=1").await.location;
    assert!(table.starts_with("/play/"), "{table}");
    // d3 is cell 19: rows run downwards, eight cells in each.
    let moved = post(&service, &format!("{table}/point"), "cell=19&selected=").await;
    assert_eq!((moved.status, moved.location.as_str()), (StatusCode::SEE_OTHER, table.as_str()));
    let page = get(&service, &table).await.text;
    assert!(page.contains("Black to move."), "the program has answered before the page came");
    assert!(page.contains("d3, black disc"), "the disc is named");

    let refused = post(&service, &format!("{table}/point"), "cell=0&selected=").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.text.contains("a1, empty: no legal move begins or ends there."), "{}", refused.text);
    let outside = post(&service, &format!("{table}/point"), "cell=64&selected=").await;
    assert_eq!(outside.status, StatusCode::UNPROCESSABLE_ENTITY);

    post(&service, &format!("{table}/undo"), "").await;
    let page = get(&service, &table).await.text;
    assert!(page.contains("Nothing has been played yet."));
    assert_eq!(post(&service, &format!("{table}/undo"), "").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    post(&service, &format!("{table}/redo"), "").await;
    post(&service, &format!("{table}/resign"), "").await;
    let page = get(&service, &table).await.text;
    assert!(page.contains("White wins: Black resigned."));
}

#[tokio::test]
async fn whoever_closes_a_mill_is_asked_what_to_take() {
    let service = plain();
    let table = post(&service, "/play", "game=nine-mens-morris&mode=people").await.location;
    for text in ["a1", "b2", "d1", "d2"] {
        post(&service, &format!("{table}/say"), &format!("text={text}")).await;
    }
    let layout = agon_games::find("nine-mens-morris").unwrap().layout();
    let cells = ["g1", "b2"].map(|name| layout.find(name).unwrap());
    let selected = post(&service, &format!("{table}/point"), &format!("cell={}", cells[0])).await;
    assert_eq!(selected.location, format!("{table}?selected={}", cells[0]));
    let page = get(&service, &selected.location).await.text;
    assert!(page.contains("Now choose the piece to take."), "{page}");
    assert!(page.contains("b2, black stone, can be taken"));
    post(&service, &format!("{table}/point"), &format!("selected={}&cell={}", cells[0], cells[1])).await;
    assert!(get(&service, &table).await.text.contains("White plays g1xb2, taking b2."));
}

#[tokio::test]
async fn what_is_typed_is_a_move_a_question_or_refused_and_never_markup() {
    let service = plain();
    let table = post(&service, "/play", "game=chess&mode=people").await.location;
    let say = format!("{table}/say");
    assert_eq!(post(&service, &say, "text=e4").await.status, StatusCode::SEE_OTHER);
    let answer = post(&service, &say, "text=moves+g8").await.text;
    assert!(answer.contains("From g8, black knight: Nf6, Nh6."), "{answer}");
    let answer = post(&service, &say, "text=moves+z9").await.text;
    assert!(answer.contains("There is no cell “z9” on this board."), "{answer}");
    let answer = post(&service, &say, "text=%3Cscript%3Ealert(1)%3C%2Fscript%3E").await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(!answer.text.contains("<script>alert"));
    assert!(answer.text.contains("&lt;script&gt;alert(1)&lt;/script&gt;” is not a legal move here. Legal: "));
    let answer = post(&service, &say, "text=hint").await.text;
    assert!(answer.contains("For Black, "), "{answer}");
}

#[tokio::test]
async fn tables_outlive_the_program() {
    let folder = std::env::temp_dir().join(format!("agon-server-test-{}", std::process::id()));
    let options = Options { data: Some(folder.clone()), ..Options::default() };
    let table = {
        let service = service(&options);
        let table = post(&service, "/play", "game=chess&mode=people").await.location;
        for text in ["e4", "e5", "Nf3"] {
            post(&service, &format!("{table}/say"), &format!("text={text}")).await;
        }
        post(&service, &format!("{table}/undo"), "").await;
        table
    };
    let service = service(&options);
    let page = get(&service, &table).await.text;
    assert!(page.contains("White to move.") && page.contains(">e5<"), "{page}");
    post(&service, &format!("{table}/redo"), "").await;
    assert!(get(&service, &table).await.text.contains(">Nf3<"), "what was taken back is remembered too");
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn hostile_and_malformed_requests_get_a_sentence() {
    let service = plain();
    let table = post(&service, "/play", "game=tic-tac-toe&mode=people").await.location;
    let point = format!("{table}/point");
    let long = "x".repeat(100_000);
    let cases = [
        (get(&service, "/nowhere").await, 404, "There is no page"),
        (get(&service, "/games/%3Cscript%3E").await, 404, "There is no page"),
        (get(&service, "/play/../../etc/passwd").await, 404, "There is no page"),
        (get(&service, "/play/00000000000000000000000000000000").await, 404, "There is no game"),
        (get(&service, "/play/'%3B%20DROP%20TABLE%20tables").await, 404, "There is no game"),
        (get(&service, "/boards/plain/nothing.css").await, 404, "There is no page"),
        (get(&service, "/play").await, 405, "does not take GET"),
        (post(&service, "/", "").await, 405, "does not take POST"),
        (post(&service, &point, &long).await, 413, "at most 65536 bytes"),
        (post(&service, &point, "cell=nine").await, 400, "The form is incomplete"),
        (post(&service, &point, "").await, 400, "The form is incomplete"),
        (post(&service, "/play", "game=poker").await, 400, "\u{201c}poker\u{201d} is no game here."),
        (post(&service, "/play", "game=chess&position=nonsense").await, 400, "is no position of chess"),
        (post(&service, "/play", "game=chess&level=99").await, 400, "\u{201c}99\u{201d} is no level"),
        (get(&service, &format!("{table}?ask=everything")).await, 400, "There is no question"),
        (
            get(&service, "/analysis?game=chess&moves=e9").await,
            400,
            "Move 1: \u{201c}e9\u{201d} is not a legal move",
        ),
        (
            get(&service, "/analysis?game=chess&agent=solution:file=/etc/passwd").await,
            400,
            "cannot be asked here",
        ),
        (post(&service, "/analysis/import", "text={").await, 400, "The form is incomplete"),
        (upload(&service, &[("text", "{")], "en").await, 400, "This is not a saved game"),
        (
            get(&service, &format!("{table}/save/pgn")).await,
            400,
            "Tic-tac-toe has no PGN; its formats: JSON.",
        ),
        (get(&service, &format!("{table}/save/exe")).await, 400, "'exe' is not a format"),
    ];
    for (index, (answer, status, sentence)) in cases.into_iter().enumerate() {
        assert_eq!(answer.status.as_u16(), status, "case {index}: {}", answer.text);
        let told = answer.text.replace("&#39;", "'");
        assert!(told.contains(&sentence.replace("&#39;", "'")), "case {index}: {}", answer.text);
        assert!(!answer.text.contains("<script>alert"), "case {index}");
    }
}

#[tokio::test]
async fn other_sites_cannot_act_for_a_reader_and_pages_forbid_what_they_do_not_need() {
    let service = plain();
    for (name, value) in [("sec-fetch-site", "cross-site"), ("origin", "http://elsewhere.example")] {
        let request = Request::post("/play")
            .header("host", "127.0.0.1:8017")
            .header(name, value)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(Body::from("game=chess"));
        let answer = send(&service, request.unwrap()).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{name}");
        assert!(answer.text.contains("from another site"));
    }
    let page = send(&service, Request::get("/").body(Body::empty()).unwrap()).await;
    let policy = page.headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    let cookie = page.headers[header::SET_COOKIE].to_str().unwrap();
    assert!(
        cookie.starts_with("agon=") && cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"),
        "{cookie}"
    );
    let away = post(&service, "/settings", "language=pt&back=//elsewhere.example").await;
    assert_eq!(away.location, "/");
}

#[tokio::test]
async fn a_flood_is_told_to_wait() {
    let rate = Rate { steady: 0.0, burst: 3.0 };
    let quota = Quota { requests: [rate, Rate { steady: 0.0, burst: 1000.0 }], ..Quota::default() };
    let service = service(&Options { quota, ..Options::default() });
    let ask = |session: char| {
        let cookie = format!("agon={}", session.to_string().repeat(32));
        Request::get("/about").header(header::COOKIE, cookie).body(Body::empty()).unwrap()
    };
    for _ in 0..3 {
        assert_eq!(send(&service, ask('a')).await.status, StatusCode::OK);
    }
    let answer = send(&service, ask('a')).await;
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(answer.text.contains("Too many requests at once."), "{}", answer.text);
    assert_eq!(send(&service, ask('b')).await.status, StatusCode::OK, "others are not stopped");
}

#[tokio::test]
async fn a_session_has_so_many_tables_and_the_oldest_untouched_one_makes_room() {
    let service = service(&Options { quota: Quota { tables: 2, ..Quota::default() }, ..Options::default() });
    let open = async || post(&service, "/play", "game=chess&mode=people").await.location;
    let (first, second) = (open().await, open().await);
    post(&service, &format!("{first}/say"), "text=e4").await;
    let third = open().await;
    assert_eq!(get(&service, &second).await.status, StatusCode::NOT_FOUND, "nobody had touched it since");
    for table in [first, third] {
        assert_eq!(get(&service, &table).await.status, StatusCode::OK, "{table}");
    }
}

#[tokio::test]
async fn a_whole_game_is_played_through_the_documents() {
    let service = plain();
    let opened =
        post_json(&service, "/api/tables", json!({ "game": "tic-tac-toe", "seats": ["person", "1"] })).await;
    assert_eq!(opened.status, StatusCode::CREATED, "{}", opened.text);
    let mut table = opened.json();
    let address = format!("/api/tables/{}", table["id"].as_str().unwrap());
    while table["result"].is_null() {
        let answer = post_json(
            &service,
            &format!("{address}/moves"),
            json!({ "move": table["legal"][0], "wait": true }),
        )
        .await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        table = answer.json();
    }
    assert!(table["ending"].as_str().unwrap().ends_with('.'), "{table}");
    assert_eq!(get(&service, &address).await.json()["moves"], table["moves"]);
    let over = post_json(&service, &format!("{address}/moves"), json!({ "move": "a1" })).await;
    assert_eq!(over.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(over.json()["error"].as_str().unwrap().contains("the game is over"));
}

#[tokio::test]
async fn the_analysis_values_every_legal_move() {
    let service = plain();
    let asked = json!({ "game": "tic-tac-toe", "moves": ["a1", "a2", "b1", "b2"] });
    let answer = post_json(&service, "/api/analyse", asked).await.json();
    assert_eq!(answer["best"], "c1", "three in a row: {answer}");
    assert_eq!(answer["moves"].as_array().unwrap().len(), 5);
    let page =
        get(&service, "/analysis?game=tic-tac-toe&moves=a1+a2+b1+b2&at=3&graph=on&other=greedy").await.text;
    assert!(page.contains("After 3 of 4 moves."), "{page}");
    assert!(page.contains("class=\"graph\""));
    assert!(
        page.contains("Strong, 1 second") && page.contains("time=1s"),
        "words, and specs for those who ask: {page}"
    );
    // The address of a step and of a branch is that of the page they lead to.
    let stepped = get(&service, "/analysis?game=tic-tac-toe&moves=a1+a2+b1+b2&at=3&agent=greedy&to=1").await;
    assert_eq!(stepped.location, "/analysis?game=tic-tac-toe&moves=a1+a2+b1+b2&at=1&agent=greedy");
    let branched =
        get(&service, "/analysis?game=tic-tac-toe&moves=a1+a2+b1+b2&at=3&agent=greedy&play=c3").await;
    assert_eq!(branched.location, "/analysis?game=tic-tac-toe&moves=a1+a2+b1+c3&at=4&agent=greedy");
    let wrong = get(&service, "/analysis?game=tic-tac-toe&moves=a1&play=a1").await;
    assert_eq!(wrong.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn the_analysis_page_grows_with_the_game_and_not_with_its_square() {
    let rules = agon_games::find("chess").unwrap();
    let mut random = agon_core::Random::new(4);
    let mut played = rules.start(None).unwrap();
    while played.moves_played() < 300 && played.ending().is_none() {
        played.play(random.below(played.move_count() as u32) as usize);
    }
    let moves = played.history();
    assert!(moves.len() > 200, "the game is long enough to tell: {}", moves.len());
    let service = plain();
    let mut sizes = Vec::new();
    for count in [moves.len() / 2, moves.len()] {
        // Signs of checks are not needed to read a move, and addresses give them a meaning of their own.
        let moves = moves[..count].join("+").replace('#', "");
        let moves = moves.replace("++", "+");
        sizes.push(
            get(&service, &format!("/analysis?game=chess&quiet=on&at=0&moves={moves}")).await.text.len(),
        );
    }
    assert!(sizes[1] < 2 * sizes[0] && sizes[1] < 100_000, "{sizes:?}");
    // The course of the game is thought of one position after the other; a short part is enough to tell.
    let moves = moves[..24].join("+").replace('#', "").replace("++", "+");
    let size = |graph: &'static str| {
        let path = format!("/analysis?game=chess&agent=greedy&at=0&moves={moves}{graph}");
        let service = service.clone();
        async move { get(&service, &path).await.text }
    };
    let (plain, graph) = (size("").await, size("&graph=on").await);
    assert!(graph.contains("class=\"graph\""));
    assert!(graph.len() < plain.len() + 25 * 300, "{} and {}", plain.len(), graph.len());
}

#[tokio::test]
async fn the_analysis_speaks_of_chances_and_numbers_moves_as_players_do() {
    let service = plain();
    let page = get(&service, "/analysis?game=chess&moves=e4+e5+Nf3+Nc6&at=4&agent=greedy").await.text;
    let values: Vec<&str> = page.split("<td class=\"number\">").skip(1).collect();
    let shares = values.iter().filter_map(|rest| rest.split('<').next()?.strip_suffix('%'));
    let shares: Vec<u32> = shares.map(|share| share.trim().parse().unwrap()).collect();
    assert!(!shares.is_empty() && shares.iter().all(|share| *share <= 100), "{page}");
    let text: String =
        page.split('<').skip(1).filter_map(|rest| rest.split_once('>')).map(|(_, text)| text).collect();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("1. e4") && text.contains("2. Nf3") && !text.contains("3. Nf3"), "{text}");
}

#[tokio::test]
async fn the_last_level_and_side_are_offered_again() {
    let service = plain();
    post(&service, "/play", "game=chess&level=6&side=second").await;
    let again = get(&service, "/games/chess").await.text;
    assert!(again.contains("<option value=\"6\" selected"), "{again}");
    assert!(again.contains("name=\"side\" value=\"second\" checked"), "{again}");
    let other = get(&service, "/games/othello").await.text;
    assert!(other.contains("<option value=\"2\" selected"), "another game has habits of its own");
}

#[tokio::test]
async fn fair_remembers_one_number_says_so_and_forgets_it() {
    let service = plain();
    for shown in ["\u{2212}0.50", "\u{2212}1.00"] {
        let table = post(&service, "/play", "game=tic-tac-toe&level=fair&side=first").await.location;
        post(&service, &format!("{table}/resign"), "").await;
        // What is taken back and lost again counts once.
        post(&service, &format!("{table}/undo"), "").await;
        post(&service, &format!("{table}/resign"), "").await;
        let page = get(&service, "/games/tic-tac-toe").await.text;
        assert!(page.contains(&format!("Fair remembers one number: {shown}.")), "{page}");
    }
    // Whoever turns to Fair in the middle of a game is remembered, too, by page and by document.
    for by_document in [false, true] {
        let table = post(&service, "/play", "game=tic-tac-toe&level=1&side=first").await.location;
        if by_document {
            let level = format!("{}/level", table.replace("/play/", "/api/tables/"));
            assert_eq!(post_json(&service, &level, json!({ "second": "fair" })).await.status, StatusCode::OK);
        } else {
            post(&service, &format!("{table}/level"), "second=fair").await;
        }
        let saved = get(&service, &format!("{table}/saved.json")).await.json();
        assert_eq!(saved["memory"], -100, "by document: {by_document}");
    }
    post(&service, "/games/tic-tac-toe/forget", "").await;
    assert!(!get(&service, "/games/tic-tac-toe").await.text.contains("Fair remembers"));
}

#[tokio::test]
async fn colours_need_nothing_that_browsers_of_2023_lack() {
    for path in ["/app.css", "/table.css"] {
        let css = get(&plain(), path).await.text;
        assert!(!css.is_empty() && !css.contains("light-dark("), "{path}");
    }
    assert!(get(&plain(), "/app.css").await.text.contains("var(--day, #"));
}

#[tokio::test]
async fn every_game_is_saved_in_its_formats_and_brought_back() {
    let service = plain();
    for info in agon_games::catalogue() {
        let table = post(&service, "/play", &format!("game={}&mode=people", info.id)).await.location;
        let opened = format!("/api/tables/{}", table.trim_start_matches("/play/"));
        for _ in 0..4 {
            let legal = get(&service, &opened).await.json()["legal"][0].clone();
            post_json(&service, &format!("{opened}/moves"), json!({ "move": legal })).await;
        }
        post(&service, &format!("{table}/resign"), "").await;
        let played = get(&service, &opened).await.json();
        let page = get(&service, &table).await.text;
        for format in agon_formats::Format::of_game(&info.id) {
            let path = format!("{table}/save/{}", format.name());
            assert!(page.contains(&format!("href=\"{path}\"")), "the page of {} offers {format}", info.id);
            let saved = get(&service, &path).await;
            assert!(saved.headers[header::CONTENT_DISPOSITION].to_str().unwrap().starts_with("attachment; "));
            let brought = upload(&service, &[("file", &saved.text), ("game", &info.id)], "en").await;
            assert_eq!(brought.status, StatusCode::SEE_OTHER, "{}: {}", info.id, brought.text);
            let again = brought.location.replacen("/analysis", "/analysis/save/json", 1);
            let record = get(&service, &again).await.json();
            assert_eq!(record["moves"], played["moves"], "{} as {format}", info.id);
            assert_eq!(record["result"], played["result"], "{} as {format}", info.id);
        }
    }
}

#[tokio::test]
async fn a_file_that_is_wrong_is_answered_with_its_line() {
    let service = plain();
    let told = async |text: &str, game: &str, language: &str| {
        let answer = upload(&service, &[("text", text), ("game", game), ("number", "1")], language).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{}", answer.location);
        answer.text
    };
    let illegal = "[White \"A\"]\n\n1. e4 e5\n2. Ke3 *\n";
    assert!(told(illegal, "", "en").await.contains("Line 4, move 3: “Ke3” is not a legal move here."));
    assert!(told(illegal, "", "pt").await.contains("Linha 4, lance 3: “Ke3” não é um lance legal aqui."));
    assert!(told("1. e4\n{oh", "", "en").await.contains("Line 2: what is opened with “{” is not closed."));
    assert!(told("(;B[aa])", "", "en").await.contains("does not say which game it is of"));
    assert!(
        told("(;GM[2];B[f5])", "chess", "en").await.contains("Chess has no SGF; its formats: JSON, PGN.")
    );
    assert!(told("", "", "en").await.contains("There is no game in the text."));
    let second = upload(&service, &[("text", "1. e4 *\n\n1. d4 *"), ("number", "2")], "en").await;
    assert!(second.location.contains("moves=d4"), "{}", second.location);
    let third = upload(&service, &[("text", "1. e4 *"), ("number", "3")], "en").await;
    assert!(third.text.contains("There is no game 3 in the text; it holds one."), "{}", third.text);
    let large = upload(&service, &[("file", &"x".repeat(2_000_000))], "en").await;
    assert_eq!(large.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(large.text.contains("at most 1048576 bytes"), "{}", large.text);
}

#[tokio::test]
async fn clocks_run_stop_and_end_games() {
    static TIME: AtomicU64 = AtomicU64::new(1_700_000_000_000);
    let service = service(&Options { now: || TIME.load(Ordering::Relaxed), ..Options::default() });
    let wait = |seconds: u64| TIME.fetch_add(seconds * 1000, Ordering::Relaxed);
    let wrong = json!({ "game": "chess", "seats": ["person", "1"], "clock": "hourglass" });
    let refused = post_json(&service, "/api/tables", wrong).await.json();
    assert!(refused["error"].as_str().unwrap().starts_with("'hourglass' is not a clock; expected none,"));
    let table = post(&service, "/play", "game=chess&mode=people&clock=total:60%2B5").await.location;
    let say = async |text: &str| post(&service, &format!("{table}/say"), &format!("text={text}")).await;
    let page = async || get(&service, &table).await.text;
    wait(100);
    say("e4").await;
    assert!(page().await.contains(">1:00</span>"), "the clock starts with the first move");
    wait(20);
    assert!(page().await.contains(">0:40</span>"));
    say("e5").await;
    let told = say("clock").await.text;
    assert!(told.contains("White has 1 minute.") && told.contains("Black has 45 seconds."), "{told}");
    assert!(told.contains("The clock of White is running."));
    let told = say("pausa").await;
    assert_eq!(told.status, StatusCode::SEE_OTHER, "{}", told.text);
    wait(500);
    assert!(say("relógio").await.text.contains("The clock is stopped."));
    post(&service, &format!("{table}/switch"), "name=pause").await;
    wait(59);
    assert!(page().await.contains("White to move."));
    wait(1);
    let over = page().await;
    assert!(over.contains("Black wins: the time of White is over."), "{over}");
    assert_eq!(say("Nf3").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        get(&service, &format!("{table}/save/pgn")).await.text.contains("[Termination \"time forfeit\"]")
    );
    say("undo").await;
    let again = page().await;
    assert!(
        again.contains("White to move.") && !again.contains("role=\"timer\""),
        "it goes on without a clock"
    );
    assert!(say("clock").await.text.contains("This game has no clock."));
}

#[tokio::test]
async fn the_time_that_is_left_outlives_the_program() {
    static TIME: AtomicU64 = AtomicU64::new(5_000_000);
    let folder = std::env::temp_dir().join(format!("agon-clock-test-{}", std::process::id()));
    let options =
        Options { data: Some(folder.clone()), now: || TIME.load(Ordering::Relaxed), ..Options::default() };
    let table = {
        let service = service(&options);
        let table =
            post(&service, "/play", "game=chess&mode=people&clock=total:60&no_takeback=on").await.location;
        post(&service, &format!("{table}/say"), "text=e4").await;
        TIME.fetch_add(10_000, Ordering::Relaxed);
        post(&service, &format!("{table}/say"), "text=e5").await;
        table
    };
    TIME.fetch_add(1_000_000, Ordering::Relaxed);
    let service = service(&options);
    let page = get(&service, &table).await.text;
    assert!(
        page.contains(">0:50</span>") && page.contains(">1:00</span>"),
        "a stopped program stops the clock"
    );
    let undone = post(&service, &format!("{table}/undo"), "").await;
    assert!(undone.text.contains("In this game moves are not taken back."), "the terms are remembered");
    TIME.fetch_add(60_000, Ordering::Relaxed);
    assert!(get(&service, &table).await.text.contains("Black wins: the time of White is over."));
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn two_people_agree_to_a_draw_or_do_not() {
    let service = plain();
    let table = post(&service, "/play", "game=chess&mode=people").await.location;
    let to = async |action: &str| post(&service, &format!("{table}/{action}"), "").await;
    let say = async |text: &str| post(&service, &format!("{table}/say"), &format!("text={text}")).await;
    assert!(to("decline").await.text.contains("Nobody offers a draw."));
    to("draw").await;
    let page = get(&service, &table).await.text;
    assert!(page.contains("White offers a draw.") && page.contains("Agree to the draw"), "{page}");
    say("recusar").await;
    assert!(!get(&service, &table).await.text.contains("offers a draw"));
    say("draw").await;
    say("e4").await;
    assert!(
        get(&service, &table).await.text.contains("White offers a draw."),
        "an offer outlives one's own move"
    );
    say("e5").await;
    assert!(!get(&service, &table).await.text.contains("offers a draw"), "playing on declines");
    say("empate").await;
    say("accept").await;
    assert!(get(&service, &table).await.text.contains("Draw: the players agreed."));
    to("undo").await;
    assert!(get(&service, &table).await.text.contains("White to move."));
}

#[tokio::test]
async fn the_program_agrees_to_a_draw_only_when_it_is_not_better() {
    let service = plain();
    // Chess without one of the queens: the person plays White, well enough to keep what there is.
    for (position, sentence) in [
        ("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "Draw: the players agreed."),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR",
            "The program declines: it thinks that it stands better.",
        ),
    ] {
        let opened = json!({ "game": "chess", "seats": ["person", "10"], "position": format!("{position} w - - 0 1") });
        let mut seen = post_json(&service, "/api/tables", opened).await.json();
        let id = seen["id"].as_str().unwrap().to_owned();
        let early = post(&service, &format!("/play/{id}/draw"), "").await.text;
        assert!(early.contains("too early for a draw"), "{early}");
        for _ in 0..8 {
            let asked = json!({ "game": "chess", "position": seen["position"] });
            let best = post_json(&service, "/api/analyse", asked).await.json()["best"].clone();
            let chosen = json!({ "move": best, "wait": true });
            seen = post_json(&service, &format!("/api/tables/{id}/moves"), chosen).await.json();
        }
        let answer = post(&service, &format!("/play/{id}/draw"), "").await.text;
        let page = get(&service, &format!("/play/{id}")).await.text;
        assert!(answer.contains(sentence) || page.contains(sentence), "{position}: {answer}");
    }
}

#[tokio::test]
async fn moves_are_commented_on_for_those_who_want_it() {
    let service = plain();
    let table = post(&service, "/play", "game=tic-tac-toe&mode=people&comments=on").await.location;
    let say = async |text: &str| {
        post(&service, &format!("{table}/say"), &format!("text={text}")).await;
        get(&service, &table).await.text
    };
    for text in ["a1", "b2", "b1"] {
        say(text).await;
    }
    let page = say("a3").await;
    assert!(page.contains("a3 gives a lot away: a loss in 2 moves instead of"), "{page}");
    let page = say("c1").await;
    assert!(page.contains("c1 is as good as it gets: a win in 1 move."), "{page}");
    let table = post(&service, "/play", "game=tic-tac-toe&mode=people").await.location;
    post(&service, &format!("{table}/say"), "text=a1").await;
    assert!(!get(&service, &table).await.text.contains("class=\"comment\""), "off unless asked for");
    post(&service, &format!("{table}/switch"), "name=comments").await;
    post(&service, &format!("{table}/say"), "text=a2").await;
    assert!(get(&service, &table).await.text.contains("class=\"comment\""));
    let wrong = post(&service, &format!("{table}/switch"), "name=lights").await;
    assert_eq!(wrong.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn levels_are_offered_with_what_was_measured() {
    let service = plain();
    let page = get(&service, "/games/othello").await.text;
    let measured = |level: u8| {
        let option = page.split(&format!("<option value=\"{level}\"")).nth(1).expect("the level is offered");
        option.split('>').next().unwrap_or_default().to_owned()
    };
    assert!(measured(4).contains("Wins about ") && measured(4).contains(" against level 3."), "{page}");
    assert!(page.contains("Level 4: casual, mistakes now and then"), "{page}");
    let page = get(&service, "/games/checkers-casual").await.text;
    let marked = "Provisional: the levels of this game have not been measured.";
    for level in 2..10 {
        let said = format!("<option value=\"{level}\" data-note=\"{marked}\"");
        let chosen = format!("<option value=\"{level}\" selected data-note=\"{marked}\"");
        assert!(page.contains(&said) || page.contains(&chosen), "nobody measured the variant: {page}");
    }
    assert!(page.contains(&format!("data-note=\"The easiest level. {marked}\"")));
    assert!(page.contains(&format!("data-note=\"{marked} The strongest level.\"")));
}

#[tokio::test]
async fn the_first_page_is_small() {
    let service = plain();
    let mut bytes = 0;
    for path in ["/", "/app.css", "/app.js", "/icon.svg", "/manifest.webmanifest"] {
        // As browsers ask for it.
        let request =
            Request::get(path).header(header::ACCEPT_ENCODING, "gzip, deflate, br").body(Body::empty());
        let response = service.clone().oneshot(request.unwrap()).await.unwrap();
        bytes += to_bytes(response.into_body(), usize::MAX).await.unwrap().len();
    }
    assert!(bytes < 40_000, "{bytes} bytes");
}

#[tokio::test]
async fn the_engine_is_offered_compressed_and_only_its_worker_may_compile_it() {
    let folder = std::env::temp_dir().join(format!("agon-engine-test-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("agon.wasm"), "plain").unwrap();
    std::fs::write(folder.join("agon.wasm.br"), "pressed").unwrap();
    let engine = agon_server::Engine::load(&folder.join("agon.wasm")).unwrap();
    std::fs::remove_dir_all(folder).unwrap();

    let (without, with) = (plain(), service(&Options { engine: Some(engine), ..Options::default() }));
    assert_eq!(get(&without, "/agon.wasm").await.status, StatusCode::NOT_FOUND);
    assert_eq!(get(&with, "/agon.wasm").await.text, "plain");
    let request = Request::get("/agon.wasm").header(header::ACCEPT_ENCODING, "gzip, br;q=0.9");
    let pressed = send(&with, request.body(Body::empty()).unwrap()).await;
    assert_eq!(
        (pressed.text.as_str(), &pressed.headers[header::CONTENT_ENCODING]),
        ("pressed", &"br".parse().unwrap())
    );

    let (worker, other) = (get(&with, "/sw.js").await, get(&without, "/sw.js").await);
    assert!(worker.headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap().contains("'wasm-unsafe-eval'"));
    assert!(worker.text.starts_with("const BUILD = "), "{}", worker.text);
    assert_ne!(worker.text, other.text, "a browser sees that there is another engine");
}

#[tokio::test]
async fn a_browser_can_keep_a_copy_of_a_table() {
    let service = plain();
    let table = post(&service, "/play", "game=chess&mode=people").await.location;
    post(&service, &format!("{table}/say"), "text=e4").await;
    let copy = get(&service, &format!("{table}/saved.json")).await.json();
    assert_eq!(copy["record"]["moves"], json!(["e4"]));
    assert_eq!((&copy["seats"], &copy["version"]), (&json!(["person", "person"]), &json!(2)));
}

#[tokio::test]
async fn every_table_has_luck_of_its_own_and_keeps_it() {
    let service = plain();
    let mut answers = std::collections::HashSet::new();
    for _ in 0..5 {
        let opened = json!({ "game": "chess", "seats": ["person", "1"] });
        let id = post_json(&service, "/api/tables", opened).await.json()["id"].as_str().unwrap().to_owned();
        let play = async || {
            let chosen = json!({ "move": "e4", "wait": true });
            let seen = post_json(&service, &format!("/api/tables/{id}/moves"), chosen).await.json();
            seen["moves"][1].as_str().expect("the program has answered").to_owned()
        };
        let answer = play().await;
        post_json(&service, &format!("/api/tables/{id}/undo"), json!({})).await;
        assert_eq!(play().await, answer, "what is taken back is answered the same way");
        answers.insert(answer);
    }
    assert!(answers.len() > 1, "five tables play {answers:?}");
}
