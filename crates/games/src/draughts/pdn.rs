//! Portable Draughts Notation: positions as lists of squares, and moves as squares with signs between them.

use agon_core::notation::{match_move, quote};
use agon_core::{Clocks, Game, MoveError, Player, PositionError};

use super::{Board, Colour, Position};
use crate::bits::ones;
use crate::board::Reader;

/// More plies than any game has; larger clocks are typing errors.
const MOST_PLIES: u32 = 100_000;

/// Writes a position as `side:W…:B…`, with the fields `H` (plies without progress) and `F` (number of the move)
/// behind it unless nothing has been played.
pub(crate) fn write_position<const N: usize>(
    position: &Position<N>,
    clocks: Clocks,
    first: Colour,
) -> String {
    let list = |colour: Colour| {
        let pieces = ones(position.pieces(colour)).map(|bit| {
            let king = if position.kings >> bit & 1 == 1 { "K" } else { "" };
            format!("{king}{}", Board::<N>::square(bit) + 1)
        });
        pieces.collect::<Vec<_>>().join(",")
    };
    let (white, black) = (list(Colour::White), list(Colour::Black));
    let side = if position.mover == Colour::Black { 'B' } else { 'W' };
    let text = format!("{side}:W{white}:B{black}");
    let number = clocks.plies.saturating_sub(position.mover.player(first).index() as u32) / 2 + 1;
    if (clocks.quiet, number) == (0, 1) { text } else { format!("{text}:H{}:F{number}", clocks.quiet) }
}

/// Reads a position. The lists may come in either order and hold ranges such as `31-50`; the clocks and a full
/// stop at the end are optional.
pub(crate) fn read_position<const N: usize>(
    game: &str,
    text: &str,
    first: Colour,
) -> Result<(Position<N>, Clocks), PositionError> {
    let reader = Reader::new(game, text);
    let compact: String = text.split_whitespace().collect();
    let compact = compact.strip_suffix('.').unwrap_or(&compact);
    let mut fields = compact.split(':');
    let side = reader.side(fields.next().unwrap_or_default(), ['b', 'w'])?;
    let mover = if side == Player::First { Colour::Black } else { Colour::White };

    let mut lists: [Option<List>; 2] = [None, None];
    let (mut quiet, mut number) = (None, None);
    for field in fields {
        let mut chars = field.chars();
        let head = chars.next().map(|head| head.to_ascii_uppercase());
        let tail = chars.as_str();
        let twice = match head {
            Some('B') => lists[0].replace(List::read::<N>(reader, tail)?).is_some(),
            Some('W') => lists[1].replace(List::read::<N>(reader, tail)?).is_some(),
            Some('H') => quiet.replace(reader.number(tail, "the number after H", MOST_PLIES)?).is_some(),
            Some('F') => number.replace(reader.number(tail, "the number after F", MOST_PLIES)?).is_some(),
            _ => return reader.error(format!("'{field}' does not begin with W, B, H or F")),
        };
        if twice {
            return reader.error(format!("there is more than one field that begins with {}", &field[..1]));
        }
    }
    let [Some(black), Some(white)] = lists else {
        return reader.error("expected 'side:W squares:B squares', such as B:W21,22,K30:B1,2");
    };

    for (list, crowning) in [&black, &white].into_iter().zip(Board::<N>::CROWNING) {
        if list.pieces.count_ones() as usize > Board::<N>::ARMY {
            return reader.error(format!("a side has at most {} pieces", Board::<N>::ARMY));
        }
        if list.pieces & !list.kings & crowning != 0 {
            return reader.error("a man cannot stand on the row where it would be a king");
        }
    }
    if black.pieces & white.pieces != 0 {
        return reader.error("a square holds pieces of both sides");
    }
    let kings = black.kings | white.kings;
    let (own, enemy) = match mover {
        Colour::Black => (black.pieces, white.pieces),
        Colour::White => (white.pieces, black.pieces),
    };
    if enemy == 0 {
        return reader.error("the side that is not to move has no pieces");
    }
    let behind = mover.player(first).index() as u32;
    let plies = 2 * number.unwrap_or(1).saturating_sub(1) + behind;
    Ok((Position { own, enemy, kings, mover }, Clocks { plies, quiet: quiet.unwrap_or(0) }))
}

/// The pieces of one side.
#[derive(Default)]
struct List {
    pieces: u64,
    kings: u64,
}

impl List {
    fn read<const N: usize>(reader: Reader<'_>, text: &str) -> Result<List, PositionError> {
        let mut list = List::default();
        for item in text.split(',').filter(|_| !text.is_empty()) {
            let squares = item.strip_prefix(['K', 'k']).unwrap_or(item);
            let (from, to) = squares.split_once('-').unwrap_or((squares, squares));
            let number = |text: &str| match text.parse() {
                Ok(number) if (1..=Board::<N>::SQUARES).contains(&number) => Ok(number),
                _ => reader.error(format!("'{item}' is not a square from 1 to {}", Board::<N>::SQUARES)),
            };
            for square in number(from)?..=number(to)? {
                let bit = 1 << Board::<N>::bit(square - 1);
                if list.pieces & bit != 0 {
                    return reader.error(format!("square {square} is listed twice"));
                }
                list.pieces |= bit;
                list.kings |= if squares == item { 0 } else { bit };
            }
        }
        Ok(list)
    }
}

