//! Games that visitors bring along: rule sheets, each in the list of who brought it.
//!
//! A sheet is known by a name that follows from its text, so that whoever is invited to a game of it plays by the same rules. It is
//! read with a small budget, on the pool, and one visitor has few of them. Those that are not held any more are read again when they
//! are needed, not on a thread that answers requests. One sheet is read at a time.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agon_agents::{Catalogue, Playable};
use agon_core::hash::mix;
use agon_gdl::game::{ENDING, SheetGame};
use agon_gdl::join::Budget;
use agon_gdl::machine::Machine;
use agon_gdl::title;
use axum::extract::{Extension, Multipart, Path, State};
use axum::response::Redirect;
use tokio::runtime::{Handle, RuntimeFlavor};

use crate::app::App;
use crate::middleware::Visitor;
use crate::store::StoreError;
use crate::think::{Brake, Urgency};
use crate::transfer::{Brought, file_of};
use crate::trouble::Trouble;
use crate::views::home::OwnSheet;

/// The most sheets of one visitor.
const MOST: u32 = 20;
/// The most sheets that are held ready to be played, and the most memory that they take, in bytes.
const HELD: usize = 64;
const HELD_BYTES: usize = 256 << 20;
/// The most moves of a player, and the most facts of a position: pages list them on threads that answer others too. A sheet without
/// gates is too slow for that, however small it is.
const MOST_MOVES: usize = 10_000;
const MOST_FACTS: usize = 10_000;
/// What a sheet is called whose file has no name to go by.
const NAMELESS: &str = "game";
/// The longest name that is taken from a file.
const LONGEST_NAME: usize = 24;

/// A sheet that was read.
#[derive(Clone)]
struct Ready {
    id: String,
    /// Nothing if it cannot be played, which need not be found out again.
    rules: Option<Arc<dyn Playable>>,
    bytes: usize,
}

/// The sheets that are ready to be played, those used last first.
#[derive(Default)]
pub(crate) struct Sheets {
    held: Mutex<Vec<Ready>>,
    /// Held by whoever reads a sheet: one is read at a time, whatever that takes of memory.
    reading: Mutex<()>,
}

impl Sheets {
    fn held(&self) -> MutexGuard<'_, Vec<Ready>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn reading(&self) -> MutexGuard<'_, ()> {
        self.reading.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, id: &str) -> Option<Ready> {
        let mut held = self.held();
        let place = held.iter().position(|ready| ready.id == id)?;
        held[..=place].rotate_right(1);
        Some(held[0].clone())
    }

    fn hold(&self, ready: Ready) {
        let mut held = self.held();
        held.retain(|known| known.id != ready.id);
        held.insert(0, ready);
        let mut bytes = 0;
        let fits = |ready: &Ready| {
            bytes += ready.bytes;
            bytes <= HELD_BYTES
        };
        let count = held.iter().map(fits).take_while(|fits| *fits).count();
        held.truncate(count.clamp(1, HELD));
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
fn build(id: &str, text: &str) -> Result<Ready, Trouble> {
    let game =
        SheetGame::read(id, text, Budget::MODEST).map_err(|error| Trouble::Senseless(format!("{error}.")))?;
    if let Some(problem) = unfit(game.machine()) {
        return Err(Trouble::Senseless(problem));
    }
    let bytes = game.machine().bytes();
    let catalogue = Catalogue::empty().with_sheet(game);
    let rules = catalogue.find(id).map_err(|error| Trouble::Failed(format!("{error}.")))?;
    Ok(Ready { id: id.to_owned(), rules: Some(rules), bytes })
}

/// Why a game is too large to be played here.
fn unfit(machine: &Machine) -> Option<String> {
    let Some(grounded) = machine.grounded() else {
        return Some("The rules have too many instances to be worked out quickly enough for a page.".into());
    };
    let (facts, moves) = (grounded.fluents.len(), grounded.moves.iter().map(Vec::len).max().unwrap_or(0));
    if facts > MOST_FACTS {
        return Some(format!(
            "The rules have {facts} facts that can hold; a game brought along has at most {MOST_FACTS}."
        ));
    }
    (moves > MOST_MOVES).then(|| {
        format!("The rules have {moves} moves of one player; a game brought along has at most {MOST_MOVES}.")
    })
}

/// The game of a sheet that somebody brought along.
pub(crate) fn find(app: &App, spec: &str) -> Option<Arc<dyn Playable>> {
    let id = spec.trim();
    if !id.ends_with(ENDING) {
        return None;
    }
    if let Some(ready) = app.sheets.find(id) {
        return ready.rules;
    }
    let text = app.store.sheet(id).ok()??;
    aside(|| {
        let _alone = app.sheets.reading();
        // Somebody else may have read it meanwhile.
        if let Some(ready) = app.sheets.find(id) {
            return ready.rules;
        }
        let ready = build(id, &text).unwrap_or_else(|_| Ready { id: id.to_owned(), rules: None, bytes: 0 });
        app.sheets.hold(ready.clone());
        ready.rules
    })
}

/// Works for a while without keeping others from being answered, if there is more than one thread.
fn aside<T>(work: impl FnOnce() -> T) -> T {
    let flavor = Handle::try_current().map(|handle| handle.runtime_flavor());
    if matches!(flavor, Ok(RuntimeFlavor::MultiThread)) { tokio::task::block_in_place(work) } else { work() }
}

/// The sheets of a visitor, the newest first. They are not read for that.
pub(crate) fn of_session(app: &App, session: &str) -> Result<Vec<OwnSheet>, StoreError> {
    let listed = |id: String| OwnSheet { name: title(&id), id };
    Ok(app.store.sheets(session)?.into_iter().map(listed).collect())
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
        let (id, text, sheets) = (id.clone(), text.clone(), app.sheets.clone());
        move || {
            let _alone = sheets.reading();
            build(&id, &text)
        }
    };
    let ready = app.pool.run(Urgency::Analysis, &visitor.client(), work, &Brake::default()).await??;
    if !app.store.keep_sheet(&visitor.session, &id, &text, MOST)? {
        return Err(Trouble::Senseless(visitor.words().with("sheets-too-many", &[("most", MOST.into())])));
    }
    app.sheets.hold(ready);
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
    fn few_sheets_are_held_and_not_much_memory() {
        let ready = |number: usize, bytes| Ready { id: number.to_string(), rules: None, bytes };
        let sheets = Sheets::default();
        for number in 0..100 {
            sheets.hold(ready(number, 1 << 10));
        }
        assert_eq!(sheets.held().len(), HELD);
        assert!(sheets.find("35").is_none() && sheets.find("36").is_some());
        // What was used last stays where there is room for little.
        sheets.hold(ready(100, HELD_BYTES - (2 << 10)));
        assert_eq!(
            sheets.held().iter().map(|ready| ready.id.as_str()).collect::<Vec<_>>(),
            ["100", "36", "99"]
        );
        sheets.hold(ready(101, HELD_BYTES + 1));
        assert_eq!(sheets.held().len(), 1);
    }

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
