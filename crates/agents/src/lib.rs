//! Agents: a search, its budget and a way to choose, written as one spec such as `uct:c=1.41,playouts=5000@easy`.
//!
//! [`AgentSpec`] reads and writes specs, [`registry`] lists the algorithms with their keys, [`AgentSpec::agent`] is the
//! one place that multiplies games by algorithms, [`selection`] decides which of the assessed moves is played, and [`level`]
//! names agents by how strong they are.

pub mod agent;
pub mod balanced;
mod build;
pub mod external;
pub mod gtp;
pub mod level;
pub mod registry;
pub mod selection;
pub mod spec;

pub use agent::{Agent, Assessment};
pub use level::{Claim, Level, Share};
pub use selection::Selection;
pub use spec::{AgentError, AgentSpec};