/// Writes a move over these squares, numbered from 0: its start and end, or all landings where that would not
/// tell it from another legal move, `is_alone` being false.
pub(crate) fn write_move(path: &[usize], captures: bool, is_alone: bool) -> String {
    let ends = [path[0], path[path.len() - 1]];
    let shown = if is_alone { &ends[..] } else { path };
    let numbers: Vec<String> = shown.iter().map(|square| (square + 1).to_string()).collect();
    numbers.join(if captures { "x" } else { "-" })
}

/// Reads a move: as it is written, or as its squares with any of the usual signs between them.
///
/// `fits` tells whether these squares, numbered from 0, can mean a legal move. Several may fit; those with the
/// lowest rank are meant.
pub(crate) fn read_move<G: Game>(
    game: &G,
    position: &G::Position,
    text: &str,
    fits: impl Fn(G::Move, &[usize]) -> Option<u8>,
) -> Result<G::Move, MoveError> {
    let error = match match_move(game, position, text) {
        Err(error @ MoveError::Illegal { .. }) => error,
        answer => return answer,
    };
    let Some(squares) = squares_of(text) else { return Err(error) };
    let mut moves = Vec::new();
    game.generate(position, &mut moves);
    let ranked: Vec<(u8, G::Move)> =
        moves.into_iter().filter_map(|mv| Some((fits(mv, &squares)?, mv))).collect();
    let best = ranked.iter().map(|&(rank, _)| rank).min();
    let fitting: Vec<G::Move> =
        ranked.into_iter().filter(|&(rank, _)| Some(rank) == best).map(|(_, mv)| mv).collect();
    match fitting[..] {
        [] => Err(error),
        [only] => Ok(only),
        _ => Err(MoveError::Ambiguous {
            text: quote(text),
            fitting: fitting.into_iter().map(|mv| game.write_move(position, mv)).collect(),
        }),
    }
}

/// The squares of a move text, numbered from 0; nothing if it holds anything but numbers and signs between them.
fn squares_of(text: &str) -> Option<Vec<usize>> {
    let squares: Option<Vec<usize>> = text
        .split(['-', 'x', 'X', '×', ':', '*', '>', ',', ' ', '\t'])
        .filter(|part| !part.is_empty())
        .map(|part| part.parse::<usize>().ok()?.checked_sub(1))
        .collect();
    squares.filter(|squares| squares.len() >= 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(Position<5>, Clocks), PositionError> {
        read_position::<5>("test", text, Colour::White)
    }

    #[test]
    fn ranges_order_spaces_and_a_full_stop_do_not_matter() {
        let (initial, clocks) = read("W:W31-50:B1-20").unwrap();
        assert_eq!(initial, Position::initial(Colour::White));
        assert_eq!(clocks, Clocks::default());
        assert_eq!(read("w:B1-18,19, 20: W31-50.\n").unwrap().0, initial);
        let (kings, _) = read("B:WK1-3,6:BK50").unwrap();
        assert_eq!(kings.kings.count_ones(), 4);
    }

    #[test]
    fn clocks_follow_the_lists() {
        let (position, clocks) = read("B:W31,K32:B1:H7:F12").unwrap();
        assert_eq!(clocks, Clocks { plies: 23, quiet: 7 });
        assert_eq!(write_position(&position, clocks, Colour::White), "B:W31,K32:B1:H7:F12");
        // Black's first turn comes after one ply, and needs no clocks.
        let (position, clocks) = read("B:W31:B1").unwrap();
        assert_eq!(clocks, Clocks { plies: 1, quiet: 0 });
        assert_eq!(write_position(&position, clocks, Colour::White), "B:W31:B1");
    }

    #[test]
    fn what_cannot_be_played_on_is_refused() {
        for (text, problem) in [
            ("", "the side to move"),
            ("W", "expected"),
            ("W:W31-50", "expected"),
            ("X:W31:B1", "the side to move"),
            ("W:W31:B1:W32", "more than one"),
            ("W:W31:B1:Q3", "does not begin"),
            ("W:W31::B1", "does not begin"),
            ("W:W31:B1:é", "does not begin"),
            ("W:W31,:B1", "not a square"),
            ("W:W0:B1", "not a square"),
            ("W:W51:B1", "not a square"),
            ("W:W31-99999999999999999999:B1", "not a square"),
            ("W:W31,31:B1", "twice"),
            ("W:W31:B31", "both sides"),
            ("W:W25-45:B1", "at most 20"),
            ("W:W5:B1", "would be a king"),
            ("W:W31:B46", "would be a king"),
            ("W:W31:B", "no pieces"),
            ("W:W31:B1:H-1", "the number after H"),
        ] {
            let error = read(text).expect_err(text).to_string();
            assert!(error.contains(problem), "{text}: {error}");
        }
        // A side to move without pieces has lost: a position, though not one to play on.
        assert!(read("W:W:B1").is_ok());
    }

    #[test]
    fn squares_may_be_separated_by_any_sign() {
        for text in ["22x15x6", "22-15-6", "22:15:6", " 22 x 15 X 6", "22×15×6"] {
            assert_eq!(squares_of(text), Some(vec![21, 14, 5]), "{text}");
        }
        for text in ["22", "0-1", "a3-b4", "22--", "99999999999999999999999-1", ""] {
            assert_eq!(squares_of(text), None, "{text}");
        }
    }
}
