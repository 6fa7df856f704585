//! The best-first searches against exact results.

mod truth;

use agon_core::{Analysis, Clocks, Game, Heuristic, Line, Outcome, Player};
use agon_games::tapatan::Tapatan;
use agon_games::tic_tac_toe::TicTacToe;
use agon_games::tsoro_yematatu::TsoroYematatu7;
use agon_core::Catalogued;
use agon_search::bestfirst::{BestFirst, Settings, Ties};
use agon_search::evaluate::{EndsOnly, HandMade};
use agon_search::task::search;
use agon_search::{Limit, Search};

use truth::Truth;

#[test]
fn probe() {
    fn go<G: Heuristic>(game: &G) {
        let truth = Truth::of(game);
        println!("{} {} positions", game.info().id, truth.positions.len());
        for (name, s) in [("unb", Settings::unbounded()), ("desc", Settings::descent())] {
            for ties in [Ties::Least, Ties::Most] {
                for table in [true, false] {
                    for e in 0..2 {
                        let ev: Box<dyn agon_search::Evaluate<G>> = if e == 0 { Box::new(HandMade) } else { Box::new(EndsOnly) };
                        let mut b = BestFirst::new(Settings { ties, table, ..s }, ev);
                        let a = search(&mut b, game, &Line::new(game), &Limit::iterations(100_000));
                        println!("{name} {ties:?} table={table} eval={e}: best {:?} {:?} cost {:?}", a.best, a.best_move(), a.cost);
                    }
                }
            }
        }
    }
    go(&TicTacToe);
    for info in <Tapatan as Catalogued>::RULE_SETS {
        go(&<Tapatan as Catalogued>::build(info, &agon_core::Options::parse(info, "").unwrap()));
    }
    for info in <TsoroYematatu7 as Catalogued>::RULE_SETS {
        go(&<TsoroYematatu7 as Catalogued>::build(info, &agon_core::Options::parse(info, "").unwrap()));
    }
}
