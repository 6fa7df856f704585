//! Where the games of a match begin.
//!
//! Two deterministic players play one game from one position, however often they are asked; so openings vary, and each
//! is played twice with sides exchanged.

use std::collections::HashSet;

use agon_core::{Match, Random, Record, Rules};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Where a game begins.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Opening {
    /// A position in the game's notation; the initial one if there is none.
    pub position: Option<String>,
    /// The moves played from there, as indices into the legal moves.
    pub moves: Vec<usize>,
}

impl Opening {
    /// What is wrong with the opening in this game, if anything.
    pub fn check(&self, rules: &dyn Rules) -> Result<(), String> {
        let mut played = rules.start(self.position.as_deref()).map_err(|error| error.to_string())?;
        for &index in &self.moves {
            if index >= played.move_count() {
                return Err(format!("the opening has a move that {} does not have", rules.spec()));
            }
            played.play(index);
        }
        Ok(())
    }

    /// A match at the end of the opening.
    ///
    /// # Panics
    /// If the opening is not one of this game.
    pub fn start(&self, rules: &dyn Rules) -> Box<dyn Match> {
        let mut played =
            rules.start(self.position.as_deref()).expect("an opening begins in a position of its game");
        for &index in &self.moves {
            played.play(index);
        }
        played
    }
}

/// Where openings come from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum Source {
    /// This many random plies.
    Plies(u32),
    /// A file with one opening per line.
    File(String),
}

/// A line of a file of openings that is none.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OpeningError {
    /// Nothing could be made of a line.
    #[error("line {line}: {problem}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// There is no line with an opening.
    #[error("there is no opening in it; expected a position, a list of moves or a record on each line")]
    Empty,
}

/// Reads openings, one per line:
///
/// - moves from the initial position, separated by spaces: `e4 e5 Nf3`;
/// - a position in the game's notation;
/// - a record as JSON, `{"game": "chess", "moves": ["e4", "e5"]}`, or an object with such a `record` in it, as matches
///   write them.
///
/// Empty lines and lines that begin with `#` say nothing. Every opening must leave the game undecided.
pub fn read(rules: &dyn Rules, text: &str) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let opening = read_line(rules, line);
        openings.push(opening.map_err(|problem| OpeningError::Line { line: index + 1, problem })?);
    }
    if openings.is_empty() { Err(OpeningError::Empty) } else { Ok(openings) }
}

fn read_line(rules: &dyn Rules, line: &str) -> Result<Opening, String> {
    let (position, moves) = if line.starts_with('{') {
        let record = read_record(rules, line)?;
        (record.position, record.moves)
    } else {
        let start = rules.start(None).expect("every game has an initial position");
        let mut words = line.split_whitespace();
        // Positions are written in a way that no first move is.
        if words.next().is_some_and(|word| start.find_move(word).is_ok()) {
            (None, line.split_whitespace().map(str::to_owned).collect())
        } else {
            (Some(line.to_owned()), Vec::new())
        }
    };
    let mut played = rules.start(position.as_deref()).map_err(|error| error.to_string())?;
    let mut indices = Vec::new();
    for (index, text) in moves.iter().enumerate() {
        let found = played.find_move(text).map_err(|error| format!("move {}: {error}", index + 1))?;
        indices.push(found);
        played.play(found);
    }
    if let Some(ending) = played.ending() {
        return Err(format!("the opening ends the game: {}", ending.words(rules.info())));
    }
    Ok(Opening { position, moves: indices })
}

fn read_record(rules: &dyn Rules, line: &str) -> Result<Record, String> {
    let unreadable = |error: serde_json::Error| format!("this is not a record of a game: {error}");
    let mut object: serde_json::Value = serde_json::from_str(line).map_err(unreadable)?;
    let inner = object.get_mut("record").map(serde_json::Value::take);
    // The version of the rules matters to those who replay whole games.
    let mut value = inner.unwrap_or(object);
    if let Some(fields) = value.as_object_mut() {
        fields.entry("version").or_insert_with(|| rules.info().version.into());
    }
    let record: Record = serde_json::from_value(value).map_err(unreadable)?;
    let spec = rules.spec();
    if record.game == spec {
        Ok(record)
    } else {
        Err(format!("this is a game of {}, not of {spec}", record.game))
    }
}

/// Attempts per opening before the supply is taken to be exhausted: of all that are wanted in total, and of all that were found in a
/// row without a new one.
const ATTEMPTS: usize = 200;

