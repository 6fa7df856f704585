//! All tests of protocols, in one program: what they share is compiled and linked once. Every file beside this one is named here.

mod dialogue;
mod gomocup;
mod hostile;
mod hub;
mod nboard;
mod uci;
