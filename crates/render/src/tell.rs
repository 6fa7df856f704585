//! Sentences about positions and moves, in the reader's language.

use agon_core::pointing::Pointing;
use agon_core::{Assessed, Ending, GameInfo, LastMove, Layout, Match, MoveError, Outcome, Player, Reason};

use crate::spoken::in_words;
use crate::words::{FluentValue, Language, Speech, Words, place};

/// The name of a game.
pub fn game(words: &Words, info: &GameInfo) -> String {
    words.find(&format!("game-{}", info.id)).unwrap_or_else(|| info.name.to_string())
}

/// What a game is about, in one line.
pub fn summary(words: &Words, info: &GameInfo) -> String {
    words.find(&format!("summary-{}", info.id)).unwrap_or_else(|| info.summary.to_string())
}

/// A text that a game brings in English, such as `rules-chess`, with the language it is told in: the reader's, if somebody wrote it there.
pub fn told(words: &Words, key: &str, own: &str) -> (Language, String) {
    words.find(key).map_or_else(|| (Language::English, own.to_owned()), |text| (words.language(), text))
}

/// What a side is called.
pub fn side(words: &Words, info: &GameInfo, player: Player) -> String {
    let name = &info.sides[player.index()];
    words.find(&format!("side-{}", name.to_lowercase())).unwrap_or_else(|| name.to_string())
}

/// What a kind of piece is called.
pub fn kind(words: &Words, info: &GameInfo, kind: u8) -> String {
    let name = &info.pieces[usize::from(kind)].name;
    words.find(&format!("piece-{}", name.replace(' ', "-"))).unwrap_or_else(|| name.to_string())
}

/// Who is to move, or how the game ended.
pub fn status(words: &Words, played: &dyn Match) -> String {
    let info = played.info();
    match played.ending() {
        Some(ended) => ending(words, info, ended),
        None => words.with("to-move", &[("side", side(words, info, played.to_move()).into())]),
    }
}

/// Who won and why, or why nobody did.
pub fn ending(words: &Words, info: &GameInfo, ending: Ending) -> String {
    let reason = reason(words, info, ending);
    match ending.outcome {
        Outcome::Win(winner) => {
            let names = [winner, !winner].map(|player| side(words, info, player));
            let reason = reason.replace("{winner}", &names[0]).replace("{loser}", &names[1]);
            words.with("wins", &[("side", names[0].clone().into()), ("reason", reason.into())])
        }
        Outcome::Draw => words.with("draw", &[("reason", reason.into())]),
    }
}

/// The reason of an ending, with `{winner}` and `{loser}` still to be filled in.
fn reason(words: &Words, info: &GameInfo, ending: Ending) -> String {
    let drawn = ending.outcome == Outcome::Draw;
    match ending.reason {
        Reason::Line(length) => words.with("ending-line", &[("length", u32::from(length).into())]),
        Reason::NoMoves if drawn => words.say("ending-nobody-moves"),
        Reason::NoMoves => words.say("ending-no-moves"),
        Reason::NoPieces => words.say("ending-no-pieces"),
        Reason::Full => words.say("ending-full"),
        Reason::Repetition => words.say("ending-repetition"),
        Reason::NoProgress => words.say("ending-no-progress"),
        Reason::PlyCap => words.say("ending-length"),
        Reason::Resignation => words.say("ending-resignation"),
        Reason::Time => words.say("ending-time"),
        Reason::Agreement => words.say("ending-agreement"),
        Reason::Claim => words.say("ending-claim"),
        Reason::Rule(index) => {
            let own = info.endings[usize::from(index)];
            words.find(&format!("ending-of-{}-{index}", info.id)).unwrap_or_else(|| own.to_owned())
        }
    }
}

/// Where everything stands, side by side and kind by kind: "White: king on e1; pawn on a2, b2."
pub fn pieces(words: &Words, played: &dyn Match, layout: &Layout) -> Vec<String> {
    let owners = [Some(Player::First), Some(Player::Second), None];
    owners.into_iter().filter_map(|owner| pieces_of(words, played, layout, owner)).collect()
}

