//! A visitor's own games: listed, counted, deleted, taken along, and set aside when there are many.

use agon_server::{Options, Quota};
use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::app::{patient, plain, service};
use crate::seats::{ADA, BEN, EVE, Visitor};

/// Plays a game of tic-tac-toe with both hands: the first side wins, or nobody.
async fn play(visitor: &Visitor<'_>, table: &str, moves: &str) {
    for text in moves.split(' ') {
        visitor.post(&format!("{table}/say"), &format!("text={text}")).await;
    }
}

const WON: &str = "a1 a2 b1 b2 c1";
const DRAWN: &str = "a1 b2 c3 b1 b3 a3 c1 c2 a2";

#[tokio::test]
async fn running_and_finished_games_are_listed_and_counted_and_deleted() {
    let service = plain();
    let (ada, ben) = (ADA.at(&service), BEN.at(&service));
    assert!(ada.get("/mine").await.text.contains("You have not played yet."));
    let running = ada.post("/play", "game=chess&mode=agent&level=3").await.location;
    for _ in 0..2 {
        let lost = ada.post("/play", "game=tic-tac-toe&mode=agent&level=2").await.location;
        ada.post(&format!("{lost}/resign"), "").await;
    }
    for moves in [WON, DRAWN] {
        let opened = ada.document(
            "/api/tables",
            json!({ "game": "tic-tac-toe", "seats": ["person", "person"], "invite": "second" }),
        );
        let opened = opened.await.json();
        let link = opened["invitation"].as_str().unwrap().to_owned();
        ben.post(&link, "name=Ben").await;
        let table = format!("/play/{}", opened["id"].as_str().unwrap());
        for (index, text) in moves.split(' ').enumerate() {
            play(if index % 2 == 0 { &ada } else { &ben }, &table, text).await;
        }
    }
    let hot = ada.post("/play", "game=tic-tac-toe&mode=people").await.location;
    play(&ada, &hot, WON).await;

    let page = ada.get("/mine").await.text;
    let text = plain_text(&page);
    assert!(text.contains("Running Chess, Level 3 – White to move."), "{text}");
    assert!(text.contains("Tic-tac-toe, Level 2 – lost"), "{text}");
    assert!(text.contains("Tic-tac-toe, Ben – won") && text.contains("Tic-tac-toe, Ben – drawn"), "{text}");
    assert!(text.contains("Tic-tac-toe, two people – finished"), "{text}");
    assert!(text.contains("Tic-tac-toe Level 2 0 0 2"), "{text}");
    assert!(text.contains("Tic-tac-toe Ben 1 1 0"), "{text}");
    assert!(!text.contains("two people 1"), "who plays both sides neither wins nor loses: {text}");
    let theirs = plain_text(&ben.get("/mine").await.text);
    assert!(theirs.contains("Tic-tac-toe, a friend – lost") && theirs.contains("a friend 0 1 1"), "{theirs}");
    assert!(plain_text(&ada.get("/").await.text).contains("All my games"));

    let exported = ada.get("/mine/games.jsonl").await;
    let lines: Vec<Value> = exported.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 6);
    assert_eq!(lines[0]["record"]["moves"], json!(WON.split(' ').collect::<Vec<_>>()));
    assert!(lines.iter().any(|line| line["players"] == json!(["Person", "Ben"])), "{}", exported.text);
    assert!(!exported.text.contains("secret"), "nothing that opens a seat");

    assert_eq!(EVE.at(&service).post(&format!("{running}/delete"), "").await.status, StatusCode::FORBIDDEN);
    assert_eq!(ada.post(&format!("{running}/delete"), "").await.location, "/mine");
    assert_eq!(ada.get(&running).await.status, StatusCode::NOT_FOUND);
    assert!(!plain_text(&ada.get("/mine").await.text).contains("Chess"));
}

