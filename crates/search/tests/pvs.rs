//! Principal variation search against plain minimax, on made-up trees and on every game.

use std::time::Duration;

use agon_core::{
    Analysis, Catalogued, Clocks, Encode, Game, GameInfo, Heuristic, Limits, Line, Options, Player, Proof,
    Random, Value,
};
use agon_games::chess::Chess;
use agon_games::connect6::Connect6Rules;
use agon_games::outer_open_gomoku::OuterOpenRules;
use agon_games::rows::{RowRules, Rows};
use agon_games::{Visitor, catalogue, visit};
use agon_search::evaluate::{EndsOnly, HandMade};
use agon_search::explicit::RandomTree;
use agon_search::pvs::{MultiPv, Pvs, Settings};
use agon_search::score::{INFINITE, Score, from_ending, from_value, to_value};
use agon_search::settings::Memory;
use agon_search::task::search;
use agon_search::{Evaluate, Limit, Stop};

/// A different value for every position, so that nothing is equal by accident.
#[derive(Clone, Copy)]
struct Noise;

impl<G: Game> Evaluate<G> for Noise {
    fn evaluate(&mut self, game: &G, position: &G::Position) -> Value {
        Value::from_pov((game.hash(position) >> 40) as f32 / (1 << 23) as f32 - 1.0, Player::First)
    }

    fn fork(&self) -> Box<dyn Evaluate<G>> {
        Box::new(*self)
    }
}

/// Plain minimax: the truth that every cleverness has to agree with.
fn minimax<G: Game>(game: &G, line: &mut Line<G>, depth: u32, ply: u32, nodes: &mut u64) -> Score {
    *nodes += 1;
    let (mover, mut moves) = (line.to_move(game), Vec::new());
    if let Some(ending) = line.generate(game, &mut moves) {
        return from_ending(ending, mover, ply);
    }
    if depth == 0 {
        return from_value(Noise.evaluate(game, line.position()), mover);
    }
    let mut best = -INFINITE;
    for mv in moves {
        line.push(game, mv);
        let score = minimax(game, line, depth - 1, ply + 1, nodes);
        let score = if line.to_move(game) == mover { score } else { -score };
        line.pop();
        best = best.max(score);
    }
    best
}

/// The value of every move of the root, for the player to move, and the number of positions it took.
fn minimax_moves<G: Game>(game: &G, line: &Line<G>, depth: u32) -> (Vec<Score>, u64) {
    let (mut line, mut moves, mut nodes) = (line.clone(), Vec::new(), 0);
    line.generate(game, &mut moves);
    let mover = line.to_move(game);
    let value = |mv| {
        line.push(game, mv);
        let score = minimax(game, &mut line, depth - 1, 1, &mut nodes);
        let score = if line.to_move(game) == mover { score } else { -score };
        line.pop();
        score
    };
    (moves.into_iter().map(value).collect(), nodes)
}

const EXACT: Settings = Settings {
    memory: Memory::mebibytes(1),
    threads: 1,
    pruning: false,
    quiescence: false,
    selective: false,
    threats: false,
    margin: 0,
    late: 0,
    multipv: MultiPv::ALL,
};

fn pvs<G: Encode + Heuristic>(settings: Settings) -> Pvs<G> {
    Pvs::new(Box::new(Noise), settings)
}

fn assert_same<M: Copy>(analysis: &Analysis<M>, truth: &[Score], what: &str) {
    let values: Vec<f32> = analysis.moves.iter().map(|known| known.value).collect();
    let expected: Vec<f32> = truth.iter().map(|&score| to_value(score)).collect();
    assert_eq!(values, expected, "{what}");
    let best = analysis.best.expect("there are moves");
    assert_eq!(truth[best], *truth.iter().max().unwrap(), "{what}: the best move");
}

fn trees() -> impl Iterator<Item = RandomTree> {
    (0..120).map(|seed| RandomTree {
        seed,
        branching: 5,
        depth: 7,
        early_end: [0, 7][seed as usize / 2 % 2],
        alternating: seed % 2 == 0,
    })
}

