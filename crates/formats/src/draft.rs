//! Between records and texts: a game walked through move by move, and a game as a text tells it.

use agon_core::{Layout, Match, Outcome, Player, Record, ReplayError, Rules};

use super::{ExportError, Header};

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
        let told = match record.result.as_deref() {
            None => None,
            Some("first") => Some(Outcome::Win(Player::First)),
            Some("second") => Some(Outcome::Win(Player::Second)),
            Some("draw") => Some(Outcome::Draw),
            Some(other) => return Err(ReplayError::Result(other.to_owned())),
        };
        let outcome = end.ending().map(|ending| ending.outcome).or(told);
        let setup = start.record().position;
        Ok(Walk { rules, layout: rules.layout(), start, setup, plies, end, outcome })
    }

    /// What a side is called.
    pub(super) fn side(&self, player: Player) -> &'static str {
        self.rules.info().sides[player.index()]
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

/// A game as a text tells it, moves unchecked.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) header: Header,
    /// The position it begins in, in the game's notation.
    pub(super) position: Option<String>,
    pub(super) moves: Vec<String>,
    /// The result that the text claims; the board knows better where it ends the game.
    pub(super) outcome: Option<Outcome>,
}

impl Draft {
    pub(super) fn of_json(text: &str, rules: &dyn Rules) -> Result<Draft, ExportError> {
        let record: Record = serde_json::from_str(text)?;
        if record.game != rules.spec() {
            return Err(ExportError::Foreign { found: record.game, expected: rules.spec() });
        }
        let outcome = Walk::of(rules, &record)?.outcome;
        let Record { position, moves, .. } = record;
        Ok(Draft { header: Header::default(), position, moves, outcome })
    }

    /// The game, every move checked.
    pub(super) fn record(&self, rules: &dyn Rules) -> Result<Record, ExportError> {
        let mut played = rules.start(self.position.as_deref()).map_err(ReplayError::from)?;
        for (index, text) in self.moves.iter().enumerate() {
            let found =
                played.find_move(text).map_err(|error| ReplayError::Move { number: index + 1, error })?;
            played.play(found);
        }
        match self.outcome {
            Some(Outcome::Win(winner)) => played.resign(!winner),
            // Draws by agreement are no matter of the rules: only the result is noted.
            Some(Outcome::Draw) if played.ending().is_none() => {
                return Ok(Record { result: Some("draw".to_owned()), ..played.record() });
            }
            _ => {}
        }
        Ok(played.record())
    }
}
