//! Games written in the formats of their players, and read back.

use agon_core::{Ending, Outcome, Player, Random, Reason, Record, Rules};
use agon_formats::{Format, FormatError, Games, Header};
use agon_games::Shipped;
use proptest::prelude::*;

fn write(record: &Record, header: &Header, format: Format) -> Result<String, FormatError> {
    agon_formats::write(agon_games::find(&record.game).unwrap().as_ref(), record, header, format)
}

fn parse(
    text: &str,
    format: Option<Format>,
    game: Option<&str>,
) -> Result<Games<'static, Shipped>, FormatError> {
    let game = game.map(|spec| agon_games::find(spec).unwrap());
    Games::parse(text, format, game.as_ref(), &Shipped)
}

/// The format that a text is judged to be in, and the game that its first game is judged to be of.
fn discover(text: &str, game: Option<&str>) -> Result<(Format, String), FormatError> {
    let games = parse(text, None, game)?;
    Ok((games.format(), games.read(1)?.rules.spec().to_owned()))
}

fn header() -> Header {
    Header {
        event: "Club \"Night\" [B\\side]".to_owned(),
        date: "2024-05-31".to_owned(),
        round: "3".to_owned(),
        players: ["Ada: first".to_owned(), "Bertil".to_owned()],
    }
}

/// A random game of at most `plies` plies, perhaps resigned.
fn play(rules: &dyn Rules, position: Option<&str>, plies: usize, resign: bool, seed: u64) -> Record {
    let mut random = Random::stream(seed, 7);
    let mut played = rules.start(position).unwrap();
    while played.ending().is_none() && played.history().len() < plies {
        let index = random.below(played.move_count() as u32) as usize;
        played.play(index);
    }
    if resign && played.ending().is_none() {
        played.resign(played.to_move());
    }
    played.record()
}

fn read_back(text: &str, format: Format, rules: &dyn Rules) -> (Record, Header) {
    let games =
        parse(text, Some(format), Some(rules.spec())).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(games.count(), 1, "{text}");
    let read = games.read(1).unwrap_or_else(|error| panic!("{error}\n{text}"));
    (read.record, read.header)
}

#[test]
fn every_game_survives_the_round_trip_in_every_format_it_has() {
    for info in agon_games::catalogue() {
        let specs = [info.id.to_string(), "havannah:size=4,swap=on".to_owned()];
        for spec in &specs[..if info.id == "havannah" { 2 } else { 1 }] {
            let rules = agon_games::find(spec).unwrap();
            for (seed, plies, resign) in [(1, 400, false), (2, 12, true), (3, 7, false), (4, 0, false)] {
                let record = play(rules.as_ref(), None, plies, resign, seed);
                for &format in Format::of_game(&info.id) {
                    let text = write(&record, &header(), format).unwrap();
                    let (read, told) = read_back(&text, format, rules.as_ref());
                    assert_eq!(read, record, "{text}");
                    if format != Format::Json {
                        assert_eq!(told.players, header().players, "{text}");
                        assert_eq!(told.date, header().date, "{text}");
                    }
                    assert_eq!(Format::guess(&text), Some(format), "{text}");
                }
            }
        }
    }
}

#[test]
fn games_from_the_middle_keep_their_first_position() {
    for info in agon_games::catalogue() {
        let rules = agon_games::find(&info.id).unwrap();
        // An even number of plies for the stones of Connect6, and enough to be somewhere.
        let before = play(rules.as_ref(), None, 9, false, 5);
        let middle = rules.replay(&before).unwrap();
        if middle.ending().is_some() {
            continue;
        }
        let record = play(rules.as_ref(), Some(&middle.position()), 6, false, 6);
        assert!(record.position.is_some());
        for &format in Format::of_game(&info.id) {
            let text = write(&record, &Header::default(), format).unwrap();
            let (read, _) = read_back(&text, format, rules.as_ref());
            assert_eq!(read, record, "{}\n{text}", info.id);
        }
    }
}

#[test]
fn a_game_without_a_common_format_says_so() {
    let rules = agon_games::find("tapatan").unwrap();
    let record = play(rules.as_ref(), None, 4, false, 1);
    let error = write(&record, &header(), Format::Pgn).unwrap_err();
    assert_eq!(error.to_string(), "tapatan has no PGN; its players have no common format; use json");
    let rules = agon_games::find("xiangqi").unwrap();
    let record = play(rules.as_ref(), None, 4, false, 1);
    let error = write(&record, &header(), Format::Sgf).unwrap_err();
    assert_eq!(error.to_string(), "xiangqi has no SGF; its formats are json and pgn");
    assert!(matches!("png".parse::<Format>(), Err(FormatError::UnknownFormat(_))));
}

fn record(spec: &str, moves: &str) -> Record {
    let rules = agon_games::find(spec).unwrap();
    let mut played = rules.start(None).unwrap();
    for text in moves.split_whitespace() {
        let index = played.find_move(text).unwrap();
        played.play(index);
    }
    played.record()
}

