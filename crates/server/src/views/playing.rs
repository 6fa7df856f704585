//! The table at which a game is played: the board and everything beside it, as one fragment that replaces itself.

use agon_core::pointing::Pointing;
use agon_core::{Layout, Match, Player};
use agon_render::board::Board;
use agon_render::svg;
use agon_render::tell;
use agon_render::words::Words;
use agon_table::{Face, Question, Seat};
use maud::{Markup, html};

use crate::views::clock;
use crate::views::setup::{Strength, level_name};
use crate::views::transfer::save_links;

/// What is to be shown of a table.
#[expect(clippy::struct_excessive_bools, reason = "each is an independent state of the table")]
pub(crate) struct TableView<'a> {
    /// The reader's words.
    pub(crate) words: &'a Words,
    /// The match.
    pub(crate) played: &'a dyn Match,
    /// The board as the reader sees it.
    pub(crate) layout: &'a Layout,
    /// What the arrow keys reach on it.
    pub(crate) arrows: &'a [String],
    /// The address of the table, under which everything is asked for.
    pub(crate) address: &'a str,
    /// Who plays the first and the second side.
    pub(crate) seats: &'a [Seat; 2],
    /// The levels there are.
    pub(crate) levels: &'a [Strength],
    /// The cells pointed at so far.
    pub(crate) selected: &'a [usize],
    /// Moves among which the reader has to choose, because they look the same on the board.
    pub(crate) choices: &'a [usize],
    /// The cells of a suggested move.
    pub(crate) hint: &'a [usize],
    /// What went wrong, as a sentence.
    pub(crate) message: Option<String>,
    /// The answer to a question.
    pub(crate) answer: &'a [String],
    /// What happened, to be said aloud.
    pub(crate) news: String,
    /// Whether the program is thinking.
    pub(crate) thinking: bool,
    /// Whether there are moves that were taken back.
    pub(crate) can_redo: bool,
    /// Counts the changes of the table.
    pub(crate) version: u64,
    /// The stylesheet of the board, which changes when the board is turned.
    pub(crate) stylesheet: &'a str,
    /// The names of the formats that the game can be saved in.
    pub(crate) formats: &'a [&'static str],
    /// The clocks, if there are any.
    pub(crate) clock: Option<Face>,
    /// Who offers a draw.
    pub(crate) offer: Option<Player>,
    /// Whether moves may be taken back.
    pub(crate) takeback: bool,
    /// Whether moves are commented on.
    pub(crate) comments: bool,
    /// The comment on the last move of a person.
    pub(crate) comment: Option<String>,
}

