//! Networks of patterns in files: safetensors with everything one has to know about them in the metadata.
//!
//! The tensors are `rows.N` (the rows of class N, the last one those of loose features and the constant, as whole numbers) and
//! `head`. The only entry of the metadata, `agon`, is a JSON object.

use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use agon_core::Encode;
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use serde::{Deserialize, Serialize};

use super::compiled::Compiled;
use super::network::{Network, Shape};
use super::recipe::Recipe;
use super::scheme::{Class, Scheme};
use crate::model::{self, ModelError, Tensor, bytes, checksum, floats, read_header};
use crate::shipped;

const FORMAT: u32 = 1;
const KIND: &str = "patterns";

/// Where a network comes from.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Origin {
    /// What made it: the command, in words that can be typed again.
    pub made_by: String,
    /// Games it learned from.
    pub games: u64,
    /// Positions it learned from.
    pub positions: u64,
    /// The mean loss on positions it did not learn from.
    pub loss: f64,
}

/// A network with its origins.
#[derive(Clone, PartialEq, Debug)]
pub struct PatternModel {
    /// The spec of the game.
    pub game: String,
    /// The version of its rules and encoding.
    pub version: u32,
    /// Which patterns were asked for.
    pub recipe: Recipe,
    /// The network.
    pub network: Network,
    /// Where it comes from.
    pub origin: Origin,
}

#[derive(Serialize, Deserialize)]
struct Header {
    format: u32,
    kind: String,
    game: String,
    version: u32,
    features: usize,
    recipe: Recipe,
    scheme: Scheme,
    phases: usize,
    hidden: usize,
    middles: Vec<f32>,
    scale: f32,
    origin: Origin,
    checksum: String,
}

impl PatternModel {
    /// Writes the model; the file is there as a whole or not at all. Weights are rounded to two bytes.
    pub fn save(&self, path: &Path) -> Result<(), ModelError> {
        let Network { scheme, shape, middles, tables, head } = &self.network;
        let scale = self.network.scale();
        let whole = |weight: &f32| ((weight * scale).round() as i16).to_le_bytes();
        let mut tensors: Vec<Tensor> = tables
            .iter()
            .enumerate()
            .map(|(index, table)| {
                (format!("rows.{index:04}"), Dtype::I16, table.iter().flat_map(whole).collect())
            })
            .collect();
        tensors.push(("head".to_owned(), Dtype::F32, bytes(head)));
        let header = Header {
            format: FORMAT,
            kind: KIND.to_owned(),
            game: self.game.clone(),
            version: self.version,
            features: scheme.features(),
            recipe: self.recipe.clone(),
            scheme: scheme.as_ref().clone(),
            phases: shape.phases,
            hidden: shape.hidden,
            middles: middles.clone(),
            scale,
            origin: self.origin.clone(),
            checksum: checksum(tensors.iter().map(|(_, _, bytes)| bytes.as_slice())),
        };
        model::write(path, &header, &tensors)
    }

    /// Reads a model of any game.
    pub fn load(path: &Path) -> Result<PatternModel, ModelError> {
        let contents =
            fs::read(path).map_err(|error| ModelError::Io { path: path.display().to_string(), error })?;
        parse(path, &contents)
    }

    /// The model that is shipped for the game with this spec.
    pub fn shipped(spec: &str) -> Result<PatternModel, ModelError> {
        let path = shipped::net_file(spec);
        let contents = shipped::named(&path).ok_or_else(|| ModelError::NoNet(spec.to_owned()))?;
        parse(&path, contents)
    }

    /// The network of a game, ready to be asked: the one in a file, or the one that is shipped. Files that were read lately are
    /// not read again.
    pub fn ready<G: Encode>(game: &G, spec: &str, file: Option<&Path>) -> Result<Arc<Compiled>, ModelError> {
        let path = file.map_or_else(|| shipped::net_file(spec), Path::to_owned);
        let changed = file.and_then(|path| fs::metadata(path).ok()).and_then(|data| data.modified().ok());
        let wanted =
            Fit { game: spec.to_owned(), version: game.info().version, features: game.feature_count() };
        let mut lately = LATELY.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lately.iter().position(|kept| (&kept.path, kept.changed) == (&path, changed));
        let kept = if let Some(place) = known {
            lately.remove(place)
        } else {
            let model = match file {
                None => PatternModel::shipped(spec)?,
                Some(path) => load_or_shipped(path)?,
            };
            let network = Arc::new(Compiled::new(&model.network).0);
            Kept { fit: Fit::of(&model), path: path.clone(), changed, network }
        };
        let (fit, network) = (kept.fit.clone(), kept.network.clone());
        lately.insert(0, kept);
        lately.truncate(KEPT);
        if fit == wanted {
            return Ok(network);
        }
        let path = path.display().to_string();
        Err(ModelError::OtherGame { path, found: fit.to_string(), wanted: wanted.to_string() })
    }
}

