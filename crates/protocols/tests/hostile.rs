//! Whatever is said, nothing breaks: the conversation goes on to its end.

use agon_core::Random;

use crate::dialogue::Dialogue;

/// Words from which hostile lines are made: those of all protocols, and those of none.
const WORDS: &[&str] = &[
    "uci",
    "ucci",
    "isready",
    "ucinewgame",
    "setoption",
    "name",
    "value",
    "Hash",
    "MultiPV",
    "UCI_Variant",
    "xiangqi",
    "position",
    "startpos",
    "fen",
    "moves",
    "e2e4",
    "h2e2",
    "go",
    "infinite",
    "ponder",
    "ponderhit",
    "stop",
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "movestogo",
    "mate",
    "searchmoves",
    "banmoves",
    "time",
    "increment",
    "8/8/8/8/8/8/8/8",
    "w",
    "-",
    "hub",
    "init",
    "ping",
    "pos",
    "pos=W",
    "pos=Wbew",
    "moves=\"32-28\"",
    "moves=\"",
    "level",
    "move-time=1e300",
    "time=-1",
    "inc=nan",
    "depth=0",
    "nodes=1",
    "infinite",
    "analyze",
    "think",
    "ponder-hit",
    "new-game",
    "set-param",
    "name=memory",
    "value=1",
    "START",
    "15",
    "RECTSTART",
    "15,15",
    "BEGIN",
    "TURN",
    "0,0",
    "7,7",
    "99,99",
    "BOARD",
    "1,1,1",
    "2,2,2",
    "DONE",
    "TAKEBACK",
    "INFO",
    "timeout_turn",
    "timeout_match",
    "time_left",
    "RESTART",
    "ABOUT",
    "nboard",
    "set",
    "game",
    "(;GM[Othello]",
    "BO[8",
    "]B[F5];)",
    "hint",
    "move",
    "F5/1/2",
    "PA",
    "learn",
    "0",
    "-1",
    "2",
    "1",
    "9223372036854775807",
    "18446744073709551616",
    "1e308",
    "ä",
    "\u{0}",
    "\"",
    "=",
    "",
    "\t",
];

#[test]
fn hostile_lines_end_no_conversation() {
    for (number, (protocol, game)) in [
        ("uci", "chess"),
        ("uci", "xiangqi"),
        ("hub", "international-draughts"),
        ("hub", "checkers"),
        ("gomocup", "outer-open-gomoku"),
        ("nboard", "othello"),
    ]
    .into_iter()
    .enumerate()
    {
        let mut random = Random::stream(29, number as u64);
        let dialogue = Dialogue::new(protocol, game, "pvs:nodes=20,memory=1");
        for _ in 0..1500 {
            let words: Vec<&str> = (0..random.below(7)).map(|_| random.pick(WORDS)).collect();
            dialogue.say(&words.join(" "));
        }
        // It still does what it is asked for, whatever was said before.
        let (question, answer) = match protocol {
            "uci" => ("position startpos\ngo depth 1", "bestmove"),
            "hub" => ("pos\nlevel depth=1\ngo think", "done"),
            "gomocup" => ("DONE\nRESTART\nBEGIN", "OK"),
            _ => ("set depth 1\nping 12345", "pong 12345"),
        };
        dialogue.say(question).hear(answer);
        dialogue.close();
    }
}
