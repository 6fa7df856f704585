//! Other programs as agents: real ones, written in a few lines of shell.
#![cfg(unix)]

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use agon_agents::{Agent, AgentSpec, Assessment, Catalogue, Playable};
use agon_core::Match;

/// A game that comes with the program.
fn game(spec: &str) -> Arc<dyn Playable> {
    Catalogue::shipped().find(spec).unwrap_or_else(|error| panic!("{error}"))
}

/// A program that agrees to everything, notes what it was told, and does as it is told when it is its turn.
fn program(name: &str, on_genmove: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let (file, log) = (folder.join(format!("{name}.sh")), folder.join(format!("{name}.log")));
    // A file left by an earlier run is none.
    let _ = fs::remove_file(&log);
    let script = format!(
        "while read -r command rest; do\n\
         echo \"$command${{rest:+ $rest}}\" >> '{}'\n\
         case $command in\n\
         list_commands) printf '= boardsize\\nclear_board\\nplay\\ngenmove\\nquit\\n\\n' ;;\n\
         genmove) {on_genmove} ;;\n\
         quit) printf '=\\n\\n'; exit ;;\n\
         *) printf '=\\n\\n' ;;\n\
         esac\n\
         done\n",
        log.display()
    );
    fs::write(&file, script).unwrap();
    file
}

/// What a program was told so far, apart from the farewell.
fn told(name: &str) -> Vec<String> {
    let log = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.log"));
    let text = fs::read_to_string(log).unwrap();
    text.lines().filter(|&line| line != "quit").map(str::to_owned).collect()
}

fn agent(name: &str, on_genmove: &str, game: &str, keys: &str) -> Box<dyn Agent> {
    let file = program(name, on_genmove);
    let spec: AgentSpec = format!("gtp:command=\"sh '{}'\"{keys}", file.display()).parse().unwrap();
    self::game(game).agent(&spec).unwrap()
}

fn start(game: &str, moves: &str) -> Box<dyn Match> {
    let mut played = agon_games::find(game).unwrap().start(None).unwrap();
    for text in moves.split_whitespace() {
        played.play(played.find_move(text).unwrap());
    }
    played
}

fn ask(agent: &mut dyn Agent, played: &dyn Match) -> Assessment {
    agent.analyse(played, &mut |_| {})
}

/// The fault of a program that does this when it is asked for the first move of tic-tac-toe.
fn fault(name: &str, on_genmove: &str, keys: &str) -> String {
    let assessment =
        ask(agent(name, on_genmove, "tic-tac-toe", keys).as_mut(), start("tic-tac-toe", "").as_ref());
    assert_eq!(assessment.choice, None);
    assessment.fault.expect("the program has failed")
}

#[test]
fn failing_programs_are_told_apart() {
    let crashed = fault("crash", "echo 'out of ideas' >&2; exit 3", "");
    assert_eq!(crashed, "ended (exit status: 3), saying 'out of ideas', at 'genmove black'");
    let silent = fault("silent", "sleep 1000", ",patience=300ms");
    assert!(
        silent.starts_with("did not answer '") && silent.ends_with("within 300ms and was killed"),
        "{silent}"
    );
    let garbage = fault("garbage", "printf 'banana\\n\\n'", "");
    assert_eq!(garbage, "answered 'banana' to 'genmove black', which is not an answer of the protocol");
    let illegal = fault("illegal", "printf '= z9\\n\\n'", "");
    assert_eq!(illegal, "answered 'z9' to 'genmove black', which is not a legal move");
    let chatter = fault("chatter", "printf '= %0500d\\n\\n' 7", "");
    assert!(chatter.chars().count() < 100 && chatter.contains("…' to 'genmove"), "{chatter}");
    assert_eq!(fault("refusal", "printf '?7 too tired\\n\\n'", ""), "refused 'genmove black': too tired");
    let closed = fault("closed", "exec >&-; sleep 1000", "");
    assert_eq!(closed, "closed its output at 'genmove black'");
    let flood = fault("flood", "yes ''", ",patience=300ms");
    assert!(flood.contains("did not answer"), "{flood}");
    let endless = fault("endless", "yes banana | tr -d '\\n'", "");
    assert!(endless.starts_with("answered 'bananabanana") && endless.contains("…"), "{endless}");
}

