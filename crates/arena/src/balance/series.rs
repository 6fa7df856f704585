//! A number of games against one opponent.

use std::ops::RangeInclusive;
use std::sync::Arc;

use agon_agents::balanced::win_in_one;
use agon_agents::{AgentError, AgentSpec, Playable};
use agon_core::hash::combine;
use agon_core::{Player, Record};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::cell::Cell;
use super::ladder::{honest, referee};
use super::referee::{Ply, Referee, replay};
use crate::bout::{Bout, FinishedGame};
use crate::ledger::{Desk, Extra, Kind, Ledger, LedgerError, Named, Pairing, RuleSet, Run, Slot};
use crate::openings::{self, Opening};
use crate::range::{OutOfRange, within};

/// A measurement that cannot be made.
#[derive(Debug, Error)]
pub enum BalanceError {
    /// An agent does not suit the game, or has nothing to remember.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The games cannot be kept.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// A number makes no sense.
    #[error(transparent)]
    Range(#[from] OutOfRange),
}

/// What is the same for all opponents.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Setting {
    /// The agent.
    pub agent: AgentSpec,
    /// Whether one number is carried from game to game.
    pub memory: bool,
    /// Games per opponent.
    pub games: usize,
    /// Random plies at the beginning of every pair of games.
    pub opening_plies: u32,
    /// What everything random depends on.
    pub seed: u64,
    /// Every so many games one is judged by the referee; 0 for none.
    pub judged_every: usize,
}

/// What the games depend on, as a ledger tells it. TOML knows no greater seeds.
#[derive(Serialize, Deserialize)]
struct Text {
    agent: String,
    memory: bool,
    games: usize,
    opening_plies: u32,
    seed: i64,
    judged_every: usize,
}

impl Setting {
    /// How many games a series may have.
    pub const GAMES: RangeInclusive<u64> = 2..=1_000_000;
    /// How many random plies may come first.
    pub const OPENINGS: RangeInclusive<u64> = 0..=1000;
    /// Every how many games one may be judged; 0 for none.
    pub const JUDGED_EVERY: RangeInclusive<u64> = 0..=1_000_000;

    /// What is wrong with it, if anything.
    pub fn check(&self) -> Result<(), OutOfRange> {
        within("games", self.games as u64, Setting::GAMES)?;
        within("plies of an opening", self.opening_plies.into(), Setting::OPENINGS)?;
        within("games of which one is judged", self.judged_every as u64, Setting::JUDGED_EVERY)
    }

    /// What the ledger of a measurement is of. Games and opponents may be added.
    pub fn describe(&self) -> Run {
        let Setting { agent, memory, games, opening_plies, seed, judged_every } = self.clone();
        let name = format!("The balance of {agent}{}", if memory { " with memory" } else { "" });
        let text = Text {
            agent: agent.to_string(),
            memory,
            games,
            opening_plies,
            seed: seed.cast_signed(),
            judged_every,
        };
        Run {
            kind: Kind::Balance,
            name,
            text: toml::to_string(&text).expect("texts and numbers can be written as TOML"),
            ..Run::default()
        }
    }

    /// The setting of a ledger, if it is of a measurement.
    pub fn of(run: &Run) -> Option<Setting> {
        let text: Text = toml::from_str(&run.text).ok().filter(|_| run.kind == Kind::Balance)?;
        let Text { agent, memory, games, opening_plies, seed, judged_every } = text;
        let (agent, seed) = (agent.parse().ok()?, seed.cast_unsigned());
        Some(Setting { agent, memory, games, opening_plies, seed, judged_every })
    }
}

/// What is noted of a game of the agent.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Note {
    /// What is remembered after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) u: Option<f32>,
    /// How often the agent could have won at once, and did not.
    pub(super) refused: u64,
    /// What the referee says, if the game was judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) judged: Option<Vec<Ply>>,
}

/// What sets the games of the agent apart from those of somebody who plays to win, also where both are the same.
const ROUNDS: [u32; 2] = [0, 1];

/// The game of a series with this number, from 0.
pub(super) fn slot(pairing: usize, number: usize) -> Slot {
    Slot::open_ended(pairing, number as u32 / 2, number.is_multiple_of(2))
}

/// All complete series of a ledger.
pub fn cells(ledger: &Ledger) -> Result<Vec<Cell>, LedgerError> {
    let Some(setting) = Setting::of(ledger.run()) else { return Ok(Vec::new()) };
    let meetings = || ledger.pairings().iter().enumerate();
    let mut cells = Vec::new();
    for (agent, pairing) in meetings().filter(|(_, pairing)| pairing.round == ROUNDS[0]) {
        let same = |other: &Pairing| other.rules == pairing.rules && other.agents[1] == pairing.agents[1];
        let honest = meetings().find(|(_, other)| other.round == ROUNDS[1] && same(other));
        if let Some((honest, _)) = honest {
            cells.extend(Cell::of(ledger, &setting, [agent, honest])?);
        }
    }
    Ok(cells)
}

