//! How the hybrids fare against UCT in Ludii's tapatan, with every move judged by the exact values of all positions:
//! `cargo run --release -p agon-agents --example tapatan_table [GAMES [PLAYOUTS…]]`.
//!
//! Each line is a variant with a budget of random games per move; UCT gets the same. The game is won by the first player,
//! and only by taking the centre: a perfect player wins as first, and as second cannot help losing to another.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use agon_agents::{Agent, AgentSpec};
use agon_core::{Match, Outcome, Player, Rules};

const GAME: &str = "tapatan-ludii";
const VARIANTS: [(&str, &str); 3] =
    [("hybrid", "hybrid"), ("hybrid2 without probe", "hybrid2:probe=0"), ("hybrid2", "hybrid2")];

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let games = numbers.first().map_or(50, |&games| games as usize);
    let budgets = if numbers.len() > 1 { &numbers[1..] } else { &[2_000, 20_000] };
    let specs: Vec<String> = std::env::args().skip(1).filter(|text| text.parse::<u64>().is_err()).collect();
    let rules = agon_games::find(GAME).expect("a game of the catalogue");
    let truth = Truth::new(&*rules);
    println!("{} positions, {games} games per cell as win/draw/loss\n", truth.values.len());
    println!(
        "| variant | playouts | as first | as second | optimal moves | UCT's | playouts spent | UCT's |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for budget in budgets {
        let variants: Vec<(&str, &str)> = if specs.is_empty() {
            VARIANTS.to_vec()
        } else {
            specs.iter().map(|s| (s.as_str(), s.as_str())).collect()
        };
        for (name, spec) in variants {
            let [hybrid, uct] = [spec, "hybrid"]
                .map(|spec| {
                    spec.parse::<AgentSpec>().and_then(|spec| spec.with("playouts", &budget.to_string()))
                })
                .map(|spec| spec.expect("a spec"));
            let total = play_all(&*rules, &truth, [&hybrid, &uct], games);
            let [first, second] = total.results.map(|[w, d, l]| format!("{w}/{d}/{l}"));
            let [mine, his] = total.sides;
            println!(
                "| {name} | {budget} | {first} | {second} | {:.1} % | {:.1} % | {:.0} | {:.0} |",
                mine.optimal_share(),
                his.optimal_share(),
                mine.mean_playouts(),
                his.mean_playouts()
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
        // Until nothing changes: won with a move to a lost position, lost if all moves lead to won ones. The players of this game alternate.
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

#[derive(Clone, Copy, Default)]
struct Side {
    moves: u64,
    optimal: u64,
    playouts: u64,
}

impl Side {
    fn optimal_share(self) -> f64 {
        100.0 * self.optimal as f64 / self.moves as f64
    }

    fn mean_playouts(self) -> f64 {
        self.playouts as f64 / self.moves as f64
    }
}

/// Sums over games: results of the first spec as first and as second player, and the moves of both.
#[derive(Clone, Copy, Default)]
struct Total {
    results: [[u32; 3]; 2],
    sides: [Side; 2],
}

fn play_all(rules: &dyn Rules, truth: &Truth, specs: [&AgentSpec; 2], games: usize) -> Total {
    let total = Mutex::new(Total::default());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
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
fn play(rules: &dyn Rules, truth: &Truth, specs: [&AgentSpec; 2], number: usize, total: &Mutex<Total>) {
    let swapped = number % 2;
    let mut agents: [Box<dyn Agent>; 2] = [0, 1].map(|side| {
        let seed = (2 * number + side).to_string();
        if side == 1 {
            return Box::new(plain::Uct {
                playouts: specs[1].limit().playouts.unwrap_or(0),
                random: agon_core::Random::new(number as u64),
            }) as Box<dyn Agent>;
        }
        specs[side].with("seed", &seed).and_then(|spec| spec.agent(GAME)).expect("an agent")
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

mod plain {
    use agon_agents::{Agent, Assessment};
    use agon_core::playout::playout;
    use agon_core::*;
    use agon_games::tapatan::Tapatan;
    use agon_search::Stop;
    pub struct Uct {
        pub playouts: u64,
        pub random: Random,
    }
    struct Node {
        mv: Option<<Tapatan as Game>::Move>,
        n: f64,
        sum: f64,
        children: Vec<usize>,
        expanded: bool,
    }
    impl Agent for Uct {
        fn analyse(&mut self, played: &dyn Match, _: &mut dyn FnMut(&Assessment)) -> Assessment {
            let played: &Played<Tapatan> = played.as_any().downcast_ref().unwrap();
            let game = played.game();
            let root = played.line().position().clone();
            let mut nodes = vec![Node { mv: None, n: 0.0, sum: 0.0, children: vec![], expanded: false }];
            let mut moves = Vec::new();
            let limits = Limits { ply_cap: Some(200), ..Limits::default() };
            for _ in 0..self.playouts {
                let mut position = root.clone();
                let mut path = vec![(0usize, Player::First)];
                let mut at = 0;
                let outcome = loop {
                    if let Some(ending) = game.generate(&position, &mut moves) {
                        break ending.outcome;
                    }
                    if path.len() > 200 {
                        break Outcome::Draw;
                    }
                    let mover = game.to_move(&position);
                    if !nodes[at].expanded {
                        nodes[at].expanded = true;
                        for &mv in &moves {
                            let id = nodes.len();
                            nodes.push(Node {
                                mv: Some(mv),
                                n: 0.0,
                                sum: 0.0,
                                children: vec![],
                                expanded: false,
                            });
                            nodes[at].children.push(id);
                        }
                    }
                    let ln = nodes[at].n.max(1.0).ln();
                    let mut best = Vec::new();
                    let mut top = f64::NEG_INFINITY;
                    for &c in &nodes[at].children {
                        let node = &nodes[c];
                        let v = if node.n == 0.0 {
                            1e9
                        } else {
                            node.sum / node.n + std::f64::consts::SQRT_2 * (ln / node.n).sqrt()
                        };
                        if v > top {
                            top = v;
                            best.clear();
                        }
                        if v == top {
                            best.push(c);
                        }
                    }
                    let c = self.random.pick(&best);
                    game.play(&mut position, nodes[c].mv.unwrap());
                    path.push((c, mover));
                    at = c;
                    if nodes[c].n == 0.0 {
                        break playout(game, &mut position, limits, &mut self.random, &mut moves)
                            .ending
                            .outcome;
                    }
                };
                for (id, mover) in path {
                    nodes[id].n += 1.0;
                    nodes[id].sum += f64::from(outcome.value().pov(mover));
                }
            }
            let mut best = 0;
            for (i, &c) in nodes[0].children.iter().enumerate() {
                if nodes[c].n > nodes[nodes[0].children[best]].n {
                    best = i;
                }
            }
            let cost = Cost { playouts: self.playouts, ..Cost::default() };
            Assessment { moves: vec![], best: Some(best), line: vec![], cost }
        }
        fn stop(&self) -> Stop {
            Stop::new()
        }
        fn reset(&mut self) {}
    }
}
