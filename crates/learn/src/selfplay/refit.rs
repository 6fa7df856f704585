//! Other networks for the same games.

use std::path::Path;

use agon_agents::Playable;
use agon_arena::ledger::{Kind, Ledger};
use agon_nets::PatternModel;

use super::plan::Plan;
use crate::error::LearnError;
use crate::generations::{Common, Method, News, fit};

/// Fits a network to all games of a ledger of self-play, with settings that may differ from those they were played for.
/// `change` makes the settings from those of the ledger.
pub fn refit(
    path: &Path,
    rules: &dyn Playable,
    change: impl FnOnce(Plan) -> Plan,
    threads: usize,
    tell: &mut dyn FnMut(News<'_>),
) -> Result<PatternModel, LearnError> {
    let ledger = Ledger::open(path)?;
    let strange = |why: String| LearnError::NotSelfPlay { path: path.display().to_string(), why };
    if ledger.run().kind != Kind::SelfPlay {
        return Err(strange(format!("it holds the games of another kind of run ({})", ledger.run().kind)));
    }
    let played: Plan =
        toml::from_str(&ledger.run().text).map_err(|error| strange(error.message().to_owned()))?;
    let Common { game, version, .. } = &played.common;
    if (game.as_str(), *version) != (rules.spec(), rules.info().version) {
        return Err(strange(format!("its games are those of {game}, version {version}")));
    }
    let plan = change(played);
    plan.check(rules)?;
    fit(&plan, rules, &ledger, &(1..=u64::MAX), None, threads, tell)
}
