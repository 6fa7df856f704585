//! Networks in files: safetensors, with everything one has to know about them in the metadata.
//!
//! The tensors are `unit.N` (the weights of hidden unit N: features, constant one, earlier units) and `output`. The only
//! entry of the metadata, `agon`, is a JSON object: the game with the version of its rules and encoding, the activations,
//! how the network was trained, and a checksum of the tensors. The same network gives the same bytes.

use std::collections::HashMap;
use std::io::{self, ErrorKind};
use std::path::Path;

use agon_core::Encode;
use agon_core::atomic;
use agon_core::hash::mix;
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::cascade::{Activation, Network, Unit};
use crate::shipped;
use crate::training::{Rung, Snapshot, Training};

const FORMAT: u32 = 1;
const KIND: &str = "cascade";

/// Why a file does not give a network.
#[derive(Debug, Error)]
pub enum ModelError {
    /// It cannot be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// It is something else.
    #[error("{path} is not a network of Agon: {why}")]
    NotAModel {
        /// The file.
        path: String,
        /// What is missing or strange.
        why: String,
    },
    /// It was written by another version of this program.
    #[error("{path} has format {format}; this program reads format {FORMAT}")]
    Format {
        /// The file.
        path: String,
        /// Its format.
        format: u32,
    },
    /// A part is missing or has changed.
    #[error("{path} is damaged: {why}; make it again with 'agon learn'")]
    Damaged {
        /// The file.
        path: String,
        /// What is wrong.
        why: String,
    },
    /// None comes with the program.
    #[error(
        "no network is shipped for {0}; make one with 'agon pipeline {0}' and say where it is: cascade:FILE"
    )]
    NotShipped(String),
    /// No network of patterns comes with the program.
    #[error(
        "no network is shipped for {0}; make one with 'agon learn self-play {0}' and say where it is: net:FILE"
    )]
    NoNet(String),
    /// It was trained for another game, or for other rules of the same.
    #[error("{path} is a network for {found}, not for {wanted}")]
    OtherGame {
        /// The file.
        path: String,
        /// What it was trained for.
        found: String,
        /// What was wanted.
        wanted: String,
    },
}

/// A network with its origins.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// The spec of the game.
    pub game: String,
    /// The version of its rules and encoding.
    pub version: u32,
    /// The network.
    pub network: Network,
    /// How it was trained.
    pub training: Training,
}

/// The JSON object in the metadata.
#[derive(Serialize, Deserialize)]
struct Header {
    format: u32,
    kind: String,
    game: String,
    version: u32,
    features: usize,
    units: Vec<Function>,
    training: Training,
    checksum: String,
}

#[derive(Serialize, Deserialize)]
struct Function {
    activation: Activation,
    steepness: f32,
}

impl Model {
    /// Writes the model; the file is there as a whole or not at all.
    pub fn save(&self, path: &Path) -> Result<(), ModelError> {
        self.save_with(path, &[])
    }

    fn save_with(&self, path: &Path, outputs: &[&[f32]]) -> Result<(), ModelError> {
        let numbered = |word: &str, index: usize| format!("{word}.{index:04}");
        let mut tensors: Vec<(String, Vec<u8>)> = Vec::new();
        for (index, unit) in self.network.units.iter().enumerate() {
            tensors.push((numbered("unit", index), bytes(&unit.weights)));
        }
        tensors.push(("output".to_owned(), bytes(&self.network.output)));
        for (index, output) in outputs.iter().enumerate() {
            tensors.push((numbered("snapshot", index), bytes(output)));
        }
        let header = Header {
            format: FORMAT,
            kind: KIND.to_owned(),
            game: self.game.clone(),
            version: self.version,
            features: self.network.features,
            units: self
                .network
                .units
                .iter()
                .map(|unit| Function { activation: unit.activation, steepness: unit.steepness })
                .collect(),
            training: self.training.clone(),
            checksum: checksum(tensors.iter().map(|(_, bytes)| bytes.as_slice())),
        };
        let tensors: Vec<Tensor> =
            tensors.into_iter().map(|(name, bytes)| (name, Dtype::F32, bytes)).collect();
        write(path, &header, &tensors)
    }

