//! Chess under the laws of FIDE. Move generation is [`cozy_chess`]'s; what the laws say around it is here.

mod exchange;
mod heuristic;
mod info;
mod notation;

use std::hash::{Hash, Hasher};

use agon_core::{
    Catalogued, Clocks, Encode, Ending, Game, GameInfo, Ground, Layout, Limits, MoveError, Options, Piece,
    Player, PositionError, Random, Reason, Shape, Trace,
};
use cozy_chess::{
    BitBoard, Board, Color, File, Move, Piece as Kind, PieceMoves, Rank, Square, get_king_moves,
    get_pawn_attacks,
};

use crate::bits::{ones, select};
use info::INFO;

/// The rules of chess.
#[derive(Clone, Copy, Debug)]
pub struct Chess;

/// A board with the side to move, castling rights and en passant; equal exactly when the laws on repetition call
/// two positions the same. The clocks that the board inside keeps are not used.
#[derive(Clone, Debug)]
pub struct Position(Board);

/// Indices of [`GameInfo::endings`].
const CHECKMATE: Reason = Reason::Rule(0);
const STALEMATE: Reason = Reason::Rule(1);
const DEAD: Reason = Reason::Rule(2);

/// What pieces are worth in the margin of a won game, by kind; no margin counts more than [`ALL_PIECES`].
const VALUES: [i32; Kind::NUM] = [1, 3, 3, 5, 9, 0];
const ALL_PIECES: i32 = 39;

const DARK: BitBoard = BitBoard(0xaa55_aa55_aa55_aa55);
const LAST_RANKS: BitBoard = BitBoard(0xff00_0000_0000_00ff);

/// The pieces a pawn can become, in the order of [`cozy_chess`].
const PROMOTIONS: [Kind; 4] = [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];

/// A position has at most 16 pieces to move, and two pawns can take en passant besides.
const MOST_SETS: usize = 18;

impl Position {
    fn mover(&self) -> Player {
        player(self.0.side_to_move())
    }

    /// Whether nobody can ever give mate: bare kings, a single minor piece, or bishops that all stand on squares
    /// of one colour.
    #[inline]
    fn is_dead(&self) -> bool {
        let board = &self.0;
        let mating = board.pieces(Kind::Pawn) | board.pieces(Kind::Rook) | board.pieces(Kind::Queen);
        if !mating.is_empty() {
            return false;
        }
        let bishops = board.pieces(Kind::Bishop);
        if board.pieces(Kind::Knight).is_empty() {
            bishops.is_disjoint(DARK) || bishops.is_subset(DARK)
        } else {
            board.occupied().len() == 3
        }
    }

    /// The ending of a position without a legal move.
    #[cold]
    fn no_move(&self) -> Ending {
        if self.0.checkers().is_empty() {
            Ending::draw(STALEMATE)
        } else {
            Ending::loss(self.mover(), CHECKMATE)
        }
    }

    /// The square on which a pawn can be taken en passant, if such a move is legal.
    fn en_passant(&self) -> Option<Square> {
        let board = &self.0;
        let color = board.side_to_move();
        let to = Square::new(board.en_passant()?, Rank::Sixth.relative_to(color));
        let takers = get_pawn_attacks(to, !color) & board.colored_pieces(color, Kind::Pawn);
        takers.iter().any(|from| board.is_legal(Move { from, to, promotion: None })).then_some(to)
    }

    /// The square from which a pawn move takes en passant, if it does.
    fn victim_en_passant(&self, mv: Move) -> Option<Square> {
        let board = &self.0;
        let takes = board.pieces(Kind::Pawn).has(mv.from)
            && mv.from.file() != mv.to.file()
            && !board.occupied().has(mv.to);
        takes.then(|| Square::new(mv.to.file(), mv.from.rank()))
    }

    /// Whether a move takes something.
    fn takes(&self, mv: Move) -> bool {
        self.0.colors(!self.0.side_to_move()).has(mv.to) || self.victim_en_passant(mv).is_some()
    }

