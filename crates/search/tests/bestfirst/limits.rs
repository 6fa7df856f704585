//! Whatever the limits: every move gets a value, nothing panics, and the same limits give the same result.

use std::time::Duration;

use agon_core::{Analysis, Clocks, Cost, Game, Heuristic, Line, Random};
use agon_games::Visitor;
use agon_games::tapatan::Tapatan;
use agon_games::tic_tac_toe::TicTacToe;
use agon_search::bestfirst::{Balance, BestFirst, Decision, Ends, Settings, Winning};
use agon_search::evaluate::{EndsOnly, HandMade, PlayoutMean};
use agon_search::settings::Memory;
use agon_search::task::search;
use agon_search::{Limit, Search, Task};

use super::{analyse, rules, with};

fn family() -> [Settings; 5] {
    let unbounded = Settings::unbounded();
    [
        unbounded,
        Settings {
            winning: Winning { decision: Decision::Safe },
            ..with(unbounded, |common| common.table = false)
        },
        Settings::descent(),
        Settings::minibal_near(),
        Settings { balance: Balance { slice: 0.5, ..Balance::default() }, ..Settings::minibal_plus() },
    ]
}

fn is_sound<M>(analysis: &Analysis<M>, moves: usize) {
    assert_eq!(analysis.moves.len(), moves);
    assert!(analysis.moves.iter().all(|assessed| (-1.0..=1.0).contains(&assessed.value)));
    assert!(analysis.best.is_some_and(|best| best < moves) && !analysis.line.is_empty());
}

/// Every game, every search, from the start and from somewhere in the middle, under several limits.
#[test]
fn every_move_of_every_game_gets_a_value() {
    struct Check;
    impl Visitor for Check {
        type Output = ();

        fn visit<G: agon_core::Encode + Heuristic>(self, game: G, _: String) {
            let pressed = Limit::iterations(1000);
            pressed.stop.press();
            let limits = [
                Limit::iterations(0),
                Limit::nodes(0),
                Limit::time(Duration::ZERO),
                pressed,
                Limit { depth: Some(2), ..Limit::iterations(20) },
                Limit { nodes: Some(700), ..Limit::time(Duration::from_secs(1)) },
            ];
            let mut random = Random::new(7);
            let (mut line, mut moves) = (Line::new(&game), Vec::new());
            for _ in 0..3 {
                for settings in family() {
                    let mut bestfirst = BestFirst::new(settings, Box::new(EndsOnly));
                    for limit in &limits {
                        if line.generate(&game, &mut moves).is_none() {
                            is_sound(&search(&mut bestfirst, &game, &line, limit), moves.len());
                        }
                    }
                }
                for _ in 0..9 {
                    if line.generate(&game, &mut moves).is_none() {
                        line.push(&game, random.pick(&moves));
                    }
                }
            }
        }
    }
    for info in agon_games::catalogue() {
        agon_games::visit(&info.id, Check).unwrap();
    }
}

#[test]
fn the_end_of_a_game_and_a_single_move() {
    let read = |text: &str| {
        let (position, clocks) = TicTacToe.read_position(text).unwrap();
        Line::from_position(&TicTacToe, position, clocks)
    };
    for settings in family() {
        assert!(analyse(&TicTacToe, &read("XXX/OO1/3 o"), settings, 10).moves.is_empty());
        let analysis = analyse(&TicTacToe, &read("XOX/XOO/OX1 x"), settings, 10);
        is_sound(&analysis, 1);
        assert_eq!(analysis.moves[0].proof.map(|proof| (proof.gain, proof.distance)), Some((0, 1)));
    }
}

#[test]
fn a_move_that_ends_the_game_by_repetition_is_a_certain_draw() {
    let game = rules::<Tapatan>("tapatan");
    let mut line = Line::new(&game);
    for text in ["a1-a2", "c3-c2", "a2-a1", "c2-c3"].repeat(2).iter().take(7) {
        let mv = game.read_move(line.position(), text).unwrap();
        line.push(&game, mv);
    }
    for settings in [Settings::unbounded(), Settings::descent()] {
        let analysis = analyse(&game, &line, settings, 50);
        let drawing = analysis
            .moves
            .iter()
            .find(|assessed| game.write_move(line.position(), assessed.mv) == "c2-c3")
            .unwrap();
        assert_eq!(drawing.proof.map(|proof| (proof.gain, proof.distance)), Some((0, 1)));
        assert_eq!(drawing.value, 0.0);
    }
}

