//! UCT whose random games are played side by side against UCT that plays them one by one, with as much processor time for each move:
//! `batches SHEET GAMES MILLISECONDS [BATCH EACH]`.
//!
//! How many random games fit into the time is learned from the same move of earlier games, and who has used more than his share gets
//! less, so that other programs on the machine do not count.

use std::error::Error;

use agon_core::cpu::thread_time;
use agon_core::{Game, Limits, Line, Outcome, Player, Random};
use agon_gdl::game::SheetGame;
use agon_gdl::join::Budget;
use agon_search::Limit;
use agon_search::task::search;
use agon_search::uct::{Settings, Uct};

/// Random moves before the two play; both games of a pair begin alike.
const OPENING: u32 = 4;

/// One of the two, and what he used.
struct Side {
    uct: Uct<SheetGame>,
    /// Random games in a second of processor time, as far as is known: for each ply.
    rates: Vec<f64>,
    used: f64,
    moves: u32,
    games: u64,
}

/// Random games in a second, while nothing is known.
const FIRST_RATE: f64 = 5_000.0;

impl Side {
    fn new(settings: Settings) -> Side {
        Side { uct: Uct::new(settings), rates: Vec::new(), used: 0.0, moves: 0, games: 0 }
    }

    fn choose(&mut self, game: &SheetGame, line: &Line<SheetGame>, seconds: f64) -> Option<u32> {
        let ply = line.moves().len();
        while self.rates.len() <= ply {
            self.rates.push(self.rates.last().copied().unwrap_or(FIRST_RATE));
        }
        let left = f64::from(self.moves) * seconds - self.used;
        let wanted = (seconds + left / 10.0).clamp(seconds / 4.0, 2.0 * seconds);
        let limit = Limit::playouts(((self.rates[ply] * wanted) as u64).max(1));
        let before = thread_time();
        let analysis = search(&mut self.uct, game, line, &limit);
        let used = thread_time().saturating_sub(before).as_secs_f64();
        let played = analysis.cost.playouts;
        (self.used, self.moves, self.games) = (self.used + used, self.moves + 1, self.games + played);
        // Games near the end cost little, and the next one may not be near the end.
        let rate = played as f64 / used.max(1e-6);
        self.rates[ply] = if rate > self.rates[ply] { (3.0 * self.rates[ply] + rate) / 4.0 } else { rate };
        analysis.best.map(|best| analysis.moves[best].mv)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [path, games, milliseconds, rest @ ..] = &words[..] else {
        return Err("batches SHEET GAMES MILLISECONDS [BATCH EACH]".into());
    };
    let (games, seconds) = (games.parse::<u64>()?, milliseconds.parse::<f64>()? / 1000.0);
    let number = |place: usize, usual: u32| rest.get(place).map_or(Ok(usual), |word| word.parse());
    let (batch, each) = (number(0, 16)?, number(1, 32)?);
    let game = SheetGame::read("sheet", &std::fs::read_to_string(path)?, Budget::default())?;
    let mut sides =
        [Side::new(Settings { batch, each, ..Settings::default() }), Side::new(Settings::default())];
    let mut results = [0u64; 3];
    for number in 0..games {
        let mut random = Random::stream(1, number / 2);
        let limits = Limits { repetition: None, ..game.limits() };
        let mut line = Line::new(&game).with_limits(limits);
        let mut moves = Vec::new();
        let first = (number % 2) as usize;
        let outcome = loop {
            if let Some(ending) = line.generate(&game, &mut moves) {
                break ending.outcome;
            }
            let side = if line.to_move(&game) == Player::First { first } else { 1 - first };
            let mv = if (line.moves().len() as u32) < OPENING {
                random.pick(&moves)
            } else {
                sides[side].choose(&game, &line, seconds).unwrap_or(moves[0])
            };
            line.push(&game, mv);
        };
        results[match outcome {
            Outcome::Draw => 1,
            Outcome::Win(player) if (player == Player::First) == (first == 0) => 0,
            Outcome::Win(_) => 2,
        }] += 1;
        let [won, drawn, lost] = results;
        let [own, other] = [0, 1].map(|side: usize| (sides[side].used, sides[side].games));
        if (number + 1) % 10 == 0 || number + 1 == games {
            println!(
                "{path}: side by side ({batch} x {each}) won {won}, drew {drawn}, lost {lost} against one by one; {:.1} s and {} games, {:.1} s and {} games",
                own.0, own.1, other.0, other.1
            );
        }
    }
    Ok(())
}