    /// A castling as people see it; inside, it is the king taking its own rook.
    fn castling(&self, mv: Move) -> Option<Castling> {
        if !self.0.colors(self.0.side_to_move()).has(mv.to) {
            return None;
        }
        let rank = mv.from.rank();
        let (king, rook) =
            if mv.to.file() > mv.from.file() { (File::G, File::F) } else { (File::C, File::D) };
        Some(Castling { king: Square::new(king, rank), rook: Square::new(rook, rank) })
    }

    /// The square on which the moved piece comes to stand.
    fn destination(&self, mv: Move) -> Square {
        self.castling(mv).map_or(mv.to, |castling| castling.king)
    }

    /// Where the king of the side to move might go, castling included, safe or not.
    #[inline]
    fn king_steps(&self, king: Square) -> PieceMoves {
        let board = &self.0;
        let color = board.side_to_move();
        let mut to = get_king_moves(king) & !board.colors(color) & !get_king_moves(board.king(!color));
        let rights = board.castle_rights(color);
        for rook in [rights.short, rights.long].into_iter().flatten() {
            to |= Square::new(rook, king.rank()).bitboard();
        }
        PieceMoves { piece: Kind::King, from: king, to }
    }

    /// What White's pieces are worth more than Black's.
    fn material(&self) -> i32 {
        let board = &self.0;
        let value = |color: Color| -> i32 {
            Kind::ALL
                .iter()
                .map(|&kind| board.colored_pieces(color, kind).len() as i32 * VALUES[kind as usize])
                .sum()
        };
        value(Color::White) - value(Color::Black)
    }
}

/// Where king and rook stand after castling.
struct Castling {
    king: Square,
    rook: Square,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let (a, b) = (&self.0, &other.0);
        // `Board::same_position` would do, if it did not take a king beside the passed square for a pawn.
        a.hash_without_ep() == b.hash_without_ep()
            && a.side_to_move() == b.side_to_move()
            && Color::ALL.into_iter().all(|color| {
                a.colors(color) == b.colors(color) && a.castle_rights(color) == b.castle_rights(color)
            })
            && Kind::ALL.into_iter().all(|kind| a.pieces(kind) == b.pieces(kind))
            && self.en_passant() == other.en_passant()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Chess.hash(self).hash(state);
    }
}

fn player(color: Color) -> Player {
    if color == Color::White { Player::First } else { Player::Second }
}

impl Game for Chess {
    type Position = Position;
    type Move = Move;

    fn info(&self) -> &GameInfo {
        &INFO
    }

    fn initial(&self) -> Position {
        Position(Board::startpos())
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.mover()
    }

    #[inline]
    fn generate(&self, position: &Position, moves: &mut Vec<Move>) -> Option<Ending> {
        moves.clear();
        if position.is_dead() {
            return Some(Ending::draw(DEAD));
        }
        position.0.generate_moves(|set| {
            moves.extend(set);
            false
        });
        moves.is_empty().then(|| position.no_move())
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        position.0.play_unchecked(mv);
    }

    #[inline(always)]
    fn random_move(
        &self,
        position: &Position,
        random: &mut Random,
        _: &mut Vec<Move>,
    ) -> Result<Move, Ending> {
        if position.is_dead() {
            return Err(Ending::draw(DEAD));
        }
        let board = &position.0;
        let king = board.king(board.side_to_move());
        let mut sets = Sets::new();
        if board.checkers().is_empty() {
            // To see which of the king's steps are safe takes longer than all the rest. So they all count, and if an
            // unsafe one is drawn, the draw is repeated: that leaves the others equally likely.
            sets.add_legal(board, !king.bitboard());
            if sets.total > 0 {
                sets.add(position.king_steps(king));
                loop {
                    let mv = sets.draw(random);
                    if mv.from != king || board.is_legal(mv) {
                        return Ok(mv);
                    }
                }
            }
        }
        sets.add_legal(board, BitBoard::FULL);
        if sets.total == 0 { Err(position.no_move()) } else { Ok(sets.draw(random)) }
    }

    #[inline]
    fn count_moves(&self, position: &Position, _: &mut Vec<Move>) -> u64 {
        if position.is_dead() {
            return 0;
        }
        let mut total = 0;
        position.0.generate_moves(|set| {
            total += set.len() as u64;
            false
        });
        total
    }

