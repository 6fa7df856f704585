//! A diagram for the rules of a game: a position from play, with a piece in hand and the places it may go to.

use agon_core::pointing::Pointing;
use agon_core::{Match, Rules};
use maud::{Markup, html};

use crate::svg::{self, Marks};
use crate::tell;
use crate::words::Words;

/// The beginnings of games between good players, by the id of the game. Games that are not listed show no diagram.
const GAMES: [(&str, &str); 21] = [
    ("tic-tac-toe", "b2 a1 c2 a2"),
    ("tapatan", "a1-a2 a3-b2 a2-a1"),
    ("tapatan-ludii", "b2 a3 b1 b3 c3 a1 b1-c1 a3-a2"),
    ("alquerque", "c2-c3 c4xc2 c1xc3 e3xc1 c3xe3 b4-c4 b3-c3 c4xc2 b2xd2"),
    ("alquerque-ludii", "d2-c3 b4xd2 e1xc3 b5-b4 d1-d2 b4-b5 b2xb4 b5xb3 c1-b2"),
    ("tsoro-yematatu", "c3 b2 d3 b3 b4 d2 c2"),
    ("tsoro-yematatu-7", "1 6 5 2 4 7 4-3"),
    (
        "five-field-kono",
        "b1-b2 a4-a3 e2-e3 d5-d4 c1-c2 b5-b4 e1-d2 b4-c3 d2-d3 c5-c4 d1-d2 a5-b4 b2-b3 c3-b2",
    ),
    (
        "five-field-kono-traditional",
        "a1-b2 e4-d3 b2-a3 d3-c2 a2-b3 d5-e4 c1-b2 b5-c4 a3-b4 e4-d3 b2-c3 e5-d4 e1-d2 a4-b5",
    ),
    ("othello", "d3 c3 c4 c5 b5 d2 c2 b4 d6 e6 b6 f3 f4 c6 a4 b3 a3 c1 f2"),
    (
        "nine-mens-morris",
        "e4 b4 e5 e3 f4 c4 c5 a4xe4 d5xe3 a1 a7 b2 e4 g4 b6 g1 e3xg1 d1 d5-d6 g4-g1xb6 e5-d5",
    ),
    (
        "checkers",
        "11-15 23-19 8-11 22-17 9-14 26-22 4-8 17-13 5-9 22-17 15-18 25-22 18x25 29x22 11-16 31-26 16x23 26x19",
    ),
    (
        "checkers-casual",
        "11-16 22-18 8-11 24-20 10-15 23-19 7-10 27-23 15x24 28x19 9-13 18-14 3-7 32-28 6-9 23-18 16x23 26x19",
    ),
    ("freckers", "b1-b2 b8-b7 grow grow d1-b3 d8-b6 c1-a3 c8-a6 e1-d2 e8-d7 grow grow b2-b4 a6-a5 b3-a4"),
    (
        "international-draughts",
        "35-30 20-25 40-35 15-20 45-40 20-24 31-27 10-15 33-29 24x33 38x29 18-22 27x18 12x23 29x18 13x22 32-27 22x31 36x27 14-20 42-38 19-23",
    ),
    ("chess", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3"),
    (
        "lines-of-action",
        "g1-e3 h3xe3 e1-c3 h7-f5 f1-f4 h2-f2 c1xa3 a5xc3 a3-c5 a4-c2 g8-e6 h6xe6 f4-d6 h5-e5 b1-b3 a6xd6",
    ),
    ("connect6", "j10 k11 i9 j11 k10 i11 l11 h11 k12 l12 m11 i12 j9"),
    ("outer-open-gomoku", "b8 h8 g8 h9 h7 g9 i9 f9 e9 i8 j8 h10 h11"),
    ("xiangqi", "b2g2 h7c7 b0c2 c7c3 g2g6 h9g7 a0b0 b7e7 g6c6 b9c7 g3g4 i9h9 h2h6 e6e5 b0b3 h9h6 b3c3 h6h1"),
    ("havannah", "h8 g7 h7 i9 g8 f6 i10 h9 j9 h10 g9 f7 e6 i11 k10 d5 f9"),
];

/// The match that the diagram of a game shows.
pub fn example(rules: &dyn Rules) -> Option<Box<dyn Match>> {
    let (_, moves) = GAMES.iter().find(|(id, _)| *id == rules.info().id)?;
    let mut played = rules.start(None).ok()?;
    for text in moves.split(' ') {
        let index = played.find_move(text).ok()?;
        played.play(index);
    }
    Some(played)
}

/// The diagram with a sentence that says what it shows.
pub fn section(words: &Words, rules: &dyn Rules) -> Markup {
    let Some(played) = example(rules) else { return html! {} };
    let (played, layout) = (played.as_ref(), rules.layout());
    let last = played.last();
    // The piece with the most places to go to says most.
    let reach = |cell: usize| Pointing::new(played, &[cell]).targets().len();
    let starts = (0..layout.cells.len()).filter(|&cell| played.piece(cell).is_some() && reach(cell) > 0);
    let chosen = starts.max_by_key(|&cell| (reach(cell), std::cmp::Reverse(cell)));
    let selected: Vec<usize> = chosen.into_iter().collect();
    let targets = if selected.is_empty() { Vec::new() } else { Pointing::new(played, &selected).targets() };
    let mut sentences = vec![words.with(
        "diagram-after",
        &[("count", played.plies().into()), ("status", tell::status(words, played).into())],
    )];
    if let Some(last) = &last {
        sentences.push(words.with("diagram-place", &[("move", last.text.as_str().into())]));
    }
    if let Some(cell) = chosen {
        let name = format!("{}, {}", layout.cells[cell].name, tell::contents(words, played, cell));
        let given = [("cell", name.into()), ("targets", tell::names(words, &layout, &targets).into())];
        sentences.push(words.with("diagram-targets", &given));
    }
    let marks = Marks {
        last: last.map(|last| last.trace.path).unwrap_or_default(),
        selected,
        targets,
        ..Marks::default()
    };
    html! {
        section {
            h2 { (words.say("diagram")) }
            figure.diagram {
                (svg::picture(played, &layout, &marks, true))
                figcaption { (sentences.join(" ")) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game that is new may do without.
    #[test]
    fn every_diagram_is_one_of_legal_moves() {
        for (id, moves) in GAMES {
            let rules = agon_games::find(id).unwrap();
            let played = example(rules.as_ref()).unwrap_or_else(|| panic!("{id} has no such moves"));
            assert_eq!(played.history().len(), moves.split(' ').count(), "{id}");
            assert!(played.ending().is_none(), "{id} goes on");
        }
    }
}
