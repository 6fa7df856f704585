//! FEN for positions; ICCS and WXF notation for moves.

use agon_core::layout::file_letter;
use agon_core::{Clocks, Player, PositionError};

use super::geometry::{
    CANNON, CHARIOT, ELEPHANT, FILES, GENERAL, HORSE, NOWHERE, POINTS, RANKS, SOLDIER, can_stand, file_of,
    name, point, rank_of,
};
use super::info::INFO;
use super::position::{KIND, Move, Position};
use crate::board::{Reader, write_rows};

/// The longest game and the longest quiet stretch that a FEN may speak of.
const MOST_MOVES: u32 = 9999;

/// The letter of a kind of piece.
fn letter(kind: usize) -> char {
    INFO.pieces[kind].letters[0]
}

/// Other letters in use: H for horse, E for elephant.
fn other_letter(kind: usize) -> Option<char> {
    match kind {
        HORSE => Some('H'),
        ELEPHANT => Some('E'),
        _ => None,
    }
}

pub(super) fn iccs(mv: Move, separator: &str) -> String {
    // Two letters, two digits: reading a move writes all legal ones, so this is worth doing by hand.
    let file = |point: u8| file_letter(file_of(usize::from(point)));
    let rank = |point: u8| char::from(b'0' + rank_of(usize::from(point)) as u8);
    let mut text = String::with_capacity(5);
    text.extend([file(mv.from), rank(mv.from)]);
    text += separator;
    text.extend([file(mv.to), rank(mv.to)]);
    text
}

pub(super) fn spellings(position: &Position, mv: Move) -> Vec<String> {
    let mut spellings = vec![iccs(mv, "-")];
    let (from, to) = (usize::from(mv.from), usize::from(mv.to));
    let Some((side, kind)) = position.at(from) else { return spellings };
    // WXF counts files from the mover's right and ranks away from him.
    let file = |point: usize| if side == 0 { FILES - file_of(point) } else { file_of(point) + 1 };
    let height = |point: usize| if side == 0 { rank_of(point) } else { RANKS - 1 - rank_of(point) };
    let steps = height(to).abs_diff(height(from));
    let slides = [GENERAL, CHARIOT, CANNON, SOLDIER].contains(&kind);
    let number = if slides && steps > 0 { steps } else { file(to) };
    let signs: &[char] = match height(to).cmp(&height(from)) {
        std::cmp::Ordering::Greater => &['+'],
        std::cmp::Ordering::Less => &['-'],
        std::cmp::Ordering::Equal => &['=', '.'],
    };

    // Which piece: by its file, or front and rear among its like on that file.
    let mates: Vec<usize> = (0..KIND.len())
        .filter(|&number| KIND[number] == kind && position.places[side][number] != NOWHERE)
        .map(|number| usize::from(position.places[side][number]))
        .filter(|&other| other != from && file_of(other) == file_of(from))
        .collect();
    let ahead = mates.iter().filter(|&&other| height(other) > height(from)).count();
    let tandem = match (mates.len(), ahead) {
        (0, _) => None,
        (_, 0) => Some('+'),
        (count, ahead) if count == ahead => Some('-'),
        _ => None,
    };
    // Of three or more soldiers on a file, or where two files hold several, the place from the front stands for the letter
    // (World Xiangqi Federation, "World Xiangqi Rules", 2018): `25=6` is the second soldier on file 5.
    if kind == SOLDIER && !mates.is_empty() {
        let place = ahead + 1;
        spellings.extend(signs.iter().map(|sign| format!("{place}{}{sign}{number}", file(from))));
    }
    for letter in [Some(letter(kind)), other_letter(kind)].into_iter().flatten() {
        for sign in signs {
            spellings.push(format!("{letter}{}{sign}{number}", file(from)));
            if let Some(mark) = tandem {
                spellings.push(format!("{mark}{letter}{sign}{number}"));
                spellings.push(format!("{letter}{mark}{sign}{number}"));
            }
        }
    }
    spellings
}

pub(super) fn write_fen(position: &Position, clocks: Clocks) -> String {
    let rows = write_rows(RANKS, FILES, |row, column| {
        let (side, kind) = position.at(point(RANKS - 1 - row, column))?;
        Some(INFO.pieces[kind].letters[side])
    });
    let side = ['w', 'b'][position.mover.index()];
    format!("{rows} {side} - - {} {}", clocks.quiet, clocks.plies / 2 + 1)
}

pub(super) fn read_fen(text: &str) -> Result<(Position, Clocks), PositionError> {
    let reader = Reader::new(&INFO.id, text);
    let fields = reader.fields(2, 6, "rows side - - quiet-plies move-number")?;
    let mut position = Position::empty();
    let mut problem = None;
    reader.rows(fields[0], RANKS, FILES, |row, column, read| {
        let upper = read.to_ascii_uppercase();
        let known = |&kind: &usize| letter(kind) == upper || other_letter(kind) == Some(upper);
        let Some(kind) = (0..INFO.pieces.len()).find(known) else { return false };
        let side = usize::from(read.is_ascii_lowercase());
        let at = point(RANKS - 1 - row, column);
        let (owner, what) = (&INFO.sides[side], &INFO.pieces[kind].name);
        if !can_stand(kind, side, at) {
            problem = Some(format!("{owner}'s {what} can never stand on {}", name(at)));
        } else if !position.put(side, kind, at) {
            problem = Some(format!("{owner} has more than one set of pieces: too many {what}s"));
        }
        true
    })?;
    if let Some(problem) = problem {
        return reader.error(problem);
    }
    for (side, owner) in INFO.sides.iter().enumerate() {
        if position.general(side) >= POINTS {
            return reader.error(format!("{owner} has no general"));
        }
    }
    let side = match fields[1] {
        "r" | "R" => Player::First,
        field => reader.side(field, ['w', 'b'])?,
    };
    position.begin(side);
    if position.can_take_general() {
        return reader.error("the side to move could take the enemy general");
    }
    if let Some(field) = fields[2..].iter().take(2).find(|&&field| field != "-") {
        return reader.error(format!("the third and fourth fields are '-', not '{field}'"));
    }
    let number = |index: usize, what: &str| {
        fields.get(index).map_or(Ok(0), |field| reader.number(field, what, MOST_MOVES))
    };
    let quiet = number(4, "the count of quiet plies")?;
    let moves = number(5, "the move number")?.max(1);
    Ok((position, Clocks { plies: 2 * (moves - 1) + side.index() as u32, quiet }))
}
