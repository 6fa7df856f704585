//! Training with a safety net: a checkpoint after every unit, and a model in the end.

use std::fs;
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use agon_core::atomic;
use agon_nets::cascade::Network;
use agon_nets::model::{Checkpoint, Model, ModelError};
use agon_nets::training::{Settings, Shine, Training, curve};
use agon_plot::{Axis, Chart, Point, Series};
use thiserror::Error;

use crate::cascade::{Growth, Lore, polish};
use crate::error::Unfit;
use crate::examples::Selected;
use crate::symmetry::Images;

/// Why no network was learned.
#[derive(Debug, Error)]
pub enum LessonError {
    /// A file of a network cannot be read or written.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// A setting makes no sense.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// There is nothing to learn from.
    #[error(
        "there are no examples to learn from; {0} games are stored, and none has an example that is wanted"
    )]
    NoExamples(u64),
    /// The checkpoint belongs to another training.
    #[error(
        "{path} was begun with other examples or settings; remove it, or choose another file for the network"
    )]
    OtherTraining {
        /// The file.
        path: String,
    },
}

/// What is to be learned.
pub struct Lesson<'a> {
    /// The spec of the game.
    pub game: &'a str,
    /// The version of its rules and encoding.
    pub version: u32,
    /// The data.
    pub selected: &'a Selected,
    /// Where they came from, in words.
    pub source: String,
    /// The symmetries of the game, if they are to be used.
    pub symmetries: &'a [Images],
    /// The settings of training.
    pub settings: Settings,
    /// The file of the network.
    pub out: &'a Path,
}

/// The steps of a lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Units are added.
    Growing,
    /// All weights learn together.
    Polishing,
}

/// What happens in a lesson.
pub enum News<'a> {
    /// The output was trained, for the first time or with one more unit.
    Grown(&'a Growth<'a>),
    /// So many epochs of polishing are over, the last one with this success.
    Polished(usize, Shine),
}

