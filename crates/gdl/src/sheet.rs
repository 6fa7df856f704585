//! A sheet: the rules of a game, read from text.

use crate::error::{Place, SheetError};
use crate::hashing::Map;
use crate::kif::{self, Form, Node};
use crate::rule::{Atom, Literal, Pattern, Relation, Rule};
use crate::term::{Symbol, Term, Terms};

/// The most rules that one rule with `or` may stand for, the most conditions and variables of a rule, and the most rules of a
/// sheet. Joins recurse from condition to condition, so that their number is the depth of the stack.
const MOST_CASES: usize = 4096;
const MOST_CONDITIONS: usize = 250;
const MOST_VARIABLES: usize = 200;
const MOST_RULES: usize = 200_000;
/// The most words of all rules together, once every `or` is taken apart: a short text can stand for very many.
const MOST_WORDS: usize = 500_000;

/// A relation and how often it takes arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RelationInfo {
    /// Its name.
    pub name: String,
    /// The number of its arguments.
    pub arity: usize,
    /// Where it occurs first.
    pub place: Place,
}

/// The relations that the language gives a meaning to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the language's own words")]
pub struct Keywords {
    pub role: Relation,
    pub init: Relation,
    pub holds: Relation,
    pub does: Relation,
    pub next: Relation,
    pub legal: Relation,
    pub goal: Relation,
    pub terminal: Relation,
    pub base: Relation,
    pub input: Relation,
}

/// The keywords in the order of the fields of [`Keywords`], with their arities.
const KEYWORDS: [(&str, usize); 10] = [
    ("role", 1),
    ("init", 1),
    ("true", 1),
    ("does", 2),
    ("next", 1),
    ("legal", 2),
    ("goal", 2),
    ("terminal", 0),
    ("base", 1),
    ("input", 2),
];

/// The other words that mean something where a rule or a condition begins.
const CONNECTIVES: [&str; 5] = ["<=", "and", "or", "not", "distinct"];

/// What a rule or a condition begins with: keywords may be written in any case, other words are different in different cases.
fn head(node: &Node) -> Option<&str> {
    let word = node.head()?;
    let mut keywords = KEYWORDS.iter().map(|(keyword, _)| *keyword).chain(CONNECTIVES);
    Some(keywords.find(|keyword| keyword.eq_ignore_ascii_case(word)).unwrap_or(word))
}

/// The rules of a game as they stand in a text, with every `or` taken apart.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The words and terms.
    pub terms: Terms,
    /// The relations.
    pub relations: Vec<RelationInfo>,
    /// Those with a meaning in the language.
    pub keywords: Keywords,
    /// The rules and facts.
    pub rules: Vec<Rule>,
    /// What is odd about the sheet and yet can be played.
    pub notes: Vec<String>,
}

impl Sheet {
    /// Reads and checks a sheet.
    pub fn read(text: &str) -> Result<Sheet, SheetError> {
        Sheet::from_nodes(&kif::read(text)?)
    }

    /// Makes a sheet of rules that are lists already, and checks it.
    pub fn from_nodes(nodes: &[Node]) -> Result<Sheet, SheetError> {
        let mut reader = Reader::default();
        for (name, arity) in KEYWORDS {
            reader.relation(name, arity, Place { line: 1, column: 1 })?;
        }
        for node in nodes {
            reader.rule(node)?;
        }
        let [role, init, holds, does, next, legal, goal, terminal, base, input] =
            std::array::from_fn(|index| Relation(index as u16));
        let keywords = Keywords { role, init, holds, does, next, legal, goal, terminal, base, input };
        let Reader { terms, relations, rules, .. } = reader;
        let mut sheet = Sheet { terms, relations, keywords, rules, notes: Vec::new() };
        crate::check::check(&mut sheet)?;
        Ok(sheet)
    }

    /// The name of a relation.
    pub fn name(&self, relation: Relation) -> &str {
        &self.relations[relation.index()].name
    }

    /// Adds a relation that the text does not have.
    pub(crate) fn invent(&mut self, name: String, arity: usize, place: Place) -> Relation {
        let relation = Relation(self.relations.len() as u16);
        self.relations.push(RelationInfo { name, arity, place });
        relation
    }

    /// Whether more relations can be added.
    pub(crate) fn has_room(&self) -> bool {
        self.relations.len() < usize::from(u16::MAX)
    }
}

#[derive(Default)]
struct Reader {
    terms: Terms,
    relations: Vec<RelationInfo>,
    by_name: Map<String, Relation>,
    functions: Map<Symbol, (usize, Place)>,
    rules: Vec<Rule>,
    /// The words of the rules so far.
    words: usize,
}

