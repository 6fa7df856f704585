//! Legal moves as numbers of a fixed range, each with a number of its own: what learners outside this program choose from.
//!
//! A search does well when related moves share what it remembers, so moves of one position may share an index of
//! [`Encode::action`]. Whoever answers with a number needs one for each move. Moves that share an index are told apart by the order
//! of generation: the second of them lies one whole range of indices further, the third two.

use crate::encode::Encode;

/// The number of numbers.
pub fn space<G: Encode>(game: &G) -> usize {
    game.action_count() * game.alternatives()
}

/// Replaces the contents of `numbers` by those of the legal moves of a position, in their order. They differ, and are below
/// [`space`].
pub fn number<G: Encode>(game: &G, position: &G::Position, moves: &[G::Move], numbers: &mut Vec<u32>) {
    numbers.clear();
    numbers.extend(moves.iter().map(|&mv| game.action(position, mv) as u32));
    if game.alternatives() > 1 {
        tell_apart(numbers, game.action_count(), space(game));
    }
}

/// Makes equal numbers different.
fn tell_apart(numbers: &mut [u32], range: usize, space: usize) {
    for place in 1..numbers.len() {
        let (before, [number, ..]) = numbers.split_at_mut(place) else { return };
        // Later alternatives lie above the first range, so that only moves of the same index are in each other's way.
        while before.contains(number) && (*number as usize) + range < space {
            *number += range as u32;
        }
        // More alternatives than the game has said: any number that is free, from the end.
        let mut free = space as u32;
        while before.contains(number) && free > 0 {
            free -= 1;
            *number = free;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::tell_apart;

    fn told_apart(mut numbers: Vec<u32>, range: usize, space: usize) -> Vec<u32> {
        tell_apart(&mut numbers, range, space);
        numbers
    }

    #[test]
    fn moves_that_share_an_index_lie_a_range_apart() {
        assert_eq!(told_apart(vec![3, 7, 3, 3, 7], 10, 30), [3, 7, 13, 23, 17]);
        assert_eq!(told_apart(vec![], 10, 30), [0u32; 0]);
    }

    #[test]
    fn more_alternatives_than_a_game_has_said_have_numbers_too() {
        assert_eq!(told_apart(vec![3, 3, 3, 3, 19], 10, 20), [3, 13, 19, 18, 17]);
    }
}