/// The words of a page with single spaces between them.
fn plain_text(page: &str) -> String {
    let mut text = String::new();
    for part in page.split('<') {
        text += part.split_once('>').map_or(part, |(_, text)| text);
        text.push(' ');
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.replace(" ,", ",").replace("&#39;", "'")
}

#[tokio::test]
async fn a_game_with_a_friend_is_left_when_it_is_over_and_stays_the_friends() {
    let service = plain();
    let (ada, ben) = (ADA.at(&service), BEN.at(&service));
    let wanted = json!({ "game": "chess", "seats": ["person", "person"], "invite": "second" });
    let waiting = ada.document("/api/tables", wanted.clone()).await.json();
    let alone = format!("/play/{}", waiting["id"].as_str().unwrap());
    assert_eq!(ada.post(&format!("{alone}/delete"), "").await.location, "/mine", "nobody has come yet");

    let opened = ada.document("/api/tables", wanted).await.json();
    let table = format!("/play/{}", opened["id"].as_str().unwrap());
    ben.post(opened["invitation"].as_str().unwrap(), "").await;
    let early = ben.post(&format!("{table}/delete"), "").await;
    assert_eq!(early.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(early.text.contains("Resign first"), "{}", early.text);
    ben.post(&format!("{table}/resign"), "").await;
    ben.post(&format!("{table}/delete"), "").await;
    assert!(!ben.get("/mine").await.text.contains(&table));
    assert!(ada.get("/mine").await.text.contains(&table));
    assert_eq!(ada.get(&table).await.status, StatusCode::OK);
}

#[tokio::test]
async fn nobody_is_locked_out_by_unfinished_games() {
    let service = plain();
    let ada = ADA.at(&service);
    let mut tables = Vec::new();
    for _ in 0..45 {
        let opened = ada.post("/play", "game=tic-tac-toe&mode=people").await;
        assert_eq!(opened.status, StatusCode::SEE_OTHER, "{}", opened.text);
        tables.push(opened.location);
    }
    let page = ada.get("/mine").await.text;
    let (at_hand, aside) = page.split_once("Set aside").expect("the oldest ones are set aside");
    assert!(aside.contains(&tables[0]) && at_hand.contains(&tables[44]) && !at_hand.contains(&tables[0]));
    assert!(plain_text(aside).contains("Tic-tac-toe, two people – 0 moves"), "{}", plain_text(aside));
    // Whoever comes back to one finds it, and it is at hand again.
    play(&ada, &tables[0], "b2").await;
    let page = ada.get("/mine").await.text;
    let (at_hand, aside) = page.split_once("Set aside").unwrap();
    assert!(at_hand.contains(&tables[0]) && aside.contains(&tables[5]), "another one is set aside");
}

#[tokio::test]
async fn tables_from_before_there_were_seats_are_their_openers() {
    let folder = std::env::temp_dir().join(format!("agon-mine-test-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let id = "0123456789abcdef0123456789abcdef";
    {
        let database = rusqlite::Connection::open(folder.join("agon.sqlite")).unwrap();
        database
            .execute_batch(
                "CREATE TABLE tables (id TEXT PRIMARY KEY, session TEXT NOT NULL, updated INTEGER NOT NULL, over INTEGER NOT NULL, state TEXT NOT NULL);
                 CREATE TABLE sessions (id TEXT PRIMARY KEY, language TEXT, theme TEXT, sound TEXT);",
            )
            .unwrap();
        let state = r#"{"record":{"game":"chess","version":1,"moves":["e4"]},"undone":[],"seats":["person","person"],"turned":false}"#;
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
        let row = rusqlite::params![id, "a".repeat(32), i64::try_from(now).unwrap(), 0, state];
        database.execute("INSERT INTO tables VALUES (?1, ?2, ?3, ?4, ?5)", row).unwrap();
    }
    let options = Options { data: Some(folder.clone()), quota: Quota { ..patient() }, ..Options::default() };
    for _ in 0..2 {
        let service = service(&options);
        let (ada, eve) = (ADA.at(&service), EVE.at(&service));
        assert!(ada.get("/mine").await.text.contains(id));
        let table = format!("/play/{id}");
        assert_eq!(eve.post(&format!("{table}/say"), "text=e5").await.status, StatusCode::FORBIDDEN);
        assert_eq!(ada.post(&format!("{table}/say"), "text=e5").await.status, StatusCode::SEE_OTHER);
        ada.post(&format!("{table}/undo"), "").await;
    }
    std::fs::remove_dir_all(folder).unwrap();
}
