//! The lessons as they are listed.

use agon_core::{Layout, Match};
use agon_render::svg::{self, Marks};
use agon_render::words::Words;
use maud::{Markup, html};

/// A lesson, and how far the reader has come.
pub(crate) struct Listed {
    pub(crate) name: String,
    /// Where it begins or goes on.
    pub(crate) address: String,
    pub(crate) done: usize,
    pub(crate) count: usize,
    pub(crate) start: Box<dyn Match>,
    pub(crate) layout: Layout,
}

/// The page of all lessons.
pub(crate) fn index(words: &Words, lessons: &[Listed]) -> Markup {
    html! {
        h1 { (words.say("learn")) }
        p.lead { (words.say("learn-lead")) }
        ul.cards {
            @for lesson in lessons {
                li { article.card {
                    h2 { a.whole href=(lesson.address) { (lesson.name) } }
                    p { (words.with("learn-done", &[("done", lesson.done.into()), ("count", lesson.count.into())])) }
                    (svg::picture(lesson.start.as_ref(), &lesson.layout, &Marks::default(), false))
                } }
            }
        }
    }
}
