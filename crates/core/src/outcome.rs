//! How a game ends: who won, and why.

use crate::game::GameInfo;
use crate::player::Player;
use crate::value::Value;

/// The bare result of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This player won.
    Win(Player),
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// The winner, if there is one.
    #[inline]
    pub const fn winner(self) -> Option<Player> {
        match self {
            Outcome::Win(player) => Some(player),
            Outcome::Draw => None,
        }
    }

    /// +1, 0 or -1 as a value.
    #[inline]
    pub const fn value(self) -> Value {
        match self {
            Outcome::Win(player) => Value::from_pov(1.0, player),
            Outcome::Draw => Value::DRAW,
        }
    }
}

/// Why a game ended. Small and `Copy`, because every playout and every leaf of a search makes one;
/// [`Ending::words`] turns it into a sentence when a person asks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// A line of this many own pieces.
    Line(u8),
    /// The loser is to move and cannot.
    NoMoves,
    /// The loser has no pieces left.
    NoPieces,
    /// No empty place is left.
    Full,
    /// The position occurred as often as the rules allow.
    Repetition,
    /// Too many plies without progress, as the game defines it.
    NoProgress,
    /// The longest game the rules allow.
    PlyCap,
    /// The loser gave up.
    Resignation,
    /// The loser's time is over.
    Time,
    /// Both players agreed to it.
    Agreement,
    /// The game's own reason: the index of its words in [`GameInfo::endings`].
    Rule(u8),
}

impl Reason {
    /// Whether players ended the game, and not the board: such an end can be taken back by itself.
    #[inline]
    pub const fn is_of_players(self) -> bool {
        matches!(self, Reason::Resignation | Reason::Time | Reason::Agreement)
    }
}

/// The end of a game: who won and why.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// Who won.
    pub outcome: Outcome,
    /// Why.
    pub reason: Reason,
}

impl Ending {
    /// `player` wins for this reason.
    #[inline]
    pub const fn win(player: Player, reason: Reason) -> Ending {
        Ending { outcome: Outcome::Win(player), reason }
    }

    /// `player` loses for this reason.
    #[inline]
    pub const fn loss(player: Player, reason: Reason) -> Ending {
        Ending::win(player.opponent(), reason)
    }

    /// Nobody wins, for this reason.
    #[inline]
    pub const fn draw(reason: Reason) -> Ending {
        Ending { outcome: Outcome::Draw, reason }
    }

    /// The ending as a sentence, such as "Black wins: three in a row."
    pub fn words(self, info: &GameInfo) -> String {
        let side = |player: Player| info.sides[player.index()];
        let reason = match self.reason {
            Reason::Line(length) => format!("{} in a row", number_word(length)),
            Reason::NoMoves => "{loser} has no legal move".to_owned(),
            Reason::NoPieces => "{loser} has no pieces left".to_owned(),
            Reason::Full => "the board is full".to_owned(),
            Reason::Repetition => "the position was repeated".to_owned(),
            Reason::NoProgress => "too many moves without progress".to_owned(),
            Reason::PlyCap => "the game reached its longest allowed length".to_owned(),
            Reason::Resignation => "{loser} resigned".to_owned(),
            Reason::Time => "the time of {loser} is over".to_owned(),
            Reason::Agreement => "the players agreed".to_owned(),
            Reason::Rule(index) => info.endings[usize::from(index)].to_owned(),
        };
        match self.outcome {
            Outcome::Win(winner) => {
                let reason = reason.replace("{winner}", side(winner)).replace("{loser}", side(!winner));
                format!("{} wins: {reason}.", side(winner))
            }
            Outcome::Draw => format!("Draw: {}.", reason.replace("{loser} has", "neither side has")),
        }
    }
}

fn number_word(number: u8) -> String {
    const WORDS: [&str; 7] = ["zero", "one", "two", "three", "four", "five", "six"];
    WORDS.get(usize::from(number)).map_or_else(|| number.to_string(), |&word| word.to_owned())
}
