//! The symmetries of a game, found by looking at it and by playing.
//!
//! Nobody has to say that an Othello board can be mirrored. Every rotation and reflection that maps the picture of the board
//! onto itself is a candidate; it is one of the game if it maps the initial position onto itself and if, in random games,
//! the moves of a position and those of its image always lead to positions that are images of each other. What a
//! network learns of a position then holds for all its images.

use agon_core::{Encoding, Match, Outcome, Random, Rules};

/// Where each feature of a position is in its image.
pub type Images = Vec<u16>;

/// Random games that a candidate has to get through.
const GAMES: u64 = 8;
/// The plies after which such a game has said enough.
const PLIES: usize = 120;

/// The symmetries of a game, the identity first.
///
/// # Panics
/// If there are more features than two bytes can number.
pub fn symmetries(rules: &dyn Rules) -> Vec<Images> {
    let encoding = rules.encoding();
    assert!(u16::try_from(encoding.features).is_ok(), "features have numbers of two bytes");
    let mut found: Vec<Images> = vec![(0..encoding.features as u16).collect()];
    for cells in of_picture(rules) {
        let images = [of_features(&encoding, &cells), of_features(&encoding, &turned(&encoding, &cells))];
        if (0..GAMES).all(|seed| holds(rules, &images, seed)) {
            // What a player who sees the board turned calls another symmetry is one of the game too.
            for images in images {
                if !found.contains(&images) {
                    found.push(images);
                }
            }
        }
    }
    found
}

/// The rotations and reflections that map the cells of the picture onto cells.
fn of_picture(rules: &dyn Rules) -> Vec<Vec<usize>> {
    let cells = rules.layout().cells;
    let count = cells.len().max(1) as f32;
    let (x, y) = cells.iter().fold((0.0, 0.0), |(x, y), cell| (x + cell.x / count, y + cell.y / count));
    // The columns of the matrices: where one step to the right and one step down lead.
    let turns = [
        [1, 0, 0, 1],
        [-1, 0, 0, 1],
        [1, 0, 0, -1],
        [-1, 0, 0, -1],
        [0, 1, 1, 0],
        [0, 1, -1, 0],
        [0, -1, 1, 0],
        [0, -1, -1, 0],
    ];
    let place = |(dx, dy): (f32, f32)| {
        let near = |a: f32, b: f32| (a - b).abs() < 0.01;
        cells.iter().position(|cell| near(cell.x, x + dx) && near(cell.y, y + dy))
    };
    let turned = |turn: [i8; 4]| {
        let [a, b, c, d] = turn.map(f32::from);
        let image = |dx: f32, dy: f32| place((a * dx + c * dy, b * dx + d * dy));
        cells.iter().map(|cell| image(cell.x - x, cell.y - y)).collect()
    };
    turns.into_iter().filter_map(turned).collect()
}

/// A map of cells as the second player sees it.
fn turned(encoding: &Encoding, cells: &[usize]) -> Vec<usize> {
    let mut seen = cells.to_vec();
    for (cell, &image) in cells.iter().enumerate() {
        seen[encoding.turned[cell]] = encoding.turned[image];
    }
    seen
}

/// What a map of cells does to features: those of cells move, all others stay.
fn of_features(encoding: &Encoding, cells: &[usize]) -> Images {
    let on_board = encoding.owners * encoding.kinds * cells.len();
    let image = |feature: usize| {
        if feature < on_board {
            feature - feature % cells.len() + cells[feature % cells.len()]
        } else {
            feature
        }
    };
    (0..encoding.features).map(|feature| image(feature) as u16).collect()
}

/// Plays a random game and its image side by side; false if they part. The images of features are those that the first and
/// the second player see.
fn holds(rules: &dyn Rules, images: &[Images; 2], seed: u64) -> bool {
    let start = || rules.start(None).expect("every game has an initial position");
    let mut random = Random::stream(seed, 0x5e11);
    let (mut original, mut mirrored) = (start(), start());
    let mapped = |played: &dyn Match| {
        let images = &images[played.to_move().index()];
        let mut features = seen(played);
        for feature in &mut features {
            *feature = u32::from(images[*feature as usize]);
        }
        features.sort_unstable();
        features
    };
    if mapped(original.as_ref()) != seen(mirrored.as_ref()) {
        return false;
    }
    for _ in 0..PLIES {
        let outcome =
            |played: &dyn Match| -> Option<Outcome> { played.ending().map(|ending| ending.outcome) };
        let ended = [outcome(original.as_ref()), outcome(mirrored.as_ref())];
        if ended != [None, None] {
            return ended[0] == ended[1];
        }
        let [after, images] = [replies(original.as_ref(), &mapped), replies(mirrored.as_ref(), &seen)];
        if !after.iter().map(|(features, _)| features).eq(images.iter().map(|(features, _)| features)) {
            return false;
        }
        let chosen = random.below(after.len() as u32) as usize;
        original.play(after[chosen].1);
        mirrored.play(images[chosen].1);
    }
    true
}

/// The features of a position, in order.
fn seen(played: &dyn Match) -> Vec<u32> {
    let mut features = Vec::new();
    played.features(&mut features);
    features.sort_unstable();
    features
}

/// What every move leads to, and the move, in the order of the features.
fn replies(played: &dyn Match, look: &dyn Fn(&dyn Match) -> Vec<u32>) -> Vec<(Vec<u32>, usize)> {
    let mut ahead = played.fork();
    let mut replies: Vec<(Vec<u32>, usize)> = (0..played.move_count())
        .map(|index| {
            ahead.play(index);
            let features = look(ahead.as_ref());
            ahead.undo();
            (features, index)
        })
        .collect();
    replies.sort();
    replies
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_have_the_symmetries_of_their_rules() {
        // The first discs of Othello allow half a turn and the diagonals; the men of checkers stand on one colour and move one
        // way; a king of chess can castle to one side only.
        let known = [
            ("tic-tac-toe", 8),
            ("othello", 4),
            ("nine-mens-morris", 8),
            ("tapatan", 2),
            ("checkers", 1),
            ("chess", 1),
            ("lines-of-action", 4),
            ("freckers", 2),
        ];
        for (spec, count) in known {
            let rules = agon_games::find(spec).unwrap();
            assert_eq!(symmetries(rules.as_ref()).len(), count, "{spec}");
        }
    }
}
