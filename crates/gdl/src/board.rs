//! A board found in a sheet: facts of the shape (cell x y piece), whatever they are called.
//!
//! Two arguments are the place if no place ever holds two facts of a kind; their order comes from the sheet's own chains, such as
//! (succ 1 2). A piece belongs to the player whose moves put it somewhere; a piece of nobody that fills the board at first is no
//! piece at all. Names only decide what cannot be told otherwise: which way a picture is turned, and what is written on it.

use std::borrow::Cow;

use agon_core::layout::{file_letter, grid_name};
use agon_core::{Cell, Label, Layout, Piece, PieceKind, Player, Shape};

use crate::bits::Bits;
use crate::ground::{Grounded, compare};
use crate::hashing::Map;
use crate::machine::Machine;
use crate::study::Study;
use crate::term::{Symbol, Term};

/// The picture of a sheet.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) layout: Layout,
    pub(crate) kinds: Vec<PieceKind>,
    /// For each cell, the fluents that put something on it.
    pub(crate) contents: Vec<Vec<(u32, Piece)>>,
    /// For each fluent, the cell it is about.
    pub(crate) cell_of: Vec<Option<u16>>,
    /// Fluents that are not about cells.
    pub(crate) others: Vec<u32>,
    /// Whether there are real cells, or only a list of facts.
    pub(crate) is_real: bool,
    columns: Map<Term, usize>,
    rows: Map<Term, usize>,
    /// Whether the first of two terms is the column.
    column_first: bool,
    by_place: Map<(usize, usize), usize>,
}

const MOST_COLUMNS: usize = 26;
const MOST_ROWS: usize = 40;
const MOST_KINDS: usize = 24;
/// Without a board, so many facts are listed at most.
const MOST_LISTED: usize = 400;

/// Facts that may be the contents of a board.
struct Family {
    name: Symbol,
    arity: usize,
    /// Which arguments are the place.
    place: [usize; 2],
    /// The places.
    cells: Vec<(Term, Term)>,
    /// The values that a cell can have: the other arguments.
    values: Vec<Vec<Term>>,
    /// For each fluent of the family, its cell and value.
    members: Map<u32, (usize, usize)>,
}

impl Board {
    /// Finds the board of a sheet, or makes a list of its facts.
    pub(crate) fn find(machine: &Machine, study: &Study) -> Board {
        let found = machine.grounded().and_then(|grounded| {
            best_family(grounded, study).and_then(|family| Board::of(&family, grounded, study))
        });
        found.unwrap_or_else(|| Board::list(machine))
    }

    fn bare(cells: Vec<Cell>, kinds: Vec<PieceKind>, fluents: usize) -> Board {
        Board {
            contents: vec![Vec::new(); cells.len()],
            layout: Layout::new(Shape::Squares, cells),
            kinds,
            cell_of: vec![None; fluents],
            others: Vec::new(),
            is_real: false,
            columns: Map::default(),
            rows: Map::default(),
            column_first: true,
            by_place: Map::default(),
        }
    }

    /// Every fact is a cell, and a mark stands on it while it holds: the facts that can hold, or those that were met if nobody knows
    /// which can.
    fn list(machine: &Machine) -> Board {
        let count = machine.met_count();
        let mark = vec![PieceKind::new("fact", ['*', '*'])];
        if count > MOST_LISTED || count == 0 {
            let blank = Board::bare(vec![Cell { name: "facts".into(), x: 0.0, y: 0.0 }], mark, count);
            return Board { others: (0..count as u32).collect(), ..blank };
        }
        let mut facts: Vec<(String, u32)> =
            (0..count as u32).map(|fluent| (machine.write_fluent(fluent), fluent)).collect();
        if machine.grounded().is_none() {
            facts.sort();
        }
        let width = count.isqrt() + 1;
        let cells = facts.iter().enumerate().map(|(number, (text, _))| Cell {
            name: text.clone(),
            x: (number % width) as f32,
            y: (number / width) as f32,
        });
        let mut board = Board::bare(cells.collect(), mark, count);
        for (cell, &(_, fluent)) in facts.iter().enumerate() {
            board.contents[cell].push((fluent, Piece { owner: None, kind: 0 }));
            board.cell_of[fluent as usize] = Some(cell as u16);
        }
        board
    }

