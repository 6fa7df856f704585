//! The figures by hand, and the incremental rules against the plain definitions.

use agon_core::{Heuristic, Line, Outcome, Threats};

use super::*;
use crate::hex::SIZES;

/// The definitions, applied to sets of stones without any memory.
mod reference {
    use std::collections::BTreeSet;

    type Cell = (i32, i32);
    pub(super) type Stones = BTreeSet<Cell>;

    fn exists(size: i32, (x, y): Cell) -> bool {
        (0..2 * size - 1).contains(&x) && (0..2 * size - 1).contains(&y) && (x - y).abs() < size
    }

    fn neighbours((x, y): Cell) -> [Cell; 6] {
        [(x - 1, y - 1), (x, y - 1), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x - 1, y)]
    }

    /// The stones connected with one of them.
    pub(super) fn chain(stones: &Stones, from: Cell) -> Stones {
        let (mut chain, mut open) = (Stones::from([from]), vec![from]);
        while let Some(cell) = open.pop() {
            open.extend(
                neighbours(cell).into_iter().filter(|&next| stones.contains(&next) && chain.insert(next)),
            );
        }
        chain
    }

    fn is_corner(size: i32, cell: Cell) -> bool {
        let (half, last) = (size - 1, 2 * size - 2);
        [(0, 0), (half, 0), (0, half), (last, half), (half, last), (last, last)].contains(&cell)
    }

    pub(super) fn is_bridge(size: i32, chain: &Stones) -> bool {
        chain.iter().filter(|&&cell| is_corner(size, cell)).count() >= 2
    }

    pub(super) fn is_fork(size: i32, chain: &Stones) -> bool {
        let (half, last) = (size - 1, 2 * size - 2);
        let edges: [&dyn Fn(Cell) -> bool; 6] = [
            &|(x, _)| x == 0,
            &|(_, y)| y == 0,
            &|(x, _)| x == last,
            &|(_, y)| y == last,
            &|(x, y)| x - y == half,
            &|(x, y)| y - x == half,
        ];
        let touched =
            |edge: &&&dyn Fn(Cell) -> bool| chain.iter().any(|&cell| !is_corner(size, cell) && edge(cell));
        edges.iter().filter(touched).count() >= 3
    }

    /// Stones at loose ends are no part of a ring; a ring is what remains without them.
    pub(super) fn is_ring(chain: &Stones) -> bool {
        let mut left = chain.clone();
        let loose = |left: &Stones, cell: Cell| {
            let own: Vec<Cell> = neighbours(cell).into_iter().filter(|next| left.contains(next)).collect();
            own.len() <= 1 || own.len() == 2 && neighbours(own[0]).contains(&own[1])
        };
        while let Some(cell) = left.iter().copied().find(|&cell| loose(&left, cell)) {
            left.remove(&cell);
        }
        !left.is_empty()
    }

    /// A ring by its meaning: there is a cell from which no walk leaves the board without stepping on the chain.
    /// The cell itself may belong to the chain.
    pub(super) fn encloses(size: i32, chain: &Stones) -> bool {
        let escapes = |from: Cell| {
            let (mut seen, mut open) = (Stones::from([from]), vec![from]);
            while let Some(cell) = open.pop() {
                if !exists(size, cell) {
                    return true;
                }
                let free = |next: &Cell| !chain.contains(next) && seen.insert(*next);
                open.extend(neighbours(cell).into_iter().filter(free));
            }
            false
        };
        let cells = (0..2 * size - 1).flat_map(|y| (0..2 * size - 1).map(move |x| (x, y)));
        cells.filter(|&cell| exists(size, cell)).any(|cell| !escapes(cell))
    }
}

fn cell(game: &Havannah, name: &str) -> usize {
    game.layout().find(name).unwrap_or_else(|| panic!("there is no cell {name}"))
}

/// What the last of White's stones forms on a board of size 5, with some of Black's on the board already.
fn formed(white: &str, black: &str) -> Option<Form> {
    let game = Havannah::new(5, false);
    let mut position = Position::START;
    for (player, names) in [(Player::Second, black), (Player::First, white)] {
        for name in names.split_whitespace() {
            assert_eq!(position.formed(), None, "before {name}");
            position = position.with_mover(player);
            position.place(game.board, cell(&game, name));
        }
    }
    position.formed()
}

