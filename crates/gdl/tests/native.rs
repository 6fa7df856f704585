//! Our sheets against the games that are written in Rust: perft, and random games step by step.

use std::collections::{BTreeMap, HashMap};

use agon_core::layout::grid_name;
use agon_core::perft::perft;
use agon_core::{Encode, Game, Heuristic, Layout, Limits, Line, Outcome, Player, Random};
use agon_games::Visitor;
use agon_gdl::bits::Bits;
use agon_gdl::game::SheetGame;
use agon_gdl::lanes::Lanes;

use crate::sheets::game;

#[path = "../../../examples/breakthrough/src/lib.rs"]
#[expect(unreachable_pub, reason = "a program of its own")]
mod breakthrough;
#[path = "../../../examples/connect-four/src/lib.rs"]
#[expect(unreachable_pub, reason = "a program of its own")]
mod connect_four;
#[path = "../../../examples/hex/src/lib.rs"]
#[expect(unreachable_pub, reason = "a program of its own")]
mod hex;

/// The turns of a position: what is pointed at, and what comes out. A turn may be several moves of the same player.
fn turns(game: &SheetGame, position: &Bits) -> BTreeMap<String, Bits> {
    let mut found = BTreeMap::new();
    let mover = game.to_move(position);
    let mut open = vec![(Vec::new(), position.clone())];
    let mut moves = Vec::new();
    while let Some((path, position)) = open.pop() {
        game.generate(&position, &mut moves);
        for &mv in &moves {
            let text = game.write_move(&position, mv);
            let cells = text
                .split('-')
                .filter(|part| !matches!(*part, "drop" | "place" | "remove"))
                .map(str::to_owned);
            let mut path: Vec<String> = path.clone();
            for cell in cells {
                if path.last() != Some(&cell) {
                    path.push(cell);
                }
            }
            let mut next = position.clone();
            game.play(&mut next, mv);
            if game.generate(&next, &mut Vec::new()).is_none() && game.to_move(&next) == mover {
                open.push((path, next));
            } else {
                found.insert(path.join("-"), next);
            }
        }
    }
    found
}

/// The number of sequences of so many turns.
fn count_turns(game: &SheetGame, position: &Bits, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    turns(game, position).values().map(|next| count_turns(game, next, depth - 1)).sum()
}

/// The cells of a native board by the names of a sheet.
fn cell_names(layout: &Layout) -> Vec<String> {
    let rows = layout.cells.iter().map(|cell| cell.y as usize).max().unwrap_or(0);
    let is_named = layout.cells.iter().all(|cell| cell.name.starts_with(|first: char| first.is_alphabetic()));
    let name = |cell: &agon_core::Cell| {
        if is_named { cell.name.clone() } else { grid_name(rows - cell.y as usize, cell.x as usize) }
    };
    layout.cells.iter().map(name).collect()
}

/// Plays random games of a sheet and of a native game side by side.
fn walk<G: Encode + Heuristic>(sheet: &SheetGame, native: &G, games: u64) {
    walk_named(sheet, native, games, &cell_names(&native.layout()));
}

/// The same where cells of the native board have these names in the sheet.
fn walk_named<G: Encode + Heuristic>(sheet: &SheetGame, native: &G, games: u64, names: &[String]) {
    let own_names: HashMap<String, usize> =
        cell_names(&sheet.layout()).into_iter().enumerate().map(|(cell, name)| (name, cell)).collect();
    for number in 0..games {
        let mut random = Random::stream(11, number);
        // A sheet cannot say that a position was there before.
        let limits = Limits { repetition: None, ..native.limits() };
        let mut line = Line::new(native).with_limits(limits);
        let mut position = sheet.initial();
        let mut moves = Vec::new();
        loop {
            let at = || native.write_position(line.position(), line.clocks());
            for (cell, name) in names.iter().enumerate() {
                let expected = native.piece(line.position(), cell);
                let seen = own_names.get(name).and_then(|&own| sheet.piece(&position, own));
                assert_eq!(seen, expected, "{name} in {}", at());
            }
            let ended = line.generate(native, &mut moves);
            let own = sheet.generate(&position, &mut Vec::new());
            assert_eq!(own.map(|end| end.outcome), ended.map(|end| end.outcome), "{}", at());
            if let Some(ending) = own {
                let score = sheet.score(&position, ending, 0);
                let sign = match ending.outcome {
                    Outcome::Win(Player::First) => 1.0,
                    Outcome::Win(Player::Second) => -1.0,
                    Outcome::Draw => 0.0,
                };
                assert_eq!(score, sign);
                break;
            }
            assert_eq!(sheet.to_move(&position), line.to_move(native), "{}", at());
            let mut listed: Vec<(String, G::Move)> = moves
                .iter()
                .map(|&mv| {
                    let trace = native.trace(line.position(), mv);
                    let path: Vec<&str> = trace.path.iter().map(|&cell| names[cell].as_str()).collect();
                    let text = if path.is_empty() { "pass".to_owned() } else { path.join("-") };
                    (text, mv)
                })
                .collect();
            listed.sort_by(|a, b| a.0.cmp(&b.0));
            if sheet.info().id == "connect-four" {
                for (text, _) in &mut listed {
                    text.truncate(1);
                }
            }
            let told: Vec<&str> = listed.iter().map(|(text, _)| text.as_str()).collect();
            let own = turns(sheet, &position);
            assert_eq!(own.keys().map(String::as_str).collect::<Vec<_>>(), told, "{}", at());
            let (text, mv) = &listed[random.below(listed.len() as u32) as usize];
            position = own[text].clone();
            line.push(native, *mv);
        }
    }
}

