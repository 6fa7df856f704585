//! The games that this process knows: the shipped ones, sheets that were read, and classes that were registered.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use agon_agents::told::Told;
use agon_agents::{Catalogue, Playable};
use agon_core::Planes;
use agon_gdl::game::{ENDING, SheetGame};
use agon_gdl::join::Budget;
use pyo3::prelude::*;

use crate::own::{Own, Trouble};
use crate::sentence;

/// Where a game comes from, besides its spec: what another process has to be told.
pub(crate) enum Source {
    Shipped,
    /// The name of a sheet and its text.
    Sheet(String, String),
    /// An instance of a class.
    Own(Py<PyAny>),
}

impl Source {
    /// Whether both are the same rules under the same spec. Sheets of one name may differ; objects of one class are taken for one game.
    pub(crate) fn agrees(&self, other: &Source) -> bool {
        match (self, other) {
            (Source::Sheet(_, text), Source::Sheet(_, other)) => text == other,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}

/// A game with what is asked of it again and again.
pub(crate) struct Known {
    pub(crate) rules: Arc<dyn Playable>,
    pub(crate) planes: Planes,
    pub(crate) source: Arc<Source>,
    /// Where a game of Python leaves its exceptions.
    pub(crate) trouble: Option<Arc<Trouble>>,
}

impl Known {
    /// Raises what a game of Python has raised inside, if it has.
    pub(crate) fn settled<T>(&self, value: T) -> PyResult<T> {
        self.trouble.as_ref().map_or(Ok(()), |trouble| trouble.settle())?;
        Ok(value)
    }

    /// Whether both are the same game.
    pub(crate) fn is(&self, other: &Known) -> bool {
        self.rules.spec() == other.rules.spec() && self.source.agrees(&other.source)
    }
}

struct All {
    catalogue: Catalogue,
    /// By the id of the game.
    sources: HashMap<String, (Arc<Source>, Option<Arc<Trouble>>)>,
}

static ALL: LazyLock<RwLock<All>> =
    LazyLock::new(|| RwLock::new(All { catalogue: Catalogue::shipped(), sources: HashMap::new() }));

/// The catalogue as it is now.
pub(crate) fn all() -> Catalogue {
    ALL.read().unwrap_or_else(PoisonError::into_inner).catalogue.clone()
}

/// The game that a spec names; a sheet may be named by its file.
pub(crate) fn find(spec: &str) -> PyResult<Arc<Known>> {
    let (path, parameters) = spec.split_once(':').unwrap_or((spec, ""));
    if path.ends_with(ENDING) && Path::new(path).is_file() {
        if !parameters.is_empty() {
            return Err(sentence(format!("a sheet has no parameters: '{parameters}'")));
        }
        let text = std::fs::read_to_string(path)
            .map_err(|error| sentence(format!("the sheet '{path}' cannot be read: {error}")))?;
        let name = Path::new(path)
            .file_name()
            .map_or_else(String::new, |name| name.to_string_lossy().to_lowercase());
        return add_sheet(&name, &text);
    }
    known(spec)
}

/// The game that a spec names, among those that are known.
fn known(spec: &str) -> PyResult<Arc<Known>> {
    let all = ALL.read().unwrap_or_else(PoisonError::into_inner);
    let rules = all.catalogue.find(spec).map_err(sentence)?;
    let (source, trouble) =
        all.sources.get(&*rules.info().id).cloned().unwrap_or_else(|| (Arc::new(Source::Shipped), None));
    Ok(Arc::new(Known { planes: Planes::of(rules.as_ref()), rules, source, trouble }))
}

/// The game of a sheet, which is read unless it was the last one of this name.
pub(crate) fn add_sheet(name: &str, text: &str) -> PyResult<Arc<Known>> {
    let is_there = {
        let all = ALL.read().unwrap_or_else(PoisonError::into_inner);
        let source = all.sources.get(name).map(|(source, _)| source.as_ref());
        matches!(source, Some(Source::Sheet(_, known)) if known == text)
    };
    if is_there {
        return known(name);
    }
    let game = SheetGame::read(name, text, Budget::default())
        .map_err(|error| sentence(format!("{name}: {error}")))?;
    {
        let mut all = ALL.write().unwrap_or_else(PoisonError::into_inner);
        all.catalogue = all.catalogue.clone().with_sheet(game);
        let source = Source::Sheet(name.to_owned(), text.to_owned());
        all.sources.insert(name.to_owned(), (Arc::new(source), None));
    }
    known(name)
}

/// The sheets that are known: names and texts.
pub(crate) fn sheets() -> Vec<(String, String)> {
    let all = ALL.read().unwrap_or_else(PoisonError::into_inner);
    let sheets = all.sources.values().filter_map(|(source, _)| match source.as_ref() {
        Source::Sheet(name, text) => Some((name.clone(), text.clone())),
        _ => None,
    });
    sheets.collect()
}

/// Adds the game that an instance of a class tells.
pub(crate) fn add_own(py: Python<'_>, teller: Py<PyAny>) -> PyResult<Arc<Known>> {
    let own = Own::new(py, teller.clone_ref(py))?;
    let (id, trouble) = (own.id().to_owned(), own.trouble());
    // The first scene is made now, so that a class that cannot even begin is refused here.
    let told = Told::new(Arc::new(own));
    let plain = Catalogue::empty().with_told(told.clone());
    let checked = py.detach(|| plain.find(&id).ok().and_then(|rules| rules.start(None).ok()).is_some());
    trouble.settle()?;
    if !checked {
        return Err(sentence(format!("the game {id} cannot begin")));
    }
    {
        let mut all = ALL.write().unwrap_or_else(PoisonError::into_inner);
        all.catalogue = all.catalogue.clone().with_told(told);
        all.sources.insert(id.clone(), (Arc::new(Source::Own(teller)), Some(trouble)));
    }
    known(&id)
}
