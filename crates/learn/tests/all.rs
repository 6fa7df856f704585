//! All tests of lessons, in one program: what they share is compiled and linked once. Every file beside
//! this one is named here.

mod cascade;
mod course;
mod descent;
mod learning;
mod selfplay;