/// Where the pieces of one side stand, or those of nobody; nothing if nobody has any.
pub fn pieces_of(
    words: &Words,
    played: &dyn Match,
    layout: &Layout,
    owner: Option<Player>,
) -> Option<String> {
    let info = played.info();
    let mut parts = Vec::new();
    for kind_index in 0..info.pieces.len() as u8 {
        let stands_here = |&&cell: &&u16| {
            let piece = played.piece(usize::from(cell));
            piece.is_some_and(|piece| piece.owner == owner && piece.kind == kind_index)
        };
        let cells: Vec<usize> =
            layout.rows.iter().flatten().filter(stands_here).map(|&cell| usize::from(cell)).collect();
        if !cells.is_empty() {
            let given: [_; 2] = [
                ("kind", FluentValue::from(kind(words, info, kind_index))),
                ("cells", FluentValue::from(names(words, layout, &cells))),
            ];
            parts.push(words.with("kind-on-cells", &given));
        }
    }
    let in_hand = owner.map_or(0, |player| played.hand(player));
    if in_hand > 0 {
        parts.push(words.with("in-hand", &[("count", in_hand.into())]));
    }
    let whose = owner.map_or_else(|| words.say("nobodys"), |player| side(words, info, player));
    if parts.is_empty() {
        owner?;
        parts.push(words.say("nothing-on-board"));
    }
    Some(format!("{whose}: {}.", parts.join("; ")))
}

/// The whole board row by row, empty rows left out, and whose turn it is.
pub fn describe(words: &Words, played: &dyn Match, layout: &Layout) -> Vec<String> {
    let mut sentences = Vec::new();
    for row in &layout.rows {
        let occupied: Vec<String> = row
            .iter()
            .map(|&cell| usize::from(cell))
            .filter(|&cell| played.piece(cell).is_some())
            .map(|cell| {
                format!("{} {}", place(words, &layout.cells[cell].name), contents(words, played, cell))
            })
            .collect();
        if !occupied.is_empty() {
            sentences.push(format!("{}.", occupied.join(", ")));
        }
    }
    if sentences.is_empty() {
        sentences.push(words.say("board-empty"));
    }
    for player in Player::BOTH {
        let count = played.hand(player);
        if count > 0 {
            let name = side(words, played.info(), player);
            sentences.push(words.with("has-in-hand", &[("side", name.into()), ("count", count.into())]));
        }
    }
    sentences.push(status(words, played));
    sentences
}

/// What stands on a cell: "black disc", or "empty".
pub fn contents(words: &Words, played: &dyn Match, cell: usize) -> String {
    let Some(piece) = played.piece(cell) else { return words.say("empty") };
    let kind = kind(words, played.info(), piece.kind);
    match piece.owner {
        None => kind,
        Some(owner) => {
            let side = side(words, played.info(), owner);
            let lower = if side.chars().count() > 1 { side.to_lowercase() } else { side };
            words.with("piece-of", &[("side", lower.into()), ("kind", kind.into())])
        }
    }
}

/// What the last turn did: "Black plays f5, changing e5.", "White plays k11, i9."
pub fn last(words: &Words, played: &dyn Match, layout: &Layout) -> String {
    let turn = played.last_turn();
    let Some(last) = turn.last() else { return words.say("nothing-played") };
    let plain = |told: &LastMove| {
        let trace = &told.trace;
        trace.captured.is_empty() && trace.changed.is_empty() && trace.action.is_none()
    };
    if turn.len() > 1 && turn.iter().all(plain) {
        let who = side(words, played.info(), last.player);
        let texts: Vec<&str> = turn.iter().map(|told| told.text.as_str()).collect();
        return words.with("plays", &[("side", who.into()), ("move", texts.join(", ").into())]);
    }
    moved(words, played, layout, last)
}

