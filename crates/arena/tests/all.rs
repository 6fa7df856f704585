//! All tests of matches and their reports, in one program: what they share is compiled and linked once. Every file beside
//! this one is named here.

mod ledger;
mod report;
mod tournament;
