//! Turns, rows, openings, full boards, and what is typed.

use super::*;
use crate::connect6::Connect6;
use crate::outer_open_gomoku::OuterOpenGomoku;

const CONNECT6: Connect6 = Rows(PhantomData);
const GOMOKU: OuterOpenGomoku = Rows(PhantomData);

/// The position after these moves, none of which may come after the end of the game.
fn after<G: Game>(game: &G, moves: &str) -> G::Position {
    let mut position = game.initial();
    for text in moves.split_whitespace() {
        let mv = game.read_move(&position, text).unwrap();
        game.play(&mut position, mv);
    }
    position
}

fn ending<G: Game>(game: &G, position: &G::Position) -> Option<Ending> {
    game.generate(position, &mut Vec::new())
}

#[test]
fn stones_in_line_win_exactly_when_nothing_parts_them() {
    // Five points in line from every point in every direction, the last one placed in every place of the five. Lines
    // that leave the board come back on the other side, where their points must not count as neighbours.
    const SIZE: i32 = 15;
    for cell in 0..SIZE * SIZE {
        let (row, column) = (cell / SIZE, cell % SIZE);
        for (up, right) in [(0, 1), (1, 0), (1, 1), (-1, 1)] {
            let point = |step: i32| (row + up * step, column + right * step);
            let inside =
                |step: i32| [point(step).0, point(step).1].iter().all(|line| (0..SIZE).contains(line));
            for missing in 0..5 {
                let mut position = Position::<15>::EMPTY;
                let mut row_made = false;
                for step in (0..5).filter(|&step| step != missing).chain([missing]) {
                    let (row, column) = point(step);
                    let cell = row.rem_euclid(SIZE) * SIZE + column.rem_euclid(SIZE);
                    assert!(!row_made);
                    row_made = position.put(Player::First, cell as usize, 5);
                }
                assert_eq!(row_made, (0..5).all(inside), "{row} {column} {up} {right}");
            }
        }
    }
}

#[test]
fn connect6_turns_are_one_stone_and_then_two_each() {
    let mut position = CONNECT6.initial();
    let mut movers = Vec::new();
    for cell in 0..7 {
        movers.push(CONNECT6.to_move(&position).index());
        CONNECT6.play(&mut position, 2 * cell);
    }
    assert_eq!(movers, [0, 1, 1, 0, 0, 1, 1]);
}

#[test]
fn connect6_is_won_by_either_stone_of_a_turn_and_by_long_rows() {
    let won = |player| Some(Ending::win(player, Reason::Line(6)));
    // White's sixth stone is the second of a turn; nobody can win earlier.
    let second = after(&CONNECT6, "a19 a1 b1 c19 e19 c1 d1 g19 i19 e1 f1");
    assert_eq!(ending(&CONNECT6, &second), won(Player::Second));
    assert_eq!(CONNECT6.score(&second, won(Player::Second).unwrap(), 11), -1.0);
    // Black fills the gap of seven with the first stone of a turn.
    let moves = "a1 a19 c19 b2 c3 e19 g19 e5 f6 i19 k19 g7 q1 m19 o19 d4";
    let first = after(&CONNECT6, moves);
    assert_eq!(ending(&CONNECT6, &first), won(Player::First));
    assert_eq!(CONNECT6.to_move(&first), Player::First, "his second stone was not needed");
    // Five are not enough.
    assert_eq!(ending(&CONNECT6, &after(&CONNECT6, "a19 a1 b1 c19 e19 c1 d1 g19 i19 e1")), None);
}

#[test]
fn the_last_point_can_draw_or_win() {
    // Rows of the pattern BBWW, moved by two in every other row, contain no five in a row.
    let mut board: Vec<Vec<char>> = (0..15)
        .map(|row| (0..15).map(|column| ['B', 'B', 'W', 'W'][(column + 2 * (row % 2)) % 4]).collect())
        .collect();
    let ending_on_c15 = |board: &mut Vec<Vec<char>>| {
        board[0][2] = '.';
        let rows: Vec<String> = board.iter().map(String::from_iter).collect();
        let (mut position, _) = GOMOKU.read_position(&format!("{} b", rows.join("/"))).unwrap();
        assert_eq!(ending(&GOMOKU, &position), None);
        let last = GOMOKU.read_move(&position, "c15").unwrap();
        GOMOKU.play(&mut position, last);
        assert_eq!(GOMOKU.count_moves(&position, &mut Vec::new()), 0);
        ending(&GOMOKU, &position)
    };
    // White's stone on c15 is Black's now; one of Black's far away goes to White in exchange, and so on.
    board[14][0] = 'W';
    assert_eq!(ending_on_c15(&mut board), Some(Ending::draw(Reason::Full)));
    (board[0][3], board[14][4]) = ('B', 'W');
    assert_eq!(ending_on_c15(&mut board), Some(Ending::win(Player::First, Reason::Line(5))));
}

