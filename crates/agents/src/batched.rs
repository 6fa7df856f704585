//! Tree search with an evaluation that judges many positions at once and takes its time, such as a network on a graphics card.
//!
//! While one batch of leaves is being judged, the next one is gathered: moves on the way to a leaf that waits for its judgement
//! count as lost until then, so that the next descent goes elsewhere. Batches are gathered and answered in a fixed order, so that
//! results do not depend on how fast anybody is.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use agon_core::analysis::best_of;
use agon_core::{Assessed, Cost, Match, Player, Proof};
use agon_search::trace::Recorder;
use agon_search::{Looked, Stop};

use crate::agent::{Agent, Assessment};

/// What is thought of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    /// Its value in [-1, 1] for the player to move.
    pub value: f32,
    /// How likely each legal move is to be the best one, in their order; all alike if nothing is said.
    pub priors: Option<Vec<f32>>,
}

/// Somebody who judges positions, many at a time and in the order in which he was asked.
pub trait Oracle: Send {
    /// Takes a question; the answer may take its time.
    fn ask(&mut self, positions: Vec<Box<dyn Match>>);
    /// Waits for the answer to the oldest question: a judgement for each position. The error says why there is none.
    fn answer(&mut self) -> Result<Vec<Judgement>, String>;
}

/// What can be chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Descents for a move.
    pub simulations: u64,
    /// Leaves that are judged together.
    pub batch: usize,
    /// Batches on their way at the same time.
    pub flights: usize,
    /// How much a likely move is tried before it has shown its worth.
    pub exploration: f32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { simulations: 400, batch: 32, flights: 2, exploration: 1.5 }
    }
}

/// How much worse than its position a move is taken to be that was not tried yet.
const UNTRIED: f32 = 0.2;

/// A move of a node.
struct Edge {
    prior: f32,
    visits: u32,
    /// Descents that are on their way.
    waiting: u32,
    /// The sum of what came of it, for the player who makes the move.
    sum: f32,
    child: Option<usize>,
}

enum Knowledge {
    Nothing,
    Asked,
    Judged,
    /// The game is over, and this is its result for the first player.
    Ended(f32),
}

struct Node {
    mover: Player,
    knowledge: Knowledge,
    /// What its own judgement said, for the mover.
    value: f32,
    edges: Vec<Edge>,
}

impl Node {
    fn new(played: &dyn Match) -> Node {
        let result = played.ending().map(|ending| ending.outcome.value().pov(Player::First));
        let edge = || Edge { prior: 0.0, visits: 0, waiting: 0, sum: 0.0, child: None };
        Node {
            mover: played.to_move(),
            knowledge: result.map_or(Knowledge::Nothing, Knowledge::Ended),
            value: 0.0,
            edges: std::iter::repeat_with(edge).take(played.move_count()).collect(),
        }
    }

    /// The mean of all descents, for the mover.
    fn mean(&self) -> f32 {
        let visits: u32 = self.edges.iter().map(|edge| edge.visits).sum();
        let sum: f32 = self.edges.iter().map(|edge| edge.sum).sum();
        (self.value + sum) / (1 + visits) as f32
    }

    fn select(&self, exploration: f32) -> usize {
        let tries: u32 = self.edges.iter().map(|edge| edge.visits + edge.waiting).sum();
        let (root, untried) = ((tries.max(1) as f32).sqrt(), self.mean() - UNTRIED);
        let promise = |edge: &Edge| {
            let tries = edge.visits + edge.waiting;
            let worth = if tries == 0 { untried } else { (edge.sum - edge.waiting as f32) / tries as f32 };
            worth + exploration * edge.prior * root / (1 + tries) as f32
        };
        let mut best = (f32::NEG_INFINITY, 0);
        for (index, edge) in self.edges.iter().enumerate() {
            let promise = promise(edge);
            if promise > best.0 {
                best = (promise, index);
            }
        }
        best.1
    }
}

/// The way down to a leaf: nodes and the edges taken there.
type Way = Vec<(usize, usize)>;

/// A leaf whose judgement is awaited.
struct Leaf {
    node: usize,
    way: Way,
}

/// What became of a descent.
enum Found {
    Leaf(Leaf, Box<dyn Match>),
    End,
    /// A leaf that is being judged already.
    Taken,
}

struct Tree<'a> {
    root: &'a dyn Match,
    nodes: Vec<Node>,
    exploration: f32,
    deepest: usize,
}

