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
    /// Spanish.
    Spanish,
    /// French.
    French,
    /// German.
    German,
}

impl Language {
    /// Every language, as they are offered.
    pub const ALL: [Language; 5] =
        [Language::English, Language::Portuguese, Language::Spanish, Language::French, Language::German];

    /// The tag that pages are marked with.
    pub const fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Portuguese => "pt",
            Language::Spanish => "es",
            Language::French => "fr",
            Language::German => "de",
        }
    }

    /// What the language calls itself.
    pub const fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::Portuguese => "Português",
            Language::Spanish => "Español",
            Language::French => "Français",
            Language::German => "Deutsch",
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
            Language::Spanish => include_str!("../locales/es.ftl"),
            Language::French => include_str!("../locales/fr.ftl"),
            Language::German => include_str!("../locales/de.ftl"),
        }
    }

    /// The rules of the games; in English the games bring them themselves.
    const fn rules(self) -> &'static str {
        match self {
            Language::English => "",
            Language::Portuguese => include_str!("../locales/rules/pt.ftl"),
            Language::Spanish => include_str!("../locales/rules/es.ftl"),
            Language::French => include_str!("../locales/rules/fr.ftl"),
            Language::German => include_str!("../locales/rules/de.ftl"),
        }
    }

    fn load(self) -> FluentBundle<FluentResource> {
        let tag = self.tag().parse().expect("our tags are language tags");
        let mut bundle = FluentBundle::new_concurrent(vec![tag]);
        // Marks around what is inserted would be read aloud by some screen readers, and all our languages run left to right.
        bundle.set_use_isolating(false);
        for source in [self.source(), self.rules()] {
            let resource = FluentResource::try_new(source.to_owned());
            // A test reads every file strictly; here whatever can be read is better than nothing.
            bundle.add_resource_overriding(resource.unwrap_or_else(|(partial, _)| partial));
        }
        bundle
    }
}

/// How moves are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Speech {
    /// In the notation of the game: "Nxd5+".
    #[default]
    Notation,
    /// In words: "knight takes d5, check".
    Words,
    /// In words, with letters spelled: "knight takes delta 5, check".
    Spelled,
}

impl Speech {
    /// Every way, as they are offered.
    pub const ALL: [Speech; 3] = [Speech::Notation, Speech::Words, Speech::Spelled];

    /// The name used in forms and keys.
    pub const fn name(self) -> &'static str {
        match self {
            Speech::Notation => "notation",
            Speech::Words => "words",
            Speech::Spelled => "spelled",
        }
    }

    /// The way with this name.
    pub fn find(name: &str) -> Option<Speech> {
        Speech::ALL.into_iter().find(|speech| speech.name() == name)
    }
}

/// The letters as they are spelled over bad lines, by international agreement in every language.
pub const PHONETIC: [&str; 26] = [
    "alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india", "juliett", "kilo",
    "lima", "mike", "november", "oscar", "papa", "quebec", "romeo", "sierra", "tango", "uniform", "victor",
    "whiskey", "xray", "yankee", "zulu",
];

/// The name of a place as the reader wants it: "d5" or "delta 5".
pub fn place(words: &Words, name: &str) -> String {
    if words.speech != Speech::Spelled {
        return name.to_owned();
    }
    let end = name.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(name.len());
    let letters = name[..end].bytes().map(|letter| PHONETIC[usize::from(letter.to_ascii_lowercase() - b'a')]);
    let spelled: Vec<&str> = letters.chain([&name[end..]]).filter(|part| !part.is_empty()).collect();
    spelled.join(" ")
}

/// The words of one language.
pub struct Words {
    language: Language,
    speech: Speech,
    bundle: &'static FluentBundle<FluentResource>,
}

/// A value that stands in a sentence.
pub type Given<'a> = (&'static str, FluentValue<'a>);