/// Plays a game with one search and tells all about it but the time.
fn play<G: Heuristic>(game: &G, settings: Settings, plies: usize) -> Vec<Analysis<G::Move>> {
    let mut bestfirst = BestFirst::new(settings, Box::new(PlayoutMean::new(2, 30, 5)));
    let (mut line, mut analyses) = (Line::new(game), Vec::new());
    while line.generate(game, &mut Vec::new()).is_none() && analyses.len() < plies {
        let mut analysis = search(&mut bestfirst, game, &line, &Limit::iterations(40));
        analysis.cost = Cost { time: Duration::ZERO, ..analysis.cost };
        line.push(game, analysis.best_move().unwrap().mv);
        analyses.push(analysis);
    }
    analyses
}

#[test]
fn the_same_search_gives_the_same_result() {
    let game = rules::<Tapatan>("tapatan-ludii");
    for settings in family() {
        assert_eq!(play(&game, settings, 12), play(&game, settings, 12));
    }
}

#[test]
fn a_kept_table_knows_more_and_a_full_one_plays_on() {
    let game = rules::<agon_games::othello::Othello>("othello");
    let mut line = Line::new(&game);
    let settings = with(Settings::unbounded(), |common| common.memory = Memory::mebibytes(1));
    let mut small = BestFirst::new(settings, Box::new(EndsOnly));
    for _ in 0..4 {
        let analysis = search(&mut small, &game, &line, &Limit::iterations(1_000_000));
        // A node takes 32 bytes and an edge 16: so much fits into a mebibyte, and hardly more.
        assert!(analysis.cost.nodes * 16 < 1 << 20 && analysis.cost.iterations < 10_000);
        is_sound(&analysis, analysis.moves.len());
        line.push(&game, analysis.best_move().unwrap().mv);
    }
    let visits = |keep: bool| {
        let settings = with(Settings::unbounded(), |common| common.keep = keep);
        let mut bestfirst = BestFirst::new(settings, Box::new(HandMade));
        let mut line = Line::new(&game);
        for _ in 0..2 {
            let analysis = search(&mut bestfirst, &game, &line, &Limit::iterations(300));
            line.push(&game, analysis.best_move().unwrap().mv);
        }
        let last = search(&mut bestfirst, &game, &line, &Limit::iterations(1));
        last.moves.iter().map(|assessed| assessed.visits).sum::<u64>()
    };
    assert!(visits(true) > 50, "{}", visits(true));
    assert_eq!(visits(false), 1);
}

#[test]
fn somebody_is_shown_the_search_now_and_then() {
    let game = rules::<agon_games::othello::Othello>("othello");
    let line = Line::from_position(&game, game.initial(), Clocks::default());
    let mut bestfirst = BestFirst::new(Settings::unbounded(), Box::new(EndsOnly));
    let mut shown = 0;
    let limit = Limit::time(Duration::from_millis(350));
    let mut watch = |analysis: &Analysis<u8>| {
        is_sound(analysis, 4);
        shown += 1;
    };
    let analysis = bestfirst.search(Task { game: &game, line: &line, limit: &limit, watch: &mut watch });
    assert!((1..=3).contains(&shown), "{shown}");
    assert!(analysis.cost.time < Duration::from_millis(600));
}

#[test]
fn the_tree_can_be_played_through_and_its_lines_come_to_ends() {
    let game: TicTacToe = rules("tic-tac-toe");
    let mut descent =
        BestFirst::new(with(Settings::descent(), |common| common.ends = Ends::Gain), Box::new(EndsOnly));
    let mut line = Line::new(&game);
    assert!(descent.tree().is_empty());
    for choice in [0, 3, 1] {
        search(&mut descent, &game, &line, &Limit::nodes(60));
        let tree = descent.tree();
        assert!(tree.len() > 5, "{}", tree.len());
        let mut lines: Vec<Line<TicTacToe>> = Vec::new();
        for node in &tree {
            let mut moves = Vec::new();
            let reached = match node.from {
                None => line.clone(),
                Some((from, ordinal)) => {
                    let mut reached = lines[from].clone();
                    reached.generate(&game, &mut moves);
                    reached.push(&game, moves[ordinal]);
                    reached
                }
            };
            assert_eq!(reached.hash(), node.key);
            lines.push(reached);
        }
        // What was told to the root last is what it knows; others may have been passed by since.
        let after = tree.iter().filter(|node| node.from.is_some_and(|(from, _)| from == 0));
        assert!(after.clone().count() > 0);
        assert!(after.clone().all(|node| tree[0].value >= -node.value));
        assert!(tree.iter().any(|node| node.value.abs() == 1.0));
        let mut moves = Vec::new();
        line.generate(&game, &mut moves);
        line.push(&game, moves[choice]);
    }
}
