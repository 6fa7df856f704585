//! Random games of chess beside an independent implementation: the same legal moves, the same notation of moves and
//! positions, the same endings.

use agon_core::{Game, Line, Outcome, Player, Random};
use agon_games::chess::Chess;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Color, EnPassantMode, KnownOutcome, Position as _};

/// The initial position and some in which castling, promotion, pins and en passant are never far.
const STARTS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n4k/PPPP4/8/8/8/8/pppp4/N1N4K b - - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
];
const GAMES: u64 = 8;
const PLIES: u32 = 400;

#[test]
fn random_games_agree() {
    let mut seen = [0; 4];
    for (start, game) in STARTS.iter().flat_map(|start| (0..GAMES).map(move |game| (start, game))) {
        let mut random = Random::stream(11, game);
        let (position, clocks) = Chess.read_position(start).unwrap();
        let mut line = Line::from_position(&Chess, position, clocks);
        let fen: Fen = start.parse().unwrap();
        let mut oracle: shakmaty::Chess = fen.into_position(CastlingMode::Standard).unwrap();
        for _ in 0..PLIES {
            let position = line.position();
            let fen = Fen::from_position(&oracle, EnPassantMode::Legal).to_string();
            assert_eq!(Chess.write_position(position, line.clocks()), fen);
            let mut moves = Vec::new();
            let ending = Chess.generate(position, &mut moves);
            assert_eq!(ending.map(|ending| ending.outcome), oracle.outcome().known().map(outcome), "{fen}");
            if let Some(ending) = ending {
                let kind = [oracle.is_checkmate(), oracle.is_stalemate(), oracle.is_insufficient_material()];
                let words = ending.words(Chess.info());
                let said = [" checkmate.", " stalemate.", " any more."].map(|end| words.ends_with(end));
                assert_eq!(said, kind, "{fen}: {words}");
                seen[kind.iter().position(|&is| is).unwrap()] += 1;
                break;
            }
            let mut ours: Vec<(String, String)> = Vec::new();
            for &mv in &moves {
                let (san, uci) = (Chess.write_move(position, mv), uci(position, mv));
                assert!(Chess.spellings(position, mv).contains(&uci), "{fen}: {san} has no spelling {uci}");
                ours.push((uci, san));
            }
            let mut theirs: Vec<(String, String)> = Vec::new();
            for mv in oracle.legal_moves() {
                let uci = mv.to_uci(CastlingMode::Standard).to_string();
                theirs.push((uci, SanPlus::from_move(oracle.clone(), mv).to_string()));
            }
            ours.sort();
            theirs.sort();
            assert_eq!(ours, theirs, "{fen}");

            let mv = random.pick(&moves);
            let text = uci(position, mv);
            let same = oracle
                .legal_moves()
                .into_iter()
                .find(|mv| mv.to_uci(CastlingMode::Standard).to_string() == text);
            oracle.play_unchecked(same.unwrap());
            line.push(&Chess, mv);
            seen[3] += 1;
        }
    }
    println!("checkmates, stalemates, dead positions, plies: {seen:?}");
    assert!(seen.iter().all(|&count| count > 0), "the games were too tame: {seen:?}");
}

fn outcome(known: KnownOutcome) -> Outcome {
    match known.winner() {
        Some(Color::White) => Outcome::Win(Player::First),
        Some(Color::Black) => Outcome::Win(Player::Second),
        None => Outcome::Draw,
    }
}

/// The move as it is pointed at, which must be what UCI says.
fn uci(position: &<Chess as Game>::Position, mv: <Chess as Game>::Move) -> String {
    let layout = Chess.layout();
    let mut text: String =
        Chess.trace(position, mv).path.iter().map(|&cell| layout.cells[cell].name.as_str()).collect();
    if let Some((_, piece)) = Chess.write_move(position, mv).split_once('=') {
        text += &piece[..1].to_lowercase();
    }
    text
}
