//! What random play tells about a sheet: whether players take turns, who is to move, and what a cell of a board can hold.

use agon_core::{Player, Random};

use crate::bits::Bits;
use crate::error::Exhausted;
use crate::hashing::Map;
use crate::lanes::Lanes;
use crate::machine::Machine;

/// How many games are looked at step by step, and how many steps in all; fewer where positions are worked out by chaining.
const GAMES: u64 = 48;
const STEPS: usize = 6_000;
const CHAINED_STEPS: usize = 60;
/// A link between gates is looked at in about the sixtieth part of the time that it takes to join a row. More than this are never
/// looked at, and this many steps always are.
const LINKS_PER_ROW: u64 = 60;
const MOST_LINKS: u64 = 1_000_000_000;
const FEWEST_STEPS: usize = 100;
/// How many more games are played side by side, to see whether two players ever have a choice at once or out of turn, and for how long; fewer
/// where there are more links than this.
const MORE_GAMES: u64 = 2048;
const FEWER_GAMES: u64 = 512;
const MANY_LINKS: usize = 50_000;
const MORE_STEPS: u32 = 600;
/// A game longer than this is stopped.
pub(crate) const LONGEST: u32 = 4096;

/// One step of a random game.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) before: Bits,
    pub(crate) after: Bits,
    /// The role that had a choice.
    pub(crate) chooser: Option<usize>,
    pub(crate) moves: [u32; 2],
}

/// How the player to move is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// This fluent holds exactly when this player is to move, as far as random games tell.
    Fluent(u32, Player),
    /// It is only known from who has a choice.
    Choice,
}

/// What was found out.
#[derive(Clone, Debug)]
pub(crate) struct Study {
    pub(crate) steps: Vec<Step>,
    pub(crate) turn: Turn,
    /// The moves of each role that it makes while the other one chooses.
    pub(crate) idle: [Vec<u32>; 2],
    /// What is odd about the sheet.
    pub(crate) notes: Vec<String>,
}

/// Why a sheet cannot be played here.
pub(crate) fn refuse_roles(roles: &[String]) -> Option<String> {
    match roles.len() {
        2 => None,
        1 => Some(format!("the sheet has one role, {}; expected two players", roles[0])),
        count => Some(format!("the sheet has {count} roles, {}; expected two players", roles.join(", "))),
    }
}

/// Why a sheet cannot be played here.
const SIMULTANEOUS: &str = "both roles have a choice of moves at once; expected players who take turns";

impl Study {
    /// Plays a sheet with two roles, in about the time that it takes to join so many rows.
    pub(crate) fn new(machine: &Machine, most_work: u64) -> Result<Study, String> {
        let tell = |error: Exhausted| error.to_string();
        let mut study =
            Study { steps: Vec::new(), turn: Turn::Choice, idle: Default::default(), notes: Vec::new() };
        if machine.is_terminal(&machine.initial()).map_err(tell)? {
            return Err(
                "the game is over before it begins; expected a position in which somebody can move".into()
            );
        }
        let most_links = most_work.saturating_mul(LINKS_PER_ROW).min(MOST_LINKS);
        let most = machine.grounded().map_or(CHAINED_STEPS, |grounded| {
            let links = grounded.circuit.link_count().max(1) as u64;
            STEPS.min((most_links / links) as usize).max(FEWEST_STEPS)
        });
        let mut sums: Map<i32, u32> = Map::default();
        for game in 0..GAMES {
            if study.steps.len() >= most || machine.work() > most_work {
                break;
            }
            study.walk(machine, game, [most as u64, most_work], &mut sums).map_err(tell)??;
        }
        if study.steps.is_empty() && machine.work() > most_work {
            return Err(tell(Exhausted::Work(most_work)));
        }
        study.find_idle();
        study.turn = study.find_turn(machine);
        if let Some(grounded) = machine.grounded() {
            let circuit = &grounded.circuit;
            let games = if circuit.link_count() > MANY_LINKS { FEWER_GAMES } else { MORE_GAMES };
            let (start, random) = (machine.initial(), &mut Random::new(1));
            let mut lanes = Lanes::new(circuit);
            if let Turn::Fluent(fluent, player) = study.turn {
                lanes.watch_turns(fluent, player.index());
            }
            let sum = lanes.play_within(circuit, &start, games, MORE_STEPS, random, most_links);
            if sum.out_of_turn > 0 {
                study.turn = Turn::Choice;
            }
            if sum.simultaneous > 0 {
                return Err(SIMULTANEOUS.into());
            }
            if sum.stopped > 0 {
                let (stopped, games) = (sum.stopped, sum.games + sum.stopped);
                study.notes.push(format!(
                    "{stopped} of {games} random games did not end within {MORE_STEPS} moves, or had no legal move"
                ));
            }
        }
        if sums.len() > 1 {
            study.notes.push(
                "the goals of both roles do not always add up to the same number: their difference counts"
                    .into(),
            );
        }
        Ok(study)
    }

