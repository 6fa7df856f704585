//! All tests of the table, in one program: what they share is compiled and linked once. Every file beside this one is named
//! here.

mod pointing;
mod sitting;
