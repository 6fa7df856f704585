//! The lexicographic search on Freckers, against a reference that compares real tuples and prunes nothing.

use std::cmp::Ordering;
use std::time::Duration;

use agon_core::{Encode, Heuristic, Line, Outcome, Player, Random};
use agon_games::Visitor;
use agon_search::clock::{Clock, Clocked};
use agon_search::depthfirst::Root;
use agon_search::lexicographic::{Lexicographic, Order, Settings};
use agon_search::task::search;
use agon_search::{Limit, Search};

/// The search with this order of moves.
fn searcher<G: Heuristic>(game: &G, root: Root, order: Order) -> Lexicographic {
    Lexicographic::new(game, root, Settings { order, ..Settings::default() }).expect("a race")
}

/// The end of the game if it has ended, then points, lead, progress, and the progress after each own move.
type Tuple = (i32, i32, i32, i32, Vec<i32>);

fn truth<G: Heuristic>(
    game: &G,
    line: &mut Line<G>,
    player: Player,
    depth: u32,
    ply: i32,
    history: &[i32],
) -> Tuple {
    let mut moves = Vec::new();
    let standing = game.standing(line.position(), player).expect("a race");
    let mut history = history.to_vec();
    if line.steps().last().is_some_and(|step| ply > 0 && game.to_move(&step.position) == player) {
        history.push(standing.progress);
    }
    if let Some(ending) = line.generate(game, &mut moves) {
        return match ending.outcome {
            Outcome::Draw => (0, 0, 0, 0, history),
            Outcome::Win(winner) if winner == player => (1000 - ply, 0, 0, 0, history),
            Outcome::Win(_) => (ply - 1000, 0, 0, 0, history),
        };
    }
    if depth == 0 {
        return (0, standing.points, standing.lead, standing.progress, history);
    }
    let maximises = line.to_move(game) == player;
    let values = moves.into_iter().map(|mv| {
        line.push(game, mv);
        let value = truth(game, line, player, depth - 1, ply + 1, &history);
        line.pop();
        value
    });
    let best = if maximises { values.max() } else { values.min() };
    best.expect("a game that goes on has moves")
}

/// The positions up to a depth, this one included.
fn count<G: Heuristic>(game: &G, line: &mut Line<G>, depth: u32) -> u64 {
    let mut moves = Vec::new();
    if line.generate(game, &mut moves).is_some() || depth == 0 {
        return 1;
    }
    let below = moves.into_iter().map(|mv| {
        line.push(game, mv);
        let below = count(game, line, depth - 1);
        line.pop();
        below
    });
    1 + below.sum::<u64>()
}

/// Hands the type of Freckers over.
struct Run<F>(F);

impl<F: Job> Visitor for Run<F> {
    type Output = ();

    fn visit<G: Encode + Heuristic>(self, game: G, _: String) {
        self.0.run(&game);
    }
}

trait Job {
    fn run<G: Heuristic>(self, game: &G);
}

fn on_freckers(job: impl Job) {
    agon_games::visit("freckers", Run(job)).expect("it is in the catalogue");
}

struct Agree;

impl Job for Agree {
    fn run<G: Heuristic>(self, game: &G) {
        let mut nodes = [0; 3];
        for start in 0..24 {
            let mut random = Random::stream(3, start);
            let (mut line, mut moves) = (Line::new(game), Vec::new());
            while line.generate(game, &mut moves).is_none() && line.moves().len() < 6 * start as usize {
                line.push(game, random.pick(&moves));
            }
            if moves.is_empty() {
                line.pop();
                line.generate(game, &mut moves);
            }
            let player = line.to_move(game);
            for depth in 1..=3 {
                if moves.len().pow(depth) > 20_000 {
                    continue;
                }
                let mut ahead = line.clone();
                let standing = game.standing(line.position(), player).expect("a race").progress;
                let tuples: Vec<Tuple> = moves
                    .iter()
                    .map(|&mv| {
                        ahead.push(game, mv);
                        let tuple = truth(game, &mut ahead, player, depth - 1, 1, &[]);
                        ahead.pop();
                        tuple
                    })
                    .collect();
                let limit = Limit::depth(depth);
                let run = |root, order| search(&mut searcher(game, root, order), game, &line, &limit);
                let generated = run(Root::Full, Order::Generated);
                let best = tuples.iter().max().expect("there are moves");
                let about = format!("start {start}, depth {depth}, progress {standing}");
                assert_eq!(generated.best, tuples.iter().position(|tuple| tuple == best), "{about}");
                let ordered = run(Root::Full, Order::Promise);
                for (one, other) in generated.moves.iter().zip(&ordered.moves) {
                    assert_eq!((one.value, one.proof), (other.value, other.proof), "{about}");
                }
                assert_eq!(&tuples[ordered.best.expect("there are moves")], best, "{about}");
                for (order, expected) in [(Order::Generated, &generated), (Order::Promise, &ordered)] {
                    let shared = run(Root::Shared, order);
                    assert_eq!(shared.best, expected.best, "{about}");
                    assert_eq!(shared.value(), expected.value(), "{about}");
                }
                // Without pruning the choice is the same, and every position is looked at.
                let settings = Settings { prune: false, order: Order::Generated, ..Settings::default() };
                let mut unpruned = Lexicographic::new(game, Root::Shared, settings).expect("a race");
                let unpruned = search(&mut unpruned, game, &line, &limit);
                assert_eq!(unpruned.best, generated.best, "{about}");
                assert_eq!(unpruned.cost.nodes, count(game, &mut ahead, depth), "{about}");
                // Values are in the order of the tuples without their history.
                for (one, first) in generated.moves.iter().zip(&tuples) {
                    for (other, second) in generated.moves.iter().zip(&tuples) {
                        let order = (first.0, first.1, first.2, first.3)
                            .cmp(&(second.0, second.1, second.2, second.3));
                        if first.0 == 0 && second.0 == 0 && order != Ordering::Equal {
                            assert_eq!(one.value.total_cmp(&other.value), order, "{about}");
                        }
                    }
                    match one.proof {
                        Some(proof) => assert_eq!(i32::from(proof.gain), first.0.signum(), "{about}"),
                        None => assert_eq!(first.0, 0, "{about}"),
                    }
                }
                let counts =
                    [generated.cost.nodes, ordered.cost.nodes, run(Root::Shared, Order::Promise).cost.nodes];
                nodes.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            }
        }
        assert!(nodes[1] < nodes[0] && nodes[2] < nodes[1], "{nodes:?}");
    }
}

