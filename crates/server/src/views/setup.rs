//! The page of a game: start one, and read the rules.

use agon_agents::Level;
use agon_core::{Match, Player, Rules};
use agon_render::svg::{self, Marks};
use agon_render::tell;
use agon_render::words::Words;
use agon_school::{lesson_of, of_family};
use agon_table::Control;
use maud::{Markup, html};

use crate::store::Habit;
use crate::views::clock;
use crate::views::people::name_field;

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
    let note = levels.iter().find(|known| known.level == chosen).map_or("", |known| &known.sentence);
    html! {
        label.level {
            (label) " "
            select name=(field) {
                @for Strength { level, sentence } in levels {
                    option value=(level) selected[*level == chosen] data-note=(sentence) { (level_name(words, *level)) ": " (likeness(words, *level)) }
                }
            }
        }
        // A script keeps it to what is chosen; the table below says it of all levels.
        p.faint.note { (note) }
    }
}

/// What it is like to play against a level.
fn likeness(words: &Words, level: Level) -> String {
    words.say(&format!("level-like-{level}"))
}

/// The level that is offered first: one that a newcomer can beat.
const FIRST_LEVEL: Level = Level::Rung(2);

/// The content of a game's page.
pub(crate) fn setup(
    words: &Words,
    rules: &dyn Rules,
    start: &dyn Match,
    levels: &[Strength],
    habit: &Habit,
) -> Markup {
    let level = habit.level.as_deref().and_then(|level| level.parse().ok()).unwrap_or(FIRST_LEVEL);
    let side = habit.side.as_deref().unwrap_or("first");
    let info = rules.info();
    let layout = rules.layout();
    let sides = Player::BOTH.map(|player| tell::side(words, info, player));
    html! {
        h1 { (tell::game(words, info)) }
        p.lead { (tell::summary(words, info)) }
        p.row {
            @if let Some(lesson) = lesson_of(&info.id) {
                a.button href={ "/learn/" (lesson.id()) "/1" } { (words.say("learn-begin")) }
            }
            // Puzzles may be on a smaller board.
            @for sheet in of_family(&info.id).take(1) {
                a.button href={ "/puzzles/" (sheet.game) } { (words.say("puzzles")) }
            }
        }
        div.table {
            figure { (svg::picture(start, &layout, &Marks::default(), true)) }
            form method="post" action="/play" {
                input type="hidden" name="game" value=(info.id);
                fieldset {
                    legend { (words.say("opponent")) }
                    div.choices {
                        label { input type="radio" name="mode" value="agent" checked; (words.say("mode-agent")) }
                        label { input type="radio" name="mode" value="friend"; (words.say("mode-friend")) }
                        label { input type="radio" name="mode" value="people"; (words.say("mode-people")) }
                        label { input type="radio" name="mode" value="watch"; (words.say("mode-watch")) }
                    }
                    div.opponent { (level_list(words, "level", &words.say("its-level"), levels, level)) }
                    div.other { (level_list(words, "other", &words.say("other-level"), levels, level)) }
                }
                (name_field(words))
                fieldset {
                    legend { (words.say("your-side")) }
                    div.choices {
                        label { input type="radio" name="side" value="first" checked[side == "first"]; (words.with("side-begins", &[("side", sides[0].as_str().into())])) }
                        label { input type="radio" name="side" value="second" checked[side == "second"]; (sides[1]) }
                        label { input type="radio" name="side" value="random" checked[side == "random"]; (words.say("side-random")) }
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
                                @let (language, help) = tell::told(words, &format!("option-{}-{}", info.id, parameter.key), parameter.help);
                                span.faint lang=(language.tag()) { (help) }
                            }
                        }
                    }
                }
                button.primary.start { (words.say("start")) }
                details.terms id="terms" {
                    summary { (words.say("terms")) }
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
            }
        }
        @if habit.memory != 0 {
            section {
                h2 { (words.say("level-fair")) }
                p { (words.with("fair-memory", &[("number", words.signed(habit.memory as f32 / 100.0).into())])) }
                form method="post" action={ "/games/" (rules.spec()) "/forget" } { button { (words.say("fair-forget")) } }
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
                @let (language, text) = tell::told(words, &format!("{key}-{}", info.id), text);
                p.told lang=(language.tag()) { (text) }
            }
        }
        p { a href={ "/analysis?game=" (info.id) } { (words.say("analyse-game")) } }
    }
}
