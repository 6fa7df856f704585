//! Puzzles as they are seen: all games with the puzzle of the day, the list of a game; and a desk with its board.

use agon_core::pointing::Pointing;
use agon_core::{Layout, Match, Rules};
use agon_render::board::Board;
use agon_render::svg::{self, Marks};
use agon_render::tell;
use agon_render::words::Words;
use agon_school::{Puzzle, Task};
use maud::{Markup, html};

use crate::exercise::SOLUTION;
use crate::views::playing::{command_line, help, join, solo_keys};

/// A game with its puzzle of the day.
pub(crate) struct Listed<'a> {
    pub(crate) rules: &'a dyn Rules,
    pub(crate) layout: Layout,
    pub(crate) start: &'a dyn Match,
    pub(crate) today: usize,
    pub(crate) done: usize,
    pub(crate) count: usize,
}

/// What is asked for: "White to move. Only one move wins."
pub(crate) fn task(words: &Words, puzzle: &Puzzle, start: &dyn Match) -> String {
    let side = tell::side(words, start.info(), start.to_move());
    let key = match puzzle.task {
        Task::Win => "puzzle-win",
        Task::Fast => "puzzle-fast",
        Task::Save => "puzzle-save",
    };
    words.with(key, &[("side", side.into()), ("count", puzzle.plies.div_ceil(2).into())])
}

/// The first page of the puzzles.
pub(crate) fn index(words: &Words, games: &[Listed<'_>]) -> Markup {
    html! {
        h1 { (words.say("puzzles")) }
        p.lead { (words.say("puzzles-lead")) }
        ul.cards {
            @for game in games {
                @let address = format!("/puzzles/{}", game.rules.spec());
                li { article.card {
                    h2 { a.whole href=(address) { (tell::game(words, game.rules.info())) } }
                    p { (words.with("puzzles-done", &[("done", game.done.into()), ("count", game.count.into())])) }
                    (svg::picture(game.start, &game.layout, &Marks::default(), false))
                    a.more href={ (address) "/" (game.today) } { (words.say("puzzle-today")) }
                } }
            }
        }
    }
}

/// The puzzles of a game: what each asks for, and whether the reader has solved it.
pub(crate) fn list(
    words: &Words,
    rules: &dyn Rules,
    puzzles: &[(String, &Puzzle, bool)],
    today: usize,
) -> Markup {
    let address = format!("/puzzles/{}", rules.spec());
    html! {
        h1 { (words.with("puzzles-of", &[("game", tell::game(words, rules.info()).into())])) }
        p.row {
            a.button href={ (address) "/" (today) } { (words.say("puzzle-today")) }
            a.button href={ "/games/" (rules.spec()) } { (words.say("rules")) }
            a.button href="/puzzles" { (words.say("puzzles-all")) }
        }
        ol.puzzles {
            @for (index, (task, puzzle, solved)) in puzzles.iter().enumerate() {
                li {
                    a href={ (address) "/" (index + 1) } { (words.with("puzzle", &[("number", (index + 1).into())])) }
                    " – " (task) " "
                    span.faint { (words.say(&format!("difficulty-{}", puzzle.difficulty().name()))) }
                    @if *solved { " " strong.solved { "\u{2713} " (words.say("puzzle-is-solved")) } }
                }
            }
        }
        p.faint { (words.say("puzzles-made")) }
    }
}

/// A link away from a desk.
pub(crate) struct Way {
    pub(crate) label: String,
    pub(crate) address: String,
    /// Whether it leads to what comes next.
    pub(crate) goes_on: bool,
}

/// A desk at which a move is to be found.
pub(crate) struct DeskView<'a> {
    pub(crate) words: &'a Words,
    pub(crate) played: &'a dyn Match,
    /// The board as the solver sees it.
    pub(crate) layout: &'a Layout,
    pub(crate) arrows: &'a [String],
    pub(crate) stylesheet: &'a str,
    /// Where it is, with what was played.
    pub(crate) address: &'a str,
    pub(crate) title: String,
    /// The key of what the controls are called.
    pub(crate) heading: &'static str,
    /// What is asked for.
    pub(crate) task: String,
    /// What is known of it besides.
    pub(crate) facts: Option<String>,
    /// Where one can go from here.
    pub(crate) ways: Vec<Way>,
    pub(crate) is_solved: bool,
    /// Grows with every right move.
    pub(crate) version: usize,
    pub(crate) selected: &'a [usize],
    pub(crate) choices: &'a [usize],
    pub(crate) hint: &'a [usize],
    /// Why something was not done, as a sentence.
    pub(crate) message: Option<String>,
    pub(crate) answer: &'a [String],
    /// What happened, to be said aloud.
    pub(crate) news: String,
}

