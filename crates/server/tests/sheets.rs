//! Games that visitors bring along.

use agon_server::Options;
use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};

use crate::app::{Answer, plain, post, send, send_file, service};

const BREAKTHROUGH: &str = include_str!("../../gdl/sheets/breakthrough.kif");
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
