//! Games that visitors bring along: rule sheets, each in the list of who brought it.
//!
//! A sheet is known by a name that follows from its text, so that whoever is invited to a game of it plays by the same rules. It is
//! read with a small budget, on the pool, and one visitor has few of them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agon_agents::{Catalogue, Playable};
use agon_core::hash::mix;
use agon_gdl::game::{ENDING, SheetGame};
use agon_gdl::join::Budget;
use axum::extract::{Extension, Multipart, Path, State};
use axum::response::Redirect;

use crate::app::App;
use crate::middleware::Visitor;
use crate::store::StoreError;
use crate::think::{Brake, Urgency};
use crate::transfer::{Brought, file_of};
use crate::trouble::Trouble;

/// The most sheets of one visitor.
const MOST: u32 = 20;
/// The most sheets that are held ready to be played.
const HELD: usize = 64;
/// Enough for lines of action and Othello, and read within a second.
const BUDGET: Budget = Budget { work: 5_000_000, facts: 200_000, links: 400_000 };
/// What a sheet is called whose file has no name to go by.
const NAMELESS: &str = "game";
/// The longest name that is taken from a file.
const LONGEST_NAME: usize = 24;

/// The sheets that are ready to be played, those used last first.
#[derive(Default)]
pub(crate) struct Sheets(Mutex<Vec<Arc<dyn Playable>>>);

impl Sheets {
    fn held(&self) -> MutexGuard<'_, Vec<Arc<dyn Playable>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, id: &str) -> Option<Arc<dyn Playable>> {
        let mut held = self.held();
        let place = held.iter().position(|rules| rules.info().id == id)?;
        held[..=place].rotate_right(1);
        Some(held[0].clone())
    }

    fn hold(&self, rules: &Arc<dyn Playable>) {
        let mut held = self.held();
        held.retain(|known| known.info().id != rules.info().id);
        held.insert(0, rules.clone());
        held.truncate(HELD);
    }
}

/// The name of a sheet: what its file is called, and a number that follows from its text.
fn name(file: Option<&str>, text: &str) -> String {
    let stem = file.unwrap_or_default().rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = stem.strip_suffix(ENDING).unwrap_or(stem).to_lowercase();
    let words = stem.split(|sign: char| !sign.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let mut name = words.collect::<Vec<_>>().join("-");
    name.truncate(LONGEST_NAME);
    let key = text.bytes().fold(text.len() as u64, |key, byte| mix(key ^ u64::from(byte)));
    format!("{}-{key:016x}{ENDING}", if name.is_empty() { NAMELESS } else { name.trim_end_matches('-') })
}

/// Makes a sheet a game.
fn build(id: &str, text: &str) -> Result<Arc<dyn Playable>, Trouble> {
    let game = SheetGame::read(id, text, BUDGET).map_err(|error| Trouble::Senseless(format!("{error}.")))?;
    let catalogue = Catalogue::empty().with_sheet(game);
    catalogue.find(id).map_err(|error| Trouble::Failed(format!("{error}.")))
}

/// The game of a sheet that somebody brought along.
pub(crate) fn find(app: &App, spec: &str) -> Option<Arc<dyn Playable>> {
    let id = spec.trim();
    if !id.ends_with(ENDING) {
        return None;
    }
    app.sheets.find(id).or_else(|| {
        let rules = build(id, &app.store.sheet(id).ok()??).ok()?;
        app.sheets.hold(&rules);
        Some(rules)
    })
}

/// The sheets of a visitor that can be played, the newest first.
pub(crate) fn of_session(app: &App, session: &str) -> Result<Vec<Arc<dyn Playable>>, StoreError> {
    Ok(app.store.sheets(session)?.iter().filter_map(|id| find(app, id)).collect())
}

/// `POST /sheets`
pub(crate) async fn add(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    form: Result<Multipart, axum::extract::multipart::MultipartRejection>,
) -> Result<Redirect, Trouble> {
    let Brought { text, file, .. } = file_of(form, app.quota.body).await?;
    if text.is_empty() {
        return Err(Trouble::Senseless(visitor.words().say("sheets-empty")));
    }
    let id = name(file.as_deref(), &text);
    let work = {
        let (id, text) = (id.clone(), text.clone());
        move || build(&id, &text)
    };
    let rules = app.pool.run(Urgency::Analysis, &visitor.client(), work, &Brake::default()).await??;
    if !app.store.keep_sheet(&visitor.session, &id, &text, MOST)? {
        return Err(Trouble::Senseless(visitor.words().with("sheets-too-many", &[("most", MOST.into())])));
    }
    app.sheets.hold(&rules);
    Ok(Redirect::to(&format!("/games/{id}")))
}

/// `POST /sheets/{id}/forget`: out of the list; games that were begun go on.
pub(crate) async fn forget(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Redirect, Trouble> {
    app.store.forget_sheet(&visitor.session, &id)?;
    Ok(Redirect::to("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_from_files_and_texts() {
        let named = |file, text| name(file, text).rsplit_once('-').map(|(stem, _)| stem.to_owned()).unwrap();
        assert_eq!(named(Some("C:\\games\\My Game (2).KIF"), "a"), "my-game-2-kif");
        assert_eq!(named(Some("../../etc/Four in a row.kif"), "a"), "four-in-a-row");
        assert_eq!(named(Some("日本.kif"), "a"), "game");
        assert_eq!(named(None, "a"), "game");
        assert_eq!(named(Some(&"x".repeat(99)), "a").len(), LONGEST_NAME);
        assert_ne!(name(None, "a"), name(None, "b"));
        assert_eq!(name(None, "a"), name(None, "a"));
    }
}
