//! What players of draughts look at: material, how far the men have come, who guards the back row, and the centre.

use super::{Board, Colour, Position};
use crate::knowledge::lead;

const MAN_WORTH: i32 = 100;
/// What a man gains with each row, so that he has a fifth more when he is about to be crowned.
const ADVANCE: i32 = 3;
/// A man on the first row, as long as there are enemy men to be kept from it.
const GUARD: i32 = 9;
/// A piece away from the edges.
const CENTRAL: i32 = 4;
/// The player to move can capture. It may be a trap, but mostly a man is gained.
const CAPTURE: i32 = 60;

impl<const N: usize> Board<N> {
    /// A row, counted from the top.
    const fn row(row: usize) -> u64 {
        ((1 << N) - 1) << Self::bit(N * row)
    }

    /// The squares at least two away from every edge.
    const CENTRE: u64 = {
        let (mut centre, mut square) = (0, 0);
        while square < Self::SQUARES {
            let row = square / N;
            let column = 2 * (square % N) + row.is_multiple_of(2) as usize;
            if row >= 2 && row < 2 * N - 2 && column >= 2 && column < 2 * N - 2 {
                centre |= 1 << Self::bit(square);
            }
            square += 1;
        }
        centre
    };
}

impl<const N: usize> Position<N> {
    /// How far the player to move is ahead, in hundredths of a man; `captures` says whether he can capture.
    #[inline]
    pub(crate) fn outlook(&self, king_worth: i32, captures: bool) -> i32 {
        let material = |pieces: u64| {
            let kings = (pieces & self.kings).count_ones() as i32;
            MAN_WORTH * (pieces.count_ones() as i32 - kings) + king_worth * kings
        };
        let difference = material(self.own) - material(self.enemy);
        lead(difference, (self.own | self.enemy).count_ones()) + self.ground(self.own, self.enemy, self.mover)
            - self.ground(self.enemy, self.own, self.mover.opposite())
            + if captures { CAPTURE } else { 0 }
    }

    /// How well placed a side is.
    #[inline]
    fn ground(&self, own: u64, enemy: u64, colour: Colour) -> i32 {
        let men = own & !self.kings;
        let in_row = |row: usize| (men & Board::<N>::row(row)).count_ones() as i32;
        // Rows counted from the top, which is where Black comes from.
        let down: i32 = (1..2 * N).map(|row| row as i32 * in_row(row)).sum();
        let advance = match colour {
            Colour::Black => down,
            Colour::White => (2 * N as i32 - 1) * men.count_ones() as i32 - down,
        };
        let guards = if enemy & !self.kings == 0 {
            0
        } else {
            (men & Board::<N>::CROWNING[colour.opposite() as usize]).count_ones() as i32
        };
        let central = (own & Board::<N>::CENTRE).count_ones() as i32;
        ADVANCE * advance + GUARD * guards + CENTRAL * central
    }

    /// Whether a move of the player to move crowns a man.
    #[inline]
    pub(crate) fn crowns(&self, from: u8, to: u8) -> bool {
        self.kings >> from & 1 == 0 && Board::<N>::CROWNING[self.mover as usize] >> to & 1 == 1
    }

    /// The order of moves: captures by what they take, crowning, then men forward and off the edge, with the guards of
    /// the first row last.
    #[inline]
    pub(crate) fn promise(&self, from: u8, to: u8, captured: u64) -> i32 {
        let takes = 100 * captured.count_ones() as i32 + 50 * (captured & self.kings).count_ones() as i32;
        let guard = self.kings >> from & 1 == 0
            && Board::<N>::CROWNING[self.mover.opposite() as usize] >> from & 1 == 1;
        let central = Board::<N>::CENTRE >> to & 1 == 1;
        takes + if self.crowns(from, to) { 60 } else { 0 } + 2 * i32::from(central) - 5 * i32::from(guard)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::bits::ones;

    /// The players change places.
    pub(crate) fn mirrored<const N: usize>(position: &Position<N>) -> Position<N> {
        let turned = |set: u64| {
            let place = |bit| Board::<N>::bit(Board::<N>::turned(Board::<N>::square(bit)));
            ones(set).fold(0, |turned, bit| turned | 1 << place(bit))
        };
        Position {
            own: turned(position.own),
            enemy: turned(position.enemy),
            kings: turned(position.kings),
            mover: position.mover.opposite(),
        }
    }

    #[test]
    fn the_centre_is_away_from_the_edges() {
        let squares: Vec<usize> = ones(Board::<4>::CENTRE).map(|bit| Board::<4>::square(bit) + 1).collect();
        assert_eq!(squares, [10, 11, 14, 15, 18, 19, 22, 23]);
        assert_eq!(Board::<5>::CENTRE.count_ones(), 18);
    }
}
