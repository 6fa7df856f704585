//! What `agon learn self-play` and `agon learn descent` have in common.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use agon_agents::{AgentSpec, Playable};
use agon_arena::contest::Tally;
use agon_learn::Pace;
use agon_learn::generations::{Course, Method, News};
use agon_learn::patterns::Findings;
use agon_nets::patterns::Recipe;
use agon_search::settings::Setting;
use anyhow::{Result, anyhow};
use serde_json::{Value, json};

use super::file_name;
use crate::interrupt::Interruptible;
use crate::progress::Progress;

/// Reads a word that a setting knows.
pub(super) fn word<T: Setting>(text: &str) -> Result<T, String> {
    T::read(text).ok_or_else(|| format!("expected {}", T::KIND.words()))
}

/// Where a course is kept.
pub(super) struct Place<'a> {
    /// The folder that was asked for.
    pub(super) dir: Option<&'a Path>,
    /// How the name of the folder ends if none was.
    pub(super) ending: &'a str,
}

/// The patterns that were asked for, or those that suit the game.
pub(super) fn patterns(wanted: Option<&Recipe>, rules: &dyn Playable) -> Recipe {
    wanted.cloned().unwrap_or_else(|| Recipe::suiting(&rules.layout(), rules.encoding().kinds))
}

/// Goes on with what is in the folder, or begins. Every network plays `games` games against each of those who do not learn.
pub(super) fn begin<M: Method>(
    place: &Place<'_>,
    plan: &M,
    rules: Arc<dyn Playable>,
    nodes: u64,
    games: u32,
) -> Result<Course<M>> {
    plan.check(rules.as_ref())?;
    let usual = || Path::new("learned").join(format!("{}.{}", file_name(rules.spec()), place.ending));
    let dir: PathBuf = place.dir.map_or_else(usual, Path::to_owned);
    fs::create_dir_all(&dir)
        .map_err(|error| anyhow!("cannot make the folder '{}': {error}", dir.display()))?;
    let mut yardsticks = Vec::new();
    if games > 0 {
        if rules.is_judged() {
            yardsticks.push(format!("pvs:eval=heuristic,memory=1,nodes={nodes}").parse()?);
        }
        yardsticks.push(format!("uct:playouts={nodes}").parse::<AgentSpec>()?);
    }
    Ok(Course::begin(&dir, plan, rules)?.measured_by(yardsticks, games)?)
}

/// Plays and learns the next generation, and tells how it goes; false if it was stopped before the end.
pub(super) fn advance<M: Method>(
    course: &mut Course<M>,
    jobs: usize,
    json: bool,
    out: &mut dyn Write,
) -> Result<bool> {
    let bar = OnceLock::new();
    let pace = Pace {
        jobs,
        goes_on: &|| true,
        tell: &|| {
            if let Some(bar) = bar.get() {
                Progress::advance(bar);
            }
        },
    };
    let interruptible =
        Interruptible::silent("Every finished game and network is kept: the same command goes on.");
    let mut failure = None;
    let whole = course.advance(&pace, &mut |news| {
        if let Err(error) = tell(&news, &bar, json, out) {
            failure.get_or_insert(error);
        }
    })?;
    drop(interruptible);
    failure.map_or(Ok(whole), Err)
}

/// Tells what happens, in words or as a line of JSON.
pub(super) fn tell(news: &News<'_>, bar: &OnceLock<Progress>, json: bool, out: &mut dyn Write) -> Result<()> {
    match news {
        News::Playing { there, games, .. } => _ = bar.set(Progress::new(*there, *games)),
        _ => bar.get().into_iter().for_each(Progress::finish),
    }
    if json {
        writeln!(out, "{}", facts(news))?;
        return Ok(out.flush()?);
    }
    let told = |Tally { wins, draws, losses }: Tally| format!("won {wins}, drew {draws}, lost {losses}");
    match news {
        News::Playing { generation, games, player, .. } => {
            writeln!(out, "Generation {generation}: {games} games by {player}.")?;
        }
        News::Epoch(epoch) => writeln!(
            out,
            "  epoch {}: error {:.5} learning, {:.5} on games kept apart",
            epoch.number, epoch.train, epoch.test
        )?,
        News::Learned { games, positions, epoch, findings } => {
            writeln!(
                out,
                "  {positions} positions of {games} games; the network of epoch {} has error {:.5}.",
                epoch.number, epoch.test
            )?;
            let Findings { hidden, at_work, rounding } = findings;
            let units = if *hidden == 0 {
                String::new()
            } else {
                format!("; {at_work} of {hidden} hidden units are at work")
            };
            writeln!(out, "  rounding its weights changes a value by {rounding:.5} at most{units}.")?;
        }
        News::Gate(verdict) => {
            let against = verdict
                .against
                .map_or_else(|| "who played first".to_owned(), |best| format!("generation {best}"));
            let word = if verdict.accepted { "takes its place" } else { "stays behind" };
            writeln!(out, "  against {against}: {}; it {word}.", told(verdict.tally))?;
        }
        News::Strength(yardstick) => {
            writeln!(out, "  against {}: {}.", yardstick.against, told(yardstick.tally))?;
        }
    }
    out.flush()?;
    Ok(())
}

/// What happens, as data.
fn facts(news: &News<'_>) -> Value {
    match news {
        News::Playing { generation, there, games, player } => json!({
            "event": "playing", "generation": generation, "there": there, "games": games,
            "player": player.to_string(),
        }),
        News::Epoch(epoch) => json!({
            "event": "epoch", "epoch": epoch.number, "train": epoch.train, "test": epoch.test,
        }),
        News::Learned { games, positions, epoch, findings } => json!({
            "event": "learned", "games": games, "positions": positions, "epoch": epoch.number,
            "test": epoch.test, "hidden": findings.hidden, "at_work": findings.at_work,
            "rounding": findings.rounding,
        }),
        News::Gate(verdict) => json!({"event": "gate", "verdict": verdict}),
        News::Strength(yardstick) => json!({"event": "strength", "yardstick": yardstick}),
    }
}

/// Tells as JSON which network came of it all, if any did.
pub(super) fn tell_end(network: Option<&Path>, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{}", json!({"event": "end", "network": network}))?;
    Ok(())
}
