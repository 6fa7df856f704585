//! One match from one role's seat: the position, and who finds moves.

use std::sync::Arc;
use std::time::{Duration, Instant};

use agon_agents::{Agent, AgentSpec, Catalogue, Playable, Stop};
use agon_core::{Game, Match, Random};
use agon_gdl::bits::Bits;
use agon_gdl::game::SheetGame;
use agon_gdl::join::Budget;
use agon_gdl::kif::Node;
use agon_gdl::lanes::Lanes;
use agon_gdl::machine::Machine;
use agon_gdl::sheet::Sheet;

/// How many rows are joined, at most, for each second of the clock: a sheet that needs more is played without gates.
const WORK_PER_SECOND: u64 = 1_000_000;
/// Random games after each candidate move, each time it is tried.
const SAMPLE: u64 = 128;
/// Games longer than this say nothing.
const LONGEST: u32 = 1000;

pub(crate) struct Seat {
    rules: Rules,
    roles: usize,
    role: usize,
    state: Bits,
    random: Random,
}

enum Rules {
    /// Two players who take turns: any agent can play.
    Turns { game: SheetGame, played: Box<dyn Match>, agent: Box<dyn Agent> },
    /// Anything else: moves are tried in random games.
    Other(Machine),
}

impl Seat {
    /// Takes a seat. The clock says how much work may go into the rules.
    pub(crate) fn new(rules: &[Node], role: &str, spec: &AgentSpec, clock: u64) -> Result<Seat, String> {
        let sheet = Sheet::from_nodes(rules).map_err(|error| error.to_string())?;
        let plain = Budget::default();
        let budget = Budget { work: plain.work.min(WORK_PER_SECOND * clock.max(1)), ..plain };
        let machine = Machine::new(&sheet, budget).map_err(|error| error.to_string())?;
        let roles = machine.roles();
        let place = roles.iter().position(|known| known == role);
        let place =
            place.ok_or_else(|| format!("there is no role '{role}'; expected {}", roles.join(" or ")))?;
        let state = machine.initial();
        let rules = Rules::new(&sheet, machine, budget, spec)?;
        Ok(Seat { rules, roles: roles.len(), role: place, state, random: Random::new(spec.seed()) })
    }

    fn machine(&self) -> &Machine {
        match &self.rules {
            Rules::Turns { game, .. } => game.machine(),
            Rules::Other(machine) => machine,
        }
    }

    /// Goes on by the moves of all roles.
    pub(crate) fn advance(&mut self, moves: &[Node]) -> Result<(), String> {
        if moves.len() != self.roles {
            return Err(format!("{} moves came; expected one for each of {} roles", moves.len(), self.roles));
        }
        let (mut numbers, mut legal) = (Vec::new(), Vec::new());
        for (role, node) in moves.iter().enumerate() {
            let text = node.to_string();
            self.machine().legal(&self.state, role, &mut legal).map_err(|error| error.to_string())?;
            let mv = legal.iter().find(|&&mv| self.machine().write_move(role, mv) == text);
            numbers.push(*mv.ok_or_else(|| format!("'{text}' is not a legal move here"))?);
        }
        let next = self.machine().next(&self.state, &numbers).map_err(|error| error.to_string())?;
        if let Rules::Turns { game, played, .. } = &mut self.rules {
            let mut listed = Vec::new();
            game.generate(&self.state, &mut listed);
            let own = numbers[game.to_move(&self.state).index()];
            if let Some(index) = listed.iter().position(|&mv| mv == own) {
                played.play(index);
            }
        }
        self.state = next;
        Ok(())
    }

    /// A legal move, found before the deadline.
    pub(crate) fn choose(&mut self, deadline: Instant) -> Result<String, String> {
        let mut legal = Vec::new();
        self.machine().legal(&self.state, self.role, &mut legal).map_err(|error| error.to_string())?;
        let chosen = match &legal[..] {
            [] => return Err("there is no legal move".into()),
            [only] => *only,
            _ => self.think(&legal, deadline),
        };
        Ok(self.machine().write_move(self.role, chosen))
    }

    /// The switch that ends a thought early.
    pub(crate) fn stop(&self) -> Option<Stop> {
        match &self.rules {
            Rules::Turns { agent, .. } => Some(agent.stop()),
            Rules::Other(_) => None,
        }
    }

    /// Thinks while somebody else does, until it is stopped. An agent that keeps its tree knows more afterwards.
    pub(crate) fn ponder(&mut self) {
        if let Rules::Turns { game, played, agent } = &mut self.rules
            && played.ending().is_none()
            && game.to_move(&self.state).index() != self.role
        {
            agent.hurry(None);
            agent.analyse(played.as_ref(), &mut |_| {});
        }
    }

    fn think(&mut self, legal: &[u32], deadline: Instant) -> u32 {
        let left = deadline.saturating_duration_since(Instant::now());
        match &mut self.rules {
            Rules::Turns { played, agent, .. } => {
                agent.hurry(Some(left.max(Duration::from_millis(1))));
                let choice = agent.analyse(played.as_ref(), &mut |_| {}).choice;
                choice.and_then(|index| legal.get(index).copied()).unwrap_or(legal[0])
            }
            Rules::Other(machine) => {
                try_out(machine, &self.state, self.role, self.roles, legal, deadline, &mut self.random)
            }
        }
    }
}

impl Rules {
    fn new(sheet: &Sheet, machine: Machine, budget: Budget, spec: &AgentSpec) -> Result<Rules, String> {
        let Ok(game) = SheetGame::of("sheet", "", sheet, machine) else {
            return Machine::new(sheet, budget).map(Rules::Other).map_err(|error| error.to_string());
        };
        let catalogue = Catalogue::empty().with_sheet(game.clone());
        let rules: Arc<dyn Playable> = catalogue.find("sheet").map_err(|error| error.to_string())?;
        let agent = rules.agent(spec).map_err(|error| error.to_string())?;
        let played = rules.start(None).map_err(|error| error.to_string())?;
        Ok(Rules::Turns { game, played, agent })
    }
}

/// Tries every move in random games, again and again until the deadline; the one with the best mean goal.
fn try_out(
    machine: &Machine,
    state: &Bits,
    role: usize,
    roles: usize,
    legal: &[u32],
    deadline: Instant,
    random: &mut Random,
) -> u32 {
    let Some(grounded) = machine.grounded() else { return random.pick(legal) };
    let mut lanes = Lanes::new(&grounded.circuit);
    let mut totals = vec![(0u64, 0u64); legal.len()];
    let mut others = Vec::new();
    'time: loop {
        for (total, &mv) in totals.iter_mut().zip(legal) {
            if Instant::now() >= deadline {
                break 'time;
            }
            let mut moves = Vec::with_capacity(roles);
            for other in 0..roles {
                if machine.legal(state, other, &mut others).is_err() || others.is_empty() {
                    break 'time;
                }
                moves.push(if other == role { mv } else { random.pick(&others) });
            }
            let Ok(next) = machine.next(state, &moves) else { break 'time };
            let sum = lanes.play(&grounded.circuit, &[next], SAMPLE, LONGEST, random);
            *total = (total.0 + sum.goals[role], total.1 + sum.games);
        }
    }
    let mean = |&(goals, games): &(u64, u64)| goals as f64 / games.max(1) as f64;
    let best = (0..legal.len()).max_by(|&a, &b| mean(&totals[a]).total_cmp(&mean(&totals[b])));
    legal[best.unwrap_or(0)]
}
