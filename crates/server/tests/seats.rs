//! Who may do what at a table: two people who sit apart, watchers, and moves that were meant for another position.

use std::sync::atomic::{AtomicU64, Ordering};

use agon_server::Options;
use axum::Router;
use axum::body::{Body, BodyDataStream};
use axum::http::{Method, Request, StatusCode, header};
use futures_util::StreamExt;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::app::{Answer, patient, plain, send, service};
use crate::listener::heard;

/// A visitor, by the cookie.
pub(crate) struct Person(char);

pub(crate) const ADA: Person = Person('a');
pub(crate) const BEN: Person = Person('b');
pub(crate) const EVE: Person = Person('e');

/// A visitor of a service.
pub(crate) struct Visitor<'a> {
    service: &'a Router,
    cookie: String,
}

impl Person {
    pub(crate) fn at<'a>(&self, service: &'a Router) -> Visitor<'a> {
        Visitor { service, cookie: format!("agon={}", self.0.to_string().repeat(32)) }
    }
}

impl Visitor<'_> {
    fn request(&self, method: Method, path: &str, kind: &str, body: String) -> Request<Body> {
        let request = Request::builder().method(method).uri(path).header(header::COOKIE, &self.cookie);
        let request = if kind.is_empty() { request } else { request.header(header::CONTENT_TYPE, kind) };
        request.body(Body::from(body)).unwrap()
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        send(self.service, self.request(Method::GET, path, "", String::new())).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Answer {
        send(self.service, self.request(Method::DELETE, path, "", String::new())).await
    }

    pub(crate) async fn post(&self, path: &str, form: &str) -> Answer {
        let request = self.request(Method::POST, path, "application/x-www-form-urlencoded", form.to_owned());
        send(self.service, request).await
    }

    pub(crate) async fn document(&self, path: &str, body: Value) -> Answer {
        send(self.service, self.request(Method::POST, path, "application/json", body.to_string())).await
    }

    /// The part of a page that a script asks for.
    async fn fragment(&self, path: &str) -> Answer {
        let mut request = self.request(Method::GET, path, "", String::new());
        request.headers_mut().insert("x-agon-fragment", "1".parse().unwrap());
        send(self.service, request).await
    }

    /// Sends a form as the script of a page does, and listens.
    async fn told(&self, path: &str, form: &str) -> String {
        let mut request =
            self.request(Method::POST, path, "application/x-www-form-urlencoded", form.to_owned());
        request.headers_mut().insert("x-agon-fragment", "1".parse().unwrap());
        heard(&send(self.service, request).await)
    }

    async fn listen(&self, table: &str) -> Events {
        let request = self.request(Method::GET, &format!("{table}/events"), "", String::new());
        let response = self.service.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        Events(response.into_body().into_data_stream())
    }

    /// Opens a table for two people apart: its address, and the link for the other one.
    async fn invite(&self, form: &str) -> (String, String) {
        let table = self.post("/play", &format!("mode=friend&{form}")).await.location;
        let page = self.get(&table).await.text;
        (table, link_in(&page).expect("the maker is told the link"))
    }
}

struct Events(BodyDataStream);

impl Events {
    /// What the next event of this name says.
    async fn next(&mut self, name: &str) -> String {
        loop {
            let piece = self.0.next().await.expect("the stream goes on").unwrap();
            let text = String::from_utf8(piece.to_vec()).unwrap();
            if text.contains(&format!("event: {name}\n")) {
                return text.lines().find_map(|line| line.strip_prefix("data: ")).unwrap().to_owned();
            }
        }
    }

    /// The version that is told next.
    async fn version(&mut self) -> u64 {
        self.next("changed").await.parse().unwrap()
    }
}

/// The first link to a seat in a page.
fn link_in(page: &str) -> Option<String> {
    let links = page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    links.into_iter().find(|link| link.contains("/seat/")).map(str::to_owned)
}

/// The version that a page shows.
fn version(page: &str) -> u64 {
    let rest = page.split("data-version=\"").nth(1).expect("a table is shown");
    rest.split('"').next().unwrap().parse().unwrap()
}

async fn seated<'a>(service: &'a Router, form: &str) -> (String, Visitor<'a>, Visitor<'a>) {
    let (ada, ben) = (ADA.at(service), BEN.at(service));
    let (table, link) = ada.invite(form).await;
    assert_eq!(ben.post(&link, "name=Ben").await.location, table);
    (table, ada, ben)
}

