//! The first page: every game as a card with a small board.

use agon_core::{GameInfo, Match, Rules};
use agon_render::svg::{self, Marks};
use agon_render::tell;
use agon_render::words::Words;
use maud::{Markup, html};

use crate::views::transfer::import;

/// A game with its beginning, ready to be drawn.
pub(crate) struct Card {
    /// A position to show.
    pub(crate) start: Box<dyn Match>,
    /// The board.
    pub(crate) layout: agon_core::Layout,
}

impl Card {
    /// The card of a game. A board that begins empty shows some moves, because an empty board says nothing.
    pub(crate) fn new(rules: &dyn Rules) -> Card {
        let layout = rules.layout();
        let mut start = rules.start(None).expect("every game has a beginning");
        let occupied = (0..layout.cells.len()).any(|cell| start.piece(cell).is_some());
        if !occupied {
            place_some(start.as_mut(), &layout);
        }
        Card { start, layout }
    }

    /// The facts about the rules.
    pub(crate) fn info(&self) -> &GameInfo {
        self.start.info()
    }
}

fn start_cell(played: &dyn Match, index: usize) -> Option<usize> {
    played.move_trace(index).path.first().copied()
}

fn distance_from_middle(layout: &agon_core::Layout, cell: usize) -> f32 {
    let most = |value: &dyn Fn(&agon_core::Cell) -> f32| layout.cells.iter().map(value).fold(0.0, f32::max);
    let (x, y) = (most(&|cell| cell.x) / 2.0, most(&|cell| cell.y) / 2.0);
    (layout.cells[cell].x - x).abs() + (layout.cells[cell].y - y).abs()
}

/// Plays a few moves near the middle.
fn place_some(played: &mut dyn Match, layout: &agon_core::Layout) {
    for _ in 0..6 {
        if played.ending().is_some() || layout.cells.len() < 12 && played.plies() == 3 {
            return;
        }
        let near = |&index: &usize| {
            let cell = start_cell(played, index);
            // Distances are halves: doubled they are whole numbers, and numbers can be compared.
            cell.map_or(u32::MAX, |cell| (distance_from_middle(layout, cell) * 2.0) as u32)
        };
        let Some(index) = (0..played.move_count()).min_by_key(near) else { return };
        played.play(index);
    }
}

/// A game that goes on: its address, its game and what its state is.
pub(crate) struct Going<'a> {
    /// Where it is played.
    pub(crate) address: String,
    /// The game.
    pub(crate) info: &'a GameInfo,
    /// How it stands, as a sentence.
    pub(crate) status: String,
}

/// A game that the visitor brought along as a rule sheet.
pub(crate) struct OwnSheet {
    /// Its name in addresses.
    pub(crate) id: String,
    /// What it is called.
    pub(crate) name: String,
}

/// The content of the first page. Games that are kept on the reader's own device (`alone`) are called so.
pub(crate) fn home(
    words: &Words,
    cards: &[Card],
    going: &[Going<'_>],
    sheets: &[OwnSheet],
    alone: bool,
) -> Markup {
    let heading = if alone { "home-going-device" } else { "home-going" };
    let is_variant = |info: &GameInfo| base(cards, info).is_some();
    let games: Vec<&GameInfo> = cards.iter().map(Card::info).collect();
    html! {
        h1 { (words.say("home-title")) }
        p.lead { (words.say("home-lead")) }
        @if !going.is_empty() {
            section aria-labelledby=(heading) {
                h2 id=(heading) { (words.say(heading)) }
                ul.games-on {
                    @for game in going {
                        li { a href=(game.address) { (tell::game(words, game.info)) } " – " (game.status) }
                    }
                }
                p { a href="/mine" { (words.say("mine-all")) } }
            }
        }
        h2.hidden { (words.say("games")) }
        ul.cards {
            @for card in cards.iter().filter(|card| !is_variant(card.info())) {
                li { article.card {
                    h3 { a.whole href={ "/games/" (card.info().id) } { (tell::game(words, card.info())) } }
                    p { (tell::summary(words, card.info())) }
                    (svg::picture(card.start.as_ref(), &card.layout, &Marks::default(), false))
                    @for variant in cards.iter().filter(|other| base(cards, other.info()) == Some(&*card.info().id)) {
                        a.more href={ "/games/" (variant.info().id) } { (tell::game(words, variant.info())) }
                    }
                } }
            }
        }
        @if !alone { (own(words, sheets)) }
        (import(words, &games))
    }
}

/// The games that a visitor brought along as rule sheets, and a form for more of them.
fn own(words: &Words, sheets: &[OwnSheet]) -> Markup {
    html! {
        section.own aria-labelledby="own" {
            h2 id="own" { (words.say("sheets")) }
            @if !sheets.is_empty() {
                ul.games-on {
                    @for OwnSheet { id, name } in sheets {
                        li {
                            form.row method="post" action={ "/sheets/" (id) "/forget" } {
                                a href={ "/games/" (id) } { (name) }
                                button aria-label=(words.with("sheets-forget-one", &[("name", name.into())])) {
                                    (words.say("sheets-forget"))
                                }
                            }
                        }
                    }
                }
            }
            details.import {
                summary { (words.say("sheets-add")) }
                form method="post" action="/sheets" enctype="multipart/form-data" {
                    p id="sheets-help" { (words.say("sheets-help")) }
                    p {
                        label for="sheet" { (words.say("sheets-file")) } " "
                        input id="sheet" type="file" name="file" accept=".kif,.gdl,.txt" aria-describedby="sheets-help";
                    }
                    p {
                        label for="rules" { (words.say("sheets-text")) }
                        textarea id="rules" name="text" spellcheck="false" aria-describedby="sheets-help" {}
                    }
                    p { button { (words.say("sheets-check")) } }
                }
            }
        }
    }
}

/// The game that a variant is listed under: the one whose id its own begins with.
fn base<'a>(cards: &'a [Card], info: &GameInfo) -> Option<&'a str> {
    let begins = |id: &&str| info.id.strip_prefix(*id).is_some_and(|rest| rest.starts_with('-'));
    cards.iter().map(|card| &*card.info().id).find(begins)
}
