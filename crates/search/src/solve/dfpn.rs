//! placeholder
pub struct Dfpn;