    fn of(family: &Family, grounded: &Grounded, study: &Study) -> Option<Board> {
        let [firsts, seconds] = [0, 1]
            .map(|side| order(family.cells.iter().map(|&(a, b)| if side == 0 { a } else { b }), grounded));
        let is_number = |term: &Term| word(*term, grounded).parse::<i64>().is_ok();
        let is_letter = |term: &Term| word(*term, grounded).len() == 1 && !is_number(term);
        // Letters are columns, as on most boards.
        let column_first = !(firsts.iter().all(is_number) && seconds.iter().all(is_letter));
        let (columns, rows) = if column_first { (firsts, seconds) } else { (seconds, firsts) };
        if columns.len() > MOST_COLUMNS || rows.len() > MOST_ROWS {
            return None;
        }
        let numbered =
            |terms: &[Term]| terms.iter().enumerate().map(|(number, &term)| (term, number)).collect();
        let (column_of, row_of): (Map<Term, usize>, Map<Term, usize>) = (numbered(&columns), numbered(&rows));
        let mut places: Vec<(usize, usize, usize)> = family
            .cells
            .iter()
            .enumerate()
            .map(|(cell, &(a, b))| {
                let (column, row) = if column_first { (a, b) } else { (b, a) };
                (row_of[&row], column_of[&column], cell)
            })
            .collect();
        places.sort_unstable();
        let mut new_number = vec![0; places.len()];
        for (number, &(_, _, cell)) in places.iter().enumerate() {
            new_number[cell] = number;
        }
        let drawn = |row: usize| (rows.len() - 1 - row) as f32;
        let cells = places.iter().map(|&(row, column, _)| Cell {
            name: grid_name(row, column),
            x: column as f32,
            y: drawn(row),
        });
        let pieces = Pieces::find(family, grounded, study);
        let mut board = Board::bare(cells.collect(), pieces.kinds, grounded.fluents.len());
        board.layout.row_labels =
            (0..rows.len()).map(|row| Label { at: drawn(row), text: (row + 1).to_string() }).collect();
        board.layout.column_labels = (0..columns.len())
            .map(|column| Label { at: column as f32, text: file_letter(column).into() })
            .collect();
        for fluent in 0..grounded.fluents.len() as u32 {
            match family.members.get(&fluent) {
                Some(&(cell, value)) => {
                    board.cell_of[fluent as usize] = Some(new_number[cell] as u16);
                    if let Some(piece) = pieces.of[value] {
                        board.contents[new_number[cell]].push((fluent, piece));
                    }
                }
                None => board.others.push(fluent),
            }
        }
        board.by_place =
            places.iter().enumerate().map(|(number, &(row, column, _))| ((column, row), number)).collect();
        Some(Board { is_real: true, columns: column_of, rows: row_of, column_first, ..board })
    }

    /// What stands on a cell.
    pub(crate) fn piece(&self, state: &Bits, cell: usize) -> Option<Piece> {
        self.contents[cell].iter().find(|(fluent, _)| state.contains(*fluent)).map(|(_, piece)| *piece)
    }

    /// The cells that a move names, in order, and the arguments that name none.
    pub(crate) fn named(&self, mv: Term, grounded: &Grounded) -> (Vec<usize>, Vec<Term>) {
        let parts = grounded.terms.parts(mv);
        let (mut cells, mut others, mut at) = (Vec::new(), Vec::new(), 0);
        while at < parts.len() {
            let cell = parts.get(at + 1).and_then(|&second| self.cell(parts[at], second));
            match cell {
                Some(cell) => cells.push(cell),
                None => others.push(parts[at]),
            }
            at += if cell.is_some() { 2 } else { 1 };
        }
        (cells, others)
    }

    fn cell(&self, first: Term, second: Term) -> Option<usize> {
        let (column, row) = if self.column_first { (first, second) } else { (second, first) };
        self.by_place.get(&(*self.columns.get(&column)?, *self.rows.get(&row)?)).copied()
    }
}

fn word(term: Term, grounded: &Grounded) -> &str {
    grounded.terms.word(grounded.terms.name(term))
}

/// The family with the most cells; where there are several, the one with the fewest kinds of contents.
fn best_family(grounded: &Grounded, study: &Study) -> Option<Family> {
    let mut shapes: Vec<(Symbol, usize)> = Vec::new();
    for &fluent in &grounded.fluents {
        let shape = (grounded.terms.name(fluent), grounded.terms.parts(fluent).len());
        if shape.1 >= 3 && !shapes.contains(&shape) {
            shapes.push(shape);
        }
    }
    let mut best: Option<Family> = None;
    for (name, arity) in shapes {
        for first in 0..arity {
            for second in first + 1..arity {
                let Some(family) = Family::new(name, arity, [first, second], grounded, study) else {
                    continue;
                };
                let rank = |family: &Family| (family.cells.len(), std::cmp::Reverse(family.values.len()));
                if best.as_ref().is_none_or(|known| rank(known) < rank(&family)) {
                    best = Some(family);
                }
            }
        }
    }
    best
}

