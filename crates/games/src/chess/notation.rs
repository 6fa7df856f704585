//! FEN for positions; SAN, UCI and what people type for moves.

use agon_core::notation::match_move;
use agon_core::{Clocks, MoveError, Player, PositionError};
use cozy_chess::{
    BoardBuilder, CastleRights, Color, File, Move, Piece as Kind, Rank, Square, get_king_moves,
};

use super::info::INFO;
use super::{Chess, LAST_RANKS, Position, player};
use crate::board::{Reader, write_rows};

/// The longest game and the longest quiet stretch that a FEN may speak of.
const MOST_MOVES: u32 = 9999;

const CASTLING_LETTERS: [(char, Color, bool); 4] = [
    ('K', Color::White, true),
    ('Q', Color::White, false),
    ('k', Color::Black, true),
    ('q', Color::Black, false),
];

pub(super) fn san(position: &Position, mv: Move) -> String {
    let mut text = short(position, mv);
    let mut next = position.0.clone();
    next.play_unchecked(mv);
    if !next.checkers().is_empty() {
        text.push(if next.generate_moves(|_| true) { '+' } else { '#' });
    }
    text
}

/// The standard notation without the sign for check or mate.
fn short(position: &Position, mv: Move) -> String {
    let board = &position.0;
    if let Some(castling) = position.castling(mv) {
        return if castling.king.file() == File::G { "O-O" } else { "O-O-O" }.to_owned();
    }
    let takes = if position.takes(mv) { "x" } else { "" };
    let promotion = mv.promotion.map_or(String::new(), |piece| format!("={}", upper(piece)));
    let kind = board.piece_on(mv.from).expect("a move starts from a piece");
    if kind == Kind::Pawn {
        let file = if takes.is_empty() { String::new() } else { mv.from.file().to_string() };
        return format!("{file}{takes}{}{promotion}", mv.to);
    }
    // Its like that could go to the same square, and whether file or rank alone tells it from them.
    let (mut alone, mut by_file, mut by_rank) = (true, true, true);
    let others = board.colored_pieces(board.side_to_move(), kind) & !mv.from.bitboard();
    board.generate_moves_for(others, |set| {
        if set.to.has(mv.to) {
            alone = false;
            by_file &= set.from.file() != mv.from.file();
            by_rank &= set.from.rank() != mv.from.rank();
        }
        false
    });
    let from = match (alone, by_file, by_rank) {
        (true, ..) => String::new(),
        (_, true, _) => mv.from.file().to_string(),
        (_, _, true) => mv.from.rank().to_string(),
        _ => mv.from.to_string(),
    };
    format!("{}{from}{takes}{}", upper(kind), mv.to)
}

/// Reads a move, whatever is said about check, mate and en passant: many leave it out, and some are wrong about it.
pub(super) fn read_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    let error = match match_move(&Chess, position, text) {
        Err(error @ MoveError::Illegal { .. }) => error,
        answer => return answer,
    };
    let mut bare = text.trim();
    loop {
        let signs = bare.trim_end_matches(['+', '#', '†', '‡', '!', '?']).trim_end();
        let word = ["e.p.", "ep", "mate", "ch"].iter().find_map(|word| signs.strip_suffix(word));
        match word.unwrap_or(signs) {
            shorter if shorter.len() < bare.len() => bare = shorter,
            _ => break,
        }
    }
    if bare.len() == text.trim().len() {
        return Err(error);
    }
    match match_move(&Chess, position, bare) {
        Err(MoveError::Illegal { .. }) => Err(error),
        answer => answer,
    }
}

pub(super) fn spellings(position: &Position, mv: Move) -> Vec<String> {
    let short = short(position, mv);
    let (from, to) = (mv.from, position.destination(mv));
    if position.castling(mv).is_some() {
        return vec![short.replace('O', "0"), format!("{from}{to}"), format!("{from}-{to}"), short];
    }
    // From and to, the way of UCI and of long algebraic notation.
    let link = if position.takes(mv) { "x" } else { "-" };
    let mut long = vec![format!("{from}{to}"), format!("{from}{link}{to}")];
    let mut spellings = Vec::new();
    if let Some(kind) = position.0.piece_on(from).filter(|&kind| kind != Kind::Pawn) {
        let (letter, takes) = (upper(kind), if position.takes(mv) { "x" } else { "" });
        long.push(format!("{letter}{from}{to}"));
        long.push(format!("{letter}{from}{link}{to}"));
        // File or rank are often told where nothing else could go there, or only a piece that is pinned; and what is not
        // told enough means several moves, which the answer lists.
        for told in [String::new(), from.file().to_string(), from.rank().to_string()] {
            spellings.push(format!("{letter}{told}{takes}{to}"));
            if !takes.is_empty() {
                spellings.push(format!("{letter}{told}{to}"));
            }
        }
    }
    if let Some(piece) = mv.promotion {
        let letter = upper(piece);
        // Without the piece the text means four moves, and the answer lists them.
        let bare = short.trim_end_matches(&format!("={letter}"));
        for bare in [bare.to_owned(), bare.replace('x', "")] {
            spellings.push(format!("{bare}{letter}"));
            spellings.push(format!("{bare}({letter})"));
            spellings.push(bare);
        }
        for form in &long {
            spellings.push(format!("{form}{}", char::from(piece)));
            spellings.push(format!("{form}={letter}"));
        }
    }
    if position.victim_en_passant(mv).is_some() {
        spellings.push(format!("{short} e.p."));
    }
    if position.takes(mv) {
        spellings.push(short.replace('x', ""));
    }
    spellings.push(short);
    spellings.extend(long);
    spellings
}

