//! Taking games away and bringing them along.

use agon_core::GameInfo;
use agon_render::tell;
use agon_render::words::Words;
use maud::{Markup, html};

/// Links that save a game in each of its formats, the one its players use first.
pub(crate) fn save_links(
    words: &Words,
    formats: &[&str],
    id: &str,
    address: impl Fn(&str) -> String,
) -> Markup {
    html! {
        @for format in formats.iter().rev() {
            a href=(address(format)) download={ (id) "." (format) } {
                (words.with("save-as", &[("format", format.to_uppercase().into())]))
            }
        }
    }
}

/// A form to bring a game along, as a file or as text.
pub(crate) fn import(words: &Words, games: &[&GameInfo]) -> Markup {
    html! {
        details.import {
            summary { (words.say("analysis-import")) }
            form method="post" action="/analysis/import" enctype="multipart/form-data" {
                p id="import-help" { (words.say("analysis-import-help")) }
                p {
                    label for="file" { (words.say("analysis-file")) } " "
                    input id="file" type="file" name="file" accept=".pgn,.pdn,.sgf,.ggf,.json,.txt" aria-describedby="import-help";
                }
                p {
                    label for="record" { (words.say("analysis-record")) }
                    textarea id="record" name="text" spellcheck="false" aria-describedby="import-help" {}
                }
                div.row {
                    label {
                        (words.say("analysis-game")) " "
                        select name="game" {
                            option value="" { (words.say("analysis-game-told")) }
                            @for info in games { option value=(info.id) { (tell::game(words, info)) } }
                        }
                    }
                    label {
                        (words.say("analysis-number")) " "
                        input type="text" name="number" inputmode="numeric" size="3" value="1";
                    }
                    button { (words.say("analysis-load")) }
                }
            }
        }
    }
}
