//! The symmetries of a game, found by looking at it and by playing.
//!
//! Nobody has to say that an Othello board can be mirrored. Every rotation and reflection that maps the picture of the board
//! onto itself is a candidate; it is one of the game if it maps the initial position onto itself and if, in random games,
//! the moves of a position and those of its image always lead to positions that are images of each other. What a
//! network learns of a position then holds for all its images.

use agon_core::{Encode, Line, Random};

/// Where each feature of a position is in its image.
pub type Images = Vec<u16>;

/// Random games that a candidate has to get through.
const GAMES: u64 = 8;
/// The plies after which such a game has said enough.
const PLIES: usize = 120;

/// The symmetries of a game, the identity first.
pub fn symmetries<G: Encode>(game: &G) -> Vec<Images> {
    let features = game.feature_count();
    let mut found: Vec<Images> = vec![(0..features as u16).collect()];
    for cells in of_picture(game) {
        let images = [of_features(game, &cells), of_features(game, &turned(game, &cells))];
        if (0..GAMES).all(|seed| holds(game, &images, seed)) {
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
fn of_picture<G: Encode>(game: &G) -> Vec<Vec<usize>> {
    let cells = game.layout().cells;
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
fn turned<G: Encode>(game: &G, cells: &[usize]) -> Vec<usize> {
    let mut seen = cells.to_vec();
    for (cell, &image) in cells.iter().enumerate() {
        seen[game.turned(cell)] = game.turned(image);
    }
    seen
}

/// What a map of cells does to features: those of cells move, all others stay.
fn of_features<G: Encode>(game: &G, cells: &[usize]) -> Images {
    let on_board = game.owner_count() * game.info().pieces.len() * cells.len();
    let image = |feature: usize| {
        if feature < on_board {
            feature - feature % cells.len() + cells[feature % cells.len()]
        } else {
            feature
        }
    };
    (0..game.feature_count()).map(|feature| image(feature) as u16).collect()
}

/// Plays a random game and its image side by side; false if they part. The images of features are those that the first and
/// the second player see.
fn holds<G: Encode>(game: &G, images: &[Images; 2], seed: u64) -> bool {
    let mut random = Random::stream(seed, 0x5e11);
    let mut lines = [Line::new(game), Line::new(game)];
    let mut moves = [Vec::new(), Vec::new()];
    let features = |position: &G::Position, is_original: bool| {
        let mut features = Vec::new();
        game.features(position, &mut features);
        if is_original {
            let images = &images[game.to_move(position).index()];
            for feature in &mut features {
                *feature = u32::from(images[*feature as usize]);
            }
        }
        features.sort_unstable();
        features
    };
    if features(lines[0].position(), true) != features(lines[1].position(), false) {
        return false;
    }
    for _ in 0..PLIES {
        let ended = [0, 1].map(|side| lines[side].generate(game, &mut moves[side]));
        if ended[0].is_some() || ended[1].is_some() {
            return ended[0].map(|ending| ending.outcome) == ended[1].map(|ending| ending.outcome);
        }
        let [mut after, mut mirrored] = [0, 1].map(|side| {
            let line = &lines[side];
            let follow = |&mv: &G::Move| {
                let mut position = line.position().clone();
                game.play(&mut position, mv);
                (features(&position, side == 0), mv)
            };
            moves[side].iter().map(follow).collect::<Vec<_>>()
        });
        after.sort_by(|a, b| a.0.cmp(&b.0));
        mirrored.sort_by(|a, b| a.0.cmp(&b.0));
        if !after.iter().map(|(features, _)| features).eq(mirrored.iter().map(|(features, _)| features)) {
            return false;
        }
        let chosen = random.below(after.len() as u32) as usize;
        lines[0].push(game, after[chosen].1);
        lines[1].push(game, mirrored[chosen].1);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Count;

    impl agon_games::Visitor for Count {
        type Output = usize;

        fn visit<G: Encode + agon_core::Heuristic>(self, game: G, _: String) -> usize {
            symmetries(&game).len()
        }
    }

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
            assert_eq!(agon_games::visit(spec, Count).unwrap(), count, "{spec}");
        }
    }
}
