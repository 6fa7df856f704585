//! Moves as people say them: "knight takes d5, check". It is made from what a move does to the picture, so every game has it.

use agon_core::{Match, Trace};

use crate::tell::{kind, names};
use crate::words::{FluentValue, Words, place};

/// Cells that are named one by one; of more, only the number is said.
const NAMED: usize = 4;

/// A legal move in words.
pub fn in_words(words: &Words, before: &dyn Match, index: usize) -> String {
    let (trace, text) = (before.move_trace(index), before.move_text(index));
    if let Some(action) = trace.action.as_deref() {
        return words.find(&format!("spoken-{action}")).unwrap_or_else(|| action.to_owned());
    }
    let castling = match text.trim_end_matches(['+', '#']) {
        "O-O" => Some("spoken-castles-short"),
        "O-O-O" => Some("spoken-castles-long"),
        _ => None,
    };
    let mut said = castling.map_or_else(|| path(words, before, index, &trace), |key| words.say(key));
    let landing = landing(before, &trace);
    // Taking what stands on the way is not said with the place.
    let others = |cells: &[usize]| -> Vec<usize> {
        cells.iter().copied().filter(|&cell| Some(cell) != landing).collect()
    };
    let changed = if castling.is_some() { Vec::new() } else { others(&trace.changed) };
    for (key, cells) in [("spoken-taking", others(&trace.captured)), ("spoken-changing", changed)] {
        if !cells.is_empty() {
            said += &listed(words, before, key, &cells);
        }
    }
    let mut after = before.fork();
    after.play(index);
    let [old, new] = [(before, trace.path.first().copied()), (after.as_ref(), landing)]
        .map(|(played, cell)| cell.and_then(|cell| played.piece(cell)).map(|piece| piece.kind));
    if let (Some(old), Some(new), None) = (old, new, castling)
        && old != new
    {
        said += &words.with("spoken-becomes", &[("piece", kind(words, before.info(), new).into())]);
    }
    // By these signs the notations of several games mark check and mate.
    if text.ends_with('+') {
        said += &words.say("spoken-check");
    } else if text.ends_with('#') {
        said += &words.say("spoken-mate");
    }
    said
}

/// Where the piece comes to stand.
pub(crate) fn landing(before: &dyn Match, trace: &Trace) -> Option<usize> {
    let steps = 1 + usize::from(trace.path.first().is_some_and(|&cell| before.piece(cell).is_some()));
    let last = *trace.path.last()?;
    // A piece that is chosen to be taken comes after the place where the move ends.
    let removes = trace.path.len() > steps && trace.captured.contains(&last);
    Some(if removes { trace.path[trace.path.len() - 2] } else { last })
}

/// What moves and where to.
fn path(words: &Words, before: &dyn Match, index: usize, trace: &Trace) -> String {
    let layout = before.rules().layout();
    let name = |cell: usize| FluentValue::from(place(words, &layout.cells[cell].name));
    let (Some(&from), Some(to)) = (trace.path.first(), landing(before, trace)) else {
        return before.move_text(index);
    };
    let Some(piece) = before.piece(from).filter(|_| from != to || trace.path.len() > 1) else {
        return words.with("spoken-place", &[("to", name(to))]);
    };
    let takes = trace.captured.contains(&to);
    let given =
        [("piece", kind(words, before.info(), piece.kind).into()), ("from", name(from)), ("to", name(to))];
    // Where all pieces are alike, their name says nothing.
    let alike =
        (0..layout.cells.len()).filter_map(|cell| before.piece(cell)).all(|other| other.kind == piece.kind);
    let is_clear = || {
        (0..before.move_count()).filter(|&other| other != index).all(|other| {
            let trace = before.move_trace(other);
            let start = trace.path.first().copied();
            start == Some(from)
                || landing(before, &trace) != Some(to)
                || start.and_then(|cell| before.piece(cell)).map(|other| other.kind) != Some(piece.kind)
        })
    };
    let key = match (alike, takes) {
        (true, false) => "spoken-go",
        (true, true) => "spoken-go-takes",
        (false, false) if is_clear() => "spoken-move",
        (false, true) if is_clear() => "spoken-takes",
        (false, false) => "spoken-move-from",
        (false, true) => "spoken-takes-from",
    };
    words.with(key, &given)
}

fn listed(words: &Words, before: &dyn Match, key: &str, cells: &[usize]) -> String {
    let count = cells.len();
    let cells = if count <= NAMED { names(words, &before.rules().layout(), cells) } else { String::new() };
    words.with(
        key,
        &[("cells", cells.into()), ("named", u32::from(count <= NAMED).into()), ("count", count.into())],
    )
}