    fn walk(
        &mut self,
        machine: &Machine,
        game: u64,
        [most_steps, most_work]: [u64; 2],
        sums: &mut Map<i32, u32>,
    ) -> Result<Result<(), String>, Exhausted> {
        let mut random = Random::stream(3, game);
        let mut state = machine.initial();
        let mut legal = [Vec::new(), Vec::new()];
        for _ in 0..LONGEST {
            if self.steps.len() as u64 >= most_steps || machine.work() > most_work {
                break;
            }
            if machine.is_terminal(&state)? {
                if let (Some(first), Some(second)) = (machine.goal(&state, 0)?, machine.goal(&state, 1)?) {
                    *sums.entry(first + second).or_default() += 1;
                }
                break;
            }
            for (role, moves) in legal.iter_mut().enumerate() {
                machine.legal(&state, role, moves)?;
            }
            if legal.iter().any(Vec::is_empty) {
                break;
            }
            let chooser = match [legal[0].len(), legal[1].len()] {
                [1, 1] => None,
                [_, 1] => Some(0),
                [1, _] => Some(1),
                _ => return Ok(Err(SIMULTANEOUS.into())),
            };
            let moves = [random.pick(&legal[0]), random.pick(&legal[1])];
            let after = machine.next(&state, &moves)?;
            self.steps.push(Step {
                before: std::mem::replace(&mut state, after.clone()),
                after,
                chooser,
                moves,
            });
        }
        Ok(Ok(()))
    }

    fn find_idle(&mut self) {
        for role in 0..2 {
            let waits = self.steps.iter().filter(|step| step.chooser == Some(1 - role));
            let mut idle: Vec<u32> = waits.map(|step| step.moves[role]).collect();
            idle.sort_unstable();
            idle.dedup();
            self.idle[role] = idle;
        }
    }

    /// A fluent that tells who chooses, whenever somebody does; or the moves of those who wait.
    fn find_turn(&self, machine: &Machine) -> Turn {
        let choosing = |role: usize| self.steps.iter().filter(move |step| step.chooser == Some(role));
        for fluent in 0..machine.fluent_count() as u32 {
            let held = [0, 1].map(|role| {
                let (mut all, mut any, mut some) = (true, false, false);
                for step in choosing(role) {
                    let holds = step.before.contains(fluent);
                    (all, any, some) = (all && holds, any || holds, true);
                }
                (some && all, !any)
            });
            match held {
                [(true, _), (_, true)] => return Turn::Fluent(fluent, Player::First),
                [(_, true), (true, _)] => return Turn::Fluent(fluent, Player::Second),
                _ => {}
            }
        }
        Turn::Choice
    }

    /// Who was to move in a step.
    pub(crate) fn mover(&self, step: &Step) -> Player {
        match (&self.turn, step.chooser) {
            (Turn::Fluent(fluent, player), _) => {
                if step.before.contains(*fluent) {
                    *player
                } else {
                    !*player
                }
            }
            (_, Some(1)) => Player::Second,
            (_, Some(_)) => Player::First,
            (Turn::Choice, None) => forced_mover(&self.idle, step.moves),
        }
    }
}

/// Who is to move when nobody has a choice: the one whose move is not that of somebody who waits.
pub(crate) fn forced_mover(idle: &[Vec<u32>; 2], moves: [u32; 2]) -> Player {
    let waits = [0, 1].map(|role| idle[role].contains(&moves[role]));
    if waits[0] && !waits[1] { Player::Second } else { Player::First }
}
