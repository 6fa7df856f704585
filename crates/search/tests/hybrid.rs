//! The hybrids of minimax and random games: structure, proofs, limits.

use std::collections::HashSet;
use std::time::Duration;

use agon_core::{
    Analysis, Catalogued, Clocks, Encode, Game, GameInfo, Heuristic, Limits, Line, Options, Player, Random,
};
use agon_games::Visitor;
use agon_games::line_up::Board;
use agon_games::tapatan::{Start, Tapatan};
use agon_games::tic_tac_toe::TicTacToe;
use agon_search::explicit::RandomTree;
use agon_search::hybrid::{Hybrid, Hybrid2, Published, Settings};
use agon_search::settings::Memory;
use agon_search::solve::Solution;
use agon_search::task::search;
use agon_search::{Limit, Search, Task};

const TAPATANS: [Start; 2] = [Start::Placed, Start::Empty];

fn tapatan(start: Start) -> Tapatan {
    let named = |info: &&&'static GameInfo| info.id == start.info().id;
    let info = Tapatan::RULE_SETS.iter().find(named).expect("it is one of them");
    Tapatan::build(info, &Options::new(info))
}

fn mended(settings: Settings) -> Settings {
    Settings { memory: Memory::mebibytes(1), ..settings }
}

fn hybrids<G: Encode>() -> [Box<dyn Search<G>>; 2] {
    [Box::new(Hybrid::new(Published::default())), Box::new(Hybrid2::new(mended(Settings::default())))]
}

#[test]
fn probcut_saves_random_games_and_is_off_unless_asked_for() {
    let game = tapatan(Start::Empty);
    let line = Line::new(&game);
    // The search number `times` of a player who learns from one to the next how far shallow searches err.
    let run = |probcut: f32, times: usize| {
        let mut hybrid = Hybrid::new(Published { probcut, seed: 5, ..Published::default() });
        let searches = (0..times).map(|_| search(&mut hybrid, &game, &line, &Limit::iterations(6)));
        without_time(searches.last().expect("there is one"))
    };
    let (plain, cautious, bold) = (run(0.0, 4), run(2.0, 4), run(0.5, 4));
    assert_eq!([plain.cost.depth, cautious.cost.depth, bold.cost.depth], [6; 3]);
    assert!(bold.cost.playouts < plain.cost.playouts, "{:?} {:?}", bold.cost, plain.cost);
    assert!(bold.cost.playouts < cautious.cost.playouts, "{:?} {:?}", bold.cost, cautious.cost);
    // From one search of nine moves nothing is concluded, and nothing is cut.
    assert_eq!(run(0.5, 1), run(0.0, 1));
    assert_complete(&game, &line, &bold);
}

/// Everything about an analysis that has to repeat.
fn without_time<M: Copy>(mut analysis: Analysis<M>) -> Analysis<M> {
    analysis.cost.time = Duration::ZERO;
    analysis
}

fn assert_complete<G: Game>(game: &G, line: &Line<G>, analysis: &Analysis<G::Move>) {
    let mut legal = Vec::new();
    line.generate(game, &mut legal);
    assert_eq!(analysis.moves.iter().map(|assessed| assessed.mv).collect::<Vec<_>>(), legal);
    let best = analysis.best_move().expect("there are moves");
    assert_eq!(analysis.line.first(), Some(&best.mv));
    for assessed in &analysis.moves {
        assert!((-1.0..=1.0).contains(&assessed.value), "{assessed:?}");
        assert!(assessed.rank().0 <= best.rank().0, "{assessed:?} is better than {best:?}");
    }
    let mut ahead = line.clone();
    for &mv in &analysis.line {
        assert!(ahead.generate(game, &mut legal).is_none() && legal.contains(&mv), "{mv:?} is not legal");
        ahead.push(game, mv);
    }
}

/// Every position that can be reached, and what it is worth.
struct Truth<G: Game> {
    positions: Vec<G::Position>,
    solution: Solution<G>,
}

