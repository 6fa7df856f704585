//! Traces: what is written is what was searched, and comparing shows where two searches part.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use agon_core::{Analysis, Assessed, Game, Heuristic, Line};
use agon_games::tic_tac_toe::TicTacToe;
use agon_search::alphabeta::AlphaBeta;
use agon_search::depthfirst::{DepthFirst, Root, Rule};
use agon_search::evaluate::HandMade;
use agon_search::explicit::RandomTree;
use agon_search::hybrid::{self, Hybrid};
use agon_search::minimax::Minimax;
use agon_search::negascout::NegaScout;
use agon_search::task::search;
use agon_search::trace::{Comparison, Mark, Recorder, Tree};
use agon_search::uct::{self, Uct};
use agon_search::{Limit, Search};

/// A file in memory that somebody else can look into.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panics with it").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A search with its trace.
fn traced<G: Heuristic, R: Rule>(
    rule: R,
    game: &G,
    limit: &Limit,
    deepest: u32,
) -> (Tree, Analysis<G::Move>) {
    let file = Shared::default();
    let mut searcher = DepthFirst::new(rule, Box::new(HandMade)).with_root(Root::Shared);
    *searcher.recorder().expect("it can be traced") = Some(Recorder::new(file.clone(), deepest));
    let analysis = search(&mut searcher, game, &Line::new(game), limit);
    let recorder = searcher.recorder().and_then(Option::take).expect("it was put there");
    let written = recorder.finish().expect("memory does not fail");
    let bytes = file.0.lock().expect("nobody panics with it").clone();
    let tree = Tree::read(&bytes[..]).expect("it reads what it writes");
    assert_eq!(tree.len() as u64, written);
    (tree, analysis)
}

/// The trace of a search that plays random games.
fn logged<G: Heuristic>(searcher: &mut dyn Search<G>, game: &G, limit: &Limit) -> (Tree, Analysis<G::Move>) {
    let file = Shared::default();
    *searcher.recorder().expect("it can be traced") = Some(Recorder::new(file.clone(), u32::MAX));
    let analysis = search(searcher, game, &Line::new(game), limit);
    searcher
        .recorder()
        .and_then(Option::take)
        .expect("it was put there")
        .finish()
        .expect("memory does not fail");
    let bytes = file.0.lock().expect("nobody panics with it").clone();
    (Tree::read(&bytes[..]).expect("it reads what it writes"), analysis)
}

#[test]
fn monte_carlo_tells_visits_wins_and_draws() {
    let game = TicTacToe;
    let settings = uct::Settings { seed: 4, ..uct::Settings::default() };
    let limit = Limit::playouts(500);
    let (tree, analysis) = logged(&mut Uct::new(settings), &game, &limit);
    assert_eq!(search(&mut Uct::new(settings), &game, &Line::new(&game), &limit).moves, analysis.moves);
    let root = tree.roots()[0];
    assert_eq!((tree.roots().len(), tree.record(root).games.map(|games| games.visits)), (1, Some(500)));
    let mut drawn = 0;
    for (&place, assessed) in tree.children(root).iter().map(|place| {
        let mv = &tree.record(*place).mv;
        let of = |assessed: &&Assessed<_>| game.write_move(Line::new(&game).position(), assessed.mv) == *mv;
        (place, analysis.moves.iter().find(of).expect("it is a legal move"))
    }) {
        let record = tree.record(place);
        let games = record.games.expect("games went through it");
        let losses = games.visits - games.wins - games.draws;
        assert_eq!(games.visits, assessed.visits);
        let mean = (games.wins as f32 - losses as f32) / games.visits as f32;
        assert!((mean - assessed.value).abs() < 1e-6, "{record}");
        assert!(record.to_string().contains(&format!("({} visits: {} won", games.visits, games.wins)));
        drawn += games.draws;
        // What went on below went through here, but for the first visit.
        let below: u64 =
            tree.children(place).iter().filter_map(|&child| Some(tree.record(child).games?.visits)).sum();
        assert!(below == 0 || below + 1 == games.visits, "{below} of {}", games.visits);
    }
    assert!(tree.children(root).len() == 9 && drawn > 0);
}

#[test]
fn the_hybrid_tells_the_games_of_its_leaves() {
    let game = TicTacToe;
    let settings = hybrid::Published { seed: 4, ..hybrid::Published::default() };
    let (tree, analysis) = logged(&mut Hybrid::new(settings), &game, &Limit::iterations(2));
    assert_eq!(tree.roots().len(), 2, "iterations");
    let leaves: Vec<_> = (0..tree.len()).filter_map(|place| tree.record(place).games).collect();
    assert_eq!(leaves.iter().map(|games| games.visits).sum::<u64>(), analysis.cost.playouts);
    assert!(leaves.iter().all(|games| games.visits == 15 && games.wins + games.draws <= 15));
    assert!(leaves.iter().any(|games| games.draws > 0) && leaves.iter().any(|games| games.wins > 0));
    for (&place, assessed) in tree.children(tree.roots()[1]).iter().zip(&analysis.moves) {
        let Some(Mark::Score(score)) = tree.record(place).value else { panic!("it was not stopped") };
        assert!((score as f32 / 1e6 - assessed.value).abs() < 2e-6);
    }
}

fn tree(seed: u64) -> RandomTree {
    RandomTree { seed, branching: 4, depth: 6, early_end: 5, alternating: seed.is_multiple_of(2) }
}

