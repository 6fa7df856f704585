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

/// How many rows are joined, at most, for each second of the clock: a sheet that needs more is played without gates. What it takes to
/// chain such a sheet, and to find out how it is played, takes as much again, and slow machines take longer.
const WORK_PER_SECOND: u64 = 250_000;
/// Links between gates that are surely looked at in a second, for 512 games at once.
const LINKS_PER_SECOND: f64 = 50e6;
/// Random games after each candidate move, each time it is tried.
const SAMPLE: u64 = 128;
/// Games longer than this say nothing.
const LONGEST: u32 = 1000;

/// Who thinks where nobody is named; and how, where a batch of random games is over soon enough: with as many links looked at.
const USUAL: &str = "uct:time=3600s,solver=on,reuse=on";
const SIDE_BY_SIDE: &str = ",batch=16,each=32";
const GAMES_OF_A_BATCH: u64 = 16 * 32;
/// Some 25 milliseconds: a thought may end that much late, and more on a machine that others use too.
const LINKS_OF_A_BATCH: u64 = 10_000_000;

pub(crate) struct Seat {
    rules: Rules,
    roles: usize,
    role: usize,
    state: Bits,
    random: Random,
    /// Ends what is thought here without an agent.
    stop: Stop,
    /// The last moves of all roles and what was answered to them.
    last: Option<(String, String)>,
}

enum Rules {
    /// Two players who take turns: any agent can play.
    Turns { game: SheetGame, played: Box<dyn Match>, agent: Box<dyn Agent> },
    /// Anything else, and what is too slow for an agent to keep its clock: moves are tried in random games.
    Other(Machine),
}

impl Seat {
    /// Takes a seat. The clock says how much work may go into the rules.
    pub(crate) fn new(
        rules: &[Node],
        role: &str,
        spec: Option<&AgentSpec>,
        clock: u64,
    ) -> Result<Seat, String> {
        let sheet = Sheet::from_nodes(rules).map_err(|error| error.to_string())?;
        let plain = Budget::default();
        let budget = Budget { work: plain.work.min(WORK_PER_SECOND * clock.max(1)), ..plain };
        let machine = Machine::new(&sheet, budget).map_err(|error| error.to_string())?;
        let roles = machine.roles();
        let exact = roles.iter().position(|known| known == role);
        let place = exact.or_else(|| roles.iter().position(|known| known.eq_ignore_ascii_case(role)));
        let place =
            place.ok_or_else(|| format!("there is no role '{role}'; expected {}", roles.join(" or ")))?;
        let state = machine.initial();
        let spec = &spec.map_or_else(|| usual(&machine), AgentSpec::clone);
        let rules = Rules::new(&sheet, machine, budget, spec)?;
        Ok(Seat {
            rules,
            roles: roles.len(),
            role: place,
            state,
            random: Random::new(spec.seed()),
            stop: Stop::new(),
            last: None,
        })
    }

    fn machine(&self) -> &Machine {
        match &self.rules {
            Rules::Turns { game, .. } => game.machine(),
            Rules::Other(machine) => machine,
        }
    }

    /// Goes on by the moves of all roles, and chooses a move before the deadline. A question that was answered already is answered again in
    /// the same way: servers that heard nothing may repeat it.
    pub(crate) fn answer(&mut self, moves: Option<&[Node]>, deadline: Instant) -> Result<String, String> {
        let told = moves.map(write_moves).unwrap_or_default();
        let known = self.last.as_ref().filter(|(asked, _)| *asked == told).map(|(_, answer)| answer.clone());
        if let Some(moves) = moves {
            // The same moves may come twice in a row, but then our own one is the one that we answered.
            let is_next = |answer: &String| {
                moves.get(self.role).is_some_and(|own| own.to_string().eq_ignore_ascii_case(answer))
            };
            let known = known.filter(|answer| !is_next(answer));
            match known {
                Some(answer) => return Ok(answer),
                None => self.advance(moves)?,
            }
        } else if let Some(answer) = known {
            return Ok(answer);
        }
        let answer = self.choose(deadline)?;
        self.last = Some((told, answer.clone()));
        Ok(answer)
    }

