//! The plain depth-first searches against a reference that shares nothing with them, on trees without any structure.

use std::time::{Duration, Instant};

use agon_core::{Analysis, Encode, Heuristic, Line, Outcome, Player, Random};
use agon_games::Visitor;
use agon_search::alphabeta::{AlphaBeta, PrintedAlphaBeta};
use agon_search::depthfirst::{DepthFirst, Root, Rule};
use agon_search::evaluate::{EndsOnly, HandMade, Material};
use agon_search::explicit::RandomTree;
use agon_search::greedy::Greedy;
use agon_search::minimax::Minimax;
use agon_search::negascout::{NegaScout, PrintedNegaScout};
use agon_search::randomized::{self, Randomized};
use agon_search::score::{UNIT, WIN};
use agon_search::task::search;
use agon_search::{Limit, Search, Stop, Task};

/// The value of a position for `First`, on the scale of scores, and the number of positions visited.
fn truth<G: Heuristic>(game: &G, line: &mut Line<G>, depth: u32, ply: i32, visited: &mut u64) -> i32 {
    *visited += 1;
    let mut moves = Vec::new();
    if let Some(ending) = line.generate(game, &mut moves) {
        return match ending.outcome {
            Outcome::Draw => 0,
            Outcome::Win(Player::First) => WIN - ply,
            Outcome::Win(Player::Second) => ply - WIN,
        };
    }
    if depth == 0 {
        return (game.heuristic(line.position()) * (UNIT - 1) as f32) as i32;
    }
    let maximises = line.to_move(game) == Player::First;
    let values = moves.into_iter().map(|mv| {
        line.push(game, mv);
        let value = truth(game, line, depth - 1, ply + 1, visited);
        line.pop();
        value
    });
    if maximises { values.max().unwrap_or(0) } else { values.min().unwrap_or(0) }
}

/// The scores of all root moves for the player to move, and the number of positions visited.
fn root_truth<G: Heuristic>(game: &G, line: &Line<G>, depth: u32) -> (Vec<i32>, u64) {
    let mut line = line.clone();
    let mut moves = Vec::new();
    line.generate(game, &mut moves);
    let sign = if line.to_move(game) == Player::First { 1 } else { -1 };
    let mut visited = 1;
    let scores = moves.into_iter().map(|mv| {
        line.push(game, mv);
        let score = sign * truth(game, &mut line, depth - 1, 1, &mut visited);
        line.pop();
        score
    });
    (scores.collect(), visited)
}

fn value_of(score: i32) -> f32 {
    if score.abs() > UNIT { score.signum() as f32 } else { score as f32 / UNIT as f32 }
}

fn with<G: Heuristic, R: Rule>(rule: R, root: Root) -> DepthFirst<G, R> {
    DepthFirst::new(rule, Box::new(HandMade)).with_root(root)
}

fn first_best(scores: &[i32]) -> Option<usize> {
    let best = scores.iter().max()?;
    scores.iter().position(|score| score == best)
}

/// All values, proofs and the choice are those of the reference.
fn agrees<M: Copy>(analysis: &Analysis<M>, scores: &[i32], about: &str) {
    assert_eq!(analysis.moves.len(), scores.len(), "{about}");
    assert_eq!(analysis.best, first_best(scores), "{about}");
    for (assessed, &score) in analysis.moves.iter().zip(scores) {
        assert_eq!(assessed.value, value_of(score), "{about}");
        assert!(assessed.visits > 0, "{about}");
        match assessed.proof {
            Some(proof) if proof.gain == 0 => assert_eq!(score, 0, "{about}"),
            Some(proof) => {
                let distance = (WIN - score.abs()) as u32;
                assert_eq!((i32::from(proof.gain), proof.distance), (score.signum(), distance), "{about}");
            }
            None => assert!(score.abs() <= UNIT, "{about}"),
        }
    }
}

