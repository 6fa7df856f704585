//! Five Field Kono: change places with the opponent.

use std::borrow::Cow;

use agon_core::info::text;
use agon_core::layout::grid_name;
use agon_core::{
    Catalogued, Clocks, Encode, Ending, Game, GameInfo, Heuristic, Layout, Limits, Options, Piece, PieceKind,
    Player, PositionError, Random, Reason, Trace,
};

use crate::bits::{ones, select};
use crate::board::Reader;
use crate::graph::{ALQUERQUE_5, DIAGONAL_5, Links, alquerque_board};
use crate::knowledge::verdict;
use crate::stones::{Shape, Step, Stones};

/// The rules of Five Field Kono.
#[derive(Clone, Copy, Debug)]
pub enum FiveFieldKono {
    /// Along the lines of the alquerque board, as in `LoBoGames`.
    Lines,
    /// Along the diagonals, the traditional way.
    Diagonals,
}

const SHAPE: Shape = Shape::square(5);
const POINTS: usize = 25;
const ALL: u32 = (1 << POINTS) - 1;
const PIECES: u32 = 7;
/// Where the pieces of each player stand at first: his outer row, and the two ends of the next one.
const HOMES: [u32; 2] = [0b10001_11111, 0b11111_10001 << 15];

const ENDINGS: &[&str] = &[
    "every point of {loser}'s home is occupied",
    "all pieces of {winner} have reached {loser}'s home",
    "the side to move has no legal move",
];
/// The indices of these words.
const FILLED: Reason = Reason::Rule(0);
const ARRIVED: Reason = Reason::Rule(1);
const STUCK: Reason = Reason::Rule(2);

const NOTATION: &str = "A point is named by its column a to e from the left and its row 1 to 5 from the bottom. A move \
               is the point that the piece leaves, a hyphen and the point that it goes to, such as a2-b3. A \
               position is written row by row from the top, X and O and numbers of empty points, then the \
               side to move in lower case: OOOOO/O3O/5/X3X/XXXXX x.";

const LIMITS: Limits = Limits { repetition: Some(3), no_progress: None, ply_cap: Some(200) };

static LINES: GameInfo = GameInfo {
    id: text("five-field-kono"),
    name: text("Five Field Kono"),
    sides: [text("X"), text("O")],
    pieces: Cow::Borrowed(&[PieceKind::new("piece", ['X', 'O'])]),
    summary: text("Move your seven pieces across the board into the opponent's home."),
    rules: text(concat!(
        alquerque_board!(),
        "Each player has seven pieces. Those of X stand on the five points of row 1 and on a2 and e2, those \
         of O on the five points of row 5 and on a4 and e4; these points are the player's home. X begins; the \
         players take turns to slide one piece of their own along a line to a neighbouring empty point, in \
         any direction. Nothing is captured. A move that would put all seven pieces back on their own home is \
         not allowed. A player wins when every point of the opponent's home is occupied, no matter by whose \
         pieces, as long as at least one of them is the winner's; it may even be the opponent who fills the \
         last point. A player who has no legal move loses."
    )),
    draws: text(
        "The game is a draw when the same position, with the same side to move, occurs for the third time, \
            or after 200 moves of both sides together.",
    ),
    notation: text(NOTATION),
    source: text("The mobile application LoBoGames, version 1.0.4 (April 2023); the draws are our addition."),
    parameters: &[],
    endings: ENDINGS,
    limits: LIMITS,
    version: 1,
};

static DIAGONALS: GameInfo = GameInfo {
    id: text("five-field-kono-traditional"),
    name: text("Five Field Kono (traditional)"),
    summary: text("Move your seven pieces diagonally across the board and take the opponent's places."),
    rules: text(
        "The board has 25 points in five rows of five. Each player has seven pieces. Those of X stand on \
            the five points of row 1 and on a2 and e2, those of O on the five points of row 5 and on a4 and \
            e4; these points are the player's home. X begins; the players take turns to move one piece of \
            their own one step diagonally, forward or backward, to an empty point. Nothing is captured. \
            Whoever first has all seven pieces on the seven points of the opponent's home wins.",
    ),
    draws: text(
        "The game is a draw when the player to move has no legal move, when the same position, with the \
            same side to move, occurs for the third time, or after 200 moves of both sides together.",
    ),
    source: text(
        "Stewart Culin, Korean Games (1895), as played in Ludii (O-Pat-Kono) and by Gamescrafters; the \
             draws by repetition and length are our addition.",
    ),
    sides: [text("X"), text("O")],
    pieces: Cow::Borrowed(&[PieceKind::new("piece", ['X', 'O'])]),
    notation: text(NOTATION),
    parameters: &[],
    endings: ENDINGS,
    limits: LIMITS,
    version: 1,
};

