//! What calibration has found out about the levels of a game.

use std::sync::LazyLock;

use agon_core::Rules;
use serde::{Deserialize, Serialize};

/// The ladder of a game, as `agon calibrate` writes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ladder {
    /// The spec of the game.
    pub game: String,
    /// The version of its rules.
    pub version: u32,
    /// The seed of the games that were played.
    pub seed: u64,
    /// The lowest level against a player who looks one move ahead.
    pub greedy: Option<Meeting>,
    /// The lowest level against random moves.
    pub random: Option<Meeting>,
    /// The highest level against the lowest.
    pub span: Option<Meeting>,
    /// What games that had no part in the search for the levels say about the ends of the ladder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmed: Option<Ends>,
    /// The levels, from 1 upwards.
    pub rungs: Vec<Rung>,
}

/// One level.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rung {
    /// Its number.
    pub level: u8,
    /// Who plays it.
    pub spec: String,
    /// Its rating in Elo above level 1, added up from step to step.
    pub rating: i32,
    /// How it did against the level below.
    pub below: Option<Step>,
    /// The same in games that had no part in the search for the levels, so that nothing was chosen by luck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmed: Option<Step>,
}

impl Rung {
    /// What is known best about the step from the level below.
    pub fn step(&self) -> Option<Step> {
        self.confirmed.or(self.below)
    }
}

/// Games at the ends of a ladder.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ends {
    /// Their seed, and that of the games between neighbours.
    pub seed: u64,
    /// A player who looks one move ahead against the lowest level; reached if he loses less than 60 % of the points.
    pub greedy: Step,
    /// The highest level against the lowest; reached if it takes 95 % of the points.
    pub span: Step,
}

/// What came out when two players met.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Meeting {
    /// The share of the points, draws being half of one.
    pub score: f64,
    /// The number of games, in pairs from the same opening.
    pub games: u64,
}

/// How a level did against the one below.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// The share of the points, draws being half of one.
    pub score: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The number of games, in pairs from the same opening.
    pub games: u64,
    /// How likely a result as good is between equals (exact sign test over pairs), times the number of looks at the results.
    pub p: f64,
    /// Whether it is what was wanted; between neighbours: 60 to 85 % of the points, and certain (p below 0.01).
    pub reached: bool,
}

/// What `agon calibrate all` wrote.
const TEXTS: [&str; 16] = [
    include_str!("../../levels/alquerque.toml"),
    include_str!("../../levels/checkers.toml"),
    include_str!("../../levels/chess.toml"),
    include_str!("../../levels/connect6.toml"),
    include_str!("../../levels/five-field-kono.toml"),
    include_str!("../../levels/freckers.toml"),
    include_str!("../../levels/havannah.toml"),
    include_str!("../../levels/international-draughts.toml"),
    include_str!("../../levels/lines-of-action.toml"),
    include_str!("../../levels/nine-mens-morris.toml"),
    include_str!("../../levels/othello.toml"),
    include_str!("../../levels/outer-open-gomoku.toml"),
    include_str!("../../levels/tapatan.toml"),
    include_str!("../../levels/tic-tac-toe.toml"),
    include_str!("../../levels/tsoro-yematatu.toml"),
    include_str!("../../levels/xiangqi.toml"),
];

/// The ladders that are built in.
static LADDERS: LazyLock<Vec<Ladder>> = LazyLock::new(|| {
    TEXTS.iter().map(|text| toml::from_str(text).expect("the ladders were checked")).collect()
});

impl Ladder {
    /// Every ladder that is built in.
    pub fn all() -> impl Iterator<Item = &'static Ladder> {
        LADDERS.iter()
    }

    /// The ladder of a game: one that was measured with these very rules, in the version they have now. A variant has its own
    /// or none.
    pub fn of(game: &dyn Rules) -> Option<&'static Ladder> {
        Ladder::all().find(|ladder| ladder.is_of(game))
    }

    /// Whether it was measured with these very rules.
    fn is_of(&self, game: &dyn Rules) -> bool {
        self.game == game.spec() && self.version == game.info().version
    }

    /// The share of the points that a player who looks one move ahead takes from the lowest level.
    pub fn greedy_share(&self) -> Option<f64> {
        let confirmed = self.confirmed.as_ref().map(|ends| ends.greedy.score);
        confirmed.or(self.greedy.map(|meeting| 1.0 - meeting.score))
    }
}

#[cfg(test)]
mod tests {
    use super::Ladder;

    #[test]
    fn a_ladder_of_other_rules_is_not_used() {
        let othello = agon_games::find("othello").unwrap();
        let ladder = Ladder::of(othello.as_ref()).expect("othello was measured");
        for other in [ladder.version - 1, ladder.version + 1] {
            let aged = Ladder { version: other, ..ladder.clone() };
            assert!(!aged.is_of(othello.as_ref()), "version {other}");
        }
        let chess = agon_games::find("chess").unwrap();
        assert!(!ladder.is_of(chess.as_ref()));
    }
}