/// What a move did.
fn moved(words: &Words, played: &dyn Match, layout: &Layout, last: &LastMove) -> String {
    let who = side(words, played.info(), last.player);
    if last.trace.action.as_deref() == Some("pass") {
        return words.with("has-to-pass", &[("side", who.into())]);
    }
    if words.speech() != Speech::Notation {
        let mut before = played.fork();
        let moves = before.moves_played();
        // What the players ended the game with is taken back before the move is.
        while before.moves_played() == moves && before.undo() {}
        if let Ok(index) = before.find_move(&last.text) {
            let said = in_words(words, before.as_ref(), index);
            return words.with("spoken", &[("side", who.into()), ("move", said.into())]);
        }
    }
    let (captured, changed) = (&last.trace.captured, &last.trace.changed);
    let given: [_; 6] = [
        ("side", who.into()),
        ("move", last.text.as_str().into()),
        ("taken", names(words, layout, captured).into()),
        ("taken-count", captured.len().into()),
        ("changed", names(words, layout, changed).into()),
        ("changed-count", changed.len().into()),
    ];
    let key = match (captured.is_empty(), changed.is_empty()) {
        (true, true) => "plays",
        (false, true) => "plays-taking",
        (true, false) => "plays-changing",
        (false, false) => "plays-taking-changing",
    };
    words.with(key, &given)
}

/// How many moves "what changed" goes back at most.
const CHANGES: usize = 12;

/// What happened since this player moved before: his last move and everything after it.
pub fn changes(words: &Words, played: &dyn Match, layout: &Layout, viewer: Player) -> Vec<String> {
    let mut before = played.fork();
    let mut sentences = Vec::new();
    while let Some(last) = before.last() {
        sentences.push(moved(words, before.as_ref(), layout, &last));
        if last.player == viewer && sentences.len() > 1 || sentences.len() == CHANGES {
            break;
        }
        // What the players ended the game with is taken back before the move is.
        let moves = before.history().len();
        while before.history().len() == moves {
            before.undo();
        }
    }
    if sentences.is_empty() {
        sentences.push(words.say("nothing-played"));
    }
    sentences.reverse();
    sentences.push(status(words, played));
    sentences
}

/// The moves from a cell, or all of them: "From c3: d4, e5."
pub fn moves(words: &Words, played: &dyn Match, layout: &Layout, from: Option<usize>) -> String {
    if played.ending().is_some() {
        return status(words, played);
    }
    let pointing = Pointing::new(played, &[]);
    let chosen: Vec<usize> =
        from.map_or_else(|| (0..played.move_count()).collect(), |cell| pointing.from(cell));
    let texts: Vec<String> = chosen.iter().map(|&index| legal(words, played, index)).collect();
    let list = list(words, &texts);
    match from {
        None => words.with("legal-moves", &[("count", texts.len().into()), ("moves", list.into())]),
        Some(cell) => {
            let name =
                format!("{}, {}", place(words, &layout.cells[cell].name), contents(words, played, cell));
            let key = if texts.is_empty() { "no-moves-from" } else { "moves-from" };
            words.with(key, &[("cell", name.into()), ("count", texts.len().into()), ("moves", list.into())])
        }
    }
}

/// The moves that take something.
pub fn captures(words: &Words, played: &dyn Match) -> String {
    if played.ending().is_some() {
        return status(words, played);
    }
    let takes = |index: &usize| !played.move_trace(*index).captured.is_empty();
    let texts: Vec<String> =
        (0..played.move_count()).filter(takes).map(|index| legal(words, played, index)).collect();
    if texts.is_empty() {
        return words.say("no-captures");
    }
    words.with("captures", &[("count", texts.len().into()), ("moves", list(words, &texts).into())])
}

/// Why a text is not a move, with what is legal instead.
pub fn refusal(words: &Words, error: &MoveError) -> String {
    match error {
        MoveError::Illegal { text, legal } => words.with(
            "not-legal",
            &[
                ("text", text.as_str().into()),
                ("moves", list(words, legal).into()),
                ("count", legal.len().into()),
            ],
        ),
        MoveError::Ambiguous { text, fitting } => {
            words.with("not-clear", &[("text", text.as_str().into()), ("moves", list(words, fitting).into())])
        }
        MoveError::Over { text } => words.with("not-any-more", &[("text", text.as_str().into())]),
    }
}

/// At most this many moves are listed in a sentence.
const LISTED: usize = 60;

fn list(words: &Words, texts: &[String]) -> String {
    let shown = texts[..texts.len().min(LISTED)].join(", ");
    if texts.len() <= LISTED {
        return shown;
    }
    words.with("and-more", &[("shown", shown.into()), ("count", (texts.len() - LISTED).into())])
}

