//! What can be done at a table besides moving.

use agon_core::Player;
use agon_render::tell;
use agon_table::Seat;
use maud::{Markup, html};

use crate::views::playing::TableView;
use crate::views::setup::level_list;

impl TableView<'_> {
    pub(crate) fn controls(&self) -> Markup {
        let words = self.words;
        let (over, begun) = (self.played.ending().is_some(), self.played.last().is_some());
        let post = |action: &str, key: &str, enabled: bool| {
            html! {
                form data-swap method="post" action={ (self.address) "/" (action) } {
                    button disabled[!enabled] { (words.say(key)) }
                }
            }
        };
        let people = self.seats.contains(&Seat::Person);
        html! {
            section aria-labelledby="controls" {
                h2 id="controls" { (words.say("controls")) }
                div.row {
                    (post("undo", "undo", self.takeback && (begun || over)))
                    (post("redo", "redo", self.can_redo))
                    @if people {
                        (post("resign", "resign", !over))
                        @if self.offer.is_none() { (post("draw", "draw-offer", !over)) }
                    }
                    (post("turn", "turn-board", true))
                    form method="post" action={ (self.address) "/rematch" } { button { (words.say("rematch")) } }
                }
                @if people { (self.switches(over)) }
                @if self.seats.iter().any(|seat| *seat != Seat::Person) {
                    form.row data-swap method="post" action={ (self.address) "/level" } {
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
        }
    }

    /// What can be switched in the middle of a game. Each button says what pressing it does.
    fn switches(&self, over: bool) -> Markup {
        let key = |on: bool, switch: &str| format!("switch-{switch}-{}", if on { "off" } else { "on" });
        html! {
            form.row data-swap method="post" action={ (self.address) "/switch" } {
                button name="name" value="takeback" { (self.words.say(&key(self.takeback, "takeback"))) }
                button name="name" value="comments" { (self.words.say(&key(self.comments, "comments"))) }
                @if let Some(clock) = self.clock.filter(|_| !over) {
                    button name="name" value="pause" { (self.words.say(&key(clock.paused, "pause"))) }
                }
            }
        }
    }
}
