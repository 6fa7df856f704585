//! How the hybrids fare against UCT in Ludii's tapatan, with every move judged by the exact values of all positions:
//! `cargo run --release -p agon-agents --example tapatan_table [on] [GAMES] [PLAYOUTS]… [SPEC]…`. With the word `on` a game
//! that is drawn by repetition goes on, as if it had begun there, until ply 100.
//!
//! Each line is a variant with a budget of random games per move; UCT gets the same. The game is won by the first player,
//! and only by taking the centre: a perfect player wins as first, and as second cannot help losing to another.
//! The published hybrid ends before or after its budget, as its rule for another iteration has it, so what was spent is
//! shown too. A random game in the budget of hybrid2 can be ten positions instead, and is not counted as one then.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use agon_agents::{Agent, AgentSpec, Assessment, Catalogue};
use agon_core::{Outcome, Player, Reason, Rules};

const GAME: &str = "tapatan-ludii";
const VARIANTS: [&str; 3] = ["hybrid", "hybrid2:probe=0", "hybrid2"];
const OPPONENT: &str = "uct:cap=200";
const JUDGE: &str = "solution";

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let goes_on = words.first().is_some_and(|word| word == "on");
    words.drain(..usize::from(goes_on));
    let (numbers, specs): (Vec<String>, Vec<String>) =
        words.into_iter().partition(|text| text.parse::<u64>().is_ok());
    let games = numbers.first().map_or(50, |text| text.parse().expect("a number"));
    let budgets = numbers.get(1..).filter(|budgets| !budgets.is_empty());
    let budgets = budgets.map_or(vec!["2000", "20000"], |texts| texts.iter().map(String::as_str).collect());
    let specs = if specs.is_empty() { VARIANTS.map(str::to_owned).to_vec() } else { specs };
    let rules = agon_games::find(GAME).expect("a game of the catalogue");
    println!("{games} games as first and as second player: wins/draws/losses\n");
    println!(
        "| variant | playouts | as first | as second | optimal moves | {OPPONENT} | spent | {OPPONENT} |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for budget in budgets {
        for spec in &specs {
            let read = |spec: &str| spec.parse::<AgentSpec>().and_then(|spec| spec.with("playouts", budget));
            let agents = [spec.as_str(), OPPONENT]
                .map(read)
                .map(|spec| spec.unwrap_or_else(|error| panic!("{error}")));
            let total = play_all(&*rules, &agents, games, goes_on);
            let [first, second] = total.results.map(|[won, drawn, lost]| format!("{won}/{drawn}/{lost}"));
            let [optimal, its_optimal] = total.sides.map(|side| 100.0 * side.per_move(side.optimal));
            let [spent, its_spent] = total.sides.map(|side| side.per_move(side.playouts));
            println!(
                "| {spec} | {budget} | {first} | {second} | {optimal:.1} % | {its_optimal:.1} % | {spent:.0} | {its_spent:.0} |"
            );
        }
    }
}

fn agent(spec: &AgentSpec) -> Box<dyn Agent> {
    let game = Catalogue::shipped().find(GAME).unwrap_or_else(|error| panic!("{error}"));
    game.agent(spec).unwrap_or_else(|error| panic!("{error}"))
}

/// Whether a move keeps what the position is worth.
fn is_optimal(exact: &Assessment, chosen: usize) -> bool {
    exact.moves.iter().all(|assessed| assessed.value <= exact.moves[chosen].value)
}

/// The moves of one side.
#[derive(Clone, Copy, Default)]
struct Side {
    moves: u64,
    optimal: u64,
    playouts: u64,
}

impl Side {
    fn per_move(self, sum: u64) -> f64 {
        sum as f64 / self.moves as f64
    }
}

/// Sums over games: results of the first spec as first and as second player, and the moves of both.
#[derive(Clone, Copy, Default)]
struct Total {
    results: [[u32; 3]; 2],
    sides: [Side; 2],
}

fn play_all(rules: &dyn Rules, specs: &[AgentSpec; 2], games: usize, goes_on: bool) -> Total {
    let total = Mutex::new(Total::default());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                let mut judge = agent(&JUDGE.parse().expect("a spec"));
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= 2 * games {
                        return;
                    }
                    play(rules, specs, &mut *judge, (number, goes_on), &total);
                }
            });
        }
    });
    total.into_inner().expect("no thread panicked")
}

/// Plays the game with this number; in odd ones the first spec plays second.
fn play(
    rules: &dyn Rules,
    specs: &[AgentSpec; 2],
    judge: &mut dyn Agent,
    (number, goes_on): (usize, bool),
    total: &Mutex<Total>,
) {
    let swapped = number % 2;
    let mut agents = [0, 1].map(|side| {
        let seed = (2 * number + side).to_string();
        agent(&specs[side].with("seed", &seed).expect("all variants are random"))
    });
    let mut sides = [Side::default(); 2];
    let mut played = rules.start(None).expect("a start");
    let mut plies = 0;
    loop {
        if goes_on && played.ending().is_some_and(|ending| ending.reason == Reason::Repetition) && plies < 100
        {
            played = rules.start(Some(&played.position())).expect("a position that was reached");
        }
        if played.ending().is_some() || goes_on && plies >= 100 {
            break;
        }
        plies += 1;
        let side = usize::from(played.to_move() == Player::Second) ^ swapped;
        let assessment = agents[side].analyse(&*played, &mut |_| {});
        let chosen = assessment.best.expect("a move");
        sides[side].moves += 1;
        sides[side].optimal += u64::from(is_optimal(&judge.analyse(&*played, &mut |_| {}), chosen));
        sides[side].playouts += assessment.cost.playouts;
        played.play(chosen);
    }
    let mine = Player::BOTH[swapped];
    let result = match played.ending().map(|ending| ending.outcome) {
        Some(Outcome::Win(winner)) if winner == mine => 0,
        Some(Outcome::Win(_)) => 2,
        _ => 1,
    };
    let mut total = total.lock().expect("no thread panicked");
    total.results[swapped][result] += 1;
    for (sum, side) in total.sides.iter_mut().zip(sides) {
        sum.moves += side.moves;
        sum.optimal += side.optimal;
        sum.playouts += side.playouts;
    }
}
