//! What is said about chess.

use std::borrow::Cow;

use agon_core::info::text;
use agon_core::{GameInfo, Limits, PieceKind};

pub(super) static INFO: GameInfo = GameInfo {
    id: text("chess"),
    name: text("Chess"),
    sides: [text("White"), text("Black")],
    // In the order of `cozy_chess::Piece`.
    pieces: Cow::Borrowed(&[
        PieceKind::new("pawn", ['P', 'p']),
        PieceKind::worth("knight", ['N', 'n'], 3),
        PieceKind::worth("bishop", ['B', 'b'], 3),
        PieceKind::worth("rook", ['R', 'r'], 5),
        PieceKind::worth("queen", ['Q', 'q'], 9),
        PieceKind::worth("king", ['K', 'k'], 0),
    ]),
    summary: text("Attack the enemy king so that it cannot escape."),
    rules: text(
        "The board has eight rows, called ranks, of eight squares; the columns are called files. White's pieces \
            stand on the first two ranks: rook, knight, bishop, queen, king, bishop, knight, rook on the first from \
            a to h, and eight pawns on the second. Black's stand opposite, on the eighth and seventh. White begins; \
            the players take turns to move one piece, and a piece that comes to stand on an enemy piece takes it off \
            the board.\n\
            The rook moves any distance along a rank or file, the bishop along a diagonal, the queen along either; \
            none of them leaps over a piece. The knight leaps two squares along a rank or file and one to the side. \
            The king moves one square in any direction. A pawn moves one square forward, or two from where it \
            started if both are empty, but takes one square diagonally forward. A pawn that has just advanced two \
            squares past an enemy pawn beside it can be taken by that pawn, on the very next move only, as if it had \
            advanced one: this is called en passant. A pawn that reaches the last rank becomes a queen, rook, bishop \
            or knight of its own side.\n\
            Once in a game, the king may castle: it moves two squares towards a rook and the rook steps to the other \
            side of it. Neither of them may have moved before, the squares between them must be empty, and the king \
            may not be attacked where it stands, where it passes or where it arrives.\n\
            An attacked king is in check. No move may leave one's own king in check. A player in check without a \
            legal move is checkmated and loses.",
    ),
    draws: text(
        "A player who is not in check and has no legal move is stalemated: a draw. A position in which no play can \
            lead to checkmate is a draw at once: only the two kings, a single bishop or knight besides, or only \
            bishops that all stand on squares of one colour. The third occurrence of a position is a draw, where the \
            same player is to move with the same castling and en passant possibilities. So are one hundred moves in \
            a row, fifty by each player, in which no pawn moves and nothing is taken; checkmate on the last of them \
            counts. After 512 moves in all, 256 by each player, the game is a draw.",
    ),
    notation: text(
        "Moves are written in standard algebraic notation: the letter of the piece, K, Q, R, B or N and none \
               for a pawn, an x if it takes something, the square it goes to, and the piece a pawn becomes; a file \
               or rank tells like pieces apart; a plus sign marks check, a hash sign checkmate: Nf3, exd5, Rad1, \
               e8=Q+. Castling is O-O on the king's side and O-O-O on the queen's. Start and destination are \
               understood too: g1f3, e7e8q, and e1g1 for castling. A position is written in FEN: ranks from the \
               eighth to the first with capital letters for White and numbers of empty squares, the side to move w \
               or b, castling rights, the square of a possible en passant capture, the number of moves since \
               something was taken or a pawn moved, and the number of the move, such as \
               rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1.",
    ),
    source: text("The FIDE Laws of Chess of 2023; third occurrence and fifty moves draw without a claim."),
    parameters: &[],
    endings: &["checkmate", "stalemate", "nobody can be checkmated any more"],
    limits: Limits { repetition: Some(3), no_progress: Some(100), ply_cap: Some(512) },
    version: 1,
};
