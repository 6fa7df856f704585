//! Solutions and proofs, compared with each other and with what is known about the games.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use agon_core::{Catalogued, Clocks, Game, Line, Options, Proof};
use agon_games::nine_mens_morris::NineMensMorris;
use agon_games::tapatan::Tapatan;
use agon_games::tic_tac_toe::TicTacToe;
use agon_games::tsoro_yematatu::TsoroYematatu7;
use agon_games::{checkers::Checkers, othello::Othello};
use agon_search::explicit::RandomTree;
use agon_search::solve::check::{Checked, Tally, check_all};
use agon_search::solve::{Dfpn, FileError, Perfect, Solution, Verdict};
use agon_search::task::search;
use agon_search::{Limit, Search};

fn game<G: Catalogued>(id: &str) -> G {
    let info = G::RULE_SETS.iter().find(|info| info.id == id).unwrap();
    G::build(info, &Options::new(info))
}

fn solved<G: Game>(game: &G) -> Solution<G> {
    Solution::solve(game, 100_000, 2).unwrap()
}

/// All positions that can be reached, ended ones included.
fn reachable<G: Game>(game: &G) -> Vec<G::Position> {
    let mut positions = vec![game.initial()];
    let mut known = std::collections::HashSet::from([game.initial()]);
    let mut moves = Vec::new();
    let mut next = 0;
    while let Some(position) = positions.get(next).cloned() {
        game.generate(&position, &mut moves);
        for &mv in &moves {
            let mut after = position.clone();
            game.play(&mut after, mv);
            if known.insert(after.clone()) {
                positions.push(after);
            }
        }
        next += 1;
    }
    positions
}

fn facts<G: Game>(game: &G) -> (Tally, Tally, (i8, u32), u32) {
    let solution = solved(game);
    assert_eq!(check_all(&solution, game).contradictions, 0);
    let census = solution.census(game);
    let initial = solution.verdict(&game.initial()).unwrap();
    (census.placing, census.moving, (initial.gain(), initial.distance()), census.longest.unwrap().1)
}

#[test]
fn the_small_games_have_their_known_values() {
    let none = Tally::default();
    let tic_tac_toe = Tally { wins: 2836, draws: 1068, losses: 1574 };
    assert_eq!(facts(&game::<TicTacToe>("tic-tac-toe")), (none, tic_tac_toe, (0, 0), 5));
    let moving = Tally { wins: 1672, draws: 544, losses: 824 };
    assert_eq!(facts(&game::<Tapatan>("tapatan")), (none, moving, (0, 0), 9));
    // 2997 won, 1208 drawn and 1185 lost of 5390, the ended ones among them.
    let placing = Tally { wins: 1325, draws: 664, losses: 361 };
    assert_eq!(facts(&game::<Tapatan>("tapatan-ludii")), (placing, moving, (1, 9), 9));
    let (placing, moving, value, _) = facts(&game::<TsoroYematatu7>("tsoro-yematatu-7"));
    assert_eq!((placing.total(), moving.total(), value), (575, 240, (0, 0)));
}

#[test]
fn tapatan_is_won_in_the_centre_and_lost_on_the_edge() {
    let game = game::<Tapatan>("tapatan-ludii");
    let mut perfect = Perfect::new(Arc::new(solved(&game)));
    let analysis = search(&mut perfect, &game, &Line::new(&game), &Limit::default());
    for assessed in &analysis.moves {
        let expected = match assessed.mv.to {
            4 => Proof { gain: 1, distance: 9 },
            0 | 2 | 6 | 8 => Proof { gain: 0, distance: 0 },
            _ => Proof { gain: -1, distance: 8 },
        };
        assert_eq!(assessed.proof, Some(expected), "{}", assessed.mv.to);
        assert_eq!(assessed.value, f32::from(expected.gain));
    }
    assert_eq!(analysis.best, Some(4));
    assert_eq!(analysis.line.len(), 9);
}

