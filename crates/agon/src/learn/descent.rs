//! `agon learn descent`.

use std::io::Write;
use std::path::PathBuf;

use agon_agents::{Catalogue, Playable};
use agon_learn::descent::{Plan, Targets};
use agon_learn::generations::{Common, Study};
use agon_nets::patterns::Recipe;
use agon_search::bestfirst::Ends;
use anyhow::Result;

use super::course;
use crate::jobs::Jobs;

/// Learn a game from its rules alone, from the trees of its searches.
///
/// A program plays against itself with 'descent', a search that follows its best line to the end of the game again and again. A
/// network learns from every position of the trees, and plays the next games. Moves are chosen by their rank: at random in the
/// beginning, the best ones in the end. The same command after an interruption goes on where it was.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, such as `othello`.
    game: String,
    /// Games to play, all in all.
    #[arg(long, default_value_t = 2000)]
    games: u64,
    /// Networks that are made on the way.
    #[arg(long, value_name = "NUMBER", default_value_t = 100)]
    generations: u64,
    /// Positions that are looked at per move.
    #[arg(long, default_value_t = 200)]
    nodes: u64,
    /// What is learned from: all positions of the trees, those on the board with what their search said, or with how the game
    /// ended (tree, root or terminal).
    #[arg(long, default_value = "tree", value_parser = course::word::<Targets>)]
    targets: Targets,
    /// What the end of a game is worth: only who won, or its score, where the game has one (gain or score).
    #[arg(long, default_value = "gain", value_parser = course::word::<Ends>)]
    ends: Ends,
    /// A game that is longer counts as drawn.
    #[arg(long, value_name = "PLIES", default_value_t = 300)]
    longest: u32,
    /// Generations whose games a network learns from.
    #[arg(long, value_name = "GENERATIONS", default_value_t = 4)]
    window: u64,
    /// The most positions a network learns from.
    #[arg(long, default_value_t = 100_000)]
    positions: usize,
    /// Which patterns, such as `cell+line8+box3x3`; what suits the board if left out.
    #[arg(long, value_name = "RECIPE")]
    patterns: Option<Recipe>,
    /// Phases of the game with weights of their own.
    #[arg(long, default_value_t = 4)]
    phases: usize,
    /// Hidden units.
    #[arg(long, default_value_t = 4)]
    hidden: usize,
    /// How often a network looks at all positions.
    #[arg(long, default_value_t = 2)]
    epochs: usize,
    /// Positions per step of learning.
    #[arg(long, default_value_t = 1024)]
    batch: usize,
    /// How far weights move at first.
    #[arg(long, default_value_t = 0.05)]
    rate: f32,
    /// How little is believed of contents that are rarely seen.
    #[arg(long, value_name = "NUMBER", default_value_t = 0.001)]
    caution: f32,
    /// Games of every network against the one before it, to show how it does; they decide nothing.
    #[arg(long, value_name = "GAMES", default_value_t = 20)]
    gate: u32,
    /// Games of every network against the hand-made evaluation, if there is one, and against uct, to show how it does.
    #[arg(long, value_name = "GAMES", default_value_t = 0)]
    strength: u32,
    /// The folder of all files; `learned/GAME.descent` if left out.
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
                study: Study {
                    positions: self.positions,
                    patterns: course::patterns(self.patterns.as_ref(), rules),
                    phases: self.phases,
                    hidden: self.hidden,
                    epochs: self.epochs,
                    batch: self.batch,
                    rate: self.rate,
                    caution: self.caution,
                },
            },
            ends: self.ends,
            targets: self.targets,
            games: self.games,
            generations: self.generations,
            gate: self.gate,
        }
    }
}

pub(crate) fn run(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    let rules = catalogue.find(&args.game)?;
    let plan = args.plan(rules.as_ref());
    let place = course::Place { dir: args.out.as_deref(), ending: "descent" };
    let mut course = course::begin(&place, &plan, rules, args.nodes, args.strength)?;
    while (course.verdicts().len() as u64) < plan.generations {
        course::advance(&mut course, args.jobs.count(), args.json, out)?;
    }
    let last = course.network(args.generations - 1);
    if args.json {
        course::tell_end(Some(&last), out)?;
        return Ok(course.close()?);
    }
    writeln!(
        out,
        "The network is {0}. Try: agon match {1} pvs:eval=net:{0} pvs",
        last.display(),
        plan.common.game
    )?;
    Ok(course.close()?)
}