#[test]
fn without_pruning_it_is_minimax_on_random_trees() {
    for tree in trees() {
        let line = Line::new(&tree);
        for depth in 1..=7 {
            let (truth, _) = minimax_moves(&tree, &line, depth);
            let all = search(&mut pvs(EXACT), &tree, &line, &Limit::depth(depth));
            assert_same(&all, &truth, &format!("{tree:?} to depth {depth}"));

            let one = search(
                &mut pvs(Settings { multipv: MultiPv(1), ..EXACT }),
                &tree,
                &line,
                &Limit::depth(depth),
            );
            let best = *truth.iter().max().unwrap();
            assert_eq!(one.value(), Some(to_value(best)), "{tree:?} to depth {depth}");
            assert_eq!(truth[one.best.unwrap()], best, "{tree:?} to depth {depth}");
            for (known, &score) in one.moves.iter().zip(&truth) {
                assert!(known.value <= to_value(best));
                assert!(known.proof.is_none_or(|proof| f32::from(proof.gain) == to_value(score)));
            }
        }
    }
}

/// The whole game is searched, whatever was pruned on the way: what is called proven has to be true.
#[test]
fn with_pruning_nothing_false_is_proven() {
    for tree in trees() {
        let line = Line::new(&tree);
        let (truth, _) = minimax_moves(&tree, &line, 7);
        for multipv in [MultiPv(1), MultiPv(3), MultiPv::ALL] {
            let mut search_tree =
                pvs(Settings { memory: Memory::mebibytes(1), multipv, ..Settings::default() });
            for depth in 1..=9 {
                let analysis = search(&mut search_tree, &tree, &line, &Limit::depth(depth));
                for (known, &score) in analysis.moves.iter().zip(&truth) {
                    let gain = known.proof.map(|proof| f32::from(proof.gain));
                    assert!(
                        gain.is_none_or(|gain| gain == to_value(score)),
                        "{tree:?} at {depth}: {known:?}"
                    );
                }
            }
            let analysis = search(&mut search_tree, &tree, &line, &Limit::depth(40));
            let best = analysis.best_move().unwrap();
            assert!(best.proof.is_some(), "{tree:?}: {best:?}");
            assert_eq!(best.value, to_value(*truth.iter().max().unwrap()), "{tree:?}");
        }
    }
}

/// Searches positions of random games, with one table for each game: past and clocks included.
struct AgreesWithMinimax {
    /// Plain minimax goes as deep as about this many nodes allow.
    nodes: u64,
    games: u64,
    positions: u32,
    limits: Option<Limits>,
}

/// Limits under which the past matters all the time.
const TIGHT: [Limits; 4] = [
    Limits { repetition: None, no_progress: None, ply_cap: Some(12) },
    Limits { repetition: Some(2), no_progress: None, ply_cap: Some(60) },
    Limits { repetition: Some(3), no_progress: Some(7), ply_cap: None },
    Limits { repetition: Some(2), no_progress: Some(9), ply_cap: Some(14) },
];

/// The beginning of a game, under other limits if there are any.
fn begin<G: Game>(game: &G, limits: Option<Limits>) -> Line<G> {
    Line::new(game).with_limits(limits.unwrap_or_else(|| game.limits()))
}

impl Visitor for AgreesWithMinimax {
    type Output = ();

    fn visit<G: Encode + Heuristic>(self, game: G, spec: String) {
        for number in 0..self.games {
            let mut random = Random::stream(5, number);
            let mut exact = pvs(EXACT);
            let mut line = begin(&game, self.limits);
            let mut moves = Vec::new();
            let mut looked = 0;
            while line.generate(&game, &mut moves).is_none() && looked < self.positions {
                if random.below(3) == 0 {
                    let text = game.write_position(line.position(), line.clocks());
                    for depth in 1..=12 {
                        let (truth, nodes) = minimax_moves(&game, &line, depth);
                        let analysis = search(&mut exact, &game, &line, &Limit::depth(depth));
                        assert_same(&analysis, &truth, &format!("{spec}: {text} to depth {depth}"));
                        if nodes * moves.len() as u64 > self.nodes {
                            break;
                        }
                    }
                    looked += 1;
                }
                line.push(&game, random.pick(&moves));
            }
        }
    }
}

