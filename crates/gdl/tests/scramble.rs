//! Sheets as game servers scramble them.

use std::collections::HashMap;

use agon_gdl::kif::{self, Form, Node};

const KEYWORDS: [&str; 15] = [
    "role", "init", "true", "does", "next", "legal", "goal", "terminal", "base", "input", "not", "or", "and",
    "distinct", "<=",
];

/// A sheet in which every word is another one that is neither a keyword nor a number of points.
pub(crate) fn scramble(sheet: &str) -> String {
    let (mut text, mut names) = (String::new(), HashMap::new());
    for node in kif::read(sheet).unwrap() {
        replace(&node, &mut names, &mut text);
    }
    text
}

fn replace(node: &Node, names: &mut HashMap<String, String>, text: &mut String) {
    match &node.form {
        Form::Word(word) if KEYWORDS.contains(&word.as_str()) => text.push_str(word),
        Form::Word(word) => {
            let fresh = agon_core::hash::mix(names.len() as u64 + 1);
            let mark = if word.starts_with('?') { "?" } else { "" };
            text.push_str(names.entry(word.clone()).or_insert_with(|| format!("{mark}w{fresh:x}")));
        }
        Form::List(parts) => {
            text.push('(');
            let is_goal = node.head() == Some("goal");
            for (index, part) in parts.iter().enumerate() {
                text.push(' ');
                match part.word() {
                    Some(points) if is_goal && index == 2 => text.push_str(points),
                    _ => replace(part, names, text),
                }
            }
            text.push(')');
        }
    }
}