impl<G: Game> Truth<G> {
    fn new(game: &G) -> Truth<G> {
        let mut positions = vec![game.initial()];
        let mut seen: HashSet<_> = positions.iter().cloned().collect();
        let mut moves = Vec::new();
        let mut next = 0;
        while next < positions.len() {
            let position = positions[next].clone();
            game.generate(&position, &mut moves);
            let after = moves.iter().map(|&mv| played(game, &position, mv));
            positions.extend(after.filter(|after| seen.insert(after.clone())));
            next += 1;
        }
        let solution = Solution::solve(game, 1_000_000, 1).expect("a small game");
        Truth { positions, solution }
    }

    /// The gain of a move for the player who makes it, and the plies until then.
    fn of_move(&self, game: &G, position: &G::Position, mv: G::Move) -> (i8, u32) {
        let after = played(game, position, mv);
        let keeps_turn = game.to_move(&after) == game.to_move(position);
        let verdict = self.solution.verdict(&after).expect("it can be reached").before(keeps_turn);
        (verdict.gain(), verdict.distance())
    }
}

fn played<G: Game>(game: &G, position: &G::Position, mv: G::Move) -> G::Position {
    let mut after = position.clone();
    game.play(&mut after, mv);
    after
}

#[test]
fn the_first_iteration_judges_every_move_that_does_not_end_the_game_once() {
    struct Check;
    impl Visitor for Check {
        type Output = ();

        fn visit<G: Encode + Heuristic>(self, game: G, spec: String) {
            let line = Line::new(&game);
            let analysis = search(&mut Hybrid::new(Published::default()), &game, &line, &Limit::depth(1));
            assert_eq!(analysis.cost.playouts, 15 * analysis.moves.len() as u64, "{spec}");
            assert_eq!((analysis.cost.depth, analysis.cost.iterations), (1, 1), "{spec}");
            assert!(analysis.moves.iter().all(|assessed| assessed.visits == 15), "{spec}");
        }
    }
    for spec in ["tapatan-ludii", "othello", "connect6", "alquerque"] {
        agon_games::visit(spec, Check).expect("a game");
    }
    // X wins on a3 at once, and no random game is played for that.
    let (position, clocks) = TicTacToe.read_position("2O/XXO/XO1 x").expect("a position");
    let line = Line::from_position(&TicTacToe, position, clocks);
    let analysis = search(&mut Hybrid::new(Published::default()), &TicTacToe, &line, &Limit::depth(1));
    assert_eq!(analysis.cost.playouts, 15 * (analysis.moves.len() as u64 - 1));
    assert_eq!(analysis.value(), Some(1.0));
    assert!(analysis.moves.iter().all(|assessed| assessed.proof.is_none()), "it never proves anything");
}

#[test]
fn iterations_are_begun_as_the_published_rule_says_and_never_broken_off() {
    let game = tapatan(Start::Empty);
    let line = Line::new(&game);
    for budget in [0, 100, 1_000, 10_000, 30_000] {
        let mut spent = vec![0];
        let limit = Limit::playouts(budget);
        let mut watch = |analysis: &Analysis<_>| spent.push(analysis.cost.playouts);
        let task = Task { game: &game, line: &line, limit: &limit, watch: &mut watch };
        let analysis = Hybrid::new(Published::default()).search(task);
        assert_eq!(analysis.cost.playouts, *spent.last().expect("an iteration"));
        let costs: Vec<u64> = spent.windows(2).map(|pair| pair[1] - pair[0]).collect();
        for next in 1..=costs.len() {
            let last = costs[next - 1];
            let before = if next >= 2 { costs[next - 2] } else { 0 };
            let fits = spent[next] + 2 * last <= budget + before;
            assert_eq!(fits, next < costs.len(), "{budget}: {costs:?}");
        }
    }
}

