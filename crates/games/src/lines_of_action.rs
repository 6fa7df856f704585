//! Lines of Action: gather your pieces into one group; how far a piece goes, the others on its line decide.

mod heuristic;

use std::borrow::Cow;

use agon_core::hash::combine;
use agon_core::info::text;
use agon_core::{
    Catalogued, Clocks, Encode, Ending, Game, GameInfo, Ground, Layout, Limits, Options, Parameter, Piece,
    PieceKind, Player, PositionError, Random, Reason, Shape, Trace,
};

use crate::bits::ones;
use crate::board::Reader;
use crate::grid8::{Way, neighbours, pair, pair_spellings};
use crate::stones::{self, Stones};

/// The rules of Lines of Action.
#[derive(Clone, Copy, Debug)]
pub struct LinesOfAction {
    both_connected: BothConnected,
}

/// What happens when one move connects the pieces of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BothConnected {
    Draw,
    MoverWins,
}

/// The pieces of each player, as bits; square `8 * row + column` with a1 = 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pieces: [u64; 2],
    to_move: Player,
}

/// What a player can do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// A piece goes from one square to another.
    Piece {
        /// Where it starts.
        from: u8,
        /// Where it lands.
        to: u8,
    },
    /// No piece can move; the turn goes back.
    Pass,
}

const SHAPE: stones::Shape = stones::Shape::square(8);
/// Pieces on each side at the beginning.
const PIECES: u32 = 12;
/// The length of a game at which a win counts least, for the score.
const LONG_GAME: f32 = 200.0;
/// How often a random move is guessed before the moves are listed.
const GUESSES: u32 = 24;
/// The reasons to end in [`GameInfo::endings`].
const CONNECTED: Reason = Reason::Rule(0);
const BOTH: Reason = Reason::Rule(1);
/// The action index of [`Move::Pass`], after those of all pairs of squares.
const PASS_ACTION: usize = 64 * 64;

/// The eight directions; the opposite of each is four further.
const WAYS: [Way; 8] = [
    Way::new(0, 1),
    Way::new(1, 1),
    Way::new(1, 0),
    Way::new(1, -1),
    Way::new(0, -1),
    Way::new(-1, -1),
    Way::new(-1, 0),
    Way::new(-1, 1),
];

/// What lies in a direction from a square.
#[derive(Clone, Copy)]
struct View {
    /// The whole line through the square, whose pieces count.
    line: u64,
    /// The squares ahead.
    ahead: u64,
}

/// The view from every square in every direction.
static VIEWS: [[View; 64]; 8] = {
    let mut views = [[View { line: 0, ahead: 0 }; 64]; 8];
    let mut way = 0;
    while way < 8 {
        let mut square = 0;
        while square < 64 {
            let mut front = 1_u64 << square;
            while front != 0 {
                views[way][square].line |= front;
                views[way % 4][square].line |= front;
                views[way % 4 + 4][square].line |= front;
                front = WAYS[way].ahead(front);
                views[way][square].ahead |= front;
            }
            square += 1;
        }
        way += 1;
    }
    views
};

/// Whether the pieces of a set form one group, neighbours being those that touch at a side or a corner.
#[inline]
fn connected(pieces: u64) -> bool {
    // Nearly always some piece stands alone.
    if pieces & !neighbours(pieces) != 0 {
        return pieces.is_power_of_two();
    }
    let mut group = pieces & pieces.wrapping_neg();
    loop {
        let grown = (group | neighbours(group)) & pieces;
        if grown == group {
            return group == pieces;
        }
        group = grown;
    }
}

impl Position {
    #[inline]
    fn own(&self) -> u64 {
        self.pieces[self.to_move.index()]
    }

    #[inline]
    fn enemy(&self) -> u64 {
        self.pieces[(!self.to_move).index()]
    }

    /// The same as its mover sees it, which is how boards are written and read.
    fn stones(&self) -> Stones<u64> {
        Stones { own: self.own(), enemy: self.enemy(), mover: self.to_move }
    }