#[test]
fn bridges_connect_two_corners() {
    assert_eq!(formed("a1 b1 c1 d1 e1", ""), Some(Form::Bridge));
    assert_eq!(formed("a1 b1 d1 e1 c1", ""), Some(Form::Bridge));
    assert_eq!(formed("a1 b2 c3 d4 e5 f6 g7 h8 i9", ""), Some(Form::Bridge));
    assert_eq!(formed("a1 b2 c3 d4 f6 g7 h8 i9 e5", ""), Some(Form::Bridge));
    // The last corner is missing, or the chain is broken.
    assert_eq!(formed("b1 c1 d1 e1", ""), None);
    assert_eq!(formed("a1 b2 c3 d4 f6 g7 h8 i9", "e5"), None);
}

#[test]
fn forks_connect_three_edges() {
    let arms = ["c1 c2 c3 d4", "i6 h6 g6 f6", "b6 b5 c5 d5"].join(" ");
    assert_eq!(formed(&format!("{arms} e5"), ""), Some(Form::Fork));
    assert_eq!(formed(&arms, ""), None);
    // Two edges are not enough, however often they are touched.
    assert_eq!(formed("b1 c2 d2 c1 d3 e4 f5 g6 h6 i6 i7 i8", ""), None);
}

#[test]
fn corners_belong_to_no_edge() {
    let second_row = "a2 b2 c2 d2 e2 f2";
    assert_eq!(formed(&format!("{second_row} e1"), ""), None);
    assert_eq!(formed(&format!("{second_row} e1 b1"), ""), Some(Form::Fork));
    assert_eq!(formed("a1 b1 a2", ""), None);
}

#[test]
fn rings_enclose_empty_own_and_enemy_cells() {
    let ring = "d4 e4 f5 f6 e6 d5";
    assert_eq!(formed(ring, ""), Some(Form::Ring));
    assert_eq!(formed(ring, "e5"), Some(Form::Ring));
    assert_eq!(formed(&format!("e5 {ring}"), ""), Some(Form::Ring));
    // Around two cells, and around three of different kinds.
    assert_eq!(formed("d4 e4 f4 g5 g6 f6 e6 d5", "e5"), Some(Form::Ring));
    assert_eq!(formed("e5 d4 e4 f4 g6 g7 f7 e6 d5 g5", "f5"), Some(Form::Ring));
    // On the border, as far as a ring can go there.
    assert_eq!(formed("a1 b1 c2 c3 b3 a2", ""), Some(Form::Ring));
}

#[test]
fn near_rings_are_none() {
    // One stone short, with and without its middle.
    assert_eq!(formed("d4 e4 f5 f6 e6", ""), None);
    assert_eq!(formed("e5 d4 e4 f5 f6 e6", ""), None);
    // Closed by an enemy stone or by the border only.
    assert_eq!(formed("d4 e4 f4 g5 g6 f6 e6", "d5"), None);
    assert_eq!(formed("b1 b2 a2", ""), None);
    // Solid triangles and strips have no inside.
    assert_eq!(formed("d4 e4 f4 e5 f5 f6", ""), None);
    assert_eq!(formed("c4 d4 e4 f4 g4 c5 d5 e5 f5 g5", ""), None);
    assert_eq!(formed("c4 c5 g4 g5 d4 d5 f4 f5 e4 e5", ""), None);
}

#[test]
fn a_ring_counts_before_a_fork_and_a_fork_before_a_bridge() {
    assert_eq!(formed("a1 b1 c2 c3 b3 a3 a2", ""), Some(Form::Ring));
    assert_eq!(formed("a1 a2 b2 c2 d2 f2 e1 c1 e2", ""), Some(Form::Fork));
}

