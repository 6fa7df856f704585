//! What can be chosen about an algorithm, declared once.
//!
//! A struct of settings is written with [`settings!`](crate::settings!): each field says its type, the name of its key in agent
//! specs, the default, the range where the type has none of its own, and in its documentation what it does, in one line. That
//! declaration is the struct, its `Default`, the list of its [keys](Keyed::KEYS) with which texts are checked and people are
//! helped, and the reading and writing of the values. Inside the program a setting is a field, and a wrong one does not
//! compile; outside it is a text, and a wrong one is answered with a sentence.
//!
//! ```
//! use agon_search::settings::{Keyed, Memory};
//!
//! agon_search::words! {
//!     /// What is looked at first.
//!     #[derive(Clone, Copy, PartialEq, Eq, Debug)]
//!     pub enum Order {
//!         /// What looks good.
//!         Promise = "promise",
//!         /// What the rules list first.
//!         Generated = "generated",
//!     }
//! }
//!
//! agon_search::settings! {
//!     /// What can be chosen about a search.
//!     #[derive(Clone, Copy, PartialEq, Debug)]
//!     pub struct Settings {
//!         /// exploration; 0: none
//!         pub exploration: f32 as "c" = "1.4" in Number(0.0, 100.0),
//!         /// which moves are looked at first
//!         pub order: Order as "order" = "promise",
//!         /// most MiB for the tree
//!         pub memory: Memory as "memory" formerly "hash" = "16" in Count(1, 65_536),
//!     }
//! }
//!
//! let settings = Settings::read(&|key| (key.name == "order").then_some("generated"));
//! assert_eq!(settings, Settings { order: Order::Generated, ..Settings::default() });
//! assert_eq!(settings.write(), [(&Settings::KEYS[1], "generated".to_owned())]);
//! assert_eq!(Settings::KEYS[0].help, "exploration; 0: none");
//! ```
//!
//! # Adding an algorithm
//!
//! Write the search, here, with its `Settings`. Add one line to the list of the crate `agon-agents`
//! (`src/registry/list.rs`): the name, a summary, the groups of keys in the order in which they are written, the budget where none
//! is named, and the call that makes the search. Everything else follows: specs, `agon agents`, tournaments, the app.
//!
//! Keys that several algorithms have in common are a struct of their own, such as [`evaluate::Settings`](crate::evaluate::Settings)
//! or [`depthfirst::Settings`](crate::depthfirst::Settings), and a group of each of them. A single key that stands in several structs
//! is a constant, such as [`SEED`], and stands in the place of the name: `seed: u64 as SEED`. A key that was renamed says how it was
//! called before (`formerly`); that is still read, and never written.

pub mod command;
mod key;
pub(crate) mod memory;
mod setting;

pub use key::{Key, Kind, read_time};
pub use memory::{Memory, NoMemory};
pub use setting::Setting;

/// Settings whose fields are keys of agent specs; [`settings!`](crate::settings!) implements it.
pub trait Keyed: Default {
    /// The keys, in the order of the fields.
    const KEYS: &'static [Key];

    /// The settings, given what was said about each key, which was checked before; the rest is at its default.
    ///
    /// # Panics
    /// If a value is none of the key's [kind](Key::kind).
    fn read<'a>(said: &dyn Fn(&Key) -> Option<&'a str>) -> Self;

    /// What differs from the defaults, as texts, in the order of the keys.
    fn write(&self) -> Vec<(&'static Key, String)>;
}

/// The value of a key: what was said, or the default.
#[doc(hidden)]
pub fn value<'a, T: Setting>(key: &'static Key, said: &dyn Fn(&Key) -> Option<&'a str>) -> T {
    let text = said(key).unwrap_or(key.default);
    T::read(text).unwrap_or_else(|| panic!("'{text}' was checked to be a value of the key {}", key.name))
}

/// The key of everything random.
pub const SEED: Key = Key {
    name: "seed",
    formerly: &[],
    default: "1",
    kind: Kind::Count(0, u64::MAX),
    help: "the seed of everything random",
};

crate::settings! {
    /// The settings of what is random and has no other choices.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Seeded {
        /// The seed of everything random.
        pub seed: u64 as SEED,
    }
}

/// Declares a struct of settings; see the [module](mod@crate::settings).
#[macro_export]
macro_rules! settings {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $(
                $(#[doc = $help:literal])+
                $field_vis:vis $field:ident: $type:ty as $key:tt
                    $(formerly $former:literal)? $(= $default:literal)? $(in $kind:ident $(($($bound:expr),+))?)?
            ),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[allow(clippy::doc_markdown, reason = "help is read as it is, without markup")]
        $vis struct $name {
            $($(#[doc = $help])+ $field_vis $field: $type,)+
        }

        impl $crate::settings::Keyed for $name {
            const KEYS: &'static [$crate::settings::Key] = &[$(
                $crate::settings!(
                    @key $key, $type, [$($help)+] [$($former)?] [$($default)?] [$($kind $(($($bound),+))?)?]
                )
            ),+];

            fn read<'a>(said: &dyn Fn(&$crate::settings::Key) -> Option<&'a str>) -> $name {
                let mut keys = Self::KEYS.iter();
                $name { $($field: $crate::settings::value(keys.next().expect("a key per field"), said)),+ }
            }

            fn write(&self) -> Vec<(&'static $crate::settings::Key, String)> {
                let default = $name::default();
                let texts = [$(
                    (self.$field != default.$field).then(|| $crate::settings::Setting::write(&self.$field))
                ),+];
                Self::KEYS.iter().zip(texts).filter_map(|(key, text)| Some((key, text?))).collect()
            }
        }

        impl Default for $name {
            fn default() -> $name {
                <$name as $crate::settings::Keyed>::read(&|_| None)
            }
        }
    };
    (@key $key:ident, $type:ty, [$($help:literal)+] [] [] []) => { $key };
    (@key $name:literal, $type:ty, [$($help:literal)+] [$($former:literal)?] [$default:literal] [$($kind:tt)*]) => {
        $crate::settings::Key {
            name: $name,
            formerly: &[$($former)?],
            default: $default,
            kind: $crate::settings!(@kind $type, $($kind)*),
            help: concat!($($help),+).trim_ascii(),
        }
    };
    (@kind $type:ty,) => { <$type as $crate::settings::Setting>::KIND };
    (@kind $type:ty, $kind:ident $(($($bound:expr),+))?) => { $crate::settings::Kind::$kind $(($($bound),+))? };
}

/// Declares an enum whose variants are words, for a setting that is one of them; see the [module](mod@crate::settings).
#[macro_export]
macro_rules! words {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $($(#[$about:meta])* $variant:ident = $word:literal),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        $vis enum $name {
            $($(#[$about])* $variant),+
        }

        impl $crate::settings::Setting for $name {
            const KIND: $crate::settings::Kind = $crate::settings::Kind::Word(&[$($word),+]);

            fn read(text: &str) -> Option<$name> {
                match text {
                    $($word => Some($name::$variant),)+
                    _ => None,
                }
            }

            fn write(&self) -> String {
                match self {
                    $($name::$variant => $word.to_owned()),+
                }
            }
        }
    };
}