    /// Where the piece on a square lands in a direction, if it can go there.
    #[inline]
    fn target(&self, from: usize, way: usize) -> Option<usize> {
        let (own, enemy) = (self.own(), self.enemy());
        let view = VIEWS[way][from];
        let to = WAYS[way].walk(from, (view.line & (own | enemy)).count_ones() as usize);
        let landing = 1_u64 << to;
        let between = view.ahead & !VIEWS[way][to].ahead & !landing;
        // Who walks off the board comes out on a square that is not ahead.
        (view.ahead & landing != 0 && (landing & own | between & enemy) == 0).then_some(to)
    }

    /// Lists the movements of all pieces.
    #[inline]
    fn each_movement(&self, mut movement: impl FnMut(Move)) {
        for from in ones(self.own()) {
            for to in (0..8).filter_map(|way| self.target(from, way)) {
                movement(Move::Piece { from: from as u8, to: to as u8 });
            }
        }
    }

    fn movement_count(&self) -> u64 {
        let mut count = 0;
        self.each_movement(|_| count += 1);
        count
    }

    #[inline]
    fn is_capture(&self, mv: Move) -> bool {
        matches!(mv, Move::Piece { to, .. } if self.enemy() >> to & 1 == 1)
    }
}

impl LinesOfAction {
    #[inline]
    fn ending(self, position: &Position) -> Option<Ending> {
        let last = !position.to_move;
        // A capture can connect the pieces of the captured side.
        match (connected(position.enemy()), connected(position.own())) {
            (false, false) => None,
            (true, true) if self.both_connected == BothConnected::Draw => Some(Ending::draw(BOTH)),
            (true, _) => Some(Ending::win(last, CONNECTED)),
            (false, true) => Some(Ending::win(!last, CONNECTED)),
        }
    }
}

static INFO: GameInfo = GameInfo {
    id: text("lines-of-action"),
    name: text("Lines of Action"),
    sides: [text("Black"), text("White")],
    pieces: Cow::Borrowed(&[PieceKind::new("piece", ['B', 'W'])]),
    summary: text("Gather all your pieces into one connected group."),
    rules: text(
        "The board has eight rows of eight squares. Black's twelve pieces stand on b1 to g1 and b8 to g8, White's \
            twelve on a2 to a7 and h2 to h7. Black begins and the players take turns to move one piece of their own. \
            A piece moves in a straight line, along its row, its column or a diagonal, in either direction, and \
            exactly as many squares as there are pieces of both colours on that whole line, itself included. It may \
            pass over pieces of its own side, but not over enemy pieces. It lands on an empty square, or on an enemy \
            piece, which is captured and leaves the board; it cannot land on a piece of its own side. Whoever \
            has all pieces in one group wins; pieces that touch at a side or a corner are connected, and a single \
            piece that is left counts as a group. You also win if a capture by the other side connects what is left \
            of yours. A player who cannot move must pass.",
    ),
    draws: text(
        "If one move connects the pieces of both sides, the game is a draw, unless the parameter both-connected \
            gives the win to the player who moved. The game is a draw when the same position, with the same player \
            to move, occurs for the third time, and when 400 moves, counting those of both sides, have been played \
            without a winner.",
    ),
    notation: text(
        "A move is written as the square where the piece starts and the square where it lands, with a hyphen \
               between, or an x for a capture: b1-b3, c1xa3. Columns are a to h from the left, rows 1 to 8 from the \
               bottom. A forced pass is written pass. A position is written row by row from the top, B and W and \
               numbers of empty squares, then the side to move: 1BBBBBB1/W6W/W6W/W6W/W6W/W6W/W6W/1BBBBBB1 b.",
    ),
    source: text(
        "Invented by Claude Soucie and published in Sid Sackson's A Gamut of Games (1969). Ends of games follow \
             the Mind Sports Olympiad, the pass the Computer Olympiad.",
    ),
    parameters: &[Parameter {
        key: "both-connected",
        default: "draw",
        values: &["draw", "mover"],
        help: "What happens when one move connects both sides: a draw (draw), or the player who moved wins (mover).",
    }],
    endings: &["{winner} has all pieces in one group", "both sides have all pieces in one group"],
    limits: Limits { repetition: Some(3), no_progress: None, ply_cap: Some(400) },
    version: 1,
};

impl Game for LinesOfAction {
    type Position = Position;
    type Move = Move;

    fn info(&self) -> &GameInfo {
        &INFO
    }

