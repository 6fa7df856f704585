//! Text that fits the terminal.

use std::io::{self, IsTerminal, Write};

use agon_plot::lines::wrapped;
use agon_plot::table::Table;
use anyhow::Result;

/// The width of paragraphs where nobody says how wide a line is.
const PARAGRAPH: usize = 88;
/// Narrower than this nothing can be read.
const LEAST: usize = 20;

/// How many characters fit into a line: as the variable COLUMNS says, or the terminal. Nothing where a file is written, whose lines
/// may be as long as they are.
pub(crate) fn width() -> Option<usize> {
    let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok());
    let seen = || {
        let out = io::stdout();
        let size = if out.is_terminal() { terminal_size::terminal_size_of(&out) } else { None };
        size.map(|(terminal_size::Width(width), _)| usize::from(width))
    };
    said.or_else(seen).map(|width| width.max(LEAST))
}

/// Writes a paragraph broken into lines.
pub(crate) fn paragraph(out: &mut dyn Write, text: &str) -> Result<()> {
    writeln!(out, "{}", wrapped(text, 0, width().unwrap_or(PARAGRAPH).min(PARAGRAPH)))?;
    Ok(())
}

/// Writes one entry of a list: a line, or as many as it takes, of which all but the first are indented.
pub(crate) fn entry(out: &mut dyn Write, text: &str, indent: usize) -> Result<()> {
    match width() {
        Some(width) => writeln!(out, "{}", wrapped(text, indent, width))?,
        None => writeln!(out, "{text}")?,
    }
    Ok(())
}

/// Writes a table, as a table where it fits and row by row where it does not.
pub(crate) fn table(out: &mut dyn Write, table: &Table) -> Result<()> {
    write!(out, "{}", width().map_or_else(|| table.text(), |width| table.text_within(width)))?;
    Ok(())
}

/// What somebody typed, fit to be repeated in a sentence: without control characters, and not endless.
pub(crate) fn repeatable(text: &str) -> String {
    const MOST: usize = 2000;
    let mut short = String::new();
    for (index, c) in text.chars().enumerate() {
        match c {
            _ if index == MOST => {
                short.push('…');
                break;
            }
            '\n' | '\t' => short.push(' '),
            c if is_invisible(c) => short.extend(c.escape_default()),
            c => short.push(c),
        }
    }
    short
}

/// Control characters, and those with which a text is made to look like another one.
fn is_invisible(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_repeated_is_harmless_and_short() {
        assert_eq!(repeatable("a\u{1b}[31mb\nc\u{202e}"), "a\\u{1b}[31mb c\\u{202e}");
        let long = repeatable(&"x".repeat(10_000));
        assert!(long.chars().count() == 2001 && long.ends_with('…'));
    }
}
