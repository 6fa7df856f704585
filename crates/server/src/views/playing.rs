//! The table at which a game is played: the board and everything beside it, as one fragment that replaces itself.

use agon_core::pointing::Pointing;
use agon_core::{Counting, Layout, Match, Piece, Player};
use agon_render::board::{self, Board};
use agon_render::score::{Score, score};
use agon_render::sheet;
use agon_render::svg;
use agon_render::tell;
use agon_render::words::Words;
use agon_table::{Face, Question, Seat};
use maud::{Markup, html};

use crate::views::clock;
use crate::views::people::People;
use crate::views::setup::{Strength, level_name};

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
    /// Whose side of the board is the near one.
    pub(crate) near: Player,
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
    /// Who is there.
    pub(crate) people: People,
}

impl TableView<'_> {
    /// Whether a person at this device decides next.
    fn person_decides(&self) -> bool {
        let player = self.played.to_move();
        let here = self.people.sides.has(player) && !self.people.awaited;
        here && self.played.ending().is_none() && self.seats[player.index()] == Seat::Person
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
        let scores = score(self.played, self.layout.cells.len());
        html! {
            div.match id="table" data-address=(self.address) data-version=(self.version) data-thinking[self.thinking] data-apart[self.people.apart]
                data-stylesheet=(self.stylesheet) data-title=(self.title()) data-over[over]
                data-again=(self.words.say("tap-again")) data-say=(say) data-cry=(cry.unwrap_or_default()) data-sound=[self.sound()] {
                (self.seat(!self.near, "far", &scores))
                div.board-frame {
                    form data-swap method="post" action={ (self.address) "/point" } {
                        (self.made())
                        input type="hidden" name="selected" value=(path);
                        (Board {
                            words: self.words,
                            played: self.played,
                            layout: self.layout,
                            arrows: self.arrows,
                            pointing: &pointing,
                            active: self.person_decides(),
                            hint: self.hint,
                            over: self.picker(),
                        }.grid())
                    }
                }
                (self.seat(self.near, "near", &scores))
                (self.state(&pointing))
                (self.deeds(&path))
                (self.moves())
                (command_line(self.words, self.address, &self.made()))
                div.extras {
                    (self.questions(&path))
                    (self.more())
                    (self.links())
                    (help(self.words, KEYS.into_iter()))
                }
            }
        }
    }

    /// The choice between moves that look the same on the board, beside the square where they end; the best piece first.
    fn picker(&self) -> Markup {
        let Some(&first) = self.choices.first() else { return html! {} };
        let cells = &self.layout.cells;
        let trace = self.played.move_trace(first);
        let Some(&square) = trace.path.last() else { return html! {} };
        let becomes = |index: usize| -> Option<Piece> {
            let mut ahead = self.played.fork();
            ahead.play(index);
            ahead.piece(square)
        };
        let kinds = &self.played.info().pieces;
        let worth = |piece: Option<Piece>| piece.map_or(0, |piece| kinds[usize::from(piece.kind)].worth);
        let mut offered: Vec<(usize, Option<Piece>)> =
            self.choices.iter().map(|&index| (index, becomes(index))).collect();
        let differ = offered.iter().any(|(_, piece)| *piece != offered[0].1);
        offered.sort_by_key(|&(_, piece)| std::cmp::Reverse(worth(piece)));
        let most = |value: fn(&agon_core::Cell) -> f32| cells.iter().map(value).fold(0.0, f32::max);
        let (right, low) = (most(|cell| cell.x) / 2.0, most(|cell| cell.y) / 2.0);
        let class = format!(
            "picker {} {} {}",
            board::place(self.layout, square),
            if cells[square].x > right { "leftward" } else { "rightward" },
            if cells[square].y > low { "upward" } else { "downward" },
        );
        html! {
            div class=(class) role="group" aria-label=(self.words.say("choose-move")) {
                @for (index, piece) in offered {
                    @let text = self.played.move_text(index);
                    button name="text" value=(text) formaction={ (self.address) "/say" } aria-label=(self.choice_name(&text, piece.filter(|_| differ))) {
                        @if let Some(piece) = piece.filter(|_| differ) { (svg::small(self.played.info(), piece)) }
                        @else { span.notation { (text) } }
                    }
                }
            }
        }
    }

    fn choice_name(&self, text: &str, piece: Option<Piece>) -> String {
        let Some(piece) = piece else { return text.to_owned() };
        format!("{}, {text}", tell::kind(self.words, self.played.info(), piece.kind))
    }

    /// One side: who plays it, what it has, how much time is left.
    fn seat(&self, player: Player, side: &str, scores: &[Score; 2]) -> Markup {
        let (words, info) = (self.words, self.played.info());
        let over = self.played.ending();
        let turn = over.is_none() && self.played.to_move() == player;
        let won = over.is_some_and(|ending| ending.outcome.winner() == Some(player));
        let name = tell::side(words, info, player);
        let score = &scores[player.index()];
        html! {
            div.seat.turn[turn].won[won] .(side) role="group" aria-label=(name) {
                (svg::small(info, Piece::new(player, 0)))
                span.who {
                    strong { (name) } " "
                    span.faint {
                        @match &self.seats[player.index()] {
                            Seat::Person => (self.person(player)),
                            Seat::Level(level) => (level_name(words, *level)),
                            Seat::Agent(spec) => (spec),
                        }
                    }
                }
                span.score {
                    span.hidden { (score.sentence(words, self.played)) }
                    span aria-hidden="true" {
                        @for &(piece, count) in &score.pieces {
                            span.count { (svg::small(info, piece)) @if score.ahead.is_none() || count > 1 { (count) } }
                        }
                        @if score.hand > 0 { span.count { (words.with("in-hand", &[("count", score.hand.into())])) } }
                        @if let Some(ahead) = score.ahead { span.count { "+" (ahead) } }
                    }
                }
                @if let Some(clock) = &self.clock {
                    (clock::timer(words, info, clock, player, self.seats[player.index()] == Seat::Person))
                }
            }
        }
    }

    /// What the person on a side is called.
    fn person(&self, player: Player) -> String {
        let (words, people) = (self.words, &self.people);
        let alone = self.seats[(!player).index()] != Seat::Person;
        let is_own = people.sides.only() == Some(player) || alone && !people.watches();
        match people.names[player.index()].as_deref() {
            Some(name) if is_own => format!("{name} {}", words.say("you-too")),
            Some(name) => name.to_owned(),
            None => words.say(if is_own { "you" } else { "person" }),
        }
    }

    /// The sound that goes with what is shown, for readers who want sounds.
    fn sound(&self) -> Option<&'static str> {
        let last = self.played.last();
        Some(match &last {
            _ if self.message.is_some() => "alarm",
            _ if self.played.ending().is_some() => "end",
            _ if self.played.in_check().is_some() => "check",
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

    /// How the game stands, and what there is to say and to press just now. It always takes the same room: nothing moves under
    /// the pointer when a sentence comes.
    fn state(&self, pointing: &Pointing) -> Markup {
        let words = self.words;
        html! {
            section.state aria-labelledby="state" {
                h2.hidden id="state" { (words.say("state")) }
                (self.company())
                div.voice tabindex="0" role="group" aria-labelledby="state" {
                    @if let Some(message) = &self.message { p.message { (message) } }
                    @if !self.answer.is_empty() {
                        div.answer { @for sentence in self.answer { p { (sentence) } } }
                    }
                    @if let Some(offering) = self.offer {
                        @let side = tell::side(words, self.played.info(), offering);
                        p.message { (words.with("draw-offered", &[("side", side.into())])) }
                    }
                    p.status {
                        (tell::status(words, self.played))
                        @if self.played.ending().is_none() && self.played.in_check().is_some() { " " strong.check { (words.say("check")) } }
                    }
                    @if self.played.last().is_some() { p.last-move { (tell::last(words, self.played, self.layout)) } }
                    // It may come later.
                    @if self.comments || self.comment.is_some() {
                        p.comment id="comment" hidden[self.comment.is_none()] { (self.comment.as_deref().unwrap_or_default()) }
                    }
                    @if self.person_decides() {
                        @if let Some(advice) = self.advice(pointing) { p.faint { (advice) } }
                    }
                }
                (self.pressing(pointing))
            }
        }
    }

    /// The buttons that belong to this moment: pass, agree, move now.
    fn pressing(&self, pointing: &Pointing) -> Markup {
        let words = self.words;
        let actions: Vec<_> = if self.person_decides() { pointing.actions().collect() } else { Vec::new() };
        html! {
            div.pressing {
                @if self.offer.is_some_and(|offering| self.people.answers(offering)) {
                    (self.deed("draw", "draw-accept"))
                    (self.deed("decline", "draw-decline"))
                }
                @if self.thinking {
                    form.thinking data-swap method="post" action={ (self.address) "/stop" } {
                        span.pulse aria-hidden="true" {}
                        span id="progress" { (words.say("thinking")) }
                        @if !self.people.watches() { button { (words.say("stop-thinking")) } }
                        // Without scripts the page does not change by itself.
                        noscript { a.button href=(self.address) { (words.say("look-again")) } }
                    }
                } @else if !actions.is_empty() {
                    form data-swap method="post" action={ (self.address) "/say" } {
                        (self.made())
                        @for (index, action) in actions {
                            button.primary name="text" value=(self.played.move_text(index)) {
                                (words.find(&format!("action-{action}")).unwrap_or_else(|| action.to_owned()))
                            }
                        }
                    }
                } @else if self.played.ending().is_some() {
                    @if self.may_rematch() {
                        form method="post" action={ (self.address) "/rematch" } { button.primary { (words.say("rematch-short")) } }
                    }
                    a.button href={ (self.address) "/analysis" } { (words.say("analyse-game")) }
                }
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

    fn questions(&self, path: &str) -> Markup {
        html! {
            details id="questions" {
                summary { (self.words.say("questions")) " " kbd aria-hidden="true" { "Q" } }
                form.row data-swap method="get" action=(self.address) {
                    input type="hidden" name="selected" value=(path);
                    @for question in Question::ALL.into_iter().filter(|question| *question != Question::Clock || self.clock.is_some()) {
                        button name="ask" value=(question.name()) { (self.words.say(&format!("ask-{}", question.name()))) }
                    }
                }
                p.faint id="command-help" { (self.words.say("command-help")) }
            }
        }
    }

    fn moves(&self) -> Markup {
        let words = self.words;
        let entries = sheet::sheet(self.played);
        let last = entries.len();
        html! {
            section.played aria-labelledby="moves" {
                h2.hidden id="moves" { (words.say("moves-played")) }
                @if entries.is_empty() {
                    p.faint { (words.say("nothing-played")) }
                } @else {
                    ol class={ "moves " (counting_class(self.played)) } tabindex="0" aria-labelledby="moves" {
                        @for (index, entry) in entries.iter().enumerate() {
                            li.here[index + 1 == last].second[entry.player == Player::Second] aria-current=[(index + 1 == last).then_some("true")] {
                                @if let Some(number) = entry.number { span.number { (number) ". " } }
                                span.notation { (entry.text) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Where moves and questions are typed; `made` says of what they are meant.
pub(crate) fn command_line(words: &Words, address: &str, made: &Markup) -> Markup {
    html! {
        form.command data-swap method="post" action={ (address) "/say" } {
            (made)
            label.hidden for="command" { (words.say("command")) }
            input id="command" type="text" name="text" autocomplete="off" autocapitalize="off" spellcheck="false"
                maxlength="200" aria-describedby="command-help" placeholder=(words.say("command-placeholder"));
            button { (words.say("say-it")) }
        }
    }
}

/// Keys and what they do.
pub(crate) fn help(words: &Words, keys: impl Iterator<Item = (&'static str, &'static str)>) -> Markup {
    html! {
        details id="help" {
            summary { (words.say("keys")) " " kbd aria-hidden="true" { "?" } }
            p { (words.say("keys-when")) }
            dl.keys {
                @for (key, meaning) in keys { dt { kbd { (key) } } dd { (words.say(meaning)) } }
            }
        }
    }
}

/// The keys of the board and what they do.
const KEYS: [(&str, &str); 24] = [
    ("\u{2190} \u{2191} \u{2192} \u{2193}", "key-arrows"),
    ("Home End", "key-row"),
    ("1 … 9, 0", "key-jump-row"),
    ("G a … z", "key-jump-column"),
    ("Shift+A … Z", "key-next-kind"),
    ("N, B", "key-next"),
    ("Shift+\u{2190} \u{2191} \u{2192} \u{2193}", "key-scan"),
    ("Shift+Home PgUp End PgDn", "key-scan-diagonal"),
    ("Enter", "key-enter"),
    ("Esc", "key-escape"),
    ("D", "ask-describe"),
    ("P", "ask-pieces"),
    ("M", "key-moves"),
    ("X", "ask-captures"),
    ("C", "ask-changed"),
    ("L", "ask-last"),
    ("W", "ask-winning"),
    ("H", "ask-hint"),
    ("K", "ask-clock"),
    ("U, R", "key-undo"),
    ("Q", "key-questions"),
    ("+ \u{2212}", "key-zoom"),
    ("T", "key-type"),
    ("?", "key-help"),
];

/// The keys of a board at which nobody else sits and no clock runs; U begins anew there.
pub(crate) fn solo_keys() -> impl Iterator<Item = (&'static str, &'static str)> {
    let meant = KEYS.into_iter().filter(|(_, meaning)| !["ask-winning", "ask-clock"].contains(meaning));
    meant.map(|key| if key.1 == "key-undo" { ("U", "puzzle-again") } else { key })
}

/// The class of a list of moves: in pairs side by side, or one after the other.
pub(crate) fn counting_class(played: &dyn Match) -> &'static str {
    match played.counting() {
        Counting::Pairs => "pairs",
        Counting::Turns => "turns",
    }
}

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