    /// Goes on by the moves of all roles.
    fn advance(&mut self, moves: &[Node]) -> Result<(), String> {
        if moves.len() != self.roles {
            return Err(format!("{} moves came; expected one for each of {} roles", moves.len(), self.roles));
        }
        let (mut numbers, mut legal) = (Vec::new(), Vec::new());
        for (role, node) in moves.iter().enumerate() {
            self.machine().legal(&self.state, role, &mut legal).map_err(|error| error.to_string())?;
            let mv = self.machine().find_move(role, &legal, node);
            numbers.push(mv.ok_or_else(|| format!("'{node}' is not a legal move here"))?);
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
    fn choose(&mut self, deadline: Instant) -> Result<String, String> {
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
    pub(crate) fn stop(&self) -> Stop {
        match &self.rules {
            Rules::Turns { agent, .. } => agent.stop(),
            Rules::Other(_) => self.stop.clone(),
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
                let mut trial =
                    Trial { machine, role: self.role, roles: self.roles, random: &mut self.random };
                let stop = &self.stop;
                let is_over = |reserve: Duration| stop.is_pressed() || Instant::now() + reserve >= deadline;
                trial.choose(&self.state, legal, deadline, &is_over)
            }
        }
    }
}

/// Who thinks about a sheet where nobody is named.
fn usual(machine: &Machine) -> AgentSpec {
    let is_quick = machine.grounded().is_some_and(|grounded| {
        let (circuit, start, random) = (&grounded.circuit, &machine.initial(), &mut Random::new(1));
        let mut lanes = Lanes::new(circuit);
        let sum = lanes.play_within(circuit, start, GAMES_OF_A_BATCH, LONGEST, random, LINKS_OF_A_BATCH);
        sum.games == GAMES_OF_A_BATCH
    });
    let keys = if is_quick { SIDE_BY_SIDE } else { "" };
    format!("{USUAL}{keys}").parse().expect("this search and its keys exist")
}

/// Moves of all roles as one text.
fn write_moves(moves: &[Node]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

impl Rules {
    fn new(sheet: &Sheet, machine: Machine, budget: Budget, spec: &AgentSpec) -> Result<Rules, String> {
        // One position of a sheet without gates takes so long that no agent could end a random game in time.
        if machine.grounded().is_none() {
            return Ok(Rules::Other(machine));
        }
        let game = match SheetGame::of("sheet", "", sheet, machine, budget) {
            Ok(game) => game,
            Err(refused) => return Ok(Rules::Other(refused.machine)),
        };
        let catalogue = Catalogue::empty().with_sheet(game.clone());
        let rules: Arc<dyn Playable> = catalogue.find("sheet").map_err(|error| error.to_string())?;
        let agent = rules.agent(spec).map_err(|error| error.to_string())?;
        let played = rules.start(None).map_err(|error| error.to_string())?;
        Ok(Rules::Turns { game, played, agent })
    }
}

/// Random games in which moves are tried.
struct Trial<'a> {
    machine: &'a Machine,
    role: usize,
    roles: usize,
    random: &'a mut Random,
}

impl Trial<'_> {
    /// Tries every move in random games, again and again until it is over; the one with the best mean goal. `is_over` is told how
    /// long the next step may take.
    fn choose(
        &mut self,
        state: &Bits,
        legal: &[u32],
        deadline: Instant,
        is_over: &dyn Fn(Duration) -> bool,
    ) -> u32 {
        let mut lanes =
            self.machine.grounded().map(|grounded| (&grounded.circuit, Lanes::new(&grounded.circuit)));
        let mut totals = vec![(0u64, 0u64); legal.len()];
        let mut longest = Duration::ZERO;
        'time: loop {
            for (total, &mv) in totals.iter_mut().zip(legal) {
                if is_over(longest) {
                    break 'time;
                }
                let begun = Instant::now();
                let Some(next) = self.step(state, Some(mv)) else { break 'time };
                let (goals, games) = if let Some((circuit, lanes)) = &mut lanes {
                    let left = deadline.saturating_duration_since(begun).as_secs_f64();
                    let most = (left * LINKS_PER_SECOND) as u64;
                    let sum = lanes.play_within(circuit, &next, SAMPLE, LONGEST, self.random, most);
                    longest = longest.max(begun.elapsed());
                    (sum.goals[self.role], sum.games)
                } else {
                    let Some(goal) = self.play_out(next, &mut longest, is_over) else { break 'time };
                    (goal, 1)
                };
                *total = (total.0 + goals, total.1 + games);
            }
        }
        let mean = |&(goals, games): &(u64, u64)| goals as f64 / games.max(1) as f64;
        let best = (0..legal.len()).max_by(|&a, &b| mean(&totals[a]).total_cmp(&mean(&totals[b])));
        legal[best.unwrap_or(0)]
    }

    /// One step: this move of our own, or a random one, and random moves of all others. Nothing if somebody has none.
    fn step(&mut self, state: &Bits, own: Option<u32>) -> Option<Bits> {
        let (mut moves, mut legal) = (Vec::with_capacity(self.roles), Vec::new());
        for role in 0..self.roles {
            self.machine.legal(state, role, &mut legal).ok().filter(|()| !legal.is_empty())?;
            let own = own.filter(|_| role == self.role);
            moves.push(own.unwrap_or_else(|| self.random.pick(&legal)));
        }
        self.machine.next(state, &moves).ok()
    }

    /// Plays one random game; what it is worth, unless it is over before.
    fn play_out(
        &mut self,
        mut state: Bits,
        longest: &mut Duration,
        is_over: &dyn Fn(Duration) -> bool,
    ) -> Option<u64> {
        for _ in 0..LONGEST {
            if is_over(*longest) {
                return None;
            }
            let begun = Instant::now();
            if self.machine.is_terminal(&state).ok()? {
                let goal = self.machine.goal(&state, self.role).ok()?;
                return Some(goal.map_or(0, |goal| u64::from(goal.unsigned_abs())));
            }
            let Some(next) = self.step(&state, None) else { return Some(0) };
            state = next;
            *longest = (*longest).max(begun.elapsed());
        }
        Some(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_games_are_played_side_by_side_where_they_are_over_soon() {
        let machine = |text: &str| Machine::new(&Sheet::read(text).unwrap(), Budget::default()).unwrap();
        let quick = machine(include_str!("../../gdl/sheets/connect-four.kif"));
        assert_eq!(usual(&quick), "uct:time=3600s,solver=on,reuse=on,batch=16,each=32".parse().unwrap());
        let slow = machine(include_str!("../../gdl/sheets/lines-of-action.kif"));
        assert_eq!(usual(&slow), USUAL.parse().unwrap());
        let endless = "(role a) (role b) (init (turn a)) (legal b wait) (legal a (go 1)) (legal a (go 2))
            (<= (next (turn a)) (true (turn a))) (<= (next (at ?n)) (does a (go ?n))) (<= terminal (true never))
            (<= (next never) (true never)) (goal a 50) (goal b 50)";
        assert_eq!(usual(&machine(endless)), USUAL.parse().unwrap());
    }
}