#[test]
fn a_program_that_is_not_there_is_missed_at_once() {
    let missing: AgentSpec = "gtp:command=\"no-such-program --level 1\"".parse().unwrap();
    let error = game("othello").agent(&missing).err().unwrap().to_string();
    assert_eq!(error, "there is no program 'no-such-program' to run");
    let limited: AgentSpec = "gtp:command=sh,nodes=100".parse().unwrap();
    assert!(game("othello").agent(&limited).err().unwrap().to_string().contains("set it in the command"));
}

#[test]
fn parts_of_a_second_cannot_be_told() {
    for (keys, words) in [("time=100ms", "sets time=100ms, and"), ("clock=2500ms", "sets clock=2.5s, and")] {
        let spec: AgentSpec = format!("gtp:command=sh,{keys}").parse().unwrap();
        let error = game("othello").agent(&spec).err().unwrap().to_string();
        assert!(error.contains(words) && error.contains("whole seconds; set it in the command"), "{error}");
    }
    let whole: AgentSpec = "gtp:command=sh,time=2s".parse().unwrap();
    assert!(game("othello").agent(&whole).is_ok());
}

#[test]
fn a_program_may_call_the_game_drawn() {
    for (name, answer) in
        [("draw", "= Draw"), ("refused-draw", "? the game is over: Draw: the position was repeated.")]
    {
        let on_genmove = format!("printf '{answer}\\n\\n'");
        let mut agent = agent(name, &on_genmove, "chess", "");
        let assessment = ask(agent.as_mut(), start("chess", "e4").as_ref());
        assert!(
            assessment.drawn && assessment.choice.is_none() && assessment.fault.is_none(),
            "{assessment:?}"
        );
    }
    let other =
        ask(agent("drawer", "printf '? no drawer\\n\\n'", "chess", "").as_mut(), start("chess", "").as_ref());
    assert!(!other.drawn && other.fault.is_some());
}

#[test]
fn a_program_can_be_kept_for_the_next_game() {
    // Every program begins to number its moves at its own start.
    let count = "n=$((n+1)); [ $n = 1 ] && printf '= a1\\n\\n' || printf '= b2\\n\\n'";
    let moves = |name: &str, keys: &str| {
        let file = program(name, count);
        let spec: AgentSpec = format!("gtp:command=\"sh '{}'\"{keys}", file.display()).parse().unwrap();
        [1, 2].map(|seed| {
            let played = start("tic-tac-toe", "");
            let mut agent = game("tic-tac-toe").agent(&spec.seeded(seed)).unwrap();
            let choice = ask(agent.as_mut(), played.as_ref()).choice.unwrap();
            played.move_text(choice)
        })
    };
    assert_eq!(moves("begun-anew", ""), ["a1", "a1"]);
    assert_eq!(moves("kept", ",restart=off"), ["a1", "b2"]);
    assert_eq!(told("kept").iter().filter(|line| *line == "clear_board").count(), 2, "{:?}", told("kept"));
    agon_agents::external::end_idle();
    let seeded: AgentSpec = "gtp:command=\"sh {seed}\",restart=off".parse().unwrap();
    let error = game("othello").agent(&seeded).err().unwrap().to_string();
    assert!(
        error.contains("keeps the program for all games, and its command wants the {seed} of each"),
        "{error}"
    );
}

#[test]
fn only_what_is_new_is_told() {
    let mut agent = agent("news", "printf '=12 \\tB2\\r\\n\\n'", "tic-tac-toe", "");
    let mut played = start("tic-tac-toe", "a1 c3 a2");
    let choice = ask(agent.as_mut(), played.as_ref()).choice.unwrap();
    assert_eq!(played.move_text(choice), "b2");
    let begun =
        ["list_commands", "boardsize 3", "clear_board", "play black a1", "play white c3", "play black a2"];
    assert_eq!(told("news"), [&begun[..], &["genmove white"]].concat());
    // The program knows its own move, and is told ours.
    played.play(choice);
    played.play(played.find_move("c1").unwrap());
    let before = told("news").len();
    assert!(ask(agent.as_mut(), played.as_ref()).fault.is_some(), "b2 is taken");
    assert_eq!(told("news")[before..], ["play black c1", "genmove white"]);
}

