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
