//! The text of a sheet as nested lists: the Knowledge Interchange Format, as far as game descriptions use it.

use crate::error::{Place, SheetError};

/// A word or a list of a sheet, and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// Where it begins.
    pub place: Place,
    /// What it is.
    pub form: Form,
}

/// What stands at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Form {
    /// A word as it is written: what others answer has to be spelt as they spell it.
    Word(String),
    /// A list in parentheses.
    List(Vec<Node>),
}

/// The longest text that is read.
pub const LONGEST_TEXT: usize = 4 << 20;
/// The deepest nesting of lists: everything that walks through a sheet may recurse so far.
const DEEPEST: usize = 60;

impl Node {
    /// The word, if this is one.
    pub fn word(&self) -> Option<&str> {
        match &self.form {
            Form::Word(word) => Some(word),
            Form::List(_) => None,
        }
    }

    /// The parts of the list, if this is one.
    pub fn list(&self) -> Option<&[Node]> {
        match &self.form {
            Form::List(nodes) => Some(nodes),
            Form::Word(_) => None,
        }
    }

    /// The word that names what this is: itself, or the first of its list.
    pub fn head(&self) -> Option<&str> {
        self.word().or_else(|| self.list()?.first()?.word())
    }
}

impl std::fmt::Display for Node {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.form {
            Form::Word(word) => formatter.write_str(word),
            Form::List(nodes) => {
                formatter.write_str("(")?;
                for (index, node) in nodes.iter().enumerate() {
                    write!(formatter, "{}{node}", if index == 0 { "" } else { " " })?;
                }
                formatter.write_str(")")
            }
        }
    }
}

/// Reads a text as a sequence of words and lists.
pub fn read(text: &str) -> Result<Vec<Node>, SheetError> {
    if text.len() > LONGEST_TEXT {
        return Err(SheetError::Whole(format!(
            "the text has {} bytes; a sheet has at most {LONGEST_TEXT}",
            text.len()
        )));
    }
    let mut lists: Vec<(Place, Vec<Node>)> = Vec::new();
    let mut outer = Vec::new();
    let (mut place, mut characters) = (Place { line: 1, column: 0 }, text.chars().peekable());
    while let Some(character) = characters.next() {
        place.column += 1;
        let begin = place;
        let node = match character {
            '\n' => {
                place = Place { line: place.line + 1, column: 0 };
                continue;
            }
            ';' => {
                while characters.next_if(|&next| next != '\n').is_some() {}
                continue;
            }
            '(' => {
                if lists.len() == DEEPEST {
                    return Err(SheetError::at(begin, format!("lists are nested deeper than {DEEPEST}")));
                }
                lists.push((begin, Vec::new()));
                continue;
            }
            ')' => {
                let Some((begin, nodes)) = lists.pop() else {
                    return Err(SheetError::at(begin, "')' without a '(' before it; expected '(' or a word"));
                };
                Node { place: begin, form: Form::List(nodes) }
            }
            _ if character.is_whitespace() => continue,
            _ => {
                let mut word = String::from(character);
                let is_part = |next: &char| !next.is_whitespace() && !matches!(next, '(' | ')' | ';');
                while let Some(next) = characters.next_if(is_part) {
                    place.column += 1;
                    word.push(next);
                }
                Node { place: begin, form: Form::Word(word) }
            }
        };
        lists.last_mut().map_or(&mut outer, |(_, nodes)| nodes).push(node);
    }
    match lists.last() {
        None => Ok(outer),
        Some((begin, _)) => Err(SheetError::at(*begin, "'(' is never closed; expected ')'")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_lists_are_read_with_their_places() {
        let nodes = read("(Role X) ; a comment (\n  (<= terminal\n (TRUE (f a)))").unwrap();
        let texts: Vec<String> = nodes.iter().map(ToString::to_string).collect();
        assert_eq!(texts, ["(Role X)", "(<= terminal (TRUE (f a)))"]);
        assert_eq!(nodes[1].place, Place { line: 2, column: 3 });
        assert_eq!(nodes[1].list().unwrap()[2].place, Place { line: 3, column: 2 });
    }

    #[test]
    fn errors_say_where_and_what_was_expected() {
        let problem = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(
            problem("(role x))"),
            "line 1, column 9: ')' without a '(' before it; expected '(' or a word"
        );
        assert_eq!(problem("a\n (b (c)"), "line 2, column 2: '(' is never closed; expected ')'");
        assert_eq!(problem(&"(".repeat(100)), "line 1, column 61: lists are nested deeper than 60");
        assert!(problem(&" ".repeat(LONGEST_TEXT + 1)).starts_with("the text has 4194305 bytes"));
    }
}
