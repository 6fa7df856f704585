//! Agents: a search, its budget and a way to choose, written as one spec such as `uct:c=1.41,playouts=5000@easy`.
//!
//! A [`Catalogue`] holds the games that a program knows, and each of them makes its own agents ([`Playable`]). [`AgentSpec`]
//! reads and writes specs, [`registry`] lists the algorithms with their keys, [`selection`] decides which of the assessed
//! moves is played, and [`level`] names agents by how strong they are.

pub mod agent;
pub mod balanced;
mod basis;
pub mod batched;
mod build;
mod catalogue;
pub mod dialect;
pub mod external;
pub mod level;
mod playable;
pub mod registry;
pub mod selection;
pub mod solving;
pub mod spec;
pub mod told;

pub use agent::{Agent, Assessment, Watched};
pub use agon_search::Stop;
pub use basis::Basis;
pub use catalogue::Catalogue;
pub use level::{Claim, Level, Share};
pub use playable::Playable;
pub use selection::Selection;
pub use spec::{AgentError, AgentSpec};