fn upper(kind: Kind) -> String {
    char::from(kind).to_ascii_uppercase().to_string()
}

pub(super) fn write_fen(position: &Position, clocks: Clocks) -> String {
    let board = &position.0;
    let rows = write_rows(8, 8, |row, column| {
        let square = Square::index(8 * (7 - row) + column);
        let owner = player(board.color_on(square)?);
        Some(INFO.pieces[board.piece_on(square)? as usize].letters[owner.index()])
    });
    let side = ['w', 'b'][position.mover().index()];
    let mut castling: String = CASTLING_LETTERS
        .iter()
        .filter(|(_, color, short)| {
            let rights = board.castle_rights(*color);
            if *short { rights.short } else { rights.long }.is_some()
        })
        .map(|(letter, ..)| letter)
        .collect();
    if castling.is_empty() {
        castling.push('-');
    }
    let en_passant = position.en_passant().map_or("-".to_owned(), |square| square.to_string());
    format!("{rows} {side} {castling} {en_passant} {} {}", clocks.quiet, clocks.plies / 2 + 1)
}

/// Reads FEN as programs write it: the clocks may be missing or `-`, and operations of EPD may follow.
pub(super) fn read_fen(text: &str) -> Result<(Position, Clocks), PositionError> {
    let reader = Reader::new(&INFO.id, text);
    let (fields, operations) = split_operations(text);
    if !(4..=6).contains(&fields.len()) {
        let form = "rows side castling en-passant quiet-plies move-number";
        return reader.error(format!("expected '{form}', found {} fields", fields.len()));
    }
    let mut builder = BoardBuilder::empty();
    reader.rows(fields[0], 8, 8, |row, column, letter| {
        let found =
            Kind::ALL.iter().copied().find(|&kind| upper(kind).starts_with(letter.to_ascii_uppercase()));
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        builder.board[8 * (7 - row) + column] = found.map(|kind| (kind, color));
        found.is_some()
    })?;
    let side = reader.side(fields[1], ['w', 'b'])?;
    builder.side_to_move = if side == Player::First { Color::White } else { Color::Black };
    check_pieces(&reader, &builder)?;
    read_castling(&reader, &mut builder, fields[2])?;
    if fields[3] != "-" {
        let square = fields[3].parse::<Square>().ok();
        let Some(square) = square.filter(|square| [Rank::Third, Rank::Sixth].contains(&square.rank())) else {
            return reader.error(format!("'{}' is not a square for en passant", fields[3]));
        };
        builder.en_passant = Some(square);
    }
    // EPD has the clocks among its operations, under names of their own.
    let number = |index: usize, name: &str, what: &str| {
        let told = fields.get(index).copied().filter(|&field| field != "-");
        told.or_else(|| operand(operations, name))
            .map_or(Ok(0), |field| reader.number(field, what, MOST_MOVES))
    };
    let quiet = number(4, "hmvc", "the count of quiet plies")?;
    let moves = number(5, "fmvn", "the move number")?.max(1);
    let mut built = builder.build();
    if let Err(cozy_chess::BoardBuilderError::InvalidEnPassant) = built {
        // A square that some program forgot to take away again says nothing.
        builder.en_passant = None;
        built = builder.build();
    }
    let Ok(board) = built else { return reader.error("the side that is not to move is in check") };
    let plies = 2 * (moves - 1) + side.index() as u32;
    Ok((Position(board), Clocks { plies, quiet }))
}

/// The fields of a FEN, and the operations of EPD behind them, such as `bm Nf3; id "one";`.
fn split_operations(text: &str) -> (Vec<&str>, &str) {
    let mut fields = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        // After the four fields that EPD has too, a word that begins with a letter is an operation.
        if fields.len() >= 4 && rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return (fields, rest);
        }
        let (field, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        fields.push(field);
        rest = after.trim_start();
    }
    (fields, "")
}