#[test]
fn without_pruning_it_is_minimax_in_every_game() {
    for info in catalogue() {
        visit(&info.id, AgreesWithMinimax { nodes: 3_000, games: 2, positions: 6, limits: None }).unwrap();
    }
}

/// Small boards, where paths cross and positions come again within the depth.
#[test]
fn without_pruning_repetition_is_that_of_minimax() {
    for id in ["tapatan", "tsoro-yematatu-7"] {
        for limits in TIGHT {
            visit(id, AgreesWithMinimax { nodes: 50_000, games: 6, positions: 4, limits: Some(limits) })
                .unwrap();
        }
    }
}

#[test]
fn finds_mate_in_three() {
    // 1 Ra6+ f6 2 Bxf6+ Rg7 3 Rxa8 mate.
    let (position, clocks) = Chess.read_position("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1").unwrap();
    let line = Line::from_position(&Chess, position, clocks);
    for settings in [Settings::default(), Settings { threads: 2, ..Settings::default() }] {
        let analysis = search(&mut pvs(settings), &Chess, &line, &Limit::depth(7));
        let best = analysis.best_move().unwrap();
        assert_eq!(Chess.write_move(line.position(), best.mv), "Ra6+");
        assert_eq!(best.proof, Some(Proof { gain: 1, distance: 5 }));
        assert_eq!(analysis.line.len(), 5);
    }
}

#[test]
fn the_least_budget_gives_a_value_to_every_move() {
    let pressed = Stop::new();
    pressed.press();
    let line = Line::new(&Chess);
    for limit in [
        Limit::time(Duration::ZERO),
        Limit { stop: pressed, ..Limit::default() },
        Limit::nodes(1),
        Limit::nodes(7),
        Limit::iterations(1),
    ] {
        let analysis = search(&mut pvs(Settings::default()), &Chess, &line, &limit);
        assert_eq!(analysis.moves.len(), 20);
        assert!(analysis.moves.iter().all(|known| known.value.abs() <= 1.0 && known.proof.is_none()));
        assert_eq!(analysis.line.first(), analysis.best_move().map(|best| &best.mv));
        assert!(limit.nodes.is_none_or(|nodes| analysis.cost.nodes <= nodes));
    }
}

#[test]
fn an_ended_game_has_no_moves_to_value() {
    let (position, clocks) = Chess.read_position("7k/5KQ1/8/8/8/8/8/8 b - - 0 1").unwrap();
    let line = Line::from_position(&Chess, position, clocks);
    let analysis = search(&mut pvs(Settings::default()), &Chess, &line, &Limit::depth(3));
    assert!(analysis.moves.is_empty() && analysis.best.is_none());
}

#[test]
fn one_thread_gives_the_same_twice() {
    let line = Line::new(&Chess);
    let run = || {
        let mut analysis = search(&mut pvs(Settings::default()), &Chess, &line, &Limit::nodes(20_000));
        analysis.cost.time = Duration::ZERO;
        analysis
    };
    assert_eq!(run(), run());
    assert!(run().cost.nodes == 20_000);
}

#[test]
fn a_solved_game_ends_the_search() {
    let game = agon_games::tic_tac_toe::TicTacToe;
    for settings in [EXACT, Settings { multipv: MultiPv::ALL, ..Settings::default() }] {
        let mut solver = Pvs::new(Box::new(EndsOnly), settings);
        let analysis = search(&mut solver, &game, &Line::new(&game), &Limit::default());
        assert!(analysis.moves.iter().all(|known| known.proof == Some(Proof { gain: 0, distance: 0 })));
        // Moves that were looked at less deeply have to be looked at again.
        let most = if settings.pruning { 20 } else { 9 };
        assert!(analysis.cost.depth <= most, "depth {}", analysis.cost.depth);
    }
}