#[test]
fn both_value_every_move_of_every_game_however_small_the_budget() {
    struct Check;
    impl Visitor for Check {
        type Output = ();

        fn visit<G: Encode + Heuristic>(self, game: G, _: String) {
            let pressed = Limit::default();
            pressed.stop.press();
            let limits = [Limit::time(Duration::ZERO), pressed, Limit::playouts(1), Limit::playouts(60)];
            let mut line = Line::new(&game);
            let mut random = Random::new(3);
            let mut moves = Vec::new();
            for _ in 0..3 {
                for hybrid in &mut hybrids() {
                    for limit in &limits {
                        assert_complete(&game, &line, &search(&mut **hybrid, &game, &line, limit));
                    }
                }
                if line.generate(&game, &mut moves).is_none() {
                    line.push(&game, random.pick(&moves));
                }
            }
        }
    }
    for info in agon_games::catalogue() {
        agon_games::visit(&info.id, Check).expect("a game");
    }
}

#[test]
fn an_ended_game_and_a_single_move_are_no_trouble() {
    let full = "XOX/XOO/OXX o";
    let (position, clocks) = TicTacToe.read_position(full).expect("a position");
    let line = Line::from_position(&TicTacToe, position, clocks);
    for hybrid in &mut hybrids() {
        let analysis = search(&mut **hybrid, &TicTacToe, &line, &Limit::playouts(100));
        assert_eq!((analysis.moves.len(), analysis.best), (0, None));
    }
    let (position, clocks) = TicTacToe.read_position("XOX/XOO/OX1 x").expect("a position");
    let line = Line::from_position(&TicTacToe, position, clocks);
    for hybrid in &mut hybrids() {
        let analysis = search(&mut **hybrid, &TicTacToe, &line, &Limit::default());
        assert_complete(&TicTacToe, &line, &analysis);
        assert_eq!((analysis.moves.len(), analysis.value()), (1, Some(0.0)));
    }
}

#[test]
fn with_twenty_thousand_playouts_hybrid2_takes_the_centre_and_wins() {
    let game = tapatan(Start::Empty);
    let limit = Limit::playouts(20_000);
    for seed in 1..4 {
        let mut hybrid2 = Hybrid2::new(Settings { seed, ..Settings::default() });
        let mut other = Hybrid::new(Published { seed, ..Published::default() });
        let mut line = Line::new(&game);
        let first = search(&mut hybrid2, &game, &line, &limit);
        let centre = first.best_move().expect("a move");
        assert_eq!(game.write_move(line.position(), centre.mv), "b2");
        assert_eq!(centre.proof.map(|proof| (proof.gain, proof.distance)), Some((1, 9)));
        let mut moves = Vec::new();
        let ending = loop {
            if let Some(ending) = line.generate(&game, &mut moves) {
                break ending;
            }
            let analysis = match line.to_move(&game) {
                Player::First => search(&mut hybrid2, &game, &line, &limit),
                Player::Second => search(&mut other, &game, &line, &Limit::playouts(500)),
            };
            line.push(&game, analysis.best_move().expect("a move").mv);
        };
        assert_eq!(ending.outcome.winner(), Some(Player::First), "seed {seed}");
        assert!(line.moves().len() <= 9, "the shortest win was kept to");
    }
}

#[test]
fn what_hybrid2_proves_is_true_of_every_position() {
    for start in TAPATANS {
        let game = tapatan(start);
        let truth = Truth::new(&game);
        let mut proofs = 0;
        // One search for all positions: what it remembers has to be true wherever it is used.
        let mut hybrid2 = Hybrid2::new(mended(Settings { probe: 0.8, ..Settings::default() }));
        for budget in [4, 40] {
            for position in &truth.positions {
                let line = Line::from_position(&game, *position, Clocks::default());
                let analysis = search(&mut hybrid2, &game, &line, &Limit::playouts(budget));
                for assessed in &analysis.moves {
                    let Some(proof) = assessed.proof else { continue };
                    let (gain, distance) = truth.of_move(&game, position, assessed.mv);
                    assert_eq!(proof.gain, gain, "{position:?} {assessed:?}");
                    assert!(gain == 0 || proof.distance >= distance, "{position:?} {assessed:?} {distance}");
                    proofs += 1;
                }
            }
        }
        assert!(proofs > 10_000, "{proofs} proofs");
    }
}

