//! The page of a game: start one, and read the rules.

use agon_agents::Level;
use agon_core::{Match, Player, Rules};
use agon_render::svg::{self, Marks};
use agon_render::tell;
use agon_render::words::Words;
use agon_table::Control;
use maud::{Markup, html};

use crate::views::clock;

/// What a level is called.
pub(crate) fn level_name(words: &Words, level: Level) -> String {
    let name = level.to_string();
    words.find(&format!("level-{name}")).unwrap_or_else(|| words.with("level", &[("name", name.into())]))
}

/// A level and what may be said of its strength.
pub(crate) struct Strength {
    /// The level.
    pub(crate) level: Level,
    /// A sentence for the reader.
    pub(crate) sentence: String,
}

/// A list to choose a level from.
pub(crate) fn level_list(
    words: &Words,
    field: &str,
    label: &str,
    levels: &[Strength],
    chosen: Level,
) -> Markup {
    html! {
        label {
            (label) " "
            select name=(field) {
                @for Strength { level, sentence } in levels {
                    option value=(level) selected[*level == chosen] { (level_name(words, *level)) ": " (sentence) }
                }
            }
        }
    }
}

/// The level that is offered first: one that a newcomer can beat.
const FIRST_LEVEL: Level = Level::Rung(2);

/// The content of a game's page.
pub(crate) fn setup(words: &Words, rules: &dyn Rules, start: &dyn Match, levels: &[Strength]) -> Markup {
    let info = rules.info();
    let layout = rules.layout();
    let sides = Player::BOTH.map(|player| tell::side(words, info, player));
    html! {
        h1 { (tell::game(words, info)) }
        p.lead { (tell::summary(words, info)) }
        div.table {
            figure { (svg::picture(start, &layout, &Marks::default(), true)) }
            form method="post" action="/play" {
                input type="hidden" name="game" value=(info.id);
                fieldset {
                    legend { (words.say("opponent")) }
                    div.choices {
                        label { input type="radio" name="mode" value="agent" checked; (words.say("mode-agent")) }
                        label { input type="radio" name="mode" value="people"; (words.say("mode-people")) }
                        label { input type="radio" name="mode" value="watch"; (words.say("mode-watch")) }
                    }
                    div.row {
                        (level_list(words, "level", &words.say("its-level"), levels, FIRST_LEVEL))
                        (level_list(words, "other", &words.say("other-level"), levels, FIRST_LEVEL))
                    }
                }
                fieldset {
                    legend { (words.say("your-side")) }
                    div.choices {
                        label { input type="radio" name="side" value="first" checked; (words.with("side-begins", &[("side", sides[0].as_str().into())])) }
                        label { input type="radio" name="side" value="second"; (sides[1]) }
                        label { input type="radio" name="side" value="random"; (words.say("side-random")) }
                    }
                }
                fieldset {
                    legend { (words.say("terms")) }
                    div.row {
                        label {
                            (words.say("clock")) " "
                            select name="clock" aria-describedby="clock-help" {
                                @for control in Control::OFFERED { option value=(control) { (clock::name(words, control)) } }
                            }
                        }
                    }
                    p.faint id="clock-help" { (words.say("clock-help")) }
                    div.choices {
                        label { input type="checkbox" name="comments" value="on"; (words.say("terms-comments")) }
                        label { input type="checkbox" name="no_takeback" value="on"; (words.say("terms-no-takeback")) }
                    }
                }
                @if !info.parameters.is_empty() {
                    fieldset {
                        legend { (words.say("options")) }
                        @for parameter in info.parameters {
                            p {
                                label {
                                    (parameter.key) " "
                                    select name={ "option-" (parameter.key) } {
                                        @for value in parameter.values {
                                            option value=(value) selected[*value == parameter.default] { (value) }
                                        }
                                    }
                                }
                                br;
                                span.faint lang="en" { (parameter.help) }
                            }
                        }
                    }
                }
                button.primary { (words.say("start")) }
            }
        }
        (rules_in_words(words, rules))
    }
}

fn rules_in_words(words: &Words, rules: &dyn Rules) -> Markup {
    let info = rules.info();
    let parts = [
        ("rules", &info.rules),
        ("draws", &info.draws),
        ("notation", &info.notation),
        ("source", &info.source),
    ];
    html! {
        @for (key, text) in parts {
            section {
                h2 { (words.say(key)) }
                p lang="en" { (text) }
            }
        }
        p { a href={ "/analysis?game=" (info.id) } { (words.say("analyse-game")) } }
    }
}