impl Lesson<'_> {
    /// The file that holds an unfinished network.
    pub fn checkpoint(&self) -> PathBuf {
        Lesson::checkpoint_of(self.out)
    }

    /// The file beside that of a network which holds it while it is unfinished.
    pub fn checkpoint_of(network: &Path) -> PathBuf {
        let mut name = network.as_os_str().to_owned();
        name.push(".checkpoint");
        name.into()
    }

    /// Grows the network from where the checkpoint left it, polishes it, and writes it. Each step is ended by its own rules
    /// or by `stop`; `tell` hears of every unit and epoch.
    pub fn learn(
        &self,
        stop: &dyn Fn(Step) -> bool,
        tell: &mut dyn FnMut(News<'_>),
    ) -> Result<Model, LessonError> {
        check(&self.settings)?;
        let (train, test) = (&self.selected.train, &self.selected.test);
        let path = self.checkpoint();
        let mut growth = match Checkpoint::load(&path) {
            Ok(Checkpoint { model, snapshots }) => {
                if !self.continues(&model) {
                    return Err(LessonError::OtherTraining { path: path.display().to_string() });
                }
                Growth::resume(train, test, self.settings.clone(), model.network, snapshots)
            }
            Err(ModelError::Io { error, .. }) if error.kind() == ErrorKind::NotFound => {
                Growth::new(train, test, self.settings.clone())
            }
            Err(error) => return Err(error.into()),
        };
        while !growth.is_grown() && (growth.snapshots().is_empty() || !stop(Step::Growing)) {
            growth.grow();
            let model = self.model(growth.network().clone(), &growth, Vec::new());
            Checkpoint { model, snapshots: growth.snapshots().to_vec() }.save(&path)?;
            tell(News::Grown(&growth));
        }
        let Settings { polish: how, seed, threads, .. } = *growth.settings();
        let lore = Lore { train, test, symmetries: self.symmetries };
        // More units than the test error of a growing network asks for: what they learned by heart, polishing makes them forget.
        let (polished, shines) = polish(growth.network(), lore, how, seed, threads, &mut |epoch, shine| {
            tell(News::Polished(epoch, shine));
            if stop(Step::Polishing) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let grown = growth.snapshots()[growth.best_units()].test;
        let network = if shines.iter().any(|shine| shine.test < grown) { polished } else { growth.best() };
        let model = self.model(network, &growth, shines);
        model.save(self.out)?;
        // Whoever asks for the same again finds the network; the checkpoint has done its work.
        let _ = fs::remove_file(&path);
        Ok(model)
    }

    fn model(&self, network: Network, growth: &Growth<'_>, polish: Vec<Shine>) -> Model {
        let training = Training {
            settings: self.settings.clone(),
            train: self.selected.train.len(),
            test: self.selected.test.len(),
            fingerprint: self.selected.fingerprint.clone(),
            source: self.source.clone(),
            curve: curve(growth.snapshots()),
            polish,
        };
        Model { game: self.game.to_owned(), version: self.version, network, training }
    }

    /// Whether a checkpoint is one of this lesson.
    fn continues(&self, begun: &Model) -> bool {
        let settings = Settings { threads: begun.training.settings.threads, ..self.settings.clone() };
        (begun.game.as_str(), begun.version) == (self.game, self.version)
            && begun.training.fingerprint == self.selected.fingerprint
            && begun.training.settings == settings
    }
}

/// More than anybody waits for, and few enough for all products to fit.
const MOST_EPOCHS: usize = 1_000_000;
const MOST_UNITS: usize = 10_000;
const MOST_CANDIDATES: usize = 100_000;
/// Net inputs that are steeper than this only tell yes from no.
const STEEPEST: f32 = 1000.0;

/// What is wrong with the settings of a training, if anything.
pub fn check(settings: &Settings) -> Result<(), Unfit> {
    let Settings { pool, polish, candidate_patience, output_patience, .. } = settings;
    let most = candidate_patience.most.min(output_patience.most);
    let longest = candidate_patience.most.max(output_patience.most).max(polish.epochs);
    Unfit::unless(most >= 1, "epochs", &most, "a number of at least 1")?;
    Unfit::unless(longest <= MOST_EPOCHS, "epochs", &longest, &format!("at most {MOST_EPOCHS}"))?;
    let units = settings.units;
    Unfit::unless(units <= MOST_UNITS, "units", &units, &format!("at most {MOST_UNITS}"))?;
    let fits = polish.rate > 0.0 && polish.rate <= 1.0;
    Unfit::unless(fits, "polish-rate", &polish.rate, "a number above 0 and up to 1")?;
    let candidates = "at least one activation and one steepness";
    Unfit::unless(!pool.is_empty(), "the number of candidates", &0, candidates)?;
    let size = pool.len();
    Unfit::unless(
        size <= MOST_CANDIDATES,
        "the number of candidates",
        &size,
        &format!("at most {MOST_CANDIDATES}"),
    )?;
    let wrong = pool.steepnesses.iter().find(|&&steepness| !(steepness > 0.0 && steepness <= STEEPEST));
    let expected = format!("a number above 0 and up to {STEEPEST}");
    wrong.map_or(Ok(()), |steepness| Err(Unfit::new("a steepness", &steepness, expected)))
}

/// The learning curve of a model: both errors against the number of hidden units.
pub fn chart(model: &Model) -> Chart {
    let rungs = &model.training.curve;
    let points = |error: &dyn Fn(usize) -> f64| {
        (0..rungs.len()).map(|units| Point::new(units as f64, error(units))).collect::<Vec<_>>()
    };
    let kept = model.network.units.len();
    let [[_, grown], [_, polished]] = [model.training.grown(kept), model.training.errors(kept)];
    let best = (0..rungs.len()).min_by(|&a, &b| rungs[a].test.total_cmp(&rungs[b].test)).unwrap_or(0);
    let lowest = rungs.get(best).map_or(0.0, |rung| rung.test);
    let shine = if polished < grown {
        format!("; polishing all weights of {kept} units makes it {polished:.5}")
    } else {
        String::new()
    };
    let end = (polished < grown).then(|| Point::new(kept as f64, polished));
    let chart = Chart::new(format!("Learning {}", model.game))
        .x(Axis::new("hidden units"))
        .y(Axis::new("mean squared error"))
        .with(Series::line("training", points(&|units| rungs[units].train)))
        .with(Series::line("test", points(&|units| rungs[units].test)))
        .describe(format!(
            "Mean squared errors on {} training and {} test examples against the number of hidden units. The test error is \
             lowest, {lowest:.5}, with {best} of {} units{shine}.",
            model.training.train,
            model.training.test,
            rungs.len().saturating_sub(1)
        ));
    match end {
        Some(end) => chart.with(Series::line("test, polished", vec![end])),
        None => chart,
    }
}

/// Writes the learning curve of a model as SVG.
pub fn write_chart(model: &Model, path: &Path) -> Result<(), ModelError> {
    atomic::write(path, chart(model).file().as_bytes())
        .map_err(|error| ModelError::Io { path: path.display().to_string(), error })
}