struct Walk<'a>(&'a SheetGame, u64);

impl Visitor for Walk<'_> {
    type Output = ();

    fn visit<G: Encode + Heuristic>(self, game: G, _: String) {
        walk(self.0, &game, self.1);
    }
}

/// How many games are compared: more where the variable says so.
fn games(few: u64) -> u64 {
    std::env::var("AGON_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(few)
}

fn check(name: &str, spec: &str, few: u64, counts: &[u64]) {
    let sheet = game(name);
    assert!(sheet.has_board(), "{name} has a board");
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(count_turns(&sheet, &sheet.initial(), depth), count, "{name} at depth {depth}");
    }
    agon_games::visit(spec, Walk(&sheet, games(few))).unwrap();
}

#[test]
fn tic_tac_toe() {
    check("tic-tac-toe", "tic-tac-toe", 100, &[9, 72, 504, 3024]);
    assert_eq!(perft(&game("tic-tac-toe"), &game("tic-tac-toe").initial(), 5), 15120);
}

#[test]
fn tapatan() {
    check("tapatan", "tapatan", 20, &[5, 20, 86, 358, 1338, 5098]);
}

#[test]
fn othello() {
    check("othello", "othello", 8, &[4, 12, 56, 244, 1396]);
}

#[test]
fn nine_mens_morris() {
    check("nine-mens-morris", "nine-mens-morris", 4, &[24, 552, 12144]);
}

#[test]
fn checkers() {
    check("checkers", "checkers", 10, &[7, 49, 302, 1469, 7361]);
}

#[test]
fn lines_of_action() {
    check("lines-of-action", "lines-of-action", 2, &[36, 1244]);
}

#[test]
fn gomoku() {
    check("gomoku", "outer-open-gomoku", 1, &[104]);
}

#[test]
fn five_field_kono() {
    check("five-field-kono", "five-field-kono", 8, &[11, 119, 1427]);
}

#[test]
fn connect_four_of_the_tutorial() {
    let sheet = game("connect-four");
    let counts: Vec<u64> = (1..=5).map(|depth| perft(&sheet, &sheet.initial(), depth)).collect();
    assert_eq!(counts, [7, 49, 343, 2401, 16807]);
    walk(&sheet, &connect_four::ConnectFour, games(20));
}

#[test]
fn breakthrough_of_the_examples() {
    let sheet = game("breakthrough");
    let counts: Vec<u64> = (1..=3).map(|depth| perft(&sheet, &sheet.initial(), depth)).collect();
    assert_eq!(counts, [22, 484, 11132]);
    walk(&sheet, &breakthrough::Breakthrough::new(8, 8), games(4));
}

#[test]
fn hex_of_the_examples() {
    // There, red joins rows and not columns.
    let sheet = game("hex");
    let names: Vec<String> = (0..49).map(|cell| grid_name(cell % 7, cell / 7)).collect();
    walk_named(&sheet, &hex::Hex::new(7, false), games(6), &names);
}

/// Amazons once more, in a few lines: who has what on the 36 squares, whose turn it is, and from where an arrow is shot.
#[derive(Clone, Copy)]
struct Amazons {
    board: [Option<Player>; 36],
    is_free: [bool; 36],
    mover: Player,
    archer: Option<usize>,
}

