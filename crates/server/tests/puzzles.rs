//! Puzzles in the app: found, solved with forms alone, by pointing and by words, remembered.

use agon_school::{Puzzle, Sheet, shipped};
use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};

use crate::app::{Answer, encoded, get, plain, send};

/// A visitor with a cookie, so that what is solved is remembered.
async fn ask(service: &Router, path: &str, form: Option<&str>) -> Answer {
    let builder = match form {
        Some(_) => Request::post(path).header(header::CONTENT_TYPE, "application/x-www-form-urlencoded"),
        None => Request::get(path),
    };
    let request = builder.header(header::COOKIE, format!("agon={}", "d".repeat(32)));
    send(service, request.body(Body::from(form.unwrap_or_default().to_owned())).unwrap()).await
}

/// The first puzzle of a game whose solver has several moves to find.
fn longer(game: &str) -> (&'static Sheet, usize, &'static Puzzle) {
    let sheet = shipped().iter().find(|sheet| sheet.game == game).expect("the game has puzzles");
    let found = sheet.puzzles.iter().enumerate().find(|(_, puzzle)| puzzle.line.len() >= 3);
    let (index, puzzle) = found.expect("a puzzle has several moves");
    (sheet, index + 1, puzzle)
}

#[tokio::test]
async fn a_puzzle_is_solved_with_forms_and_typed_words_and_is_remembered() {
    let service = plain();
    let (sheet, number, puzzle) = longer("chess");
    let list = format!("/puzzles/{}", sheet.game);
    let before = ask(&service, &list, None).await.text;
    assert!(
        before.contains(&format!("href=\"{list}/{number}\"")) && !before.contains("class=\"solved\""),
        "{before}"
    );
    let mut address = format!("{list}/{number}/m");
    let page = ask(&service, &format!("{list}/{number}"), None).await;
    assert!(page.text.contains(&format!("action=\"{address}/say\"")), "{}", page.text);
    let rules = agon_games::find(&sheet.game).unwrap();
    let start = puzzle.start(rules.as_ref()).unwrap();
    let wrong =
        (0..start.move_count()).map(|index| start.move_text(index)).find(|text| *text != puzzle.line[0]);
    let wrong = wrong.unwrap();
    let refused = ask(&service, &format!("{address}/say"), Some(&format!("text={}", encoded(&wrong)))).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.text.contains("is not the move. Look once more"), "{}", refused.text);
    for (index, text) in puzzle.line.iter().enumerate().step_by(2) {
        let form = format!("text={}", encoded(text));
        let answer = ask(&service, &format!("{address}/say"), Some(&form)).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text);
        assert_ne!(answer.location, address, "the address says what was played");
        address = answer.location;
        let page = ask(&service, &address, None).await;
        assert_eq!(page.text.contains("Solved!"), index + 2 >= puzzle.line.len(), "{}", page.text);
    }
    let after = ask(&service, &list, None).await.text;
    assert_eq!(after.matches("class=\"solved\"").count(), 1, "{after}");
    assert!(
        ask(&service, "/puzzles", None).await.text.contains(&format!("1 of {} solved", sheet.puzzles.len()))
    );
    // Somebody else has solved nothing.
    assert!(!get(&service, &list).await.text.contains("class=\"solved\""));
    let again = ask(&service, &format!("{address}/undo"), Some("")).await;
    assert_eq!(again.location, format!("{list}/{number}/m"));
}

#[tokio::test]
async fn a_puzzle_is_solved_by_pointing() {
    let service = plain();
    let (sheet, number, puzzle) = longer("lines-of-action");
    let rules = agon_games::find(&sheet.game).unwrap();
    let start = puzzle.start(rules.as_ref()).unwrap();
    let path = start.move_trace(start.find_move(&puzzle.line[0]).unwrap()).path;
    let address = format!("/puzzles/{}/{number}/m", sheet.game);
    let selected = ask(&service, &format!("{address}/point"), Some(&format!("cell={}", path[0]))).await;
    assert_eq!(selected.status, StatusCode::OK);
    assert!(selected.text.contains(&format!("name=\"selected\" value=\"{}\"", path[0])), "{}", selected.text);
    let form = format!("selected={}&cell={}", path[0], path[1]);
    let played = ask(&service, &format!("{address}/point"), Some(&form)).await;
    assert_eq!(played.status, StatusCode::SEE_OTHER, "{}", played.text);
    assert!(played.location.len() > address.len(), "{}", played.location);
    let hint = ask(&service, &format!("{address}?ask=hint"), None).await.text;
    assert!(hint.contains("It begins here: "), "{hint}");
    let shown = ask(&service, &format!("{address}?ask=solution"), None).await.text;
    assert!(shown.contains(&format!("The move is {}.", puzzle.line[0])), "{shown}");
}

#[tokio::test]
async fn every_game_has_a_puzzle_of_the_day_and_addresses_that_are_none_are_refused() {
    let service = plain();
    for sheet in shipped() {
        let today = get(&service, &format!("/puzzles/{}/today", sheet.game)).await;
        assert_eq!(today.status, StatusCode::SEE_OTHER, "{}", sheet.game);
        let page = get(&service, &today.location).await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.text);
        assert!(page.text.contains("role=\"grid\"") && !page.text.contains('\u{27e6}'), "{}", sheet.game);
    }
    for path in [
        "/puzzles/ludo",
        "/puzzles/chess/0",
        "/puzzles/chess/999",
        "/puzzles/chess/1/x",
        "/puzzles/chess/1/m/x",
    ] {
        assert_eq!(get(&service, path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    // What is made up in an address is left out.
    let made_up = get(&service, "/puzzles/chess/1/m9999.1.2").await;
    assert!(made_up.text.contains("data-address=\"/puzzles/chess/1/m\""), "{}", made_up.text);
}
