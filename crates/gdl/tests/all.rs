//! Sheets against what is known of their games.

mod conforming;
mod crowd;
mod hostile;
mod native;
mod scrambled;
mod sheets;
mod walk;
