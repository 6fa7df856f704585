//! What other people and other programs write: looser than any standard, and read all the same.

use agon_core::{Outcome, Player, Reason, Record};
use agon_formats::{Format, FormatError, Games, Header, Reading};
use agon_games::Shipped;

fn parse(text: &str, game: Option<&str>) -> Result<Games<'static, Shipped>, FormatError> {
    let game = game.map(|spec| agon_games::find(spec).unwrap());
    Games::parse(text, None, game.as_ref(), &Shipped)
}

/// The only game of a text.
fn read(text: &str) -> Reading<dyn agon_core::Rules> {
    let games = parse(text, None).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(games.count(), 1, "{text}");
    games.read(1).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn moves(text: &str) -> String {
    read(text).record.moves.join(" ")
}

fn sentence(text: &str, game: Option<&str>) -> String {
    let error = parse(text, game).and_then(|games| games.read(1)).err();
    error.unwrap_or_else(|| panic!("{text} was read")).to_string()
}

/// A record survives JSON and its own format, and is replayed as it was read.
fn survives(record: &Record) {
    let rules = agon_games::find(&record.game).unwrap();
    assert_eq!(rules.replay(record).unwrap().record(), *record);
    for &format in Format::of_game(&rules.info().id) {
        let text = agon_formats::write(rules.as_ref(), record, &Header::default(), format).unwrap();
        assert_eq!(read(&text).record, *record, "{text}");
    }
}

/// There and back again, so often that the first position occurs `times` times.
fn shuffled(times: usize) -> String {
    "Nf3 Nf6 Ng1 Ng8 ".repeat(times - 1)
}

#[test]
fn a_game_goes_on_where_nobody_claimed_a_draw() {
    let threefold = read("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4");
    assert_eq!((threefold.record.moves.len(), threefold.record.played_on), (9, Some(8)));
    assert_eq!(threefold.record.result, None);
    assert_eq!(threefold.remarks, ["the rules of chess end the game after 8 moves; it was played on"]);
    survives(&threefold.record);

    // Whoever resigns in a position that occurred three times has lost all the same; and a draw was drawn.
    let resigned = read(&(shuffled(3) + "1-0")).record;
    assert_eq!(
        (resigned.result, resigned.reason),
        (Some(Outcome::Win(Player::First)), Some(Reason::Resignation))
    );
    assert_eq!(resigned.played_on, Some(8));
    survives(&resigned);
    let drawn = read(&(shuffled(3) + "1/2-1/2")).record;
    assert_eq!((drawn.reason, drawn.played_on), (Some(Reason::Repetition), None));
    survives(&drawn);

    // Fifty moves, and the dead position in which they end.
    let fen = "[FEN \"8/8/8/4k3/8/8/p7/KR6 w - - 98 120\"]\n\n";
    let quiet = read(&format!("{fen}120. Rd1 Kf4 121. Rc1 Kf5 122. Kxa2 Kf4 *")).record;
    assert_eq!((quiet.moves.len(), quiet.played_on), (6, Some(2)));
    survives(&quiet);
    let dead =
        read("[FEN \"8/8/8/4k3/8/8/1p6/KB6 w - - 0 60\"]\n\n60. Kxb2 Kd4 61. Kc1 Ke3 62. Kd1 1/2-1/2").record;
    assert_eq!((dead.moves.len(), dead.played_on), (5, Some(1)));
    survives(&dead);
}

#[test]
fn what_ends_a_game_without_a_claim_ends_it() {
    assert!(sentence(&(shuffled(5) + "9. e4"), None).contains("'e4' cannot be played: the game is over"));
    let fen = "[FEN \"8/8/8/4k3/8/8/p7/KR6 w - - 148 160\"]\n\n160. Rc1 Kd4 161. Rd1";
    assert!(
        sentence(fen, None).contains("line 3, move 3: 'Rd1' cannot be played"),
        "{}",
        sentence(fen, None)
    );
    assert!(sentence("1. f3 e5 2. g4 Qh4# 3. e4", None).contains("the game is over"));
}

#[test]
fn games_of_every_kind_are_read_past_our_limits() {
    // Kings that go to and fro, in checkers, draughts and xiangqi.
    let checkers = "[GameType \"21\"]\n[FEN \"B:WK32:BK1\"]\n\n";
    let to_and_fro = |there: [&str; 2], back: [&str; 2]| {
        format!("{} {} {} {} ", there[0], there[1], back[0], back[1]).repeat(4)
    };
    let game = read(&format!("{checkers}{} 1-0", to_and_fro(["1-5", "32-28"], ["5-1", "28-32"]))).record;
    assert_eq!((game.moves.len(), game.result), (16, Some(Outcome::Win(Player::First))));
    assert_eq!(game.played_on, Some(8));
    survives(&game);
    let xiangqi = "[Game \"Chinese Chess\"]\n\n".to_owned() + &to_and_fro(["R1+1", "R9+1"], ["R1-1", "R9-1"]);
    let game = read(&xiangqi).record;
    assert_eq!((game.moves.len(), game.played_on), (16, Some(8)));
}

#[test]
fn a_position_late_in_a_long_game_can_be_played_on() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 300";
    let game = read(&format!("[FEN \"{fen}\"]\n\n300. O-O O-O-O 301. Rad1 *")).record;
    assert_eq!((game.moves.join(" "), game.played_on), ("O-O O-O-O Rad1".to_owned(), None));
    survives(&game);
}