/// Compares everything at one position and depth; returns the nodes of minimax, alpha-beta and `NegaScout`.
fn compare<G: Heuristic>(game: &G, line: &Line<G>, depth: u32, about: &str) -> [u64; 3] {
    let limit = Limit::depth(depth);
    let (scores, visited) = root_truth(game, line, depth);
    let minimax = search(&mut with(Minimax, Root::Full), game, line, &limit);
    agrees(&minimax, &scores, about);
    let alphabeta = search(&mut with(AlphaBeta, Root::Full), game, line, &limit);
    agrees(&alphabeta, &scores, about);
    let negascout = search(&mut with(NegaScout, Root::Full), game, line, &limit);
    agrees(&negascout, &scores, about);
    agrees(&search(&mut with(PrintedAlphaBeta, Root::Full), game, line, &limit), &scores, about);
    agrees(&search(&mut with(PrintedNegaScout, Root::Full), game, line, &limit), &scores, about);
    // With the wish to see all root moves gone, the choice stays, and bounds are not below the truth.
    let shared = [
        search(&mut with(AlphaBeta, Root::Shared), game, line, &limit),
        search(&mut with(NegaScout, Root::Shared), game, line, &limit),
        search(&mut with(PrintedAlphaBeta, Root::Shared), game, line, &limit),
        search(&mut with(PrintedNegaScout, Root::Shared), game, line, &limit),
    ];
    for analysis in &shared {
        assert_eq!(analysis.best, first_best(&scores), "{about}");
        assert_eq!(analysis.value(), scores.iter().max().map(|&best| value_of(best)), "{about}");
        for (assessed, &score) in analysis.moves.iter().zip(&scores) {
            assert!(assessed.value >= value_of(score), "{about}");
            assert!(assessed.proof.is_none_or(|proof| i32::from(proof.gain) == score.signum()), "{about}");
        }
    }
    if !scores.is_empty() {
        assert_eq!(minimax.cost.nodes, visited, "{about}");
        assert!(minimax.cost.evaluations <= minimax.cost.nodes);
        assert_eq!(minimax.cost.depth, depth);
        expected_line(game, line, &minimax, &scores, depth, about);
        expected_line(game, line, &alphabeta, &scores, depth, about);
        expected_line(game, line, &negascout, &scores, depth, about);
    }
    assert!(alphabeta.cost.nodes <= minimax.cost.nodes, "{about}");
    assert!(shared[0].cost.nodes <= alphabeta.cost.nodes, "{about}");
    [minimax, alphabeta, negascout].map(|analysis| analysis.cost.nodes)
}

/// The line of an analysis is legal and leads to a position of the value that was promised.
fn expected_line<G: Heuristic>(
    game: &G,
    line: &Line<G>,
    analysis: &Analysis<G::Move>,
    scores: &[i32],
    depth: u32,
    about: &str,
) {
    let best = analysis.best.expect("there are moves");
    assert_eq!(analysis.line.first(), Some(&analysis.moves[best].mv), "{about}");
    let (mut ahead, mut moves) = (line.clone(), Vec::new());
    for &mv in &analysis.line {
        assert!(ahead.generate(game, &mut moves).is_none() && moves.contains(&mv), "{about}");
        ahead.push(game, mv);
    }
    let length = analysis.line.len() as u32;
    let sign = if line.to_move(game) == Player::First { 1 } else { -1 };
    let end = sign * truth(game, &mut ahead, 0, length as i32, &mut 0);
    assert_eq!(end, scores[best], "{about}: the end of the line");
    assert!(length == depth || ahead.generate(game, &mut moves).is_some(), "{about}: a line too short");
}

fn trees() -> impl Iterator<Item = RandomTree> {
    (0..240).map(|seed| RandomTree {
        seed,
        branching: 2 + (seed % 4) as u8,
        depth: 3 + (seed % 5) as u8,
        early_end: [0, 5, 3][seed as usize % 3],
        alternating: seed % 2 == 0,
    })
}

#[test]
fn all_agree_on_random_trees() {
    let mut nodes = [0; 3];
    for tree in trees() {
        let line = Line::new(&tree);
        for depth in [1, 2, 3, 5, 8] {
            for (sum, count) in
                nodes.iter_mut().zip(compare(&tree, &line, depth, &format!("{tree:?} {depth}")))
            {
                *sum += count;
            }
        }
    }
    let [minimax, alphabeta, negascout] = nodes;
    assert!(3 * alphabeta < 2 * minimax && negascout < minimax, "{nodes:?}");
}

/// The values and the evaluations that each of the pruning searches makes to a depth, with the paper's evaluation.
struct Pruning(u32);

impl Visitor for Pruning {
    type Output = [(Option<f32>, u64); 4];

    fn visit<G: Encode + Heuristic>(self, game: G, _: String) -> Self::Output {
        fn run<G: Heuristic>(rule: impl Rule, game: &G, depth: u32) -> (Option<f32>, u64) {
            let mut rule = DepthFirst::new(rule, Box::new(Material)).with_root(Root::Shared);
            let analysis = search(&mut rule, game, &Line::new(game), &Limit::depth(depth));
            (analysis.value(), analysis.cost.evaluations)
        }
        [
            run(AlphaBeta, &game, self.0),
            run(NegaScout, &game, self.0),
            run(PrintedAlphaBeta, &game, self.0),
            run(PrintedNegaScout, &game, self.0),
        ]
    }
}

