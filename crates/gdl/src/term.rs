//! Ground terms, each kept once: equal terms are equal numbers.

use std::fmt;

use crate::hashing::{Map, row_hash};
use crate::kif::Node;

/// A word of a sheet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(pub(crate) u32);

/// A term without variables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Term(pub(crate) u32);

#[derive(Clone, Copy, Debug)]
struct Entry {
    name: Symbol,
    begin: u32,
    len: u32,
    depth: u32,
    /// The next term with the same hash.
    next: Option<Term>,
}

/// The words and terms of a sheet.
#[derive(Clone, Default, Debug)]
pub struct Terms {
    words: Vec<String>,
    by_word: Map<String, Symbol>,
    /// Words with capitals, by what they are without: the first of each kind.
    by_folded: Map<String, Symbol>,
    entries: Vec<Entry>,
    parts: Vec<Term>,
    by_hash: Map<u64, Term>,
    deepest: u32,
}

impl Terms {
    /// The symbol of a word.
    pub fn symbol(&mut self, word: &str) -> Symbol {
        if let Some(&known) = self.by_word.get(word) {
            return known;
        }
        let symbol = Symbol(self.words.len() as u32);
        self.words.push(word.to_owned());
        self.by_word.insert(word.to_owned(), symbol);
        let folded = word.to_lowercase();
        if folded != word {
            self.by_folded.entry(folded).or_insert(symbol);
        }
        symbol
    }

    /// The symbol of a word that is known already: as it is written, or else in any case.
    pub fn find_symbol(&self, word: &str) -> Option<Symbol> {
        let folded = || {
            let word = word.to_lowercase();
            self.by_word.get(&word).or_else(|| self.by_folded.get(&word)).copied()
        };
        self.by_word.get(word).copied().or_else(folded)
    }

    /// The word of a symbol.
    pub fn word(&self, symbol: Symbol) -> &str {
        &self.words[symbol.0 as usize]
    }

    /// The term of a name and its parts, made if it is new.
    pub fn make(&mut self, name: Symbol, parts: &[Term]) -> Term {
        if let Some(known) = self.find(name, parts) {
            return known;
        }
        let hash = key(name, parts);
        let term = Term(self.entries.len() as u32);
        let next = self.by_hash.insert(hash, term);
        let begin = self.parts.len() as u32;
        self.parts.extend_from_slice(parts);
        let depth = 1 + parts.iter().map(|part| self.entries[part.0 as usize].depth).max().unwrap_or(0);
        self.deepest = self.deepest.max(depth);
        self.entries.push(Entry { name, begin, len: parts.len() as u32, depth, next });
        term
    }

    /// The term of a name and its parts, if there is one.
    pub fn find(&self, name: Symbol, parts: &[Term]) -> Option<Term> {
        let mut candidate = self.by_hash.get(&key(name, parts)).copied();
        while let Some(term) = candidate {
            if self.name(term) == name && self.parts(term) == parts {
                return Some(term);
            }
            candidate = self.entries[term.0 as usize].next;
        }
        None
    }

    /// The term that a node is, if there is such a one.
    pub fn read(&self, node: &Node) -> Option<Term> {
        let parts = node.list().map_or(&[][..], |parts| parts.get(1..).unwrap_or(&[]));
        let parts: Vec<Term> = parts.iter().map(|part| self.read(part)).collect::<Option<_>>()?;
        self.find(self.find_symbol(node.head()?)?, &parts)
    }

    /// What a term is called: the word itself, or the word before its parts.
    pub fn name(&self, term: Term) -> Symbol {
        self.entries[term.0 as usize].name
    }

    /// The parts of a term; none for a word.
    pub fn parts(&self, term: Term) -> &[Term] {
        let entry = self.entries[term.0 as usize];
        &self.parts[entry.begin as usize..(entry.begin + entry.len) as usize]
    }

    /// The part of a term that a path leads to.
    pub(crate) fn follow(&self, term: Term, path: &[u8]) -> Option<Term> {
        path.iter().try_fold(term, |term, &step| self.parts(term).get(usize::from(step)).copied())
    }

    /// How deep the terms are nested at most.
    pub(crate) fn deepest(&self) -> u32 {
        self.deepest
    }

    /// About how much memory they take, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        // An entry of a map takes a key, a value and some room to spare.
        let bytes = |word: &String| size_of::<String>() + word.len() + 8;
        let words: usize =
            self.words.iter().chain(self.by_word.keys()).chain(self.by_folded.keys()).map(bytes).sum();
        words + self.entries.len() * (size_of::<Entry>() + 24) + size_of_val(&self.parts[..])
    }

    /// The number of terms.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no term yet.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// A term as it is written in a sheet.
    pub fn show(&self, term: Term) -> Shown<'_> {
        Shown { terms: self, term }
    }
}

fn key(name: Symbol, parts: &[Term]) -> u64 {
    row_hash(std::iter::once(name.0).chain(parts.iter().map(|part| part.0)))
}

/// A term to be written: `(cell 1 2 x)`.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    terms: &'a Terms,
    term: Term,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, parts) = (self.terms.word(self.terms.name(self.term)), self.terms.parts(self.term));
        if parts.is_empty() {
            return formatter.write_str(name);
        }
        write!(formatter, "({name}")?;
        for &part in parts {
            write!(formatter, " {}", self.terms.show(part))?;
        }
        formatter.write_str(")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_terms_are_kept_once() {
        let mut terms = Terms::default();
        let (cell, one) = (terms.symbol("cell"), terms.symbol("1"));
        let one = terms.make(one, &[]);
        let cell_one = terms.make(cell, &[one, one]);
        assert_eq!(terms.make(cell, &[one, one]), cell_one);
        assert_ne!(terms.make(cell, &[one]), cell_one);
        assert_eq!(terms.show(cell_one).to_string(), "(cell 1 1)");
        assert_eq!(terms.follow(cell_one, &[1]), Some(one));
        assert_eq!(terms.follow(cell_one, &[2]), None);
    }
}
