//! The pieces as outlines of our own, each drawn around the origin within a cell of 40 by 40.
//!
//! Colours come from the stylesheet. The two sides of a game never differ by colour alone: a light piece wears a ring or an
//! outline where a dark one is solid, and sides called X and O wear their letter.

use agon_core::{GameInfo, Piece, Player};
use maud::{Markup, PreEscaped, html};

/// How a piece is drawn: an outline of the sheet, and a sign on it where the outline alone does not tell the kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Art {
    pub(crate) outline: &'static str,
    pub(crate) sign: Option<char>,
}

/// The drawing of a piece.
pub(crate) fn art(info: &GameInfo, piece: Piece) -> Art {
    let kind = &info.pieces[usize::from(piece.kind)];
    let has = |name: &str| info.pieces.iter().any(|kind| kind.name == name);
    let side = piece.owner.map(|owner| &*info.sides[owner.index()]);
    let plain = |outline| Art { outline, sign: None };
    match (&*kind.name, side) {
        ("pawn", _) => plain("pawn"),
        ("knight", _) => plain("knight"),
        ("bishop", _) => plain("bishop"),
        ("rook", _) => plain("rook"),
        ("queen", _) => plain("queen"),
        ("king", _) if has("knight") => plain("king"),
        ("king", _) => plain("crowned"),
        ("lily pad", _) => plain("pad"),
        ("frog", _) if piece.owner == Some(Player::First) => plain("frog-down"),
        ("frog", _) => plain("frog-up"),
        ("mark", Some("X")) => plain("x"),
        ("mark", Some("O")) => plain("o"),
        (_, Some("X")) => plain("disc-x"),
        (_, Some("O")) => plain("disc-o"),
        ("man", _) => plain("man"),
        ("disc" | "stone" | "piece", _) => plain("stone"),
        _ => Art { outline: "token", sign: Some(sign(&kind.name, kind.letters, piece.owner)) },
    }
}

/// The sign of a piece without an outline of its own: the character of Xiangqi, or its letter.
fn sign(name: &str, letters: [char; 2], owner: Option<Player>) -> char {
    let signs = match name {
        "general" => ['帥', '將'],
        "advisor" => ['仕', '士'],
        "elephant" => ['相', '象'],
        "horse" => ['傌', '馬'],
        "chariot" => ['俥', '車'],
        "cannon" => ['炮', '砲'],
        "soldier" => ['兵', '卒'],
        _ => letters,
    };
    signs[owner.map_or(0, Player::index)]
}

/// The class that gives a piece its colours.
pub(crate) fn tone(info: &GameInfo, owner: Option<Player>) -> &'static str {
    let Some(owner) = owner else { return "nobody" };
    let side = &*info.sides[owner.index()];
    match (side, owner) {
        ("Red", _) => "red",
        ("Blue", _) => "blue",
        ("X", _) => "x",
        ("O", _) => "o",
        ("Black", _) | (_, Player::First) if side != "White" => "black",
        _ => "white",
    }
}