#[test]
fn moves_are_written_in_many_ways() {
    let mate = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. ";
    for last in ["Qxf7++", "Qxf7+", "Qxf7", "Qh5xf7#", "Qhxf7 mate", "Qxf7!!#"] {
        let game = read(&format!("{mate}{last} 1-0")).record;
        assert_eq!(game.moves.last().unwrap(), "Qxf7#", "{last}");
    }
    for plain in ["1 e4 e5 2 Nf3", "1.e4 e5 2.Nf3", "1. e4 1... e5 2. Nf3", "e4 e5 Nf3", "1.e4 1…e5 2.Nf3"]
    {
        assert_eq!(moves(plain), "e4 e5 Nf3", "{plain}");
    }
    let judged = "1. e4 $1 e5?! +/= 2. Nf3$6 {best} Nc6!! ± 3. Bb5⩲ a6 N 4. O-O = Nf6 +- 5. Re1 -/+ ∞";
    assert_eq!(moves(judged), "e4 e5 Nf3 Nc6 Bb5 a6 O-O Nf6 Re1");
    let varied = "1. e4 e5 (1... c5 ; the Sicilian :)\n2. Nf3 {or (2. c3)} d6) 2. Nf3 *";
    assert_eq!(moves(varied), "e4 e5 Nf3");
}

#[test]
fn results_are_written_in_many_ways() {
    for draw in ["1/2-1/2", "1/2", "½-½", "½", "½–½"] {
        for text in [format!("1. e4 e5 {draw}"), format!("[Result \"{draw}\"]\n\n1. e4 e5")] {
            let game = read(&text).record;
            assert_eq!((game.result, game.moves.len()), (Some(Outcome::Draw), 2), "{text}");
        }
    }
    let timed = read("[Result \"0-1\"]\n[Termination \"Bo won on time\"]\n\n1. e4 e5 0-1").record;
    assert_eq!(timed.reason, Some(Reason::Time));
    let wrong = read("1. f3 e5 2. g4 Qh4# 1-0");
    assert_eq!(wrong.record.result, Some(Outcome::Win(Player::Second)));
    assert!(
        wrong.remarks[0].starts_with("the text has another result than the board"),
        "{:?}",
        wrong.remarks
    );
}

#[test]
fn null_moves_are_no_part_of_a_game() {
    let fen = "[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"]\n\n";
    assert_eq!(moves(&format!("{fen}1. -- e5 2. Nf3")), "e5 Nf3");
    let forfeit = read("1. e4 -- 1-0");
    assert_eq!((forfeit.record.moves.len(), forfeit.record.result), (1, Some(Outcome::Win(Player::First))));
    let analysis = read("1. e4 e5\n2. -- Nf6 3. Nf3 1-0");
    assert_eq!((analysis.record.moves.join(" "), analysis.record.result), ("e4 e5".to_owned(), None));
    assert!(analysis.remarks[0].starts_with("line 2: '--' gives the turn away"), "{:?}", analysis.remarks);
    assert_eq!(moves("1. e4 e5 (1... -- 2. d4) 2. Nf3"), "e4 e5 Nf3");
}

