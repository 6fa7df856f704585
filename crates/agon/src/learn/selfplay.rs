//! `agon learn self-play`.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use agon_agents::{Catalogue, Playable};
use agon_learn::Unfit;
use agon_learn::generations::{Common, Course, Study};
use agon_learn::selfplay::{Drawn, Plan};
use agon_nets::patterns::Recipe;
use anyhow::{Result, anyhow};
use clap::Parser;

use super::course;
use crate::jobs::Jobs;
use crate::usage;

/// Learn a game from its rules alone.
///
/// A program plays against itself, fast games by the thousand; a network is fitted to their results and to what the searches
/// said, and plays the next generation of games if it beats the best one so far. The first generation knows nothing but
/// random games. The same command after an interruption goes on where it was.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, such as `othello`.
    game: String,
    /// Generations to play, those that are there already included.
    #[arg(long, value_name = "NUMBER", default_value_t = 6)]
    generations: u64,
    /// Begin no further generation after so many hours.
    #[arg(long, value_name = "HOURS")]
    hours: Option<f64>,
    /// Games of a full generation; the first three play an eighth, a quarter and half as many.
    #[arg(long, default_value_t = 10_000)]
    games: u64,
    /// Positions that are looked at per move.
    #[arg(long, default_value_t = 200)]
    nodes: u64,
    /// Who plays the first generation.
    #[arg(long, value_name = "SPEC", default_value = "uct:playouts=40")]
    first: String,
    /// Every game begins with up to so many random moves.
    #[arg(long, value_name = "PLIES", default_value_t = 10)]
    opening: u32,
    /// The share of later moves that are random.
    #[arg(long, value_name = "SHARE", default_value_t = 0.1)]
    random: f64,
    /// How these are drawn: `any` move is as likely as any other, or those of a high `rank` in a search are more likely.
    #[arg(long, value_name = "any|rank", default_value = "any", value_parser = course::word::<Drawn>)]
    drawn: Drawn,
    /// A game that is longer breaks off; it counts as what the search thought of it last.
    #[arg(long, value_name = "PLIES", default_value_t = 300)]
    longest: u32,
    /// So does one that searches say is worth as much to one player for a while, from the fourth generation on; 1 is never enough.
    #[arg(long, value_name = "VALUE", default_value_t = 1.0)]
    enough: f32,
    /// Generations whose games a network learns from.
    #[arg(long, value_name = "GENERATIONS", default_value_t = 4)]
    window: u64,
    #[command(flatten)]
    network: NetworkOptions,
    /// Games in which a new network has to beat the best one so far.
    #[arg(long, value_name = "GAMES", default_value_t = 200)]
    gate: u32,
    /// Games of every network against the hand-made evaluation, if there is one, and against uct, to show how it does.
    #[arg(long, value_name = "GAMES", default_value_t = 20)]
    strength: u32,
    /// The folder of all files; `learned/GAME.self-play` if left out.
    #[arg(long, visible_alias = "dir", value_name = "FOLDER")]
    out: Option<PathBuf>,
    #[command(flatten)]
    jobs: Jobs,
    /// The seed of everything random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON and nothing else: a line for everything that happens.
    #[arg(long)]
    json: bool,
}

/// What can be chosen about a network and its learning.
#[derive(clap::Args, Clone)]
pub(super) struct NetworkOptions {
    /// The most positions a network learns from.
    #[arg(long, default_value_t = 4_000_000)]
    pub(super) positions: usize,
    /// The share of the game's result in what a position is said to be worth.
    #[arg(long, value_name = "SHARE", default_value_t = 0.75)]
    pub(super) result: f32,
    /// How much of the result is left after each ply on the way back; the searches on the way say the rest.
    #[arg(long, value_name = "SHARE", default_value_t = 1.0)]
    pub(super) lambda: f32,
    /// Which patterns, such as `cell+line8+box3x3`; what suits the board if left out.
    #[arg(long, value_name = "RECIPE")]
    pub(super) patterns: Option<Recipe>,
    /// Phases of the game with weights of their own, at most.
    #[arg(long, default_value_t = 4)]
    pub(super) phases: usize,
    /// Hidden units.
    #[arg(long, default_value_t = 4)]
    pub(super) hidden: usize,
    /// How often all positions are looked at.
    #[arg(long, default_value_t = 8)]
    pub(super) epochs: usize,
    /// Positions per step of learning.
    #[arg(long, default_value_t = 4096)]
    pub(super) batch: usize,
    /// How far weights move at first.
    #[arg(long, default_value_t = 0.05)]
    pub(super) rate: f32,
    /// How little is believed of contents that are rarely seen.
    #[arg(long, value_name = "NUMBER", default_value_t = 0.001)]
    pub(super) caution: f32,
}

