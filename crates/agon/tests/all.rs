//! All tests of the program, in one program: what they share is compiled and linked once. Every file beside
//! this one is named here.

mod balance;
mod cli;
mod common;
mod contest;
mod course;
mod export;
mod gtp;
mod interrupt;
mod learn;
mod ledger;
mod levels;
mod limits;
mod programs;
mod report;
mod reproduce;
mod serve;
mod sheets;
mod terminal;
mod tournament;
mod vocabulary;