#[test]
fn it_agrees_with_the_reference() {
    on_freckers(Agree);
}

struct StepFirst;

impl Job for StepFirst {
    fn run<G: Heuristic>(self, game: &G) {
        // Five red frogs are across, the sixth has one pad before it and one beside it: whether it steps forward now or
        // goes aside first, two moves on it is one row further. Going aside is what the rules list first.
        let text = "8/BBBBBB2/8/3R*3/3*4/8/8/RRRRR3 r 60";
        let (position, clocks) = game.read_position(text).expect("a position of Freckers");
        let line = Line::from_position(game, position, clocks);
        for order in [Order::Generated, Order::Promise] {
            let analysis = search(&mut searcher(game, Root::Full, order), game, &line, &Limit::depth(3));
            let best = analysis.best_move().expect("there are moves");
            assert_eq!(game.write_move(line.position(), best.mv), "d4-d5");
            let aside = &analysis.moves[0];
            assert_eq!(game.write_move(line.position(), aside.mv), "d4-e4");
            assert_eq!(aside.value, best.value, "but for the history");
        }
    }
}

#[test]
fn progress_is_made_rather_sooner_than_later() {
    on_freckers(StepFirst);
}

struct KeepTime;

impl Job for KeepTime {
    fn run<G: Heuristic>(self, game: &G) {
        let total = Duration::from_millis(600);
        let mut clocked =
            Clocked::new(searcher(game, Root::Shared, Order::Promise), Clock::for_game(game, total));
        let mut line = Line::new(game);
        let mut deepest = 0;
        for _ in 0..20 {
            let analysis = search(&mut clocked, game, &line, &Limit::default());
            deepest = deepest.max(analysis.cost.depth);
            line.push(game, analysis.best_move().expect("there are moves").mv);
        }
        assert!(deepest >= 2, "depth {deepest}");
        assert!(clocked.clock().left() > Duration::ZERO);
        Search::<G>::reset(&mut clocked);
        assert_eq!(clocked.clock().left(), total);
    }
}

#[test]
fn a_clocked_game_keeps_its_time() {
    on_freckers(KeepTime);
}

struct Finish;

impl Job for Finish {
    fn run<G: Heuristic>(self, game: &G) {
        // No time at all: who finishes what was begun has looked at every move, the other one at none.
        let line = Line::new(game);
        let run = |finish: bool| {
            let settings = Settings { finish, ..Settings::default() };
            let mut searcher = Lexicographic::new(game, Root::Full, settings).expect("a race");
            search(&mut searcher, game, &line, &Limit::time(Duration::ZERO))
        };
        let (broken_off, finished) = (run(false), run(true));
        assert_eq!((broken_off.cost.depth, finished.cost.depth), (0, 1));
        assert!(finished.moves.iter().all(|assessed| assessed.visits > 0));
        // A limit on counts holds as before.
        let settings = Settings { finish: true, ..Settings::default() };
        let mut searcher = Lexicographic::new(game, Root::Full, settings).expect("a race");
        let limit = Limit { nodes: Some(3), ..Limit::time(Duration::from_secs(1000)) };
        assert_eq!(search(&mut searcher, game, &line, &limit).cost.nodes, 3);
    }
}

#[test]
fn an_iteration_that_was_begun_can_be_finished_whatever_the_clock_says() {
    on_freckers(Finish);
}

struct Refuse;

impl Visitor for Refuse {
    type Output = bool;

    fn visit<G: Encode + Heuristic>(self, game: G, _: String) -> bool {
        Lexicographic::new(&game, Root::Full, Settings::default()).is_some()
    }
}

#[test]
fn games_that_are_no_races_are_refused() {
    for info in agon_games::catalogue() {
        let suits = agon_games::visit(&info.id, Refuse).expect("the catalogue lists it");
        assert_eq!(suits, info.id == "freckers", "{}", info.id);
    }
}
