//! The page of a visitor's own games.

use agon_render::words::Words;
use maud::{Markup, html};

/// A game in a list.
pub(crate) struct Line {
    /// Where it is played.
    pub(crate) address: String,
    /// The game.
    pub(crate) game: String,
    /// Whom with.
    pub(crate) opponent: String,
    /// How it stands or ended.
    pub(crate) status: String,
    /// When it changed last.
    pub(crate) date: Option<String>,
}

/// Games of one kind with one opponent.
pub(crate) struct Score {
    /// The game.
    pub(crate) game: String,
    /// Whom with.
    pub(crate) opponent: String,
    /// Won, drawn, lost.
    pub(crate) counts: [u32; 3],
}

/// What a visitor plays and has played.
pub(crate) struct Mine {
    /// Games that go on.
    pub(crate) going: Vec<Line>,
    /// Games that nobody has touched for a while.
    pub(crate) aside: Vec<Line>,
    /// Games that are over.
    pub(crate) over: Vec<Line>,
    /// How they ended.
    pub(crate) scores: Vec<Score>,
}

/// The content of the page.
pub(crate) fn mine(words: &Words, mine: &Mine) -> Markup {
    let lists = [("mine-going", &mine.going), ("mine-aside", &mine.aside), ("mine-finished", &mine.over)];
    html! {
        h1 { (words.say("mine")) }
        @if lists.iter().all(|(_, lines)| lines.is_empty()) {
            p { (words.say("mine-none")) " " a href="/" { (words.say("back-home")) } }
        } @else {
            p { a href="/mine/games.jsonl" download="agon-games.jsonl" { (words.say("mine-export")) } }
        }
        @for (key, lines) in lists {
            @if !lines.is_empty() {
                section aria-labelledby=(key) {
                    h2 id=(key) { (words.say(key)) }
                    (list(words, lines))
                }
            }
        }
        @if !mine.scores.is_empty() { (table(words, &mine.scores)) }
    }
}

fn list(words: &Words, lines: &[Line]) -> Markup {
    html! {
        ul.games-on.mine {
            @for line in lines {
                li.row {
                    span {
                        a href=(line.address) { (line.game) ", " (line.opponent) } " – " (line.status)
                        @if let Some(date) = &line.date { " " time.faint datetime=(date) { (date) } }
                    }
                    // What is deleted is gone, so it is asked once.
                    details.doubt {
                        @let given = [("game", line.game.as_str().into()), ("opponent", line.opponent.as_str().into())];
                        summary aria-label=(words.with("mine-delete-of", &given)) { (words.say("mine-delete")) }
                        form method="post" action={ (line.address) "/delete" } {
                            button.danger { (words.say("mine-delete-sure")) }
                        }
                    }
                }
            }
        }
    }
}

fn table(words: &Words, scores: &[Score]) -> Markup {
    let columns = ["mine-game", "mine-opponent", "mine-won-count", "mine-drawn-count", "mine-lost-count"];
    html! {
        section aria-labelledby="mine-scores" {
            h2 id="mine-scores" { (words.say("mine-scores")) }
            div.scroll.wide tabindex="0" role="region" aria-labelledby="mine-scores" {
                table {
                    thead { tr { @for key in columns { th scope="col" { (words.say(key)) } } } }
                    tbody {
                        @for score in scores {
                            tr {
                                th scope="row" { (score.game) }
                                td { (score.opponent) }
                                @for count in score.counts { td.number { (count) } }
                            }
                        }
                    }
                }
            }
        }
    }
}
