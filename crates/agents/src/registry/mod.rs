//! Every algorithm with its keys.

mod budget;
mod list;
#[cfg(test)]
mod tests;

pub use budget::Budget;
pub use list::ALGORITHMS;
pub(crate) use list::search;

use agon_search::settings::{Key, Keyed};

/// An algorithm that agents can be made of.
#[derive(PartialEq, Eq, Debug)]
pub struct Algorithm {
    /// Its name in specs.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// Its settings, in groups; others may have some of them too.
    pub groups: &'static [&'static [Key]],
    /// The limits in force when a spec names none; none for an algorithm that has no use for any.
    pub budget: Budget,
}

impl Algorithm {
    /// Its settings.
    pub fn keys(&self) -> impl Iterator<Item = &'static Key> {
        self.groups.iter().copied().flatten()
    }

    /// Its settings and the limits.
    pub fn all_keys(&self) -> impl Iterator<Item = &'static Key> {
        self.keys().chain(Budget::KEYS)
    }

    /// The key that has this name, or had it before.
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        let named = self.all_keys().find(|key| key.name == name);
        named.or_else(|| self.all_keys().find(|key| key.formerly.contains(&name)))
    }
}
