//! Other programs over UCI, UCCI, Hub and the Gomocup's protocol: real ones, written in a few lines of shell.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};

use agon_agents::{Agent, AgentSpec, Assessment, Catalogue};
use agon_core::{Match, Proof};

/// A program that notes what it is told, and answers by these cases of its first word.
struct Program {
    file: PathBuf,
    log: PathBuf,
}

impl Program {
    fn new(name: &str, cases: &str) -> Program {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let (file, log) =
            (folder.join(format!("dialect-{name}.sh")), folder.join(format!("dialect-{name}.log")));
        // A file left by an earlier run is none.
        let _ = fs::remove_file(&log);
        let script = format!(
            "while read -r word rest; do\necho \"$word${{rest:+ $rest}}\" >> '{}'\ncase $word in\n{cases}\nesac\ndone\n",
            log.display()
        );
        fs::write(&file, script).unwrap();
        Program { file, log }
    }

    /// The spec of an agent that is this program.
    fn spec(&self, protocol: &str, keys: &str) -> AgentSpec {
        format!("{protocol}:command=\"sh '{}'\"{keys}", self.file.display()).parse().unwrap()
    }

    fn told(&self) -> Vec<String> {
        let text = fs::read_to_string(&self.log).unwrap();
        text.lines().filter(|line| !["quit", "END"].contains(line)).map(str::to_owned).collect()
    }
}

fn agent(game: &str, spec: &AgentSpec) -> Box<dyn Agent> {
    Catalogue::shipped().find(game).unwrap().agent(spec).unwrap_or_else(|error| panic!("{error}"))
}

fn refusal(game: &str, spec: &str) -> String {
    let spec: AgentSpec = spec.parse().unwrap();
    Catalogue::shipped().find(game).unwrap().agent(&spec).err().expect("there is no such agent").to_string()
}

fn start(game: &str, position: Option<&str>, moves: &str) -> Box<dyn Match> {
    let mut played = agon_games::find(game).unwrap().start(position).unwrap();
    for text in moves.split_whitespace() {
        played.follow(text).unwrap();
    }
    played
}

fn ask(agent: &mut dyn Agent, played: &dyn Match) -> Assessment {
    agent.analyse(played, &mut |_| {})
}

fn chosen(agent: &mut dyn Agent, played: &dyn Match) -> String {
    let assessment = ask(agent, played);
    assert_eq!(assessment.fault, None);
    played.move_text(assessment.choice.unwrap())
}

/// A chess program that says this when it is asked for a move.
fn uci(name: &str, on_go: &str) -> Program {
    let cases = format!(
        "uci) printf 'id name Shell\\noption name Hash type spin default 1 min 1 max 9\\n\
         option name UCI_LimitStrength type check default false\\noption name UCI_Elo type spin\\nuciok\\n' ;;\n\
         isready) echo readyok ;;\ngo) {on_go} ;;\nquit) exit ;;"
    );
    Program::new(name, &cases)
}

#[test]
fn a_chess_program_is_told_the_game_and_its_thoughts_are_read() {
    let said = "printf 'info depth 9 nodes 70 score cp 25 pv g8f6 b1c3\\nbestmove g8f6 ponder b1c3\\n'";
    let program = uci("chess", said);
    let spec = program.spec("uci", ",elo=1500,options=\"Hash=4\",time=250ms,nodes=900,depth=7");
    assert_eq!(spec.to_string().parse(), Ok(spec.clone()));
    let mut agent = agent("chess", &spec);
    let played = start("chess", None, "e4 e5 Nf3");
    let assessment = ask(agent.as_mut(), played.as_ref());
    let choice = assessment.choice.unwrap();
    assert_eq!(played.move_text(choice), "Nf6");
    assert_eq!(assessment.line, ["Nf6", "Nc3"]);
    assert_eq!((assessment.cost.depth, assessment.cost.nodes), (9, 70));
    assert!((0.02..0.04).contains(&assessment.moves[choice].value), "a quarter of a pawn");
    let begun = [
        "uci",
        "setoption name UCI_LimitStrength value true",
        "setoption name UCI_Elo value 1500",
        "setoption name Hash value 4",
        "ucinewgame",
        "isready",
        "position startpos moves e2e4 e7e5 g1f3",
        "go movetime 250 nodes 900 depth 7",
    ];
    assert_eq!(program.told(), begun);
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let again = start("chess", Some(castling), "O-O-O");
    assert!(ask(agent.as_mut(), again.as_ref()).fault.unwrap().contains("answered 'g8f6' to 'go movetime"));
    assert_eq!(program.told()[8], format!("position fen {castling} moves e1c1"));
}

#[test]
fn a_clock_is_told_and_runs_down() {
    let program = uci("clock", "sleep 0.1; echo bestmove e2e4");
    let mut agent = agent("chess", &program.spec("uci", ",clock=90s"));
    let played = start("chess", None, "");
    for _ in 0..2 {
        assert_eq!(chosen(agent.as_mut(), played.as_ref()), "e4");
    }
    let asked: Vec<String> = program.told().into_iter().filter(|line| line.starts_with("go")).collect();
    assert_eq!(asked[0], "go wtime 90000 btime 90000");
    let white: u64 = asked[1].split(' ').nth(2).unwrap().parse().unwrap();
    assert!(white <= 89_900 && asked[1].ends_with("btime 90000"), "{asked:?}");
}

