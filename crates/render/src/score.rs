//! Who is ahead on the board: pieces left, pieces in hand, material. It is counted from the picture and the worth of pieces, so no
//! game has to tell it; a game that people play for points does.

use agon_core::{Match, Piece, Player};

use crate::tell;
use crate::words::Words;

/// What one side has.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Pieces and how many of them: all there are, or in a game with pieces of different worth those that the other side has not.
    pub pieces: Vec<(Piece, u32)>,
    /// By how much this side is ahead, where that is counted and it is.
    pub ahead: Option<u32>,
    /// Pieces in hand.
    pub hand: u32,
}

impl Score {
    /// The same in words; empty if there is nothing to say.
    pub fn sentence(&self, words: &Words, played: &dyn Match) -> String {
        let count = |&(piece, count): &(Piece, u32)| {
            let kind = tell::kind(words, played.info(), piece.kind);
            words.with("score-count", &[("kind", kind.into()), ("count", count.into())])
        };
        let mut parts: Vec<String> = self.pieces.iter().map(count).collect();
        parts.extend(self.ahead.map(|ahead| words.with("score-ahead", &[("count", ahead.into())])));
        if self.hand > 0 {
            parts.push(words.with("in-hand", &[("count", self.hand.into())]));
        }
        parts.join(", ")
    }
}

/// What both sides have, where that changes in the course of a game. `cells` is the number of cells of the board.
pub fn score(played: &dyn Match, cells: usize) -> [Score; 2] {
    let kinds = &played.info().pieces;
    let differ = kinds.iter().any(|kind| kind.worth != kinds[0].worth);
    let now = Player::BOTH.map(|player| counts(played, player, cells));
    let hands = Player::BOTH.map(|player| played.hand(player));
    let standing = |player: Player| now[player.index()].iter().sum::<u32>() as i32;
    let by_pieces = standing(Player::First) - standing(Player::Second);
    let points = played.points().filter(|&points| points != by_pieces);
    Player::BOTH.map(|player| {
        let (own, other) = (&now[player.index()], &now[(!player).index()]);
        let piece = |kind: usize| Piece::new(player, kind as u8);
        let lead = |first: i32| {
            u32::try_from(if player == Player::First { first } else { -first }).ok().filter(|&lead| lead > 0)
        };
        if let Some(points) = points {
            return Score { ahead: lead(points), ..Score::default() };
        }
        if differ {
            let more = |kind: usize| (piece(kind), own[kind].saturating_sub(other[kind]));
            let worth = |counts: &[u32]| -> i32 {
                counts
                    .iter()
                    .zip(kinds.iter())
                    .map(|(&count, kind)| count as i32 * i32::from(kind.worth))
                    .sum()
            };
            return Score {
                pieces: (0..kinds.len()).map(more).filter(|&(_, count)| count > 0).rev().collect(),
                ahead: u32::try_from(worth(own) - worth(other)).ok().filter(|&ahead| ahead > 0),
                hand: hands[player.index()],
            };
        }
        // Where all there is to count is how many stones were placed, there is nothing to count.
        if !loses_pieces(played, &now, hands, cells) {
            return Score { hand: hands[player.index()], ..Score::default() };
        }
        let all = (0..kinds.len()).map(|kind| (piece(kind), own[kind])).filter(|&(_, count)| count > 0);
        Score { pieces: all.collect(), ahead: None, hand: hands[player.index()] }
    })
}

/// How many pieces of each kind a player has on the board.
fn counts(played: &dyn Match, player: Player, cells: usize) -> Vec<u32> {
    let mut counts = vec![0; played.info().pieces.len()];
    for piece in (0..cells).filter_map(|cell| played.piece(cell)).filter(|piece| piece.owner == Some(player))
    {
        counts[usize::from(piece.kind)] += 1;
    }
    counts
}

/// Whether the numbers of pieces tell something: they have changed since the start, where there were some.
fn loses_pieces(played: &dyn Match, now: &[Vec<u32>; 2], hands: [u32; 2], cells: usize) -> bool {
    let Ok(start) = played.rules().start(None) else { return false };
    Player::BOTH.into_iter().any(|player| {
        let before = counts(start.as_ref(), player, cells);
        let all_before = before.iter().sum::<u32>() + start.hand(player);
        let all_now = now[player.index()].iter().sum::<u32>() + hands[player.index()];
        all_before > 0 && (all_before != all_now || before.len() > 1 && before != now[player.index()])
    })
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::words::Language;

    fn after(game: &str, moves: &str) -> [String; 2] {
        let rules = agon_games::find(game).unwrap();
        let mut played = rules.start(None).unwrap();
        for text in moves.split_whitespace() {
            let index = played.find_move(text).unwrap();
            played.play(index);
        }
        let words = Words::of(Language::English);
        score(played.as_ref(), rules.layout().cells.len()).map(|score| score.sentence(words, played.as_ref()))
    }

    #[test]
    fn what_is_counted_is_what_players_count() {
        assert_eq!(after("chess", "e4 d5"), ["", ""]);
        assert_eq!(after("chess", "e4 d5 exd5 c6 dxc6 Nxc6"), ["pawn: 1, 1 ahead", ""]);
        assert_eq!(
            after("chess", "e4 d5 exd5 Qxd5 Nc3 Qe6+ Be2 Qxe2+ Ngxe2"),
            ["queen: 1, 6 ahead", "bishop: 1"]
        );
        assert_eq!(after("othello", "d3"), ["disc: 4", "disc: 1"]);
        assert_eq!(
            after("nine-mens-morris", "a1 d2 a4 d3 a7xd2"),
            ["stone: 3, 6 in hand", "stone: 1, 7 in hand"]
        );
        assert_eq!(after("havannah", "a1 b2"), ["", ""]);
        assert_eq!(after("checkers", "11-15 23-19 8-11 22-17"), ["", ""]);
    }
}
