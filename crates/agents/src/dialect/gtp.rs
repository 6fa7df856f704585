//! What both ends of the Go Text Protocol agree on, for games that are not Go: colours, the size of the board, and passes.

use agon_core::{GameInfo, Match, MoveError, Player, Rules};

/// The player who is called black: the one whose side has that name, or whose opponent is White; the first one where
/// neither is, as in Go.
fn black(info: &GameInfo) -> Player {
    match [&*info.sides[0], &*info.sides[1]] {
        ["White", _] | [_, "Black"] => Player::Second,
        _ => Player::First,
    }
}

/// The colour of a player: `black` or `white`.
pub fn colour(info: &GameInfo, player: Player) -> &'static str {
    if player == black(info) { "black" } else { "white" }
}

/// The player whom a colour names: `b`, `black`, `w`, `white`, or the game's own word for the side, such as `red`.
pub fn read_colour(info: &GameInfo, text: &str) -> Option<Player> {
    let own = Player::BOTH.into_iter().find(|player| info.sides[player.index()].eq_ignore_ascii_case(text));
    own.or_else(|| match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(black(info)),
        "w" | "white" => Some(!black(info)),
        _ => None,
    })
}

/// The size of the board: the game's parameter `size`, or the side of a square grid. Other boards have none.
pub fn board_size(rules: &dyn Rules) -> Option<u32> {
    if let Some(size) = rules.options().chosen("size") {
        return size.parse().ok();
    }
    let rows = rules.layout().rows;
    rows.iter().all(|row| row.len() == rows.len()).then_some(rows.len() as u32)
}

/// A legal move as the protocol writes it: in the game's notation, but a pass is `pass` in every game.
pub fn write_move(played: &dyn Match, index: usize) -> String {
    if played.is_pass(index) { "pass".to_owned() } else { played.move_text(index) }
}

/// The legal move that a text means.
pub fn find_move(played: &dyn Match, text: &str) -> Result<usize, MoveError> {
    let pass = || (0..played.move_count()).find(|&index| played.is_pass(index));
    let passes = text.trim().eq_ignore_ascii_case("pass");
    passes.then(pass).flatten().map_or_else(|| played.find_move(text), Ok)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_follow_the_names_of_the_sides() {
        let names = |game: &str| {
            let rules = agon_games::find(game).unwrap();
            Player::BOTH.map(|player| colour(rules.info(), player))
        };
        assert_eq!(names("othello"), ["black", "white"]);
        assert_eq!(names("chess"), ["white", "black"]);
        assert_eq!(names("xiangqi"), ["white", "black"]);
        assert_eq!(names("tic-tac-toe"), ["black", "white"]);
        for info in agon_games::catalogue() {
            for player in Player::BOTH {
                let colour = colour(info, player);
                for text in [colour, &colour[..1], &colour.to_uppercase(), &info.sides[player.index()]] {
                    assert_eq!(read_colour(info, text), Some(player), "{text} in {}", info.id);
                }
            }
            assert_eq!(read_colour(info, "green"), None);
        }
    }

    #[test]
    fn boards_have_the_size_people_call_them_by() {
        let size = |game: &str| board_size(agon_games::find(game).unwrap().as_ref());
        let found = ["othello", "havannah:size=5", "connect6", "tic-tac-toe", "nine-mens-morris"].map(size);
        assert_eq!(found, [Some(8), Some(5), Some(19), Some(3), None]);
    }
}