    #[inline]
    fn progresses(&self, position: &Position, mv: Move) -> bool {
        let board = &position.0;
        board.pieces(Kind::Pawn).has(mv.from) || board.colors(!board.side_to_move()).has(mv.to)
    }

    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        let board = &position.0;
        // The board remembers every double step; only one that can be answered en passant makes a difference.
        if position.en_passant().is_some() { board.hash() } else { board.hash_without_ep() }
    }

    fn score(&self, position: &Position, ending: Ending, _: u32) -> f32 {
        let sign = ending.outcome.value().pov(Player::First);
        let ahead = position.material() * sign as i32;
        sign * ahead.clamp(1, ALL_PIECES) as f32 / ALL_PIECES as f32
    }

    /// Article 9.6 of the laws: the fifth occurrence and the seventy-fifth move end a game that nobody has claimed to be
    /// drawn.
    fn unclaimed_limits(&self) -> Limits {
        Limits { repetition: Some(5), no_progress: Some(150), ply_cap: None }
    }

    fn overlooked(&self, position: &Position, moves: &mut Vec<Move>) -> bool {
        moves.clear();
        if position.is_dead() {
            position.0.generate_moves(|set| {
                moves.extend(set);
                false
            });
        }
        !moves.is_empty()
    }

    fn in_check(&self, position: &Position) -> Option<usize> {
        let board = &position.0;
        (!board.checkers().is_empty()).then(|| board.king(board.side_to_move()) as usize)
    }

    fn write_move(&self, position: &Position, mv: Move) -> String {
        notation::san(position, mv)
    }

    fn spellings(&self, position: &Position, mv: Move) -> Vec<String> {
        notation::spellings(position, mv)
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, MoveError> {
        notation::read_move(position, text)
    }

    fn write_position(&self, position: &Position, clocks: Clocks) -> String {
        notation::write_fen(position, clocks)
    }

    fn read_position(&self, text: &str) -> Result<(Position, Clocks), PositionError> {
        notation::read_fen(text)
    }

    fn layout(&self) -> Layout {
        Layout::grid(Shape::Squares, 8, 8, false).with_ground(Ground::Chequered)
    }

    fn piece(&self, position: &Position, cell: usize) -> Option<Piece> {
        let square = Square::index(cell);
        let kind = position.0.piece_on(square)?;
        Some(Piece::new(player(position.0.color_on(square)?), kind as u8))
    }

    fn trace(&self, position: &Position, mv: Move) -> Trace {
        let mut trace = Trace::path([mv.from as usize, position.destination(mv) as usize]);
        if let Some(castling) = position.castling(mv) {
            trace.changed = vec![mv.to as usize, castling.rook as usize];
        } else if position.0.occupied().has(mv.to) {
            trace.captured = vec![mv.to as usize];
        } else if let Some(victim) = position.victim_en_passant(mv) {
            trace.captured = vec![victim as usize];
        }
        trace
    }
}

/// The moves of a position in sets, one per piece: to draw one of them, none has to be listed.
struct Sets {
    members: [PieceMoves; MOST_SETS],
    filled: usize,
    total: u32,
}

impl Sets {
    #[inline]
    fn new() -> Sets {
        let empty = PieceMoves { piece: Kind::King, from: Square::A1, to: BitBoard::EMPTY };
        Sets { members: [empty; MOST_SETS], filled: 0, total: 0 }
    }

    #[inline]
    fn add(&mut self, set: PieceMoves) {
        self.members[self.filled] = set;
        self.filled += 1;
        self.total += set.len() as u32;
    }

    /// Adds the legal moves of some pieces.
    #[inline]
    fn add_legal(&mut self, board: &Board, pieces: BitBoard) {
        board.generate_moves_for(pieces, |set| {
            self.add(set);
            false
        });
    }

    /// A uniformly random move of a non-empty collection.
    #[inline]
    fn draw(&self, random: &mut Random) -> Move {
        let mut n = random.below(self.total);
        for set in &self.members[..self.filled] {
            let size = set.len() as u32;
            if n < size {
                return member(set, n);
            }
            n -= size;
        }
        unreachable!("the sizes of the sets add up to the total")
    }
}