#[test]
fn another_game_is_told_from_its_beginning() {
    let mut agent = agent("again", "printf '= b2\\n\\n'", "tic-tac-toe", "");
    ask(agent.as_mut(), start("tic-tac-toe", "a1").as_ref());
    let before = told("again").len();
    ask(agent.as_mut(), start("tic-tac-toe", "c1").as_ref());
    assert_eq!(told("again")[before..], ["clear_board", "play black c1", "genmove white"]);
}

#[test]
fn a_position_needs_a_program_that_can_be_given_one() {
    let mut agent = agent("placed", "printf '= b2\\n\\n'", "tic-tac-toe", "");
    let rules = agon_games::find("tic-tac-toe").unwrap();
    let played = rules.start(Some("3/3/X2 o")).unwrap();
    let fault = ask(agent.as_mut(), played.as_ref()).fault.unwrap();
    assert!(fault.contains("does not know agon-set_position"), "{fault}");
}

#[test]
fn forced_passes_may_be_unwanted() {
    // Black has to pass after these moves; the program does not want to hear of it.
    let moves = "f5 f6 f7 g7 d3 f8 h8 h6 pass";
    let file = program("passing", "printf '= C3\\n\\n'");
    let script = fs::read_to_string(&file).unwrap();
    let script = script.replace(
        "case $command in",
        "case \"$command $rest\" in *pass) printf '? what\\n\\n'; continue ;; esac\ncase $command in",
    );
    fs::write(&file, script).unwrap();
    let spec: AgentSpec = format!("gtp:command=\"sh '{}'\"", file.display()).parse().unwrap();
    let played = start("othello", moves);
    let assessment = ask(game("othello").agent(&spec).unwrap().as_mut(), played.as_ref());
    assert_eq!(assessment.fault, None);
    assert_eq!(played.move_text(assessment.choice.unwrap()), "c3");
    assert_eq!(told("passing")[10..], ["play white h6", "play black pass", "genmove white"]);
}

#[test]
fn columns_may_skip_the_letter_i() {
    let game = "outer-open-gomoku";
    let mut agent = agent("letters", "printf '= J1\\n\\n'", game, ",letters=skip-i");
    let played = start(game, "o15");
    let assessment = ask(agent.as_mut(), played.as_ref());
    assert_eq!(assessment.fault, None);
    assert_eq!(played.move_text(assessment.choice.unwrap()), "i1");
    assert_eq!(told("letters")[3..], ["play black p15", "genmove white"]);
}

#[test]
fn a_program_may_resign() {
    let assessment = ask(
        agent("resigning", "printf '= RESIGN\\n\\n'", "chess", "").as_mut(),
        start("chess", "e4").as_ref(),
    );
    assert_eq!((assessment.choice, assessment.fault), (None, None));
    assert_eq!(told("resigning").last().unwrap(), "genmove black");
}

#[test]
fn what_a_program_starts_ends_with_it() {
    let pid_file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("grandchild.pid");
    let on_genmove = format!("sleep 1000 & echo $! > '{}'; printf '= b2\\n\\n'", pid_file.display());
    let mut agent = agent("parent", &on_genmove, "tic-tac-toe", "");
    assert!(ask(agent.as_mut(), start("tic-tac-toe", "").as_ref()).choice.is_some());
    let pid = fs::read_to_string(&pid_file).unwrap().trim().to_owned();
    // Ended, or ended and waiting for somebody to notice.
    let alive = || fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "));
    assert!(alive());
    drop(agent);
    for _ in 0..1000 {
        if !alive() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("the grandchild {pid} goes on");
}
