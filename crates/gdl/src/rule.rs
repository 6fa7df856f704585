//! Rules as data: relations, patterns with variables, literals.

use crate::error::Place;
use crate::term::{Symbol, Term, Terms};

/// A relation of a sheet: an index into [`Sheet::relations`](crate::sheet::Sheet::relations).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Relation(pub(crate) u16);

impl Relation {
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A term that may have variables. Variables are numbered within their rule.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pattern {
    /// A variable.
    Variable(u8),
    /// A term without variables.
    Ground(Term),
    /// A term with variables in it.
    Compound(Symbol, Vec<Pattern>),
}

impl Pattern {
    /// Reports every variable, once for each time it occurs.
    pub(crate) fn each_variable(&self, report: &mut impl FnMut(u8)) {
        match self {
            Pattern::Variable(variable) => report(*variable),
            Pattern::Ground(_) => {}
            Pattern::Compound(_, parts) => parts.iter().for_each(|part| part.each_variable(report)),
        }
    }

    /// The words, variables and functions in it; a term without variables is one.
    fn words(&self) -> usize {
        match self {
            Pattern::Variable(_) | Pattern::Ground(_) => 1,
            Pattern::Compound(_, parts) => 1 + parts.iter().map(Pattern::words).sum::<usize>(),
        }
    }

    pub(crate) fn variables(&self) -> Variables {
        let mut found = Variables::default();
        self.each_variable(&mut |variable| found.insert(variable));
        found
    }
}

/// A set of variables of one rule.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Variables([u64; 4]);

impl Variables {
    pub(crate) fn insert(&mut self, variable: u8) {
        self.0[usize::from(variable / 64)] |= 1 << (variable % 64);
    }

    pub(crate) fn contains(self, variable: u8) -> bool {
        self.0[usize::from(variable / 64)] >> (variable % 64) & 1 == 1
    }

    pub(crate) fn union(self, other: Variables) -> Variables {
        Variables(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    pub(crate) fn common(self, other: Variables) -> Variables {
        Variables(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    pub(crate) fn is_within(self, other: Variables) -> bool {
        self.union(other) == other
    }

    pub(crate) fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = u8> {
        (0..=u8::MAX).filter(move |&variable| self.contains(variable))
    }
}

/// A relation and its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Atom {
    /// The relation.
    pub relation: Relation,
    /// One pattern for each place of the relation.
    pub arguments: Vec<Pattern>,
}

impl Atom {
    /// Its words, variables and functions.
    pub(crate) fn words(&self) -> usize {
        1 + self.arguments.iter().map(Pattern::words).sum::<usize>()
    }

    pub(crate) fn variables(&self) -> Variables {
        self.arguments.iter().map(Pattern::variables).fold(Variables::default(), Variables::union)
    }
}

/// One condition of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Literal {
    /// The atom holds.
    Holds(Atom),
    /// The atom does not hold.
    Fails(Atom),
    /// Two terms differ.
    Differ(Pattern, Pattern),
    /// Two terms are the same.
    Same(Pattern, Pattern),
}

impl Literal {
    pub(crate) fn variables(&self) -> Variables {
        match self {
            Literal::Holds(atom) | Literal::Fails(atom) => atom.variables(),
            Literal::Differ(a, b) | Literal::Same(a, b) => a.variables().union(b.variables()),
        }
    }

    /// How much there is to it: its words, variables and functions.
    pub(crate) fn words(&self) -> usize {
        match self {
            Literal::Holds(atom) | Literal::Fails(atom) => atom.words(),
            Literal::Differ(a, b) | Literal::Same(a, b) => 1 + a.words() + b.words(),
        }
    }

    pub(crate) fn atom(&self) -> Option<&Atom> {
        match self {
            Literal::Holds(atom) | Literal::Fails(atom) => Some(atom),
            Literal::Differ(..) | Literal::Same(..) => None,
        }
    }
}

/// The head holds when all literals of the body do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// What follows.
    pub head: Atom,
    /// The conditions; none for a fact.
    pub body: Vec<Literal>,
    /// The words of the variables.
    pub variables: Vec<String>,
    /// Where the rule stands in the text.
    pub place: Place,
}

impl Rule {
    /// The variables that occur in literals that hold: these have values.
    pub(crate) fn bound(&self) -> Variables {
        let holding = self.body.iter().filter(|literal| matches!(literal, Literal::Holds(_)));
        holding.map(Literal::variables).fold(Variables::default(), Variables::union)
    }
}

/// Writes a pattern as it stands in a sheet.
pub(crate) fn show(pattern: &Pattern, variables: &[String], terms: &Terms) -> String {
    match pattern {
        Pattern::Variable(variable) => variables[usize::from(*variable)].clone(),
        Pattern::Ground(term) => terms.show(*term).to_string(),
        Pattern::Compound(name, parts) => {
            let parts: Vec<String> = parts.iter().map(|part| show(part, variables, terms)).collect();
            format!("({} {})", terms.word(*name), parts.join(" "))
        }
    }
}