#[test]
fn a_chess_game_is_plain_pgn() {
    let record = record("chess", "f3 e5 g4 Qh4#");
    let text = write(&record, &Header::default(), Format::Pgn).unwrap();
    let expected = "[Event \"?\"]\n[Site \"Agon\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n\
                    [Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    assert_eq!(text, expected);
}

#[test]
fn each_community_reads_its_own_coordinates() {
    let moves_of = |spec: &str, moves: &str, format| {
        let text = write(&record(spec, moves), &Header::default(), format).unwrap();
        text.replace('\n', "")
    };
    assert!(moves_of("xiangqi", "h2e2 h9g7", Format::Pgn).ends_with("1. H2-E2 H9-G7 *"));
    assert!(moves_of("outer-open-gomoku", "a1 b15", Format::Sgf).ends_with(";B[ao];W[ba])"));
    assert!(moves_of("connect6", "j10 j9 l11 k9", Format::Sgf).ends_with(";B[j10];W[j9l11];B[k9])"));
    assert!(moves_of("lines-of-action", "c1xa3 a2-c2", Format::Sgf).ends_with(";B[c1:a3];W[a2-c2])"));
    assert!(moves_of("havannah:size=4,swap=on", "d1 swap", Format::Sgf).ends_with(";W[D7];B[SWAP])"));
    assert!(moves_of("othello", "f5 d6", Format::Ggf).ends_with(
        "TY[8]RE[?]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5]W[D6];)"
    ));
    let checkers = moves_of("checkers", "11-15 22-18 15x22", Format::Pdn);
    assert!(checkers.ends_with("[GameType \"21,B,8,8,N1,0\"]1. 11-15 22-18 2. 15x22 *"), "{checkers}");
}

#[test]
fn readers_follow_the_main_line_of_what_people_really_write() {
    let pgn = "\u{feff}% made by hand\n[Event \"x\"]\r\n[White \"A \\\"B\\\" C\"]\n[Result \"1/2-1/2\"]\n\n\
               1.e4! {best (really)} e5 (1... c5 {Sicilian :)} 2. Nf3 (2. c3)) 2. Nf3 $1 Nc6 ; the rest\n3.Bb5 a6 1/2-1/2\n\n\
               [Event \"y\"]\n\n1. d4 *\n";
    let games = parse(pgn, None, None).unwrap();
    assert_eq!(games.count(), 2);
    let read = games.read(1).unwrap();
    let (first, told) = (read.record, read.header);
    assert_eq!(first.moves, ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]);
    assert_eq!(first.result, Some(Outcome::Draw));
    assert_eq!(told.players[0], "A \"B\" C");
    assert_eq!(games.read(2).unwrap().record.moves, ["d4"]);
    assert_eq!(games.read(3).err().unwrap().to_string(), "there is no game 3; the text holds 2");

    // Black begins in checkers, and the points of who begins come first.
    let checkers = agon_games::find("checkers").unwrap();
    let pdn = "[Black \"J\"]\n[White \"T\"]\n[GameType \"21\"]\n[Result \"1-0\"]\n1.  9-14 22-17 2. 11-15 {dyke} 25-22 1-0";
    let (game, told) = read_back(pdn, Format::Pdn, checkers.as_ref());
    assert_eq!((game.result, told.players[0].as_str()), (Some(Outcome::Win(Player::First)), "J"));

    // Little Golem counts Havannah rows from the bottom, Castro from the top.
    let havannah = agon_games::find("havannah:size=4,swap=on").unwrap();
    let golem = "(;FF[4]EV[havannah.in.size4]PB[b]PW[w]SZ[4]SO[lg];W[E1];B[swap];W[F2];B[resign])";
    let (game, _) = read_back(golem, Format::Sgf, havannah.as_ref());
    assert_eq!(game.moves, ["e7", "swap", "f6"]);
    assert_eq!(game.result, Some(Outcome::Win(Player::First)));
    let castro = "(;FF[4]GM[havannah]SZ[4];W[a1](;B[b2]C[x\\]y];W[c3])(;B[d4]))";
    assert_eq!(read_back(castro, Format::Sgf, havannah.as_ref()).0.moves, ["a1", "b2", "c3"]);

    let othello = agon_games::find("othello").unwrap();
    let ggf = "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[s]PW[t]TY[8]RE[-2.000]BO[8 -------- -------- \
               -------- ---O*--- ---*O--- -------- -------- -------- *]B[d3//0.01]W[C5/-1.5/2]B[e6];)";
    let (game, told) = read_back(ggf, Format::Ggf, othello.as_ref());
    assert_eq!((game.moves.len(), game.position, game.result), (3, None, Some(Outcome::Win(Player::Second))));
    assert_eq!(told.date, "2003-12-15");
}

