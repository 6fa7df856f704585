//! Monte Carlo tree search led by an evaluation follows the published formulas and does what its options say.

use agon_core::{Catalogued, Encode, Game, Line, Options, Player};
use agon_games::othello::Othello;
use agon_games::tic_tac_toe::TicTacToe;
use agon_search::evaluate::HandMade;
use agon_search::neuralmcts::{NeuralMcts, Settings, Urgency};
use agon_search::settings::Memory;
use agon_search::task::search;
use agon_search::uct::{self, Uct};
use agon_search::{Evaluate, Limit, Search};

fn built<G: Catalogued>() -> G {
    let info = G::RULE_SETS[0];
    G::build(info, &Options::new(info))
}

/// The line on which these moves were played.
fn after<G: Game>(game: &G, moves: &[&str]) -> Line<G> {
    let mut line = Line::new(game);
    for text in moves {
        let mv = game.read_move(line.position(), text).unwrap();
        line.push(game, mv);
    }
    line
}

fn searched<G: Encode>(
    game: &G,
    line: &Line<G>,
    settings: Settings,
    evaluation: Box<dyn Evaluate<G>>,
    playouts: u64,
) -> agon_core::Analysis<G::Move> {
    search(&mut NeuralMcts::new(settings, evaluation, 1), game, line, &Limit::playouts(playouts))
}

#[test]
fn a_win_in_one_is_taken_and_one_of_the_opponent_is_stopped() {
    let game: TicTacToe = built();
    let won = after(&game, &["a1", "b1", "a2", "b2"]);
    let lost = after(&game, &["a1", "b2", "c3", "b1"]);
    let variants = [
        Settings::default(),
        Settings { urgency: Urgency::Evaluation, blend: 0.5, ..Settings::default() },
        Settings { guided: 0.5, ..Settings::default() },
        Settings { horizon: 3, prior: false, ..Settings::default() },
        Settings { blend: 1.0, ..Settings::default() },
    ];
    for settings in variants {
        let analysis = searched(&game, &won, settings, Box::new(HandMade), 200);
        let best = analysis.best_move().unwrap();
        assert_eq!(game.write_move(won.position(), best.mv), "a3", "{settings:?}");
        assert_eq!(best.proof.map(|proof| proof.gain), Some(1));
        let analysis = searched(&game, &lost, settings, Box::new(HandMade), 1000);
        let best = game.write_move(lost.position(), analysis.best_move().unwrap().mv);
        assert_eq!(best, "b3", "{settings:?}");
    }
}

#[test]
fn every_move_is_tried_once_in_the_order_of_its_promise() {
    let game: Othello = built();
    let line = after(&game, &["d3"]);
    // Without a bonus for moves that were tried, any other is worth more.
    let settings = Settings { exploration: 0.0, ..Settings::default() };
    let moves = |playouts| searched(&game, &line, settings, Box::new(HandMade), playouts).moves;
    let count = moves(1).len();
    let mut tried: Vec<usize> = Vec::new();
    for playouts in 1..=count as u64 {
        let visits: Vec<u64> = moves(playouts).iter().map(|assessed| assessed.visits).collect();
        assert_eq!(visits.iter().sum::<u64>(), playouts);
        assert!(visits.iter().all(|&visits| visits <= 1), "{visits:?}");
        tried.extend(
            (0..count).filter(|&slot| visits[slot] == 1 && !tried.contains(&slot)).collect::<Vec<_>>(),
        );
    }
    let mover = line.to_move(&game);
    let promise = |slot: usize| {
        let mut position = *line.position();
        game.play(&mut position, moves(1)[slot].mv);
        HandMade.evaluate(&game, &position).pov(mover)
    };
    assert!(tried.windows(2).all(|pair| promise(pair[0]) >= promise(pair[1])));
}

