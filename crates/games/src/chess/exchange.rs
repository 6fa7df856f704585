//! Static exchange evaluation (SEE): what is left of a capture when everybody has taken back on its square, the cheapest piece first.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece as Kind, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

/// What a piece counts in an exchange. Knights and bishops are alike, so that nobody minds trading them; the king may only take last.
const WORTH: [i32; Kind::NUM] = [100, 325, 325, 500, 975, 20_000];

/// From the cheapest to the dearest.
const ORDER: [Kind; Kind::NUM] =
    [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];

/// Whether a capture ends with fewer pieces' worth than it began. Pins are not looked at; promotions and captures en passant are
/// taken to be good.
pub(super) fn loses(board: &Board, mv: Move) -> bool {
    let (Some(taker), Some(victim)) = (board.piece_on(mv.from), board.piece_on(mv.to)) else { return false };
    if mv.promotion.is_some() || WORTH[taker as usize] <= WORTH[victim as usize] {
        return false;
    }
    let mut occupied = board.occupied() ^ mv.from.bitboard();
    let mut attackers = attackers(board, mv.to, occupied);
    let mut side = board.side_to_move();
    // What whoever took last loses if his piece is taken too; and whether that side has come out of it well so far.
    let mut at_stake = WORTH[taker as usize] - WORTH[victim as usize];
    let mut is_good = true;
    loop {
        side = !side;
        attackers &= occupied;
        let own = attackers & board.colors(side);
        let Some(kind) = ORDER.into_iter().find(|&kind| !own.is_disjoint(board.pieces(kind))) else { break };
        is_good = !is_good;
        if kind == Kind::King {
            // He may not take what is still protected.
            is_good ^= !attackers.is_disjoint(board.colors(!side));
            break;
        }
        at_stake = WORTH[kind as usize] - at_stake;
        if at_stake < i32::from(is_good) {
            break;
        }
        let from = (own & board.pieces(kind)).next_square().expect("it was just found");
        occupied ^= from.bitboard();
        // Whoever stood behind may take now.
        let slide = |kind: Kind| board.pieces(kind) | board.pieces(Kind::Queen);
        attackers |= get_bishop_moves(mv.to, occupied) & slide(Kind::Bishop);
        attackers |= get_rook_moves(mv.to, occupied) & slide(Kind::Rook);
    }
    !is_good
}

/// All pieces of both sides that could take on a square.
fn attackers(board: &Board, square: Square, occupied: BitBoard) -> BitBoard {
    let of = |kind: Kind| board.pieces(kind);
    get_pawn_attacks(square, Color::White) & board.colored_pieces(Color::Black, Kind::Pawn)
        | get_pawn_attacks(square, Color::Black) & board.colored_pieces(Color::White, Kind::Pawn)
        | get_knight_moves(square) & of(Kind::Knight)
        | get_king_moves(square) & of(Kind::King)
        | get_bishop_moves(square, occupied) & (of(Kind::Bishop) | of(Kind::Queen))
        | get_rook_moves(square, occupied) & (of(Kind::Rook) | of(Kind::Queen))
}

#[cfg(test)]
mod tests {
    use agon_core::{Game, Random};

    use super::*;
    use crate::chess::Chess;

    fn loses_in(fen: &str, text: &str) -> bool {
        let (position, _) = Chess.read_position(fen).unwrap();
        loses(&position.0, Chess.read_move(&position, text).unwrap())
    }

    #[test]
    fn captures_are_weighed_by_what_is_taken_back() {
        assert!(!loses_in("4k3/8/3p4/4r3/8/8/8/4R1K1 w - - 0 1", "Rxe5"), "a rook for a rook");
        assert!(loses_in("4k3/8/3p4/4n3/8/8/8/4R1K1 w - - 0 1", "Rxe5"), "a rook for a protected knight");
        assert!(loses_in("4k3/8/2n5/4p3/8/5N2/8/6K1 w - - 0 1", "Nxe5"), "a knight for a protected pawn");
        assert!(!loses_in("4k3/8/2n5/4p3/8/5N2/1B6/6K1 w - - 0 1", "Nxe5"), "the bishop takes back");
        assert!(
            loses_in("4k3/8/2n5/4p3/4R3/8/8/4Q1K1 w - - 0 1", "Rxe5"),
            "a rook is too dear, whoever stands behind"
        );
        assert!(
            !loses_in("8/8/3k4/4n3/8/8/4R3/4R1K1 w - - 0 1", "Rxe5"),
            "the king may not take what is protected"
        );
        assert!(loses_in("8/8/3k4/4n3/8/8/8/4R1K1 w - - 0 1", "Rxe5"), "but what is not");
        assert!(!loses_in("4k3/8/3p4/4n3/3P4/8/8/6K1 w - - 0 1", "dxe5"));
        assert!(!loses_in("3nk3/4P3/8/8/8/8/8/6K1 w - - 0 1", "exd8=Q"));
    }

    /// What the side to take gains on a square where `standing` can be taken, with nothing clever about it.
    fn gain(board: &Board, to: Square, occupied: BitBoard, side: Color, standing: Kind) -> i32 {
        let own = attackers(board, to, occupied) & occupied & board.colors(side);
        let Some(kind) = ORDER.into_iter().find(|&kind| !own.is_disjoint(board.pieces(kind))) else {
            return 0;
        };
        let left = occupied ^ (own & board.pieces(kind)).next_square().unwrap().bitboard();
        let answers = attackers(board, to, left) & left & board.colors(!side);
        if kind == Kind::King && !answers.is_empty() {
            return 0;
        }
        0.max(WORTH[standing as usize] - gain(board, to, left, !side, kind))
    }

    #[test]
    fn short_cuts_change_nothing() {
        let (mut moves, mut lost, mut kept) = (Vec::new(), 0, 0);
        for number in 0..200 {
            let mut random = Random::stream(3, number);
            let mut position = Chess.initial();
            for _ in 0..80 {
                if Chess.generate(&position, &mut moves).is_some() {
                    break;
                }
                let board = &position.0;
                for &mv in &moves {
                    let (Some(taker), Some(victim)) = (board.piece_on(mv.from), board.piece_on(mv.to)) else {
                        continue;
                    };
                    if mv.promotion.is_some() || board.color_on(mv.to) == Some(board.side_to_move()) {
                        continue;
                    }
                    let left = board.occupied() ^ mv.from.bitboard();
                    let back = gain(board, mv.to, left, !board.side_to_move(), taker);
                    let expected = WORTH[victim as usize] < back;
                    assert_eq!(loses(board, mv), expected, "{mv} in {board}");
                    *(if expected { &mut lost } else { &mut kept }) += 1;
                }
                let mv = random.pick(&moves);
                Chess.play(&mut position, mv);
            }
        }
        assert!(lost > 300 && kept > 300, "{lost} {kept}");
    }
}
