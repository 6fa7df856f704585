//! Sentences about positions and moves.

use agon_core::{LastMove, Layout, Match, Player};

/// Who is to move, or how the game ended.
pub fn status(played: &dyn Match) -> String {
    match played.ending() {
        Some(ending) => ending.words(played.info()),
        None => format!("{} to move.", played.info().sides[played.to_move().index()]),
    }
}

/// Where everything stands, side by side and kind by kind: "White: king on e1; pawn on a2, b2."
pub fn pieces(played: &dyn Match, layout: &Layout) -> Vec<String> {
    let info = played.info();
    let owners = [Some(Player::First), Some(Player::Second), None];
    let mut sentences = Vec::new();
    for owner in owners {
        let mut parts = Vec::new();
        for (kind, named) in info.pieces.iter().enumerate() {
            let stands_here = |&&cell: &&u16| {
                let piece = played.piece(usize::from(cell));
                piece.is_some_and(|piece| piece.owner == owner && usize::from(piece.kind) == kind)
            };
            let cells: Vec<usize> =
                layout.rows.iter().flatten().filter(stands_here).map(|&cell| usize::from(cell)).collect();
            if !cells.is_empty() {
                parts.push(format!("{} on {}", named.name, names(layout, &cells)));
            }
        }
        let in_hand = owner.map_or(0, |player| played.hand(player));
        if in_hand > 0 {
            parts.push(format!("{in_hand} in hand"));
        }
        let whose = owner.map_or("Nobody's", |player| info.sides[player.index()]);
        if !parts.is_empty() {
            sentences.push(format!("{whose}: {}.", parts.join("; ")));
        } else if owner.is_some() {
            sentences.push(format!("{whose}: nothing on the board."));
        }
    }
    sentences
}

/// What the last move did: "Black plays f5, changing e5."
pub fn last(played: &dyn Match, layout: &Layout) -> String {
    let Some(LastMove { player, text, trace }) = played.last() else {
        return "Nothing has been played yet.".to_owned();
    };
    let who = played.info().sides[player.index()];
    if trace.action == Some("pass") {
        return format!("{who} has to pass.");
    }
    let mut sentence = format!("{who} plays {text}");
    if !trace.captured.is_empty() {
        sentence += &format!(", taking {}", names(layout, &trace.captured));
    }
    if !trace.changed.is_empty() {
        sentence += &format!(", changing {}", names(layout, &trace.changed));
    }
    sentence + "."
}

/// The names of cells as a list.
pub fn names(layout: &Layout, cells: &[usize]) -> String {
    let names: Vec<&str> = cells.iter().map(|&cell| layout.cells[cell].name.as_str()).collect();
    names.join(", ")
}