#[test]
fn names_may_hold_quotes() {
    let game = read("[White \"Joe \"the Rook\" Doe\"]\n[Black \"A \\\"B\\\" C\"] \n\n1. e4 *");
    assert_eq!(game.header.players, ["Joe \"the Rook\" Doe", "A \"B\" C"].map(str::to_owned));
}

#[test]
fn the_first_points_of_a_result_are_those_of_who_begins() {
    let tags = "[Black \"B\"]\n[White \"W\"]\n";
    let checkers = |result: &str, kind: &str| {
        read(&format!("{tags}[Result \"{result}\"]\n{kind}\n1. 11-15 23-18 {result}"))
    };
    for kind in ["", "[GameType \"21\"]\n", "[GameType \"21,B,8,8,N1,0\"]\n"] {
        let black = checkers("1-0", kind);
        assert_eq!(black.record.result, Some(Outcome::Win(Player::First)), "{kind}");
        assert_eq!(black.header.players, ["B", "W"].map(str::to_owned));
        assert_eq!(checkers("0-1", kind).record.result, Some(Outcome::Win(Player::Second)));
    }
    // Where White is said to begin, he is the first player.
    let white = checkers("1-0", "[GameType \"21,W,8,8,N1,0\"]\n");
    assert_eq!(
        (white.header.players, white.record.result),
        (["W", "B"].map(str::to_owned), Some(Outcome::Win(Player::First)))
    );
    let draughts = read(&format!("{tags}[GameType \"20\"]\n1. 32-28 19-23 2. 28x19 14x23 2-0"));
    assert_eq!(
        (draughts.header.players, draughts.record.result),
        (["W", "B"].map(str::to_owned), Some(Outcome::Win(Player::First)))
    );

    // Written the way it is read.
    let rules = agon_games::find("checkers").unwrap();
    let mut played = rules.start(None).unwrap();
    played.follow("11-15").unwrap();
    played.resign(Player::Second);
    let text =
        agon_formats::write(rules.as_ref(), &played.record(), &Header::default(), Format::Pdn).unwrap();
    assert!(text.contains("[Result \"1-0\"]") && text.trim_end().ends_with("1-0"), "{text}");
}

#[test]
fn colours_are_honoured_or_refused() {
    let wrong = "(;GM[2]FF[4]\n;B[f5];B[d6];W[c3])";
    assert_eq!(sentence(wrong, None), "line 2, move 2: 'd6' is a move of Black, but it is the turn of White");
    assert_eq!(
        sentence("(;GM[4]SZ[15];W[aa];B[bb])", None),
        "line 1, move 1: 'a15' is a move of White, but it is the turn of Black"
    );
    assert!(sentence("(;EV[havannah]SZ[4];B[a1])", None).contains("it is the turn of White"));
    assert!(sentence("(;GM[Othello]B[F5]B[D6];)", None).contains("it is the turn of White"));
    assert!(sentence("(;GM[9];W[b1-b3])", None).contains("is a move of White"));
    // Two stones of one player are a turn of Connect6.
    assert_eq!(read("(;EV[connect6]SZ[19];B[j10];W[j9];W[l11];B[k9k8])").record.moves.len(), 5);
}

/// A game in which Black has to pass after the eighth disc.
const WITH_A_PASS: [&str; 9] = ["f5", "f6", "f7", "g7", "d3", "f8", "h8", "h6", "c3"];

#[test]
fn othello_records_leave_passes_out() {
    let expected = "f5 f6 f7 g7 d3 f8 h8 h6 -- c3";
    let white = [1, 3, 5, 7, 8];
    let node = |(index, square)| format!(";{}[{square}]", if white.contains(&index) { 'W' } else { 'B' });
    let tree = WITH_A_PASS.iter().enumerate().map(node).collect::<Vec<_>>().concat();
    assert_eq!(moves(&format!("(;GM[2]FF[4]{tree})")), expected);
    assert_eq!(moves(&format!("(;GM[Othello]{};)", tree.replace(';', "").to_uppercase())), expected);
    for transcript in [
        WITH_A_PASS.concat(),
        WITH_A_PASS.concat().to_uppercase(),
        WITH_A_PASS.join(" "),
        format!("{}\n{}", WITH_A_PASS[..5].concat(), WITH_A_PASS[5..].concat()),
        format!("{} 37-27", WITH_A_PASS.concat()),
        "1. f5 f6 2. f7 g7 3. d3 f8 4. h8 h6 5. -- c3".to_owned(),
        "f5f6f7g7d3f8h8h6PAc3".to_owned(),
    ] {
        let game = read(&transcript).record;
        assert_eq!(
            (game.game.as_str(), game.moves.join(" ").as_str()),
            ("othello", expected),
            "{transcript}"
        );
        survives(&game);
    }
    let several = parse("f5d6c3d3c4\nf5f6e6\nd3c3\n", None).unwrap();
    assert_eq!(several.count(), 3);
    assert_eq!(several.read(3).unwrap().record.moves, ["d3", "c3"]);
    assert!(sentence("f5d6a1", None).contains("line 1, move 3: 'a1' is not a legal move here"));
    // A few squares may be chess, unless somebody says otherwise.
    assert_eq!(read("d3 c5 e4").record.game, "chess");
    assert_eq!(parse("d3 c5 e6", Some("othello")).unwrap().read(1).unwrap().record.moves.len(), 3);
}

