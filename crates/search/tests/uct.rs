//! UCT plays well, proves nothing false, repeats itself exactly, and keeps to its limits.

use std::collections::HashMap;

use agon_core::{Analysis, Clocks, Encode, Ending, Game, Line, Outcome, Player, Random};
use agon_games::Visitor;
use agon_games::connect6::Connect6;
use agon_games::othello::Othello;
use agon_games::tapatan::Tapatan;
use agon_games::tic_tac_toe::TicTacToe;
use agon_search::evaluate::HandMade;
use agon_search::explicit::RandomTree;
use agon_search::random::Uniform;
use agon_search::settings::Memory;
use agon_search::task::search;
use agon_search::uct::{Policy, Settings, Uct, Urgency};
use agon_search::{Limit, Search, Stop, Task};

/// The game of a spec whose type is known.
fn game<G: Game>(spec: &str) -> G {
    struct Take<G>(std::marker::PhantomData<G>);
    impl<T: Game> Visitor for Take<T> {
        type Output = Option<T>;
        fn visit<G: Encode + agon_core::Heuristic>(self, game: G, _: String) -> Option<T> {
            (&game as &dyn std::any::Any).downcast_ref::<T>().cloned()
        }
    }
    agon_games::visit(spec, Take::<G>(std::marker::PhantomData)).unwrap().unwrap()
}

fn tapatan() -> Tapatan {
    game("tapatan-ludii")
}

fn seeded(seed: u64) -> Settings {
    Settings { seed, ..Settings::default() }
}

#[test]
fn moves_that_were_not_visited_can_be_worth_the_mean_of_their_parent() {
    let game: Connect6 = game("connect6");
    let visited = |urgency: Urgency| {
        let mut uct = Uct::new(Settings { urgency, exploration: 0.3, ..seeded(1) });
        let analysis = search(&mut uct, &game, &Line::new(&game), &Limit::playouts(300));
        assert_eq!(analysis.moves.iter().map(|assessed| assessed.visits).sum::<u64>(), 300);
        analysis.moves.iter().filter(|assessed| assessed.visits > 0).count()
    };
    let (first, parent) = (visited(Urgency::First), visited(Urgency::Parent));
    assert_eq!(first, 300, "there are more moves than playouts, and each is tried once");
    assert!((20..250).contains(&parent), "{parent}");
    // The search still comes to see what it has to see.
    let tapatan = tapatan();
    let mut uct = Uct::new(Settings { urgency: Urgency::Parent, solver: true, ..seeded(2) });
    let analysis = search(&mut uct, &tapatan, &Line::new(&tapatan), &Limit::playouts(100_000));
    assert_eq!(analysis.value(), Some(1.0), "the first player wins");
}

#[test]
fn simulations_can_wait_for_their_random_games() {
    let tapatan = tapatan();
    let line = Line::new(&tapatan);
    let look = |batch: u32, each: u32, solver: bool, playouts: u64| {
        let settings = Settings { batch, each, solver, ..seeded(3) };
        search(&mut Uct::new(settings), &tapatan, &line, &Limit::playouts(playouts))
    };
    for (batch, each) in [(1, 8), (16, 1), (16, 8)] {
        let analysis = look(batch, each, false, 4000);
        assert_eq!(analysis.cost.playouts, 4000);
        assert_eq!(analysis.moves.iter().map(|assessed| assessed.visits).sum::<u64>(), 4000);
        // Nothing of what was lost meanwhile is left: the means are those of the games, as one by one.
        let (one_by_one, value) = (look(1, 1, false, 4000).value().unwrap(), analysis.value().unwrap());
        assert!((value - one_by_one).abs() < 0.25, "{batch} {each}: {value} {one_by_one}");
        let again = look(batch, each, false, 4000);
        let same = analysis.moves.iter().zip(&again.moves);
        assert!(same.clone().all(|(a, b)| (a.visits, a.value) == (b.visits, b.value)));
        assert_eq!(look(batch, each, true, 400_000).value(), Some(1.0), "the first player wins");
    }
}

