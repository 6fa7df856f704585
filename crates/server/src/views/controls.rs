//! What can be done at a table besides moving.

use agon_core::Player;
use agon_render::tell;
use agon_table::Seat;
use maud::{Markup, html};

use crate::views::icon;
use crate::views::playing::TableView;
use crate::views::setup::level_list;
use crate::views::transfer::save_links;

impl TableView<'_> {
    /// What is always at hand.
    pub(crate) fn deeds(&self, path: &str) -> Markup {
        let words = self.words;
        let (plays, apart) = (!self.people.watches(), self.people.apart);
        let people = plays && self.seats.contains(&Seat::Person);
        let (over, begun) = (self.played.ending().is_some(), self.played.last().is_some());
        let post = |action: &str, key: &str, enabled: bool| {
            html! {
                form data-swap method="post" action={ (self.address) "/" (action) } {
                    (self.made())
                    button.deed disabled[!enabled] { (icon::of(action)) span { (words.say(key)) } }
                }
            }
        };
        html! {
            div.deeds role="group" aria-label=(words.say("controls")) {
                @if plays && !apart {
                    (post("undo", "undo", self.takeback && (begun || over)))
                    (post("redo", "redo", self.can_redo))
                } @else if plays && self.people.asks.is_none() {
                    (post("undo", "takeback-ask", self.takeback && begun && !over))
                }
                form data-swap method="get" action=(self.address) {
                    input type="hidden" name="selected" value=(path);
                    button.deed name="ask" value="hint" disabled[over] { (icon::of("hint")) span { (words.say("hint-button")) } }
                }
                @if people {
                    @if self.offer.is_none() { (post("draw", "draw-short", !over)) }
                    (self.resigning(over))
                }
                @if plays { (post("turn", "turn-short", true)) }
                // Only a script can zoom, so only a script shows these.
                @for (step, key) in [("-1", "smaller"), ("1", "larger")] {
                    button.deed.zoom type="button" data-zoom=(step) hidden { (icon::of(key)) span { (words.say(key)) } }
                }
            }
        }
    }

    /// Whether another game can be begun from here.
    pub(crate) fn may_rematch(&self) -> bool {
        let over = self.played.ending().is_some();
        !self.people.watches() && (!self.people.apart || over && self.people.next.is_none())
    }

    /// Resigning cannot be taken for anything else: it asks once.
    fn resigning(&self, over: bool) -> Markup {
        let words = self.words;
        html! {
            @if over {
                form method="post" action={ (self.address) "/resign" } {
                    button.deed disabled { (icon::of("resign")) span { (words.say("resign")) } }
                }
            } @else {
                details.sure id="sure" {
                    summary.deed { (icon::of("resign")) span { (words.say("resign")) } }
                    form data-swap method="post" action={ (self.address) "/resign" } {
                        (self.made())
                        button.danger { (words.say("resign-sure")) }
                    }
                }
            }
        }
    }

    /// What is wanted now and then: levels, switches, files.
    pub(crate) fn more(&self) -> Markup {
        let words = self.words;
        let over = self.played.ending().is_some();
        let id = &*self.played.info().id;
        html! {
            details id="more" {
                summary { (words.say("more")) }
                @let plays = !self.people.watches();
                @if plays && !self.people.apart && self.seats.contains(&Seat::Person) { (self.switches(over)) }
                @if plays && self.seats.iter().any(|seat| *seat != Seat::Person) { (self.levels_of_seats()) }
                @if !over && self.may_rematch() {
                    form.row method="post" action={ (self.address) "/rematch" } { button { (words.say("rematch")) } }
                }
                p.row {
                    a href={ (self.address) "/analysis" } { (words.say("analyse-game")) }
                    (save_links(words, self.formats, id, |format| format!("{}/save/{format}", self.address)))
                    a href={ "/games/" (id) } { (words.say("rules")) }
                }
            }
        }
    }

    fn levels_of_seats(&self) -> Markup {
        let words = self.words;
        html! {
            form data-swap method="post" action={ (self.address) "/level" } {
                (self.made())
                @for (player, seat) in Player::BOTH.into_iter().zip(self.seats) {
                    @if let Seat::Level(level) = seat {
                        @let side = tell::side(words, self.played.info(), player);
                        @let label = words.with("level-of", &[("side", side.into())]);
                        (level_list(words, if player == Player::First { "first" } else { "second" }, &label, self.levels, *level))
                    }
                }
                button { (words.say("change-level")) }
            }
        }
    }

    /// What can be switched in the middle of a game. Each button says what pressing it does.
    fn switches(&self, over: bool) -> Markup {
        let key = |on: bool, switch: &str| format!("switch-{switch}-{}", if on { "off" } else { "on" });
        html! {
            form.row data-swap method="post" action={ (self.address) "/switch" } {
                (self.made())
                button name="name" value="takeback" { (self.words.say(&key(self.takeback, "takeback"))) }
                button name="name" value="comments" { (self.words.say(&key(self.comments, "comments"))) }
                @if let Some(clock) = self.clock.filter(|_| !over) {
                    button name="name" value="pause" { (self.words.say(&key(clock.paused, "pause"))) }
                }
            }
        }
    }
}
