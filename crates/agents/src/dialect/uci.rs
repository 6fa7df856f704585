//! Moves and values of the Universal Chess Interface, and of its sister for xiangqi, UCCI.

use agon_core::{Assessed, Match, Proof, Rules};
use agon_games::knowledge::{hundredths, worth};

/// The games that are played over the protocol.
pub const GAMES: [&str; 2] = ["chess", "xiangqi"];

/// How moves are written: the square a piece comes from, the one it goes to, and what it becomes.
pub struct Notation {
    /// The names of the cells.
    names: Vec<String>,
}

impl Notation {
    /// The notation of a game that is played over the protocol. Pikafish and all that speak UCCI count the ranks of xiangqi
    /// from 0, Fairy-Stockfish and whoever knows its option `UCI_Variant` from 1.
    pub fn new(rules: &dyn Rules, from_one: bool) -> Option<Notation> {
        let game = GAMES.iter().find(|&&game| rules.info().id == game)?;
        let shift = u32::from(*game == "xiangqi" && from_one);
        let names = rules.layout().cells.into_iter().map(|cell| {
            let (file, rank) = cell.name.split_at(1);
            let rank: u32 = rank.parse().expect("cells of these boards are letters and numbers");
            format!("{file}{}", rank + shift)
        });
        Some(Notation { names: names.collect() })
    }

    /// A legal move.
    pub fn write(&self, played: &dyn Match, index: usize) -> String {
        let path = played.move_trace(index).path;
        let text = played.move_text(index);
        // Only chess writes promotions, and it writes them so.
        let piece = text.split_once('=').and_then(|(_, piece)| piece.chars().next());
        let squares = [path[0], path[path.len() - 1]].map(|cell| self.names[cell].as_str());
        squares
            .into_iter()
            .map(str::to_owned)
            .chain(piece.map(|piece| piece.to_lowercase().collect()))
            .collect()
    }

    /// The legal move that a text means.
    pub fn find(&self, played: &dyn Match, text: &str) -> Option<usize> {
        (0..played.move_count()).find(|&index| self.write(played, index).eq_ignore_ascii_case(text))
    }
}

/// What a search thinks of a move: `cp 31` in hundredths of a man, or `mate 3` in moves where that is certain.
pub fn write_score<M>(assessed: &Assessed<M>) -> String {
    match assessed.proof {
        Some(Proof { gain: 0, .. }) => "cp 0".to_owned(),
        Some(Proof { gain, distance: 1.. }) => {
            let moves = assessed.proof.map_or(0, |proof| proof.distance.div_ceil(2));
            format!("mate {}{moves}", if gain < 0 { "-" } else { "" })
        }
        Some(Proof { gain, .. }) => format!("cp {}", hundredths(f32::from(gain))),
        None => format!("cp {}", hundredths(assessed.value)),
    }
}

/// What a program thinks of its move, from the words after `score`: a value in [-1, 1], and a proof if it saw the end.
pub fn read_score(kind: &str, number: &str) -> Option<(f32, Option<Proof>)> {
    let number: i32 = number.parse().ok()?;
    match kind {
        "cp" => Some((worth(number), None)),
        "mate" => {
            let (gain, moves) = (if number > 0 { 1 } else { -1 }, number.unsigned_abs());
            // Whoever mates makes the last move.
            let distance = (2 * moves).saturating_sub(u32::from(gain > 0));
            Some((f32::from(gain), Some(Proof { gain, distance })))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(game: &str, position: Option<&str>, moves: &str) -> Box<dyn Match> {
        let mut played = agon_games::find(game).unwrap().start(position).unwrap();
        for text in moves.split_whitespace() {
            played.follow(text).unwrap();
        }
        played
    }

    #[test]
    fn every_move_is_found_by_what_is_written() {
        let castling = "r3k2r/8/8/8/8/8/6p1/R3K2R b KQkq - 0 1";
        for (game, position, moves) in [
            ("chess", None, ""),
            ("chess", None, "e4 a6 e5 d5"),
            ("chess", Some(castling), ""),
            ("xiangqi", None, "h2e2"),
        ] {
            let played = played(game, position, moves);
            for from_one in [false, true] {
                let notation = Notation::new(played.rules(), from_one).unwrap();
                for index in 0..played.move_count() {
                    let text = notation.write(played.as_ref(), index);
                    assert_eq!(notation.find(played.as_ref(), &text), Some(index), "{text}");
                }
            }
        }
        assert!(Notation::new(agon_games::find("othello").unwrap().as_ref(), false).is_none());
    }

    #[test]
    fn moves_are_written_as_the_protocol_has_them() {
        let notation =
            |game: &str, from_one| Notation::new(agon_games::find(game).unwrap().as_ref(), from_one).unwrap();
        let written = |game: &str, position: &str, from_one: bool, text: &str| {
            let played = played(game, Some(position), "");
            notation(game, from_one).write(played.as_ref(), played.find_move(text).unwrap())
        };
        let castling = "r3k2r/8/8/8/8/8/6p1/R3K2R b KQkq - 0 1";
        assert_eq!(written("chess", castling, false, "O-O-O"), "e8c8");
        assert_eq!(written("chess", castling, true, "gxh1=N"), "g2h1n");
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
        assert_eq!(written("xiangqi", start, false, "h2e2"), "h2e2");
        assert_eq!(written("xiangqi", start, true, "h2h9"), "h3h10");
    }

    #[test]
    fn values_go_there_and_back() {
        let assessed = |value, proof| Assessed { mv: 0, value, proof, visits: 0 };
        for hundredths in [-900, -30, 0, 1, 31, 250, 1500] {
            let (value, _) = read_score("cp", &hundredths.to_string()).unwrap();
            assert_eq!(write_score(&assessed(value, None)), format!("cp {hundredths}"));
        }
        for moves in [-7, -1, 1, 2, 12] {
            let (value, proof) = read_score("mate", &moves.to_string()).unwrap();
            assert_eq!(write_score(&assessed(value, proof)), format!("mate {moves}"));
        }
        let unknown = Proof { gain: -1, distance: 0 };
        assert_eq!(write_score(&assessed(-1.0, Some(unknown))), "cp -20000");
        assert_eq!(read_score("cp", "many"), None);
    }
}