#[test]
fn every_node_is_written_and_nothing_changes_by_it() {
    for seed in 0..40 {
        let game = tree(seed);
        let limit = Limit::depth(4);
        let (trace, analysis) = traced(NegaScout, &game, &limit, u32::MAX);
        assert_eq!(trace.len() as u64, analysis.cost.nodes);
        let mut plain = DepthFirst::new(NegaScout, Box::new(HandMade)).with_root(Root::Shared);
        assert_eq!(search(&mut plain, &game, &Line::new(&game), &limit).moves, analysis.moves);
        for place in 0..trace.len() {
            let record = trace.record(place);
            assert_eq!(record.id, place as u64);
            assert_eq!(record.ply + record.depth, 4);
            assert_eq!(record.position.is_some(), record.parent.is_none());
            let score = |mark: &Option<Mark>, infinite: i32| match mark {
                Some(Mark::Score(score)) => *score,
                _ => infinite,
            };
            let (alpha, beta) = (score(&record.alpha, i32::MIN), score(&record.beta, i32::MAX));
            assert!(alpha < beta && record.value.is_some());
            assert_eq!(record.cut, score(&record.value, 0) >= beta);
            for &child in trace.children(place) {
                assert_eq!(trace.record(child).parent, Some(record.id));
                assert_eq!(trace.record(child).ply, record.ply + 1);
            }
        }
    }
}

#[test]
fn a_trace_can_be_shallow_and_have_many_iterations() {
    let game = tree(2);
    let limit = Limit { depth: Some(3), ..Limit::nodes(1_000_000) };
    let (trace, analysis) = traced(Minimax, &game, &limit, 1);
    let depths: Vec<u32> = trace.roots().iter().map(|&root| trace.record(root).depth).collect();
    assert_eq!(depths, [1, 2, 3]);
    assert_eq!(trace.len(), 3 * (1 + analysis.moves.len()));
}

#[test]
fn a_stopped_search_leaves_a_readable_trace() {
    let (trace, _) = traced(AlphaBeta, &tree(4), &Limit::nodes(30), u32::MAX);
    assert!(trace.len() >= 30);
    assert!(trace.to_string().contains("stopped"), "{trace}");
}

#[test]
fn printed_trees_are_indented() {
    let (trace, _) = traced(AlphaBeta, &TicTacToe, &Limit::depth(2), 2);
    let text = trace.to_string();
    let lines: Vec<&str> = text.lines().collect();
    // The values depend on the evaluation; each is what the line ends with.
    let starts =
        ["depth 2 from 3/3/3 x: p1 [-inf, +inf] +0.", "  a1 p2 [-inf, +inf] ", "    b1 p1 [-inf, +inf] "];
    assert!(lines.iter().zip(starts).all(|(line, start)| line.starts_with(start)), "{:?}", &lines[..3]);
    assert_eq!(lines.len(), trace.len());
}

#[test]
fn equal_searches_do_not_part() {
    let limit = Limit::depth(3);
    let (one, _) = traced(AlphaBeta, &tree(6), &limit, 9);
    let (two, _) = traced(AlphaBeta, &tree(6), &limit, 9);
    let comparison = Comparison::new(&one, &two);
    assert!(comparison.differences().is_empty());
    assert_eq!(comparison.to_string(), format!("The traces are the same: {} nodes.\n", one.len()));
}

#[test]
fn different_searches_part_where_the_second_one_only_asks() {
    let limit = Limit::depth(3);
    let (alphabeta, _) = traced(AlphaBeta, &TicTacToe, &limit, 3);
    let (negascout, _) = traced(NegaScout, &TicTacToe, &limit, 3);
    let comparison = Comparison::new(&alphabeta, &negascout);
    let first = &comparison.differences()[0];
    let [left, right] = [(&alphabeta, first.left), (&negascout, first.right)]
        .map(|(trace, place)| trace.record(place.unwrap()));
    // The first child of everything has the same open window; the second child is where they part.
    assert_eq!(first.path, ["a1", "b1", "a2"]);
    assert_ne!((&left.alpha, &left.beta), (&right.alpha, &right.beta));
    let (gone, new) = comparison.unmatched();
    assert_eq!(alphabeta.len() - gone, negascout.len() - new);
    let text = comparison.to_string();
    assert!(text.contains("They part first after a1 b1 a2."), "{text}");

    let (minimax, _) = traced(Minimax, &TicTacToe, &limit, 3);
    let pruned = Comparison::new(&minimax, &alphabeta);
    assert_eq!(pruned.unmatched(), (minimax.len() - alphabeta.len(), 0));
}

#[test]
fn what_is_no_trace_is_answered_with_the_line() {
    let error = |text: &str| Tree::read(text.as_bytes()).expect_err("it is not a trace").to_string();
    assert!(error("hello").starts_with("line 1 is not a node of a trace: "));
    let node = |id: u64, parent: &str| {
        format!(
            r#"{{"id":{id},"parent":{parent},"ply":0,"depth":1,"move":"","view":1,"alpha":null,"beta":[1,2],"value":3,"cut":false}}"#
        )
    };
    let orphan = format!("{}\n\n{}", node(0, "null"), node(2, "1"));
    assert_eq!(error(&orphan), "line 3 is not a node of a trace: there is no node 1 before it");
    let twins = format!("{}\n{}", node(0, "null"), node(0, "null"));
    assert_eq!(error(&twins), "line 2 is not a node of a trace: there are two nodes 0");
    assert!(error(&node(7, "7")).contains("there is no node 7 before it"));
    assert!(Tree::read(&b""[..]).expect("an empty file has no nodes").is_empty());
    let good = Tree::read(node(0, "null").as_bytes()).expect("one node");
    assert_eq!(good.record(0).beta, Some(Mark::Tuple(vec![1, 2])));
}
