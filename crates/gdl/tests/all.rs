//! Sheets against what is known of their games.

mod conforming;
mod crowd;
mod hostile;
mod native;
mod outside;
mod scramble;
mod scrambled;
mod sheets;
mod tutorial;
mod walk;
