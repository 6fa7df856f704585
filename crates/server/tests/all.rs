//! All tests of the app, in one program: what they share is compiled and linked once. Every file beside
//! this one is named here.

mod api;
mod app;
mod contract;
mod lab;
mod lessons;
mod listener;
mod mine;
mod puzzles;
mod safe;
mod seats;
mod sheets;
