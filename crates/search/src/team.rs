//! Several threads at one search.

use std::sync::Mutex;
use std::thread::{self, Builder};

use agon_core::Cost;

/// What a thread does beside the first one; in the end it tells what that cost.
pub(crate) type Helper<'a> = Box<dyn FnOnce() -> Cost + Send + 'a>;

/// Does `own` on this thread while each helper works on one of its own. Returns the costs of the helpers; nothing for one that
/// panicked. A helper for whom there is no thread works on this one, afterwards.
pub(crate) fn together(helpers: Vec<Helper<'_>>, own: &mut dyn FnMut()) -> Vec<Option<Cost>> {
    // A helper is taken by its thread, or by this one if it never began.
    let waiting: Vec<Mutex<Option<Helper<'_>>>> =
        helpers.into_iter().map(|helper| Mutex::new(Some(helper))).collect();
    let take = |place: &Mutex<Option<_>>| place.lock().ok().and_then(|mut place| place.take());
    thread::scope(|scope| {
        let running: Vec<_> = waiting
            .iter()
            .map(|place| {
                let work = move || take(place).map_or_else(Cost::default, |helper: Helper<'_>| helper());
                Builder::new().spawn_scoped(scope, work).ok()
            })
            .collect();
        own();
        let costs = running.into_iter().zip(&waiting).map(|(running, place)| match running {
            Some(running) => running.join().ok(),
            None => take(place).map(|helper| helper()),
        });
        costs.collect()
    })
}