impl TableView<'_> {
    /// Whether a person at this device decides next.
    fn person_decides(&self) -> bool {
        self.played.ending().is_none() && self.seats[self.played.to_move().index()] == Seat::Person
    }

    /// The fragment.
    pub(crate) fn fragment(&self) -> Markup {
        let pointing = Pointing::new(self.played, if self.person_decides() { self.selected } else { &[] });
        let path = join(pointing.selected());
        let over = self.played.ending().is_some();
        let cry = self.message.clone().or_else(|| over.then(|| self.news.clone()));
        let say = match (&cry, self.answer) {
            (Some(_), _) => String::new(),
            (None, []) => self.news_with_advice(&pointing),
            (None, answer) => answer.join(" "),
        };
        html! {
            div.table id="table" data-address=(self.address) data-version=(self.version) data-thinking[self.thinking]
                data-stylesheet=(self.stylesheet) data-title=(self.title())
                data-say=(say) data-cry=(cry.unwrap_or_default()) data-sound=[self.sound()] {
                div.board-frame {
                    form data-swap method="post" action={ (self.address) "/point" } {
                        input type="hidden" name="selected" value=(path);
                        (Board {
                            words: self.words,
                            played: self.played,
                            layout: self.layout,
                            arrows: self.arrows,
                            pointing: &pointing,
                            active: self.person_decides(),
                            hint: self.hint,
                        }.grid())
                    }
                }
                div.panel {
                    (self.state(&pointing))
                    (self.command_line())
                    (self.questions(&path))
                    (self.controls())
                    (self.moves())
                    (self.help())
                }
            }
        }
    }

    /// The sound that goes with what is shown, for readers who want sounds.
    fn sound(&self) -> Option<&'static str> {
        let last = self.played.last();
        Some(match &last {
            _ if self.message.is_some() => "alarm",
            _ if self.played.ending().is_some() => "end",
            // By this sign the notations of several games mark a check.
            Some(last) if last.text.ends_with('+') => "alarm",
            Some(last) if !last.trace.captured.is_empty() => "capture",
            Some(_) => "move",
            None => return None,
        })
    }

    /// The title of the page: the game and how it stands.
    pub(crate) fn title(&self) -> String {
        let game = tell::game(self.words, self.played.info());
        let status = tell::status(self.words, self.played);
        self.words.with("page-title-table", &[("game", game.into()), ("status", status.into())])
    }

    /// What happened, and what is special about the position that came about.
    fn news_with_advice(&self, pointing: &Pointing) -> String {
        let fresh = self.person_decides() && pointing.selected().is_empty() && self.choices.is_empty();
        match self.advice(pointing).filter(|_| fresh) {
            Some(advice) => format!("{} {advice}", self.news),
            None => self.news.clone(),
        }
    }

    fn state(&self, pointing: &Pointing) -> Markup {
        let words = self.words;
        html! {
            section aria-labelledby="state" {
                h2.hidden id="state" { (words.say("state")) }
                @if let Some(message) = &self.message { p.message { (message) } }
                p.status { (tell::status(words, self.played)) }
                @if self.played.last().is_some() {
                    p { (tell::last(words, self.played, self.layout)) }
                }
                @if let Some(comment) = &self.comment { p.comment { (comment) } }
                @if let Some(offering) = self.offer {
                    @let side = tell::side(words, self.played.info(), offering);
                    p.message { (words.with("draw-offered", &[("side", side.into())])) }
                    div.row {
                        form data-swap method="post" action={ (self.address) "/draw" } {
                            button.primary { (words.say("draw-accept")) }
                        }
                        form data-swap method="post" action={ (self.address) "/decline" } {
                            button { (words.say("draw-decline")) }
                        }
                    }
                }
                @if !self.answer.is_empty() {
                    div.answer { @for sentence in self.answer { p { (sentence) } } }
                }
                @if self.thinking {
                    form.thinking data-swap method="post" action={ (self.address) "/stop" } {
                        span.pulse aria-hidden="true" {}
                        span id="progress" { (words.say("thinking")) }
                        button { (words.say("stop-thinking")) }
                        // Without scripts the page does not change by itself.
                        noscript { a.button href=(self.address) { (words.say("look-again")) } }
                    }
                }
                @if !self.choices.is_empty() {
                    form.row data-swap method="post" action={ (self.address) "/say" } {
                        span { (words.say("choose-move")) }
                        @for &index in self.choices {
                            @let text = self.played.move_text(index);
                            button name="text" value=(text) { (text) }
                        }
                    }
                } @else if self.person_decides() {
                    @if let Some(advice) = self.advice(pointing) { p.faint { (advice) } }
                    @let actions: Vec<_> = pointing.actions().collect();
                    @if !actions.is_empty() {
                        form.row data-swap method="post" action={ (self.address) "/say" } {
                            @for (index, action) in actions {
                                button.primary name="text" value=(self.played.move_text(index)) {
                                    (words.find(&format!("action-{action}")).unwrap_or_else(|| action.to_owned()))
                                }
                            }
                        }
                    }
                }
                (self.players())
            }
        }
    }

    /// What is special about the position for whoever is to move: a forced pass, or what to point at next.
    fn advice(&self, pointing: &Pointing) -> Option<String> {
        let only_pass = self.played.move_count() == 1
            && pointing.actions().next().is_some_and(|(_, action)| action == "pass");
        let key = if only_pass {
            "advice-pass"
        } else if pointing.removes() {
            "advice-remove"
        } else if pointing.selected().len() > 1 {
            "advice-go-on"
        } else if pointing.selected().len() == 1 {
            "advice-target"
        } else if self.must_capture() {
            "advice-capture"
        } else {
            return None;
        };
        Some(self.words.say(key))
    }

    /// Whether every legal move takes something, which newcomers take for a defect of the program.
    fn must_capture(&self) -> bool {
        let count = self.played.move_count();
        count > 0 && (0..count).all(|index| !self.played.move_trace(index).captured.is_empty())
    }

    fn players(&self) -> Markup {
        let words = self.words;
        html! {
            ul.players {
                @for player in Player::BOTH {
                    @let turn = self.played.ending().is_none() && self.played.to_move() == player;
                    li.turn[turn] {
                        strong { (tell::side(words, self.played.info(), player)) }
                        @if let Some(clock) = &self.clock {
                            " "
                            (clock::timer(words, self.played.info(), clock, player, self.seats[player.index()] == Seat::Person))
                        }
                        ": "
                        @match &self.seats[player.index()] {
                            Seat::Person => (words.say("person")),
                            Seat::Level(level) => {
                                (level_name(words, *level))
                                @if let Some(found) = self.levels.iter().find(|known| known.level == *level) {
                                    span.faint { ". " (found.sentence) }
                                }
                            }
                            Seat::Agent(spec) => (spec),
                        }
                        @let in_hand = self.played.hand(player);
                        @if in_hand > 0 { ", " (words.with("in-hand", &[("count", in_hand.into())])) }
                    }
                }
            }
        }
    }

    fn command_line(&self) -> Markup {
        let words = self.words;
        html! {
            section {
                form.command data-swap method="post" action={ (self.address) "/say" } {
                    label.hidden for="command" { (words.say("command")) }
                    input id="command" type="text" name="text" autocomplete="off" autocapitalize="off" spellcheck="false"
                        maxlength="200" aria-describedby="command-help" placeholder=(words.say("command-placeholder"));
                    button { (words.say("say-it")) }
                }
                p.faint id="command-help" { (words.say("command-help")) }
            }
        }
    }

    fn questions(&self, path: &str) -> Markup {
        html! {
            section aria-labelledby="questions" {
                h2 id="questions" { (self.words.say("questions")) }
                form.row data-swap method="get" action=(self.address) {
                    input type="hidden" name="selected" value=(path);
                    @for question in Question::ALL.into_iter().filter(|question| *question != Question::Clock || self.clock.is_some()) {
                        button name="ask" value=(question.name()) { (self.words.say(&format!("ask-{}", question.name()))) }
                    }
                }
            }
        }
    }

    fn moves(&self) -> Markup {
        let words = self.words;
        let history = self.played.history();
        let id = &*self.played.info().id;
        html! {
            section aria-labelledby="moves" {
                h2 id="moves" { (words.say("moves-played")) }
                @if history.is_empty() {
                    p { (words.say("nothing-played")) }
                } @else {
                    ol.moves tabindex="0" aria-labelledby="moves" {
                        @for (index, text) in history.iter().enumerate() {
                            li.here[index + 1 == history.len()] {
                                span.faint { (index + 1) ". " } span.notation { (text) }
                            }
                        }
                    }
                }
                p.row {
                    a href={ (self.address) "/analysis" } { (words.say("analyse-game")) }
                    (save_links(words, self.formats, id, |format| format!("{}/save/{format}", self.address)))
                    a href={ "/games/" (id) } { (words.say("rules")) }
                }
            }
        }
    }

    fn help(&self) -> Markup {
        let words = self.words;
        html! {
            section {
                details id="help" {
                    summary { (words.say("keys")) }
                    p { (words.say("keys-when")) }
                    dl.keys {
                        @for (key, meaning) in KEYS { dt { kbd { (key) } } dd { (words.say(meaning)) } }
                    }
                }
            }
        }
    }
}

/// The keys of the board and what they do.
const KEYS: [(&str, &str); 15] = [
    ("\u{2190} \u{2191} \u{2192} \u{2193}", "key-arrows"),
    ("Home End", "key-row"),
    ("Enter", "key-enter"),
    ("Esc", "key-escape"),
    ("D", "ask-describe"),
    ("P", "ask-pieces"),
    ("M", "key-moves"),
    ("C", "ask-changed"),
    ("L", "ask-last"),
    ("W", "ask-winning"),
    ("H", "ask-hint"),
    ("K", "ask-clock"),
    ("U, R", "key-undo"),
    ("T", "key-type"),
    ("?", "key-help"),
];

/// Cells as they travel in forms.
pub(crate) fn join(cells: &[usize]) -> String {
    let cells: Vec<String> = cells.iter().map(usize::to_string).collect();
    cells.join(".")
}

/// The outlines that the table needs.
pub(crate) fn sheet(played: &dyn Match) -> Markup {
    let wanted = svg::outlines(played.info());
    svg::sheet(&|name| wanted.contains(&name))
}
