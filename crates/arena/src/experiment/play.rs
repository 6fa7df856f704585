//! The games of an experiment, all contests at once, with what every move cost.

use std::time::Duration;

use agon_agents::{Agent, AgentError, Assessment};
use agon_core::spread::spread;
use agon_core::{Cost, Match};
use agon_search::Stop;
use agon_search::trace::Recorder;

use super::Setting;
use super::report::Item;
use super::words::count;
use crate::bout::Played;
use crate::contest::Contest;

/// A game that was played, move by move.
pub(super) struct Observed {
    /// The game.
    pub(super) played: Played,
    /// What every move cost, in the order of play; the opening is not among them.
    pub(super) moments: Vec<Moment>,
}

/// What one move cost.
#[derive(Clone, Copy)]
pub(super) struct Moment {
    /// Plies played before it.
    pub(super) ply: u32,
    /// Who chose it: 0 for the first agent of the contest.
    pub(super) by: usize,
    /// What the choice cost.
    pub(super) cost: Cost,
}

/// Plays all games of all contests, spread over all workers, and returns them contest by contest.
pub(super) fn play(contests: &[Contest], setting: &Setting<'_>) -> Result<Vec<Vec<Observed>>, AgentError> {
    contests.iter().try_for_each(Contest::check)?;
    let tasks: Vec<(usize, usize)> = contests
        .iter()
        .enumerate()
        .flat_map(|(index, contest)| (0..2 * contest.pairs).map(move |number| (index, number)))
        .collect();
    let games = setting.spread(tasks.len(), |task| {
        let (index, number) = tasks[task];
        observe(&contests[index], number)
    });
    let mut sorted: Vec<Vec<Observed>> = contests.iter().map(|_| Vec::new()).collect();
    for ((index, _), game) in tasks.into_iter().zip(games) {
        sorted[index].push(game);
    }
    Ok(sorted)
}

fn observe(contest: &Contest, number: usize) -> Observed {
    let bout = contest.bout(number);
    let [a, b] = [0, 1].map(|index| bout.seat(index));
    let (mut a, mut b) = (Watched { agent: a, log: Vec::new() }, Watched { agent: b, log: Vec::new() });
    let played = bout.play_with(&mut [&mut a, &mut b]);
    let tell = |log: Vec<(u32, Cost)>, by| log.into_iter().map(move |(ply, cost)| Moment { ply, by, cost });
    let mut moments: Vec<Moment> = tell(a.log, 0).chain(tell(b.log, 1)).collect();
    moments.sort_by_key(|moment| moment.ply);
    Observed { played, moments }
}

/// What is to be said about games that were lost because an agent failed.
pub(super) fn faults<'a>(games: impl IntoIterator<Item = &'a Played>) -> Option<Item> {
    let faults: Vec<&str> = games.into_iter().filter_map(|played| played.fault.as_deref()).collect();
    let first = faults.first()?;
    Some(Item::Text(format!("Lost by a fault: {}; the first: {first}.", count(faults.len(), "game"))))
}

/// An agent and what its moves cost.
struct Watched {
    agent: Box<dyn Agent>,
    log: Vec<(u32, Cost)>,
}

impl Agent for Watched {
    fn analyse(&mut self, played: &dyn Match, watch: &mut dyn FnMut(&Assessment)) -> Assessment {
        let assessment = self.agent.analyse(played, watch);
        self.log.push((played.plies(), assessment.cost));
        assessment
    }

    fn hurry(&mut self, time: Option<Duration>) {
        self.agent.hurry(time);
    }

    fn stop(&self) -> Stop {
        self.agent.stop()
    }

    fn reset(&mut self) {
        self.agent.reset();
    }

    fn recorder(&mut self) -> Option<&mut Option<Recorder>> {
        self.agent.recorder()
    }

    fn conclude(&mut self, gain: f32) {
        self.agent.conclude(gain);
    }

    fn memory(&self) -> Option<f32> {
        self.agent.memory()
    }
}

impl Setting<'_> {
    /// Spreads work over the workers, and says how far it has come.
    pub(super) fn spread<T: Send>(&self, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
        (self.progress)(0, count);
        let done = std::sync::atomic::AtomicUsize::new(0);
        spread(count, self.jobs, |number| {
            let result = work(number);
            let before = done.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            (self.progress)(before + 1, count);
            result
        })
    }
}
