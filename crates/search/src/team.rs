//! Several threads at one search.

use std::thread;

use agon_core::Cost;

/// What a thread does beside the first one; in the end it tells what that cost.
pub(crate) type Helper<'a> = Box<dyn FnOnce() -> Cost + Send + 'a>;

/// Does `own` on this thread while each helper works on one of its own. Returns the costs of the helpers; nothing for one that
/// panicked.
pub(crate) fn together(helpers: Vec<Helper<'_>>, own: &mut dyn FnMut()) -> Vec<Option<Cost>> {
    thread::scope(|scope| {
        let running: Vec<_> = helpers.into_iter().map(|helper| scope.spawn(helper)).collect();
        own();
        running.into_iter().map(|helper| helper.join().ok()).collect()
    })
}