impl Tree<'_> {
    fn descend(&mut self) -> Found {
        let mut played = self.root.fork();
        let (mut here, mut way) = (0, Way::new());
        loop {
            match self.nodes[here].knowledge {
                Knowledge::Ended(result) => {
                    self.note(&way, result);
                    return Found::End;
                }
                Knowledge::Asked => {
                    self.release(&way);
                    return Found::Taken;
                }
                Knowledge::Nothing => {
                    self.nodes[here].knowledge = Knowledge::Asked;
                    self.deepest = self.deepest.max(way.len());
                    return Found::Leaf(Leaf { node: here, way }, played);
                }
                Knowledge::Judged => {}
            }
            let index = self.nodes[here].select(self.exploration);
            self.nodes[here].edges[index].waiting += 1;
            way.push((here, index));
            played.play(index);
            here = if let Some(child) = self.nodes[here].edges[index].child {
                child
            } else {
                self.nodes.push(Node::new(played.as_ref()));
                let child = self.nodes.len() - 1;
                self.nodes[here].edges[index].child = Some(child);
                child
            };
        }
    }

    /// Takes back that a descent is on its way.
    fn release(&mut self, way: &Way) {
        for &(node, index) in way {
            self.nodes[node].edges[index].waiting -= 1;
        }
    }

    /// Adds what came of a descent, for the first player.
    fn note(&mut self, way: &Way, result: f32) {
        self.release(way);
        for &(node, index) in way {
            let node = &mut self.nodes[node];
            let edge = &mut node.edges[index];
            edge.visits += 1;
            edge.sum += if node.mover == Player::First { result } else { -result };
        }
    }

    fn learn(&mut self, leaf: &Leaf, judgement: Judgement) {
        let node = &mut self.nodes[leaf.node];
        let count = node.edges.len();
        node.knowledge = Knowledge::Judged;
        node.value = if judgement.value.is_finite() { judgement.value.clamp(-1.0, 1.0) } else { 0.0 };
        let priors = judgement.priors.filter(|priors| {
            priors.len() == count && priors.iter().all(|prior| prior.is_finite() && *prior >= 0.0)
        });
        let total: f32 = priors.iter().flatten().sum();
        for (index, edge) in node.edges.iter_mut().enumerate() {
            edge.prior = match &priors {
                Some(priors) if total > 0.0 => priors[index] / total,
                _ => 1.0 / count as f32,
            };
        }
        let result = if node.mover == Player::First { node.value } else { -node.value };
        self.note(&leaf.way, result);
    }

    fn assess(&self) -> Vec<Assessed<usize>> {
        let root = &self.nodes[0];
        let untried = root.mean() - UNTRIED;
        let assessed = root.edges.iter().enumerate().map(|(mv, edge)| {
            let ended = edge.child.and_then(|child| match self.nodes[child].knowledge {
                Knowledge::Ended(result) => Some(if root.mover == Player::First { result } else { -result }),
                _ => None,
            });
            let value = if edge.visits == 0 { untried } else { edge.sum / edge.visits as f32 };
            let proof = ended.map(|gain| Proof { gain: gain as i8, distance: 1 });
            Assessed {
                mv,
                value: ended.unwrap_or(value).clamp(-1.0, 1.0),
                proof,
                visits: u64::from(edge.visits),
            }
        });
        assessed.collect()
    }

    /// The moves most often tried, from the root on.
    fn line(&self) -> Vec<usize> {
        let (mut here, mut line) = (0, Vec::new());
        loop {
            let tried = self.nodes[here].edges.iter().enumerate().filter(|(_, edge)| edge.visits > 0);
            let Some((index, edge)) = tried.max_by_key(|(index, edge)| (edge.visits, usize::MAX - index))
            else {
                return line;
            };
            line.push(index);
            let Some(child) = edge.child else { return line };
            here = child;
        }
    }
}

/// An agent that searches a tree and asks an oracle about its leaves.
pub struct Batched {
    oracle: Box<dyn Oracle>,
    settings: Settings,
    time: Option<Duration>,
    stop: Stop,
}

impl Batched {
    /// The agent that asks this oracle.
    pub fn new(oracle: Box<dyn Oracle>, settings: Settings) -> Batched {
        Batched { oracle, settings, time: None, stop: Stop::new() }
    }