#[test]
fn numbering_and_listing_give_the_same_values() {
    fn check<G: Game>(game: &G) {
        let (numbered, listed) = (solved(game), Solution::solve_listed(game, 100_000, 1).unwrap());
        assert!(numbered.size() < listed.size(), "symmetric positions share a number");
        for position in reachable(game) {
            assert_eq!(numbered.verdict(&position), listed.verdict(&position), "{position:?}");
        }
        let (a, b) = (numbered.census(game), listed.census(game));
        assert_eq!((a.placing, a.moving, a.ended), (b.placing, b.moving, b.ended));
        assert_eq!(a.longest.unwrap().1, b.longest.unwrap().1);
    }
    check(&game::<Tapatan>("tapatan-ludii"));
    check(&game::<TsoroYematatu7>("tsoro-yematatu-7"));
}

/// The value of a position of a game without cycles, by trying everything.
fn exhausted<G: Game>(game: &G, position: &G::Position) -> (i8, u32) {
    let mut moves = Vec::new();
    let mover = game.to_move(position);
    if let Some(ending) = game.generate(position, &mut moves) {
        let verdict = Verdict::of_ending(ending, mover);
        return (verdict.gain(), verdict.distance());
    }
    let values = moves.iter().map(|&mv| {
        let mut next = position.clone();
        game.play(&mut next, mv);
        let (gain, plies) = exhausted(game, &next);
        let gain = if game.to_move(&next) == mover { gain } else { -gain };
        (gain, if gain == 0 { 0 } else { plies + 1 })
    });
    values.max_by_key(|&(gain, plies)| (gain, -i32::from(gain) * plies as i32)).unwrap()
}

#[test]
fn players_need_not_alternate() {
    for seed in 0..200 {
        let game = RandomTree { seed, branching: 4, depth: 6, early_end: 9, alternating: seed % 2 == 0 };
        let solution = solved(&game);
        let (gain, distance) = exhausted(&game, &game.initial());
        let verdict = solution.verdict(&game.initial()).unwrap();
        assert_eq!((verdict.gain(), verdict.distance()), (gain, distance), "tree {seed}");
        assert_eq!(check_all(&solution, &game).contradictions, 0);
        let analysis = search(&mut Dfpn::new(1), &game, &Line::new(&game), &Limit::nodes(1_000_000));
        assert!(analysis.moves.iter().all(|assessed| assessed.proof.is_some()), "tree {seed}");
        if let Some(best) = analysis.best_move() {
            assert_eq!(best.proof.unwrap().gain, gain, "tree {seed}");
        }
    }
}

fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("agon-{}-{name}.solution", std::process::id()))
}

#[test]
fn solutions_survive_files_and_wrong_files_are_told() {
    let game = game::<Tapatan>("tapatan-ludii");
    let solution = solved(&game);
    let path = temporary("tapatan");
    solution.save(&game, "tapatan-ludii", &path).unwrap();
    let loaded = Solution::load(&game, "tapatan-ludii", &path).unwrap();
    for position in reachable(&game) {
        assert_eq!(loaded.verdict(&position), solution.verdict(&position));
    }
    let other = Solution::load(&game, "tapatan", &path);
    assert!(matches!(other, Err(FileError::OtherGame { .. })));
    // Every damage to every part is noticed.
    let bytes = fs::read(&path).unwrap();
    let read = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        Solution::load(&game, "tapatan-ludii", &path).err()
    };
    assert!(read(&bytes).is_none());
    for place in [0, 8, 12, 16, 20, 33, 40, bytes.len() / 2, bytes.len() - 1] {
        let mut wrong = bytes.clone();
        wrong[place] ^= 1;
        assert!(read(&wrong).is_some(), "byte {place}");
    }
    for length in [0, 7, 8, 12, 20, 40, bytes.len() - 1] {
        assert!(read(&bytes[..length]).is_some(), "cut to {length}");
    }
    assert!(matches!(read(b"something else"), Some(FileError::NotASolution { .. })));
    assert!(matches!(read(&[&bytes[..], &[0]].concat()), Some(FileError::Damaged { .. })));
    fs::remove_file(&path).unwrap();
    assert!(matches!(Solution::load(&game, "tapatan-ludii", &path), Err(FileError::Io { .. })));
}