impl Amazons {
    fn initial() -> Amazons {
        let mut board = [None; 36];
        for (cells, owner) in [([6, 1, 4, 11], Player::First), ([24, 31, 34, 29], Player::Second)] {
            for cell in cells {
                board[cell] = Some(owner);
            }
        }
        Amazons { board, is_free: board.map(|owner| owner.is_none()), mover: Player::First, archer: None }
    }

    /// All moves: from where and to where. An arrow comes from where the amazon stands.
    fn moves(&self) -> Vec<(usize, usize)> {
        let is_own =
            |&cell: &usize| self.board[cell] == Some(self.mover) && self.archer.is_none_or(|at| at == cell);
        let ways = (0..9).filter(|&way| way != 4).map(|way| (way % 3 - 1, way / 3 - 1));
        let from = |cell: usize| {
            ways.clone().flat_map(move |(right, up)| {
                let along = (1..).map(move |far| (cell as i32 % 6 + far * right, cell as i32 / 6 + far * up));
                let inside = along.take_while(|(x, y)| (0..6).contains(x) && (0..6).contains(y));
                inside
                    .map(|(x, y)| (6 * y + x) as usize)
                    .take_while(|&to| self.is_free[to])
                    .map(move |to| (cell, to))
            })
        };
        (0..36).filter(is_own).flat_map(from).collect()
    }

    fn play(&mut self, (from, to): (usize, usize)) {
        self.is_free[to] = false;
        if self.archer.take().is_some() {
            self.mover = !self.mover;
        } else {
            (self.is_free[from], self.board[from], self.board[to]) = (true, None, self.board[from]);
            self.archer = Some(to);
        }
    }

    fn write(&self, (from, to): (usize, usize)) -> String {
        let name = |cell: usize| format!("{} {}", ["a", "b", "c", "d", "e", "f"][cell % 6], cell / 6 + 1);
        if self.archer.is_some() {
            format!("(shoot {})", name(to))
        } else {
            format!("(move {} {})", name(from), name(to))
        }
    }

    fn count(&self, depth: u32) -> u64 {
        let after = |&mv: &(usize, usize)| {
            let mut after = *self;
            after.play(mv);
            after.count(depth - 1)
        };
        if depth == 0 { 1 } else { self.moves().iter().map(after).sum() }
    }
}

#[test]
fn amazons_is_as_it_is_told_once_more() {
    let sheet = game("amazons");
    let depth = if games(0) >= 1000 { 4 } else { 3 };
    assert_eq!(perft(&sheet, &sheet.initial(), depth), Amazons::initial().count(u32::from(depth)));
    for number in 0..games(10) {
        let mut random = Random::stream(12, number);
        let (mut position, mut known, mut moves) = (sheet.initial(), Amazons::initial(), Vec::new());
        loop {
            let ended = sheet.generate(&position, &mut moves);
            let mut own: Vec<(String, u32)> =
                moves.iter().map(|&mv| (sheet.write_term(known.mover, mv), mv)).collect();
            let mut listed: Vec<(String, (usize, usize))> =
                known.moves().into_iter().map(|mv| (known.write(mv), mv)).collect();
            own.sort();
            listed.sort();
            let texts = own.iter().map(|(text, _)| text).collect::<Vec<_>>();
            assert_eq!(texts, listed.iter().map(|(text, _)| text).collect::<Vec<_>>(), "game {number}");
            let winner = listed.is_empty().then_some(Outcome::Win(!known.mover));
            assert_eq!(ended.map(|ending| ending.outcome), winner);
            if winner.is_some() {
                break;
            }
            assert_eq!(sheet.to_move(&position), known.mover);
            let index = random.below(own.len() as u32) as usize;
            sheet.play(&mut position, own[index].1);
            known.play(listed[index].1);
        }
    }
}

/// Sequences of so many moves of a native game.
struct Count(u8);

impl Visitor for Count {
    type Output = u64;

    fn visit<G: Encode + Heuristic>(self, game: G, _: String) -> u64 {
        perft(&game, &game.initial(), self.0)
    }
}