    /// Grows the tree; says how many descents and how many judgements that took.
    fn grow(&mut self, tree: &mut Tree<'_>, begun: Instant) -> Result<(u64, u64), String> {
        let Settings { simulations, batch, flights, .. } = self.settings;
        let (mut begun_descents, mut judged) = (0, 0);
        let mut flying: VecDeque<Vec<Leaf>> = VecDeque::new();
        loop {
            let (mut leaves, mut positions, mut taken) = (Vec::new(), Vec::new(), 0);
            let wants_more = flying.len() < flights.max(1);
            // A few leaves that are taken say that the tree is too small for another batch yet.
            while wants_more && begun_descents < simulations && leaves.len() < batch.max(1) && taken < 8 {
                // Looked at before each descent: where games end everywhere, nobody is asked any more, whose answers would take time.
                if self.stop.is_pressed() || self.time.is_some_and(|time| begun.elapsed() >= time) {
                    break;
                }
                match tree.descend() {
                    Found::Leaf(leaf, played) => {
                        leaves.push(leaf);
                        positions.push(played);
                        begun_descents += 1;
                    }
                    Found::End => begun_descents += 1,
                    Found::Taken => taken += 1,
                }
            }
            let asked = !leaves.is_empty();
            if asked {
                self.oracle.ask(positions);
                flying.push_back(leaves);
            }
            if asked && flying.len() < flights {
                continue;
            }
            let Some(leaves) = flying.pop_front() else {
                return Ok((begun_descents, judged));
            };
            match self.oracle.answer() {
                Ok(answers) if answers.len() == leaves.len() => {
                    judged += answers.len() as u64;
                    leaves.iter().zip(answers).for_each(|(leaf, judgement)| tree.learn(leaf, judgement));
                }
                answer => {
                    // What was asked later has to be heard, so that the next search hears its own answers.
                    for _ in &flying {
                        drop(self.oracle.answer());
                    }
                    let counts = |answers: Vec<Judgement>| {
                        format!("gave {} judgements of {} positions", answers.len(), leaves.len())
                    };
                    return Err(answer.map_or_else(|reason| reason, counts));
                }
            }
        }
    }
}

impl Agent for Batched {
    fn analyse(&mut self, played: &dyn Match, _: &mut dyn FnMut(&Assessment)) -> Assessment {
        let begun = Instant::now();
        let mut tree = Tree {
            root: played,
            nodes: vec![Node::new(played)],
            exploration: self.settings.exploration,
            deepest: 0,
        };
        let mut assessment = Assessment {
            moves: Vec::new(),
            best: None,
            choice: None,
            fault: None,
            drawn: false,
            line: Vec::new(),
            cost: Cost::default(),
        };
        if played.ending().is_some() {
            return assessment;
        }
        let grown = self.grow(&mut tree, begun);
        assessment.moves = tree.assess();
        let most = assessment.moves.iter().map(|assessed| assessed.visits).max();
        let wins = best_of(&assessment.moves)
            .filter(|&best| assessment.moves[best].proof.is_some_and(|proof| proof.gain > 0));
        let tried = assessment.moves.iter().position(|assessed| Some(assessed.visits) == most);
        assessment.best = wins.or(tried);
        assessment.choice = assessment.best;
        let mut ahead = played.fork();
        for index in tree.line() {
            assessment.line.push(ahead.move_text(index));
            ahead.play(index);
        }
        match grown {
            Ok((simulations, evaluations)) => {
                assessment.cost = Cost {
                    depth: tree.deepest as u32,
                    nodes: tree.nodes.len() as u64,
                    evaluations,
                    iterations: simulations,
                    ..Cost::default()
                };
            }
            Err(reason) => {
                assessment.fault = Some(reason);
                assessment.choice = None;
            }
        }
        assessment.cost.time = begun.elapsed();
        assessment
    }

    fn hurry(&mut self, time: Option<Duration>) {
        self.time = time;
    }

    fn stop(&self) -> Stop {
        self.stop.clone()
    }

    fn reset(&mut self) {}

    fn recorder(&mut self) -> Option<&mut Option<Recorder>> {
        None
    }

    fn tree(&self) -> Vec<Looked> {
        Vec::new()
    }

    fn conclude(&mut self, _: f32) {}

    fn memory(&self) -> Option<f32> {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Arc, OnceLock};

    use agon_games::tic_tac_toe::TicTacToe;

    use super::*;
    use crate::Catalogue;

