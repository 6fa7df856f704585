//! Minibal against its definition.

use agon_core::{Game, Line, Outcome, Player};
use agon_search::bestfirst::{Balance, Reach, Settings, Ties};
use agon_search::explicit::RandomTree;

use super::{PLENTY, analyse, with};

type Position = <RandomTree as Game>::Position;

/// The value of a position for `player`, who wants balance, straight from the definition.
fn balanced(tree: &RandomTree, position: &Position, player: Player, ahead: bool) -> f32 {
    let mut moves = Vec::new();
    if let Some(ending) = tree.generate(position, &mut moves) {
        return ending.outcome.value().pov(player);
    }
    let values = moves.iter().map(|&mv| balanced(tree, &after(tree, position, mv), player, ahead));
    if tree.to_move(position) == player {
        values.min_by(|a, b| distaste(*a, ahead).total_cmp(&distaste(*b, ahead))).unwrap()
    } else {
        values.reduce(f32::min).unwrap()
    }
}

/// How little the player likes a value.
fn distaste(value: f32, ahead: bool) -> f32 {
    value.abs() + if ahead && value < 0.0 { 2.0 } else { 0.0 }
}

fn after(tree: &RandomTree, position: &Position, mv: u8) -> Position {
    let mut next = *position;
    tree.play(&mut next, mv);
    next
}

#[test]
fn minibal_chooses_what_its_definition_says() {
    for seed in 0..200 {
        let tree = RandomTree { seed, branching: 4, depth: 6, early_end: 5, alternating: seed % 2 == 0 };
        let line = Line::new(&tree);
        let (root, player) = (*line.position(), line.to_move(&tree));
        for (settings, ahead) in [(Settings::minibal_near(), false), (Settings::minibal_plus(), true)] {
            for (slice, ties) in [(0.0, Ties::Least), (0.0, Ties::Most), (0.3, Ties::Least)] {
                let settings = Settings {
                    balance: Balance { reach: Reach(0), slice },
                    ..with(settings, |common| common.ties = ties)
                };
                let analysis = analyse(&tree, &line, settings, 20_000);
                assert!(analysis.cost.iterations < 20_000);
                let best = analysis.best_move().unwrap();
                let truly = balanced(&tree, &after(&tree, &root, best.mv), player, ahead);
                let wanted = balanced(&tree, &root, player, ahead);
                assert_eq!(
                    distaste(truly, ahead),
                    distaste(wanted, ahead),
                    "{seed} {settings:?} {analysis:?}"
                );
            }
        }
    }
}

#[test]
fn a_win_within_reach_is_taken_and_others_are_not() {
    let mut taken = 0;
    for seed in 0..300 {
        let tree = RandomTree { seed, branching: 6, depth: 4, early_end: 2, alternating: true };
        let line = Line::new(&tree);
        let ends = |mv: u8| {
            let ending = tree.generate(&after(&tree, line.position(), mv), &mut Vec::new());
            ending.map(|ending| ending.outcome)
        };
        let mut moves = Vec::new();
        tree.generate(line.position(), &mut moves);
        let draws = moves.iter().any(|&mv| ends(mv) == Some(Outcome::Draw));
        let wins = moves.iter().any(|&mv| ends(mv) == Some(Outcome::Win(Player::First)));
        if !draws || !wins {
            continue;
        }
        taken += 1;
        for settings in [Settings::minibal_near(), Settings::minibal_plus()] {
            let choice = |reach| {
                let balance = Balance { reach: Reach(reach), ..settings.balance };
                let analysis = analyse(&tree, &line, Settings { balance, ..settings }, PLENTY);
                ends(analysis.best_move().unwrap().mv)
            };
            assert_eq!(choice(0), Some(Outcome::Draw));
            assert_eq!(choice(1), Some(Outcome::Win(Player::First)));
            assert_eq!(choice(u32::MAX), Some(Outcome::Win(Player::First)));
        }
    }
    assert!(taken > 20);
}

/// The proofs of a balanced search are those of minimax, whatever its player would do.
#[test]
fn minibal_claims_only_what_is_true() {
    let mut claims = 0;
    for seed in 0..100 {
        let tree = RandomTree { seed, branching: 4, depth: 6, early_end: 5, alternating: seed % 2 == 0 };
        let line = Line::new(&tree);
        let player = line.to_move(&tree);
        for settings in [Settings::minibal_near(), Settings::minibal_plus()] {
            for assessed in analyse(&tree, &line, settings, 100).moves {
                let Some(proof) = assessed.proof else { continue };
                let value = super::minimax(&tree, &after(&tree, line.position(), assessed.mv));
                let value = if player == Player::First { value } else { -value };
                assert_eq!(f32::from(proof.gain), value, "{seed} {settings:?} {assessed:?}");
                claims += 1;
            }
        }
    }
    assert!(claims > 100);
}
