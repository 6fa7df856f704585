//! The networks that come with the program, so that they are found wherever it is run. `models/README.md` tells how they were
//! made.

use std::path::{Path, PathBuf};

macro_rules! networks {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_bytes!(concat!("../../../models/", $name)))),*]
    };
}

/// The files, by their names.
pub static NETWORKS: &[(&str, &[u8])] = networks![
    "checkers.cascade.safetensors",
    "five-field-kono.cascade.safetensors",
    "nine-mens-morris.cascade.safetensors",
    "nine-mens-morris-third.cascade.safetensors",
    "othello.cascade.safetensors",
    "othello-third.cascade.safetensors",
];

/// The name of the file for the game with this spec.
pub fn file(spec: &str) -> PathBuf {
    format!("{spec}.cascade.safetensors").into()
}

/// The name of the file of the network of patterns for the game with this spec.
pub fn net_file(spec: &str) -> PathBuf {
    format!("{}.net.safetensors", spec.replace([':', ',', '='], "-")).into()
}

/// The contents of the file with this name, in whatever folder it is said to be.
pub fn named(path: &Path) -> Option<&'static [u8]> {
    NETWORKS.iter().find(|(name, _)| path.file_name() == Some(name.as_ref())).map(|(_, contents)| *contents)
}

#[cfg(test)]
mod tests {
    use agon_core::{Encode, Heuristic};

    use super::*;
    use crate::model::Model;

    struct Load<'a>(&'a str);

    impl agon_games::Visitor for Load<'_> {
        type Output = Model;

        fn visit<G: Encode + Heuristic>(self, game: G, spec: String) -> Model {
            // In no folder is a file of this name: it is the shipped one that is read.
            Model::load_for(&game, &spec, &Path::new("no such folder").join(self.0)).unwrap()
        }
    }

    #[test]
    fn every_shipped_network_is_one_for_the_game_it_is_named_after() {
        for (name, _) in NETWORKS {
            let game = name.trim_end_matches(".cascade.safetensors").trim_end_matches("-third");
            let model = agon_games::visit(game, Load(name)).unwrap();
            assert_eq!(model.game, game);
            assert!(!model.network.units.is_empty());
        }
        assert_eq!(named(Path::new("models/chess.cascade.safetensors")), None);
    }
}