/// What follows the name of an EPD operation.
fn operand<'a>(operations: &'a str, name: &str) -> Option<&'a str> {
    let found = operations.split(';').find_map(|operation| operation.trim().strip_prefix(name));
    found.filter(|operand| operand.starts_with(char::is_whitespace)).map(str::trim)
}

/// Everything about the pieces that can be said without looking at attacks.
fn check_pieces(reader: &Reader, builder: &BoardBuilder) -> Result<(), PositionError> {
    let mut kings: Vec<Square> = Vec::new();
    for (color, name) in Color::ALL.into_iter().zip(&INFO.sides) {
        let count = |wanted: &dyn Fn(Kind) -> bool| {
            let pieces = builder.board.iter().flatten();
            pieces.filter(|&&(kind, owner)| owner == color && wanted(kind)).count()
        };
        if count(&|kind| kind == Kind::King) != 1 {
            return reader.error(format!("{name} needs exactly one king"));
        }
        if count(&|kind| kind == Kind::Pawn) > 8 {
            return reader.error(format!("{name} has more than eight pawns"));
        }
        if count(&|_| true) > 16 {
            return reader.error(format!("{name} has more than sixteen pieces"));
        }
        kings.extend(Square::ALL.into_iter().filter(|&s| builder.square(s) == Some((Kind::King, color))));
    }
    if get_king_moves(kings[0]).has(kings[1]) {
        return reader.error("the kings stand next to each other");
    }
    let pawn = |square| matches!(builder.square(square), Some((Kind::Pawn, _)));
    if LAST_RANKS.iter().any(pawn) {
        return reader.error("a pawn stands on the first or the last rank");
    }
    Ok(())
}

fn read_castling(reader: &Reader, builder: &mut BoardBuilder, field: &str) -> Result<(), PositionError> {
    let mut rights = [CastleRights::EMPTY; 2];
    for letter in field.chars().filter(|_| field != "-") {
        // X-FEN may name the file of the rook instead.
        let plain = match letter {
            'A' => 'Q',
            'H' => 'K',
            'a' => 'q',
            'h' => 'k',
            _ => letter,
        };
        let Some((_, color, short)) = CASTLING_LETTERS.into_iter().find(|known| known.0 == plain) else {
            let problem = match letter.to_ascii_lowercase() {
                'b'..='g' => format!("'{letter}' is a castling right of Chess960; chess has KQkq or '-'"),
                _ => format!("castling rights are letters of KQkq or '-', not '{field}'"),
            };
            return reader.error(problem);
        };
        let rank = Rank::First.relative_to(color);
        let file = if short { File::H } else { File::A };
        let at_home = builder.square(Square::new(File::E, rank)) == Some((Kind::King, color))
            && builder.square(Square::new(file, rank)) == Some((Kind::Rook, color));
        if !at_home {
            return reader.error(format!("'{letter}' needs king and rook on their first squares"));
        }
        let right = &mut rights[color as usize];
        *(if short { &mut right.short } else { &mut right.long }) = Some(file);
    }
    builder.castle_rights = rights;
    Ok(())
}

#[cfg(test)]
mod tests {
    use agon_core::{Game, MoveError};

    use super::*;
    use crate::chess::Chess;

    #[test]
    fn many_ways_to_write_a_move() {
        let read = |fen: &str, text: &str| {
            let (position, _) = read_fen(fen).unwrap();
            Chess.read_move(&position, text).map(|mv| san(&position, mv))
        };
        let fen = "r3k2r/pPp2ppp/8/4pP2/8/n7/PP4PP/R3K2R w KQkq e6 0 1";
        for (text, meant) in [
            ("b8=Q+", "b8=Q+"),
            ("b7b8n", "b8=N"),
            ("b8B", "b8=B"),
            ("B7-B8=R", "b8=R+"),
            ("f5e6", "fxe6"),
            ("fe6", "fxe6"),
            ("fxe6 e.p.", "fxe6"),
            ("ba3", "bxa3"),
            ("b2xa3", "bxa3"),
            ("e1g1", "O-O"),
            ("o-o", "O-O"),
            ("0-0-0", "O-O-O"),
            ("Ra1-d1", "Rd1"),
            ("ke2", "Ke2"),
        ] {
            assert_eq!(read(fen, text).unwrap(), meant, "{text}");
        }
        assert!(matches!(read(fen, "b7b8"), Err(MoveError::Ambiguous { .. })));
        assert!(
            matches!(read(fen, "e1h1"), Err(MoveError::Illegal { .. })),
            "castling is not taking the rook"
        );
        // A bishop and a pawn can go to c6 here: case tells them apart.
        let fen = "7k/8/8/1Pp5/4B3/8/8/4K3 w - c6 0 1";
        assert_eq!(read(fen, "bc6").unwrap(), "bxc6");
        assert_eq!(read("7k/8/8/2p5/4B3/8/8/4K3 w - - 0 1", "bc6").unwrap(), "Bc6");
    }

