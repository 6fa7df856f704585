//! Writes a page with every board some moves into a random game, to look at: `cargo run -p agon-render --example gallery`.
//!
//! The page goes to the standard output and refers to the stylesheet of the app.

use agon_core::Random;
use agon_render::svg::{self, Marks};
use maud::{DOCTYPE, html};

fn main() {
    let stylesheet = std::env::args().nth(1).unwrap_or_else(|| "crates/server/assets/app.css".to_owned());
    let theme = std::env::args().nth(2).unwrap_or_else(|| "light".to_owned());
    let page = html! {
        (DOCTYPE)
        html lang="en" data-theme=(theme) {
            head { meta charset="utf-8"; title { "Gallery" } link rel="stylesheet" href=(stylesheet); }
            body {
                (svg::sheet(&|_| true))
                div.gallery {
                    @for info in agon_games::catalogue() {
                        figure {
                            (board(&info.id))
                            figcaption { (info.name) }
                        }
                    }
                }
            }
        }
    };
    println!("{}", page.into_string());
}

fn board(id: &str) -> maud::Markup {
    let rules = agon_games::find(id).expect("the catalogue lists what it has");
    let layout = rules.layout();
    let mut played = rules.start(None).expect("every game has a beginning");
    let mut random = Random::new(7);
    for _ in 0..14 {
        if played.ending().is_none() {
            played.play(random.below(played.move_count() as u32) as usize);
        }
    }
    let mut marks = Marks::default();
    if let Some(last) = played.last() {
        marks.last = last.trace.path;
        marks.altered = last.trace.changed;
    }
    if played.move_count() > 0 {
        let trace = played.move_trace(0);
        if let [from, rest @ ..] = &trace.path[..] {
            marks.selected = if rest.is_empty() { vec![] } else { vec![*from] };
            marks.targets = if rest.is_empty() { vec![*from] } else { rest.to_vec() };
        }
        marks.taken = trace.captured;
    }
    svg::picture(played.as_ref(), &layout, &marks, true)
}