/// Every outline there is: its name and what it is made of. Class `b` is the body, `d` a detail on it, `r` the ring of
/// light pieces, `h` the shine of dark ones, `e` an eye.
const OUTLINES: [(&str, &str); 18] = [
    (
        "pawn",
        r#"<path class="b" d="M-9.5 15.5h19c0-4-3-6-5.5-7.5c-1.2-3-1.6-5-1.7-7.2h2.2a1.3 1.3 0 0 0 0-2.6h-1.3a6 6 0 1 0-6.4 0h-1.3a1.3 1.3 0 0 0 0 2.6h2.2c-.1 2.2-.5 4.2-1.7 7.2c-2.5 1.5-5.5 3.5-5.5 7.5z"/>"#,
    ),
    (
        "knight",
        r#"<path class="b" d="M-8.5 15.5h20c.8-10.5-.2-20.5-8-24.3l-.6-4.7l-4.4 3.6c-4.8.8-6.8 3.9-8.2 7.7l-3.9 5.2c-1.3 2.1.3 5.1 2.7 4.7l3.4-1.6c2.3-.3 4.2-1 5.8-2.6c.2 4.8-7.3 5.7-6.8 12z"/><path class="d" d="M3-8.5c5 4.5 6.2 12 5.6 20M-12.2 4.4l1.5-.7"/><circle class="e" cx="-3.6" cy="-4.2" r="1.3"/>"#,
    ),
    (
        "bishop",
        r#"<path class="b" d="M-10 15.5h20c0-2.5-2-3.5-5-4c-.8-.2-1.5-.6-1.6-1.6l-.3-2.2c5.2-3 6-7.2 4.2-11.2c-1.5-3.3-4-5.5-6-8a2.3 2.3 0 1 0-2.6 0c-2 2.5-4.5 4.7-6 8c-1.8 4-1 8.2 4.2 11.2l-.3 2.2c-.1 1-.8 1.4-1.6 1.6c-3 .5-5 1.5-5 4z"/><path class="d" d="M0-6.5v7M-3.4-3h6.8M-3.6 7.7h7.2"/>"#,
    ),
    (
        "rook",
        r#"<path class="b" d="M-10.5 15.5h21v-3.5l-2.5-2.5l-1-10.5l3-2.5v-8h-4.5v3h-3.2v-3h-4.6v3h-3.2v-3h-4.5v8l3 2.5l-1 10.5l-2.5 2.5z"/><path class="d" d="M-8 9.5h16M-7-1h14"/>"#,
    ),
    (
        "queen",
        r#"<path class="b" d="M-10 15.5h20l-1-4l1.4-5.5l4-12.5l-7.3 6l-.4-9.5l-4.9 8.7l-1.8-10.7l-1.8 10.7l-4.9-8.7l-.4 9.5l-7.3-6l4 12.5l1.4 5.5z"/><path class="d" d="M-9 11.5h18M-10.2 6.4q10.2-3 20.4 0"/><circle class="b" cx="-14.6" cy="-7.8" r="2"/><circle class="b" cx="-7" cy="-11.4" r="2"/><circle class="b" cx="0" cy="-13.4" r="2.1"/><circle class="b" cx="7" cy="-11.4" r="2"/><circle class="b" cx="14.6" cy="-7.8" r="2"/>"#,
    ),
    (
        "king",
        r#"<path class="b" d="M-1.4-16.5h2.8v2.5h2.5v2.7h-2.5v4h-2.8v-4h-2.5v-2.7h2.5z"/><path class="b" d="M0 0c-3.8-3.5-3.6-6.5 0-9.3c3.6 2.8 3.8 5.8 0 9.3z"/><path class="b" d="M-10 15.5h20l-1-4l1-4c5-3.5 6.5-8.5 3-12c-3.3-3.2-9.5-2.8-13 4.2c-3.5-7-9.7-7.4-13-4.2c-3.5 3.5-2 8.5 3 12l1 4z"/><path class="d" d="M-9 11.5h18M-9.8 7.5q9.8-3.6 19.6 0"/>"#,
    ),
    ("man", r#"<circle class="b" r="15.2"/><circle class="d" r="11.2"/><circle class="d" r="6.6"/>"#),
    (
        "crowned",
        r#"<circle class="b" cy="2" r="15.2"/><circle class="b" cy="-1.6" r="15.2"/><path class="k" d="M-8 5.4h16l1.8-11.6l-5.4 4.4l-4.4-7.6l-4.4 7.6l-5.4-4.4z"/>"#,
    ),
    (
        "stone",
        r#"<circle class="b" r="15.6"/><circle class="r" r="11.6"/><path class="h" d="M-10.4-3.4a11 11 0 0 1 7-7"/>"#,
    ),
    ("disc-x", r#"<circle class="b" r="15.2"/><path class="s" d="M-6-6l12 12M6-6l-12 12"/>"#),
    ("disc-o", r#"<circle class="b" r="15.2"/><circle class="s" r="6.8"/>"#),
    ("x", r#"<path class="m" d="M-10.5-10.5l21 21M10.5-10.5l-21 21"/>"#),
    ("o", r#"<circle class="m" r="11.2"/>"#),
    ("token", r#"<circle class="b" r="17"/><circle class="r" r="14.2"/>"#),
    (
        "pad",
        r#"<path class="b" d="M1.5-1L4.6-14.9A15.6 15.6 0 1 1-4.4-15z"/><path class="d" d="M-1 3l-7 8M2 3l6 8.5M-3 0l-10.5-3M4 0l9.5-3M.4 4v11"/>"#,
    ),
    (
        "frog-up",
        r#"<path class="l" d="M-5 6.5c-6.5-4-11 .5-8 4.5c1.6 2.2 4.2 2.4 6 3.4M5 6.5c6.5-4 11 .5 8 4.5c-1.6 2.2-4.2 2.4-6 3.4M-6-1.5c-3.5-.5-6.5-2-8-5.5M6-1.5c3.5-.5 6.5-2 8-5.5"/><path class="b" d="M0-9.5c6 0 9.4 4.4 9.4 10c0 6.2-4.2 11-9.4 11s-9.4-4.8-9.4-11c0-5.6 3.4-10 9.4-10z"/><path class="d" d="M0-2v11M-4 0v7M4 0v7"/><circle class="b" cx="-5.4" cy="-9.2" r="4.2"/><circle class="b" cx="5.4" cy="-9.2" r="4.2"/><circle class="e" cx="-5.4" cy="-9.8" r="2"/><circle class="e" cx="5.4" cy="-9.8" r="2"/>"#,
    ),
    (
        "frog-down",
        r#"<path class="l" d="M-5-6.5c-6.5 4-11-.5-8-4.5c1.6-2.2 4.2-2.4 6-3.4M5-6.5c6.5 4 11-.5 8-4.5c-1.6-2.2-4.2-2.4-6-3.4M-6 1.5c-3.5.5-6.5 2-8 5.5M6 1.5c3.5.5 6.5 2 8 5.5"/><path class="b" d="M0 9.5c6 0 9.4-4.4 9.4-10c0-6.2-4.2-11-9.4-11s-9.4 4.8-9.4 11c0 5.6 3.4 10 9.4 10z"/><path class="d" d="M-3.5-5.5h7M-4.5-1.5h9M-3.5 2.5h7"/><circle class="b" cx="-5.4" cy="9.2" r="4.2"/><circle class="b" cx="5.4" cy="9.2" r="4.2"/><circle class="e" cx="-5.4" cy="9.8" r="2"/><circle class="e" cx="5.4" cy="9.8" r="2"/>"#,
    ),
    (
        "mark-last",
        r#"<path class="casing" d="M-17.5-9.5v-8h8M9.5-17.5h8v8M17.5 9.5v8h-8M-9.5 17.5h-8v-8"/><path d="M-17.5-9.5v-8h8M9.5-17.5h8v8M17.5 9.5v8h-8M-9.5 17.5h-8v-8"/>"#,
    ),
];

/// The sheet of outlines, once per page; drawings refer to it. Only the named ones are written.
pub fn sheet(wanted: &dyn Fn(&str) -> bool) -> Markup {
    html! {
        svg.sheet aria-hidden="true" width="0" height="0" {
            defs {
                @for (name, outline) in OUTLINES.iter().filter(|(name, _)| wanted(name)) {
                    g id={ "p-" (name) } { (PreEscaped(*outline)) }
                }
            }
        }
    }
}

/// The outlines that a game can need.
pub fn outlines(info: &GameInfo) -> Vec<&'static str> {
    let owners = [Some(Player::First), Some(Player::Second), None];
    let mut names = vec!["mark-last"];
    for kind in 0..info.pieces.len() as u8 {
        names.extend(owners.map(|owner| art(info, Piece { owner, kind }).outline));
    }
    names.sort_unstable();
    names.dedup();
    names
}