/// Lets two searches play a game and says how it ended.
fn play<G: Game>(game: &G, players: [(&mut dyn Search<G>, u64); 2]) -> Ending {
    let [first, second] = players;
    let mut line = Line::new(game);
    let mut moves = Vec::new();
    loop {
        if let Some(ending) = line.generate(game, &mut moves) {
            return ending;
        }
        let (search, playouts) = match line.to_move(game) {
            Player::First => (&mut *first.0, first.1),
            Player::Second => (&mut *second.0, second.1),
        };
        let analysis = agon_search::task::search(search, game, &line, &Limit::playouts(playouts));
        line.push(game, analysis.best_move().unwrap().mv);
    }
}

fn moves_of<G: Game>(game: &G, line: &Line<G>) -> Vec<G::Move> {
    let mut moves = Vec::new();
    line.generate(game, &mut moves);
    moves
}

/// An analysis without the time it took.
fn timeless<M: Copy>(mut analysis: Analysis<M>) -> Analysis<M> {
    analysis.cost.time = std::time::Duration::ZERO;
    analysis
}

/// Exact values for the mover, by going through the whole game; for games without cycles.
fn exact<G: Game>(game: &G, position: &G::Position, known: &mut HashMap<G::Position, i8>) -> i8 {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let (mover, mut moves) = (game.to_move(position), Vec::new());
    let value = match game.generate(position, &mut moves) {
        Some(ending) => ending.outcome.value().pov(mover) as i8,
        None => moves.iter().map(|&mv| exact_move(game, position, mv, known)).max().unwrap(),
    };
    known.insert(position.clone(), value);
    value
}

/// The exact value of a move for the player who makes it.
fn exact_move<G: Game>(
    game: &G,
    position: &G::Position,
    mv: G::Move,
    known: &mut HashMap<G::Position, i8>,
) -> i8 {
    let mut next = position.clone();
    game.play(&mut next, mv);
    let value = exact(game, &next, known);
    if game.to_move(&next) == game.to_move(position) { value } else { -value }
}

#[test]
fn tic_tac_toe_is_never_lost() {
    for seed in 0..20 {
        let mut random = Uniform::new(seed);
        let mut uct = Uct::new(seeded(seed));
        let first = play(&TicTacToe, [(&mut uct, 5000), (&mut random, 1)]);
        assert_ne!(first.outcome, Outcome::Win(Player::Second));
        let second = play(&TicTacToe, [(&mut random, 1), (&mut uct, 5000)]);
        assert_ne!(second.outcome, Outcome::Win(Player::First));
    }
    for seed in 0..5 {
        let (mut first, mut second) = (Uct::new(seeded(seed)), Uct::new(seeded(seed + 100)));
        assert_eq!(play(&TicTacToe, [(&mut first, 5000), (&mut second, 5000)]).outcome, Outcome::Draw);
    }
}

#[test]
fn tapatan_is_won_from_the_centre() {
    let game = tapatan();
    for seed in 0..4 {
        let mut uct = Uct::new(seeded(seed));
        let analysis = search(&mut uct, &game, &Line::new(&game), &Limit::playouts(20_000));
        let best = analysis.best_move().unwrap().mv;
        assert_eq!(game.write_move(&game.initial(), best), "b2");
        let mut weaker = Uct::new(seeded(seed + 10));
        let mut random = Uniform::new(seed);
        let against_weaker = play(&game, [(&mut uct, 20_000), (&mut weaker, 1000)]);
        assert_eq!(against_weaker.outcome, Outcome::Win(Player::First), "seed {seed}");
        let against_random = play(&game, [(&mut uct, 20_000), (&mut random, 1)]);
        assert_eq!(against_random.outcome, Outcome::Win(Player::First), "seed {seed}");
    }
}

/// Every combination of options that can prove something.
fn provers() -> [Settings; 4] {
    let solver = Settings { solver: true, ..Settings::default() };
    [
        solver,
        Settings { expansion_depth: 2, ..solver },
        Settings { backup_depth: 3, policy: Policy::Decisive, ..Settings::default() },
        Settings { grave: true, reference: 10, history: 3.0, reuse: true, ..solver },
    ]
}