#[test]
fn every_simulation_follows_the_published_formulas() {
    let game: Othello = built();
    let line = after(&game, &["d3", "c3", "c4"]);
    let mover = line.to_move(&game);
    let published = Settings::default();
    let urgent = Settings { urgency: Urgency::Evaluation, exploration: 0.4, ..published };
    for settings in [published, urgent, Settings { prior: false, ..urgent }] {
        let mut before = searched(&game, &line, settings, Box::new(HandMade), 1);
        for playouts in 2..120 {
            // The same seed: one simulation more, after the same ones.
            let after = searched(&game, &line, settings, Box::new(HandMade), playouts);
            let total = (playouts - 1) as f64;
            let score = |slot: usize| {
                let assessed = &before.moves[slot];
                let mut position = *line.position();
                game.play(&mut position, assessed.mv);
                let guess = f64::from(HandMade.evaluate(&game, &position).pov(mover));
                let promise = if settings.prior { f64::midpoint(guess, 1.0) } else { 1.0 };
                let bonus = |visits: f64| {
                    promise * f64::from(settings.exploration) * (2.0 * (1.0 + total.ln()) / visits).sqrt()
                };
                match (assessed.visits, settings.urgency) {
                    (0, Urgency::Win) => 1.0 + f64::midpoint(guess, 1.0),
                    (0, Urgency::Evaluation) => guess + bonus(1.0),
                    (visits, _) => f64::from(assessed.value) + bonus(visits as f64),
                }
            };
            let visited = |slot: &usize| after.moves[*slot].visits != before.moves[*slot].visits;
            let chosen = (0..before.moves.len()).find(visited).unwrap();
            let highest = (0..before.moves.len()).map(score).fold(f64::MIN, f64::max);
            assert!(
                score(chosen) >= highest - 1e-4,
                "{settings:?} at {playouts}: {} of {highest}",
                score(chosen)
            );
            before = after;
        }
    }
}

#[test]
fn equal_seeds_repeat_and_budgets_hold() {
    let game: Othello = built();
    let line = Line::new(&game);
    let run = |seed, limit: &Limit| {
        let settings = Settings { guided: 0.1, blend: 0.3, ..Settings::default() };
        let mut mcts = NeuralMcts::new(settings, Box::new(HandMade), seed);
        let analysis = search(&mut mcts, &game, &line, limit);
        (analysis.moves.iter().map(|m| (m.visits, m.value)).collect::<Vec<_>>(), analysis.cost)
    };
    let (moves, cost) = run(1, &Limit::playouts(300));
    assert_eq!(cost.playouts, 300);
    assert!(cost.evaluations > 300);
    assert_eq!(run(1, &Limit::playouts(300)).0, moves);
    assert_ne!(run(2, &Limit::playouts(300)).0, moves);
    let small = Settings { memory: Memory::bytes(1), ..Settings::default() };
    assert_eq!(searched(&game, &line, small, Box::new(HandMade), 100).cost.playouts, 100);
}

#[test]
fn a_hand_made_evaluation_makes_it_stronger_than_plain_search() {
    let game: Othello = built();
    let mut points = 0;
    for number in 0..12_u64 {
        let settings = Settings { urgency: Urgency::Evaluation, blend: 0.5, ..Settings::default() };
        let mut led = NeuralMcts::new(settings, Box::new(HandMade), number);
        let mut plain = Uct::new(uct::Settings { seed: number, ..uct::Settings::default() });
        let own = Player::BOTH[(number % 2) as usize];
        let (mut line, mut moves) = (Line::new(&game), Vec::new());
        let ending = loop {
            if let Some(ending) = line.generate(&game, &mut moves) {
                break ending;
            }
            let player: &mut dyn Search<Othello> =
                if line.to_move(&game) == own { &mut led } else { &mut plain };
            let analysis = search(player, &game, &line, &Limit::playouts(100));
            line.push(&game, analysis.best_move().unwrap().mv);
        };
        points += ending.outcome.value().pov(own) as i32;
    }
    assert!(points >= 6, "{points} points more than plain search in twelve games");
}