/// Plays random stones, the first player's with a given share, until something is formed, and compares every
/// step with the definitions.
fn compare_with_reference(size: usize, games: u32, share_of_first: f64, thorough: bool) -> [u32; 4] {
    let game = Havannah::new(size, false);
    let mut random = Random::new(size as u64);
    let mut forms = [0; 4];
    for _ in 0..games {
        let mut position = Position::START;
        let mut stones = [reference::Stones::new(), reference::Stones::new()];
        while position.stones() < game.board.count() && position.formed().is_none() {
            let player = if random.unit() < share_of_first { Player::First } else { Player::Second };
            let number = position.random_empty(game.board, &mut random);
            position = position.with_mover(player);
            position.place(game.board, number);

            let hex = game.board.cell(number);
            let place = (i32::from(hex.x), i32::from(hex.y));
            stones[player.index()].insert(place);
            let chain = reference::chain(&stones[player.index()], place);
            let base = size as i32;
            let ring = reference::is_ring(&chain);
            if thorough {
                assert_eq!(ring, reference::encloses(base, &chain), "{chain:?}");
            }
            let expected = if ring {
                Some(Form::Ring)
            } else if reference::is_fork(base, &chain) {
                Some(Form::Fork)
            } else {
                reference::is_bridge(base, &chain).then_some(Form::Bridge)
            };
            assert_eq!(position.formed(), expected, "{}", game.write_position(&position, Clocks::default()));
        }
        forms[position.formed().map_or(3, |form| form as usize)] += 1;
    }
    forms
}

#[test]
fn random_games_agree_with_the_definitions() {
    for (size, games) in [(4, 1500), (5, 1000), (8, 300), (10, 150)] {
        for share in [0.5, 0.75, 1.0] {
            let forms = compare_with_reference(size, games, share, false);
            println!("size {size}, share {share}: bridges, forks, rings, draws {forms:?}");
            assert!(forms[1] > 0 && forms[2] > 0, "size {size}, share {share}: {forms:?}");
        }
    }
}

#[test]
fn the_deletion_rule_finds_what_is_enclosed() {
    for size in [4, 5] {
        compare_with_reference(size, 60, 0.8, true);
    }
}

fn played(game: &Havannah, moves: &str) -> Line<Havannah> {
    let mut line = Line::new(game);
    for text in moves.split_whitespace() {
        line.push(game, game.read_move(line.position(), text).unwrap());
    }
    line
}

#[test]
fn the_swap_turns_the_first_stone() {
    let game = Havannah::new(4, true);
    let text = |moves| {
        let line = played(&game, moves);
        let text = game.write_position(line.position(), line.clocks());
        assert_eq!(game.read_position(&text).unwrap(), (*line.position(), line.clocks()), "{text}");
        text
    };
    assert_eq!(text(""), "4/5/6/7/6/5/4 w -");
    assert_eq!(text("d4"), "4/5/6/3W3/6/5/4 b swap");
    assert_eq!(text("d4 swap"), "4/5/6/3B3/6/5/4 w swapped");
    assert_eq!(text("d4 d4"), text("d4 Swap"));
    assert_eq!(text("d4 swap a1"), "W3/5/6/3B3/6/5/4 b swapped");
    assert_eq!(text("d4 swap a1 b1"), "WB2/5/6/3B3/6/5/4 w swapped");
    assert_eq!(text("d4 a1"), "B3/5/6/3W3/6/5/4 w -");
    // Once, and only at the second ply.
    for moves in ["", "d4 swap", "d4 a1", "d4 swap a1"] {
        assert!(game.read_move(played(&game, moves).position(), "swap").is_err(), "{moves}");
    }
    // The stone taken over belongs to the chains of its new owner.
    let line = played(&game, "a1 swap d7 b1 e7 c1 f7 d1");
    assert_eq!(game.ending(line.position()).unwrap().outcome, Outcome::Win(Player::Second));
    assert_eq!(line.position().formed(), Some(Form::Bridge));
    assert!(Havannah::new(4, false).read_move(played(&game, "d4").position(), "swap").is_err());
}