impl NetworkOptions {
    /// What a network of a game shall look like, and how it learns.
    fn study(&self, rules: &dyn Playable) -> Study {
        Study {
            positions: self.positions,
            patterns: course::patterns(self.patterns.as_ref(), rules),
            phases: self.phases,
            hidden: self.hidden,
            epochs: self.epochs,
            batch: self.batch,
            rate: self.rate,
            caution: self.caution,
        }
    }

    /// A plan with these settings.
    pub(super) fn change(&self, rules: &dyn Playable, plan: Plan) -> Plan {
        let common = Common { study: self.study(rules), ..plan.common };
        Plan { common, result: self.result, lambda: self.lambda, ..plan }
    }
}

impl Args {
    fn plan(&self, rules: &dyn Playable) -> Plan {
        Plan {
            common: Common {
                game: rules.spec().to_owned(),
                version: rules.info().version,
                nodes: self.nodes,
                longest: self.longest,
                window: self.window,
                seed: self.seed,
                study: self.network.study(rules),
            },
            first: self.first.clone(),
            games: self.games,
            opening: self.opening,
            random: self.random,
            drawn: self.drawn,
            result: self.network.result,
            lambda: self.network.lambda,
            enough: self.enough,
            gate: self.gate,
        }
    }
}

/// What `agon learn self-play` carries out, here or with the games played elsewhere.
pub struct SelfPlay {
    /// What was played and learned so far.
    pub course: Course<Plan>,
    /// Games and threads at the same time.
    pub jobs: usize,
    generations: u64,
    time: Option<Duration>,
    start: Instant,
}

/// The words after `agon learn self-play`.
#[derive(clap::Parser)]
struct Words {
    #[command(flatten)]
    args: Args,
}

impl SelfPlay {
    /// Goes on with what these words ask for, or begins it; they are those that follow `agon learn self-play`.
    pub fn begin(words: impl Iterator<Item = String>, catalogue: &Catalogue) -> Result<SelfPlay> {
        let path = "agon learn self-play";
        let words = Words::try_parse_from(std::iter::once(path.to_owned()).chain(words))
            .map_err(|error| anyhow!(usage::sentence(&error.render().to_string(), path)))?;
        SelfPlay::of(&words.args, catalogue)
    }

    fn of(args: &Args, catalogue: &Catalogue) -> Result<SelfPlay> {
        let rules = catalogue.find(&args.game)?;
        let time = match args.hours {
            None => None,
            Some(hours) => Some(
                Duration::try_from_secs_f64(hours * 3600.0)
                    .map_err(|_| Unfit::new("hours", &hours, "a number of hours, such as 0.5"))?,
            ),
        };
        let plan = args.plan(rules.as_ref());
        let place = course::Place { dir: args.out.as_deref(), ending: "self-play" };
        let course = course::begin(&place, &plan, rules, args.nodes, args.strength)?;
        let (jobs, generations) = (args.jobs.count(), args.generations);
        Ok(SelfPlay { course, jobs, generations, time, start: Instant::now() })
    }

    /// Does this for every generation that is wanted, until it is told that one was stopped.
    pub fn each<E>(
        &mut self,
        mut advance: impl FnMut(&mut Course<Plan>) -> Result<bool, E>,
    ) -> Result<(), E> {
        while (self.course.verdicts().len() as u64) < self.generations
            && self.time.is_none_or(|time| self.start.elapsed() < time)
            && advance(&mut self.course)?
        {}
        Ok(())
    }
}

pub(crate) fn run(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    let mut learning = SelfPlay::of(args, catalogue)?;
    let jobs = learning.jobs;
    learning.each(|course| course::advance(course, jobs, args.json, out))?;
    let course = learning.course;
    match course.best() {
        best if args.json => course::tell_end(best.map(|best| course.network(best)).as_deref(), out)?,
        Some(best) => writeln!(out, "The best network is {}.", course.network(best).display())?,
        None => writeln!(out, "No network has beaten who played first yet; play more generations.")?,
    }
    Ok(course.close()?)
}