#[tokio::test]
async fn programs_hear_at_a_table_what_pages_hear() {
    let service = plain();
    let ada = ADA.at(&service);
    let asked = json!({ "game": "tic-tac-toe", "seats": ["person", "person"] });
    let opened = ada.document("/api/tables", asked).await.json();
    let table = format!("/api/tables/{}", opened["id"].as_str().unwrap());
    let mut events = ada.listen(&table).await;
    assert_eq!(json!(events.version().await), opened["version"]);
    let moved = ada.document(&format!("{table}/moves"), json!({ "move": "b2" })).await.json();
    assert_eq!(json!(events.version().await), moved["version"]);
}

#[tokio::test]
async fn a_comment_is_told_when_it_has_been_thought_of() {
    let service = plain();
    let ada = ADA.at(&service);
    let table = ada.post("/play", "game=tic-tac-toe&mode=people&comments=on").await.location;
    let mut events = ada.listen(&table).await;
    events.version().await;
    for text in ["a1", "b2"] {
        ada.told(&format!("{table}/say"), &format!("text={text}")).await;
        let comment = events.next("comment").await;
        assert!(comment.starts_with(text), "{comment}");
        assert!(ada.get(&table).await.text.contains(&comment));
    }
    // Whoever comes later is told, too, and knows it already or not.
    assert!(ada.listen(&table).await.next("comment").await.starts_with("b2"));
}

