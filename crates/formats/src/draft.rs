//! Between records and texts: a game walked through move by move, and a game as a text tells it.

use agon_core::{Ending, Layout, Match, Outcome, Player, Reason, Record, ReplayError, Rules};

use super::{FormatError, Header};

/// A record replayed for a writer.
pub(super) struct Walk<'a> {
    pub(super) rules: &'a dyn Rules,
    pub(super) layout: Layout,
    /// The game before its first move.
    pub(super) start: Box<dyn Match>,
    /// Whether it began in another position than the initial one, and in which.
    pub(super) setup: Option<String>,
    pub(super) plies: Vec<Ply>,
    /// The game after its last move.
    pub(super) end: Box<dyn Match>,
    /// Who won; none while the game goes on.
    pub(super) outcome: Option<Outcome>,
    /// Whether the loser's time was over.
    pub(super) too_late: bool,
}

/// A move that was played.
pub(super) struct Ply {
    pub(super) player: Player,
    pub(super) text: String,
}

impl<'a> Walk<'a> {
    pub(super) fn of(rules: &'a dyn Rules, record: &Record) -> Result<Walk<'a>, ReplayError> {
        let start = rules.start(record.position.as_deref())?;
        let mut end = start.fork();
        let mut plies = Vec::new();
        for (index, text) in record.moves.iter().enumerate() {
            let found =
                end.find_move(text).map_err(|error| ReplayError::Move { number: index + 1, error })?;
            plies.push(Ply { player: end.to_move(), text: end.move_text(found) });
            end.play(found);
        }
        let told = record.conclusion();
        let ending = end.ending().or(told);
        let setup = start.record().position;
        Ok(Walk {
            rules,
            layout: rules.layout(),
            start,
            setup,
            plies,
            end,
            outcome: ending.map(|ending| ending.outcome),
            too_late: ending.is_some_and(|ending| ending.reason == Reason::Time),
        })
    }

    /// What a side is called.
    pub(super) fn side(&self, player: Player) -> &str {
        &self.rules.info().sides[player.index()]
    }

    /// The player who is called this.
    pub(super) fn called(&self, side: &str) -> Player {
        player_called(self.rules, side)
    }
}

/// The player whose side is called this; the first one if none is.
pub(super) fn player_called(rules: &dyn Rules, side: &str) -> Player {
    if rules.info().sides[1] == side { Player::Second } else { Player::First }
}

/// A word of a text and the line it stands in, from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Told {
    pub(super) text: String,
    pub(super) line: usize,
}

/// A game as a text tells it, moves unchecked.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) header: Header,
    /// The position it begins in, in the game's notation.
    pub(super) position: Option<String>,
    pub(super) moves: Vec<Told>,
    /// The result that the text claims; the board knows better where it ends the game.
    pub(super) outcome: Option<Outcome>,
    /// Whether it says that the loser's time was over.
    pub(super) too_late: bool,
}

impl Draft {
    /// The game, every move checked.
    pub(super) fn record(&self, rules: &dyn Rules) -> Result<Record, FormatError> {
        let mut played = rules.start(self.position.as_deref()).map_err(ReplayError::from)?;
        for (index, told) in self.moves.iter().enumerate() {
            let found = played.find_move(&told.text);
            let found =
                found.map_err(|error| FormatError::Move { line: told.line, number: index + 1, error })?;
            played.play(found);
        }
        let reason = if self.too_late { Reason::Time } else { Reason::Resignation };
        match self.outcome {
            Some(Outcome::Win(winner)) => played.conclude(Ending::win(winner, reason)),
            Some(Outcome::Draw) => played.conclude(Ending::draw(Reason::Agreement)),
            None => {}
        }
        Ok(played.record())
    }
}
