//! Watching for the end of a phase: no worthwhile progress for some epochs.

use agon_nets::training::Patience;

/// Watches one phase of training.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    patience: Patience,
    mark: f64,
    since: usize,
    epoch: usize,
}

impl Watch {
    pub(crate) fn new(patience: Patience) -> Watch {
        Watch { patience, mark: f64::INFINITY, since: 0, epoch: 0 }
    }

    /// Counts an epoch with this error; true when it is time to stop.
    pub(crate) fn is_over(&mut self, error: f64) -> bool {
        self.epoch += 1;
        let Patience { fraction, epochs, least, most } = self.patience;
        if self.mark == f64::INFINITY || error < self.mark - fraction * self.mark.abs() {
            (self.mark, self.since) = (error, self.epoch);
        }
        self.epoch >= most || (self.epoch >= least && self.epoch >= self.since + epochs)
    }

    /// The epochs so far.
    pub(crate) fn epochs(&self) -> usize {
        self.epoch
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn epochs(patience: Patience, errors: impl Iterator<Item = f64>) -> usize {
        let mut watch = Watch::new(patience);
        for error in errors {
            if watch.is_over(error) {
                break;
            }
        }
        watch.epochs()
    }

    #[test]
    fn a_phase_ends_when_progress_does() {
        let patience = Patience { fraction: 0.01, epochs: 5, least: 3, most: 100 };
        let stalls = |at: usize| (1..).map(move |epoch: usize| 1.0 / epoch.min(at) as f64);
        assert_eq!(epochs(patience, stalls(1)), 6);
        assert_eq!(epochs(patience, stalls(20)), 25);
        assert_eq!(epochs(patience, stalls(1000)), 100, "progress goes on until there are enough epochs");
        assert_eq!(epochs(Patience { least: 40, ..patience }, stalls(1)), 40);
        // Negative errors, such as a covariance to be maximised, make progress downwards too.
        assert_eq!(epochs(patience, (1..).map(|epoch: usize| -(epoch.min(10) as f64))), 15);
    }
}