#[test]
fn the_solver_is_right_about_every_position_of_tic_tac_toe() {
    let mut values = HashMap::new();
    exact(&TicTacToe, &TicTacToe.initial(), &mut values);
    let mut positions: Vec<_> = values.keys().copied().collect();
    positions.sort_by_key(|position| TicTacToe.hash(position));
    let mut uct = Uct::new(provers()[0]);
    let mut moves = Vec::new();
    let mut unproven = 0;
    for position in positions {
        if TicTacToe.generate(&position, &mut moves).is_some() {
            continue;
        }
        let line = Line::from_position(&TicTacToe, position, Clocks::default());
        let analysis = search(&mut uct, &TicTacToe, &line, &Limit::playouts(20_000));
        for assessed in &analysis.moves {
            if let Some(proof) = assessed.proof {
                let truth = exact_move(&TicTacToe, &position, assessed.mv, &mut values);
                assert_eq!(proof.gain, truth, "{}", TicTacToe.write_position(&position, Clocks::default()));
            }
        }
        let best = analysis.best_move().unwrap();
        unproven += usize::from(best.proof.is_none());
        assert_eq!(exact_move(&TicTacToe, &position, best.mv, &mut values), values[&position]);
    }
    assert_eq!(unproven, 0, "20000 simulations prove all of tic-tac-toe but the first moves");
}

#[test]
fn nothing_false_is_proven_on_random_trees() {
    for alternating in [false, true] {
        for seed in 0..60 {
            let game = RandomTree { seed, branching: 4, depth: 8, early_end: 6, alternating };
            let mut values = HashMap::new();
            let value = exact(&game, &game.initial(), &mut values);
            let line = Line::new(&game);
            for settings in provers() {
                let mut uct = Uct::new(settings);
                for playouts in [30, 300, 30_000] {
                    let analysis = search(&mut uct, &game, &line, &Limit::playouts(playouts));
                    for assessed in &analysis.moves {
                        let truth = exact_move(&game, &game.initial(), assessed.mv, &mut values);
                        assert!(
                            assessed.proof.is_none_or(|proof| proof.gain == truth),
                            "{settings:?} {seed}"
                        );
                    }
                    if playouts == 30_000 {
                        let best = analysis.best_move().unwrap();
                        assert_eq!(best.proof.map(|proof| proof.gain), Some(value), "{settings:?} {seed}");
                    }
                }
            }
        }
    }
}

/// Values of all tapatan positions with the number of plies to the end, by repeated sweeps. A position that never gets
/// a value is drawn.
fn retrograde<G: Game>(game: &G) -> HashMap<G::Position, (i8, u32)> {
    let mut positions = vec![game.initial()];
    let mut found: HashMap<G::Position, Vec<G::Position>> = HashMap::new();
    let mut values = HashMap::new();
    let mut moves = Vec::new();
    while let Some(position) = positions.pop() {
        if found.contains_key(&position) {
            continue;
        }
        let mut next = Vec::new();
        if let Some(ending) = game.generate(&position, &mut moves) {
            values.insert(position.clone(), (ending.outcome.value().pov(game.to_move(&position)) as i8, 0));
        }
        for &mv in &moves {
            let mut child = position.clone();
            game.play(&mut child, mv);
            next.push(child);
        }
        positions.extend(next.iter().cloned());
        found.insert(position, next);
    }
    for plies in 1.. {
        let mut news = Vec::new();
        for (position, next) in &found {
            if values.contains_key(position) || next.is_empty() {
                continue;
            }
            let replies: Vec<Option<i8>> =
                next.iter().map(|child| values.get(child).map(|&(value, _)| value)).collect();
            if replies.contains(&Some(-1)) {
                news.push((position.clone(), (1, plies)));
            } else if replies.iter().all(|&reply| reply == Some(1)) {
                news.push((position.clone(), (-1, plies)));
            }
        }
        if news.is_empty() {
            break;
        }
        values.extend(news);
    }
    values
}

