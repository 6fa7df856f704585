//! The growth of a network: train the output, look at the error, add the best candidate, again.

use agon_core::spread::processors;

use agon_nets::cascade::Network;
use agon_nets::training::{Settings, Snapshot};

use super::candidates::{Residual, best};
use super::data::{Columns, Data};
use super::output::{fit, outputs, train as train_output};

/// A network that grows.
#[derive(Clone, Debug)]
pub struct Growth<'a> {
    settings: Settings,
    train: Columns<'a>,
    test: Columns<'a>,
    network: Network,
    snapshots: Vec<Snapshot>,
    /// The largest error on a training example.
    worst: f32,
}

impl<'a> Growth<'a> {
    /// A network without hidden units, its output not yet trained.
    pub fn new(train: &'a Data, test: &'a Data, settings: Settings) -> Growth<'a> {
        Growth::resume(train, test, settings, Network::empty(train.features(), train.reals()), Vec::new())
    }

    /// Goes on from a network that has grown so far, and its snapshots: one for no unit, and one for each.
    ///
    /// # Panics
    /// If the parts do not fit together.
    pub fn resume(
        train: &'a Data,
        test: &'a Data,
        mut settings: Settings,
        network: Network,
        snapshots: Vec<Snapshot>,
    ) -> Growth<'a> {
        assert!(
            snapshots.len() == network.units.len() + 1 || snapshots.is_empty() && network.units.is_empty()
        );
        assert!((network.features, network.reals) == (train.features(), train.reals()) && network.is_sound());
        settings.threads = if settings.threads == 0 { processors() } else { settings.threads };
        let (mut train, mut test) = (Columns::new(train), Columns::new(test));
        for unit in &network.units {
            for columns in [&mut train, &mut test] {
                let values: Vec<f32> = columns.values(unit).collect();
                columns.push_column(values.into_iter());
            }
        }
        let worst = fit(&train, &outputs(&train, &network.output, 1)).worst;
        Growth { settings, train, test, network, snapshots, worst }
    }

    /// What the network was after each unit, beginning with none.
    pub fn snapshots(&self) -> &[Snapshot] {
        &self.snapshots
    }

    /// The network with all its units.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The number of units with the lowest test error; the fewest of equals.
    pub fn best_units(&self) -> usize {
        let errors = self.snapshots.iter().map(|snapshot| snapshot.test).enumerate();
        errors.reduce(|best, next| if next.1 < best.1 { next } else { best }).map_or(0, |(units, _)| units)
    }

    /// The network as it was with the lowest test error.
    pub fn best(&self) -> Network {
        let units = self.best_units();
        let output =
            self.snapshots.get(units).map_or_else(|| self.network.output.clone(), |kept| kept.output.clone());
        Network { units: self.network.units[..units].to_vec(), output, ..self.network.clone() }
    }

    /// Whether a stop rule says that the network has grown enough.
    pub fn is_grown(&self) -> bool {
        let units = self.network.units.len();
        !self.snapshots.is_empty()
            && (units >= self.settings.units
                || units >= self.best_units() + self.settings.unit_patience
                || self.settings.tolerance.is_some_and(|tolerance| self.worst <= tolerance))
    }

    /// Trains the output, at first, or adds a unit and trains the output again.
    pub fn grow(&mut self) {
        let mut epochs = 0;
        if !self.snapshots.is_empty() {
            let now = outputs(&self.train, &self.network.output, self.settings.threads);
            let number = self.network.units.len();
            let residual = Residual::new(&self.settings, &self.train, &now, number);
            let winner = best(&self.train, &residual, &self.settings, number);
            epochs += winner.epochs as u64;
            for columns in [&mut self.train, &mut self.test] {
                let values: Vec<f32> = columns.values(&winner.unit).collect();
                columns.push_column(values.into_iter());
            }
            self.network.units.push(winner.unit);
            self.network.output.push(winner.output);
        }
        epochs += train_output(&self.train, &mut self.network.output, &self.settings) as u64;
        let now = fit(&self.train, &outputs(&self.train, &self.network.output, self.settings.threads));
        let test = fit(&self.test, &outputs(&self.test, &self.network.output, self.settings.threads));
        self.worst = now.worst;
        self.snapshots.push(Snapshot {
            output: self.network.output.clone(),
            train: now.error,
            test: if self.test.len() > 0 { test.error } else { now.error },
            epochs,
        });
    }

    /// Grows until a stop rule ends it; `tell` hears of every snapshot.
    pub fn finish(&mut self, mut tell: impl FnMut(&Growth<'_>)) {
        while !self.is_grown() {
            self.grow();
            tell(self);
        }
    }
}
