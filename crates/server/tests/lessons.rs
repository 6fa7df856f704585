//! Lessons in the app: every one of them taken to its end in every language, with forms alone, by pointing and by words.

use agon_agents::Catalogue;
use agon_render::words::{Language, Words};
use agon_school::{Attempt, lesson_of, lessons};
use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};

use crate::app::{Answer, encoded, get, plain, send};
use crate::listener::heard;

/// A visitor who reads a language, and who is remembered.
async fn ask(service: &Router, language: Language, path: &str, form: Option<&str>) -> Answer {
    let builder = match form {
        Some(_) => Request::post(path).header(header::CONTENT_TYPE, "application/x-www-form-urlencoded"),
        None => Request::get(path),
    };
    let request = builder
        .header(header::COOKIE, format!("agon={:032x}", language as usize))
        .header(header::ACCEPT_LANGUAGE, language.tag());
    send(service, request.body(Body::from(form.unwrap_or_default().to_owned())).unwrap()).await
}

#[tokio::test]
async fn every_lesson_is_taken_to_its_end_in_every_language() {
    let service = plain();
    let catalogue = Catalogue::shipped();
    for language in Language::ALL {
        let words = Words::of(language);
        for lesson in lessons() {
            let rules = catalogue.find(&lesson.game).unwrap();
            for (index, step) in lesson.steps.iter().enumerate() {
                let number = index + 1;
                let about = format!("{} {number} in {}", lesson.game, language.tag());
                let address = format!("/learn/{}/{number}", lesson.id());
                let page = ask(&service, language, &address, None).await;
                assert_eq!(page.status, StatusCode::OK, "{about}");
                let rule = words.say(&format!("lesson-{}-{number}", lesson.id()));
                assert!(
                    page.text.contains(&rule) && !page.text.contains('\u{27e6}'),
                    "{about}: {}",
                    page.text
                );
                assert!(!page.text.contains("id=\"next\""), "{about}");
                let attempt = Attempt::at(step, rules.bare()).unwrap();
                let form = format!("text={}", encoded(&attempt.solution().unwrap()));
                let taken = ask(&service, language, &format!("{address}/m/say"), Some(&form)).await;
                assert_eq!(taken.status, StatusCode::SEE_OTHER, "{about}: {}", taken.text);
                let done = ask(&service, language, &taken.location, None).await.text;
                assert!(done.contains(&words.say("learn-right")), "{about}: {done}");
                let next = if number < lesson.steps.len() {
                    format!("/learn/{}/{}", lesson.id(), number + 1)
                } else {
                    format!("/games/{}", lesson.id())
                };
                assert!(done.contains(&format!("id=\"next\" href=\"{next}\"")), "{about}: {done}");
            }
        }
        let list = ask(&service, language, "/learn", None).await.text;
        for lesson in lessons() {
            let all = lesson.steps.len();
            let done = words.with("learn-done", &[("done", all.into()), ("count", all.into())]);
            assert!(
                list.contains(&done) && list.contains(&format!("href=\"/learn/{}/1\"", lesson.id())),
                "{list}"
            );
        }
    }
}

#[tokio::test]
async fn a_step_is_taken_by_pointing_and_what_is_not_asked_for_is_said_to_be_so() {
    let service = plain();
    let english = Language::English;
    let wrong = ask(&service, english, "/learn/chess/1/m/say", Some("text=d4")).await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(wrong.text.contains("d4 can be played, but something else is asked for here."), "{}", wrong.text);
    let layout = Catalogue::shipped().find("chess").unwrap().layout();
    let [from, to] = ["e2", "e4"].map(|name| layout.find(name).unwrap());
    let selected = ask(&service, english, "/learn/chess/1/m/point", Some(&format!("cell={from}"))).await;
    assert_eq!(selected.status, StatusCode::OK);
    let form = format!("selected={from}&cell={to}");
    let taken = ask(&service, english, "/learn/chess/1/m/point", Some(&form)).await;
    assert_eq!(taken.status, StatusCode::SEE_OTHER, "{}", taken.text);
    let list = ask(&service, english, "/learn", None).await.text;
    assert!(list.contains("1 of 7 steps done") && list.contains("href=\"/learn/chess/2\""), "{list}");
    let hint = ask(&service, english, "/learn/chess/6/m?ask=hint", None).await.text;
    assert!(hint.contains("It begins here: a7, white pawn"), "{hint}");
    let again = ask(&service, english, &format!("{}/undo", taken.location), Some("")).await;
    assert_eq!(again.location, "/learn/chess/1/m");
    // A listener gets the rule, and what the move did.
    let page = ask(&service, english, "/learn/othello/1", None).await;
    assert!(heard(&page).starts_with("Place a disc so that enemy discs lie"), "{}", heard(&page));
    let moved = ask(&service, english, "/learn/othello/1/m/say", Some("text=d3")).await.location;
    let done = heard(&ask(&service, english, &moved, None).await);
    assert_eq!(done, "Well done! Black plays d3, changing d4.");
}

#[tokio::test]
async fn lessons_are_found_from_the_games_and_addresses_that_are_none_are_refused() {
    let service = plain();
    for game in Catalogue::shipped().families() {
        let id = game.info().id.to_string();
        // A game that has just come may have none yet.
        let Some(lesson) = lesson_of(&id) else { continue };
        let page = get(&service, &format!("/games/{id}")).await.text;
        assert!(
            page.contains(&format!("href=\"/learn/{id}/1\"")) && page.contains("href=\"/learn\""),
            "{page}"
        );
        assert!(page.contains(&format!("href=\"/puzzles/{id}")), "its puzzles are found, too: {page}");
        for path in [format!("/learn/{id}"), format!("/games/{id}/learn")] {
            assert_eq!(get(&service, &path).await.location, format!("/learn/{}/1", lesson.id()));
        }
    }
    for path in [
        "/learn/ludo",
        "/learn/chess/0",
        "/learn/chess/8",
        "/learn/chess/x",
        "/learn/chess/1/x",
        "/games/ludo/learn",
    ] {
        assert_eq!(get(&service, path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}
