//! Training with a safety net: a checkpoint after every unit, and a model in the end.

use std::fs;
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use agon_core::atomic;
use agon_plot::{Axis, Chart, Point, Series};
use thiserror::Error;

use crate::cascade::{Growth, Lore, Network, Settings, Shine, polish};
use crate::examples::Selected;
use crate::model::{Checkpoint, Model, ModelError, Training, curve};
use crate::symmetry::Images;

/// Why no network was learned.
#[derive(Debug, Error)]
pub enum LessonError {
    /// A file of a network cannot be read or written.
    #[error(transparent)]
    Model(#[from] ModelError),
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
        let mut name = self.out.as_os_str().to_owned();
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