#[test]
fn a_deep_probe_finds_every_win_at_its_true_distance() {
    let game = tapatan(Start::Empty);
    let truth = Truth::new(&game);
    for (number, position) in truth.positions.iter().enumerate().step_by(23) {
        let line = Line::from_position(&game, *position, Clocks::default());
        let settings = Settings { probe: 0.99, seed: number as u64, ..Settings::default() };
        let analysis = search(&mut Hybrid2::new(mended(settings)), &game, &line, &Limit::playouts(20_000));
        let wins = analysis.moves.iter().map(|assessed| truth.of_move(&game, position, assessed.mv));
        let shortest = wins.filter(|&(gain, _)| gain == 1).map(|(_, distance)| distance).min();
        let found = analysis.best_move().and_then(|best| best.proof).filter(|proof| proof.gain == 1);
        assert_eq!(found.map(|proof| proof.distance), shortest, "{position:?}");
    }
}

/// Whether `player` can force a win from here within `plies` plies, by looking at every continuation with its past.
fn can_win<G: Game>(game: &G, line: &mut Line<G>, player: Player, plies: u32) -> bool {
    let mut moves = Vec::new();
    if let Some(ending) = line.generate(game, &mut moves) {
        return ending.outcome.winner() == Some(player);
    }
    if plies == 0 {
        return false;
    }
    let own = line.to_move(game) == player;
    let mut after = moves.into_iter().map(|mv| {
        line.push(game, mv);
        let wins = can_win(game, line, player, plies - 1);
        line.pop();
        wins
    });
    if own { after.any(|wins| wins) } else { after.all(|wins| wins) }
}

#[test]
fn proofs_respect_the_past_of_the_game() {
    let game = tapatan(Start::Empty);
    let mut random = Random::new(5);
    let (mut proofs, mut spoiled) = (0, 0);
    for number in 0..1_500 {
        let limits = Limits {
            repetition: Some(2 + random.below(2) as u8),
            no_progress: (random.below(2) == 0).then_some(8 + random.below(8)),
            ply_cap: Some(10 + random.below(30)),
        };
        // Lines that go to and fro, so that many positions have occurred before.
        let mut line = Line::new(&game).with_limits(limits);
        let mut moves = Vec::new();
        for _ in 0..random.below(30) {
            if line.generate(&game, &mut moves).is_some() {
                line.pop();
                break;
            }
            let past: Vec<_> = line.steps().map(|step| step.position).collect();
            let back = moves.iter().copied().find(|&mv| past.contains(&played(&game, line.position(), mv)));
            let mv = back.filter(|_| random.below(2) == 0).unwrap_or_else(|| random.pick(&moves));
            line.push(&game, mv);
        }
        let mut hybrid2 = Hybrid2::new(mended(Settings { probe: 0.9, seed: number, ..Settings::default() }));
        let analysis = search(&mut hybrid2, &game, &line, &Limit { depth: Some(6), ..Limit::playouts(300) });
        let bare = Line::from_position(&game, *line.position(), Clocks::default());
        let free = search(&mut hybrid2, &game, &bare, &Limit { depth: Some(6), ..Limit::playouts(300) });
        for (assessed, free) in analysis.moves.iter().zip(&free.moves) {
            spoiled += u32::from(free.proof.is_some() && assessed.proof.is_none());
            let Some(proof) = assessed.proof.filter(|proof| proof.gain != 0 && proof.distance <= 6) else {
                continue;
            };
            let mover = line.to_move(&game);
            let winner = if proof.gain == 1 { mover } else { !mover };
            line.push(&game, assessed.mv);
            assert!(
                can_win(&game, &mut line, winner, proof.distance - 1),
                "{limits:?} {line:?} {assessed:?}"
            );
            line.pop();
            proofs += 1;
        }
    }
    assert!(proofs > 1_000 && spoiled > 50, "{proofs} proofs checked, {spoiled} spoiled by the past");
}