impl DeskView<'_> {
    /// The part of the page that replaces itself; it is a table to the script.
    pub(crate) fn fragment(&self) -> Markup {
        let active = !self.is_solved;
        let pointing = Pointing::new(self.played, if active { self.selected } else { &[] });
        let path = join(pointing.selected());
        let say = match (&self.message, self.answer) {
            (Some(_), _) => String::new(),
            (None, []) => self.news.clone(),
            (None, answer) => answer.join(" "),
        };
        let sound = match (&self.message, self.is_solved) {
            (Some(_), _) => "alarm",
            (None, true) => "end",
            (None, false) => "move",
        };
        html! {
            div.table id="table" data-solo data-address=(self.address) data-version=(self.version) data-stylesheet=(self.stylesheet)
                data-title=(self.title) data-again=(self.words.say("tap-again")) data-say=(say) data-cry=(self.message.clone().unwrap_or_default()) data-sound=(sound) {
                div.board-frame {
                    form data-swap method="post" action={ (self.address) "/point" } {
                        input type="hidden" name="selected" value=(path);
                        (Board {
                            words: self.words,
                            played: self.played,
                            layout: self.layout,
                            arrows: self.arrows,
                            pointing: &pointing,
                            active,
                            hint: self.hint,
                            over: html! {},
                        }.grid())
                    }
                }
                div.panel {
                    (self.state(&pointing))
                    section {
                        (command_line(self.words, self.address, &html! {}))
                        p.faint id="command-help" { (self.words.say("puzzle-help")) }
                    }
                    (self.controls(&path))
                    section { (help(self.words, solo_keys())) }
                }
            }
        }
    }

    fn state(&self, pointing: &Pointing) -> Markup {
        let words = self.words;
        html! {
            section aria-labelledby="state" {
                h2.hidden id="state" { (words.say("state")) }
                @if let Some(message) = &self.message { p.message { (message) } }
                p.status { (self.task) }
                @if self.news != self.task { p.answer { (self.news) } }
                @for sentence in self.answer { p.answer { (sentence) } }
                @let offered: Vec<usize> = if self.choices.is_empty() && !self.is_solved {
                    pointing.actions().map(|(index, _)| index).collect()
                } else {
                    self.choices.to_vec()
                };
                @if !offered.is_empty() {
                    form.row data-swap method="post" action={ (self.address) "/say" } {
                        @for index in offered {
                            @let text = self.played.move_text(index);
                            button name="text" value=(text) { (text) }
                        }
                    }
                }
                @if let Some(facts) = &self.facts { p.faint { (facts) } }
            }
        }
    }

    fn controls(&self, path: &str) -> Markup {
        let words = self.words;
        html! {
            section aria-labelledby="controls" {
                h2 id="controls" { (words.say(self.heading)) }
                div.row {
                    @for way in self.ways.iter().filter(|way| way.goes_on) {
                        a.button.primary id="next" href=(way.address) { (way.label) }
                    }
                    @if !self.is_solved {
                        form.row data-swap method="get" action=(self.address) {
                            input type="hidden" name="selected" value=(path);
                            button name="ask" value="hint" { (words.say("ask-hint")) }
                            button name="ask" value=(SOLUTION) { (words.say("puzzle-show")) }
                            button name="ask" value="describe" { (words.say("ask-describe")) }
                        }
                    }
                    @if self.version > 0 {
                        form data-swap method="post" action={ (self.address) "/undo" } {
                            button { (words.say("puzzle-again")) }
                        }
                    }
                    @for way in self.ways.iter().filter(|way| !way.goes_on) { a.button href=(way.address) { (way.label) } }
                }
            }
        }
    }
}
