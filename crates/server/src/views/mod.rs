//! What the pages look like. Here is HTML and nothing else: who asked and what happens is decided elsewhere.

pub(crate) mod api;
pub(crate) mod chart;
pub(crate) mod clock;
pub(crate) mod comment;
mod controls;
pub(crate) mod home;
pub(crate) mod icon;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod lab;
pub(crate) mod ladder;
pub(crate) mod lessons;
pub(crate) mod mine;
pub(crate) mod page;
pub(crate) mod people;
pub(crate) mod playing;
pub(crate) mod puzzle;
pub(crate) mod setup;
pub(crate) mod study;
pub(crate) mod transfer;
