//! Positions of nine men's morris in the form of the program Sanmill.

use agon_core::{Clocks, Player, PositionError};

use super::points::Set;
use super::{ALL_PLACED, INFO, Phase, Position, STONES, Steps};
use crate::board::Reader;

pub(super) fn write(position: &Position, clocks: Clocks) -> String {
    let letter = |point| position.owner(point).map_or('*', |owner| INFO.pieces[0].letters[owner.index()]);
    let [inner, middle, outer] = [0, 8, 16].map(|ring| (ring..ring + 8).map(letter).collect::<String>());
    let side = ['w', 'b'][position.mover.index()];
    let doing = match position.steps() {
        Err(_) => "o ?",
        Ok(Steps { phase: Phase::Place, .. }) => "p p",
        Ok(_) => "m s",
    };
    let [white, black] = position.stones().map(Set::count_ones);
    let [white_hand, black_hand] = Player::BOTH.map(|player| position.hand(player));
    let (quiet, turn) = (clocks.quiet, clocks.plies / 2 + 1);
    format!(
        "{inner}/{middle}/{outer} {side} {doing} {white} {white_hand} {black} {black_hand} \
         0 0 -1 -1 -1 -1 0 {quiet} {turn}"
    )
}

/// Reads the fields up to the hands, which all versions of the form have, and the clocks where they stand in the
/// present one. Accepted is only what a game can lead to as far as the numbers of stones tell; in particular, a
/// player who closes a mill finds a stone to remove.
pub(super) fn read(text: &str) -> Result<(Position, Clocks), PositionError> {
    let reader = Reader::new(&INFO.id, text);
    let fields = reader.fields(8, 18, "board side phase action white hand black hand ...")?;
    let stones = board(&reader, fields[0])?;
    let mover = reader.side(fields[1], ['w', 'b'])?;
    let present_form = fields.get(8..17);
    if fields[3] == "r" || present_form.is_some_and(|rest| rest[..2] != ["0", "0"]) {
        return reader.error("a removal is due, but here it belongs to the move that closes the mill");
    }
    let most = u32::from(STONES);
    let number = |index: usize, what: &str| reader.number(fields[index], what, most);
    let on_board = stones.map(Set::count_ones);
    if [number(4, "the number of white stones")?, number(6, "the number of black stones")?] != on_board {
        let [white, black] = on_board;
        return reader.error(format!("the board shows {white} white and {black} black stones"));
    }
    let hands = [number(5, "White's hand")?, number(7, "Black's hand")?];
    let placed = ALL_PLACED - (hands[0] + hands[1]) as u8;
    let [own, enemy] = if mover == Player::First { stones } else { [stones[1], stones[0]] };
    let position = Position { own, enemy, placed, mover };
    let is_turn = placed == ALL_PLACED || usize::from(placed % 2) == mover.index();
    if !is_turn || Player::BOTH.map(|player| position.hand(player)) != hands {
        return reader.error("the hands do not fit the side to move: the players place in turn, White first");
    }
    for player in Player::BOTH {
        let [placed_own, placed_other] = [player, !player].map(|player| most - hands[player.index()]);
        let Some(removed) = placed_own.checked_sub(on_board[player.index()]) else {
            return reader.error("a player has nine stones at most, those in hand included");
        };
        // A turn removes one stone at most, and the first two of a player close no mill.
        if removed > placed_other.saturating_sub(2) {
            return reader.error("more stones are missing than can have been removed");
        }
    }
    if position.stones_left(!mover) < 3 {
        return reader.error("the side that is not to move has fewer than three stones and has lost");
    }
    let clocks = match present_form {
        // Until the last stone is placed, the board tells the time.
        _ if placed < ALL_PLACED => Clocks { plies: u32::from(placed), quiet: 0 },
        rest => {
            let clock =
                |index: usize, what| rest.map_or(Ok(0), |rest| reader.number(rest[index], what, 100_000));
            let quiet = clock(7, "the number of moves without progress")?;
            let turn = clock(8, "the number of the turn")?.max(u32::from(STONES) + 1);
            let plies = 2 * (turn - 1) + mover.index() as u32;
            Clocks { plies, quiet: quiet.min(plies - u32::from(ALL_PLACED)) }
        }
    };
    Ok((position, clocks))
}

/// The white and the black stones.
fn board(reader: &Reader, field: &str) -> Result<[Set; 2], PositionError> {
    let rings: Vec<&str> = field.split('/').collect();
    if rings.len() != 3 || rings.iter().any(|ring| ring.chars().count() != 8) {
        return reader.error("the board has three rings of eight points, separated by '/'");
    }
    let mut stones = [0; 2];
    for (point, letter) in rings.iter().flat_map(|ring| ring.chars()).enumerate() {
        match letter {
            'O' | 'o' => stones[0] |= 1 << point,
            '@' => stones[1] |= 1 << point,
            '*' | '.' => {}
            _ => return reader.error(format!("a point is O, @ or *, not '{letter}'")),
        }
    }
    Ok(stones)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn older_and_longer_forms_are_read() {
        let board = "@@@@@***/********/OOOOO*** b m s 5 0 5 0";
        let clocks = |rest: &str| read(&format!("{board} {rest}")).unwrap().1;
        assert_eq!(clocks("0 0 -1 -1 -1 -1 0 7 30 ids:nodes"), Clocks { plies: 59, quiet: 7 });
        assert_eq!(
            clocks("0 7 30"),
            Clocks { plies: 19, quiet: 0 },
            "the fields of an old form are not used"
        );
        assert_eq!(
            clocks("0 0 -1 -1 -1 -1 0 99 1"),
            Clocks { plies: 19, quiet: 1 },
            "not before all are placed"
        );
        let placing = read("O*******/********/******** b p p 1 8 0 9").unwrap();
        assert_eq!(placing.1, Clocks { plies: 1, quiet: 0 });
    }

    #[test]
    fn impossible_positions_are_refused() {
        let refused = [
            ("", "found 0 fields"),
            ("********/******** w p p 0 9 0 9", "three rings"),
            ("********/********/****é*** w p p 0 9 0 9", "not 'é'"),
            ("********/********/******** x p p 0 9 0 9", "side to move"),
            ("********/********/******** w p r 0 9 0 9", "removal is due"),
            ("********/********/******** w p p 0 9 0 9 1 0 -1 -1 -1 -1 0 0 1", "removal is due"),
            ("********/********/******** w p p 0 99999999999 0 9", "from 0 to 9"),
            ("********/********/******** w p p 1 8 0 9", "shows 0 white"),
            ("********/********/******** b p p 0 9 0 9", "White first"),
            ("********/********/******** w p p 0 8 0 8", "missing"),
            ("********/********/******** w p p 0 0 0 0", "missing"),
            ("OOOO****/********/******** w p p 4 9 0 9", "at most"),
            ("OOOO****/********/@@****** w m s 4 0 2 0", "has lost"),
            ("OOOO****/********/@@@***** w m s 4 0 3 0 0 0 -1 -1 -1 -1 0 0 4294967296", "from 0 to 100000"),
        ];
        for (text, problem) in refused {
            let error = read(text).expect_err(text).problem;
            assert!(error.contains(problem), "'{text}': {error}");
        }
    }
}