#[tokio::test]
async fn a_friend_is_invited_by_a_link_that_is_good_for_one() {
    let service = plain();
    let (ada, ben, eve) = (ADA.at(&service), BEN.at(&service), EVE.at(&service));
    let (table, link) = ada.invite("game=chess&side=second&name=Ada").await;
    let waiting = ada.get(&table).await.text;
    assert!(waiting.contains("Send this link to a friend."), "{waiting}");
    let early = ada.post(&format!("{table}/say"), "text=e4").await;
    assert_eq!(early.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(early.text.contains("Your friend has not come yet."), "{}", early.text);

    let shown = ben.get(&link).await.text;
    assert!(
        shown.contains("Ada invites you to a game of Chess.") && shown.contains("You play White."),
        "{shown}"
    );
    assert!(ada.get(&table).await.text.contains("Send this link"), "looking takes no seat");
    assert_eq!(ada.get(&link).await.location, table, "the maker is shown to the table");
    assert_eq!(ada.post(&link, "").await.status, StatusCode::CONFLICT);

    assert_eq!(ben.post(&link, "name=%20Ben%20").await.location, table);
    for answer in [eve.get(&link).await, eve.post(&link, "").await] {
        assert_eq!(answer.status, StatusCode::FORBIDDEN);
        assert!(answer.text.contains("This link is used up"), "{}", answer.text);
    }
    assert_eq!(eve.get(&format!("{table}/seat/guess")).await.status, StatusCode::FORBIDDEN);
    let page = ada.get(&table).await.text;
    assert!(page.contains("Ben") && !page.contains("Send this link"), "{page}");
    let moved = ben.post(&format!("{table}/say"), "text=e4").await;
    assert_eq!(moved.status, StatusCode::SEE_OTHER, "{}", moved.text);
    let saved = ada.get(&format!("{table}/save/pgn")).await.text;
    assert!(saved.contains("[White \"Ben\"]") && saved.contains("[Black \"Ada\"]"), "{saved}");
}

#[tokio::test]
async fn whoever_has_no_seat_watches_and_does_nothing() {
    let service = plain();
    let (table, ada, _) = seated(&service, "game=chess").await;
    ada.post(&format!("{table}/say"), "text=e4").await;
    let mine = ada.post("/play", "game=chess&mode=agent&level=1").await.location;
    let watched = ada.post("/play", "game=chess&mode=watch&level=1&other=1").await.location;
    let hot = ada.post("/play", "game=chess&mode=people").await.location;
    let eve = EVE.at(&service);
    for table in [table, mine, watched, hot] {
        let document = table.replace("/play/", "/api/tables/");
        let before = ada.get(&document).await.json();
        let page = eve.get(&table).await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(page.text.contains("You are watching this game."));
        assert!(!page.text.contains("/seat/") && !page.text.contains("/resign\""), "{}", page.text);
        assert!(eve.post(&format!("{table}/say"), "text=describe").await.text.contains("class=\"answer\""));
        let forms = [
            ("point", "cell=12"),
            ("say", "text=e5"),
            ("say", "text=resign"),
            ("say", "text=draw"),
            ("undo", ""),
            ("redo", ""),
            ("resign", ""),
            ("draw", ""),
            ("decline", ""),
            ("switch", "name=pause"),
            ("switch", "name=takeback"),
            ("switch", "name=comments"),
            ("level", "second=10"),
            ("turn", ""),
            ("stop", ""),
            ("rematch", ""),
            ("delete", ""),
        ];
        for (deed, form) in forms {
            let answer = eve.post(&format!("{table}/{deed}"), form).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{deed} {form} at {table}");
            assert!(
                answer.text.contains("You watch this game; only those who play it can do this."),
                "{deed}"
            );
        }
        let documents = [
            ("moves", json!({ "move": "e5" })),
            ("undo", json!({})),
            ("redo", json!({})),
            ("resign", json!({})),
            ("draw", json!({})),
            ("decline", json!({})),
            ("switch", json!({ "name": "pause" })),
            ("level", json!({ "second": "10" })),
            ("rematch", json!({})),
        ];
        for (deed, body) in documents {
            let answer = eve.document(&format!("{document}/{deed}"), body).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{deed} at {document}");
            assert!(answer.json()["error"].as_str().unwrap().starts_with("You watch this game"), "{deed}");
        }
        assert_eq!(eve.delete(&document).await.status, StatusCode::FORBIDDEN);
        assert_eq!(eve.get(&format!("{table}/saved.json")).await.status, StatusCode::FORBIDDEN);
        let after = ada.get(&document).await.json();
        // The program may have moved meanwhile, but what belongs to people is as it was.
        for field in ["seats", "takeback", "offer", "asks", "next", "you"] {
            assert_eq!(after[field], before[field], "{field} at {document}");
        }
        assert!(after["moves"].as_array().unwrap().len() >= before["moves"].as_array().unwrap().len());
    }
}

#[tokio::test]
async fn each_of_two_people_decides_for_one_side() {
    let service = plain();
    let (table, ada, ben) = seated(&service, "game=chess").await;
    let say = format!("{table}/say");
    let foreign = ben.post(&say, "text=e4").await;
    assert_eq!(foreign.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(foreign.text.contains("It is not your turn."), "{}", foreign.text);
    ada.post(&say, "text=e4").await;
    assert_eq!(ada.post(&say, "text=e5").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    ben.post(&say, "text=e5").await;
    let page = ada.get(&table).await.text;
    assert!(page.contains("Black plays e5."), "{page}");
    for (deed, form) in
        [("redo", ""), ("switch", "name=pause"), ("switch", "name=takeback"), ("level", "first=1")]
    {
        let answer = ben.post(&format!("{table}/{deed}"), form).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{deed}");
        assert!(answer.text.contains("nobody does this alone"), "{deed}: {}", answer.text);
    }
    for question in ["hint", "winning"] {
        let answer = ben.post(&say, &format!("text={question}")).await;
        assert!(answer.text.contains("The program does not help"), "{question}: {}", answer.text);
    }
    // Each looks from the own side, whatever the other does.
    let sheet = |page: &str| if page.contains("/boards/turned/") { "turned" } else { "plain" };
    assert_eq!(sheet(&ada.get(&table).await.text), "plain");
    assert_eq!(sheet(&ben.get(&table).await.text), "turned");
    ben.post(&format!("{table}/turn"), "").await;
    assert_eq!([sheet(&ada.get(&table).await.text), sheet(&ben.get(&table).await.text)], ["plain", "plain"]);
    ada.post(&format!("{table}/resign"), "").await;
    assert!(ben.get(&table).await.text.contains("Black wins: White resigned."));
}

#[tokio::test]
async fn a_move_that_was_meant_for_another_position_is_refused_with_the_board_as_it_is() {
    let service = plain();
    let ada = ADA.at(&service);
    let table = ada.post("/play", "game=tic-tac-toe&mode=people").await.location;
    let seen = version(&ada.get(&table).await.text);
    // Two tabs show the empty board; one of them plays.
    ada.post(&format!("{table}/point"), &format!("cell=0&version={seen}")).await;
    for (deed, form) in [("point", "cell=4"), ("say", "text=b2"), ("undo", ""), ("resign", ""), ("draw", "")]
    {
        let answer = ada.post(&format!("{table}/{deed}"), &format!("{form}&version={seen}")).await;
        assert_eq!(answer.status, StatusCode::CONFLICT, "{deed}");
        assert!(
            answer.text.contains("The game has gone on meanwhile, and nothing was done."),
            "{}",
            answer.text
        );
        assert_eq!(version(&answer.text), seen + 1, "the board is the one of now");
    }
    let document = table.replace("/play/", "/api/tables/");
    let stale = ada.document(&format!("{document}/moves"), json!({ "move": "b2", "version": seen })).await;
    assert_eq!(stale.status, StatusCode::CONFLICT);
    assert_eq!(stale.json()["table"]["moves"], json!(["a1"]));
    let now = stale.json()["table"]["version"].clone();
    let moved = ada.document(&format!("{document}/moves"), json!({ "move": "b2", "version": now })).await;
    assert_eq!(moved.status, StatusCode::OK, "{}", moved.text);
    let page = ada.get(&table).await.text;
    let forms: Vec<&str> =
        page.split("<form").filter(|form| form.contains("data-swap method=\"post\"")).collect();
    assert!(forms.len() > 5, "{page}");
    for form in forms {
        let form = form.split("</form>").next().unwrap();
        assert!(form.contains("name=\"version\""), "a form without the version: {form}");
    }
}

#[tokio::test]
async fn what_concerns_both_is_done_when_both_want_it() {
    let service = plain();
    let (table, ada, ben) = seated(&service, "game=chess").await;
    let (say, undo, draw, decline) = (
        format!("{table}/say"),
        format!("{table}/undo"),
        format!("{table}/draw"),
        format!("{table}/decline"),
    );
    ada.post(&say, "text=e4").await;
    ben.post(&say, "text=e5").await;
    ada.post(&undo, "").await;
    let asked = ben.get(&table).await.text;
    assert!(
        asked.contains("White asks to take the last move back.") && asked.contains("Take it back"),
        "{asked}"
    );
    assert!(!ada.get(&table).await.text.contains("Take it back"), "nobody answers himself");
    assert!(ada.post(&undo, "").await.text.contains("You have asked that already."));
    ben.post(&decline, "").await;
    assert!(!ada.get(&table).await.text.contains("asks to take"));
    ada.post(&undo, "").await;
    ben.post(&undo, "").await;
    assert!(ada.get(&table).await.text.contains("Nothing has been played yet."));

    ben.post(&draw, "").await;
    assert!(ben.post(&draw, "").await.text.contains("You have asked that already."));
    assert!(!ben.get(&table).await.text.contains("Agree to the draw"));
    assert!(ada.get(&table).await.text.contains("Agree to the draw"));
    ada.post(&draw, "").await;
    assert!(ben.get(&table).await.text.contains("Draw: the players agreed."));
}

#[tokio::test]
async fn each_side_hears_what_the_other_did_and_not_again_what_it_did_itself() {
    let service = plain();
    let (table, ada, ben) = seated(&service, "game=chess").await;
    let eve = EVE.at(&service);
    let deed = |name: &str| format!("{table}/{name}");
    let hears = async |visitor: &Visitor<'_>| heard(&visitor.fragment(&table).await);
    assert_eq!(hears(&ada).await, "Ben has taken the seat. White to move.");
    assert_eq!(hears(&eve).await, "Ben has taken the seat. White to move.");
    assert_eq!(ada.told(&deed("say"), "text=e4").await, "Black to move.", "the own move is known");
    assert_eq!(hears(&ben).await, "White plays e4. Black to move.");
    assert_eq!(hears(&eve).await, "White plays e4. Black to move.");

    ada.told(&deed("undo"), "").await;
    assert_eq!(hears(&ben).await, "White asks to take the last move back.");
    assert_eq!(hears(&eve).await, "White asks to take the last move back.");
    ben.told(&deed("decline"), "").await;
    assert_eq!(hears(&ada).await, "The move is not taken back.");
    ada.told(&deed("undo"), "").await;
    ben.told(&deed("undo"), "").await;
    assert_eq!(hears(&ada).await, "Taken back. White to move.");

    ada.told(&deed("say"), "text=e4").await;
    ben.told(&deed("draw"), "").await;
    let offer = "Black offers a draw. Agree, decline, or play on.";
    assert_eq!(hears(&ada).await, offer);
    ben.told(&deed("say"), "text=e5").await;
    assert_eq!(hears(&ada).await, format!("Black plays e5. White to move. {offer}"), "it still stands");
    ada.told(&deed("decline"), "").await;
    assert_eq!(hears(&ben).await, "The draw is declined.");
    ada.told(&deed("resign"), "").await;
    assert_eq!(hears(&ben).await, "Black wins: White resigned.");
    ben.told(&deed("rematch"), "").await;
    assert_eq!(hears(&ada).await, "There is a rematch.");
}

#[tokio::test]
async fn two_questions_at_once_are_no_answers() {
    let service = plain();
    let (table, ada, ben) = seated(&service, "game=chess").await;
    for (person, text) in [(&ada, "e4"), (&ben, "e5")] {
        person.post(&format!("{table}/say"), &format!("text={text}")).await;
    }
    let seen = version(&ben.get(&table).await.text);
    let undo = format!("{table}/undo");
    assert_eq!(ada.post(&undo, &format!("version={seen}")).await.status, StatusCode::SEE_OTHER);
    let crossed = ben.post(&undo, &format!("version={seen}")).await;
    assert_eq!(crossed.status, StatusCode::CONFLICT, "Ben has not seen what Ada asks");
    assert!(crossed.text.contains("White asks to take the last move back."), "{}", crossed.text);
    let now = version(&crossed.text);
    assert_eq!(ben.post(&undo, &format!("version={now}")).await.status, StatusCode::SEE_OTHER);
    assert!(ada.get(&table).await.text.contains("Nothing has been played yet."), "now he has");
}

#[tokio::test]
async fn only_what_one_holds_alone_is_kept_by_the_browser() {
    let service = plain();
    let (table, ada, _) = seated(&service, "game=chess").await;
    let alone = ada.post("/play", "game=chess&mode=agent&level=1").await.location;
    let kept = async |visitor: &Visitor<'_>, table: &str| {
        visitor.fragment(table).await.headers.contains_key("x-agon-keep")
    };
    assert!(kept(&ada, &alone).await);
    assert!(!kept(&ada, &table).await, "a friend plays it, too");
    assert!(!kept(&EVE.at(&service), &alone).await, "watchers have nothing to go on with");
    assert_eq!(ada.get(&format!("{alone}/saved.json")).await.status, StatusCode::OK);
}

#[tokio::test]
async fn both_find_the_same_rematch_with_sides_exchanged() {
    let service = plain();
    let (table, ada, ben) = seated(&service, "game=chess&name=Ada").await;
    let early = ada.post(&format!("{table}/rematch"), "").await;
    assert_eq!(early.status, StatusCode::UNPROCESSABLE_ENTITY);
    ada.post(&format!("{table}/resign"), "").await;
    let again = ben.post(&format!("{table}/rematch"), "").await.location;
    assert!(again.starts_with("/play/") && again != table);
    assert!(
        ada.get(&table).await.text.contains(&format!("href=\"{again}\"")),
        "the other one is shown the way"
    );
    assert!(!EVE.at(&service).get(&table).await.text.contains(&again), "watchers are not");
    assert_eq!(ada.post(&format!("{table}/rematch"), "").await.location, again, "there is one");
    assert_eq!(ada.post(&format!("{again}/say"), "text=e4").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(ben.post(&format!("{again}/say"), "text=e4").await.status, StatusCode::SEE_OTHER);
    let page = ada.get(&again).await.text;
    assert!(page.contains("Ada") && page.contains("Ben"), "names come along");
}

#[tokio::test]
async fn the_other_side_is_told_at_once_also_while_a_person_is_to_move() {
    let service = plain();
    let (ada, ben, eve) = (ADA.at(&service), BEN.at(&service), EVE.at(&service));
    let (table, link) = ada.invite("game=tic-tac-toe").await;
    let mut events = ada.listen(&table).await;
    let before = events.version().await;
    ben.post(&link, "").await;
    let joined = events.version().await;
    assert!(joined > before, "somebody has come");
    let mut watching = eve.listen(&table).await;
    assert_eq!(watching.version().await, joined, "whoever comes back is told how it stands now");
    let mut events = ben.listen(&table).await;
    events.version().await;
    ada.post(&format!("{table}/say"), "text=b2").await;
    let moved = events.version().await;
    assert_eq!((moved, watching.version().await), (joined + 1, joined + 1));
    ben.post(&format!("{table}/draw"), "").await;
    assert_eq!(watching.version().await, moved + 1, "offers are told, too");
}

#[tokio::test]
async fn watchers_are_so_many_and_players_have_places_of_their_own() {
    let quota = agon_server::Quota { watchers: 1, ..patient() };
    let service = service(&Options { quota, ..Options::default() });
    let (table, ada, ben) = seated(&service, "game=tic-tac-toe").await;
    let _first = EVE.at(&service).listen(&table).await;
    let second = EVE.at(&service).get(&format!("{table}/events")).await;
    assert_eq!(second.status, StatusCode::TOO_MANY_REQUESTS);
    let _ada = ada.listen(&table).await;
    assert_eq!(ben.get(&format!("{table}/events")).await.status, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn the_way_of_a_move_is_not_counted() {
    static TIME: AtomicU64 = AtomicU64::new(1_700_000_000_000);
    let options = Options { quota: patient(), now: || TIME.load(Ordering::Relaxed), ..Options::default() };
    let service = service(&options);
    let pass = |milliseconds: u64| TIME.fetch_add(milliseconds, Ordering::Relaxed);
    let (table, ada, ben) = seated(&service, "game=tic-tac-toe&clock=total:60").await;
    let left = async |side: usize| {
        let document = ada.get(&table.replace("/play/", "/api/tables/")).await.json();
        document["clock"]["left"][side].as_u64().unwrap()
    };
    let mut events = ben.listen(&table).await;
    events.version().await;
    ada.post(&format!("{table}/say"), "text=b2").await;
    events.version().await;
    // Ben's page hears of it and comes to fetch it 300 ms later.
    pass(300);
    ben.fragment(&table).await;
    pass(5000);
    assert_eq!(left(1).await, 55_000, "the way is not counted");
    ben.post(&format!("{table}/say"), "text=a1").await;
    assert_eq!(left(1).await, 55_000);
    ada.post(&format!("{table}/say"), "text=a2").await;
    events.version().await;
    // Whoever dawdles wins half a second and no more.
    pass(20_000);
    ben.fragment(&table).await;
    assert_eq!(left(1).await, 55_000 - 19_500);
    pass(1000);
    ben.fragment(&table).await;
    assert_eq!(left(1).await, 55_000 - 20_500, "asking again measures nothing");
}

#[tokio::test]
async fn a_seat_can_be_taken_to_another_device_and_outlives_the_program() {
    let folder = std::env::temp_dir().join(format!("agon-seats-test-{}", std::process::id()));
    let options = Options { data: Some(folder.clone()), quota: patient(), ..Options::default() };
    let (table, own) = {
        let service = service(&options);
        let (table, _, ben) = seated(&service, "game=chess").await;
        let own = link_in(&ben.get(&table).await.text).expect("Ben can sit down with another device");
        (table, own)
    };
    let service = service(&options);
    let (ada, ben, phone) = (ADA.at(&service), BEN.at(&service), Person('f').at(&service));
    assert_eq!(ada.post(&format!("{table}/say"), "text=e4").await.status, StatusCode::SEE_OTHER);
    assert!(phone.get(&own).await.text.contains("With this device you will play on at your seat."));
    assert_eq!(phone.post(&own, "name=Thief").await.location, table);
    assert_eq!(phone.post(&format!("{table}/say"), "text=e5").await.status, StatusCode::SEE_OTHER);
    assert_eq!(EVE.at(&service).post(&own, "").await.status, StatusCode::FORBIDDEN, "it was good for one");
    let page = ben.get(&table).await.text;
    assert!(page.contains("Ben") && !page.contains("Thief"), "the person is the same");
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn a_name_is_no_markup() {
    let service = plain();
    let (table, link) = ADA.at(&service).invite("game=chess&name=%3Cscript%3Ealert(1)%3C%2Fscript%3E").await;
    for page in [BEN.at(&service).get(&link).await, ADA.at(&service).get(&table).await] {
        assert!(!page.text.contains("<script>alert") && page.text.contains("&lt;script&gt;alert(1)"));
    }
}

#[tokio::test]
async fn links_to_seats_are_kept_from_other_sites() {
    let service = plain();
    let (_, link) = ADA.at(&service).invite("game=chess").await;
    let answer = BEN.at(&service).get(&link).await;
    assert_eq!(answer.headers[header::REFERRER_POLICY], "same-origin");
    assert_eq!(answer.headers[header::CACHE_CONTROL], "no-store");
}