#[test]
fn whoever_hurries_a_program_tells_it() {
    let program = uci("hurry", "echo bestmove e2e4");
    let mut agent = agent("chess", &program.spec("uci", ",time=2s"));
    agent.hurry(Some(std::time::Duration::from_millis(40)));
    assert_eq!(chosen(agent.as_mut(), start("chess", None, "").as_ref()), "e4");
    assert_eq!(program.told().last().unwrap(), "go movetime 40");
}

#[test]
fn failing_programs_are_told_apart_in_every_protocol() {
    let fault = |program: &Program, protocol: &str, game: &str, keys: &str| {
        let played = start(game, None, if game == "outer-open-gomoku" { "a1" } else { "" });
        let assessment = ask(agent(game, &program.spec(protocol, keys)).as_mut(), played.as_ref());
        assert_eq!(assessment.choice, None);
        assessment.fault.expect("the program has failed")
    };
    let crash = uci("crash", "echo 'out of ideas' >&2; exit 3");
    let words = "ended (exit status: 3), saying 'out of ideas', at 'go nodes 100000'";
    assert_eq!(fault(&crash, "uci", "chess", ""), words);
    let silent = uci("silent", "sleep 1000");
    let words = "did not answer 'go nodes 100000' within 300ms and was killed";
    assert_eq!(fault(&silent, "uci", "chess", ",patience=300ms"), words);
    let chatter = uci("chatter", "yes 'info depth 1'");
    assert_eq!(fault(&chatter, "uci", "chess", ",patience=300ms"), words);
    let illegal = uci("illegal", "echo bestmove e2e5");
    assert_eq!(
        fault(&illegal, "uci", "chess", ""),
        "answered 'e2e5' to 'go nodes 100000', which is not a legal move"
    );
    let missing = fault(&illegal, "uci", "chess", ",options=\"Style=wild\"");
    assert_eq!(missing, "has no option 'Style'; it has Hash, UCI_LimitStrength, UCI_Elo");
    let deaf = Program::new("deaf", "uci) : ;;");
    let words = "did not answer 'uci' within 200ms and was killed";
    assert_eq!(fault(&deaf, "uci", "chess", ",patience=200ms"), words);
    let hub = Program::new(
        "hub-error",
        "hub) echo wait ;;\ninit) echo ready ;;\ngo) echo 'error message=\"too tired\"' ;;",
    );
    assert_eq!(fault(&hub, "hub", "international-draughts", ""), "refused 'go think': too tired");
    let brain = Program::new("brain-error", "START) echo 'ERROR no such board' ;;");
    let words = "answered 'ERROR no such board' to 'START 15', which is not 'OK'";
    assert_eq!(fault(&brain, "gomocup", "outer-open-gomoku", ""), words);
    let lost = Program::new("brain-lost", "START) echo OK ;;\nDONE) echo 99,99 ;;");
    let words = "answered '99,99' to 'BOARD', which is not a legal move";
    assert_eq!(fault(&lost, "gomocup", "outer-open-gomoku", ""), words);
}

#[test]
fn xiangqi_programs_count_ranks_from_nought_or_one() {
    let pikafish =
        Program::new("nought", "uci) echo uciok ;;\nisready) echo readyok ;;\ngo) echo bestmove h7e7 ;;");
    let played = start("xiangqi", None, "h2e2");
    let agent_of =
        |program: &Program| chosen(agent("xiangqi", &program.spec("uci", "")).as_mut(), played.as_ref());
    assert_eq!(agent_of(&pikafish), "h7e7");
    assert_eq!(pikafish.told()[3], "position startpos moves h2e2");
    let fairy = Program::new(
        "one",
        "uci) printf 'option name UCI_Variant type combo default chess var chess var xiangqi\\nuciok\\n' ;;\n\
         isready) echo readyok ;;\ngo) echo bestmove h10g8 ;;",
    );
    assert_eq!(agent_of(&fairy), "h9g7");
    assert_eq!(fairy.told()[1], "setoption name UCI_Variant value xiangqi");
    assert_eq!(fairy.told()[4], "position startpos moves h3e3");
}

#[test]
fn ucci_is_a_dialect() {
    let program = Program::new(
        "ucci",
        "ucci) printf 'option usemillisec type check default false\\nucciok\\n' ;;\nisready) echo readyok ;;\n\
         go) printf 'info depth 5 score 12 pv h7e7\\nbestmove h7e7\\n' ;;",
    );
    let agent_of = |keys: &str| agent("xiangqi", &program.spec("uci", &format!(",dialect=ucci{keys}")));
    let played = start("xiangqi", None, "h2e2");
    assert_eq!(chosen(agent_of(",time=1s").as_mut(), played.as_ref()), "h7e7");
    let initial = start("xiangqi", None, "").position();
    let told = [
        "ucci".to_owned(),
        "setoption usemillisec true".to_owned(),
        "isready".to_owned(),
        format!("position fen {initial} moves h2e2"),
        "go time 1000 movestogo 1".to_owned(),
    ];
    assert_eq!(program.told(), told);
    let tired =
        Program::new("ucci-tired", "ucci) echo ucciok ;;\nisready) echo readyok ;;\ngo) echo nobestmove ;;");
    let assessment = ask(agent("xiangqi", &tired.spec("uci", ",dialect=ucci")).as_mut(), played.as_ref());
    assert_eq!((assessment.choice, assessment.fault), (None, None), "it gives up");
}

