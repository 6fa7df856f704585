//! The search algorithms, each in its own module, behind one interface.
//!
//! A search gives a value to *every* legal move and knows nothing of difficulty or style; choosing among the values is
//! somebody else's business. No search assumes that players alternate.

pub mod alphabeta;
pub mod alphadda;
mod arrange;
pub mod bestfirst;
pub mod clock;
pub mod depthfirst;
pub mod evaluate;
pub mod explicit;
pub mod greedy;
pub mod hybrid;
pub mod lexicographic;
pub mod limit;
pub mod minimax;
pub mod negascout;
pub mod neuralmcts;
pub mod pvs;
pub mod random;
pub mod randomized;
pub mod score;
pub mod settings;
pub mod solve;
pub mod task;
mod team;
pub mod trace;
pub mod transposition;
pub mod uct;

pub use evaluate::Evaluate;
pub use limit::{Limit, Meter, Stop};
pub use score::Score;
pub use task::{Looked, Search, Task};
