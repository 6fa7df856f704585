//! The networks that come with the program, so that they are found wherever it is run. `models/README.md` tells how they were
//! made.

use std::path::{Path, PathBuf};

macro_rules! networks {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_bytes!(concat!("../../../models/", $name)))),*]
    };
}

/// The files, by their names.
pub static NETWORKS: &[(&str, &[u8])] =
    networks!["nine-mens-morris.cascade.safetensors", "othello.cascade.safetensors"];

/// The name of the file for the game with this spec.
pub fn file(spec: &str) -> PathBuf {
    format!("{spec}.cascade.safetensors").into()
}

/// The contents of the file with this name, in whatever folder it is said to be.
pub fn named(path: &Path) -> Option<&'static [u8]> {
    NETWORKS.iter().find(|(name, _)| path.file_name() == Some(name.as_ref())).map(|(_, contents)| *contents)
}
