//! What the app asks of the system it runs on: time, threads, addresses. A server has them; inside a browser there is one
//! thread, which answers one request and is done.

#[cfg(target_family = "wasm")]
mod alone;
#[cfg(not(target_family = "wasm"))]
mod native;

#[cfg(target_family = "wasm")]
pub(crate) use alone::*;
#[cfg(not(target_family = "wasm"))]
pub(crate) use native::*;