    #[test]
    fn moves_are_read_as_people_write_them() {
        let read = |fen: &str, text: &str| {
            let (position, _) = read_fen(fen).unwrap();
            Chess.read_move(&position, text).map(|mv| san(&position, mv))
        };
        // The knight on c3 is pinned, so that the standard would not tell the file of the other one.
        let pinned = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1";
        let mate = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1";
        let castling = "5k2/8/8/8/8/8/8/4K2R w K - 0 1";
        let promoting = "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1";
        let rooks = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1";
        for (fen, text, meant) in [
            (pinned, "Nge2", "Ne2"),
            (pinned, "N1e2", "Ne2"),
            (pinned, "Ng1-e2", "Ne2"),
            (mate, "Qxf7++", "Qxf7#"),
            (mate, "Qxf7+", "Qxf7#"),
            (mate, "Qxf7", "Qxf7#"),
            (mate, "Qh5xf7#", "Qxf7#"),
            (mate, "Qhxf7 mate", "Qxf7#"),
            (mate, "Qhf7!!", "Qxf7#"),
            (mate, "Nf3+", "Nf3"),
            (castling, "0-0+", "O-O+"),
            (castling, "O-O", "O-O+"),
            (promoting, "exd8Q+", "exd8=Q+"),
            (promoting, "exd8=Q", "exd8=Q+"),
            (promoting, "ed8N+", "exd8=N"),
            (rooks, "Rad1", "Rad1"),
            (rooks, "Raa5", "Ra5"),
            ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Rad1", "Rd1"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6ep+", "exd6"),
        ] {
            assert_eq!(read(fen, text).unwrap_or_else(|error| panic!("{error}")), meant, "{text}");
        }
        assert!(matches!(read(rooks, "Rd1"), Err(MoveError::Ambiguous { .. })));
        for nonsense in ["+", "Qxf7+x", "ch", "Qxe8"] {
            assert!(matches!(read(mate, nonsense), Err(MoveError::Illegal { .. })), "{nonsense}");
        }
    }

    #[test]
    fn positions_are_read_as_programs_write_them() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let read = |text: &str| {
            let (position, clocks) = read_fen(text).unwrap_or_else(|error| panic!("{error}"));
            write_fen(&position, clocks)
        };
        let board = start.split(' ').next().unwrap();
        for same in ["w HAha - 0 1", "w AHah - 0 1", "w KQkq - - -", "w KQkq -", "w KQkq e6 0 1", "w KQkq e3"]
        {
            assert_eq!(read(&format!("{board} {same}")), start, "{same}");
        }
        let epd = format!("{board} w KQkq - bm e4; id \"first; of all\"; hmvc 3; fmvn 7;");
        assert_eq!(read(&epd), start.replace("0 1", "3 7"));
        assert_eq!(read(&format!("{board} w KQkq - 0 1 bm e4;")), start);
        assert_eq!(read(&start.replace("0 1", "0 300")), start.replace("0 1", "0 300"));
        // A pawn that could be taken is, where one stands ready.
        let ready = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
        assert_eq!(read(ready), ready);
    }

    #[test]
    fn impossible_positions_are_refused() {
        for (fen, problem) in [
            ("8/8/8/8/8/8/8/8 w - - 0 1", "exactly one king"),
            ("8/8/8/3kK3/8/8/8/8 w - - 0 1", "next to each other"),
            ("k7/8/8/8/8/8/8/KP6 w - - 0 1", "first or the last rank"),
            ("k7/8/8/8/8/8/8/K7 w KQ - 0 1", "first squares"),
            ("4k3/8/8/8/8/8/8/4K2R w X - 0 1", "KQkq"),
            ("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", "a castling right of Chess960"),
            ("4k3/8/8/8/8/8/8/4K1R1 w H - 0 1", "first squares"),
            ("k7/8/8/8/8/8/8/R3K3 w - - 0 1", "not to move is in check"),
            ("4k3/8/8/8/8/8/8/4K3 w - e5 0 1", "'e5' is not a square for en passant"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 7", "found 7 fields"),
            ("4k3/8/8/8/8/8/8/4K3 w - - hmvc x;", "quiet plies"),
            ("4k3/8/8/8/8/8/8/4K3 w - é6 0 1", "not a square"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 99999999999999 1", "quiet plies"),
            ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "more than eight pawns"),
            ("qqqqkqqq/qqqqqqqq/q7/8/8/8/8/4K3 w - - 0 1", "more than sixteen pieces"),
            ("4k3/8/8/8/8/8/8/4K3 w", "found 2 fields"),
        ] {
            let error = read_fen(fen).unwrap_err().to_string();
            assert!(error.contains(problem), "{error}");
        }
    }
}
