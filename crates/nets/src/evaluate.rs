//! Networks as evaluations: what searches ask at the positions where they stop.

use std::path::Path;

use agon_core::{Encode, Value};
use agon_search::Evaluate;

use crate::cascade::{Inference, Network};
use crate::model::{Model, ModelError};

/// The evaluation of a position by a cascade network.
#[derive(Clone, Debug)]
pub struct Learned {
    inference: Inference,
    /// The whole network, while a part of it is left out.
    whole: Option<Inference>,
    own: Vec<u32>,
    active: Vec<u32>,
    starts: Vec<usize>,
    answers: Vec<f32>,
}

impl Learned {
    /// Asks this network.
    pub fn new(network: &Network) -> Learned {
        Learned {
            inference: Inference::new(network),
            whole: None,
            own: Vec::new(),
            active: Vec::new(),
            starts: Vec::new(),
            answers: Vec::new(),
        }
    }

    /// Asks the network that is shipped for the game with this spec.
    pub fn shipped<G: Encode>(game: &G, spec: &str) -> Result<Learned, ModelError> {
        Ok(Learned::new(&Model::shipped_for(game, spec)?.network))
    }

    /// Asks the network in a file, which must be one for the game with this spec.
    pub fn load<G: Encode>(game: &G, spec: &str, path: &Path) -> Result<Learned, ModelError> {
        Ok(Learned::new(&Model::load_for(game, spec, path)?.network))
    }
}

impl<G: Encode> Evaluate<G> for Learned {
    fn evaluate(&mut self, game: &G, position: &G::Position) -> Value {
        game.features(position, &mut self.own);
        Value::from_pov(self.inference.value(&self.own, &[]), game.to_move(position))
    }

    fn evaluate_batch(&mut self, game: &G, positions: &[G::Position], values: &mut Vec<Value>) {
        self.active.clear();
        self.starts.clear();
        self.starts.push(0);
        for position in positions {
            game.features(position, &mut self.own);
            self.active.extend_from_slice(&self.own);
            self.starts.push(self.active.len());
        }
        self.answers.clear();
        self.inference.batch(&self.active, &self.starts, &mut self.answers);
        values.clear();
        let movers = positions.iter().map(|position| game.to_move(position));
        values.extend(self.answers.iter().zip(movers).map(|(&answer, mover)| Value::from_pov(answer, mover)));
    }

    fn thin(&mut self, share: f32, seed: u64) -> bool {
        if let Some(whole) = self.whole.take() {
            self.inference = whole;
        }
        if share > 0.0 {
            let thinned = self.inference.thinned(share, seed);
            self.whole = Some(std::mem::replace(&mut self.inference, thinned));
        }
        true
    }

    fn fork(&self) -> Box<dyn Evaluate<G>> {
        Box::new(self.clone())
    }
}