#[test]
fn what_is_wrong_is_said_in_a_sentence() {
    let sentence = |spec: &str, format, text: &str| {
        let games = parse(text, Some(format), Some(spec));
        games.and_then(|games| games.read(1)).err().unwrap().to_string()
    };
    assert!(
        sentence("chess", Format::Pgn, "[White \"A\"]\n\n1. e4 e5\n2. Ke3")
            .starts_with("line 4, move 3: 'Ke3' is not a legal move here")
    );
    assert_eq!(
        sentence("chess", Format::Pgn, "1. e4 {oh"),
        "line 1: a comment that is opened with { is not closed"
    );
    assert_eq!(sentence("chess", Format::Pgn, "  "), "there is no PGN game in the text");
    assert_eq!(
        sentence("chess", Format::Pgn, "[Variant \"Crazyhouse\"]\n\n1. e4 *"),
        "the text is a game of Crazyhouse, not of Chess"
    );
    assert_eq!(
        sentence("checkers", Format::Pdn, "[GameType \"25\"]\n1. c3-d4"),
        "the text is a game of Russian draughts (PDN game type 25), not of English checkers, which is 21"
    );
    assert_eq!(
        sentence("havannah", Format::Sgf, "(;FF[4]SZ[4];W[E1])"),
        "the text is a game of size 4, not of size 8 as in havannah"
    );
    assert_eq!(
        sentence("othello", Format::Sgf, "(;GM[2];B[f5"),
        "line 1: a value that is opened with [ is not closed"
    );
    assert!(
        sentence("othello", Format::Ggf, "(;GM[Othello]BO[8 xx];)").contains("is not a position of othello")
    );
}

#[test]
fn a_text_says_which_game_it_is_of() {
    for info in agon_games::catalogue() {
        let spec = if info.id == "havannah" { "havannah:size=4,swap=on" } else { &info.id };
        let rules = agon_games::find(spec).unwrap();
        let record = match &*info.id {
            "havannah" => record(spec, "d1 swap"),
            _ => play(rules.as_ref(), None, 5, false, 1),
        };
        for &format in Format::of_game(&info.id) {
            let text = write(&record, &header(), format).unwrap();
            let (found, of) = discover(&text, None).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!((found, of.as_str()), (format, rules.spec()), "{text}");
        }
    }
    let bare = "1. 11-15 22-18 2. 15x22 *";
    assert_eq!(parse(bare, None, Some("checkers")).unwrap().read(1).unwrap().record.moves.len(), 3);
    assert_eq!(discover(bare, None).unwrap(), (Format::Pdn, "checkers".to_owned()));
    let small = "(;FF[4]EV[havannah]SZ[4];W[E1];B[swap])";
    assert_eq!(discover(small, Some("havannah")).unwrap().1, "havannah:size=4,swap=on");
    let sentence = |text: &str| discover(text, None).err().unwrap().to_string();
    assert_eq!(sentence("(;B[aa])"), "the text does not say which game it is of; name the game");
    assert!(
        sentence("{\n\"game\": 7").starts_with("this is not a saved game: "),
        "{}",
        sentence("{\n\"game\": 7")
    );
    assert!(sentence("").starts_with("this is not a saved game: "));
}

#[test]
fn what_the_players_ended_is_told_in_every_format_it_can_be() {
    for info in agon_games::catalogue() {
        let rules = agon_games::find(&info.id).unwrap();
        for ending in [Ending::draw(Reason::Agreement), Ending::loss(Player::First, Reason::Time)] {
            let mut played = rules.start(None).unwrap();
            played.play(0);
            played.conclude(ending);
            let record = played.record();
            assert_eq!(rules.replay(&record).unwrap().ending(), Some(ending));
            for &format in Format::of_game(&info.id) {
                let text = write(&record, &Header::default(), format).unwrap();
                let (read, _) = read_back(&text, format, rules.as_ref());
                assert_eq!(read.ending, record.ending, "{text}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn hostile_text_is_answered(text in "\\PC{0,60}|[\\[\\](){};BWABGSZRE0-9a-t./ \"\\\\\n-]{0,120}") {
        for info in agon_games::catalogue() {
            for &format in Format::of_game(&info.id) {
                for format in [Some(format), None] {
                    if let Ok(games) = parse(&text, format, Some(&info.id)) {
                        let _ = games.read(1);
                    }
                }
            }
        }
    }

    #[test]
    fn damaged_games_are_answered(at in 0.0..1.0_f64, length in 0_usize..9, patch in "\\PC{0,6}", which in 0_usize..6) {
        let spec = ["chess", "checkers", "othello", "havannah:size=4,swap=on", "connect6", "xiangqi"][which];
        let rules = agon_games::find(spec).unwrap();
        let record = play(rules.as_ref(), None, 8, true, which as u64);
        let format = *Format::of_game(&rules.info().id).last().unwrap();
        let text: Vec<char> = write(&record, &header(), format).unwrap().chars().collect();
        let start = (at * text.len() as f64) as usize;
        let end = (start + length).min(text.len());
        let damaged: String = text[..start].iter().copied().chain(patch.chars()).chain(text[end..].iter().copied()).collect();
        if let Ok(games) = parse(&damaged, Some(format), Some(spec)) {
            for number in 1..=games.count() {
                let _ = games.read(number);
            }
        }
    }
}
