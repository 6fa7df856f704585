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
    "alquerque.net.safetensors",
    "checkers.net.safetensors",
    "chess.net.safetensors",
    "connect6.net.safetensors",
    "five-field-kono.net.safetensors",
    "freckers.net.safetensors",
    "havannah.net.safetensors",
    "international-draughts.net.safetensors",
    "nine-mens-morris.net.safetensors",
    "othello.net.safetensors",
    "outer-open-gomoku.net.safetensors",
    "tsoro-yematatu.net.safetensors",
    "xiangqi.net.safetensors",
];

/// The games whose network of patterns is stronger than the hand-made evaluation at equal time; `docs/learning.md` has the
/// matches.
const BEST: &[&str] = &[
    "checkers",
    "five-field-kono",
    "freckers",
    "havannah",
    "international-draughts",
    "nine-mens-morris",
    "othello",
];

/// The name of the file for the game with this spec.
pub fn file(spec: &str) -> PathBuf {
    format!("{spec}.cascade.safetensors").into()
}

/// The name of the file of the network of patterns for the game with this spec.
pub fn net_file(spec: &str) -> PathBuf {
    format!("{}.net.safetensors", spec.replace([':', ',', '='], "-")).into()
}

/// Whether the best evaluation that is known for the game with this spec is its shipped network of patterns.
pub fn is_best(spec: &str) -> bool {
    BEST.contains(&spec)
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
    use crate::patterns::PatternModel;

    /// Loads a network for the game it is named after.
    struct Load<'a>(&'a str);

    impl agon_games::Visitor for Load<'_> {
        type Output = ();

        fn visit<G: Encode + Heuristic>(self, game: G, spec: String) {
            // In no folder is a file of this name: it is the shipped one that is read.
            let path = Path::new("no such folder").join(self.0);
            if self.0.ends_with(".net.safetensors") {
                PatternModel::ready(&game, &spec, Some(&path)).unwrap();
            } else {
                assert!(!Model::load_for(&game, &spec, &path).unwrap().network.units.is_empty());
            }
        }
    }

    #[test]
    fn every_shipped_network_is_one_for_the_game_it_is_named_after() {
        for (name, _) in NETWORKS {
            let (game, _) = name.split_once('.').unwrap();
            agon_games::visit(game.trim_end_matches("-third"), Load(name)).unwrap();
        }
        assert_eq!(named(Path::new("models/chess.cascade.safetensors")), None);
    }

    #[test]
    fn what_is_best_is_shipped() {
        for game in BEST {
            assert!(named(&net_file(game)).is_some(), "{game}");
        }
    }
}