#[test]
fn what_is_printed_costs_more_and_finds_the_same() {
    let found = agon_games::visit("checkers-casual", Pruning(6)).unwrap();
    let [alphabeta, negascout, printed_alphabeta, printed_negascout] = found.map(|(_, cost)| cost);
    assert!(found.iter().all(|(value, _)| value.is_some() && *value == found[0].0), "{found:?}");
    // With whole and half pieces many moves are equal, and the printed forms look at all of them.
    assert!(printed_alphabeta > 2 * alphabeta && printed_negascout > 2 * negascout, "{found:?}");
    assert!(printed_negascout > printed_alphabeta, "{found:?}");
}

#[test]
fn the_random_one_stays_within_its_margin() {
    for tree in trees() {
        let line = Line::new(&tree);
        let depth = 1 + (tree.seed % 6) as u32;
        let (scores, _) = root_truth(&tree, &line, depth);
        let Some(&best) = scores.iter().max() else { continue };
        for margin in [0.0_f32, 0.1, 0.5, 2.0] {
            let within = (margin * UNIT as f32) as i32;
            let mut randomized =
                Randomized::new(Box::new(HandMade), randomized::Settings { margin }, tree.seed);
            let mut seen = vec![false; scores.len()];
            for _ in 0..40 {
                let analysis = search(&mut randomized, &tree, &line, &Limit::depth(depth));
                let chosen = analysis.best.expect("there are moves");
                assert!(scores[chosen] >= best - within, "{tree:?} {margin}: {scores:?}, {chosen}");
                assert_eq!(analysis.line[0], analysis.moves[chosen].mv);
                seen[chosen] = true;
                for (assessed, &score) in analysis.moves.iter().zip(&scores) {
                    if score >= best - within {
                        assert_eq!(assessed.value, value_of(score));
                    } else {
                        assert!(assessed.value >= value_of(score));
                    }
                }
            }
            // Forty draws among at most five moves miss one of them about once in ten thousand cases.
            let missed = seen.iter().zip(&scores).filter(|&(&seen, &score)| !seen && score >= best - within);
            assert_eq!(missed.count(), 0, "{tree:?} {margin}");
        }
    }
}

#[test]
fn the_random_one_chooses_evenly() {
    let tree = RandomTree { seed: 3, branching: 5, depth: 1, early_end: 0, alternating: true };
    let line = Line::new(&tree);
    let mut randomized: Randomized<RandomTree> =
        Randomized::new(Box::new(EndsOnly), randomized::Settings { margin: 2.0 }, 9);
    let mut counts = [0; 5];
    let (scores, _) = root_truth(&tree, &line, 1);
    let best = *scores.iter().max().expect("there are moves");
    let good = scores.iter().filter(|&&score| score + 2 * UNIT >= best).count();
    for _ in 0..3000 {
        counts[search(&mut randomized, &tree, &line, &Limit::depth(1)).best.expect("there are moves")] += 1;
    }
    let even = 3000 / good as i32;
    assert!(
        good > 1 && counts.iter().filter(|&&count| (count - even).abs() < even / 5).count() == good,
        "{counts:?}"
    );
}

#[test]
fn greedy_looks_one_move_ahead() {
    for tree in trees().take(50) {
        let line = Line::new(&tree);
        let (scores, _) = root_truth(&tree, &line, 1);
        for limit in [Limit::default(), Limit::depth(7)] {
            let mut greedy = Greedy::new(Box::new(HandMade));
            agrees(&search(&mut greedy, &tree, &line, &limit), &scores, &format!("{tree:?}"));
        }
    }
}

#[test]
fn deepening_ends_with_the_tree_and_proves_everything() {
    for tree in trees() {
        let line = Line::new(&tree);
        let (scores, _) = root_truth(&tree, &line, 100);
        let analysis = search(&mut with(AlphaBeta, Root::Full), &tree, &line, &Limit::nodes(10_000_000));
        // Distances of wins are the shortest, whichever iteration has found them.
        agrees(&analysis, &scores, &format!("{tree:?}"));
        assert!(analysis.moves.iter().all(|assessed| assessed.proof.is_some()), "{tree:?}");
    }
}

const BUSHY: RandomTree = RandomTree { seed: 1, branching: 12, depth: 200, early_end: 0, alternating: true };

