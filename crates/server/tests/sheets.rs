//! Games that visitors bring along.

use agon_server::{Options, Quota};
use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};

use crate::app::{Answer, get, patient, plain, post, send, send_file, service};

const BREAKTHROUGH: &str = include_str!("../../gdl/sheets/breakthrough.kif");
const NIM: &str = include_str!("../../gdl/tests/nim.kif");
const TAPATAN: &str = include_str!("../../gdl/sheets/tapatan.kif");

fn cookie(visitor: u8) -> String {
    format!("agon={}", visitor.to_string().repeat(32))
}

async fn bring(service: &Router, text: &str, visitor: u8) -> Answer {
    send_file(service, "/sheets", &[("file", text)], "en", &cookie(visitor)).await
}

async fn look(service: &Router, path: &str, visitor: u8) -> Answer {
    let request =
        Request::get(path).header(header::COOKIE, cookie(visitor)).header(header::ACCEPT_LANGUAGE, "en");
    send(service, request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn a_sheet_is_played_by_whoever_brought_it_and_whoever_is_invited() {
    let folder = tempfile::tempdir().unwrap();
    let options = || Options { data: Some(folder.path().to_owned()), ..Options::default() };
    let service_before = service(&options());
    let brought = bring(&service_before, BREAKTHROUGH, 1).await;
    assert_eq!(brought.status, StatusCode::SEE_OTHER, "{}", brought.text);
    let id = brought.location.strip_prefix("/games/").unwrap();
    assert!(id.starts_with("my-game-") && id.rsplit('.').next() == Some("kif"), "{id}");
    assert_eq!(look(&service_before, &brought.location, 1).await.status, StatusCode::OK);
    // It is in his list and in nobody else's.
    assert!(look(&service_before, "/", 1).await.text.contains(id));
    assert!(!look(&service_before, "/", 2).await.text.contains(id));

    let table = post(&service_before, "/play", &format!("game={id}&mode=people")).await.location;
    let said = post(&service_before, &format!("{table}/say"), "text=a2-a3").await;
    assert_eq!(said.status, StatusCode::SEE_OTHER, "{}", said.text);
    drop(service_before);

    // The program was ended in between, and the sheet is off the list: the game goes on.
    let service = service(&options());
    let forgotten = Request::post(format!("/sheets/{id}/forget")).header(header::COOKIE, cookie(1));
    assert_eq!(send(&service, forgotten.body(Body::empty()).unwrap()).await.location, "/");
    assert!(!look(&service, "/", 1).await.text.contains(id));
    let said = post(&service, &format!("{table}/say"), "text=b7-b6").await;
    assert_eq!(said.status, StatusCode::SEE_OTHER, "{}", said.text);
    assert!(look(&service, &table, 2).await.text.contains("b7-b6"));
}

#[tokio::test]
async fn what_is_no_game_is_refused_with_a_sentence() {
    let service = plain();
    let refused = async |text: &str| {
        let answer = bring(&service, text, 1).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{}", answer.text);
        answer.text
    };
    assert!(refused("(role a) (role b").await.contains("line 1"));
    assert!(refused("").await.contains("Choose a file with rules"));
    assert!(
        refused("(role alone) (init x) (<= (legal alone go) (true x)) (<= terminal (true y)) (goal alone 0)")
            .await
            .contains("role")
    );
    // Rules with too many instances to be looked at in earnest.
    let ten: Vec<String> = (0..10).map(|n| format!("(d {n})")).collect();
    let wide: Vec<String> = (0..9).map(|n| format!("(d ?v{n})")).collect();
    let names: Vec<String> = (0..9).map(|n| format!("?v{n}")).collect();
    let [ten, wide, names] = [ten, wide, names].map(|parts| parts.join(" "));
    let huge = format!(
        "(role a) (role b) {ten} (<= (init (f {names})) {wide}) (legal a go) (legal b go) (<= (next ?f) (true ?f)) (<= terminal (true never)) (goal a 0) (goal b 0)"
    );
    assert!(refused(&huge).await.contains("too"));
    let large = " ".repeat(100_000) + TAPATAN;
    assert_eq!(bring(&service, &large, 1).await.status, StatusCode::PAYLOAD_TOO_LARGE);
    for path in ["/games/my-game-0123456789abcdef.kif", "/boards/plain/x.kif.css"] {
        assert_eq!(look(&service, path, 1).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn a_visitor_has_few_sheets() {
    let service = plain();
    for number in 0..20 {
        let brought = bring(&service, &format!("; {number}\n{TAPATAN}"), 1).await;
        assert_eq!(brought.status, StatusCode::SEE_OTHER, "{number}: {}", brought.text);
    }
    let one_more = bring(&service, TAPATAN, 1).await;
    assert_eq!(one_more.status, StatusCode::BAD_REQUEST);
    assert!(one_more.text.contains("You have 20 games of your own"), "{}", one_more.text);
    // The same one again is no more than before, and others have lists of their own.
    assert_eq!(bring(&service, &format!("; 3\n{TAPATAN}"), 1).await.status, StatusCode::SEE_OTHER);
    assert_eq!(bring(&service, TAPATAN, 2).await.status, StatusCode::SEE_OTHER);
}

/// A board of so many columns and rows, on which two players place pieces in turn until the corner is taken. Without `stays` it is
/// only remembered which column was chosen last.
fn placing(columns: usize, rows: usize, stays: bool) -> String {
    let list = |name: &str, count: usize| {
        (0..count).map(|number| format!("({name} {number})")).collect::<Vec<_>>().join(" ")
    };
    let board = "(<= (legal ?p (place ?c ?r)) (true (turn ?p)) (col ?c) (row ?r) (not (taken ?c ?r)))
         (<= (taken ?c ?r) (true (cell ?c ?r ?p))) (<= (next (cell ?c ?r ?p)) (does ?p (place ?c ?r)))
         (<= (next (cell ?c ?r ?p)) (true (cell ?c ?r ?p))) (<= terminal (taken 0 0))";
    let choice = "(<= (legal ?p (place ?c ?r)) (true (turn ?p)) (col ?c) (row ?r))
         (<= (next (last ?c)) (does ?p (place ?c ?r))) (<= terminal (true (last 0)))";
    format!(
        "(role a) (role b) (init (turn a)) (other a b) (other b a) {} {} {}
         (<= (legal ?q wait) (true (turn ?p)) (other ?p ?q)) (<= (next (turn ?q)) (true (turn ?p)) (other ?p ?q))
         (<= (goal ?p 100) (true (turn ?p))) (<= (goal ?q 0) (true (turn ?p)) (other ?p ?q))",
        list("col", columns),
        list("row", rows),
        if stays { board } else { choice }
    )
}

#[tokio::test]
async fn what_is_too_large_for_a_page_is_refused_with_a_sentence() {
    let service = plain();
    let refused = async |text: &str| {
        let answer = bring(&service, text, 1).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{}", answer.text);
        answer.text
    };
    // One fact more for each player tells whose turn it is, and one move more is to wait.
    let told = refused(&placing(71, 71, true)).await;
    assert!(told.contains("10084 facts that can hold; a game brought along has at most 10000"), "{told}");
    let told = refused(&placing(100, 101, false)).await;
    assert!(told.contains("10101 moves of one player; a game brought along has at most 10000"), "{told}");
    // A counter without end has no gates.
    let endless =
        "(role a) (role b) (init (n z)) (init (turn a)) (legal b wait) (legal a (go 1)) (legal a (go 2))
        (<= (next (n (s ?x))) (true (n ?x))) (<= (next (turn a)) (true (turn a)))
        (<= terminal (true (n (s (s (s ?x)))))) (goal a 50) (goal b 50)";
    assert!(refused(endless).await.contains("too many instances to be worked out quickly"));
}

#[tokio::test]
async fn the_largest_games_that_are_taken_have_pages_of_a_size_to_be_shown() {
    let service = plain();
    // The largest board, and the most facts, which are no board any more.
    for (columns, rows) in [(26, 40), (70, 70)] {
        let id = brought_id(&service, &placing(columns, rows, true)).await;
        let table = post(&service, "/play", &format!("game={id}&mode=people")).await.location;
        for path in [format!("/games/{id}"), table] {
            let page = look(&service, &path, 1).await;
            assert_eq!(page.status, StatusCode::OK);
            // What takes long to be made or sent is long.
            assert!(page.text.len() < 2 << 20, "{path}: {} bytes", page.text.len());
        }
    }
}

#[tokio::test]
async fn a_game_without_a_board_has_pages_too() {
    let service = plain();
    let brought = bring(&service, NIM, 1).await;
    assert_eq!(brought.status, StatusCode::SEE_OTHER, "{}", brought.text);
    let page = look(&service, &brought.location, 1).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text.contains("three heaps"), "{}", page.text);
    let id = brought.location.strip_prefix("/games/").unwrap();
    let table = post(&service, "/play", &format!("game={id}&mode=people")).await.location;
    let shown = get(&service, &table).await;
    assert!(shown.status == StatusCode::OK && shown.text.contains("(heap z 3)"), "{}", shown.text);
    let said = post(&service, &format!("{table}/say"), "text=(leave z 1)").await;
    assert_eq!(said.status, StatusCode::SEE_OTHER, "{}", said.text);
    let shown = get(&service, &table).await.text;
    assert!(shown.contains("leave-z-1"), "{shown}");
}

#[tokio::test]
async fn few_tables_of_brought_games_stay_in_memory() {
    let service = service(&Options { quota: Quota { held_brought: 2, ..patient() }, ..Options::default() });
    let mut tables = Vec::new();
    for game in ["chess".to_owned(), brought_id(&service, TAPATAN).await, brought_id(&service, NIM).await] {
        for _ in 0..3 {
            tables.push(post(&service, "/play", &format!("game={game}&mode=people")).await.location);
        }
    }
    let held = get(&service, "/metrics").await.text;
    assert!(held.lines().any(|line| line == "agon_tables 5"), "three of chess and two of the others: {held}");
    for table in tables {
        assert_eq!(get(&service, &table).await.status, StatusCode::OK, "all of them go on");
    }
}

async fn brought_id(service: &Router, text: &str) -> String {
    bring(service, text, 1).await.location.strip_prefix("/games/").unwrap().to_owned()
}
