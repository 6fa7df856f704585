//! What searches are told is what the network says, whatever was asked before.

use std::sync::Arc;

use agon_core::{Encode, Encoding, Heuristic, Line, Player, Random};
use agon_games::othello::Othello;
use agon_search::Evaluate;

use super::*;
use crate::cascade::math::tanh;

/// Patterns that suit every board, of all kinds.
const RECIPE: &str = "cell+line3+box2x2+line4/owner*+star/first";

/// A network with random weights of all kinds.
fn network<G: Encode>(game: &G, seed: u64) -> Network {
    let encoding = Encoding::of(game);
    let identity: Vec<usize> = (0..encoding.cells).collect();
    let scheme = Scheme::new(&game.layout(), &encoding, &[identity], &RECIPE.parse().unwrap());
    let mut network =
        Network::new(Arc::new(scheme), Shape { phases: 3, hidden: 4 }, vec![4.0, 9.0, 20.0], seed);
    let mut random = Random::new(seed);
    let (scheme, width) = (network.scheme.clone(), network.shape.width());
    for (class, table) in scheme.classes.iter().zip(&mut network.tables) {
        let canon = class.canon();
        for row in 0..canon.len() {
            for phase in 0..3 {
                table[row * width + phase] = if canon[row] as usize == row {
                    random.unit() as f32 / 8.0 - 1.0 / 16.0
                } else {
                    table[canon[row] as usize * width + phase]
                };
            }
        }
    }
    network
}

/// Plays random games and jumps back and forth in them, as searches do.
struct Wander;

impl agon_games::Visitor for Wander {
    type Output = ();

    fn visit<G: Encode + Heuristic>(self, game: G, spec: String) {
        let network = network(&game, 7);
        let (compiled, rounding) = Compiled::new(&network);
        assert!(rounding <= 0.5 / 4096.0 + 1e-6, "{spec}: a weight is off by {rounding}");
        let mut remembering: Patterned<G> = Patterned::new(Arc::new(compiled));
        let mut random = Random::new(3);
        let (mut moves, mut features, mut board) = (Vec::new(), Vec::new(), Board::default());
        for _ in 0..4 {
            let mut line = Line::new(&game);
            for _ in 0..60 {
                if line.generate(&game, &mut moves).is_some() {
                    break;
                }
                line.push(&game, random.pick(&moves));
                if random.below(4) == 0 {
                    line.pop();
                }
                let position = line.position();
                let mover = game.to_move(position);
                let told = remembering.evaluate(&game, position).pov(mover);
                game.features(position, &mut features);
                board.read(&network.scheme, &features);
                let expected = tanh(network.score(&board) / 2.0);
                assert!((told - expected).abs() < 0.02, "{spec}: {told} is not {expected}");
                // To the last bit, whatever was asked before.
                let fresh =
                    Patterned::new(remembering.network().clone()).evaluate(&game, position).pov(mover);
                assert_eq!(told, fresh, "{spec}");
            }
        }
    }
}

#[test]
fn what_is_remembered_is_what_is_computed_anew_in_every_game() {
    for info in agon_games::catalogue() {
        agon_games::visit(&info.id, Wander).unwrap();
    }
}

/// Leaves out parts of a network while a game goes on.
struct Thin;

impl agon_games::Visitor for Thin {
    type Output = ();

    fn visit<G: Encode + Heuristic>(self, game: G, spec: String) {
        let network = Arc::new(Compiled::new(&network(&game, 7)).0);
        let mut whole: Patterned<G> = Patterned::new(network.clone());
        let mut thinned: Patterned<G> = Patterned::new(network.clone());
        assert!(Evaluate::<G>::thin(&mut thinned, 0.5, 3), "{spec}");
        assert!(thinned.network().empty.len() < network.empty.len(), "{spec}");
        let mut random = Random::new(3);
        let (mut moves, mut differing) = (Vec::new(), 0);
        let mut line = Line::new(&game);
        for _ in 0..40 {
            if line.generate(&game, &mut moves).is_some() {
                break;
            }
            line.push(&game, random.pick(&moves));
            let position = line.position();
            let told = thinned.evaluate(&game, position);
            // What is left out depends on the seed alone, and what is remembered is what is computed anew.
            let mut fresh: Patterned<G> = Patterned::new(network.clone());
            Evaluate::<G>::thin(&mut fresh, 0.9, 4);
            Evaluate::<G>::thin(&mut fresh, 0.5, 3);
            assert_eq!(fresh.evaluate(&game, position), told, "{spec}");
            assert!((-1.0..=1.0).contains(&told.pov(Player::First)));
            differing += u32::from(whole.evaluate(&game, position) != told);
            Evaluate::<G>::thin(&mut fresh, 0.0, 0);
            assert_eq!(fresh.evaluate(&game, position), whole.evaluate(&game, position), "{spec}");
        }
        assert!(differing > 0, "{spec}");
    }
}

#[test]
fn a_part_can_be_left_out_and_taken_back_in_every_game() {
    for info in agon_games::catalogue() {
        agon_games::visit(&info.id, Thin).unwrap();
    }
}

#[test]
fn what_is_left_counts_for_what_is_left_out() {
    // Of many patterns that all say the same, half say as much as all.
    let game = Othello;
    let mut network = network(&game, 7);
    let width = network.shape.width();
    for row in network.tables.iter_mut().flat_map(|table| table.chunks_mut(width)) {
        row.fill(0.0);
        row[..3].fill(0.02);
    }
    network.head.fill(0.0);
    let mut patterned: Patterned<Othello> = Patterned::new(Arc::new(Compiled::new(&network).0));
    let line = Line::new(&game);
    let whole = patterned.evaluate(&game, line.position()).pov(Player::First);
    for seed in 0..10 {
        Evaluate::<Othello>::thin(&mut patterned, 0.5, seed);
        let thinned = patterned.evaluate(&game, line.position()).pov(Player::First);
        assert!((thinned - whole).abs() < 0.1, "{thinned} is not {whole}");
    }
}
