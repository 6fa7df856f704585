//! What searches rely on in the hand-made knowledge of every game.

use agon_core::{Encode, Heuristic, Outcome, Random, Threats, conformance};
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
                let (mut told, mut together) = (Vec::new(), Vec::new());
                let threats = game.threats(&position, &mut told);
                assert!(told.iter().all(|mv| moves.contains(mv)), "{spec}: {threats:?} in {position:?}");
                if threats == Threats::Won(1) {
                    let mut won = position.clone();
                    game.play(&mut won, told[0]);
                    let ending = game.generate(&won, &mut Vec::new());
                    assert_eq!(ending.map(|ending| ending.outcome), Some(Outcome::Win(mover)), "{spec}");
                }
                if game.promises(&position, &moves, &mut together) {
                    let single: Vec<i32> = moves.iter().map(|&mv| game.promise(&position, mv)).collect();
                    assert_eq!(together, single, "{spec}");
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