#[test]
fn nothing_false_is_proven_in_a_game_with_cycles() {
    let game = tapatan();
    let truth = retrograde(&game);
    assert_eq!(truth.get(&game.initial()), Some(&(1, 9)));
    let mut random = Random::new(3);
    let mut proofs = 0;
    for trial in 0..150 {
        // A random line, so that repetition has a past to work with.
        let mut line = Line::new(&game);
        for _ in 0..random.below(40) {
            line.push(&game, random.pick(&moves_of(&game, &line)));
            if moves_of(&game, &line).is_empty() {
                line.pop();
            }
        }
        let settings = Settings { seed: trial, ..provers()[trial as usize % 4] };
        let analysis = search(&mut Uct::new(settings), &game, &line, &Limit::playouts(3000));
        for assessed in &analysis.moves {
            let Some(proof) = assessed.proof else { continue };
            let mut next = *line.position();
            game.play(&mut next, assessed.mv);
            let (value, plies) = truth.get(&next).map_or((0, 0), |&(value, plies)| (-value, plies + 1));
            assert_eq!(proof.gain, value, "{settings:?}");
            assert!(proof.distance >= plies, "no proof is shorter than the shortest");
            proofs += 1;
        }
    }
    assert!(proofs > 200, "{proofs} proofs");
}

#[test]
fn the_same_seed_gives_the_same_analysis() {
    let game = Othello;
    let line = Line::new(&game);
    let every = Settings {
        solver: true,
        policy: Policy::Mast,
        grave: true,
        reference: 20,
        history: 3.0,
        implicit: 0.2,
        reuse: true,
        expansion_depth: 1,
        backup_depth: 1,
        ..Settings::default()
    };
    for settings in [Settings::default(), every, Settings { threads: 2, ..Settings::default() }] {
        let run = |seed| {
            let settings = Settings { seed, ..settings };
            let mut uct = Uct::with_evaluation(settings, Box::new(HandMade));
            let mut line = line.clone();
            let first = search(&mut uct, &game, &line, &Limit::playouts(501));
            line.push(&game, first.best_move().unwrap().mv);
            (timeless(first), timeless(search(&mut uct, &game, &line, &Limit::playouts(501))))
        };
        let (first, second) = run(1);
        assert_eq!((first.clone(), second), run(1));
        assert_ne!(first, run(2).0);
        assert_eq!(first.moves.iter().map(|assessed| assessed.visits).sum::<u64>(), 501);
        assert_eq!(first.cost.playouts, 501);
    }
}

#[test]
fn two_stones_in_a_row_are_found() {
    let game: Connect6 = game("connect6");
    let mut line = Line::new(&game);
    // Black has four in a row with both ends open; White's stones are far away; Black places two.
    for text in ["j10", "a1", "a19", "k10", "l10", "s1", "s19", "m10", "c3", "q3", "e17"] {
        let mv = game.read_move(line.position(), text).unwrap();
        line.push(&game, mv);
    }
    let mover = line.to_move(&game);
    let settings = Settings { solver: true, exploration: 0.5, ..Settings::default() };
    let mut uct = Uct::new(settings);
    let analysis = search(&mut uct, &game, &line, &Limit::playouts(150_000));
    let best = analysis.best_move().unwrap();
    assert_eq!(best.proof.map(|proof| (proof.gain, proof.distance)), Some((1, 2)), "{best:?}");
    for mv in analysis.line {
        assert_eq!(line.to_move(&game), mover);
        line.push(&game, mv);
    }
    assert_eq!(line.generate(&game, &mut Vec::new()).map(|ending| ending.outcome), Some(Outcome::Win(mover)));
}

#[test]
fn a_full_tree_goes_on_playing() {
    let game = Othello;
    let settings = Settings { memory: Memory::bytes(1 << 16), ..Settings::default() };
    let mut uct = Uct::new(settings);
    let analysis = search(&mut uct, &game, &Line::new(&game), &Limit::playouts(20_000));
    assert!(uct.tree_bytes() <= 1 << 16, "{} bytes", uct.tree_bytes());
    assert_eq!(analysis.cost.playouts, 20_000);
    let mut roomy = Uct::new(Settings::default());
    search(&mut roomy, &game, &Line::new(&game), &Limit::playouts(20_000));
    assert!(roomy.tree_bytes() > 1 << 18, "{} bytes", roomy.tree_bytes());
}

