//! What both ends of a protocol agree on: how its moves, positions and values are written. Other programs as agents
//! ([`external`](crate::external)) speak with these words, and so does whoever offers agents to other programs.

pub mod gomocup;
pub mod gtp;
pub mod hub;
pub mod uci;