impl Family {
    fn new(
        name: Symbol,
        arity: usize,
        place: [usize; 2],
        grounded: &Grounded,
        study: &Study,
    ) -> Option<Family> {
        let mut family =
            Family { name, arity, place, cells: Vec::new(), values: Vec::new(), members: Map::default() };
        let mut cell_numbers: Map<(Term, Term), usize> = Map::default();
        let mut value_numbers: Map<Vec<Term>, usize> = Map::default();
        for (number, &fluent) in grounded.fluents.iter().enumerate() {
            let parts = grounded.terms.parts(fluent);
            if grounded.terms.name(fluent) != family.name || parts.len() != family.arity {
                continue;
            }
            let key = (parts[place[0]], parts[place[1]]);
            let value: Vec<Term> =
                (0..arity).filter(|index| !family.place.contains(index)).map(|index| parts[index]).collect();
            let cell = *cell_numbers.entry(key).or_insert_with(|| {
                family.cells.push(key);
                family.cells.len() - 1
            });
            let value = *value_numbers.entry(value.clone()).or_insert_with(|| {
                family.values.push(value);
                family.values.len() - 1
            });
            family.members.insert(number as u32, (cell, value));
        }
        let distinct = |side: fn(&(Term, Term)) -> Term| {
            let mut terms: Vec<Term> = family.cells.iter().map(side).collect();
            terms.sort_unstable();
            terms.dedup();
            terms.len()
        };
        let (width, height) = (distinct(|cell| cell.0), distinct(|cell| cell.1));
        let is_board = width >= 2
            && height >= 2
            && family.cells.len() >= 4
            && 3 * family.cells.len() >= width * height
            && family.values.len() <= MOST_KINDS;
        (is_board && family.is_functional(study)).then_some(family)
    }

    /// Whether no cell ever has two values, some cell changes, and more than one has a value at times: a clock is no board.
    fn is_functional(&self, study: &Study) -> bool {
        let (mut changes, mut is_shared) = (false, false);
        let mut seen = vec![u32::MAX; self.cells.len()];
        for (number, step) in study.steps.iter().enumerate() {
            let mut held = 0;
            for fluent in step.before.iter() {
                if let Some(&(cell, _)) = self.members.get(&fluent) {
                    held += 1;
                    if seen[cell] == number as u32 {
                        return false;
                    }
                    seen[cell] = number as u32;
                    changes |= !step.after.contains(fluent);
                }
            }
            is_shared |= held > 1;
            changes = changes
                || step
                    .after
                    .iter()
                    .any(|fluent| self.members.contains_key(&fluent) && !step.before.contains(fluent));
        }
        changes && is_shared
    }
}

/// The terms of an index in their order: along a chain of the sheet, or else as people would sort them.
fn order(terms: impl Iterator<Item = Term>, grounded: &Grounded) -> Vec<Term> {
    let mut domain: Vec<Term> = terms.collect();
    domain.sort_by(|&a, &b| compare(a, b, &grounded.terms));
    domain.dedup();
    chain(&domain, grounded).unwrap_or(domain)
}

/// A relation of the sheet that leads from each term of a domain to the next one.
fn chain(domain: &[Term], grounded: &Grounded) -> Option<Vec<Term>> {
    for rows in &grounded.statics {
        let arity = rows.first().map_or(0, Vec::len);
        if !(2..=4).contains(&arity) || rows.len() > 5_000 {
            continue;
        }
        for from in 0..arity {
            for to in (0..arity).filter(|&to| to != from) {
                // Pairs that agree in all other arguments, such as (add 1 p1 2).
                let mut groups: Map<Vec<Term>, Vec<(Term, Term)>> = Map::default();
                for row in rows.iter().filter(|row| domain.contains(&row[from]) && domain.contains(&row[to]))
                {
                    let rest = (0..arity).filter(|index| ![from, to].contains(index)).map(|index| row[index]);
                    groups.entry(rest.collect()).or_default().push((row[from], row[to]));
                }
                let mut found: Vec<Vec<Term>> =
                    groups.into_values().filter_map(|pairs| follow(domain, &pairs)).collect();
                // The way up is preferred where both are chains: it begins with what people sort first.
                found.sort_by(|a, b| compare(a[0], b[0], &grounded.terms));
                if let Some(first) = found.into_iter().next() {
                    return Some(first);
                }
            }
        }
    }
    None
}

