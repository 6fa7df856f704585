//! Solutions and proofs, compared with each other and with what is known about the games.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use agon_core::{Catalogued, Clocks, Game, Limits, Line, Options, Outcome, Player, Proof, Random};
use agon_games::checkers::Checkers;
use agon_games::nine_mens_morris::NineMensMorris;
use agon_games::othello::Othello;
use agon_games::tapatan::Tapatan;
use agon_games::tic_tac_toe::TicTacToe;
use agon_games::tsoro_yematatu::TsoroYematatu7;
use agon_search::explicit::RandomTree;
use agon_search::settings::Memory;
use agon_search::solve::check::{Tally, check_all};
use agon_search::solve::{Dfpn, FileError, Perfect, Solution, Verdict, dfpn};
use agon_search::task::search;
use agon_search::{Limit, Search, Stop};

fn game<G: Catalogued>(id: &str) -> G {
    let info = G::RULE_SETS.iter().find(|info| info.id == id).unwrap();
    G::build(info, &Options::new(info))
}

/// A proof-number search with so many MiB.
fn dfpn(mebibytes: usize) -> Dfpn {
    Dfpn::new(dfpn::Settings { memory: Memory::mebibytes(mebibytes) })
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
        let (numbered, listed) =
            (solved(game), Solution::solve_from(game, game.initial(), 100_000, 1).unwrap());
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
        let analysis = search(&mut dfpn(1), &game, &Line::new(&game), &Limit::nodes(1_000_000));
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

/// Every proof must be right; whatever somebody wins must be proven, and draws too where nothing can repeat.
fn dfpn_agrees<G: Game>(
    game: &G,
    solution: &Solution<G>,
    positions: impl IntoIterator<Item = G::Position>,
    dfpn: &mut Dfpn,
    proves_draws: bool,
) {
    let mut moves = Vec::new();
    for position in positions {
        if game.generate(&position, &mut moves).is_some() {
            continue;
        }
        let line = Line::from_position(game, position.clone(), Clocks::default());
        let analysis = search(dfpn, game, &line, &Limit::nodes(100_000));
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

/// On every position that can be reached, remembering everything; and on some, remembering next to nothing.
fn dfpn_agrees_everywhere<G: Game>(game: &G, proves_draws: bool) {
    let solution = solved(game);
    dfpn_agrees(game, &solution, reachable(game), &mut dfpn(4), proves_draws);
    for position in reachable(game).into_iter().step_by(197) {
        dfpn_agrees(game, &solution, [position], &mut dfpn(1), proves_draws);
    }
}

#[test]
fn dfpn_agrees_with_the_truth_in_tic_tac_toe() {
    dfpn_agrees_everywhere(&game::<TicTacToe>("tic-tac-toe"), true);
}

#[test]
fn dfpn_agrees_with_the_truth_in_tapatan() {
    dfpn_agrees_everywhere(&game::<Tapatan>("tapatan"), false);
}

#[test]
fn dfpn_agrees_with_the_truth_in_tapatan_on_the_empty_board() {
    dfpn_agrees_everywhere(&game::<Tapatan>("tapatan-ludii"), false);
}

#[test]
fn dfpn_agrees_with_the_truth_in_tsoro_yematatu_on_the_triangle() {
    dfpn_agrees_everywhere(&game::<TsoroYematatu7>("tsoro-yematatu-7"), false);
}

/// Plays at random until `is_enough`; `None` if the game ends before.
fn wander<G: Game>(
    game: &G,
    random: &mut Random,
    is_enough: impl Fn(&G::Position) -> bool,
) -> Option<Line<G>> {
    let mut line = Line::new(game);
    let mut moves = Vec::new();
    while !is_enough(line.position()) {
        if line.generate(game, &mut moves).is_some() {
            return None;
        }
        line.push(game, random.pick(&moves));
    }
    line.generate(game, &mut moves).is_none().then_some(line)
}

#[test]
fn othello_endgames_are_solved() {
    let game = game::<Othello>("othello");
    let empty = |position: &_| (0..64).filter(|&cell| game.piece(position, cell).is_none()).count();
    let mut random = Random::new(1);
    let mut lines = 0;
    while lines < 15 {
        let Some(line) = wander(&game, &mut random, |position| empty(position) <= 9) else { continue };
        lines += 1;
        let analysis = search(&mut dfpn(8), &game, &line, &Limit::nodes(5_000_000));
        for assessed in &analysis.moves {
            let mut next = *line.position();
            game.play(&mut next, assessed.mv);
            let gain = exhausted(&game, &next).0;
            let gain = if game.to_move(&next) == line.to_move(&game) { gain } else { -gain };
            assert_eq!(assessed.proof, Some(Proof { gain, distance: 0 }), "{:?}", line.position());
        }
    }
}

#[test]
fn checkers_endgames_are_solved() {
    let game = game::<Checkers>("checkers");
    // Two kings against one in its corner, and the same with men that have yet to be crowned.
    for text in ["W:WK18,K15:BK1", "B:WK10,11:BK29"] {
        let (position, _) = game.read_position(text).unwrap();
        let solution = Solution::solve_from(&game, position, 1_000_000, 2).unwrap();
        assert_eq!(check_all(&solution, &game).contradictions, 0);
        let line = Line::from_position(&game, position, Clocks::default());
        let analysis = search(&mut dfpn(16), &game, &line, &Limit::nodes(1_000_000));
        let truth = solution.verdict(&position).unwrap();
        assert_ne!(truth.gain(), 0, "{text}");
        assert_eq!(
            analysis.best_move().unwrap().proof,
            Some(Proof { gain: truth.gain(), distance: 0 }),
            "{text}"
        );
        for assessed in &analysis.moves {
            let mut next = position;
            game.play(&mut next, assessed.mv);
            let truth = solution.verdict(&next).unwrap().before(false).gain();
            assert!(assessed.proof.is_none_or(|proof| proof.gain == truth), "{text}");
        }
    }
}

/// Whether `winner` forces a win in at most `depth` plies, the past included.
fn forces<G: Game>(game: &G, line: &mut Line<G>, winner: Player, depth: u32) -> bool {
    let mut moves = Vec::new();
    if let Some(ending) = line.generate(game, &mut moves) {
        return ending.outcome == Outcome::Win(winner);
    }
    if depth == 0 {
        return false;
    }
    let attacks = line.to_move(game) == winner;
    let mut wins = moves.iter().map(|&mv| {
        line.push(game, mv);
        let wins = forces(game, line, winner, depth - 1);
        line.pop();
        wins
    });
    if attacks { wins.any(|wins| wins) } else { wins.all(|wins| wins) }
}

#[test]
fn morris_endgames_are_solved() {
    let game = game::<NineMensMorris>("nine-mens-morris");
    let mut random = Random::new(3);
    let (mut lines, mut decided) = (0, 0);
    while lines < 12 {
        let few = |position: &_| {
            let stones = |player| {
                (0..24).filter(move |&cell| {
                    game.piece(position, cell).is_some_and(|piece| piece.owner == Some(player))
                })
            };
            game.hand(position, Player::Second) == 0
                && Player::BOTH.iter().any(|&player| stones(player).count() == 3)
        };
        let Some(mut line) = wander(&game, &mut random, few) else { continue };
        lines += 1;
        let mover = line.to_move(&game);
        let analysis = search(&mut dfpn(16), &game, &line, &Limit::nodes(300_000));
        for assessed in &analysis.moves {
            line.push(&game, assessed.mv);
            for (winner, gain) in [(mover, 1), (!mover, -1)] {
                if forces(&game, &mut line, winner, 2) {
                    decided += 1;
                    assert_eq!(assessed.proof.map(|proof| proof.gain), Some(gain), "{:?}", assessed.mv);
                }
            }
            line.pop();
        }
    }
    assert!(decided > 100, "{decided} moves were decided within three plies");
}

#[test]
fn two_open_mills_are_proven_to_win() {
    let game = game::<NineMensMorris>("nine-mens-morris");
    let read = |text: &str| {
        let (position, clocks) = game.read_position(&format!("{text} 0 0 -1 -1 -1 -1 0 0 30")).unwrap();
        Line::from_position(&game, position, clocks)
    };
    // Three black stones can fly, but cannot stop both d6-d7 and d2-d1.
    let line = read("*@***@**/O*@*O***/*O*O*O*O b m s 6 0 3 0");
    let analysis = search(&mut dfpn(16), &game, &line, &Limit::nodes(1_000_000));
    let lost = Some(Proof { gain: -1, distance: 0 });
    assert!(analysis.moves.iter().all(|assessed| assessed.proof == lost));
    // Four can neither fly nor come in time.
    let mut line = read("@@*@*@**/OO**O***/*O*O*O*O w m s 7 0 4 0");
    let analysis = search(&mut dfpn(16), &game, &line, &Limit::nodes(1_000_000));
    let best = analysis.best_move().unwrap();
    assert_eq!(best.proof, Some(Proof { gain: 1, distance: 0 }));
    assert_eq!(analysis.line.len(), 5);
    line.push(&game, best.mv);
    assert!(forces(&game, &mut line, Player::First, 4));
}

#[test]
fn proofs_respect_the_past() {
    let game = game::<Tapatan>("tapatan");
    let solution = Arc::new(solved(&game));
    let strict = Limits { repetition: Some(2), ..game.limits() };
    let mut random = Random::new(11);
    let mut searches: [Box<dyn Search<Tapatan>>; 2] =
        [Box::new(dfpn(4)), Box::new(Perfect::new(Arc::clone(&solution)))];
    let (mut checked, mut spoilt) = (0, 0);
    let mut moves = Vec::new();
    for position in reachable(&game).into_iter().step_by(5) {
        let mut line = Line::from_position(&game, position, Clocks::default()).with_limits(strict);
        for _ in 0..random.below(8) {
            if line.generate(&game, &mut moves).is_none() {
                line.push(&game, random.pick(&moves));
            }
        }
        if line.generate(&game, &mut moves).is_some() {
            continue;
        }
        let mover = line.to_move(&game);
        for player in &mut searches {
            let analysis = search(player.as_mut(), &game, &line, &Limit::nodes(20_000));
            for assessed in &analysis.moves {
                let mut next = *line.position();
                game.play(&mut next, assessed.mv);
                let truth = solution.verdict(&next).unwrap().before(false);
                let Some(proof) = assessed.proof.filter(|proof| proof.gain != 0) else {
                    spoilt += u32::from(truth.gain() != 0);
                    continue;
                };
                let winner = if proof.gain > 0 { mover } else { !mover };
                line.push(&game, assessed.mv);
                checked += 1;
                assert!((0..=13).any(|depth| forces(&game, &mut line, winner, depth)), "{line:?}");
                line.pop();
            }
        }
    }
    assert!(checked > 1000 && spoilt > 100, "{checked} proofs, {spoilt} wins that the past may spoil");
}

#[test]
fn a_search_without_time_still_answers() {
    let game = game::<Tapatan>("tapatan-ludii");
    let stop = Stop::new();
    stop.press();
    let limits = [Limit::time(Duration::ZERO), Limit::nodes(1), Limit { stop, ..Limit::default() }];
    for limit in limits {
        let analysis = search(&mut dfpn(1), &game, &Line::new(&game), &limit);
        assert_eq!(analysis.moves.len(), 9);
        assert!(analysis.moves.iter().all(|assessed| assessed.value == 0.0 && assessed.proof.is_none()));
        assert_eq!(analysis.line.len(), 1);
        assert_eq!(Some(analysis.line[0]), analysis.best_move().map(|best| best.mv));
    }
    let (over, _) = game.read_position("3/XXX/OO1 o 0 1").unwrap();
    let line = Line::from_position(&game, over, Clocks::default());
    assert!(search(&mut dfpn(1), &game, &line, &Limit::nodes(10)).moves.is_empty());
    let mut perfect = Perfect::new(Arc::new(solved(&game)));
    assert!(search(&mut perfect, &game, &line, &Limit::default()).moves.is_empty());
}

#[test]
fn the_same_count_gives_the_same_answer() {
    let game = game::<Checkers>("checkers");
    let run = || {
        let analysis = search(&mut dfpn(1), &game, &Line::new(&game), &Limit::nodes(50_000));
        (analysis.moves, analysis.best, analysis.line, analysis.cost.nodes)
    };
    assert_eq!(run(), run());
}
