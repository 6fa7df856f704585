//! The protocol as servers speak it: recorded conversations, and a whole match over HTTP.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use agon_ggp::referee::{Terms, run};
use agon_ggp::serve::serve;
use agon_ggp::{Player, http};

#[path = "../../gdl/tests/scramble.rs"]
mod scramble;

const TIC_TAC_TOE: &str = include_str!("../../gdl/sheets/tic-tac-toe.kif");
const LINES_OF_ACTION: &str = include_str!("../../gdl/sheets/lines-of-action.kif");
const CONNECT_FOUR: &str = include_str!("../../gdl/sheets/connect-four.kif");

fn player(spec: &str) -> Player {
    Player::new("agon", Some(spec.parse().unwrap()))
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

#[test]
fn a_question_that_is_repeated_gets_the_same_answer_and_changes_nothing() {
    let player = player("uct:playouts=200");
    let say = |text: &str| player.answer(text).unwrap();
    assert_eq!(say(&start("M1", "x", TIC_TAC_TOE, "")), "ready");
    let first = say("( PLAY M1 NIL )");
    assert_eq!(say("( PLAY M1 NIL )"), first);
    let reply = if first == "(mark b 2)" { "(mark a 1)" } else { "(mark b 2)" };
    let asked = format!("( PLAY M1 ( {first} wait ) )");
    assert_eq!(say(&asked), "wait");
    assert_eq!(say(&asked), "wait");
    let asked = format!("( PLAY M1 ( wait {reply} ) )");
    let second = say(&asked);
    assert!(second.starts_with("(mark ") && second != first && second != reply, "{second}");
    assert_eq!(say(&asked), second);
    assert_eq!(say(&format!("( PLAY M1 ( {second} wait ) )")), "wait");
}

#[test]
fn a_thought_ends_with_its_match() {
    // A game of turns, and one of moves made at once.
    let both = "(role a) (role b) (init (n 0)) (<= (legal a (say ?x)) (digit ?x)) (<= (legal b (say ?x)) (digit ?x))
        (digit 1) (digit 2) (<= (next (n 1)) (does a (say 1))) (<= (next (n 2)) (does a (say 2)) (does b (say 2)))
        (<= terminal (true (n 2))) (<= (goal a 100) (true (n 2))) (<= (goal b 0) (true (n 2)))";
    for (role, sheet) in [("red", CONNECT_FOUR), ("a", both)] {
        for end in ["( STOP M1 NIL )", "( ABORT M1 )"] {
            let player = Arc::new(player("uct:time=3600s"));
            let rules = body(sheet);
            assert_eq!(player.answer(&format!("( START M1 {role} ( {rules} ) 10 3600 )")).unwrap(), "ready");
            let asked = player.clone();
            let thought = std::thread::spawn(move || asked.answer("( PLAY M1 NIL )"));
            // Both orders are met: an end that comes before the thought begins, and one that comes later.
            while player.messages() < 2 {
                std::thread::yield_now();
            }
            assert_ne!(player.answer(end).unwrap(), "busy");
            let _ = thought.join().unwrap();
            assert!(player.answer("( INFO )").unwrap().contains("available"));
            assert_eq!(player.answer(&start("M2", role, sheet, "")).unwrap(), "ready");
        }
    }
}

#[test]
fn a_scrambled_match_is_played_to_its_end() {
    // As a server scrambles: every word that is no keyword is another one.
    let sheet = scramble::scramble(TIC_TAC_TOE);
    assert!(!sheet.contains("mark") && !sheet.contains("wait"), "{sheet}");
    let players = [seated("uct:playouts=200"), seated("pvs:nodes=200")];
    let terms = Terms { id: "m".into(), start_clock: 20, play_clock: 20, seed: 1, longest: 200 };
    let report = run(&sheet, &players, &terms, &mut |_, _| {}).unwrap();
    assert_eq!(report.faults, []);
    assert!((5..=9).contains(&report.moves.len()), "{:?}", report.moves);
    assert_eq!(report.goals.iter().map(|goal| goal.unwrap()).sum::<i32>(), 100);
}

#[test]
fn words_are_answered_as_they_are_sent() {
    let sheet = body(TIC_TAC_TOE).replace("(cell ", "(Cell ").replace("mark", "Mark");
    let sheet = sheet.replace(" o)", " O)").replace(" o x)", " O x)");
    let player = player("uct:playouts=200");
    let say = |text: &str| player.answer(text).unwrap();
    // Keywords may be written in any case.
    let sheet =
        sheet.replace("(legal ", "(LEGAL ").replace("(true ", "(True ").replace("terminal", "TERMINAL");
    assert_eq!(say(&format!("(Start M1 o ({sheet}) 10 1)")), "ready");
    assert_eq!(say("(Play M1 NIL)"), "wait");
    let answer = say("(Play M1 ((MARK A 2) Wait))");
    assert!(answer.starts_with("(Mark "), "{answer}");
    assert_eq!(player.answer("(play m1 NIL)").unwrap(), "busy", "that is another match");
    assert_eq!(say("(stop M1 NIL)"), "done");
}

#[test]
fn whoever_asks_while_the_rules_are_worked_out_waits_for_them() {
    let player = Arc::new(player("uct:playouts=50"));
    let (other, text) = (player.clone(), format!("( START M1 black ( {} ) 60 60 )", body(LINES_OF_ACTION)));
    let starting = std::thread::spawn(move || other.answer(&text));
    while player.answer("( INFO )").unwrap().contains("available") {
        std::thread::yield_now();
    }
    let answer = player.answer("( PLAY M1 NIL )").unwrap();
    assert!(answer.starts_with("(move ") || answer == "wait", "{answer}");
    assert_eq!(starting.join().unwrap().unwrap(), "ready");
}

#[test]
fn matches_that_begin_at_once_are_one() {
    let player = Arc::new(player("uct:playouts=50"));
    let begin = Arc::new(std::sync::Barrier::new(8));
    let asked: Vec<_> = (0..8)
        .map(|number| {
            let (player, begin) = (player.clone(), begin.clone());
            let text = start(&format!("M{number}"), "x", TIC_TAC_TOE, "");
            std::thread::spawn(move || {
                begin.wait();
                player.answer(&text).unwrap()
            })
        })
        .collect();
    let answers: Vec<String> = asked.into_iter().map(|thread| thread.join().unwrap()).collect();
    let number = answers.iter().position(|answer| answer == "ready").unwrap();
    assert_eq!(answers.iter().filter(|answer| *answer == "busy").count(), 7, "{answers:?}");
    // The one that was told so is the one that is played.
    assert!(player.answer(&format!("( PLAY M{number} NIL )")).unwrap().starts_with("(mark "));
}

#[test]
fn rules_that_make_much_of_little_keep_nobody() {
    let player = player("uct:playouts=50");
    let digits = (0..60).map(|digit| format!("(d {digit})")).collect::<Vec<_>>().join(" ");
    let frame =
        format!("(role a) (role b) (init x) (legal a go) (legal b go) (goal a 50) (goal b 50) {digits}");
    let list =
        |count: usize, piece: &dyn Fn(usize) -> String| (0..count).map(piece).collect::<Vec<_>>().join(" ");
    let variables = |count: usize| list(count, &|number| format!("?v{number}"));
    let all = |count: usize| list(count, &|number| format!("(d ?v{number})"));
    let facts = format!("{frame} (<= (init (f {})) {}) (<= terminal (true y))", variables(9), all(9));
    let gates = format!("{frame} (<= (q {}) {} (true x)) (<= terminal (q 0 1 2 3))", variables(4), all(4));
    let terms =
        format!("{frame} (<= (next (n (s ?x ?x))) (true (n ?x))) (init (n z)) (<= terminal (true y))");
    for (number, rules) in [facts, gates, terms].iter().enumerate() {
        // Refused or played, but with an answer, and available for the next match.
        let started = player.answer(&format!("( START M{number} a ( {rules} ) 1 1 )"));
        if started.is_ok() {
            let _ = player.answer(&format!("( PLAY M{number} NIL )"));
            assert_eq!(player.answer(&format!("( ABORT M{number} )")).unwrap(), "aborted");
        }
        assert!(player.answer("( INFO )").unwrap().contains("available"), "{rules}");
    }
}

#[test]
fn questions_that_come_too_late_are_answered_all_the_same() {
    let player = player("uct:time=3600s");
    // No time at all is left for a move.
    assert_eq!(player.answer(&format!("(START M1 red ({}) 10 0)", body(CONNECT_FOUR))).unwrap(), "ready");
    let mv = player.answer("(PLAY M1 NIL)").unwrap();
    assert!(mv.starts_with("(drop "), "{mv}");
    // The server did not wait for the answer and played something else.
    let other = if mv == "(drop a)" { "(drop b)" } else { "(drop a)" };
    assert_eq!(player.answer(&format!("(PLAY M1 ({other} wait))")).unwrap(), "wait");
    assert_eq!(player.answer("(STOP M1 (wait (drop c)))").unwrap(), "done");
    // A match that is over is none of ours.
    assert_eq!(player.answer("(PLAY M1 (wait (drop c)))").unwrap(), "busy");
}

#[test]
fn what_is_too_large_for_gates_is_played_without() {
    // Ten facts side by side, each of ten kinds: too many to be listed, and yet few at a time.
    let digits = (0..40).map(|digit| format!("(d {digit})")).collect::<Vec<_>>().join(" ");
    let sheet = format!(
        "(role a) (role b) {digits} (init (at 0 0 0 0)) (init (turn a)) (<= (legal b wait) (true (turn a)))
         (<= (legal a (go ?w ?x ?y ?z)) (true (turn a)) (true (at ?x ?y ?z ?v)) (d ?w) (d ?v))
         (<= (next (at ?w ?x ?y ?z)) (does a (go ?w ?x ?y ?z))) (<= (next (turn a)) (true (turn a)))
         (<= terminal (true (at ?x ?y ?z ?w)) (distinct ?x 0)) (<= (goal a 90) (true (at 7 ?y ?z ?w)))
         (<= (goal a 10) (true (at ?x ?y ?z ?w)) (distinct ?x 7)) (goal b 50)"
    );
    let player = player("uct:time=3600s");
    assert_eq!(player.answer(&format!("(START M1 a ({sheet}) 1 2)")).unwrap(), "ready");
    assert_eq!(player.answer("(PLAY M1 NIL)").unwrap(), "(go 7 0 0 0)");
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
    assert_eq!(report.milliseconds.len(), steps + 1, "START and every step");
    assert!(report.milliseconds.iter().all(|times| times.len() == 2));
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
fn an_answer_is_whole_when_it_is_as_long_as_it_says() {
    // A server that keeps the connection open.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let (ended, end) = std::sync::mpsc::channel::<()>();
    let keeper = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut asked = String::new();
        while !asked.ends_with("( INFO )") {
            let mut part = [0; 1024];
            let read = stream.read(&mut part).unwrap();
            asked += std::str::from_utf8(&part[..read]).unwrap();
        }
        stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nready").unwrap();
        // The connection lives until the answer was understood.
        end.recv().unwrap();
        asked
    });
    assert_eq!(http::post(&address, "( INFO )", Duration::from_mins(10)).unwrap(), "ready");
    ended.send(()).unwrap();
    assert!(keeper.join().unwrap().contains("\r\nConnection: close\r\n"));
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
    // Ten megabytes that are really sent, all of them before anybody listens to the answer.
    let mut huge = b"POST / HTTP/1.1\r\nContent-Length: 10485760\r\n\r\n".to_vec();
    huge.resize(huge.len() + (10 << 20), b'x');
    let huge = send(&huge);
    assert!(huge.starts_with("HTTP/1.1 413") && huge.ends_with("has more than 4194304 bytes"), "{huge}");
    let garbage = send(b"\x00\xff\xfe\r\n\r\n");
    assert!(garbage.starts_with("HTTP/1.1 400"), "{garbage}");
    let answer = http::post(&address, "nonsense", Duration::from_secs(5)).unwrap();
    assert!(answer.starts_with("( error \"'nonsense' is no message"), "{answer}");
    assert_eq!(http::post(&address, "( INFO )", Duration::from_secs(5)).unwrap(), info);
}