fn name(point: usize) -> String {
    grid_name(point / 5, point % 5)
}

impl FiveFieldKono {
    #[inline]
    fn links(self) -> &'static Links {
        match self {
            FiveFieldKono::Lines => &ALQUERQUE_5,
            FiveFieldKono::Diagonals => &DIAGONAL_5,
        }
    }

    /// The moves, as a set of links, or the ending.
    #[inline]
    fn slides(self, position: &Stones) -> Result<u64, Ending> {
        let empty = ALL & !position.occupied();
        let mut slides = self.links().joining(position.own, empty);
        match self {
            FiveFieldKono::Lines => {
                if (empty & HOMES[0] == 0 || empty & HOMES[1] == 0)
                    && let Some(winner) =
                        Player::BOTH.into_iter().find(|&player| Self::has_filled(position, player))
                {
                    return Err(Ending::win(winner, FILLED));
                }
                let home = HOMES[position.mover.index()];
                let outside = position.own & !home;
                if outside.is_power_of_two() {
                    // The last piece may not come home.
                    slides &= !ALQUERQUE_5.joining(outside, home & !position.own);
                }
            }
            FiveFieldKono::Diagonals => {
                // Only the player who has just moved can have arrived.
                if position.enemy == HOMES[position.mover.index()] {
                    return Err(Ending::win(!position.mover, ARRIVED));
                }
            }
        }
        if slides == 0 {
            return Err(match self {
                FiveFieldKono::Lines => Ending::loss(position.mover, Reason::NoMoves),
                FiveFieldKono::Diagonals => Ending::draw(STUCK),
            });
        }
        Ok(slides)
    }

    /// Whether the home of a player's opponent is full, and not by the opponent's pieces alone. It can be the
    /// opponent's own move that fills it.
    fn has_filled(position: &Stones, player: Player) -> bool {
        let home = HOMES[(!player).index()];
        home & !position.occupied() == 0 && position.of(player) & home != 0
    }

    /// How many pieces of a player stand in the opponent's home.
    fn arrived(position: &Stones, player: Player) -> i32 {
        (position.of(player) & HOMES[(!player).index()]).count_ones() as i32
    }
}

impl Game for FiveFieldKono {
    type Position = Stones;
    type Move = Step;

    fn info(&self) -> &GameInfo {
        match self {
            FiveFieldKono::Lines => &LINES,
            FiveFieldKono::Diagonals => &DIAGONALS,
        }
    }

    fn initial(&self) -> Stones {
        Stones::new(HOMES[0], HOMES[1])
    }

    #[inline]
    fn to_move(&self, position: &Stones) -> Player {
        position.mover
    }

    #[inline]
    fn generate(&self, position: &Stones, moves: &mut Vec<Step>) -> Option<Ending> {
        moves.clear();
        match self.slides(position) {
            Ok(slides) => {
                moves.extend(ones(slides).map(|link| self.links().step(link, position.own)));
                None
            }
            Err(ending) => Some(ending),
        }
    }

    #[inline]
    fn play(&self, position: &mut Stones, step: Step) {
        position.play(step);
    }

    #[inline]
    fn progresses(&self, _: &Stones, _: Step) -> bool {
        // Every piece can go back to where it came from.
        false
    }

    #[inline(always)]
    fn random_move(&self, position: &Stones, random: &mut Random, _: &mut Vec<Step>) -> Result<Step, Ending> {
        let slides = self.slides(position)?;
        let link = select(slides, random.below(slides.count_ones()));
        Ok(self.links().step(link, position.own))
    }

    #[inline]
    fn count_moves(&self, position: &Stones, _: &mut Vec<Step>) -> u64 {
        self.slides(position).map_or(0, |slides| u64::from(slides.count_ones()))
    }

    #[inline]
    fn hash(&self, position: &Stones) -> u64 {
        position.hash()
    }

    fn score(&self, position: &Stones, ending: Ending, _: u32) -> f32 {
        // The pieces that have arrived, as a difference, the winner's side at least one ahead.
        ending.outcome.winner().map_or(0.0, |winner| {
            let margin = Self::arrived(position, winner) - Self::arrived(position, !winner);
            ending.outcome.value().pov(Player::First) * margin.max(1) as f32 / PIECES as f32
        })
    }

    fn write_move(&self, _: &Stones, step: Step) -> String {
        step.write(name)
    }

    fn spellings(&self, _: &Stones, step: Step) -> Vec<String> {
        step.spellings(name)
    }

