//! The protocol as servers speak it: recorded conversations, and a whole match over HTTP.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use agon_ggp::referee::{Terms, run};
use agon_ggp::serve::serve;
use agon_ggp::{Player, http};

const TIC_TAC_TOE: &str = include_str!("../../gdl/sheets/tic-tac-toe.kif");
const CONNECT_FOUR: &str = include_str!("../../gdl/sheets/connect-four.kif");

fn player(spec: &str) -> Player {
    Player::new("agon", spec.parse().unwrap())
}

/// A sheet as it is sent: without comments.
fn body(sheet: &str) -> String {
    let nodes = agon_gdl::kif::read(sheet).unwrap();
    nodes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn start(id: &str, role: &str, sheet: &str, more: &str) -> String {
    format!("( START {id} {role} ( {} ) 10 1 {more} )", body(sheet))
}

#[test]
fn a_match_is_played_as_a_server_asks() {
    let player = player("uct:playouts=200");
    let say = |text: &str| player.answer(text).unwrap();
    assert_eq!(say("( INFO )"), "( ( name agon ) ( status available ) ( species computer ) )");
    assert_eq!(say("(preview ((role x)) 10)"), "ready");
    assert_eq!(say(&start("M1", "o", TIC_TAC_TOE, "")), "ready");
    assert_eq!(say("(info)"), "( ( name agon ) ( status busy ) ( species computer ) )");
    // Not our turn: the only legal move.
    assert_eq!(say("( PLAY M1 NIL )"), "wait");
    // x has two in the middle row and threatens the third.
    assert!(say("( PLAY M1 ( ( mark a 2 ) wait ) )").starts_with("(mark "));
    assert_eq!(say("( PLAY M1 ( wait ( mark a 1 ) ) )"), "wait");
    assert_eq!(say("( PLAY M1 ( ( MARK b 2 ) WAIT ) )"), "(mark c 2)");
    // Another match, while this one is on.
    assert_eq!(say(&start("M2", "x", TIC_TAC_TOE, "")), "busy");
    assert_eq!(say("( PLAY M2 NIL )"), "busy");
    assert_eq!(say("( ABORT M2 )"), "busy");
    assert_eq!(say("( STOP M1 ( wait ( mark c 2 ) ) )"), "done");
    // Then the next one, with words that we do not know, and broken off.
    assert_eq!(say(&start("M2", "x", TIC_TAC_TOE, "( extra words ) 7")), "ready");
    assert!(say("( PLAY M2 NIL )").starts_with("(mark "));
    assert_eq!(say("( ABORT M2 )"), "aborted");
    assert_eq!(say("( INFO )"), "( ( name agon ) ( status available ) ( species computer ) )");
}

#[test]
fn nonsense_is_answered_with_a_sentence() {
    let player = player("uct:playouts=50");
    let problem = |text: &str| player.answer(text).unwrap_err();
    assert!(problem("garbage").contains("is no message"));
    assert!(problem("( START M1 z ( (role x) ) 10 1 )").contains("does not say which moves are legal"));
    let other = start("M1", "z", TIC_TAC_TOE, "");
    assert_eq!(problem(&other), "there is no role 'z'; expected x or o");
    assert_eq!(player.answer(&start("M1", "x", TIC_TAC_TOE, "")).unwrap(), "ready");
    assert_eq!(problem("( PLAY M1 ( (mark a 9) wait ) )"), "'(mark a 9)' is not a legal move here");
    assert!(problem("( PLAY M1 ( wait ) )").contains("1 moves came; expected one for each of 2 roles"));
}

#[test]
fn games_of_one_role_and_of_moves_at_once_are_played_too() {
    // The second of three doors is worth most.
    let doors = "(role me) (legal me (open 1)) (legal me (open 2)) (legal me (open 3))
        (<= (next (opened ?n)) (does me (open ?n))) (<= terminal (true (opened ?n)))
        (<= (goal me 10) (true (opened 1))) (<= (goal me 90) (true (opened 2))) (<= (goal me 50) (true (opened 3)))";
    let player = player("uct:playouts=50");
    assert_eq!(player.answer(&start("M1", "me", doors, "")).unwrap(), "ready");
    assert_eq!(player.answer("( PLAY M1 NIL )").unwrap(), "(open 2)");
    assert_eq!(player.answer("( STOP M1 ( (open 2) ) )").unwrap(), "done");
}

/// A player at an address of its own.
fn seated(spec: &str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let player = Arc::new(player(spec));
    std::thread::spawn(move || serve(&listener, &player));
    format!("http://{address}/")
}

#[test]
fn two_players_play_a_whole_match_over_http() {
    let players = [seated("uct:playouts=300"), seated("pvs:nodes=300")];
    let terms = Terms { id: "match.1".into(), start_clock: 20, play_clock: 5, seed: 1, longest: 200 };
    let mut steps = 0;
    let report = run(CONNECT_FOUR, &players, &terms, &mut |_, moves| {
        assert_eq!(moves.iter().filter(|mv| mv.as_str() == "wait").count(), 1);
        steps += 1;
    })
    .unwrap();
    assert_eq!(report.faults, []);
    assert_eq!(report.moves.len(), steps);
    assert!(steps >= 7, "four in a row take seven moves");
    let goals: i32 = report.goals.iter().map(|goal| goal.unwrap()).sum();
    assert_eq!(goals, 100);
    assert!(serde_json::to_string(&report).unwrap().contains("\"match.1\""));
}

#[test]
fn clocks_without_end_are_refused() {
    let players = ["http://127.0.0.1:1/".to_owned(), "http://127.0.0.1:1/".to_owned()];
    for (start_clock, play_clock) in [(u64::MAX, 5), (5, u64::MAX)] {
        let terms = Terms { id: "m".into(), start_clock, play_clock, seed: 1, longest: 200 };
        let problem = run(TIC_TAC_TOE, &players, &terms, &mut |_, _| {}).unwrap_err();
        assert!(problem.ends_with("clock; expected at most 86400"), "{problem}");
    }
}

#[test]
fn whoever_ponders_stops_when_the_next_message_comes() {
    let player = Arc::new(player("uct:reuse=on,time=3600s").pondering());
    assert_eq!(player.answer(&start("M1", "yellow", CONNECT_FOUR, "")).unwrap(), "ready");
    let mut moves = "NIL".to_owned();
    for column in ["d", "c", "d"] {
        // It is red's turn, which is thought about without end until somebody asks again.
        assert_eq!(player.answer(&format!("( PLAY M1 {moves} )")).unwrap(), "wait");
        let (asked, number) = (player.clone(), player.messages());
        let thought = std::thread::spawn(move || asked.ponder(number));
        // Both orders are met: a message that comes before the thought begins, and one that comes later.
        assert!(player.answer("( INFO )").unwrap().contains("busy"));
        thought.join().unwrap();
        let own = player.answer(&format!("( PLAY M1 ( (drop {column}) wait ) )")).unwrap();
        assert!(own.starts_with("(drop "), "{own}");
        moves = format!("( wait {own} )");
    }
    // An old number is no reason to think.
    player.ponder(0);
    assert_eq!(player.answer("( STOP M1 NIL )").unwrap(), "done");
}

#[test]
fn whoever_does_not_answer_gets_random_moves() {
    // A player that hangs up at once.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let absent = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || listener.incoming().for_each(drop));
    let players = [seated("uct:playouts=50"), absent];
    let terms = Terms { id: "m".into(), start_clock: 20, play_clock: 5, seed: 1, longest: 200 };
    let report = run(TIC_TAC_TOE, &players, &terms, &mut |_, _| {}).unwrap();
    assert!(report.goals.iter().all(Option::is_some));
    let faulty = report.faults.iter().filter(|(_, role, _)| role == "o").count();
    assert_eq!(faulty, report.faults.len(), "{:?}", report.faults);
    assert_eq!(faulty, report.moves.len() + 1, "START and every PLAY");
}

#[test]
fn the_wire_is_robust() {
    let address = seated("uct:playouts=50");
    let place = address.trim_start_matches("http://").trim_end_matches('/');
    let send = |request: &[u8]| {
        let mut stream = TcpStream::connect(place).unwrap();
        stream.write_all(request).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    let info = "( ( name agon ) ( status available ) ( species computer ) )";
    let get = send(b"GET /%28%20INFO%20%29 HTTP/1.1\r\n\r\n");
    assert!(get.ends_with(info) && get.contains("Access-Control-Allow-Origin: *"), "{get}");
    assert!(get.contains("Content-Type: text/acl"));
    let options = send(b"OPTIONS / HTTP/1.1\r\n\r\n");
    assert!(options.starts_with("HTTP/1.1 200") && options.ends_with("\r\n\r\n"), "{options}");
    let huge = send(b"POST / HTTP/1.1\r\nContent-Length: 10485760\r\n\r\n");
    assert!(huge.starts_with("HTTP/1.1 413"), "{huge}");
    let garbage = send(b"\x00\xff\xfe\r\n\r\n");
    assert!(garbage.starts_with("HTTP/1.1 400"), "{garbage}");
    let answer = http::post(&address, "nonsense", Duration::from_secs(5)).unwrap();
    assert!(answer.starts_with("( error \"'nonsense' is no message"), "{answer}");
    assert_eq!(http::post(&address, "( INFO )", Duration::from_secs(5)).unwrap(), info);
}
