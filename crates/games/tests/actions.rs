//! Legal moves have numbers of their own.

use agon_core::Random;

#[test]
fn no_two_legal_moves_have_the_same_number() {
    let mut numbers = Vec::new();
    for info in agon_games::catalogue() {
        let rules = agon_games::find(&info.id).unwrap();
        for game in 0..200 {
            let mut random = Random::stream(11, game);
            let mut played = rules.start(None).unwrap();
            while played.ending().is_none() {
                played.actions(&mut numbers);
                assert_eq!(numbers.len(), played.move_count());
                let mut sorted = numbers.clone();
                sorted.sort_unstable();
                sorted.dedup();
                assert_eq!(sorted.len(), numbers.len(), "{}: {}", rules.spec(), played.position());
                assert!(sorted.iter().all(|&number| (number as usize) < rules.action_space()));
                played.play(random.below(numbers.len() as u32) as usize);
            }
        }
    }
}

#[test]
fn captures_by_different_ways_are_told_apart() {
    let mut shared = 0;
    for game in ["alquerque", "checkers-casual"] {
        let rules = agon_games::find(game).unwrap();
        // Numbers above the plain indices, of which there are one for each pair of cells at the most.
        let plain = rules.layout().cells.len().pow(2) as u32;
        let mut numbers = Vec::new();
        for game in 0..500 {
            let mut random = Random::stream(11, game);
            let mut played = rules.start(None).unwrap();
            while played.ending().is_none() {
                played.actions(&mut numbers);
                shared += numbers.iter().filter(|&&number| number >= plain).count();
                played.play(random.below(numbers.len() as u32) as usize);
            }
        }
    }
    assert!(shared > 0, "the games were too few to show it");
}
