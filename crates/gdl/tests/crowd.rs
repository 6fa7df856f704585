//! Random games side by side come out as they do one after the other.

use agon_core::playout::{Results, playout};
use agon_core::{Game, Random};

use crate::sheets;

/// Positions on the way of a random game.
fn on_the_way<G: Game>(game: &G, random: &mut Random) -> Vec<G::Position> {
    let (mut position, mut moves) = (game.initial(), Vec::new());
    let mut positions = Vec::new();
    while let Ok(mv) = game.random_move(&position, random, &mut moves) {
        positions.push(position.clone());
        game.play(&mut position, mv);
    }
    positions
}

#[test]
fn games_from_many_positions_come_out_as_one_by_one() {
    const EACH: u32 = 90;
    for name in ["tic-tac-toe", "connect-four", "breakthrough", "othello"] {
        let game = sheets::game(name);
        let mut random = Random::new(7);
        let mut crowd = game.crowd().expect("the sheet has gates");
        // More games than are played side by side, so that some begin later.
        let starts = on_the_way(&game, &mut random);
        let together = crowd.play(&starts, EACH, u32::MAX, &mut random);
        assert_eq!(together.len(), starts.len());
        let mut moves = Vec::new();
        for (ply, (start, results)) in starts.iter().zip(&together).enumerate() {
            assert_eq!(results.first + results.draws + results.second, EACH);
            let mut alone = Results::default();
            for _ in 0..EACH {
                let mut position = start.clone();
                alone.add(
                    playout(&game, &mut position, game.limits(), &mut random, &mut moves).ending.outcome,
                );
            }
            // The variance of a result is at most one; five standard errors of a difference of two means.
            let tolerance = 5.0 * (2.0 * f64::from(EACH)).sqrt();
            let difference = f64::from(results.gain() - alone.gain()).abs();
            assert!(difference <= tolerance, "{name}, ply {ply}: {results:?} {alone:?}");
        }
        let again = crowd.play(&starts, 3, u32::MAX, &mut Random::new(1));
        assert_eq!(again, game.crowd().unwrap().play(&starts, 3, u32::MAX, &mut Random::new(1)), "{name}");
        // Nobody comes to the end in no time.
        let cut = crowd.play(&starts[..1], 5, 1, &mut random);
        assert_eq!(cut, [Results { first: 0, draws: 5, second: 0 }], "{name}");
    }
}