    /// Reads a model of any game.
    pub fn load(path: &Path) -> Result<Model, ModelError> {
        Ok(read(path)?.0)
    }

    /// Reads a model from the contents of a file with this name.
    fn parse(name: &Path, contents: &[u8]) -> Result<Model, ModelError> {
        Ok(parse(name, contents)?.0)
    }

    /// Reads a model of the game with this spec: from the file, or, where there is none, from what is shipped under its name.
    pub fn load_for<G: Encode>(game: &G, spec: &str, path: &Path) -> Result<Model, ModelError> {
        Model::find(path)?.of(game, spec, path)
    }

    /// Reads a model of any game: from the file, or, where there is none, from what is shipped under its name.
    pub fn find(path: &Path) -> Result<Model, ModelError> {
        match (Model::load(path), shipped::named(path)) {
            (Err(ModelError::Io { error, .. }), Some(contents)) if error.kind() == ErrorKind::NotFound => {
                Model::parse(path, contents)
            }
            (model, _) => model,
        }
    }

    /// The model that is shipped for the game with this spec.
    pub fn shipped_for<G: Encode>(game: &G, spec: &str) -> Result<Model, ModelError> {
        let path = shipped::file(spec);
        let contents = shipped::named(&path).ok_or_else(|| ModelError::NotShipped(spec.to_owned()))?;
        Model::parse(&path, contents)?.of(game, spec, &path)
    }

    /// The model, if it is one of the game with this spec; `path` says where it is from.
    fn of<G: Encode>(self, game: &G, spec: &str, path: &Path) -> Result<Model, ModelError> {
        let wanted = (spec, game.info().version, game.feature_count());
        let found = (self.game.as_str(), self.version, self.network.features);
        if found == wanted {
            return Ok(self);
        }
        let words = |(game, version, features): (&str, u32, usize)| {
            format!("{game} (version {version} of the rules, {features} features)")
        };
        let path = path.display().to_string();
        Err(ModelError::OtherGame { path, found: words(found), wanted: words(wanted) })
    }
}

/// Where the training of a network stands, so that it can go on after an interruption.
#[derive(Clone, PartialEq, Debug)]
pub struct Checkpoint {
    /// The network with all its units.
    pub model: Model,
    /// What it was after each of them.
    pub snapshots: Vec<Snapshot>,
}

impl Checkpoint {
    /// Writes the checkpoint as a whole.
    pub fn save(&self, path: &Path) -> Result<(), ModelError> {
        let outputs: Vec<&[f32]> = self.snapshots.iter().map(|snapshot| snapshot.output.as_slice()).collect();
        self.model.save_with(path, &outputs)
    }

    /// Reads a checkpoint.
    pub fn load(path: &Path) -> Result<Checkpoint, ModelError> {
        let (model, outputs) = read(path)?;
        if outputs.len() != model.training.curve.len() || outputs.len() != model.network.units.len() + 1 {
            let why = "it lacks some of its snapshots".to_owned();
            return Err(ModelError::Damaged { path: path.display().to_string(), why });
        }
        let snapshots = outputs.into_iter().zip(&model.training.curve);
        let snapshots =
            snapshots.map(|(output, &Rung { train, test, epochs })| Snapshot { output, train, test, epochs });
        Ok(Checkpoint { snapshots: snapshots.collect(), model })
    }
}

/// Reads a model and the outputs of its snapshots, if there are any.
fn read(path: &Path) -> Result<(Model, Vec<Vec<f32>>), ModelError> {
    let contents = agon_core::bounded::read(path);
    parse(path, &contents.map_err(|error| ModelError::Io { path: path.display().to_string(), error })?)
}

/// A tensor of a file: its name, what it is made of, and its bytes.
pub(crate) type Tensor = (String, Dtype, Vec<u8>);

