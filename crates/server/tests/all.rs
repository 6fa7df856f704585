//! All tests of the app, in one program: what they share is compiled and linked once. Every file beside
//! this one is named here.

mod app;
mod lab;