    fn initial(&self) -> Position {
        Position { pieces: [0x7e00_0000_0000_007e, 0x0081_8181_8181_8100], to_move: Player::First }
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }

    #[inline]
    fn generate(&self, position: &Position, moves: &mut Vec<Move>) -> Option<Ending> {
        moves.clear();
        let ending = self.ending(position);
        if ending.is_none() {
            position.each_movement(|mv| moves.push(mv));
            if moves.is_empty() {
                moves.push(Move::Pass);
            }
        }
        ending
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        if let Move::Piece { from, to } = mv {
            position.pieces[position.to_move.index()] ^= 1 << from | 1 << to;
            position.pieces[(!position.to_move).index()] &= !(1 << to);
        }
        position.to_move = !position.to_move;
    }

    #[inline(always)]
    fn random_move(
        &self,
        position: &Position,
        random: &mut Random,
        moves: &mut Vec<Move>,
    ) -> Result<Move, Ending> {
        if let Some(ending) = self.ending(position) {
            return Err(ending);
        }
        // A piece has at most one move in a direction. Guess piece and direction until they fit: all moves are
        // equally likely to be found, and about one guess in four fits. Where moves are rare, list them.
        let own = position.own();
        let mut squares = [0_u8; PIECES as usize];
        squares.iter_mut().zip(ones(own)).for_each(|(slot, square)| *slot = square as u8);
        for _ in 0..GUESSES {
            let guess = random.below(8 * own.count_ones()) as usize;
            let from = usize::from(squares[guess / 8]);
            if let Some(to) = position.target(from, guess % 8) {
                return Ok(Move::Piece { from: from as u8, to: to as u8 });
            }
        }
        self.generate(position, moves);
        Ok(random.pick(moves))
    }

    fn count_moves(&self, position: &Position, _: &mut Vec<Move>) -> u64 {
        if self.ending(position).is_some() {
            return 0;
        }
        position.movement_count().max(1)
    }

    #[inline]
    fn progresses(&self, position: &Position, mv: Move) -> bool {
        position.is_capture(mv)
    }

    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        let [black, white] = position.pieces;
        combine([black, white, position.to_move.index() as u64])
    }

    fn score(&self, _: &Position, ending: Ending, plies: u32) -> f32 {
        // Additive depth: every ply costs as much as any other, and the latest win still counts.
        let left = (LONG_GAME - plies as f32 + 1.0).clamp(1.0, LONG_GAME);
        ending.outcome.value().pov(Player::First) * left / LONG_GAME
    }

    fn write_move(&self, position: &Position, mv: Move) -> String {
        match mv {
            Move::Piece { from, to } => {
                let separator = if position.is_capture(mv) { "x" } else { "-" };
                pair(usize::from(from), separator, usize::from(to))
            }
            Move::Pass => "pass".to_owned(),
        }
    }

    fn spellings(&self, _: &Position, mv: Move) -> Vec<String> {
        match mv {
            Move::Piece { from, to } => pair_spellings(usize::from(from), usize::from(to)),
            Move::Pass => vec!["-".to_owned()],
        }
    }

    fn write_position(&self, position: &Position, _: Clocks) -> String {
        position.stones().write(&INFO, SHAPE, None)
    }

    fn read_position(&self, text: &str) -> Result<(Position, Clocks), PositionError> {
        let reader = Reader::new(&INFO.id, text);
        let fields = reader.fields(2, 2, "rows side")?;
        let stones: Stones<u64> = Stones::read(reader, &INFO, SHAPE, fields[0], fields[1])?;
        let pieces = Player::BOTH.map(|player| stones.of(player));
        if pieces.iter().any(|set| !(1..=PIECES).contains(&set.count_ones())) {
            return reader.error("each side has one to twelve pieces");
        }
        Ok((Position { pieces, to_move: stones.mover }, Clocks::default()))
    }

    fn layout(&self) -> Layout {
        Layout::grid(Shape::Squares, 8, 8, false).with_ground(Ground::Chequered)
    }

    fn piece(&self, position: &Position, cell: usize) -> Option<Piece> {
        position.stones().piece(cell)
    }

    fn trace(&self, position: &Position, mv: Move) -> Trace {
        let Move::Piece { from, to } = mv else { return Trace::action("pass") };
        let captured = if position.is_capture(mv) { vec![usize::from(to)] } else { Vec::new() };
        Trace { captured, ..Trace::path([usize::from(from), usize::from(to)]) }
    }
}

