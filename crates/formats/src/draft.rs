//! Between records and texts: a game walked through move by move, and a game as a text tells it.

use agon_core::notation::quote;
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
        for (index, text) in record.moves.iter().enumerate() {
            end.follow(text).map_err(|error| ReplayError::Move { number: index + 1, error })?;
        }
        // Once more, with the passes that the record may have left out.
        let mut walker = start.fork();
        let mut plies = Vec::new();
        for (index, text) in end.history().into_iter().enumerate() {
            let player = walker.to_move();
            walker.follow(&text).map_err(|error| ReplayError::Move { number: index + 1, error })?;
            plies.push(Ply { player, text });
        }
        let mut concluded = end.fork();
        if let Some(told) = record.conclusion() {
            concluded.settle(told);
        }
        let ending = concluded.ending();
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

    /// Whether the board shows how the game ended: who reads the moves knows the result.
    pub(super) fn is_shown(&self) -> bool {
        self.end.ending().is_some_and(|ending| Some(ending.outcome) == self.outcome)
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

/// A move as a text tells it, and who made it where the text says so.
#[derive(Debug)]
pub(super) struct Made {
    pub(super) told: Told,
    pub(super) by: Option<Player>,
}

/// A game as a text tells it, moves unchecked.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) header: Header,
    /// The position it begins in, in the game's notation.
    pub(super) position: Option<String>,
    pub(super) moves: Vec<Made>,
    /// The result that the text claims; the board knows better where it ends the game.
    pub(super) outcome: Option<Outcome>,
    /// Whether it says that the loser's time was over.
    pub(super) too_late: bool,
    /// What was left out, in sentences.
    pub(super) remarks: Vec<String>,
}

impl Draft {
    /// The game, every move checked, and what has to be said about it.
    pub(super) fn record(&self, rules: &dyn Rules) -> Result<(Record, Vec<String>), FormatError> {
        let mut played = rules.start(self.position.as_deref()).map_err(ReplayError::from)?;
        for (index, Made { told, by }) in self.moves.iter().enumerate() {
            let (line, number) = (told.line, index + 1);
            if by.is_some_and(|by| by != played.to_move()) && played.must_pass() {
                played.play(0);
            }
            if let Some(by) = by.filter(|&by| by != played.to_move()) {
                let [found, expected] =
                    [by, !by].map(|player| rules.info().sides[player.index()].to_string());
                return Err(FormatError::Turn { line, number, text: quote(&told.text), found, expected });
            }
            played.follow(&told.text).map_err(|error| FormatError::Move { line, number, error })?;
        }
        let reason = if self.too_late { Reason::Time } else { Reason::Resignation };
        let told = self.outcome.map(|outcome| match outcome {
            Outcome::Win(winner) => Ending::win(winner, reason),
            Outcome::Draw => Ending::draw(Reason::Agreement),
        });
        if let Some(told) = told {
            played.settle(told);
        }
        let record = played.record();
        let mut remarks = self.remarks.clone();
        if let (Some(told), Some(ending)) = (told, played.ending())
            && told.outcome != ending.outcome
        {
            let [told, shown] = [told, ending].map(|ending| ending.words(rules.info()));
            remarks
                .push(format!("the text has another result than the board: '{told}' instead of '{shown}'"));
        }
        if let Some(moves) = record.played_on {
            remarks.push(format!(
                "the rules of {} end the game after {moves} moves; it was played on",
                rules.spec()
            ));
        }
        Ok((record, remarks))
    }
}
