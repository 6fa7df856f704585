//! UCI and UCCI as front ends speak them.

use std::time::{Duration, Instant};

use crate::dialogue::Dialogue;

/// The word after another one in a line.
fn after<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let mut words = line.split_whitespace();
    words.find(|&found| found == word)?;
    words.next()
}

#[test]
fn keys_are_options_with_the_names_that_front_ends_know() {
    let dialogue = Dialogue::new("uci", "chess", "pvs:nodes=200,threads=2");
    let lines = dialogue.say("uci").hear("uciok");
    let has = |line: &str| assert!(lines.iter().any(|heard| heard == line), "{line} in {lines:#?}");
    has("option name Hash type spin default 16 min 1 max 65536");
    has("option name Threads type spin default 2 min 1 max 256");
    has("option name MultiPV type spin default 1 min 1 max 10000");
    has("option name pruning type check default true");
    has("option name Ponder type check default false");
    assert!(lines[0].starts_with("id name Agon ") && lines[1].starts_with("id author "), "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains("UCI_Variant")), "only xiangqi is a variant");
    dialogue.say(
        "setoption name Threads value 1\nsetoption name hash value 2\nsetoption name Pruning value false",
    );
    assert_eq!(dialogue.say("isready").hear("readyok"), ["readyok"], "nothing is said of what is set");
    for (wrong, words) in [
        ("setoption name Hash value lots", "'lots' is not a value of pvs's key memory"),
        ("setoption name Contempt value 3", "there is no option 'Contempt'"),
        ("setoption name Hash value 1048576000", "is not a value"),
    ] {
        assert!(dialogue.say(wrong).last("info string").contains(words), "{wrong}");
    }
    assert!(
        dialogue
            .say("uci")
            .hear("uciok")
            .contains(&"option name pruning type check default false".to_owned())
    );
    dialogue.say("quit");
    assert!(dialogue.close().is_empty());
}

#[test]
fn a_search_tells_how_far_it_has_come() {
    let dialogue = Dialogue::new("uci", "chess", "pvs");
    let lines = dialogue.say("position startpos moves e2e4 e7e5\ngo depth 4").hear("bestmove");
    let last = &lines[lines.len() - 2];
    assert_eq!(after(last, "depth"), Some("4"), "{last}");
    for word in ["score", "nodes", "nps", "time", "pv"] {
        assert!(after(last, word).is_some(), "{last}");
    }
    let best = after(&lines[lines.len() - 1], "bestmove");
    assert_eq!(after(last, "pv"), best, "{lines:?}");
    let reply = last.split_whitespace().skip_while(|&word| word != "pv").nth(2);
    assert_eq!(after(&lines[lines.len() - 1], "ponder"), reply, "the reply that is expected");
    // Counts give the same on every machine.
    let nodes = |text: &str| {
        let lines = dialogue.say("ucinewgame\nposition startpos").say(text).hear("bestmove");
        after(&lines[lines.len() - 2], "nodes").unwrap().parse::<u64>().unwrap()
    };
    assert!((700..=900).contains(&nodes("go nodes 700")), "the limit was obeyed");
}

#[test]
fn every_limit_of_go_ends_a_search() {
    let dialogue = Dialogue::new("uci", "chess", "pvs:memory=1");
    dialogue.say("position startpos");
    for limit in [
        "go movetime 30",
        "go wtime 400 btime 1 winc 5 binc 5",
        "go wtime 900 btime 900 movestogo 20",
        "go wtime -5 btime 100",
        "go depth 2",
        "go nodes 100",
        "go",
        "go depth 3 nodes 50 movetime 1000",
    ] {
        let best = dialogue.say(limit).last("bestmove");
        assert_eq!(after(&best, "bestmove").map(str::len), Some(4), "{limit}: {best}");
    }
    let lines = dialogue.say("go sideways").hear("bestmove");
    assert_eq!(lines, ["info string 'sideways' is not a limit of go", "bestmove (none)"]);
}

#[test]
fn an_endless_search_ends_when_it_is_told_to_and_answers_meanwhile() {
    let dialogue = Dialogue::new("uci", "chess", "pvs:memory=1");
    dialogue.say("position startpos\ngo infinite").hear("info depth 2");
    assert!(dialogue.say("isready").last("readyok").starts_with("readyok"));
    let asked = Instant::now();
    dialogue.say("stop").hear("bestmove");
    assert!(asked.elapsed() < Duration::from_secs(10), "{:?}", asked.elapsed());
    // The next one begins unhindered, and whoever goes to another position without a word ends it.
    dialogue.say("go infinite").hear("info depth 3");
    dialogue.say("position startpos moves d2d4").hear("bestmove");
    let lines = dialogue.say("go depth 1").hear("bestmove");
    assert!(lines.iter().all(|line| !line.contains("pv e2")), "{lines:?}");
    // A search that has nothing left to look at waits all the same.
    let mate = "position fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1";
    dialogue.say(mate).say("go infinite").hear("info depth 1");
    assert_eq!(dialogue.say("isready").last("readyok"), "readyok");
    let best = dialogue.say("stop").last("bestmove");
    assert!(best.starts_with("bestmove g6"), "{best}");
    dialogue.say("quit");
    assert!(dialogue.close().is_empty());
}

#[test]
fn pondering_goes_on_until_the_move_is_played_or_not() {
    let dialogue = Dialogue::new("uci", "chess", "pvs:memory=1");
    let thinks = "position startpos moves e2e4 e7e5";
    dialogue.say(thinks).say("go ponder wtime 300 btime 300").hear("info depth 2");
    assert_eq!(dialogue.say("isready").last("readyok"), "readyok", "it does not answer yet");
    let hit = Instant::now();
    dialogue.say("ponderhit").hear("bestmove");
    assert!(hit.elapsed() < Duration::from_secs(10), "{:?}", hit.elapsed());
    dialogue.say("go ponder movetime 100000").hear("info depth 2");
    dialogue.say("stop").hear("bestmove");
    // A search that was done before the hit is told at once.
    dialogue.say("go ponder depth 1").hear("info depth 1");
    dialogue.say("ponderhit").hear("bestmove");
}

#[test]
fn mates_are_counted_in_moves_and_looked_for() {
    let dialogue = Dialogue::new("uci", "chess", "pvs");
    let lines = dialogue.say("position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\ngo mate 1").hear("bestmove");
    assert!(lines[lines.len() - 2].contains("score mate 1"), "{lines:?}");
    assert_eq!(lines[lines.len() - 1], "bestmove a1a8");
    let lines =
        dialogue.say("position fen 7k/8/8/8/8/1R6/R7/7K w - - 0 1\ngo mate 2 depth 5").hear("bestmove");
    assert!(lines[lines.len() - 2].contains("score mate 2"), "{lines:?}");
    // Whoever is mated has no move.
    dialogue.say("position fen R5k1/5ppp/8/8/8/8/8/7K b - - 0 1");
    assert_eq!(
        dialogue.say("go depth 3").hear("bestmove"),
        ["info string there is no legal move", "bestmove (none)"]
    );
}

#[test]
fn only_some_moves_may_be_allowed() {
    let dialogue = Dialogue::new("uci", "chess", "pvs");
    dialogue.say("position startpos");
    let lines = dialogue.say("go searchmoves a2a3 h2h4 depth 2").hear("bestmove");
    let best = after(&lines[lines.len() - 1], "bestmove").unwrap();
    assert!(["a2a3", "h2h4"].contains(&best), "{best}");
    assert!(
        lines.iter().filter_map(|line| after(line, "pv")).all(|mv| ["a2a3", "h2h4"].contains(&mv)),
        "{lines:?}"
    );
    let refused = dialogue.say("go searchmoves e2e5").hear("bestmove");
    assert_eq!(refused[0], "info string 'e2e5' is not a legal move here");
}

#[test]
fn several_best_moves_are_told() {
    let dialogue = Dialogue::new("uci", "chess", "pvs");
    dialogue.say("setoption name MultiPV value 3\nposition startpos");
    let lines = dialogue.say("go depth 3").hear("bestmove");
    let last = &lines[lines.len() - 4..lines.len() - 1];
    let numbers: Vec<Option<&str>> = last.iter().map(|line| after(line, "multipv")).collect();
    assert_eq!(numbers, [Some("1"), Some("2"), Some("3")], "{lines:?}");
    let moves: Vec<Option<&str>> = last.iter().map(|line| after(line, "pv")).collect();
    assert!(moves[0] != moves[1] && moves[1] != moves[2], "{moves:?}");
    let score = |line: &String| after(line, "cp").unwrap().parse::<i32>().unwrap();
    assert!(score(&last[0]) >= score(&last[1]) && score(&last[1]) >= score(&last[2]), "{last:?}");
}

#[test]
fn games_go_on_where_a_draw_could_be_claimed() {
    let dialogue = Dialogue::new("uci", "chess", "pvs");
    let back_and_forth = "g1f3 g8f6 f3g1 f6g8 ".repeat(2);
    dialogue.say(&format!("position startpos moves {back_and_forth}\ngo depth 2"));
    assert_ne!(dialogue.last("bestmove"), "bestmove (none)");
    dialogue.say("position fen 7k/8/8/8/8/8/R7/7K w - - 100 90\ngo depth 2");
    assert_ne!(dialogue.last("bestmove"), "bestmove (none)");
    let wrong = dialogue.say("position startpos moves e2e4 e2e4").last("info string");
    assert!(wrong.contains("'e2e4' is not a legal move in rnbqkbnr/pppppppp"), "{wrong}");
    let wrong = dialogue.say("position nowhere").last("info string");
    assert!(wrong.contains("expected startpos or fen FEN"), "{wrong}");
}

#[test]
fn whoever_says_everything_at_once_is_answered_in_turn() {
    let dialogue = Dialogue::new("uci", "chess", "pvs");
    dialogue.say("uci\nposition startpos\ngo depth 3\nposition startpos moves e2e4\ngo depth 2\nhello?");
    let lines = dialogue.close();
    let answers = lines.iter().filter(|line| line.starts_with("bestmove")).count();
    assert_eq!(answers, 2, "{lines:?}");
}

#[test]
fn an_agent_with_a_budget_in_counts_keeps_it() {
    let dialogue = Dialogue::new("uci", "chess", "pvs:nodes=300");
    let lines = dialogue.say("position startpos\ngo movetime 100000").hear("bestmove");
    let nodes: u64 = after(&lines[lines.len() - 2], "nodes").unwrap().parse().unwrap();
    assert!((300..600).contains(&nodes), "{lines:?}");
}

#[test]
fn xiangqi_is_counted_from_nought_or_from_one() {
    let dialogue = Dialogue::new("uci", "xiangqi", "pvs:nodes=100");
    let lines = dialogue.say("uci").hear("uciok");
    assert!(lines.contains(&"option name UCI_Variant type combo default xiangqi var xiangqi".to_owned()));
    dialogue.say("position startpos moves h2e2 h9g7");
    assert_eq!(dialogue.say("isready").hear("readyok"), ["readyok"]);
    dialogue.say("setoption name UCI_Variant value xiangqi\nposition startpos moves h3e3 h10g8");
    assert_eq!(dialogue.say("isready").hear("readyok"), ["readyok"]);
    assert!(dialogue.say("go").last("bestmove").len() >= "bestmove h3e3".len());
}

#[test]
fn ucci_is_spoken_to_whoever_speaks_it() {
    let dialogue = Dialogue::new("uci", "xiangqi", "pvs");
    let lines = dialogue.say("ucci").hear("ucciok");
    for line in
        ["option Hash type spin default 16 min 1 max 65536", "option usemillisec type check default false"]
    {
        assert!(lines.iter().any(|heard| heard == line), "{line} in {lines:#?}");
    }
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    dialogue.say("setoption Hash 2\nsetoption usemillisec true");
    dialogue.say(&format!("position fen {start} moves h2e2"));
    let lines = dialogue.say("go depth 2").hear("bestmove");
    let score = after(&lines[lines.len() - 2], "score").unwrap();
    assert!(score.parse::<i32>().is_ok(), "{lines:?}");
    let own = after(&lines[lines.len() - 1], "bestmove").unwrap().to_owned();
    assert_eq!(
        dialogue.say("go time 200 movestogo 1").hear("bestmove").last().map(|line| &line[..9]),
        Some("bestmove ")
    );
    // What is banned is not played.
    dialogue.say(&format!("position fen {start} moves h2e2\nbanmoves {own}"));
    assert_ne!(after(&dialogue.say("go depth 2").last("bestmove"), "bestmove"), Some(own.as_str()));
    dialogue.say("go depth infinite").hear("info depth 2");
    dialogue.say("stop").hear("bestmove");
    dialogue.say("position fen 3k5/3R5/3R5/9/9/9/9/9/9/4K4 b - - 0 1");
    assert_eq!(dialogue.say("go depth 1").last("nobestmove"), "nobestmove");
    assert_eq!(dialogue.say("quit").last("bye"), "bye");
}

#[test]
fn a_game_of_another_kind_is_refused() {
    use agon_agents::Catalogue;
    let rules = Catalogue::shipped().find("othello").unwrap();
    let spec = "pvs".parse().unwrap();
    let refused = agon_protocols::uci(&rules, &spec, std::io::empty(), &mut std::io::sink()).unwrap_err();
    assert_eq!(refused.to_string(), "othello is not played over this protocol; known: chess, xiangqi");
}