/// Sequences of so many moves, where moves and turns are the same: deeper where the variable asks for many games.
#[test]
fn perft_is_that_of_the_native_games() {
    let more = u8::from(games(0) >= 1000);
    for (name, spec, depth) in [
        ("tic-tac-toe", "tic-tac-toe", 5 + 2 * more),
        ("tapatan", "tapatan", 5 + 4 * more),
        ("othello", "othello", 4 + 3 * more),
        ("gomoku", "outer-open-gomoku", 1 + 2 * more),
        ("lines-of-action", "lines-of-action", 1 + 2 * more),
        ("five-field-kono", "five-field-kono", 3 + 2 * more),
    ] {
        let own = game(name);
        let expected = agon_games::visit(spec, Count(depth)).unwrap();
        assert_eq!(perft(&own, &own.initial(), depth), expected, "{name} at depth {depth}");
    }
    let count = |name: &str, depth: u8| perft(&game(name), &game(name).initial(), depth);
    let depth = 6 + 2 * more;
    assert_eq!(count("connect-four", depth), Count(depth).visit(connect_four::ConnectFour, String::new()));
    let depth = 3 + 2 * more;
    let native = breakthrough::Breakthrough::new(8, 8);
    assert_eq!(count("breakthrough", depth), Count(depth).visit(native, String::new()));
    let depth = 3 + more;
    assert_eq!(count("hex", depth), Count(depth).visit(hex::Hex::new(7, false), String::new()));
}

/// The same where a turn may be several moves of the sheet.
#[test]
fn turns_are_those_of_the_native_games() {
    let more = u8::from(games(0) >= 1000);
    for (name, depth) in [("checkers", 4 + 3 * more), ("nine-mens-morris", 2 + 3 * more)] {
        let own = game(name);
        let expected = agon_games::visit(name, Count(depth)).unwrap();
        assert_eq!(count_turns(&own, &own.initial(), depth.into()), expected, "{name} at depth {depth}");
    }
}

/// Random games, as means and their squared errors: the length, wins of the first player, draws.
fn means(games: u64, plies: u64, squared_plies: u64, first: u64, draws: u64) -> [(f64, f64); 3] {
    let count = games as f64;
    let mean = plies as f64 / count;
    let share = |number: u64| {
        let share = number as f64 / count;
        // One game more of either kind, so that nothing is certain.
        let cautious = (number as f64 + 1.0) / (count + 2.0);
        (share, cautious * (1.0 - cautious) / count)
    };
    [(mean, (squared_plies as f64 / count - mean * mean) / count), share(first), share(draws)]
}

struct Twins(&'static str, u64);

impl Twins {
    /// Compares random games of the sheet with those of its native game: they must be within four standard errors.
    fn compare<G: Game>(&self, native: &G) {
        let Twins(name, count) = *self;
        let sheet = game(name);
        let circuit = &sheet.machine().grounded().unwrap().circuit;
        let sum = Lanes::new(circuit).play(circuit, &[sheet.initial()], count, 4096, &mut Random::new(3));
        assert_eq!((sum.games, sum.stopped), (count, 0), "{name}");
        let limits = Limits { repetition: None, ..native.limits() };
        let tally = agon_core::playout::tally(native, &native.initial(), count, limits, &mut Random::new(4));
        let own = means(sum.games, sum.plies, sum.squared_plies, sum.results[0], sum.results[1]);
        let other = means(tally.games, tally.plies, tally.squared_plies, tally.first, tally.draws);
        for (what, ((own, error), (other, other_error))) in
            ["length", "wins", "draws"].into_iter().zip(own.into_iter().zip(other))
        {
            let allowed = 4.0 * (error + other_error).sqrt();
            assert!(
                (own - other).abs() <= allowed,
                "{name}, {what}: {own} and {other}, {allowed} apart at most"
            );
        }
    }
}

impl Visitor for Twins {
    type Output = ();

    fn visit<G: Encode + Heuristic>(self, game: G, _: String) {
        self.compare(&game);
    }
}

#[test]
fn random_games_come_out_as_those_of_the_native_games() {
    // In checkers and nine men's morris a turn is several steps, and so random turns are others.
    for (name, spec, few) in [
        ("tic-tac-toe", "tic-tac-toe", 4000),
        ("tapatan", "tapatan", 4000),
        ("othello", "othello", 1500),
        ("gomoku", "outer-open-gomoku", 1000),
        ("five-field-kono", "five-field-kono", 1500),
        ("lines-of-action", "lines-of-action", 512),
    ] {
        agon_games::visit(spec, Twins(name, few.max(10 * games(0)))).unwrap();
    }
    Twins("connect-four", 4000).compare(&connect_four::ConnectFour);
    Twins("breakthrough", 2000).compare(&breakthrough::Breakthrough::new(8, 8));
    Twins("hex", 2000).compare(&hex::Hex::new(7, false));
}
