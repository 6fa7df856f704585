//! What readers are told about levels: only what was measured, in their language.

use agon_agents::{Claim, Level, Share};
use agon_core::Rules;
use agon_render::words::Words;

use crate::views::setup::Strength;

/// Every level of a game, with what may be said of it.
pub(crate) fn strengths(words: &Words, game: &dyn Rules) -> Vec<Strength> {
    Level::all().map(|level| Strength { level, sentence: sentence(words, level, game) }).collect()
}

fn sentence(words: &Words, level: Level, game: &dyn Rules) -> String {
    let below = match level {
        Level::Rung(rung) => rung.saturating_sub(1),
        _ => 0,
    };
    let given = |Share { part, whole }: Share| {
        [("part", part.into()), ("whole", whole.into()), ("below", u32::from(below).into())]
    };
    let told = match level.claim(game) {
        Claim::Aim => words.say(&format!("level-aim-{level}")),
        Claim::Provisional => {
            let provisional = words.say("level-provisional");
            if below == 0 { format!("{} {provisional}", words.say("level-easiest")) } else { provisional }
        }
        Claim::Unknown if below == 0 => words.say("level-easiest"),
        Claim::Unknown => words.say("level-unknown"),
        Claim::Easiest(share) => words.with("level-easiest-of", &given(share)),
        Claim::Stronger(share) => words.with("level-stronger", &given(share)),
        Claim::Level => words.with("level-hardly", &[("below", u32::from(below).into())]),
    };
    if level == Level::Rung(Level::TOP) { format!("{told} {}", words.say("level-strongest")) } else { told }
}

#[cfg(test)]
mod tests {
    use agon_agents::Catalogue;
    use agon_render::words::Language;

    use super::*;

    #[test]
    fn every_level_of_every_game_has_a_sentence_in_every_language() {
        for language in Language::ALL {
            for game in Catalogue::shipped().games() {
                for strength in strengths(Words::of(language), game.as_ref()) {
                    let sentence = &strength.sentence;
                    assert!(sentence.ends_with('.') && !sentence.contains('\u{27e6}'), "{sentence}");
                }
            }
        }
    }

    #[test]
    fn levels_that_nobody_measured_are_marked_in_every_language() {
        let catalogue = Catalogue::shipped();
        for language in Language::ALL {
            let words = Words::of(language);
            let mark = words.say("level-provisional");
            let marked = |game: &str| {
                let strengths = strengths(words, catalogue.find(game).unwrap().as_ref());
                strengths.into_iter().filter(|strength| strength.sentence.contains(&mark)).count()
            };
            assert_eq!((marked("checkers-casual"), marked("othello")), (10, 0), "{}", language.tag());
        }
    }
}