/// Whatever is called won or lost with pruning, history and clocks is so without pruning, within the distance told.
struct ProofsHold {
    limits: Option<Limits>,
}

impl Visitor for ProofsHold {
    type Output = u32;

    fn visit<G: Encode + Heuristic>(self, game: G, spec: String) -> u32 {
        let mut proofs = 0;
        for number in 0..10 {
            let mut random = Random::stream(6, number);
            let mut pruning =
                pvs(Settings { memory: Memory::mebibytes(1), multipv: MultiPv::ALL, ..Settings::default() });
            let mut line = begin(&game, self.limits);
            let mut moves = Vec::new();
            let mut plies = 0;
            while line.generate(&game, &mut moves).is_none() && plies < 20 {
                let analysis = search(&mut pruning, &game, &line, &Limit::nodes(20_000));
                let text = game.write_position(line.position(), line.clocks());
                let left = line.limits().ply_cap.map(|cap| cap - line.clocks().plies);
                for depth in 1..=7 {
                    // Draws can be checked where the end of the game is in sight.
                    let is_told = |proof: Option<Proof>| {
                        let is_draw = |proof: Proof| proof.gain == 0 && left == Some(depth);
                        proof.is_some_and(|proof| proof.distance == depth || is_draw(proof))
                    };
                    if analysis.moves.iter().any(|known| is_told(known.proof)) {
                        let truth = search(&mut pvs(EXACT), &game, &line, &Limit::depth(depth));
                        for (known, truth) in analysis.moves.iter().zip(&truth.moves) {
                            if let Some(proof) = known.proof.filter(|&proof| is_told(Some(proof))) {
                                let gain = truth.proof.map(|proof| proof.gain);
                                assert_eq!(gain, Some(proof.gain), "{spec}: {text}: {known:?}");
                                proofs += 1;
                            }
                        }
                    }
                }
                line.push(&game, random.pick(&moves));
                plies += 1;
            }
        }
        proofs
    }
}

#[test]
fn proofs_hold_in_games_that_go_in_circles() {
    for id in ["tapatan", "tapatan-ludii", "tsoro-yematatu-7"] {
        let limits = TIGHT.into_iter().map(Some).chain([None]);
        let proofs: u32 = limits.map(|limits| visit(id, ProofsHold { limits }).unwrap()).sum();
        assert!(proofs > 100, "{id}: {proofs} proofs are too few to tell");
    }
}

/// The beginning of Tapatan is won in nine plies: not if the game is over after four.
struct TooLate;

impl Visitor for TooLate {
    type Output = ();

    fn visit<G: Encode + Heuristic>(self, game: G, _: String) {
        let mut pruning = pvs(Settings::default());
        let early = search(&mut pruning, &game, &Line::new(&game), &Limit::nodes(1_000_000));
        assert_eq!(early.best_move().unwrap().proof, Some(Proof { gain: 1, distance: 9 }));
        let clocks = Clocks { plies: game.limits().ply_cap.unwrap() - 4, quiet: 0 };
        let line = Line::from_position(&game, game.initial(), clocks);
        let late = search(&mut pruning, &game, &line, &Limit::depth(12));
        assert!(late.moves.iter().all(|known| known.value < 1.0), "{late:?}");
    }
}

#[test]
fn a_win_that_comes_too_late_is_none() {
    visit("tapatan-ludii", TooLate).unwrap();
}

/// A position of a game of rows.
fn rows<R: RowRules, const SIZE: usize>(position: &str) -> (Rows<R, SIZE>, Line<Rows<R, SIZE>>) {
    let game: Rows<R, SIZE> = Rows::build(R::INFO, &Options::new(R::INFO));
    let (position, clocks) = game.read_position(position).unwrap();
    let line = Line::from_position(&game, position, clocks);
    (game, line)
}