/// The conditions of a rule while they are taken apart: any of the lists, all literals of it.
#[derive(Clone, Debug, Default)]
struct Cases {
    lists: Vec<Vec<Literal>>,
    /// The words in all of them.
    words: usize,
}

impl Cases {
    /// No condition at all, which holds.
    fn always() -> Cases {
        Cases { lists: vec![Vec::new()], words: 0 }
    }

    fn one(literal: Literal) -> Cases {
        Cases { words: literal.words(), lists: vec![vec![literal]] }
    }

    /// The cases in which both hold. A condition that is there already is not added again.
    fn and(mut self, other: &Cases, place: Place) -> Result<Cases, SheetError> {
        let [lists, others] = [self.lists.len(), other.lists.len()];
        let words = self.words * others + other.words * lists;
        limit(lists * others, words, place)?;
        if others != 1 {
            let each = |list: &Vec<Literal>| std::iter::repeat_n(list.clone(), others);
            self = Cases { words: self.words * others, lists: self.lists.iter().flat_map(each).collect() };
        }
        for (list, more) in self.lists.iter_mut().zip(other.lists.iter().cycle()) {
            for literal in more {
                if !list.contains(literal) {
                    self.words += literal.words();
                    list.push(literal.clone());
                }
            }
            if list.len() > MOST_CONDITIONS {
                return Err(SheetError::at(
                    place,
                    format!("a rule has at most {MOST_CONDITIONS} conditions"),
                ));
            }
        }
        Ok(self)
    }

    /// The cases in which one of the two holds.
    fn or(mut self, other: Cases, place: Place) -> Result<Cases, SheetError> {
        self.lists.extend(other.lists);
        self.words += other.words;
        limit(self.lists.len(), self.words, place)?;
        Ok(self)
    }
}

impl Reader {
    fn relation(&mut self, name: &str, arity: usize, place: Place) -> Result<Relation, SheetError> {
        if let Some(&known) = self.by_name.get(name) {
            let info = &self.relations[known.index()];
            if info.arity == arity {
                return Ok(known);
            }
            let told = if KEYWORDS.iter().any(|(keyword, _)| *keyword == name) {
                "in the language".to_owned()
            } else {
                format!("in line {}", info.place.line)
            };
            return Err(SheetError::at(
                place,
                format!("'{name}' has {}; expected {} as {told}", arguments(arity), info.arity),
            ));
        }
        if self.relations.len() >= usize::from(u16::MAX) / 2 {
            return Err(SheetError::at(place, format!("'{name}' is one relation too many")));
        }
        let relation = Relation(self.relations.len() as u16);
        self.relations.push(RelationInfo { name: name.to_owned(), arity, place });
        self.by_name.insert(name.to_owned(), relation);
        Ok(relation)
    }

    fn rule(&mut self, node: &Node) -> Result<(), SheetError> {
        let place = node.place;
        let mut variables = Vec::new();
        let parts = match node.list() {
            Some(parts) if head(node) == Some("<=") => &parts[1..],
            _ => std::slice::from_ref(node),
        };
        let Some((conclusion, conditions)) = parts.split_first() else {
            return Err(SheetError::at(place, "a rule without a head; expected (<= HEAD CONDITION ...)"));
        };
        if let Some(word) = head(conclusion).filter(|word| CONNECTIVES.contains(word)) {
            return Err(SheetError::at(
                conclusion.place,
                format!("'{word}' cannot be the head of a rule; expected a relation"),
            ));
        }
        let head = self.atom(conclusion, &mut variables)?;
        let mut cases = Cases::always();
        for condition in conditions {
            cases = cases.and(&self.condition(condition, true, &mut variables)?, condition.place)?;
        }
        self.words += cases.words + cases.lists.len() * (head.words() + variables.len());
        limit(cases.lists.len(), self.words, place)?;
        if self.rules.len() + cases.lists.len() > MOST_RULES {
            return Err(SheetError::at(place, format!("a sheet has at most {MOST_RULES} rules")));
        }
        for body in cases.lists {
            self.rules.push(Rule { head: head.clone(), body, variables: variables.clone(), place });
        }
        Ok(())
    }