#[test]
fn kept_trees_go_on_where_the_game_does() {
    let game = tapatan();
    let mut uct = Uct::new(Settings { reuse: true, ..Settings::default() });
    let mut line = Line::new(&game);
    let first = search(&mut uct, &game, &line, &Limit::playouts(5000));
    line.push(&game, first.line[0]);
    line.push(&game, first.line[1]);
    let second = search(&mut uct, &game, &line, &Limit::playouts(10));
    let visits: u64 = second.moves.iter().map(|assessed| assessed.visits).sum();
    assert!(visits > 500, "{visits} visits");
    // Another game, and one that forgets, begin from nothing.
    let other = search(&mut uct, &game, &Line::new(&game), &Limit::playouts(10));
    assert_eq!(other.moves.iter().map(|assessed| assessed.visits).sum::<u64>(), 10);
    uct.reset();
    let again = search(&mut uct, &game, &Line::new(&game), &Limit::playouts(5000));
    assert_eq!(timeless(first), timeless(again));
}

#[test]
fn limits_hold_however_small() {
    let game = Othello;
    let line = Line::new(&game);
    let pressed = Stop::new();
    pressed.press();
    let limits = [
        Limit::playouts(0),
        Limit::nodes(0),
        Limit::time(std::time::Duration::ZERO),
        Limit { stop: pressed, ..Limit::default() },
        Limit::playouts(1),
        Limit { depth: Some(1), ..Limit::playouts(100) },
    ];
    for limit in limits {
        let analysis =
            search(&mut Uct::new(Settings { threads: 2, ..Settings::default() }), &game, &line, &limit);
        assert_eq!(analysis.moves.len(), 4);
        assert!(analysis.moves.iter().all(|assessed| assessed.value.abs() <= 1.0));
        assert!(analysis.best.is_some() && !analysis.line.is_empty());
        assert!(limit.depth.is_none_or(|depth| analysis.cost.depth <= depth));
    }
}

#[test]
fn one_legal_move_and_none() {
    // One empty cell is left.
    let (position, clocks) = TicTacToe.read_position("XOX/XOO/OX1 x").unwrap();
    let line = Line::from_position(&TicTacToe, position, clocks);
    let mut uct = Uct::new(Settings { solver: true, ..Settings::default() });
    let analysis = search(&mut uct, &TicTacToe, &line, &Limit::default());
    assert_eq!(analysis.moves.len(), 1);
    assert_eq!(analysis.moves[0].proof.map(|proof| proof.gain), Some(0));
    let mut ended = line;
    ended.push(&TicTacToe, analysis.moves[0].mv);
    let analysis = search(&mut uct, &TicTacToe, &ended, &Limit::playouts(10));
    assert!(analysis.moves.is_empty() && analysis.best.is_none());
}

#[test]
fn somebody_may_watch() {
    let game = Othello;
    let line = Line::new(&game);
    let mut shown = 0;
    let limit = Limit::time(std::time::Duration::from_millis(350));
    let analysis = Uct::new(Settings::default()).search(Task {
        game: &game,
        line: &line,
        limit: &limit,
        watch: &mut |analysis| {
            assert_eq!(analysis.moves.len(), 4);
            shown += 1;
        },
    });
    assert!((2..=5).contains(&shown), "shown {shown} times");
    assert!(analysis.cost.time.as_millis() < 600);
}

#[test]
fn the_length_limit_counts_from_the_beginning_of_the_game() {
    let game: Tapatan = game("tapatan");
    let cap = game.limits().ply_cap.unwrap();
    let late = |plies| Line::from_position(&game, game.initial(), Clocks { plies, quiet: 0 });
    let analyse = |line| search(&mut Uct::new(Settings::default()), &game, &line, &Limit::playouts(2000));
    let last = analyse(late(cap - 1));
    assert_eq!(last.cost.depth, 1, "every move ends the game");
    assert!(last.moves.iter().all(|assessed| assessed.value == 0.0 && assessed.proof.is_none()));
    // From here nobody wins in two moves, and with three X can if O helps.
    assert!(analyse(late(cap - 2)).moves.iter().all(|assessed| assessed.value == 0.0));
    assert!(analyse(late(cap - 3)).moves.iter().any(|assessed| assessed.value != 0.0));
}