/// The games of an agent against one opponent.
pub struct Series {
    rules: Arc<dyn Playable>,
    setting: Setting,
    agent: AgentSpec,
    opponent: AgentSpec,
    openings: Vec<Opening>,
    /// The indices of the agent's meeting in the ledger, and of that of somebody who plays to win.
    pairings: [usize; 2],
}

impl Series {
    /// A series to be played, entered in a ledger. Fails if an agent does not suit the game, or has nothing to remember.
    pub fn new(
        rules: Arc<dyn Playable>,
        setting: Setting,
        opponent: AgentSpec,
        ledger: &mut Ledger,
    ) -> Result<Series, BalanceError> {
        setting.check()?;
        let agent = setting.agent.clone();
        for spec in [&agent, &opponent] {
            rules.agent(spec)?;
        }
        if setting.memory {
            agent.with("u", "0")?;
        }
        let pairs = setting.games.div_ceil(2);
        let mut openings = openings::random(rules.as_ref(), pairs, setting.opening_plies, setting.seed);
        if openings.is_empty() {
            openings.push(Opening::default());
        }
        let place = ledger.rules(&RuleSet::new(rules.as_ref(), &openings))?;
        let other = ledger.agent(&Named::plain(&opponent))?;
        let mut pairings = [0; 2];
        for (index, spec) in [&agent, &honest(&agent)].into_iter().enumerate() {
            let agents = [ledger.agent(&Named::plain(spec))?, other];
            pairings[index] = ledger.pair(&[Pairing { round: ROUNDS[index], rules: place, agents }])?[0];
        }
        Ok(Series { rules, setting, agent, opponent, openings, pairings })
    }

    /// Plays all games that the ledger does not have, and as many by somebody who plays to win, and has them judged. The ledger is
    /// the one that the series was entered in.
    pub fn run(&self, desk: &Desk<'_>) -> Result<Cell, LedgerError> {
        let [own, other] = self.pairings;
        let mut referee =
            Referee::new(self.rules.as_ref(), &referee(&self.agent)).expect("the referee plays every game");
        let mut u = None;
        for number in 0..self.setting.games {
            let kept = desk.game(slot(own, number), || self.play(number, u, &mut referee))?;
            let note: Option<Note> = kept.note.and_then(|note| serde_json::from_str(&note).ok());
            u = note.and_then(|note| note.u);
        }
        let honest = honest(&self.agent);
        for number in 0..self.setting.games {
            desk.game(slot(other, number), || (self.bout(&honest, number).play(), Extra::default()))?;
        }
        let cell = Cell::of(&desk.ledger(), &self.setting, self.pairings)?;
        Ok(cell.expect("all games were played"))
    }

    fn bout<'a>(&'a self, agent: &'a AgentSpec, number: usize) -> Bout<'a> {
        Bout {
            rules: self.rules.as_ref(),
            agents: [agent, &self.opponent],
            opening: self.openings.get(number / 2 % self.openings.len()),
            a_first: number.is_multiple_of(2),
            seed: combine([self.setting.seed, number as u64]),
            max_plies: None,
        }
    }

    /// Plays one game of the agent, given what it remembers, and notes what it remembers then and what is to be said about it.
    fn play(&self, number: usize, u: Option<f32>, referee: &mut Referee) -> (FinishedGame, Extra) {
        let spec = match u {
            Some(u) => self.agent.with("u", &u.to_string()).expect("the agent remembers"),
            None => self.agent.clone(),
        };
        let bout = self.bout(&spec, number);
        let (mut a, mut b) = (bout.seat(0), bout.seat(1));
        let game = bout.play_with(&mut [a.as_mut(), b.as_mut()]);
        let mut note = Note::default();
        if self.setting.memory {
            a.conclude(f32::from(game.gain));
            note.u = a.memory();
        }
        // How many of the first moves nobody chose.
        let skipped = bout.opening.map_or(0, |opening| opening.moves.len());
        note.refused = self.wins_in_one_refused(&game, bout.a_first, skipped);
        if self.is_judged(number) {
            note.judged = Some(referee.judge(self.rules.as_ref(), &game.record, bout.a_first, skipped));
        }
        let note = serde_json::to_string(&note).expect("numbers can be written as JSON");
        (game, Extra { note: Some(note), attachment: None })
    }

