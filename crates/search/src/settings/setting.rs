//! Types whose values can be settings.

use std::time::Duration;

use super::{Kind, read_time};

/// A type whose values can be settings.
pub trait Setting: Sized + PartialEq {
    /// What its texts look like, where the declaration of a setting does not narrow it down.
    const KIND: Kind;

    /// The value that a text means; nothing if it means none.
    fn read(text: &str) -> Option<Self>;

    /// The shortest text that means the value.
    fn write(&self) -> String;
}

/// Numbers are read and written as the language does.
macro_rules! numbers {
    ($($type:ty: $kind:expr),+) => {$(
        impl Setting for $type {
            const KIND: Kind = $kind;

            fn read(text: &str) -> Option<$type> {
                text.parse().ok()
            }

            fn write(&self) -> String {
                self.to_string()
            }
        }
    )+};
}

numbers! {
    u32: Kind::Count(0, u32::MAX as u64),
    u64: Kind::Count(0, u64::MAX),
    usize: Kind::Count(0, usize::MAX as u64),
    f32: Kind::Number(f64::NEG_INFINITY, f64::INFINITY),
    f64: Kind::Number(f64::NEG_INFINITY, f64::INFINITY)
}

impl Setting for bool {
    const KIND: Kind = Kind::Word(&["on", "off"]);

    fn read(text: &str) -> Option<bool> {
        match text {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        }
    }

    fn write(&self) -> String {
        if *self { "on" } else { "off" }.to_owned()
    }
}

impl Setting for String {
    const KIND: Kind = Kind::Text;

    fn read(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    fn write(&self) -> String {
        self.clone()
    }
}

impl Setting for Duration {
    const KIND: Kind = Kind::Time;

    fn read(text: &str) -> Option<Duration> {
        read_time(text)
    }

    fn write(&self) -> String {
        format!("{}s", self.as_secs_f64())
    }
}

/// Something that need not be said: no text is no value.
impl<T: Setting> Setting for Option<T> {
    const KIND: Kind = T::KIND;

    fn read(text: &str) -> Option<Option<T>> {
        if text.is_empty() { Some(None) } else { T::read(text).map(Some) }
    }

    fn write(&self) -> String {
        self.as_ref().map_or_else(String::new, Setting::write)
    }
}