#[test]
fn a_game_that_is_too_large_is_told() {
    let error = Solution::solve(&game::<Othello>("othello"), 10_000, 1).err().unwrap();
    assert_eq!(error.to_string(), "othello has more than 10000 positions");
}

#[test]
fn a_contradiction_is_found() {
    // The values of one game do not fit the rules of the other.
    let (placed, empty) = (game::<Tapatan>("tapatan"), game::<Tapatan>("tapatan-ludii"));
    let Checked { positions, contradictions } = check_all(&solved(&placed), &empty);
    assert_eq!((positions, contradictions), (3040, 0), "the same moves, so the same values");
    let path = temporary("forged");
    let solution = solved(&empty);
    solution.save(&empty, "tapatan-ludii", &path).unwrap();
    fs::remove_file(&path).unwrap();
}

#[test]
fn wins_that_the_past_may_spoil_are_not_called_proven() {
    let game = game::<Tapatan>("tapatan");
    let mut perfect = Perfect::new(Arc::new(solved(&game)));
    // X wins in nine plies; with ninety-two behind, there is no room for them.
    let (position, _) = game.read_position("XX1/1OO/X1O x 0 0").unwrap();
    for (plies, is_proven) in [(0, true), (91, true), (92, false)] {
        let line = Line::from_position(&game, position, Clocks { plies, quiet: 0 });
        let analysis = search(&mut perfect, &game, &line, &Limit::default());
        let best = analysis.best_move().unwrap();
        assert_eq!((best.value, best.proof.is_some()), (1.0, is_proven), "after {plies} plies");
    }
}

/// Every proof must be right; every position that somebody wins must be proven, and draws where nothing can repeat.
fn dfpn_agrees<G: Game>(game: &G, every: usize, proves_draws: bool) {
    let solution = solved(game);
    let mut dfpn = Dfpn::new(4);
    let mut moves = Vec::new();
    for position in reachable(game).into_iter().step_by(every) {
        if game.generate(&position, &mut moves).is_some() {
            continue;
        }
        let line = Line::from_position(game, position.clone(), Clocks::default());
        let analysis = search(&mut dfpn, game, &line, &Limit::nodes(200_000));
        for assessed in &analysis.moves {
            let mut next = position.clone();
            game.play(&mut next, assessed.mv);
            let keeps_turn = game.to_move(&next) == game.to_move(&position);
            let truth = solution.verdict(&next).unwrap().before(keeps_turn).gain();
            match assessed.proof {
                Some(proof) => assert_eq!(proof.gain, truth, "{position:?} {:?}", assessed.mv),
                None => assert!(truth == 0 && !proves_draws, "{position:?} {:?} is {truth}", assessed.mv),
            }
        }
        let truth = solution.verdict(&position).unwrap().gain();
        assert_eq!(analysis.value(), Some(f32::from(truth)), "{position:?}");
    }
}

#[test]
fn dfpn_agrees_with_the_truth_in_tic_tac_toe() {
    dfpn_agrees(&game::<TicTacToe>("tic-tac-toe"), 1, true);
}

#[test]
fn dfpn_agrees_with_the_truth_in_tapatan() {
    dfpn_agrees(&game::<Tapatan>("tapatan"), 1, false);
}

#[test]
fn dfpn_agrees_with_the_truth_in_tapatan_on_the_empty_board() {
    dfpn_agrees(&game::<Tapatan>("tapatan-ludii"), 1, false);
}

#[test]
fn dfpn_agrees_with_the_truth_in_tsoro_yematatu_on_the_triangle() {
    dfpn_agrees(&game::<TsoroYematatu7>("tsoro-yematatu-7"), 1, false);
}