/// The model in a file, or, where there is none, the one that is shipped under its name.
fn load_or_shipped(path: &Path) -> Result<PatternModel, ModelError> {
    match (PatternModel::load(path), shipped::named(path)) {
        (Err(ModelError::Io { error, .. }), Some(contents)) if error.kind() == ErrorKind::NotFound => {
            parse(path, contents)
        }
        (model, _) => model,
    }
}

/// Networks that were read lately, the last one first: matches make their agents anew for every game.
static LATELY: Mutex<Vec<Kept>> = Mutex::new(Vec::new());

/// How many of them are kept.
const KEPT: usize = 8;

struct Kept {
    path: PathBuf,
    changed: Option<SystemTime>,
    fit: Fit,
    network: Arc<Compiled>,
}

/// What a network is for.
#[derive(Clone, PartialEq, Eq)]
struct Fit {
    game: String,
    version: u32,
    features: usize,
}

impl Fit {
    fn of(model: &PatternModel) -> Fit {
        let features = model.network.scheme.features();
        Fit { game: model.game.clone(), version: model.version, features }
    }
}

impl fmt::Display for Fit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fit { game, version, features } = self;
        write!(formatter, "{game} (version {version} of the rules, {features} features)")
    }
}

fn parse(path: &Path, contents: &[u8]) -> Result<PatternModel, ModelError> {
    let name = || path.display().to_string();
    let damaged = |why: &str| ModelError::Damaged { path: name(), why: why.to_owned() };
    let header: Header = read_header(path, contents, FORMAT, KIND)?;
    let Header { scheme, phases, hidden, middles, scale, .. } = header;
    let shape = Shape { phases, hidden };
    if !scheme.is_sound() || !(1..=64).contains(&phases) || hidden > 4096 || middles.len() != phases {
        return Err(damaged("its patterns or its shape make no sense"));
    }
    let tensors = SafeTensors::deserialize(contents).map_err(|error| damaged(&error.to_string()))?;
    let mut views: Vec<TensorView<'_>> = Vec::new();
    for index in 0..=scheme.classes.len() {
        let view = tensors.tensor(&format!("rows.{index:04}")).ok().filter(|view| view.dtype() == Dtype::I16);
        views.push(view.ok_or_else(|| damaged("it lacks some of its weights"))?);
    }
    let head = tensors.tensor("head").ok().filter(|view| view.dtype() == Dtype::F32);
    views.push(head.ok_or_else(|| damaged("it lacks its head"))?);
    if checksum(views.iter().map(TensorView::data)) != header.checksum {
        return Err(damaged("the weights are not the ones that were written"));
    }
    let head = floats(views.pop().expect("the head was found").data());
    let weight = |&two: &[u8; 2]| f32::from(i16::from_le_bytes(two)) / scale;
    let tables: Vec<Vec<f32>> =
        views.iter().map(|view| view.data().as_chunks().0.iter().map(weight).collect()).collect();
    let rows = scheme.classes.iter().map(Class::rows).chain([scheme.loose + 1]);
    let fits = rows.zip(&tables).all(|(rows, table)| table.len() == rows * shape.width());
    let finite =
        scale > 0.0 && scale.is_finite() && head.iter().chain(&middles).all(|number| number.is_finite());
    if !fits || !finite || head.len() != phases * hidden {
        return Err(damaged("it has too many weights, too few, or one that is no number"));
    }
    let network = Network { scheme: Arc::new(scheme), shape, middles, tables, head };
    let Header { game, version, recipe, origin, .. } = header;
    Ok(PatternModel { game, version, recipe, network, origin })
}