/// Long wins by one threat after the other are found with few nodes, and not without looking for threats.
fn finds_the_win<R: RowRules, const SIZE: usize>(position: &str, mv: &str, distance: u32) {
    let (game, line) = rows::<R, SIZE>(position);
    let best = |threats: bool| {
        let settings = Settings { memory: Memory::mebibytes(1), threats, ..Settings::default() };
        let analysis =
            search(&mut Pvs::new(Box::new(HandMade), settings), &game, &line, &Limit::nodes(3_000));
        let best = *analysis.best_move().unwrap();
        (game.write_move(line.position(), best.mv), best.proof)
    };
    assert_eq!(best(true), (mv.to_owned(), Some(Proof { gain: 1, distance })));
    assert_eq!(best(true), best(true));
    assert_eq!(best(false).1, None);
}

#[test]
fn wins_by_threats_are_found() {
    finds_the_win::<OuterOpenRules, 15>(
        "15/11W3/10B4/7WBB5/4BWWBB1W4/6BBWWBB3/6WBBWW4/7WBWW1B1B/8WBBW3/7B1BW1B2/4B1WBWWW4/8W6/3W11/15/15 b",
        "h3",
        11,
    );
    finds_the_win::<Connect6Rules, 19>(
        "19/19/19/19/19/4B1B12/5B1W11/3W2B1WB2B6/4B1W1WWB8/4BWBBBWW8/4W2W1WB8/5B2WW2B6/4BWWWWWB8/5BB1WBW8/8W2B7/8B10/\
         19/19/19 b",
        "d15",
        9,
    );
}

/// Four in a row on a small board, a stone or two a turn.
#[derive(Clone, Copy, Debug)]
struct Fours<const TURN: u32>;

impl<const TURN: u32> RowRules for Fours<TURN> {
    const INFO: &'static GameInfo = OuterOpenRules::INFO;
    const LENGTH: u32 = 4;
    const TURN: u32 = TURN;
}

/// What is proven with threats is what minimax proves, move by move, within the distance told; clocks included.
#[test]
fn proofs_by_threats_hold() {
    fn check<const TURN: u32>() -> u32 {
        let game: Rows<Fours<TURN>, 5> =
            Rows::build(OuterOpenRules::INFO, &Options::new(OuterOpenRules::INFO));
        let (mut moves, mut proofs) = (Vec::new(), 0);
        for number in 0..60 {
            let mut random = Random::stream(8, number);
            let ply_cap = (number % 3 == 0).then_some(16);
            let mut line = begin(&game, Some(Limits { ply_cap, ..Limits::default() }));
            while line.generate(&game, &mut moves).is_none() {
                if line.clocks().plies >= 8 {
                    let mut threats = Pvs::new(
                        Box::new(HandMade),
                        Settings { multipv: MultiPv::ALL, ..Settings::default() },
                    );
                    let analysis = search(&mut threats, &game, &line, &Limit::nodes(500));
                    let told = |known: &&agon_core::Assessed<u16>| {
                        known.proof.filter(|proof| proof.gain != 0 && proof.distance <= 6)
                    };
                    let deepest = analysis
                        .moves
                        .iter()
                        .filter_map(|known| told(&known))
                        .map(|proof| proof.distance)
                        .max();
                    for depth in 1..=deepest.unwrap_or(0) {
                        let truth = search(&mut pvs(EXACT), &game, &line, &Limit::depth(depth));
                        for (known, truth) in analysis.moves.iter().zip(&truth.moves) {
                            if let Some(proof) = told(&known).filter(|proof| proof.distance == depth) {
                                let gain = truth.proof.map(|proof| proof.gain);
                                let text = game.write_position(line.position(), line.clocks());
                                assert_eq!(gain, Some(proof.gain), "{text}: {known:?}");
                                proofs += 1;
                            }
                        }
                    }
                }
                line.push(&game, random.pick(&moves));
            }
        }
        proofs
    }
    for proofs in [check::<1>(), check::<2>()] {
        assert!(proofs > 500, "{proofs} proofs are too few to tell");
    }
}