    /// How often the agent could have won at once, and did not.
    fn wins_in_one_refused(&self, game: &FinishedGame, agent_first: bool, skipped: usize) -> u64 {
        let agent = if agent_first { Player::First } else { Player::Second };
        let record: &Record = &game.record;
        let mut refused = 0;
        replay(self.rules.as_ref(), record, |position, _, number| {
            // A win at once ends the game, so only the last move of a game that was won can be one.
            let took = number + 1 == record.moves.len() && game.gain == 1;
            if number >= skipped && !took && position.to_move() == agent {
                refused += u64::from(win_in_one(position).is_some());
            }
        });
        refused
    }

    /// Whether a game is judged: one of so many, and both sides in turn, the first game of the first pair and the second of a
    /// later one.
    fn is_judged(&self, number: usize) -> bool {
        let every = self.setting.judged_every;
        every > 0 && number % every == (number / every) % 2 % every
    }
}

#[cfg(test)]
mod tests {
    use agon_agents::Catalogue;

    use super::*;
    use agon_core::spread::spread;

    fn setting(agent: &str, memory: bool) -> Setting {
        let agent = agent.parse().unwrap();
        Setting { agent, memory, games: 12, opening_plies: 1, seed: 3, judged_every: 4 }
    }

    fn ledger(setting: &Setting) -> Ledger {
        Ledger::in_memory(&setting.describe()).unwrap()
    }

    fn series(setting: &Setting, opponent: &str, ledger: &mut Ledger) -> Result<Series, BalanceError> {
        let rules = Catalogue::shipped().find("tic-tac-toe").unwrap();
        Series::new(rules, setting.clone(), opponent.parse().unwrap(), ledger)
    }

    fn cell(agent: &str, memory: bool, opponent: &str) -> Cell {
        let setting = setting(agent, memory);
        let mut ledger = ledger(&setting);
        let series = series(&setting, opponent, &mut ledger).unwrap();
        series.run(&Desk::new(&mut ledger)).unwrap()
    }

    #[test]
    fn cells_do_not_depend_on_the_number_of_jobs_and_are_what_the_ledger_says() {
        let setting = setting("fair:nodes=60", true);
        let texts = [1, 3].map(|jobs| {
            let mut ledger = ledger(&setting);
            let all = ["random", "greedy", "uct:playouts=20"]
                .map(|opponent| series(&setting, opponent, &mut ledger).unwrap());
            let desk = Desk::new(&mut ledger);
            let played = spread(all.len(), jobs, |number| all[number].run(&desk).unwrap());
            assert_eq!(cells(&ledger).unwrap(), played);
            assert_eq!(Setting::of(ledger.run()).as_ref(), Some(&setting));
            format!("{:?}", played.into_iter().map(Cell::without_time).collect::<Vec<_>>())
        });
        assert_eq!(texts[0], texts[1]);
    }

    #[test]
    fn memory_adds_up_and_no_win_in_one_is_refused() {
        let cell = cell("fair:nodes=60", true, "random");
        let gain = cell.tally.wins as f32 - cell.tally.losses as f32;
        assert_eq!(cell.memory.len(), 12);
        let inside = cell.memory.iter().all(|u| u.abs() < 3.9);
        assert!(!inside || (cell.memory[11] + 0.5 * gain).abs() < 1e-4, "{cell:?}");
        assert_eq!(cell.wins_in_one_refused, 0);
        assert_eq!(cell.judged.unwrap().games, 3);
    }

    #[test]
    fn an_agent_without_memory_cannot_be_asked_to_remember() {
        let setting = setting("greedy", true);
        let error = series(&setting, "random", &mut ledger(&setting)).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains("no key 'u'"), "{error}");
    }

    #[test]
    fn settings_that_nobody_means_are_refused() {
        let plain = setting("greedy", false);
        let told = |setting: Setting| setting.check().unwrap_err().to_string();
        assert_eq!(plain.check(), Ok(()));
        let few = told(Setting { games: 1, ..plain.clone() });
        assert_eq!(few, "the number of games is 1; expected one from 2 to 1000000");
        assert!(told(Setting { opening_plies: u32::MAX, ..plain.clone() }).contains("from 0 to 1000"));
        // TOML, as which ledgers tell what they are of, knows no such numbers.
        assert!(told(Setting { judged_every: usize::MAX, ..plain.clone() }).contains("one is judged"));
        let wrong = Setting { games: 1, ..plain.clone() };
        assert!(matches!(series(&wrong, "random", &mut ledger(&plain)), Err(BalanceError::Range(_))));
    }

    #[test]
    fn a_random_player_refuses_wins_and_is_seen_to() {
        let cell = cell("random", false, "random");
        assert!(cell.wins_in_one_refused > 0, "{cell:?}");
        assert!(cell.memory.is_empty());
    }
}