impl Words {
    /// The words of a language.
    pub fn of(language: Language) -> &'static Words {
        Words::speaking(language, Speech::default())
    }

    /// The words of a language for somebody who wants moves told in a certain way.
    pub fn speaking(language: Language, speech: Speech) -> &'static Words {
        static BUNDLES: [LazyLock<FluentBundle<FluentResource>>; Language::ALL.len()] = [
            LazyLock::new(|| Language::English.load()),
            LazyLock::new(|| Language::Portuguese.load()),
            LazyLock::new(|| Language::Spanish.load()),
            LazyLock::new(|| Language::French.load()),
            LazyLock::new(|| Language::German.load()),
        ];
        static ALL: LazyLock<Vec<[Words; Speech::ALL.len()]>> = LazyLock::new(|| {
            let of = |(language, bundle): (Language, &'static LazyLock<FluentBundle<FluentResource>>)| {
                Speech::ALL.map(|speech| Words { language, speech, bundle })
            };
            Language::ALL.into_iter().zip(&BUNDLES).map(of).collect()
        });
        &ALL[language as usize][speech as usize]
    }

    /// How moves are told.
    pub fn speech(&self) -> Speech {
        self.speech
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
        if self.language == Language::English { text } else { text.replace('.', ",") }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    /// The messages of a language with the values that are put into them.
    fn messages(language: Language, source: &str) -> BTreeMap<String, BTreeSet<String>> {
        let resource = FluentResource::try_new(source.to_owned())
            .unwrap_or_else(|(_, errors)| panic!("{}: {errors:?}", language.tag()));
        let mut messages = BTreeMap::new();
        let mut key = String::new();
        for line in resource.source().lines() {
            // A message begins at the start of a line.
            if let Some((name, _)) = line.split_once(" =").filter(|(name, _)| !name.contains([' ', '#'])) {
                key = name.to_owned();
                let twice = messages.insert(key.clone(), BTreeSet::new());
                assert!(twice.is_none(), "{} says {key} twice", language.tag());
            }
            let values = line.split('$').skip(1).map(|rest| {
                rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect::<String>()
            });
            if !line.starts_with('#') {
                messages.entry(key.clone()).or_default().extend(values);
            }
        }
        messages
    }

    #[test]
    fn every_file_is_well_formed_and_says_what_english_says() {
        let english = messages(Language::English, Language::English.source());
        let optional = |key: &str| {
            ["game-", "side-", "piece-", "summary-", "ending-of-"]
                .iter()
                .any(|prefix| key.starts_with(prefix))
        };
        let portuguese = messages(Language::Portuguese, Language::Portuguese.source());
        for language in Language::ALL {
            let own = messages(language, language.source());
            let missing: Vec<_> = english.keys().filter(|key| !own.contains_key(*key)).collect();
            assert!(missing.is_empty(), "{} lacks {missing:?}", language.tag());
            for (key, values) in &own {
                match english.get(key) {
                    // Every sentence is given the same values, and no other.
                    Some(given) => {
                        let strange: Vec<_> = values.difference(given).collect();
                        assert!(strange.is_empty(), "{}: {key} has {strange:?}", language.tag());
                        let unsaid: Vec<_> = given.difference(values).collect();
                        assert!(unsaid.is_empty(), "{}: {key} leaves out {unsaid:?}", language.tag());
                    }
                    None => assert!(optional(key), "{} has {key}", language.tag()),
                }
            }
            // What games say of themselves is said in every other language, or in none.
            if language != Language::English {
                let names = |own: &BTreeMap<String, _>| -> Vec<String> {
                    own.keys().filter(|key| optional(key)).cloned().collect()
                };
                assert_eq!(names(&own), names(&portuguese), "{}", language.tag());
            }
        }
    }

    #[test]
    fn what_every_language_says_of_the_rules_is_the_same() {
        let keys = |language: Language| messages(language, language.rules()).into_keys().collect::<Vec<_>>();
        let portuguese = keys(Language::Portuguese);
        for language in [Language::Spanish, Language::French, Language::German] {
            assert_eq!(keys(language), portuguese, "{}", language.tag());
        }
    }

    #[test]
    fn places_are_spelled_for_those_who_want_it() {
        let spelled = Words::speaking(Language::German, Speech::Spelled);
        assert_eq!(place(spelled, "d5"), "delta 5");
        assert_eq!(place(spelled, "12"), "12");
        assert_eq!(place(Words::of(Language::German), "d5"), "d5");
    }

    #[test]
    fn browsers_get_the_language_they_wish_for() {
        assert_eq!(Language::choose("pt-BR,pt;q=0.9,en;q=0.8"), Language::Portuguese);
        assert_eq!(Language::choose("en;q=0.5, pt;q=0.7"), Language::Portuguese);
        assert_eq!(Language::choose("en, pt"), Language::English);
        assert_eq!(Language::choose("de-AT,de;q=0.9,en;q=0.8"), Language::German);
        assert_eq!(Language::choose("xx, fr-CA;q=0.4, es;q=0.3"), Language::French);
        assert_eq!(Language::choose("xx, pt;q=0"), Language::English);
        assert_eq!(Language::choose(""), Language::English);
    }
}