#[test]
fn a_draughts_program_is_told_the_game() {
    let program = Program::new(
        "hub",
        "hub) printf 'id name=Shell version=1\\nparam name=variant value=normal type=enum values=\"normal killer\"\\n\
         param name=threads value=1 type=int min=1 max=8\\nwait\\n' ;;\ninit) echo ready ;;\n\
         go) printf 'info depth=7 nodes=50 score=99.95 pv=\"19-23 28x19x23\"\\ndone move=19-23\\n' ;;",
    );
    let game = "international-draughts";
    let mut agent = agent(game, &program.spec("hub", ",options=\"threads=2\",time=1500ms,depth=9"));
    let played = start(game, None, "32-28");
    let assessment = ask(agent.as_mut(), played.as_ref());
    assert_eq!(assessment.fault, None);
    let choice = assessment.choice.unwrap();
    assert_eq!(played.move_text(choice), "19-23");
    assert_eq!(assessment.moves[choice].proof, Some(Proof { gain: 1, distance: 5 }));
    assert_eq!((assessment.line.len(), assessment.cost.depth, assessment.cost.nodes), (2, 7, 50));
    let board = format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20));
    let told = [
        "hub".to_owned(),
        "set-param name=variant value=normal".to_owned(),
        "set-param name=threads value=2".to_owned(),
        "init".to_owned(),
        "new-game".to_owned(),
        format!("pos pos={board} moves=\"32-28\""),
        "level move-time=1.500 depth=9".to_owned(),
        "go think".to_owned(),
    ];
    assert_eq!(program.told(), told);
}

#[test]
fn a_brain_is_shown_the_board() {
    let program = Program::new(
        "brain",
        "START) echo 'MESSAGE hello'; echo OK ;;\nBEGIN) echo 0,0 ;;\nDONE) echo 7,7 ;;",
    );
    let game = "outer-open-gomoku";
    let mut agent = agent(game, &program.spec("gomocup", ",time=2s,options=\"max_node=1000\""));
    assert_eq!(chosen(agent.as_mut(), start(game, None, "").as_ref()), "a15");
    assert_eq!(chosen(agent.as_mut(), start(game, None, "a15 c1").as_ref()), "h8");
    let told = program.told();
    let begun = [
        "START 15",
        "INFO rule 0",
        "INFO game_type 1",
        "INFO max_node 1000",
        "INFO timeout_turn 2000",
        "BEGIN",
    ];
    assert_eq!(told[..6], begun);
    assert_eq!(told[6..8], ["INFO timeout_turn 2000", "BOARD"]);
    let mut stones = told[8..10].to_vec();
    stones.sort();
    assert_eq!(stones, ["0,0,1", "2,14,2"]);
    assert_eq!(told[10..], ["DONE"]);
}

#[test]
fn what_cannot_be_said_is_refused_before_anything_is_started() {
    assert!(
        refusal("othello", "uci:command=sh")
            .contains("othello is not played over uci; known: chess, xiangqi")
    );
    assert!(refusal("chess", "hub:command=sh").contains("is not played over hub"));
    assert!(refusal("connect6", "gomocup:command=sh").contains("is not played over gomocup"));
    assert!(refusal("chess", "uci:command=sh,dialect=ucci").contains("known: xiangqi in the dialect ucci"));
    assert!(
        refusal("chess", "uci:command=sh,playouts=5").contains("sets a limit that the protocol cannot tell")
    );
    assert!(refusal("outer-open-gomoku", "gomocup:command=sh,nodes=5").contains("or among its options"));
    assert!(refusal("chess", "uci:command=sh,options=\"Hash\"").contains("'Hash' is not an option"));
    assert!(
        refusal("chess", "uci:command=no-such-program").contains("there is no program 'no-such-program'")
    );
}

#[test]
fn a_kept_program_is_only_used_with_the_same_options() {
    let program = Program::new(
        "kept",
        "uci) n=$((n+1)); printf 'option name UCI_LimitStrength type check\\noption name UCI_Elo type spin\\nuciok\\n' ;;\n\
         isready) echo readyok ;;\ngo) [ $n = 1 ] && echo bestmove e2e4 || echo bestmove d2d4 ;;\nquit) exit ;;",
    );
    let played = start("chess", None, "");
    let play = |keys: &str| {
        let spec = program.spec("uci", &format!(",restart=off{keys}"));
        chosen(agent("chess", &spec.seeded(7)).as_mut(), played.as_ref())
    };
    assert_eq!([play(""), play(""), play(",elo=1400")], ["e4", "d4", "e4"]);
    agon_agents::external::end_idle();
}