    /// A condition of a rule, or its opposite, as cases.
    fn condition(
        &mut self,
        node: &Node,
        positive: bool,
        variables: &mut Vec<String>,
    ) -> Result<Cases, SheetError> {
        let parts = node.list().unwrap_or(&[]);
        match head(node) {
            Some(word @ ("and" | "or")) => {
                if parts.len() < 2 {
                    return Err(SheetError::at(node.place, format!("'{word}' without conditions")));
                }
                let is_all = (word == "and") == positive;
                let mut cases = if is_all { Cases::always() } else { Cases::default() };
                for part in &parts[1..] {
                    let more = self.condition(part, positive, variables)?;
                    cases = if is_all { cases.and(&more, part.place) } else { cases.or(more, part.place) }?;
                }
                Ok(cases)
            }
            Some("not") => match parts {
                [_, inner] => self.condition(inner, !positive, variables),
                _ => Err(SheetError::at(node.place, "'not' takes one condition")),
            },
            Some("distinct") => match parts {
                [_, a, b] => {
                    let (a, b) = (self.pattern(a, variables)?, self.pattern(b, variables)?);
                    let literal = if positive { Literal::Differ(a, b) } else { Literal::Same(a, b) };
                    Ok(Cases::one(literal))
                }
                _ => Err(SheetError::at(node.place, "'distinct' takes two terms")),
            },
            Some("<=") => Err(SheetError::at(node.place, "a rule inside a rule; expected a condition")),
            _ => {
                let atom = self.atom(node, variables)?;
                Ok(Cases::one(if positive { Literal::Holds(atom) } else { Literal::Fails(atom) }))
            }
        }
    }

    fn atom(&mut self, node: &Node, variables: &mut Vec<String>) -> Result<Atom, SheetError> {
        let Some(name) = head(node) else {
            return Err(SheetError::at(
                node.place,
                format!("'{}' is no condition; expected a relation", brief(node)),
            ));
        };
        if name.starts_with('?') {
            return Err(SheetError::at(
                node.place,
                format!("'{name}' is a variable; expected the name of a relation"),
            ));
        }
        let parts = node.list().map_or(&[][..], |parts| &parts[1..]);
        if parts.len() > usize::from(u8::MAX) {
            return Err(SheetError::at(node.place, format!("'{name}' has more than 255 arguments")));
        }
        let arguments = parts.iter().map(|part| self.pattern(part, variables)).collect::<Result<_, _>>()?;
        Ok(Atom { relation: self.relation(name, parts.len(), node.place)?, arguments })
    }

    fn pattern(&mut self, node: &Node, variables: &mut Vec<String>) -> Result<Pattern, SheetError> {
        let parts = match &node.form {
            Form::Word(word) if word.starts_with('?') => {
                let known = variables.iter().position(|known| known == word);
                let index = known.unwrap_or_else(|| {
                    variables.push(word.clone());
                    variables.len() - 1
                });
                if index >= MOST_VARIABLES {
                    return Err(SheetError::at(
                        node.place,
                        format!("a rule has at most {MOST_VARIABLES} variables"),
                    ));
                }
                return Ok(Pattern::Variable(index as u8));
            }
            Form::Word(_) => &[][..],
            Form::List(nodes) => nodes.get(1..).unwrap_or(&[]),
        };
        let Some(name) = node.head().filter(|name| !name.starts_with('?')) else {
            return Err(SheetError::at(
                node.place,
                format!("'{}' is no term; expected a word, a variable or (FUNCTION TERM ...)", brief(node)),
            ));
        };
        if parts.len() > usize::from(u8::MAX) {
            return Err(SheetError::at(node.place, format!("'{name}' has more than 255 arguments")));
        }
        let name = self.terms.symbol(name);
        if !parts.is_empty() {
            let (arity, place) = *self.functions.entry(name).or_insert((parts.len(), node.place));
            if arity != parts.len() {
                let problem = format!(
                    "the function '{}' has {}; expected {arity} as in line {}",
                    self.terms.word(name),
                    arguments(parts.len()),
                    place.line
                );
                return Err(SheetError::at(node.place, problem));
            }
        }
        let parts: Vec<Pattern> =
            parts.iter().map(|part| self.pattern(part, variables)).collect::<Result<_, _>>()?;
        let ground = |part: &Pattern| if let Pattern::Ground(term) = part { Some(*term) } else { None };
        let terms: Option<Vec<Term>> = parts.iter().map(ground).collect();
        Ok(terms.map_or_else(
            || Pattern::Compound(name, parts.clone()),
            |terms| Pattern::Ground(self.terms.make(name, &terms)),
        ))
    }
}

fn limit(cases: usize, words: usize, place: Place) -> Result<(), SheetError> {
    if cases > MOST_CASES {
        return Err(SheetError::at(
            place,
            format!("the 'or's of this rule make more than {MOST_CASES} rules"),
        ));
    }
    if words > MOST_WORDS {
        let problem =
            format!("the rules up to here have more than {MOST_WORDS} words, once every 'or' is taken apart");
        return Err(SheetError::at(place, problem));
    }
    Ok(())
}

fn arguments(count: usize) -> String {
    match count {
        0 => "no arguments".to_owned(),
        1 => "1 argument".to_owned(),
        _ => format!("{count} arguments"),
    }
}

/// A node as a message can hold it.
fn brief(node: &Node) -> String {
    agon_core::notation::quote(&node.to_string())
}
