//! Games as values: what a program knows, handed from its `main` to whoever plays, learns, draws or measures.

use std::sync::Arc;

use agon_core::{Catalogued, GameInfo, Heuristic, Library, Options, Rules, Ruleset, SpecError};
use agon_games::Collector;
use agon_gdl::game::SheetGame;

use crate::playable::Playable;
use crate::told::Told;

/// The games that a program knows, in the order in which they are listed. Copies are cheap: they share the games.
#[derive(Clone, Default)]
pub struct Catalogue {
    entries: Vec<Entry>,
}

/// One set of rules.
#[derive(Clone)]
struct Entry {
    /// The rules with all parameters at their defaults.
    plain: Arc<dyn Playable>,
    /// The rules with other values of their parameters.
    build: Arc<dyn Fn(Options) -> Arc<dyn Playable> + Send + Sync>,
}

impl Catalogue {
    /// No games at all.
    pub fn empty() -> Catalogue {
        Catalogue::default()
    }

    /// The games that come with the program.
    pub fn shipped() -> Catalogue {
        let mut catalogue = Catalogue::empty();
        agon_games::collect(&mut catalogue);
        catalogue
    }

    /// The same with one game more. A game of the same id gives way to it.
    pub fn with(mut self, game: impl Heuristic) -> Catalogue {
        let plain: Arc<dyn Playable> = Arc::new(Ruleset::plain(game));
        let only = plain.clone();
        self.add(Entry { plain, build: Arc::new(move |_| only.clone()) });
        self
    }

    /// The same with the game of a sheet. Searches are compiled for sheets here, and nowhere else.
    pub fn with_sheet(self, sheet: SheetGame) -> Catalogue {
        self.with(sheet)
    }

    /// The same with a game that somebody outside tells. Searches are compiled for such games here, and nowhere else.
    pub fn with_told(self, game: Told) -> Catalogue {
        self.with(game)
    }

    /// The same with all sets of rules of a type, and their parameters.
    pub fn with_all<G: Catalogued>(mut self) -> Catalogue {
        self.take::<G>();
        self
    }

    fn add(&mut self, entry: Entry) {
        let id = &entry.plain.info().id;
        match self.entries.iter_mut().find(|known| known.plain.info().id == *id) {
            Some(known) => *known = entry,
            None => self.entries.push(entry),
        }
    }

    /// Every set of rules with its parameters at their defaults.
    pub fn games(&self) -> impl Iterator<Item = &Arc<dyn Playable>> {
        self.entries.iter().map(|entry| &entry.plain)
    }

    /// The games that are not variants of another one: no other id begins theirs.
    pub fn families(&self) -> impl Iterator<Item = &Arc<dyn Playable>> {
        let is_variant = |id: &str| {
            let begins = |other: &str| id.strip_prefix(other).is_some_and(|rest| rest.starts_with('-'));
            self.infos().any(|info| begins(&info.id))
        };
        self.games().filter(move |game| !is_variant(&game.info().id))
    }

    /// The facts about every set of rules.
    pub fn infos(&self) -> impl Iterator<Item = &GameInfo> {
        self.games().map(|game| game.info())
    }

    /// The game that a spec names, such as `othello` or `havannah:size=5,swap=on`.
    pub fn find(&self, spec: &str) -> Result<Arc<dyn Playable>, SpecError> {
        let (id, options) = spec.split_once(':').unwrap_or((spec, ""));
        let id = id.trim();
        // A sheet is known by the name of its file, wherever that is.
        let id = if id.ends_with(agon_gdl::game::ENDING) {
            id.rsplit(['/', '\\']).next().unwrap_or(id)
        } else {
            id
        };
        let Some(entry) = self.entries.iter().find(|entry| entry.plain.info().id.eq_ignore_ascii_case(id))
        else {
            let known = self.infos().map(|info| info.id.to_string()).collect();
            return Err(SpecError::UnknownGame { name: id.to_owned(), known });
        };
        entry.choose(options)
    }

    /// The same game with other values of its parameters, as in `size=5`.
    pub fn vary(&self, rules: &dyn Rules, options: &str) -> Result<Arc<dyn Playable>, SpecError> {
        let options = rules.options().clone().with(options)?;
        self.find(&options.to_string())
    }
}

impl Entry {
    fn choose(&self, options: &str) -> Result<Arc<dyn Playable>, SpecError> {
        let options = Options::parse(self.plain.info(), options)?;
        Ok(if options == *self.plain.options() { self.plain.clone() } else { (self.build)(options) })
    }
}

impl Collector for Catalogue {
    fn take<G: Catalogued>(&mut self) {
        for &info in G::RULE_SETS {
            let build = |options: Options| -> Arc<dyn Playable> {
                Arc::new(Ruleset::new(G::build(info, &options), options))
            };
            self.add(Entry { plain: build(Options::new(info)), build: Arc::new(build) });
        }
    }
}

impl Library for Catalogue {
    type Rules = dyn Playable;

    fn find(&self, spec: &str) -> Result<Arc<dyn Playable>, SpecError> {
        Catalogue::find(self, spec)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_can_be_added_and_replaced() {
        let chess = agon_games::tic_tac_toe::TicTacToe;
        let catalogue = Catalogue::empty().with(chess).with(chess);
        assert_eq!(catalogue.games().count(), 1);
        assert!(catalogue.find("othello").is_err());
        assert!(catalogue.find("tic-tac-toe:size=4").is_err());
    }
}