/// The domain in the order of these pairs, if they lead through all of it and nowhere else.
fn follow(domain: &[Term], pairs: &[(Term, Term)]) -> Option<Vec<Term>> {
    if pairs.len() + 1 != domain.len() {
        return None;
    }
    let next: Map<Term, Term> = pairs.iter().copied().collect();
    let start = domain.iter().find(|&&term| pairs.iter().all(|&(_, to)| to != term))?;
    let mut chain = vec![*start];
    while let Some(&term) = next.get(&chain[chain.len() - 1]) {
        chain.push(term);
        if chain.len() > domain.len() {
            return None;
        }
    }
    (chain.len() == domain.len()).then_some(chain)
}

/// What the values of cells are.
struct Pieces {
    kinds: Vec<PieceKind>,
    /// For each value, the piece; none for an empty cell.
    of: Vec<Option<Piece>>,
}

impl Pieces {
    fn find(family: &Family, grounded: &Grounded, study: &Study) -> Pieces {
        let count = family.values.len();
        let (mut gains, mut at_first) = (vec![[0u32; 2]; count], vec![0u32; count]);
        let mut is_full = true;
        for step in &study.steps {
            let mover = study.mover(step).index();
            let held = step.before.iter().filter(|fluent| family.members.contains_key(fluent)).count();
            is_full &= held == family.cells.len();
            for fluent in step.after.iter().filter(|&fluent| !step.before.contains(fluent)) {
                if let Some(&(_, value)) = family.members.get(&fluent) {
                    gains[value][mover] += 1;
                }
            }
        }
        for fluent in &grounded.initial {
            if let Some(&(_, value)) = family.members.get(fluent) {
                at_first[value] += 1;
            }
        }
        let owners: Vec<Option<Player>> = (0..count)
            .map(|value| {
                let named = grounded.roles.iter().position(|role| family.values[value].contains(role));
                let moved = match gains[value] {
                    [0, 0] => None,
                    [_, 0] => Some(0),
                    [0, _] => Some(1),
                    _ => None,
                };
                named.or(moved).map(|role| Player::BOTH[role])
            })
            .collect();
        let unowned = (0..count).filter(|&value| owners[value].is_none());
        let blank = if is_full { unowned.max_by_key(|&value| at_first[value]) } else { None };

        // The pieces of both sides are paired by how many there are at first, then by how often they come.
        let of_player = |player: Player| {
            let mut values: Vec<usize> = (0..count).filter(|&value| owners[value] == Some(player)).collect();
            values.sort_by_key(|&value| {
                (std::cmp::Reverse(at_first[value]), std::cmp::Reverse(gains[value][player.index()]), value)
            });
            values
        };
        let [first, second] = Player::BOTH.map(of_player);
        let mut pieces = Pieces { kinds: Vec::new(), of: vec![None; count] };
        let mut letters = Letters::default();
        for number in 0..first.len().max(second.len()) {
            let own = [first.get(number), second.get(number)];
            let texts: Vec<String> =
                own.into_iter().flatten().map(|&value| value_text(family, value, grounded)).collect();
            let is_only = first.len() <= 1 && second.len() <= 1;
            let name = if is_only { "piece".to_owned() } else { texts.join(" or ") };
            let letter =
                own.map(|value| value.map(|&value| letters.take(&value_text(family, value, grounded))));
            let [upper, lower] =
                [letter[0].or(letter[1]), letter[1].or(letter[0])].map(Option::unwrap_or_default);
            pieces.kinds.push(PieceKind { name: Cow::Owned(name), letters: [upper, lower], worth: 1 });
            for (player, value) in Player::BOTH.into_iter().zip(own) {
                if let Some(&value) = value {
                    pieces.of[value] = Some(Piece::new(player, number as u8));
                }
            }
        }
        for value in (0..count).filter(|&value| owners[value].is_none() && Some(value) != blank) {
            let text = value_text(family, value, grounded);
            let letter = letters.take(&text);
            pieces.of[value] = Some(Piece { owner: None, kind: pieces.kinds.len() as u8 });
            pieces.kinds.push(PieceKind { name: Cow::Owned(text), letters: [letter, letter], worth: 1 });
        }
        pieces
    }
}

/// The name of a piece: what the sheet calls it.
fn value_text(family: &Family, value: usize, grounded: &Grounded) -> String {
    let texts: Vec<String> =
        family.values[value].iter().map(|&term| grounded.terms.show(term).to_string()).collect();
    texts.join(" ")
}

/// Letters for pieces, each used once.
#[derive(Default)]
struct Letters(Vec<char>);

impl Letters {
    fn take(&mut self, name: &str) -> char {
        let own = name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_uppercase());
        let letter =
            own.chain('A'..='Z').chain('a'..='z').find(|letter| !self.0.contains(letter)).unwrap_or('?');
        self.0.push(letter);
        letter
    }
}