#[test]
fn gomoku_opens_on_the_outer_lines_only() {
    let mut moves = Vec::new();
    let mut position = GOMOKU.initial();
    GOMOKU.generate(&position, &mut moves);
    assert_eq!(moves.len(), 104);
    assert!(GOMOKU.read_move(&position, "c3").is_err());
    assert!(GOMOKU.read_move(&position, "h13").is_err());
    for text in ["a1", "b8", "n8", "h14", "h2", "o15"] {
        GOMOKU.read_move(&position, text).unwrap();
    }
    GOMOKU.play(&mut position, 0);
    GOMOKU.generate(&position, &mut moves);
    assert_eq!(moves.len(), 224);
}

#[test]
fn points_are_read_in_all_their_spellings_and_nothing_else_is() {
    let start = CONNECT6.initial();
    for text in ["j10", "J10", " j10 ", "jj", "JJ"] {
        assert_eq!(CONNECT6.read_move(&start, text), Ok(9 * 19 + 9), "{text}");
    }
    assert_eq!(CONNECT6.read_move(&start, "ab"), CONNECT6.read_move(&start, "a18"));
    for text in
        ["", "j", "j0", "j20", "t1", "at", "j-1", "j+1", "10j", "jé", "é1", "j99999999999999999999999"]
    {
        assert!(CONNECT6.read_move(&start, text).is_err(), "{text}");
    }
    let occupied = after(&CONNECT6, "j10");
    assert!(CONNECT6.read_move(&occupied, "jj").is_err());
}

#[test]
fn the_examples_in_the_notation_are_positions() {
    fn example(info: &GameInfo) -> String {
        let (_, text) = info.notation.rsplit_once("it is: ").unwrap();
        text.trim_end_matches('.').to_owned()
    }
    let read = CONNECT6.read_position(&example(CONNECT6.info())).unwrap().0;
    assert_eq!(read, after(&CONNECT6, "j10"));
    let read = GOMOKU.read_position(&example(GOMOKU.info())).unwrap().0;
    assert_eq!(read, after(&GOMOKU, "b3"));
}

#[test]
fn positions_that_cannot_arise_are_refused() {
    let board = |rows: [&str; 3]| format!("{}{}", "15/".repeat(12), rows.join("/"));
    let problem = |rows: [&str; 3], side: &str| {
        GOMOKU.read_position(&format!("{} {side}", board(rows))).unwrap_err().problem
    };
    assert!(GOMOKU.read_position(&format!("{} w", board(["15", "15", "BBBBB6WWWW"]))).is_ok());
    assert!(problem(["15", "15", "BB13"], "w").contains("Black has 1 and White 1, not 2 and 0"));
    assert!(problem(["15", "15", "B14"], "b").contains("White's turn"));
    assert!(problem(["7B7", "15", "15"], "w").contains("where the first one has to be"));
    assert!(problem(["15", "15", "BBBBB5WWWWW"], "b").contains("Black had already won"));
    assert!(problem(["15", "15", "X14"], "w").contains("not a piece"));
    assert!(problem(["15", "15", "16"], "b").contains("15 cells"));
    // In Connect6 the player to move may have won, with the first stone of the turn.
    let connect6 = |rows: &str| CONNECT6.read_position(&format!("{}{rows} b", "19/".repeat(17)));
    assert!(connect6("WW17/BBBBBB9WWWW").is_ok());
    assert!(connect6("19/BBBBBB7WWWWWW").unwrap_err().problem.contains("White had already won"));
}

#[test]
fn guessing_and_counting_empty_points_agree_on_crowded_boards() {
    // Two points are left: guesses fail more often than not, and both points must come up.
    let mut position = Position::<19>::EMPTY;
    for cell in (0..361).filter(|cell| ![200, 360].contains(cell)) {
        position.put(Player::First, cell, 6);
    }
    assert_eq!([position.nth_empty(0), position.nth_empty(1)], [200, 360]);
    let mut random = Random::new(3);
    let last = (0..1000).filter(|_| position.random_empty(&mut random) == 360).count();
    assert!((400..600).contains(&last), "{last} of 1000");
}

#[test]
fn a_point_is_found_again_on_each_of_its_lines() {
    for cell in 0..361 {
        let place = Position::<19>::PLACES.as_flattened()[cell];
        for direction in 0..4 {
            let [line, bit] = [place.lines[direction], place.bits[direction]].map(usize::from);
            assert_eq!(Position::<19>::cell(direction, line, bit), cell);
        }
    }
}