    fn write_position(&self, position: &Stones, _: Clocks) -> String {
        position.write(self.info(), SHAPE, None)
    }

    fn read_position(&self, text: &str) -> Result<(Stones, Clocks), PositionError> {
        let reader = Reader::new(&self.info().id, text);
        let fields = reader.fields(2, 2, "rows side")?;
        let position: Stones = Stones::read(reader, self.info(), SHAPE, fields[0], fields[1])?;
        if Player::BOTH.iter().any(|&player| position.of(player).count_ones() != PIECES) {
            return reader.error(format!("each side has {PIECES} pieces"));
        }
        match self {
            FiveFieldKono::Lines
                if Player::BOTH.iter().all(|&player| Self::has_filled(&position, player)) =>
            {
                reader.error("both homes are full, so that both sides would have won")
            }
            FiveFieldKono::Diagonals if position.own == HOMES[(!position.mover).index()] => {
                reader.error("the side to move has already won")
            }
            _ => Ok((position, Clocks::default())),
        }
    }

    fn layout(&self) -> Layout {
        self.links().layout()
    }

    fn piece(&self, position: &Stones, cell: usize) -> Option<Piece> {
        position.piece(cell)
    }

    fn trace(&self, _: &Stones, step: Step) -> Trace {
        step.trace()
    }
}

impl Encode for FiveFieldKono {
    fn cell_count(&self) -> usize {
        POINTS
    }

    #[inline]
    fn each_difference(&self, before: &Stones, after: &Stones, report: impl FnMut(usize)) {
        ones(before.difference(after).into()).for_each(report);
    }

    fn turned(&self, cell: usize) -> usize {
        // The half-turn that exchanges the homes.
        POINTS - 1 - cell
    }

    fn max_active(&self) -> usize {
        2 * PIECES as usize
    }

    fn action_count(&self) -> usize {
        POINTS * POINTS
    }

    fn action(&self, position: &Stones, step: Step) -> usize {
        step.action(self, position.mover)
    }
}

/// On the lines: what a piece's row is worth, a gap in the home that is to be filled, and a first piece in it.
const ROW: i32 = 15;
const GAP: i32 = 80;
const FOOTHOLD: i32 = 60;
/// On the diagonals, where all seven have to get there: the same of a row, and of a piece that has arrived.
const STRIDE: i32 = 60;
const ARRIVAL: i32 = 30;

impl FiveFieldKono {
    /// How far a player has come who sees the board as the first one does.
    #[inline]
    fn progress(self, own: u32, enemy: u32) -> i32 {
        const BOTTOM_ROW: u32 = 0b11111;
        let in_row = |row: i32| (own >> (5 * row) & BOTTOM_ROW).count_ones() as i32;
        let rows: i32 = (1..5).map(|row| row * in_row(row)).sum();
        let arrived = (own & HOMES[1]).count_ones() as i32;
        match self {
            FiveFieldKono::Lines => {
                let gaps = (HOMES[1] & !(own | enemy)).count_ones() as i32;
                ROW * rows - GAP * gaps + FOOTHOLD * arrived.min(1)
            }
            FiveFieldKono::Diagonals => STRIDE * rows + ARRIVAL * arrived,
        }
    }
}

/// The board after half a turn.
#[inline]
fn turned(set: u32) -> u32 {
    set.reverse_bits() >> (u32::BITS - POINTS as u32)
}

impl Heuristic for FiveFieldKono {
    const HAND_MADE: bool = true;

    /// The way that both have come. On the lines, where others may fill the goal as well, what is left of it.
    fn heuristic(&self, position: &Stones) -> f32 {
        let [first, second] = Player::BOTH.map(|player| position.of(player));
        let ahead = self.progress(first, second) - self.progress(turned(second), turned(first));
        verdict(ahead, Player::First)
    }

    /// Forward first, and into the goal before all.
    fn promise(&self, position: &Stones, step: Step) -> i32 {
        let rows = i32::from(step.to / 5) - i32::from(step.from / 5);
        let forward = if position.mover == Player::First { rows } else { -rows };
        let goal = HOMES[(!position.mover).index()];
        2 * forward + (goal >> step.to & 1) as i32 - (goal >> step.from & 1) as i32
    }
}