/// Up to `count` openings of `plies` uniformly random plies, all leading to different positions in which the game goes on.
/// Fewer where a game does not have as many.
pub fn random(rules: &dyn Rules, count: usize, plies: u32, seed: u64) -> Vec<Opening> {
    let mut seen = HashSet::new();
    let mut openings = Vec::new();
    let mut random = Random::stream(seed, 0x0be9);
    let mut failures = 0;
    for _ in 0..count.saturating_mul(ATTEMPTS) {
        if openings.len() == count || failures > ATTEMPTS * (openings.len() + 1) {
            break;
        }
        failures += 1;
        let mut played = rules.start(None).expect("every game has an initial position");
        let mut moves = Vec::new();
        while moves.len() < plies as usize && played.ending().is_none() {
            let index = random.below(played.move_count() as u32) as usize;
            moves.push(index);
            played.play(index);
        }
        if played.ending().is_none() && seen.insert(played.position()) {
            openings.push(Opening { position: None, moves });
            failures = 0;
        }
    }
    openings
}

/// Random games in a row without a new position after which there are taken to be none.
const PATIENCE: usize = 1000;

/// Up to `count` openings that are as short as can be: of each of many random games, the earliest position that no other of
/// them leads to. Games from there are long, and all different.
pub fn shortest(rules: &dyn Rules, count: usize, seed: u64) -> Vec<Opening> {
    let mut random = Random::stream(seed, 0x09e2);
    let initial = rules.start(None).expect("every game has an initial position");
    let mut seen = HashSet::from([initial.hash()]);
    let (mut openings, mut failures) = (Vec::new(), 0);
    while openings.len() < count && failures < PATIENCE {
        let (mut played, mut moves) = (initial.fork(), Vec::new());
        failures += 1;
        while played.ending().is_none() {
            if seen.insert(played.hash()) {
                openings.push(Opening { position: None, moves });
                failures = 0;
                break;
            }
            let index = random.below(played.move_count() as u32) as usize;
            moves.push(index);
            played.play(index);
        }
    }
    openings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_openings_are_all_different() {
        let rules = agon_games::find("othello").unwrap();
        let found = shortest(rules.as_ref(), 60, 1);
        let positions: HashSet<String> =
            found.iter().map(|opening| opening.start(rules.as_ref()).position()).collect();
        assert_eq!((found.len(), positions.len()), (60, 60));
        // Four positions after one ply, twelve after two: so many openings need hardly more than three.
        let plies: usize = found.iter().map(|opening| opening.moves.len()).sum();
        assert!(plies <= 60 * 3, "{plies}");
        assert!(found.iter().all(|opening| !opening.moves.is_empty()));
        assert_eq!(shortest(rules.as_ref(), 60, 1), found);
    }

    #[test]
    fn a_small_game_runs_out_of_openings() {
        let rules = agon_games::find("tic-tac-toe").unwrap();
        let found = shortest(rules.as_ref(), 100_000, 1).len();
        // 5478 positions, of which 958 have ended, and the initial one is not an opening.
        assert!((3000..=4519).contains(&found), "{found}");
    }

    #[test]
    fn openings_are_distinct_and_repeatable() {
        let rules = agon_games::find("tic-tac-toe").unwrap();
        let openings = random(rules.as_ref(), 500, 2, 7);
        // Nine places for the first mark, eight for the second.
        assert_eq!(openings.len(), 72);
        assert_eq!(openings, random(rules.as_ref(), 500, 2, 7));
        assert_ne!(openings, random(rules.as_ref(), 500, 2, 8));
        // Nobody waits for more than there are, or for openings longer than any game.
        assert_eq!(random(rules.as_ref(), usize::MAX, 2, 7).len(), 72);
        assert!(random(rules.as_ref(), usize::MAX, u32::MAX, 7).is_empty());
    }

    #[test]
    fn a_file_has_moves_positions_and_records() {
        let rules = agon_games::find("tic-tac-toe").unwrap();
        let text = "# three ways to say it\n\nb2 a1\nO2/1X1/3 x\n{\"game\": \"tic-tac-toe\", \"moves\": [\"b2\", \"c3\"]}\n\
                    {\"pair\": 0, \"record\": {\"game\": \"tic-tac-toe\", \"version\": 1, \"moves\": [\"A1\"]}}\n";
        let openings = read(rules.as_ref(), text).unwrap();
        let positions: Vec<String> =
            openings.iter().map(|opening| opening.start(rules.as_ref()).position()).collect();
        assert_eq!(positions, ["3/1X1/O2 x", "O2/1X1/3 x", "2O/1X1/3 x", "3/3/X2 o"]);
    }

    #[test]
    fn mistakes_in_a_file_are_named_with_their_line() {
        let rules = agon_games::find("tic-tac-toe").unwrap();
        let error = |text: &str| read(rules.as_ref(), text).unwrap_err().to_string();
        assert!(error("b2\nb2 b2").starts_with("line 2: move 2: 'b2' is not a legal move"));
        assert!(error("XXX").starts_with("line 1: 'XXX' is not a position of tic-tac-toe"));
        assert!(error("{\"game\": 1}").contains("not a record of a game"));
        assert!(
            error("{\"game\": \"othello\", \"moves\": []}").contains("a game of othello, not of tic-tac-toe")
        );
        assert!(error("a1 b1 a2 b2 a3").contains("ends the game"));
        assert!(error("# nothing").contains("no opening"));
    }
}
