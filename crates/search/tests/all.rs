//! All tests of the searches, in one program: what they share is compiled and linked once. Every file beside
//! this one is named here.

mod bestfirst;
mod depthfirst;
mod flat;
mod hybrid;
mod lexicographic;
mod neuralmcts;
mod pvs;
mod solve;
mod trace;
mod uct;
