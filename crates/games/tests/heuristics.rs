//! What searches rely on in the hand-made knowledge of every game.

use agon_core::{Encode, Heuristic, Random, conformance};
use agon_games::{Visitor, catalogue, visit};

struct Check;

impl Visitor for Check {
    type Output = ();

    fn visit<G: Encode + Heuristic>(self, game: G, spec: String) {
        conformance::check_judgement(&game).unwrap_or_else(|broken| panic!("{spec}: {broken}"));
        let mut moves = Vec::new();
        let (mut sum, mut positions) = (0.0, 0.0);
        for number in 0..12 {
            let mut random = Random::stream(9, number);
            let mut position = game.initial();
            for _ in 0..120 {
                if game.generate(&position, &mut moves).is_some() {
                    break;
                }
                let mover = game.to_move(&position);
                sum += game.heuristic(&position);
                positions += 1.0;
                if !game.may_stand(&position) {
                    assert!(
                        moves.iter().any(|&mv| game.is_loud(&position, mv)),
                        "{spec}: somebody may not stand and has nothing to do in {position:?}"
                    );
                    assert!(game.pass(&position).is_none(), "{spec}");
                }
                if let Some(passed) = game.pass(&position) {
                    assert_eq!(game.to_move(&passed), !mover, "{spec}");
                    assert_ne!(game.hash(&passed), game.hash(&position), "{spec}");
                }
                game.play(&mut position, random.pick(&moves));
            }
        }
        // The play is random and the games are fair: nobody is far ahead on the whole.
        let mean: f32 = sum / positions;
        assert!(mean.abs() < 0.3, "{spec}: {mean}");
    }
}

#[test]
fn the_knowledge_of_every_game_can_be_relied_on() {
    for info in catalogue() {
        visit(&info.id, Check).unwrap();
    }
}
