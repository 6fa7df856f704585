//! The search that docs/adding-an-algorithm.md shows: it is here word for word, compiles, and keeps what the page promises.
#![expect(unreachable_pub, reason = "on the page it is a part of the library")]

use agon_core::analysis::best_of;
use agon_core::playout::playout;
use agon_core::{Analysis, Game, Random};
use agon_search::limit::Meter;
use agon_search::task::{Search, Task};

/// Plays random games after every move in turn, and takes the mean of their results.
pub struct Flat {
    random: Random,
}

impl Flat {
    /// A player whose random games depend on the seed alone.
    pub fn new(seed: u64) -> Flat {
        Flat { random: Random::new(seed) }
    }
}

impl<G: Game> Search<G> for Flat {
    fn search(&mut self, task: Task<'_, G>) -> Analysis<G::Move> {
        let Task { game, line, limit, watch } = task;
        let mut meter = Meter::new(limit);
        let mut moves = Vec::new();
        line.generate(game, &mut moves);
        let mut analysis = Analysis::unknown(&moves);
        let mover = line.to_move(game);
        let mut sums = vec![0.0; moves.len()];
        let mut buffer = Vec::new();
        while !moves.is_empty() && !meter.is_over() {
            let index = meter.cost.playouts as usize % moves.len();
            let mut position = line.position().clone();
            game.play(&mut position, moves[index]);
            let result = playout(game, &mut position, game.limits(), &mut self.random, &mut buffer);
            meter.cost.playouts += 1;
            let assessed = &mut analysis.moves[index];
            sums[index] += result.ending.outcome.value().pov(mover);
            assessed.visits += 1;
            assessed.value = sums[index] / assessed.visits as f32;
        }
        analysis.best = best_of(&analysis.moves);
        analysis.line = analysis.best_move().map(|best| best.mv).into_iter().collect();
        analysis.cost = meter.total();
        watch(&analysis);
        analysis
    }
}

mod promises {
    use agon_core::{Game, Line, Outcome, Player};
    use agon_games::tic_tac_toe::TicTacToe;
    use agon_search::Limit;
    use agon_search::task::search;

    use super::Flat;

    #[test]
    fn the_page_shows_this_very_search() {
        let page = include_str!("../../../docs/adding-an-algorithm.md");
        let shown = page.split("```rust,ignore\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
        let shown = shown.replace("crate::", "agon_search::");
        let here = include_str!("flat.rs");
        let from = shown.find("/// Plays random games").expect("the page shows the struct");
        assert!(here.contains(&shown[from..]), "the page shows another search");
        for line in shown[..from].lines().filter(|line| line.starts_with("use ")) {
            assert!(here.contains(line), "{line}");
        }
    }

    fn thought(text: &str, seed: u64) -> (Line<TicTacToe>, agon_core::Analysis<<TicTacToe as Game>::Move>) {
        let (position, clocks) = TicTacToe.read_position(text).unwrap();
        let line = Line::from_position(&TicTacToe, position, clocks);
        let analysis = search(&mut Flat::new(seed), &TicTacToe, &line, &Limit::playouts(900));
        (line, analysis)
    }

    #[test]
    fn it_keeps_to_its_limit_and_repeats_itself() {
        let analyses = [1, 1, 2].map(|seed| thought("3/3/3 x", seed).1);
        assert_eq!(analyses[0].cost.playouts, 900);
        assert!(analyses[0].moves.iter().all(|assessed| assessed.visits == 100));
        assert_eq!(analyses[0].moves, analyses[1].moves);
        assert_ne!(analyses[0].moves, analyses[2].moves);
    }

    #[test]
    fn it_wins_where_one_move_does() {
        let (line, analysis) = thought("XX1/OO1/3 x", 1);
        let mut position = *line.position();
        TicTacToe.play(&mut position, analysis.best_move().unwrap().mv);
        let ending = TicTacToe.generate(&position, &mut Vec::new()).expect("the game is over");
        assert_eq!(ending.outcome, Outcome::Win(Player::First));
        assert_eq!(analysis.value(), Some(1.0));
        assert!(thought("XXX/OO1/3 o", 1).1.moves.is_empty(), "nothing is left to be said");
    }
}
