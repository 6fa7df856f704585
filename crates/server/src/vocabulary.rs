//! The words that can be typed at a table.

use std::sync::LazyLock;

use agon_render::words::{Language, Words};
use agon_table::{Command, Vocabulary};

/// The words of all languages: nobody should have to guess which one is on.
pub(crate) fn vocabulary() -> &'static Vocabulary {
    static ALL: LazyLock<Vocabulary> = LazyLock::new(|| {
        Vocabulary::new(Language::ALL.into_iter().flat_map(|language| {
            Command::words(move |name| Words::of(language).find(&format!("typed-{name}")))
        }))
    });
    &ALL
}

#[cfg(test)]
mod tests {
    use agon_table::Question;

    use super::*;

    #[test]
    fn every_command_can_be_typed_in_every_language() {
        for language in Language::ALL {
            for command in Command::all() {
                let listed = Words::of(language).find(&format!("typed-{}", command.name())).unwrap();
                for word in listed.split(',') {
                    let read = vocabulary().read(word).map(|(read, _)| read);
                    assert_eq!(read, Some(command), "'{word}' in {}", language.tag());
                }
            }
        }
        let about = Some("e4".to_owned());
        assert_eq!(vocabulary().read("Lances E4"), Some((Command::Ask(Question::Moves), about)));
        assert_eq!(vocabulary().read("e4"), None);
    }
}