/// Writes tensors and what there is to know about them; the file is there as a whole or not at all.
pub(crate) fn write(path: &Path, header: &impl Serialize, tensors: &[Tensor]) -> Result<(), ModelError> {
    let io = |error: io::Error| ModelError::Io { path: path.display().to_string(), error };
    let text = serde_json::to_string(header).map_err(|error| io(error.into()))?;
    let views = tensors.iter().map(|(name, dtype, bytes)| {
        let size = dtype.bitsize() / 8;
        let view = TensorView::new(*dtype, vec![bytes.len() / size], bytes);
        (name.as_str(), view.expect("every weight is whole"))
    });
    let metadata = HashMap::from([("agon".to_owned(), text)]);
    let contents =
        safetensors::serialize(views, Some(metadata)).map_err(|error| io(io::Error::other(error)))?;
    atomic::write(path, &contents).map_err(io)
}

/// Reads what a file says about itself, if it is one of this format and kind.
pub(crate) fn read_header<H: DeserializeOwned>(
    path: &Path,
    contents: &[u8],
    format: u32,
    kind: &str,
) -> Result<H, ModelError> {
    let name = || path.display().to_string();
    let strange = |why: String| ModelError::NotAModel { path: name(), why };
    let (_, metadata) = SafeTensors::read_metadata(contents).map_err(|error| strange(error.to_string()))?;
    let text = metadata.metadata().as_ref().and_then(|entries| entries.get("agon"));
    let text = text.ok_or_else(|| strange("its metadata has no entry 'agon'".to_owned()))?;
    let fields: serde_json::Value = serde_json::from_str(text).map_err(|error| strange(error.to_string()))?;
    match fields["format"].as_u64() {
        Some(found) if found == u64::from(format) => {}
        Some(found) => return Err(ModelError::Format { path: name(), format: found as u32 }),
        None => return Err(strange("its metadata names no format".to_owned())),
    }
    let found = fields["kind"].as_str().unwrap_or("unknown").to_owned();
    if found != kind {
        return Err(strange(format!("it holds a network of the kind '{found}', not '{kind}'")));
    }
    serde_json::from_value(fields).map_err(|error| strange(error.to_string()))
}

fn parse(path: &Path, contents: &[u8]) -> Result<(Model, Vec<Vec<f32>>), ModelError> {
    let damaged = |why: &str| ModelError::Damaged { path: path.display().to_string(), why: why.to_owned() };
    let header: Header = read_header(path, contents, FORMAT, KIND)?;
    let tensors = SafeTensors::deserialize(contents).map_err(|error| damaged(&error.to_string()))?;
    let part = |name: &str| tensors.tensor(name).ok().filter(|view| view.dtype() == Dtype::F32);
    let numbered = |word: &str, index: usize| part(&format!("{word}.{index:04}"));
    let mut views: Vec<TensorView<'_>> = Vec::new();
    for index in 0..header.units.len() {
        views.push(numbered("unit", index).ok_or_else(|| damaged("it lacks a hidden unit"))?);
    }
    views.push(part("output").ok_or_else(|| damaged("it lacks the output unit"))?);
    views.extend((0..).map_while(|index| numbered("snapshot", index)));
    if checksum(views.iter().map(TensorView::data)) != header.checksum {
        return Err(damaged("the weights are not the ones that were written"));
    }
    let mut weights = views.iter().map(|view| floats(view.data()));
    let units = header.units.iter().zip(weights.by_ref());
    let units: Vec<Unit> = units
        .map(|(&Function { activation, steepness }, weights)| Unit { activation, steepness, weights })
        .collect();
    let output = weights.next().unwrap_or_default();
    let network = Network { features: header.features, reals: 0, units, output };
    if !network.is_sound() {
        return Err(damaged("a unit has too many weights, too few, or one that is no number"));
    }
    let Header { game, version, training, .. } = header;
    Ok((Model { game, version, network, training }, weights.collect()))
}

pub(crate) fn bytes(weights: &[f32]) -> Vec<u8> {
    weights.iter().flat_map(|weight| weight.to_le_bytes()).collect()
}

pub(crate) fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks().0.iter().map(|&four| f32::from_le_bytes(four)).collect()
}

pub(crate) fn checksum<'a>(tensors: impl Iterator<Item = &'a [u8]>) -> String {
    let sum = tensors.fold(0, |sum, bytes| {
        bytes.iter().fold(mix(sum ^ bytes.len() as u64), |sum, &byte| mix(sum ^ u64::from(byte)))
    });
    format!("{sum:016x}")
}