/// Move number `n` of a set; a pawn that reaches the last rank has four.
#[inline]
fn member(set: &PieceMoves, mut n: u32) -> Move {
    if set.piece == Kind::Pawn && !set.to.is_disjoint(LAST_RANKS) {
        let to = Square::index(select(set.to.0, n / 4));
        return Move { from: set.from, to, promotion: Some(PROMOTIONS[n as usize % 4]) };
    }
    let mut to = set.to.0;
    while n > 0 {
        to &= to - 1;
        n -= 1;
    }
    Move { from: set.from, to: Square::index(to.trailing_zeros() as usize), promotion: None }
}

/// Extra features: castling rights, own then enemy, short then long; then the file of an en passant capture.
const CASTLING_FEATURES: usize = 4;

/// Moves by start and destination; promotions to something less than a queen come after them, by piece, file and
/// direction.
const PLAIN_ACTIONS: usize = 64 * 64;

impl Encode for Chess {
    fn cell_count(&self) -> usize {
        64
    }

    #[inline]
    fn each_difference(&self, before: &Position, after: &Position, report: impl FnMut(usize)) {
        let differs = |a: BitBoard, b: BitBoard| a.0 ^ b.0;
        let (before, after) = (&before.0, &after.0);
        let kinds = Kind::ALL.into_iter().map(|kind| differs(before.pieces(kind), after.pieces(kind)));
        let white = differs(before.colors(Color::White), after.colors(Color::White));
        ones(kinds.fold(white, |all, one| all | one)).for_each(report);
    }

    fn turned(&self, cell: usize) -> usize {
        cell ^ 0o70
    }

    fn extra_count(&self) -> usize {
        CASTLING_FEATURES + File::NUM
    }

    fn extras(&self, position: &Position, active: &mut dyn FnMut(usize)) {
        let own = position.0.side_to_move();
        for (index, color) in [own, !own].into_iter().enumerate() {
            let rights = position.0.castle_rights(color);
            for (side, right) in [rights.short, rights.long].into_iter().enumerate() {
                if right.is_some() {
                    active(2 * index + side);
                }
            }
        }
        if let Some(square) = position.en_passant() {
            active(CASTLING_FEATURES + square.file() as usize);
        }
    }

    fn max_active(&self) -> usize {
        32 + CASTLING_FEATURES + 1
    }

    fn action_count(&self) -> usize {
        PLAIN_ACTIONS + 3 * File::NUM * 3
    }

    fn action(&self, position: &Position, mv: Move) -> usize {
        let color = position.0.side_to_move();
        let from = mv.from.relative_to(color) as usize;
        let to = position.destination(mv).relative_to(color) as usize;
        match mv.promotion {
            None | Some(Kind::Queen) => 64 * from + to,
            Some(piece) => {
                let direction = (to + 1) - (from + 8);
                let file = mv.from.file() as usize;
                PLAIN_ACTIONS + ((piece as usize - Kind::Knight as usize) * File::NUM + file) * 3 + direction
            }
        }
    }
}

