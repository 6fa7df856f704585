//! The moves of a game as its players number them.

use agon_core::{Counting, Match, Player};

/// A move in the list of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The number that stands before it, if one does.
    pub number: Option<u32>,
    /// Who played it.
    pub player: Player,
    /// The move.
    pub text: String,
}

/// The moves of a match, numbered.
pub fn sheet(played: &dyn Match) -> Vec<Entry> {
    let movers = played.movers();
    let before = played.plies() - movers.len() as u32;
    let numbers = match played.counting() {
        Counting::Pairs => pairs(&movers, before),
        Counting::Turns => turns(&movers, before, &played.history()),
    };
    let entries = numbers.into_iter().zip(movers).zip(played.history());
    entries.map(|((number, player), text)| Entry { number, player, text }).collect()
}

/// A number for each move of the first player, and one for the first move of all.
fn pairs(movers: &[Player], before: u32) -> Vec<Option<u32>> {
    // A position in which the second player is to move stands in the middle of a pair.
    let behind = u32::from(movers.first() == Some(&Player::Second) && before.is_multiple_of(2));
    let number = |(index, &player): (usize, &Player)| {
        (player == Player::First || index == 0).then_some((before + behind + index as u32) / 2 + 1)
    };
    movers.iter().enumerate().map(number).collect()
}

/// A number for each turn in which something was played.
fn turns(movers: &[Player], before: u32, texts: &[String]) -> Vec<Option<u32>> {
    let mut turn = before;
    let mut last = None;
    let number = |(&player, text): (&Player, &String)| {
        if text == "pass" || text == "--" {
            return None;
        }
        let begins = last != Some(player);
        last = Some(player);
        turn += u32::from(begins);
        begins.then_some(turn)
    };
    movers.iter().zip(texts).map(number).collect()
}

#[cfg(test)]
mod tests {

    use super::*;

    fn written(game: &str, position: Option<&str>, moves: &str) -> String {
        let rules = agon_games::find(game).unwrap();
        let mut played = rules.start(position).unwrap();
        for text in moves.split_whitespace() {
            let index = played.find_move(text).unwrap();
            played.play(index);
        }
        let told = |entry: Entry| match entry.number {
            Some(number) => format!("{number}.{}", entry.text),
            None => entry.text,
        };
        sheet(played.as_ref()).into_iter().map(told).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn moves_are_numbered_as_players_do() {
        assert_eq!(written("chess", None, "e4 e5 Nf3"), "1.e4 e5 2.Nf3");
        let black = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        assert_eq!(written("chess", Some(black), "e5 Nf3"), "1.e5 2.Nf3");
        assert_eq!(written("othello", None, "d3 c3 c4"), "1.d3 2.c3 3.c4");
        assert_eq!(written("connect6", None, "j10 k11 i9 j11 k10"), "1.j10 2.k11 i9 3.j11 k10");
        assert_eq!(written("checkers", None, "11-15 23-19 8-11"), "1.11-15 23-19 2.8-11");
    }
}
