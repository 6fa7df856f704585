//! What a listener gets: moves in words, in the language and spelling that was chosen, and moves said in words understood.
//! The transcripts of docs/accessibility.md are recorded here.

use std::fmt::Write as _;
use std::path::Path;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, header};

use crate::app::{Answer, encoded, plain, send};

/// A request of the page's script, by one visitor.
async fn ask(service: &Router, path: &str, form: &str) -> Answer {
    let request = Request::post(path)
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .header(header::COOKIE, format!("agon={}", "e".repeat(32)))
        .header("x-agon-fragment", "1");
    send(service, request.body(Body::from(form.to_owned())).unwrap()).await
}

/// What is said of a fragment: the news, or what is said at once.
pub(crate) fn heard(answer: &Answer) -> String {
    let value = |name: &str| {
        let rest = answer.text.split_once(&format!("{name}=\""))?.1;
        Some(rest.split('"').next()?.replace("&quot;", "\"").replace("&amp;", "&"))
    };
    [value("data-say"), value("data-cry")]
        .into_iter()
        .flatten()
        .filter(|said| !said.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

async fn open(service: &Router, form: &str) -> String {
    ask(service, "/play", form).await.location
}

async fn say(service: &Router, table: &str, text: &str) -> String {
    heard(&ask(service, &format!("{table}/say"), &format!("text={}", encoded(text))).await)
}

async fn wish(service: &Router, language: &str, speech: &str) {
    ask(service, "/settings", &format!("language={language}&speech={speech}&back=/")).await;
}

#[tokio::test]
async fn moves_are_told_in_words_by_choice_and_understood_in_any() {
    let service = plain();
    let table = open(&service, "game=chess&mode=people").await;
    assert_eq!(say(&service, &table, "e4").await, "White plays e4. Black to move.");
    wish(&service, "en", "words").await;
    assert_eq!(say(&service, &table, "pawn d5").await, "Black: pawn d5.");
    assert_eq!(say(&service, &table, "e4 takes d5").await, "White: pawn takes d5.");
    wish(&service, "de", "words").await;
    assert_eq!(say(&service, &table, "queen takes d5").await, "Schwarz: Dame schlägt d5.");
    wish(&service, "en", "spelled").await;
    assert_eq!(say(&service, &table, "knight charlie 3").await, "White: knight charlie 3.");
    assert_eq!(say(&service, &table, "dame echo 5").await, "Black: queen echo 5, check.");
    assert!(say(&service, &table, "captures").await.starts_with("No move takes anything."));
    let unclear = say(&service, &table, "knight e2").await;
    assert!(unclear.contains("could mean more than one move: "), "{unclear}");
}

#[tokio::test]
async fn ones_own_move_against_the_program_is_not_said() {
    let service = plain();
    let table = open(&service, "game=chess&mode=agent&side=first&level=1").await;
    let own = say(&service, &table, "e4").await;
    // The program may have answered already: then its move is told, and nothing else.
    assert!(!own.contains("White plays"), "{own}");
}

/// Whole games on five boards, with a question now and then: squares, flipped discs, crossings with pieces of many kinds, points with
/// removals, hexagons.
const GAMES: [(&str, &str, &str); 5] = [
    (
        "Chess",
        "chess",
        "pawn e4, pawn e5, bishop c4, knight c6, what, queen h5, knight f6, captures, queen takes f7",
    ),
    ("Othello", "othello", "f5, d6, c5, f4, last, e7, f6, g5, e6, e3"),
    (
        "Xiangqi",
        "xiangqi",
        "cannon h2 to e2, soldier a5, cannon takes e6, soldier i5, pieces, cannon b4, soldier g5, cannon b4 to e4",
    ),
    (
        "Nine Men's Morris",
        "nine-mens-morris",
        "a7, d5, d7, e5, g7 d5, d5, g4, e4, g1 d5, d5, d1, d3, a1 d5, d5, a4 d5, d5, e3, c3, d7 d6, c3 c4, d6 d7 d5, d3 c3, \
         pieces, d7 d6, c4 c5, d6 d7 e5, e4 d5, d7 d6, d5 e5, d6 d7 e5",
    ),
    ("Havannah, four cells along each edge", "havannah&option-size=4", "a1, a4, b1, b4, changed, c1, d4, d1"),
];

const BEGIN: &str = "<!-- transcripts: written by `INSTA_UPDATE=always cargo test -p agon-server --test all transcripts` -->\n";
const END: &str = "<!-- end of transcripts -->\n";

#[tokio::test]
async fn the_transcripts_in_the_documentation_are_what_is_heard() {
    let service = plain();
    wish(&service, "en", "words").await;
    let mut told = String::new();
    for (name, game, moves) in GAMES {
        let table = open(&service, &format!("game={game}&mode=people")).await;
        writeln!(told, "**{name}**\n\n| typed | heard |\n|---|---|").unwrap();
        let mut heard = String::new();
        for text in moves.split(", ") {
            heard = say(&service, &table, text).await;
            writeln!(told, "| {text} | {heard} |").unwrap();
        }
        assert!(heard.contains(" wins: "), "{name} is played to its end: {heard}");
        writeln!(told).unwrap();
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/accessibility.md");
    let page = std::fs::read_to_string(&file).unwrap();
    let (before, rest) = page.split_once(BEGIN).expect("the page has a place for transcripts");
    let (recorded, after) = rest.split_once(END).expect("the place has an end");
    if std::env::var("INSTA_UPDATE").is_ok_and(|wish| wish == "always") {
        std::fs::write(&file, format!("{before}{BEGIN}\n{told}{END}{after}")).unwrap();
        return;
    }
    assert_eq!(recorded.trim(), told.trim(), "run it with INSTA_UPDATE=always and read the difference");
}