impl Encode for LinesOfAction {
    fn cell_count(&self) -> usize {
        64
    }

    #[inline]
    fn each_difference(&self, before: &Position, after: &Position, report: impl FnMut(usize)) {
        let ([a, b], [c, d]) = (before.pieces, after.pieces);
        ones(a ^ c | b ^ d).for_each(report);
    }

    fn turned(&self, cell: usize) -> usize {
        // Rows become columns: the diagonal from a1 to h8 exchanges the places of the two sides.
        cell % 8 * 8 + cell / 8
    }

    fn max_active(&self) -> usize {
        2 * PIECES as usize
    }

    fn action_count(&self) -> usize {
        PASS_ACTION + 1
    }

    fn action(&self, position: &Position, mv: Move) -> usize {
        let Move::Piece { from, to } = mv else { return PASS_ACTION };
        let seen = |square: u8| match position.to_move {
            Player::First => usize::from(square),
            Player::Second => self.turned(usize::from(square)),
        };
        64 * seen(from) + seen(to)
    }
}

impl Catalogued for LinesOfAction {
    const RULE_SETS: &'static [&'static GameInfo] = &[&INFO];

    fn build(_: &'static GameInfo, options: &Options) -> LinesOfAction {
        let mover = options.value("both-connected") == "mover";
        LinesOfAction { both_connected: if mover { BothConnected::MoverWins } else { BothConnected::Draw } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Line;

    const DRAW: LinesOfAction = LinesOfAction { both_connected: BothConnected::Draw };
    const MOVER: LinesOfAction = LinesOfAction { both_connected: BothConnected::MoverWins };

    fn read(text: &str) -> Position {
        DRAW.read_position(text).unwrap().0
    }

    /// The legal moves that begin with these letters, sorted.
    fn legal(text: &str, begin: &str) -> Vec<String> {
        let position = read(text);
        let mut moves = Vec::new();
        assert_eq!(DRAW.generate(&position, &mut moves), None);
        let written = moves.iter().map(|&mv| DRAW.write_move(&position, mv));
        let mut written: Vec<String> = written.filter(|text| text.starts_with(begin)).collect();
        written.sort();
        written
    }

    fn ending_after(game: LinesOfAction, text: &str, mv: &str) -> Option<Ending> {
        let mut position = read(text);
        let mv = game.read_move(&position, mv).unwrap();
        game.play(&mut position, mv);
        game.generate(&position, &mut Vec::new())
    }

    #[test]
    fn a_piece_goes_as_far_as_its_line_has_pieces() {
        // From d4: three on the row, so over the own c4 to a4, or to g4. Two on the column, but d5 bars the way up.
        // Two on the diagonal of b2. Two on the other, but there the own f2 holds the landing square.
        let d4 = legal("8/8/8/3W4/W1BB4/8/1W3B2/8 b", "d4");
        assert_eq!(d4, ["d4-b6", "d4-d2", "d4-f6", "d4-g4", "d4xa4", "d4xb2"]);
        // A third piece, on f6, is passed over one way; the other way b2 is now between.
        let d4 = legal("8/8/5B2/3W4/W1BB4/8/1W3B2/8 b", "d4");
        assert_eq!(d4, ["d4-b6", "d4-d2", "d4-g4", "d4-g7", "d4xa4"]);
    }

    #[test]
    fn pieces_connect_as_the_coordinates_say() {
        /// Takes away piece after piece that can be reached from the lowest one.
        fn naive(mut pieces: u64) -> bool {
            let mut stack = vec![pieces.trailing_zeros() as i32];
            pieces &= pieces - 1;
            while let Some(square) = stack.pop() {
                for other in 0..64 {
                    let near = (square / 8 - other / 8).abs() <= 1 && (square % 8 - other % 8).abs() <= 1;
                    if near && pieces >> other & 1 == 1 {
                        pieces ^= 1 << other;
                        stack.push(other);
                    }
                }
            }
            pieces == 0
        }
        let (mut word, mut groups) = (7, 0);
        for _ in 0..20_000 {
            word = agon_core::hash::mix(word + 1);
            let sparse = word & word << 17 & word << 29;
            for pieces in [sparse, sparse & 0x003c_3c3c_0000, sparse & 0x00ff_0000, 1 << (word & 63)] {
                if pieces != 0 {
                    assert_eq!(connected(pieces), naive(pieces), "{pieces:x}");
                    groups += u32::from(connected(pieces));
                }
            }
        }
        assert!(groups > 25_000, "{groups}");
        assert!(!connected(1 << 7 | 1 << 8), "h1 and a2 lie at opposite edges");
    }

    #[test]
    fn a_capture_can_connect_the_other_side_or_both() {
        let win = |player| Some(Ending::win(player, CONNECTED));
        // Black joins a2 and b1.
        assert_eq!(ending_after(DRAW, "8/8/8/2W1W3/8/8/B7/2B5 b", "c1-b1"), win(Player::First));
        // Black takes the white piece that stood apart, without connecting his own, ...
        assert_eq!(ending_after(DRAW, "7B/8/8/2WW4/8/8/8/W1B5 b", "c1xa1"), win(Player::Second));
        // ... or connects both sides at once.
        let both = "8/8/8/2WW4/8/8/B7/W1B5 b";
        assert_eq!(ending_after(DRAW, both, "c1xa1"), Some(Ending::draw(BOTH)));
        assert_eq!(ending_after(MOVER, both, "c1xa1"), win(Player::First));
        // A single piece is a group.
        assert_eq!(ending_after(DRAW, "7B/8/8/7W/8/8/8/W1B5 w", "a1xc1"), win(Player::First));
    }

    #[test]
    fn a_player_without_a_move_passes() {
        let stuck = "6WB/6WW/8/8/8/8/WW6/BW6 b";
        assert_eq!(legal(stuck, ""), ["pass"]);
        let position = read(stuck);
        assert_eq!(DRAW.count_moves(&position, &mut Vec::new()), 1);
        assert_eq!(DRAW.random_move(&position, &mut Random::new(1), &mut Vec::new()), Ok(Move::Pass));
        let mut next = position;
        DRAW.play(&mut next, Move::Pass);
        assert_eq!(next, read(&stuck.replace(" b", " w")));
    }

    #[test]
    fn the_third_occurrence_draws() {
        let mut line = Line::from_position(&DRAW, read("8/6B1/8/1W6/6W1/8/1B6/8 b"), Clocks::default());
        for number in 0..8 {
            assert_eq!(line.generate(&DRAW, &mut Vec::new()), None);
            let text = ["b2-c2", "b5-c5", "c2-b2", "c5-b5"][number % 4];
            let mv = DRAW.read_move(line.position(), text).unwrap();
            line.push(&DRAW, mv);
        }
        assert_eq!(line.generate(&DRAW, &mut Vec::new()), Some(Ending::draw(Reason::Repetition)));
    }

    #[test]
    fn quick_wins_count_more() {
        let score = |plies| DRAW.score(&DRAW.initial(), Ending::win(Player::Second, CONNECTED), plies);
        assert_eq!([1, 101, 200, 399].map(score), [-1.0, -0.5, -0.005, -0.005]);
    }

    #[test]
    fn moves_and_positions_are_read_with_care() {
        let position = DRAW.initial();
        for text in ["c1xa3", "C1-A3", "c1a3", "c1 a3"] {
            let mv = DRAW.read_move(&position, text);
            assert_eq!(mv, Ok(Move::Piece { from: 2, to: 16 }), "{text}");
        }
        for text in [
            "",
            "8/8/8/8/8/8/8/B7 b",
            "BBBBBBBB/BBBBB3/8/8/8/8/8/W7 b",
            "B6W/8/8/8/8/8/8/8",
            "B6W/8/8/8/8/8/8/8 x",
            "B6W/8/8/8/8/8/8 b",
            "B6W/99999999999999999999/8/8/8/8/8/8 b",
            "é6W/8/8/8/8/8/8/8 b",
        ] {
            assert!(DRAW.read_position(text).is_err(), "{text}");
        }
    }
}