impl Catalogued for FiveFieldKono {
    const RULE_SETS: &'static [&'static GameInfo] = &[&LINES, &DIAGONALS];

    fn build(info: &'static GameInfo, _: &Options) -> FiveFieldKono {
        if info.id == LINES.id { FiveFieldKono::Lines } else { FiveFieldKono::Diagonals }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::tests::{assert_fair, value};

    fn ending(game: FiveFieldKono, text: &str) -> Option<Ending> {
        let (position, _) = game.read_position(text).unwrap();
        game.generate(&position, &mut Vec::new())
    }

    fn after(game: FiveFieldKono, moves: &[&str]) -> Stones {
        let mut position = game.initial();
        for text in moves {
            let mv = game.read_move(&position, text).unwrap();
            game.play(&mut position, mv);
        }
        position
    }

    #[test]
    fn evaluations_are_fair_and_measure_the_way() {
        for game in [FiveFieldKono::Lines, FiveFieldKono::Diagonals] {
            assert_fair(&game, 40, |position| Stones {
                own: turned(position.own),
                enemy: turned(position.enemy),
                mover: !position.mover,
            });
            let ahead = value(&game, "OOOOO/O1X1O/1X3/4X/XXXX1 x");
            assert!(ahead > value(&game, "OOOOO/O3O/1XX2/4X/XXXX1 x"));
        }
        // A goal with gaps is further away than one that the enemy has not left.
        let game = FiveFieldKono::Lines;
        assert!(value(&game, "XOOOO/O4/3OO/4X/XXXXX x") > value(&game, "XOO1O/O4/2OOO/4X/XXXXX x"));
    }

    #[test]
    fn one_piece_in_a_full_home_wins() {
        let game = FiveFieldKono::Lines;
        let position = after(game, &["a2-a3", "a4-b4", "a3-a4"]);
        let ending = game.generate(&position, &mut Vec::new()).unwrap();
        assert_eq!(ending, Ending::win(Player::First, FILLED));
        assert_eq!(game.score(&position, ending, 3), 1.0 / 7.0);
        // The traditional game wants all seven there.
        assert_eq!(self::ending(FiveFieldKono::Diagonals, "OOOOO/XO2O/5/4X/XXXXX o"), None);
    }

    #[test]
    fn filling_the_own_home_around_a_guest_loses() {
        let game = FiveFieldKono::Lines;
        let (mut position, _) = game.read_position("OOOOO/X4/2O1O/4X/XXXXX o").unwrap();
        let mv = game.read_move(&position, "e3-e4").unwrap();
        game.play(&mut position, mv);
        assert_eq!(game.generate(&position, &mut Vec::new()), Some(Ending::win(Player::First, FILLED)));
    }

    #[test]
    fn the_last_piece_may_not_come_home() {
        let game = FiveFieldKono::Lines;
        let position = after(game, &["a2-a3", "a4-b4"]);
        assert!(game.read_move(&position, "a3-a2").is_err());
        assert!(game.read_move(&position, "a3-a4").is_ok());
        // With two pieces outside, one of them may.
        let position = after(game, &["a2-a3", "a4-b4", "e2-e3", "b4-b3"]);
        assert!(game.read_move(&position, "a3-a2").is_ok());
        // The traditional game has no such rule.
        let position = after(FiveFieldKono::Diagonals, &["a2-b3", "e4-d3"]);
        assert!(FiveFieldKono::Diagonals.read_move(&position, "b3-a2").is_ok());
    }

    #[test]
    fn who_cannot_move_loses_on_the_lines_and_draws_on_the_diagonals() {
        let shut_in = "O3O/5/O3O/XOOOX/XXXXX x";
        let loss = Ending::loss(Player::First, Reason::NoMoves);
        assert_eq!(ending(FiveFieldKono::Lines, shut_in), Some(loss));
        let shut_in = "5/1O1O1/X3X/OOOOO/XXXXX x";
        assert_eq!(ending(FiveFieldKono::Diagonals, shut_in), Some(Ending::draw(STUCK)));
    }

    #[test]
    fn all_seven_in_the_other_home_win_the_traditional_game() {
        assert!(FiveFieldKono::Diagonals.read_position("XXXXX/X3X/5/O3O/OOO1O o").is_err(), "six pieces");
        let text = "XXXXX/X3X/3O1/O3O/OOO1O o";
        let game = FiveFieldKono::Diagonals;
        let (position, _) = game.read_position(text).unwrap();
        let ending = game.generate(&position, &mut Vec::new()).unwrap();
        assert_eq!(ending, Ending::win(Player::First, ARRIVED));
        assert_eq!(game.score(&position, ending, 90), 1.0 / 7.0);
        assert!(game.read_position(&text.replace(" o", " x")).is_err(), "won already, and to move");
        assert!(
            FiveFieldKono::Lines.read_position("XXXXX/X3X/5/O3O/OOOOO o").is_err(),
            "both homes are full"
        );
    }
}
