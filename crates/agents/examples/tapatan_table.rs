//! How the hybrids fare against UCT in Ludii's tapatan, with every move judged by the exact values of all positions:
//! `cargo run --release -p agon-agents --example tapatan_table [GAMES] [PLAYOUTS]… [SPEC]…`.
//!
//! Each line is a variant with a budget of random games per move; UCT gets the same. The game is won by the first player,
//! and only by taking the centre: a perfect player wins as first, and as second cannot help losing to another.
//! The published hybrid ends before or after its budget, as its rule for another iteration has it, so what was spent is
//! shown too. A random game in the budget of hybrid2 can be ten positions instead, and is not counted as one then.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use agon_agents::AgentSpec;
use agon_core::{Match, Outcome, Player, Rules};

const GAME: &str = "tapatan-ludii";
const VARIANTS: [&str; 3] = ["hybrid", "hybrid2:probe=0", "hybrid2"];
const OPPONENT: &str = "uct:cap=200";

fn main() {
    let (numbers, specs): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|text| text.parse::<u64>().is_ok());
    let games = numbers.first().map_or(50, |text| text.parse().expect("a number"));
    let budgets = numbers.get(1..).filter(|budgets| !budgets.is_empty());
    let budgets = budgets.map_or(vec!["2000", "20000"], |texts| texts.iter().map(String::as_str).collect());
    let specs = if specs.is_empty() { VARIANTS.map(str::to_owned).to_vec() } else { specs };
    let rules = agon_games::find(GAME).expect("a game of the catalogue");
    let truth = Truth::new(&*rules);
    println!(
        "{} positions; {games} games as first and as second player, win/draw/loss\n",
        truth.values.len()
    );
    println!(
        "| variant | playouts | as first | as second | optimal moves | {OPPONENT} | spent | {OPPONENT} |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for budget in budgets {
        for spec in &specs {
            let agent = |spec: &str| spec.parse::<AgentSpec>().and_then(|spec| spec.with("playouts", budget));
            let agents = [spec.as_str(), OPPONENT]
                .map(agent)
                .map(|spec| spec.unwrap_or_else(|error| panic!("{error}")));
            let total = play_all(&*rules, &truth, &agents, games);
            let [first, second] = total.results.map(|[won, drawn, lost]| format!("{won}/{drawn}/{lost}"));
            let [optimal, its_optimal] = total.sides.map(|side| 100.0 * side.per_move(side.optimal));
            let [spent, its_spent] = total.sides.map(|side| side.per_move(side.playouts));
            println!(
                "| {spec} | {budget} | {first} | {second} | {optimal:.1} % | {its_optimal:.1} % | {spent:.0} | {its_spent:.0} |"
            );
        }
    }
}

/// The value of every position for the player to move, by its text.
struct Truth {
    values: HashMap<String, i8>,
}

impl Truth {
    fn new(rules: &dyn Rules) -> Truth {
        let start = |text: &str| rules.start(Some(text)).expect("a position that was written");
        let initial = rules.start(None).expect("a start").position();
        let mut replies: HashMap<String, Vec<String>> = HashMap::new();
        let mut values = HashMap::new();
        let mut open = vec![initial];
        while let Some(text) = open.pop() {
            if replies.contains_key(&text) {
                continue;
            }
            let played = start(&text);
            if let Some(ending) = played.ending() {
                values.insert(text.clone(), ending.outcome.value().pov(played.to_move()) as i8);
            }
            let after = (0..played.move_count()).map(|index| after(&*played, index)).collect::<Vec<_>>();
            open.extend(after.iter().cloned());
            replies.insert(text, after);
        }
        // Won with a move to a lost position, lost if all moves lead to won ones: players take turns in this game.
        loop {
            let before = values.len();
            for (text, after) in &replies {
                if values.contains_key(text) {
                    continue;
                }
                if after.iter().any(|reply| values.get(reply) == Some(&-1)) {
                    values.insert(text.clone(), 1);
                } else if after.iter().all(|reply| values.get(reply) == Some(&1)) {
                    values.insert(text.clone(), -1);
                }
            }
            if values.len() == before {
                break;
            }
        }
        for text in replies.keys() {
            values.entry(text.clone()).or_insert(0);
        }
        Truth { values }
    }

    fn is_optimal(&self, played: &dyn Match, index: usize) -> bool {
        self.values[&after(played, index)] == -self.values[&played.position()]
    }
}

fn after(played: &dyn Match, index: usize) -> String {
    let mut fork = played.fork();
    fork.play(index);
    fork.position()
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

fn play_all(rules: &dyn Rules, truth: &Truth, specs: &[AgentSpec; 2], games: usize) -> Total {
    let total = Mutex::new(Total::default());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= 2 * games {
                        return;
                    }
                    play(rules, truth, specs, number, &total);
                }
            });
        }
    });
    total.into_inner().expect("no thread panicked")
}

/// Plays the game with this number; in odd ones the first spec plays second.
fn play(rules: &dyn Rules, truth: &Truth, specs: &[AgentSpec; 2], number: usize, total: &Mutex<Total>) {
    let swapped = number % 2;
    let mut agents = [0, 1].map(|side| {
        let seed = (2 * number + side).to_string();
        specs[side].with("seed", &seed).and_then(|spec| spec.agent(GAME)).expect("an agent of the registry")
    });
    let mut sides = [Side::default(); 2];
    let mut played = rules.start(None).expect("a start");
    while played.ending().is_none() {
        let side = usize::from(played.to_move() == Player::Second) ^ swapped;
        let assessment = agents[side].analyse(&*played, &mut |_| {});
        let chosen = assessment.best.expect("a move");
        sides[side].moves += 1;
        sides[side].optimal += u64::from(truth.is_optimal(&*played, chosen));
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
