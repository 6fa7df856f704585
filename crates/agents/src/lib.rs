//! Agents: a search, its budget and a way to choose, written as one spec such as `uct:c=1.41,playouts=5000`.
//!
//! [`AgentSpec`] reads and writes specs, [`registry`] lists the algorithms with their keys, and [`AgentSpec::agent`] is the
//! one place that multiplies games by algorithms.

pub mod agent;
pub mod balanced;
mod build;
pub mod level;
pub mod registry;
pub mod spec;

pub use agent::{Agent, Assessment};
pub use level::Level;
pub use spec::{AgentError, AgentSpec};
