//! Puzzles, positions with one right move, and lessons, guided first games, for every game.
//!
//! [`make`](make()) finds them in games between players of moderate strength, proves them and grades them; [`check`](check()) proves them again by other
//! means; [`Attempt`] is somebody who solves one or takes a step of a [`Lesson`]; [`shipped`](shipped()) are those that come with the program. All of it works on games without
//! their type, so a game of one's own has puzzles too.

mod attempt;
mod check;
mod fate;
mod lesson;
mod likeness;
mod make;
mod puzzle;
mod shipped;

pub use attempt::{Attempt, Reply};
pub use check::{Finding, check};
pub use lesson::{Lesson, Step, lesson_of, lessons};
pub use make::{Order, make};
pub use puzzle::{Difficulty, Puzzle, PuzzleError, Rivals, Sheet, Task};
pub use shipped::{of_family, of_game, shipped};
