//! What is known about a set of rules before any game is played.

use std::borrow::Cow;

use crate::layout::PieceKind;
use crate::spec::Parameter;

/// A text that is part of the program, or one that was read while it ran.
pub type Text = Cow<'static, str>;

/// A text that is part of the program.
pub const fn text(literal: &'static str) -> Text {
    Cow::Borrowed(literal)
}

/// The facts about a set of rules. Games of the program have them as statics; a game that is read while the program runs
/// owns its own.
#[derive(Clone, Debug)]
pub struct GameInfo {
    /// The name used in commands and files, such as `lines-of-action`.
    pub id: Text,
    /// The name used in sentences, such as "Lines of Action".
    pub name: Text,
    /// What the first and the second player are called, such as "Black" and "White".
    pub sides: [Text; 2],
    /// The kinds of pieces; a [`Piece`](crate::Piece) names one by its index.
    pub pieces: Cow<'static, [PieceKind]>,
    /// One line that says what the game is about.
    pub summary: Text,
    /// The rules in plain words.
    pub rules: Text,
    /// How a game can be drawn, and what repetition does.
    pub draws: Text,
    /// How moves and positions are written, with examples.
    pub notation: Text,
    /// Where the rules come from.
    pub source: Text,
    /// What can be chosen in a spec such as `havannah:size=5`.
    pub parameters: &'static [Parameter],
    /// The words of the game's own reasons to end; `{winner}` and `{loser}` stand for the sides.
    pub endings: &'static [&'static str],
    /// The limits of the plain game.
    pub limits: Limits,
    /// Grows whenever rules or encoding change, so that stored results and networks can tell.
    pub version: u32,
}

/// The limits that end a game for reasons outside the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The occurrence of a position (2 = the first repetition) that ends the game.
    pub repetition: Option<u8>,
    /// The number of plies without progress that makes a draw.
    pub no_progress: Option<u32>,
    /// The longest game, in plies; every game that can go in circles has one.
    pub ply_cap: Option<u32>,
}
