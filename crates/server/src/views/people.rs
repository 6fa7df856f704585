//! Those who play at a table: invitations, what people who sit apart ask each other, the way to the rematch.

use agon_core::Player;
use agon_render::tell;
use agon_render::words::Words;
use agon_table::{Control, Sides};
use maud::{Markup, html};

use crate::views::clock;
use crate::views::playing::TableView;

/// Who is at a table, as a visitor sees it.
pub(crate) struct People {
    /// What the visitor decides for.
    pub(crate) sides: Sides,
    /// Whether two people sit apart.
    pub(crate) apart: bool,
    /// What they want to be called.
    pub(crate) names: [Option<String>; 2],
    /// Whether one of them has not come yet.
    pub(crate) awaited: bool,
    /// The link for whoever is to come, for those who may invite.
    pub(crate) invitation: Option<String>,
    /// The link by which the visitor sits down here with another device.
    pub(crate) own: Option<String>,
    /// Who asks for a move to be taken back.
    pub(crate) asks: Option<Player>,
    /// Where the rematch is.
    pub(crate) next: Option<String>,
}

impl People {
    /// Whether the visitor may answer what this player asks.
    pub(crate) fn answers(&self, player: Player) -> bool {
        self.sides.has(!player)
    }

    /// Whether the visitor only watches.
    pub(crate) fn watches(&self) -> bool {
        self.sides == Sides::Neither
    }
}

/// A link that is to be sent to somebody. A script shows the whole address, and copies it.
fn link(words: &Words, address: &str, label: &str) -> Markup {
    html! {
        p.row {
            a.invite href=(address) data-whole { (label) }
            button type="button" data-copy=(address) data-done=(words.say("copied")) hidden { (words.say("copy-link")) }
        }
    }
}

impl TableView<'_> {
    /// The version of the table, in a form: what is sent is meant for the position that is shown.
    pub(crate) fn made(&self) -> Markup {
        html! { input type="hidden" name="version" value=(self.version); }
    }

    /// What the visitor should know of the others.
    pub(crate) fn company(&self) -> Markup {
        let (words, people) = (self.words, &self.people);
        let over = self.played.ending().is_some();
        let theirs = people.apart && !over && !people.sides.has(self.played.to_move());
        html! {
            @if people.watches() { p { (words.say("watching")) } }
            @if let Some(invitation) = &people.invitation {
                div.answer.invitation {
                    p { (words.say("invite")) }
                    (link(words, invitation, &words.say("invite-link")))
                }
            } @else if people.awaited {
                p { (words.say("friend-awaited")) }
            }
            @if let Some(asking) = people.asks {
                @let side = tell::side(words, self.played.info(), asking);
                p.message { (words.with("takeback-asked", &[("side", side.into())])) }
                @if people.answers(asking) {
                    div.row {
                        (self.deed("undo", "takeback-accept"))
                        (self.deed("decline", "takeback-decline"))
                    }
                }
            }
            @if let Some(next) = &people.next {
                p.message { (words.say("rematch-ready")) " " a.button href=(next) { (words.say("rematch-go")) } }
            }
            // Without scripts the page does not change by itself.
            @if people.awaited || theirs || people.watches() {
                noscript { p { a.button href=(self.address) { (words.say("look-again")) } } }
            }
        }
    }

    /// A button that does something at the table.
    pub(crate) fn deed(&self, action: &str, key: &str) -> Markup {
        html! {
            form data-swap method="post" action={ (self.address) "/" (action) } {
                (self.made())
                button { (self.words.say(key)) }
            }
        }
    }

    /// Links to this table, for others and for other devices.
    pub(crate) fn links(&self) -> Markup {
        let words = self.words;
        html! {
            @if let Some(own) = &self.people.own {
                details id="links" {
                    summary { (words.say("links")) }
                    p { (words.say("watch-help")) }
                    (link(words, self.address, &words.say("watch-link")))
                    p { (words.say("own-help")) }
                    (link(words, own, &words.say("own-link")))
                }
            }
        }
    }
}

/// A seat that somebody is invited to.
pub(crate) struct Invitation {
    /// The game, by name.
    pub(crate) game: String,
    /// Where its rules are.
    pub(crate) rules: String,
    /// The side, for one of two people.
    pub(crate) side: Option<String>,
    /// Who invites.
    pub(crate) host: Option<String>,
    /// The clock.
    pub(crate) control: Control,
    /// Whether nobody sits there yet; otherwise it is another device of who does.
    pub(crate) is_awaited: bool,
    /// Where the seat is taken.
    pub(crate) address: String,
    /// Where the game is watched.
    pub(crate) watch: String,
}

/// The page that a link to a seat leads to.
pub(crate) fn invitation(words: &Words, given: &Invitation) -> Markup {
    let host = given.host.clone().unwrap_or_else(|| words.say("somebody"));
    html! {
        h1 { (given.game) }
        @if given.is_awaited {
            p.lead { (words.with("invited", &[("host", host.into()), ("game", given.game.as_str().into())])) }
        } @else {
            p.lead { (words.say("invited-again")) }
        }
        ul {
            @if let Some(side) = &given.side { li { (words.with("invited-side", &[("side", side.as_str().into())])) } }
            li { (clock::name(words, given.control)) }
            li { a href=(given.rules) { (words.say("rules")) } }
        }
        form.row method="post" action=(given.address) {
            @if given.is_awaited { (name_field(words)) }
            button.primary { (words.say("sit-down")) }
        }
        p { a href=(given.watch) { (words.say("only-watch")) } }
    }
}

/// The field for a name.
pub(crate) fn name_field(words: &Words) -> Markup {
    html! {
        label.name-field {
            (words.say("your-name")) " "
            input type="text" name="name" maxlength="40" autocomplete="nickname" placeholder=(words.say("your-name-none"));
        }
    }
}
