//! All tests of agents, in one program: what they share is compiled and linked once. Every file beside
//! this one is named here.

mod balanced;
mod bestfirst;
mod catalogue;
mod dialects;
mod external;
mod levels;
mod plain;