impl Catalogued for Chess {
    const RULE_SETS: &'static [&'static GameInfo] = &[&INFO];

    fn build(_: &'static GameInfo, _: &Options) -> Chess {
        Chess
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{Line, Outcome};

    use super::*;

    fn position(fen: &str) -> Position {
        Chess.read_position(fen).unwrap().0
    }

    fn line(fen: &str, moves: &str) -> Line<Chess> {
        let (position, clocks) = Chess.read_position(fen).unwrap();
        let mut line = Line::from_position(&Chess, position, clocks);
        for text in moves.split_whitespace() {
            let mv = Chess.read_move(line.position(), text).unwrap();
            line.push(&Chess, mv);
        }
        line
    }

    fn ending(line: &Line<Chess>) -> Option<Ending> {
        line.generate(&Chess, &mut Vec::new())
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn mate_beats_the_hundredth_quiet_ply() {
        let mated = line("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "Ra8#");
        assert_eq!(ending(&mated), Some(Ending::win(Player::First, CHECKMATE)));
        let drawn = line("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "Ra7");
        assert_eq!(ending(&drawn), Some(Ending::draw(Reason::NoProgress)));
    }

    #[test]
    fn mate_is_scored_by_material() {
        let fool = line(START, "f3 e5 g4 Qh4#");
        let ending = ending(&fool).unwrap();
        assert_eq!(ending.outcome, Outcome::Win(Player::Second));
        assert_eq!(fool.score(&Chess, ending), -1.0 / 39.0);
        let ladder = line("7k/R7/8/8/8/8/8/1Q2K3 w - - 0 1", "Qb8#");
        let ending = self::ending(&ladder).unwrap();
        assert_eq!(ladder.score(&Chess, ending), 14.0 / 39.0);
    }

    #[test]
    fn stalemate_and_dead_positions_are_draws() {
        assert_eq!(ending(&line("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", "")), Some(Ending::draw(STALEMATE)));
        for dead in ["8/8/4k3/8/8/4K3/8/8 w", "8/8/4k3/8/5N2/4K3/8/8 b", "8/8/4k3/2b5/8/4K3/8/8 w"] {
            assert_eq!(ending(&line(&format!("{dead} - - 0 1"), "")), Some(Ending::draw(DEAD)), "{dead}");
        }
        assert!(!position("8/8/b1b1k3/8/8/4K3/5B2/4B3 w - - 0 1").is_dead());
        assert!(position("8/8/b1b1k3/8/8/4K3/4B3/5B2 w - - 0 1").is_dead());
        assert!(!position("8/8/2n1k3/8/8/4K3/5N2/8 w - - 0 1").is_dead());
        assert!(!position("8/8/2b1k3/8/8/4K3/5N2/8 w - - 0 1").is_dead());
    }

    #[test]
    fn the_third_occurrence_draws() {
        let twice = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1";
        assert_eq!(ending(&line(START, twice)), None);
        assert_eq!(ending(&line(START, &format!("{twice} Ng8"))), Some(Ending::draw(Reason::Repetition)));
    }

    #[test]
    fn lost_castling_rights_make_another_position() {
        let rights = "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1";
        let walk = "Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8";
        assert_eq!(ending(&line(rights, walk)), None);
        assert_eq!(ending(&line(rights, &format!("{walk} Ke2 Ke7"))), Some(Ending::draw(Reason::Repetition)));
    }

    #[test]
    fn en_passant_counts_only_if_it_can_be_played() {
        let after = |fen: &str, moves: &str| line(fen, moves).position().clone();
        // Nobody can take on e3: the same position as without the right.
        assert_eq!(
            after(START, "e4"),
            position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
        );
        // The pawn on d4 could take, but it is pinned to its king by the rook.
        let pinned = "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1";
        assert_eq!(after(pinned, "e4"), position("8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1"));
        // The king beside the passed square can go there, but that is no capture.
        let king = "8/4p3/8/5K2/8/8/8/k7 b - - 0 1";
        assert_eq!(after(king, "e5"), position("8/8/8/4pK2/8/8/8/k7 w - - 0 1"));
        let free = "8/8/8/k7/3p3R/8/4P3/4K3 w - - 0 1";
        let (with, without) = (after(free, "e4"), position("8/8/8/k7/3pP2R/8/8/4K3 b - - 0 1"));
        assert_ne!(with, without);
        assert_ne!(Chess.hash(&with), Chess.hash(&without));
        assert_eq!(Chess.write_position(&with, Clocks::default()), "8/8/8/k7/3pP2R/8/8/4K3 b - e3 0 1");
    }

    #[test]
    fn castling_looks_like_castling() {
        let position = position("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
        let mv = Chess.read_move(&position, "0-0-0").unwrap();
        let names = |cells: &[usize]| cells.iter().map(|&c| Square::index(c).to_string()).collect::<Vec<_>>();
        let trace = Chess.trace(&position, mv);
        assert_eq!(
            (names(&trace.path), names(&trace.changed)),
            (vec!["e8".to_owned(), "c8".to_owned()], vec!["a8".to_owned(), "d8".to_owned()])
        );
        assert_eq!(Chess.action(&position, mv), 64 * 4 + 2);
        assert!(!Chess.progresses(&position, mv));
        assert!(Chess.spellings(&position, mv).contains(&"e8c8".to_owned()));
    }
}
