//! What SGF and GGF share: properties such as `B[f5]`, in trees of parentheses.

use super::draft::Told;
use super::{FormatError, Problem};

/// A property with its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) values: Vec<Told>,
}

/// The properties of the main line of every game in a text. The main line of a tree ends at its first closing
/// parenthesis; what follows are variations.
pub(super) fn parse(text: &str) -> Result<Vec<Vec<Property>>, FormatError> {
    let mut games = Vec::new();
    let (mut depth, mut in_main_line) = (0_usize, false);
    let mut line: Vec<Property> = Vec::new();
    let mut name = String::new();
    let mut characters = text.chars();
    let mut number = 1;
    let fail = |line: usize, problem: Problem| Err(FormatError::Syntax { line, problem });
    while let Some(character) = characters.next() {
        match character {
            '\n' => number += 1,
            '(' => {
                in_main_line |= depth == 0;
                depth += 1;
                name.clear();
            }
            ')' => {
                if depth == 0 {
                    return fail(number, Problem::ClosesNothing(')'));
                }
                depth -= 1;
                in_main_line = false;
                if depth == 0 {
                    games.push(std::mem::take(&mut line));
                }
                name.clear();
            }
            ';' => name.clear(),
            '[' => {
                let mut value = Told { text: String::new(), line: number };
                loop {
                    let character = match characters.next() {
                        None => return fail(value.line, Problem::OpenValue),
                        Some(']') => break,
                        Some('\\') => characters.next(),
                        other => other,
                    };
                    number += usize::from(character == Some('\n'));
                    value.text.extend(character);
                }
                if !in_main_line {
                    name.clear();
                } else if name.is_empty() {
                    match line.last_mut() {
                        Some(property) => property.values.push(value),
                        None => return fail(number, Problem::NamelessValue),
                    }
                } else {
                    line.push(Property { name: std::mem::take(&mut name), values: vec![value] });
                }
            }
            // Old files write names such as `Black` for `B`: only capitals count.
            character if character.is_ascii_uppercase() && depth > 0 => name.push(character),
            _ => {}
        }
    }
    if depth > 0 {
        return fail(number, Problem::OpenGame);
    }
    Ok(games)
}

/// The first value of the first property with this name, if it is not empty.
pub(super) fn value<'a>(game: &'a [Property], name: &str) -> Option<&'a str> {
    let property = game.iter().find(|property| property.name == name)?;
    property.values.first().map(|value| value.text.trim()).filter(|value| !value.is_empty())
}

/// Writes `NAME[value]`, unless the value is empty.
pub(super) fn write(out: &mut String, name: &str, value: &str) {
    if value.is_empty() {
        return;
    }
    let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    *out += &format!("{name}[{}]", value.replace('\\', "\\\\").replace(']', "\\]"));
}