    /// Knows nothing but when games end, and answers in order.
    #[derive(Default)]
    struct Patient {
        asked: VecDeque<usize>,
        /// The most questions that waited at the same time.
        most: Arc<AtomicUsize>,
    }

    impl Oracle for Patient {
        fn ask(&mut self, positions: Vec<Box<dyn Match>>) {
            assert!(positions.iter().all(|played| played.ending().is_none()), "nobody is asked about an end");
            self.asked.push_back(positions.len());
            self.most.fetch_max(self.asked.len(), Ordering::Relaxed);
        }

        fn answer(&mut self) -> Result<Vec<Judgement>, String> {
            let count = self.asked.pop_front().expect("something was asked");
            Ok(vec![Judgement { value: 0.0, priors: None }; count])
        }
    }

    fn start() -> Box<dyn Match> {
        Catalogue::empty().with(TicTacToe).find("tic-tac-toe").unwrap().start(None).unwrap()
    }

    fn analyse(settings: Settings, moves: &[&str]) -> Assessment {
        let mut played = start();
        for text in moves {
            let index = played.find_move(text).unwrap();
            played.play(index);
        }
        Batched::new(Box::new(Patient::default()), settings).analyse(played.as_ref(), &mut |_| {})
    }

    #[test]
    fn a_win_and_a_threat_are_found_whatever_the_batch() {
        for batch in [1, 4, 64] {
            for flights in [1, 2, 3] {
                let settings = Settings { simulations: 600, batch, flights, ..Settings::default() };
                // X takes a1 and b1: O has to take c1; with O elsewhere X wins there.
                let must = analyse(settings, &["a1", "b2", "b1"]);
                assert_eq!(must.line[0], "c1", "batch {batch}, {flights} flights: {must:?}");
                let wins = analyse(settings, &["a1", "b2", "b1", "a3"]);
                assert_eq!(wins.line[0], "c1", "batch {batch}, {flights} flights");
                assert!(wins.moves[wins.best.unwrap()].proof.is_some());
                assert_eq!(must.cost.iterations, 600);
            }
        }
    }

    #[test]
    fn the_next_batches_are_asked_before_the_first_is_answered() {
        for flights in 1..4 {
            let most = Arc::new(AtomicUsize::new(0));
            let oracle = Patient { asked: VecDeque::new(), most: most.clone() };
            let settings = Settings { simulations: 400, batch: 4, flights, ..Settings::default() };
            Batched::new(Box::new(oracle), settings).analyse(start().as_ref(), &mut |_| {});
            assert_eq!(most.load(Ordering::Relaxed), flights);
        }
    }

    /// Presses a switch with its first answer.
    struct Presser(Patient, Arc<OnceLock<Stop>>);

    impl Oracle for Presser {
        fn ask(&mut self, positions: Vec<Box<dyn Match>>) {
            self.0.ask(positions);
        }

        fn answer(&mut self) -> Result<Vec<Judgement>, String> {
            self.1.get().expect("the switch is known").press();
            self.0.answer()
        }
    }

    #[test]
    fn a_tree_in_which_everything_ends_can_be_stopped_and_has_its_time() {
        let mut played = start();
        for text in ["a1", "b2", "c3", "b1", "b3", "a3", "c1", "c2"] {
            let index = played.find_move(text).unwrap();
            played.play(index);
        }
        assert_eq!(played.move_count(), 1, "nothing but the end is left");
        let settings = Settings { simulations: 30_000_000, batch: 4, flights: 1, ..Settings::default() };
        let switch = Arc::new(OnceLock::new());
        let mut stopped = Batched::new(Box::new(Presser(Patient::default(), switch.clone())), settings);
        switch.set(stopped.stop()).ok();
        let mut hurried = Batched::new(Box::new(Patient::default()), settings);
        hurried.hurry(Some(Duration::ZERO));
        for agent in [&mut stopped, &mut hurried] {
            let assessment = agent.analyse(played.as_ref(), &mut |_| {});
            assert!(assessment.cost.iterations < 10, "{:?}", assessment.cost);
            assert_eq!(assessment.choice, Some(0));
        }
    }

    #[test]
    fn the_same_question_has_the_same_answer() {
        let settings = Settings { simulations: 300, batch: 8, ..Settings::default() };
        let [one, two] = [(); 2].map(|()| analyse(settings, &["b2"]));
        assert_eq!(one.moves, two.moves);
        assert!(one.moves.iter().map(|assessed| assessed.visits).sum::<u64>() >= 290);
    }
}