/// The state of a cell, beyond what stands on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent word of the cell's name")]
pub struct State {
    /// It was pointed at.
    pub selected: bool,
    /// A move begins here.
    pub start: bool,
    /// It can be pointed at next.
    pub target: bool,
    /// A move with the selected piece takes what stands here.
    pub taken: bool,
    /// The last move touched it.
    pub last: bool,
}

/// The name of a cell: coordinate, contents, state, as in "c3, black disc, can be taken".
pub fn cell(words: &Words, played: &dyn Match, layout: &Layout, cell: usize, state: State) -> String {
    let mut name = format!("{}, {}", place(words, &layout.cells[cell].name), contents(words, played, cell));
    let occupied = played.piece(cell).is_some();
    let states = [
        (state.selected, "state-selected"),
        (state.taken, "state-taken"),
        (state.target && !state.taken, "state-target"),
        (state.start && !state.selected && occupied, "state-movable"),
        (state.start && !state.selected && !occupied, "state-playable"),
        (state.last, "state-last"),
    ];
    for (holds, key) in states {
        if holds {
            name += ", ";
            name += &words.say(key);
        }
    }
    name
}

/// The chances that a value stands for: a win counts 1, a draw a half.
pub fn chances(words: &Words, value: f32) -> String {
    words.with("chances", &[("percent", percent(value).into())])
}

fn percent(value: f32) -> u32 {
    ((value.clamp(-1.0, 1.0) + 1.0) * 50.0).round() as u32
}

/// What a move is worth: "62 %", or "a win in 5 moves" where it is certain.
pub fn worth<M>(words: &Words, assessed: &Assessed<M>) -> String {
    let Some(proof) = assessed.proof else { return chances(words, assessed.value) };
    let key = match proof.gain {
        1 => "certain-win",
        0 => return words.say("certain-draw"),
        _ => "certain-loss",
    };
    if proof.distance == 0 {
        return words.say(key);
    }
    words.with(&format!("{key}-in"), &[("count", proof.distance.into())])
}

/// What a good player would do, and why: the move, its value, the next best, and the line behind it.
pub fn hint(
    words: &Words,
    played: &dyn Match,
    moves: &[Assessed<usize>],
    best: usize,
    line: &[String],
) -> String {
    let who = side(words, played.info(), played.to_move());
    let value = worth(words, &moves[best]);
    let given = [("side", who.into()), ("move", legal(words, played, best).into()), ("value", value.into())];
    let mut sentences = vec![words.with("hint", &given)];
    let others = moves.iter().enumerate().filter(|(index, _)| *index != best);
    let next = others.max_by(|a, b| a.1.rank().partial_cmp(&b.1.rank()).expect("ranks are numbers"));
    if let Some((index, next)) = next {
        let given = [("move", legal(words, played, index).into()), ("value", worth(words, next).into())];
        sentences.push(words.with("hint-next", &given));
    }
    if line.len() > 1 {
        sentences.push(words.with("hint-line", &[("line", line.join(" ").into())]));
    }
    sentences.join(" ")
}

/// Who is winning, in words and as a number, from the best move of the player to move.
pub fn standing(words: &Words, played: &dyn Match, best: &Assessed<usize>) -> String {
    let mover = played.to_move();
    let ahead = if best.value < 0.0 { !mover } else { mover };
    let value = worth(words, best);
    let key = match (best.proof.map(|proof| proof.gain), best.value.abs()) {
        (Some(0), _) => "standing-drawn",
        (Some(_), _) => "standing-won",
        (None, size) if size < 0.1 => "standing-even",
        (None, size) if size < 0.4 => "standing-better",
        (None, _) => "standing-winning",
    };
    let given = [
        ("side", side(words, played.info(), ahead).into()),
        ("mover", side(words, played.info(), mover).into()),
        ("value", value.into()),
    ];
    words.with(key, &given)
}

/// The names of cells as a list.
pub fn names(words: &Words, layout: &Layout, cells: &[usize]) -> String {
    let names: Vec<String> = cells.iter().map(|&cell| place(words, &layout.cells[cell].name)).collect();
    names.join(", ")
}

/// A legal move as the reader wants it told: in notation or in words.
pub fn legal(words: &Words, played: &dyn Match, index: usize) -> String {
    match words.speech() {
        Speech::Notation => played.move_text(index),
        Speech::Words | Speech::Spelled => in_words(words, played, index),
    }
}
