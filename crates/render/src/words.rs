//! Everything that is said or shown, in the reader's language. A further language is one more file in `locales` and one more
//! line in [`Language`].

use std::borrow::Cow;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};

pub use fluent_bundle::FluentValue;

/// A language that Agon speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Portuguese.
    Portuguese,
}

impl Language {
    /// Every language, as they are offered.
    pub const ALL: [Language; 2] = [Language::English, Language::Portuguese];

    /// The tag that pages are marked with.
    pub const fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Portuguese => "pt",
        }
    }

    /// What the language calls itself.
    pub const fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::Portuguese => "Português",
        }
    }

    /// The language with this tag, regions aside: `pt-BR` is Portuguese.
    pub fn find(tag: &str) -> Option<Language> {
        let primary = tag.trim().split(['-', '_']).next().unwrap_or_default();
        Language::ALL.into_iter().find(|language| language.tag().eq_ignore_ascii_case(primary))
    }

    /// The language that a browser's list of wishes asks for first, among those we speak.
    pub fn choose(accepted: &str) -> Language {
        let wish = |part: &str| {
            let (tag, rest) = part.split_once(';').unwrap_or((part, ""));
            let weight =
                rest.trim().strip_prefix("q=").map_or(Some(1.0), |weight| weight.parse::<f32>().ok());
            Some((weight.filter(|weight| *weight > 0.0)?, Language::find(tag)?))
        };
        let wishes = accepted.split(',').filter_map(wish);
        // Of equal wishes the first one counts.
        let best = wishes.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map_or(Language::default(), |(_, language)| language)
    }

    const fn source(self) -> &'static str {
        match self {
            Language::English => include_str!("../locales/en.ftl"),
            Language::Portuguese => include_str!("../locales/pt.ftl"),
        }
    }
}

/// The words of one language.
pub struct Words {
    language: Language,
    bundle: FluentBundle<FluentResource>,
}

/// A value that stands in a sentence.
pub type Given<'a> = (&'static str, FluentValue<'a>);

impl Words {
    /// The words of a language.
    pub fn of(language: Language) -> &'static Words {
        static ALL: LazyLock<[Words; 2]> = LazyLock::new(|| Language::ALL.map(Words::load));
        &ALL[language as usize]
    }

    fn load(language: Language) -> Words {
        let tag = language.tag().parse().expect("our tags are language tags");
        let mut bundle = FluentBundle::new_concurrent(vec![tag]);
        // Marks around what is inserted would be read aloud by some screen readers, and both languages run left to right.
        bundle.set_use_isolating(false);
        let resource = FluentResource::try_new(language.source().to_owned());
        // A test reads every file strictly; here whatever can be read is better than nothing.
        let resource = resource.unwrap_or_else(|(partial, _)| partial);
        bundle.add_resource_overriding(resource);
        Words { language, bundle }
    }

    /// The language.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The text of a message.
    pub fn say(&self, key: &str) -> String {
        self.with(key, &[])
    }

    /// The text of a message with values put in.
    pub fn with(&self, key: &str, given: &[Given<'_>]) -> String {
        let found = self.look_up(key, given).or_else(|| Words::of(Language::English).look_up(key, given));
        found.unwrap_or_else(|| format!("\u{27e6}{key}\u{27e7}"))
    }

    /// The text of a message that a language need not have.
    pub fn find(&self, key: &str) -> Option<String> {
        self.look_up(key, &[])
    }

    fn look_up(&self, key: &str, given: &[Given<'_>]) -> Option<String> {
        let pattern = self.bundle.get_message(key)?.value()?;
        let args: FluentArgs<'_> =
            given.iter().map(|(name, value)| (Cow::from(*name), value.clone())).collect();
        let mut errors = Vec::new();
        Some(self.bundle.format_pattern(pattern, Some(&args), &mut errors).into_owned())
    }

    /// A value with two decimals and its sign, as the language writes it.
    pub fn signed(&self, value: f32) -> String {
        // What rounds to nothing has no sign.
        let value = if value.abs() < 0.005 { 0.0 } else { value };
        let text =
            if value == 0.0 { "0.00".to_owned() } else { format!("{value:+.2}").replace('-', "\u{2212}") };
        if self.language == Language::Portuguese { text.replace('.', ",") } else { text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(language: Language) -> Vec<String> {
        let resource = FluentResource::try_new(language.source().to_owned());
        if let Err((_, errors)) = resource {
            panic!("{}: {errors:?}", language.tag());
        }
        // A message begins at the start of a line.
        let begins =
            |line: &str| Some(line.split_once(" =")?.0.to_owned()).filter(|key| !key.contains([' ', '#']));
        let mut keys: Vec<String> = language.source().lines().filter_map(begins).collect();
        keys.sort();
        keys
    }

    #[test]
    fn every_file_is_well_formed_and_says_what_english_says() {
        let english = keys(Language::English);
        let optional = |key: &String| {
            ["game-", "side-", "piece-", "summary-", "ending-of-"]
                .iter()
                .any(|prefix| key.starts_with(prefix))
        };
        for language in Language::ALL {
            let own = keys(language);
            let mut sorted = own.clone();
            sorted.dedup();
            assert_eq!(sorted, own, "{} says something twice", language.tag());
            let missing: Vec<_> = english.iter().filter(|key| !own.contains(key)).collect();
            assert!(missing.is_empty(), "{} lacks {missing:?}", language.tag());
            let unknown: Vec<_> = own.iter().filter(|key| !english.contains(key) && !optional(key)).collect();
            assert!(unknown.is_empty(), "{} has {unknown:?}", language.tag());
        }
    }

    #[test]
    fn browsers_get_the_language_they_wish_for() {
        assert_eq!(Language::choose("pt-BR,pt;q=0.9,en;q=0.8"), Language::Portuguese);
        assert_eq!(Language::choose("en;q=0.5, pt;q=0.7"), Language::Portuguese);
        assert_eq!(Language::choose("en, pt"), Language::English);
        assert_eq!(Language::choose("xx, pt;q=0"), Language::English);
        assert_eq!(Language::choose(""), Language::English);
    }
}