#[test]
fn nodes_are_counted_and_limited_exactly() {
    let line = Line::new(&BUSHY);
    let mut last_depth = 0;
    for nodes in [1, 2, 10, 100, 1_000, 10_000, 100_000] {
        let analysis = search(&mut with(NegaScout, Root::Full), &BUSHY, &line, &Limit::nodes(nodes));
        assert!(analysis.cost.nodes <= nodes);
        assert!(analysis.cost.depth >= last_depth);
        last_depth = analysis.cost.depth;
        let again = search(&mut with(NegaScout, Root::Full), &BUSHY, &line, &Limit::nodes(nodes));
        assert_eq!(again.moves, analysis.moves);
        // What an unfinished iteration has found does not show.
        if last_depth > 0 {
            let (scores, _) = root_truth(&BUSHY, &line, last_depth);
            agrees(&analysis, &scores, &format!("{nodes} nodes"));
        }
    }
    assert!(last_depth >= 3);
    let both = Limit { depth: Some(2), ..Limit::nodes(100_000) };
    let analysis = search(&mut with(AlphaBeta, Root::Full), &BUSHY, &line, &both);
    assert_eq!((analysis.cost.depth, analysis.cost.iterations), (2, 2));
    let two = search(&mut with(AlphaBeta, Root::Full), &BUSHY, &line, &Limit::iterations(2));
    assert_eq!((two.cost.depth, two.moves), (2, analysis.moves));
}

#[test]
fn time_and_the_switch_end_a_search() {
    let line = Line::new(&BUSHY);
    let pressed = Stop::new();
    pressed.press();
    let limits = [
        Limit::time(Duration::ZERO),
        Limit { stop: pressed.clone(), ..Limit::default() },
        Limit { stop: pressed, ..Limit::depth(9) },
    ];
    for limit in &limits {
        let analysis = search(&mut with(AlphaBeta, Root::Full), &BUSHY, &line, limit);
        assert!(!analysis.moves.is_empty() && analysis.best == Some(0) && analysis.line.len() == 1);
        assert!(analysis.moves.iter().all(|assessed| assessed.value == 0.0 && assessed.visits == 0));
        assert_eq!((analysis.cost.nodes, analysis.cost.depth), (0, 0));
        let mut randomized = Randomized::new(Box::new(HandMade), randomized::Settings { margin: 0.1 }, 1);
        assert!(search(&mut randomized, &BUSHY, &line, limit).best.is_some());
    }
    let started = Instant::now();
    let limit = Limit::time(Duration::from_millis(50));
    let mut shown = 0;
    let analysis = with(AlphaBeta, Root::Full).search(Task {
        game: &BUSHY,
        line: &line,
        limit: &limit,
        watch: &mut |analysis| {
            shown += 1;
            assert!(analysis.best.is_some());
        },
    });
    assert!(started.elapsed() < Duration::from_secs(2) && analysis.cost.depth > 1);
    assert!(shown >= analysis.cost.depth);
}

#[test]
fn a_stopped_fixed_depth_tells_what_it_knows() {
    let line = Line::new(&BUSHY);
    let stop = Stop::new();
    let limit = Limit { stop: stop.clone(), ..Limit::depth(7) };
    let analysis = with(Minimax, Root::Full).search(Task {
        game: &BUSHY,
        line: &line,
        limit: &limit,
        watch: &mut |_| stop.press(),
    });
    let (scores, _) = root_truth(&BUSHY, &line, 1);
    assert_eq!(analysis.moves.len(), scores.len());
    let known = analysis.moves.iter().filter(|assessed| assessed.visits > 0).count();
    assert!(analysis.best.is_some_and(|best| analysis.moves[best].visits > 0), "{known} known");
}

#[test]
fn an_ended_game_has_no_moves() {
    let tree = RandomTree { seed: 5, branching: 3, depth: 0, early_end: 0, alternating: true };
    let analysis = search(&mut with(AlphaBeta, Root::Full), &tree, &Line::new(&tree), &Limit::depth(3));
    assert!(analysis.moves.is_empty() && analysis.best.is_none() && analysis.line.is_empty());
}

/// Random positions of one game.
struct Compare;

impl Visitor for Compare {
    type Output = ();

    fn visit<G: agon_core::Encode + Heuristic>(self, game: G, spec: String) {
        let mut moves = Vec::new();
        for (start, plies) in [0, 5, 20, 60, 320].into_iter().enumerate() {
            let mut random = Random::stream(7, start as u64);
            let mut line = Line::new(&game);
            while line.generate(&game, &mut moves).is_none() && line.moves().len() < plies {
                line.push(&game, random.pick(&moves));
            }
            // Shortly before the end there is something to be found.
            if moves.is_empty() {
                for _ in 0..3 {
                    line.pop();
                }
                line.generate(&game, &mut moves);
            }
            let affordable = |depth: &u32| moves.len().pow(*depth) <= 4_000;
            for depth in (1..=4).take_while(|depth| *depth == 1 || affordable(depth)) {
                compare(&game, &line, depth, &format!("{spec} after {plies} plies, depth {depth}"));
            }
        }
    }
}

#[test]
fn all_agree_on_random_positions_of_every_game() {
    for info in agon_games::catalogue() {
        agon_games::visit(&info.id, Compare).expect("the catalogue lists it");
    }
}
