//! Words for a sheet: short names of moves, and what is told about the game.

use std::borrow::Cow;

use agon_core::info::text;
use agon_core::{GameInfo, Limits};

use crate::board::Board;
use crate::game::ENDING;
use crate::ground::Grounded;
use crate::hashing::Map;
use crate::term::Term;

/// Names of moves, the cells they point at, and their numbers for learning. Nothing is known beforehand of a sheet that is
/// worked out by chaining.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    short: Vec<Vec<String>>,
    cells: Vec<Vec<Vec<usize>>>,
    actions: Vec<Vec<usize>>,
    action_count: usize,
}

impl Names {
    pub(crate) fn new(grounded: &Grounded, board: &Board) -> Names {
        let mut names = Names::default();
        let mut actions: Map<Term, usize> = Map::default();
        for moves in &grounded.moves {
            let cells: Vec<Vec<usize>> = moves
                .iter()
                .map(|&mv| if board.is_real { board.named(mv, grounded).0 } else { Vec::new() })
                .collect();
            let candidates: Vec<[String; 2]> =
                moves.iter().zip(&cells).map(|(&mv, cells)| candidates(mv, cells, grounded, board)).collect();
            let mut uses: Map<&str, u32> = Map::default();
            for name in candidates
                .iter()
                .flat_map(|[short, long]| [short].into_iter().chain((short != long).then_some(long)))
            {
                *uses.entry(name.as_str()).or_default() += 1;
            }
            let unique = |(names, &mv): (&[String; 2], &Term)| {
                let first = names.iter().find(|name| uses[name.as_str()] == 1);
                first.cloned().unwrap_or_else(|| nested(mv, grounded))
            };
            names.short.push(candidates.iter().zip(moves).map(unique).collect());
            names.cells.push(cells);
            let numbers = moves.iter().map(|&mv| {
                let fresh = actions.len();
                *actions.entry(mv).or_insert(fresh)
            });
            names.actions.push(numbers.collect());
        }
        names.action_count = actions.len();
        names
    }

    pub(crate) fn short(&self, role: usize, mv: u32) -> Option<String> {
        self.short.get(role)?.get(mv as usize).cloned()
    }

    pub(crate) fn cells(&self, role: usize, mv: u32) -> &[usize] {
        self.cells.get(role).and_then(|moves| moves.get(mv as usize)).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn action(&self, role: usize, mv: u32) -> Option<usize> {
        self.actions.get(role)?.get(mv as usize).copied()
    }

    pub(crate) fn action_count(&self) -> Option<usize> {
        (self.action_count > 0).then_some(self.action_count)
    }
}

/// The cells of a move and whatever else it says, joined by hyphens; and the same with its name before it.
fn candidates(mv: Term, cells: &[usize], grounded: &Grounded, board: &Board) -> [String; 2] {
    if cells.is_empty() {
        let text = hyphened(&grounded.terms.show(mv).to_string());
        return [text.clone(), text];
    }
    let names = cells.iter().map(|&cell| board.layout.cells[cell].name.clone());
    let others = board.named(mv, grounded).1;
    let others = others.into_iter().map(|term| hyphened(&grounded.terms.show(term).to_string()));
    let short = names.chain(others).collect::<Vec<_>>().join("-");
    let long = format!("{}-{short}", grounded.terms.word(grounded.terms.name(mv)));
    [short, long]
}

/// A term without spaces and parentheses: `move-1-2-1-3`.
pub(crate) fn hyphened(term: &str) -> String {
    term.split(['(', ')', ' ']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

/// A term without spaces that no other term is written as: `move(1,2,f(3))`.
fn nested(term: Term, grounded: &Grounded) -> String {
    let name = grounded.terms.word(grounded.terms.name(term));
    let parts: Vec<String> = grounded.terms.parts(term).iter().map(|&part| nested(part, grounded)).collect();
    if parts.is_empty() { name.to_owned() } else { format!("{name}({})", parts.join(",")) }
}

/// The facts about a game that was read from a sheet. The comment at its beginning tells the rules in plain words.
pub(crate) fn describe(id: &str, sheet: &str, roles: &[String], board: &Board) -> GameInfo {
    let comment = opening_comment(sheet);
    let told = comment.join(" ");
    let side = |role: &String| Cow::Owned(capitalised(role));
    let summary = comment.first().cloned().unwrap_or_else(|| format!("A game read from the sheet {id}."));
    let rules = if told.is_empty() { "The sheet tells its rules to programs only.".to_owned() } else { told };
    GameInfo {
        id: Cow::Owned(id.to_owned()),
        name: Cow::Owned(title(id)),
        sides: [side(&roles[0]), side(&roles[1])],
        pieces: Cow::Owned(board.kinds.clone()),
        summary: Cow::Owned(summary),
        rules: Cow::Owned(rules),
        draws: text(
            "The sheet says what an end is worth to both sides; the game is a draw if it is worth the same.",
        ),
        notation: text(
            "A move is the cells it names, joined by hyphens, or else its words, joined by hyphens. It can also be typed as the \
             sheet writes it, such as (move 1 2 1 3). A position is the list of facts that hold in it.",
        ),
        source: text("A sheet in the Game Description Language."),
        parameters: &[],
        endings: &[],
        limits: Limits::default(),
        version: 1,
    }
}

/// What a game is called whose name in commands is `id`. A number that follows from its text says nothing to people.
pub fn title(id: &str) -> String {
    let (stem, ending) = id.strip_suffix(ENDING).map_or((id, ""), |stem| (stem, ENDING));
    let is_key = |key: &str| key.len() == 16 && key.bytes().all(|byte| byte.is_ascii_hexdigit());
    let stem = stem.rsplit_once('-').filter(|(_, key)| is_key(key)).map_or(stem, |(stem, _)| stem);
    format!("{}{ending}", capitalised(&stem.replace(['-', '_'], " ")))
}

/// The lines of the comment that a sheet begins with, without what only adorns them.
fn opening_comment(sheet: &str) -> Vec<String> {
    let lines = sheet.lines().map(str::trim).skip_while(|line| line.is_empty());
    let comment = lines.take_while(|line| line.starts_with(';'));
    let bare = comment.map(|line| line.trim_matches([';', ' ', '\t']).to_owned());
    bare.filter(|line| !line.is_empty()).take(60).collect()
}

fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_for_people() {
        assert_eq!(title("connect-four.kif"), "Connect four.kif");
        assert_eq!(title("my-game-0123456789abcdef.kif"), "My game.kif");
        assert_eq!(title("sheet"), "Sheet");
    }
}