#[test]
fn what_hybrid2_proves_is_true_where_players_do_not_alternate() {
    let mut proofs = [0; 3];
    for seed in 0..400 {
        let game = RandomTree { seed, branching: 4, depth: 7, early_end: 9, alternating: seed % 2 == 0 };
        let line = Line::new(&game);
        let settings = Settings { seed, cap: 20, ..Settings::default() };
        let analysis = search(
            &mut Hybrid2::new(mended(settings)),
            &game,
            &line,
            &Limit::playouts(30 + 10 * (seed % 40)),
        );
        assert!(analysis.moves.is_empty() || analysis.best.is_some());
        for assessed in &analysis.moves {
            let Some(proof) = assessed.proof else { continue };
            let mut line = line.clone();
            let mover = line.to_move(&game);
            line.push(&game, assessed.mv);
            let gain = i8::from(can_win(&game, &mut line, mover, 7))
                - i8::from(can_win(&game, &mut line, !mover, 7));
            assert_eq!(proof.gain, gain, "tree {seed}: {assessed:?}");
            proofs[(gain + 1) as usize] += 1;
        }
    }
    assert!(proofs.iter().all(|&proofs| proofs > 50), "{proofs:?}");
}

#[test]
fn the_same_seed_gives_the_same_analysis() {
    let game = tapatan(Start::Empty);
    let line = Line::new(&game);
    let limit = Limit::playouts(1_500);
    let run = |hybrid: &mut dyn Search<Tapatan>| without_time(search(hybrid, &game, &line, &limit));
    for (one, other) in hybrids().iter_mut().zip(&mut hybrids()) {
        let first = run(&mut **one);
        assert_eq!(first, run(&mut **other));
        one.reset();
        assert_eq!(first, run(&mut **one), "a reset search is like a new one");
    }
    let seeded = |seed| {
        let settings = mended(Settings { seed, probe: 0.1, ..Settings::default() });
        run(&mut Hybrid2::new(settings))
    };
    assert_ne!(seeded(1).moves, seeded(2).moves);
}

#[test]
fn hybrid2_keeps_to_its_limits() {
    let game = tapatan(Start::Placed);
    let line = Line::new(&game);
    let hybrid2 = || Hybrid2::new(mended(Settings { probe: 0.25, ..Settings::default() }));
    for most in [1, 10, 500, 3_000] {
        let cost = search(&mut hybrid2(), &game, &line, &Limit::playouts(most)).cost;
        assert!(cost.playouts <= most && 10 * cost.playouts + cost.nodes <= 10 * most + 10, "{cost:?}");
        assert!(10 * cost.playouts + cost.nodes >= 10 * most - 10, "the budget is used: {cost:?}");
        let cost = search(&mut hybrid2(), &game, &line, &Limit::nodes(most)).cost;
        assert!(cost.nodes <= most, "{cost:?}");
    }
    assert_eq!(search(&mut hybrid2(), &game, &line, &Limit::depth(3)).cost.depth, 3);
    assert_eq!(search(&mut hybrid2(), &game, &line, &Limit::iterations(5)).cost.iterations, 5);
    // That it ends at all is what a limit in time can be asked for on any machine.
    let cost = search(&mut hybrid2(), &game, &line, &Limit::time(Duration::from_millis(60))).cost;
    assert!(cost.time >= Duration::from_millis(1), "{cost:?}");
    let limit = Limit::default();
    let stop = limit.stop.clone();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            stop.press();
        });
        let analysis = search(&mut hybrid2(), &game, &line, &limit);
        assert_complete(&game, &line, &analysis);
    });
}