#[test]
fn the_quickest_wins_score_one() {
    for size in SIZES {
        let game = Havannah::new(size, false);
        let name = |cell| game.board.name(cell);
        let last_row = game.board.start(game.board.rows() - 1);
        // Along the top edge, or around b2; Black answers in the bottom row.
        let white: Vec<String> = if size <= 6 {
            (0..size).map(name).collect()
        } else {
            ["a1", "b1", "c2", "c3", "b3", "a2"].map(str::to_owned).to_vec()
        };
        let moves: Vec<String> =
            white.into_iter().enumerate().flat_map(|(k, mv)| [mv, name(last_row + k)]).collect();
        let line = played(&game, &moves[..moves.len() - 1].join(" "));
        let ending = game.ending(line.position()).expect("the game is won");
        assert_eq!(line.score(&game, ending), 1.0, "size {size}");
    }
}

#[test]
fn impossible_positions_are_refused() {
    let plain = Havannah::new(4, false);
    let swapping = Havannah::new(4, true);
    let refused = |game: &Havannah, text: &str, why: &str| match game.read_position(text) {
        Err(error) => assert!(error.problem.contains(why), "{text}: {error}"),
        Ok(_) => panic!("'{text}' was accepted"),
    };
    refused(&plain, "", "fields");
    refused(&plain, "4/5/6/7/6/5 w -", "7 rows");
    refused(&plain, "4/5/6/99999999999999999999/6/5/4 w -", "7 cells");
    refused(&plain, "4/5/6/3é3/6/5/4 w -", "not a piece");
    refused(&plain, "4/5/6/7/6/5/4 x -", "side to move");
    refused(&plain, "4/5/6/7/6/5/4 b -", "as many");
    refused(&plain, "4/5/6/3B3/6/5/4 w", "as many");
    refused(&plain, "4/5/6/3B3/6/5/4 w swapped", "as many");
    refused(&plain, "4/5/6/3W3/6/5/4 b swap", "'-' here");
    refused(&swapping, "4/5/6/3W3/6/5/4 b -", "'swap' here");
    refused(&swapping, "4/5/6/7/6/5/4 b swapped", "after a swap");
    refused(&plain, "WWWW/5/6/7/B5/BB3/B3 w -", "the side to move");
    refused(&plain, "WWWW/5/6/7/6/5/BBBB w -", "the side to move");
    // Two bridges that no single stone completed.
    refused(&plain, "WWWW/BB3/BBBB2/7/6/B4/WWWW b -", "before the last stone");
    // The swap is told from the count of stones when the last field is left out.
    let (position, clocks) = swapping.read_position("4/5/6/3b3/6/5/4 W").unwrap();
    assert!(position.swapped());
    assert_eq!(clocks.plies, 2);
}

#[test]
fn whoever_wins_at_once_is_seen() {
    let mut moves = Vec::new();
    let mut seen = [0; 4];
    for number in 0..60 {
        let game = Havannah::new(4 + number as usize % 3, number % 2 == 0);
        let mut random = Random::stream(3, number);
        let mut position = game.initial();
        while game.generate(&position, &mut moves).is_none() {
            let wins = |position: &Position| {
                let wins = |&mv: &Move| {
                    let mut after = *position;
                    game.play(&mut after, mv);
                    after.formed().is_some()
                };
                moves.iter().copied().filter(wins).collect::<Vec<_>>()
            };
            let own = wins(&position);
            let enemy = if position.stones() > 1 {
                wins(&position.with_mover(!position.mover()))
            } else {
                Vec::new()
            };
            let mut told = Vec::new();
            let threats = game.threats(&position, &mut told);
            let expected = match (own.len(), enemy.len()) {
                (0, 0) => Threats::Unknown,
                (0, 1) => Threats::Forced(2),
                (0, _) => Threats::Lost(2),
                _ => Threats::Won(1),
            };
            assert_eq!(threats, expected, "{position:?}");
            assert_eq!(told, if own.is_empty() { enemy } else { own[..1].to_vec() });
            seen[if expected == Threats::Unknown {
                0
            } else {
                1 + own.is_empty() as usize + (told.len() > 1) as usize
            }] += 1;
            game.play(&mut position, random.pick(&moves));
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}