#[test]
fn foreign_games_are_named_as_what_they_are() {
    assert_eq!(
        sentence("[GameType \"25\"]\n1. c3-d4", None),
        "the text is a game of Russian draughts (PDN game type 25), which is none of the games here"
    );
    assert_eq!(
        sentence("(;GM[1]SZ[19];B[pd])", None),
        "the text is a game of Go (SGF game number 1), which is none of the games here"
    );
    assert_eq!(
        sentence("(;GM[1]SZ[19];B[pd])", Some("othello")),
        "the text is a game of Go (SGF game number 1), not of Othello"
    );
    assert!(sentence("(;GM[99];B[pd])", None).contains("a game of SGF game number 99"));
    assert!(sentence("[GameType \"77\"]\n1. c3-d4", None).contains("a game of PDN game type 77"));
    assert_eq!(sentence("[Variant \"Atomic\"]\n1. e4", None), "the text is a game of Atomic, not of Chess");
}

#[test]
fn three_soldiers_on_a_file_are_counted_from_the_front() {
    let fen = "rnbakabnr/9/1c5c1/p1p1P1p1p/4P4/9/P3P3P/1C5C1/9/RNBAKABNR w - - 0 1";
    let text =
        format!("[Game \"Chinese Chess\"]\n[FEN \"{fen}\"]\n[Format \"WXF\"]\n\n1. 35+1 C8=5 2. 15=6 *");
    assert_eq!(moves(&text), "e3e4 h7e7 e6d6");
}

#[test]
fn every_set_of_rules_with_every_parameter_survives() {
    let mut count = 0;
    for info in agon_games::catalogue() {
        let varied = info.parameters.iter().flat_map(|parameter| {
            parameter.values.iter().map(|value| format!("{}:{}={value}", info.id, parameter.key))
        });
        for spec in varied.chain([info.id.to_string()]) {
            let rules = agon_games::find(&spec).unwrap();
            let mut played = rules.start(None).unwrap();
            for _ in 0..4 {
                played.play(played.move_count() / 2);
            }
            survives(&played.record());
            count += 1;
        }
    }
    assert!(count > 30, "{count}");
}

#[test]
fn saved_games_are_read_one_by_one_or_line_by_line() {
    let record = |spec: &str| {
        let mut played = agon_games::find(spec).unwrap().start(None).unwrap();
        played.play(0);
        played.record()
    };
    let records = ["chess", "havannah:size=5,swap=on", "othello"].map(record);
    let lines: Vec<String> = records.iter().map(|record| serde_json::to_string(record).unwrap()).collect();
    let wrapped: Vec<String> =
        lines.iter().map(|line| format!("{{\"gain\": 1, \"record\": {line}}}")).collect();
    for text in [lines.join("\n"), format!("[{}]", lines.join(",")), wrapped.join("\n\n") + "\n"] {
        let format = if text.starts_with('[') { Some(Format::Json) } else { None };
        let games =
            Games::parse(&text, format, None, &Shipped).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(games.count(), 3);
        for (index, record) in records.iter().enumerate() {
            assert_eq!(games.read(index + 1).unwrap().record, *record);
        }
    }
    let broken = format!("{}\n{{", lines[0]);
    assert!(
        sentence(&broken, None).starts_with("line 2 is not a saved game: "),
        "{}",
        sentence(&broken, None)
    );
}
