//! Tables: filled in once, written as text for a terminal, Markdown, HTML or CSV.

use crate::lines::wrapped;
use crate::markup::escape;

/// A table with a caption, named columns and rows of cells. The first cell of a row names it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Table {
    caption: String,
    columns: Vec<(String, Align)>,
    rows: Vec<Vec<String>>,
}

/// To which side the cells of a column are pushed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

impl Table {
    /// A table without columns; the caption may be empty.
    pub fn new(caption: impl Into<String>) -> Table {
        Table { caption: caption.into(), ..Table::default() }
    }

    /// The same table with one more column of words.
    pub fn words(self, title: impl Into<String>) -> Table {
        self.column(title, Align::Left)
    }

    /// The same table with one more column of numbers.
    pub fn numbers(self, title: impl Into<String>) -> Table {
        self.column(title, Align::Right)
    }

    /// The same table with one more column.
    pub fn column(mut self, title: impl Into<String>, align: Align) -> Table {
        self.columns.push((title.into(), align));
        self
    }

    /// Adds a row.
    ///
    /// # Panics
    /// If it has not one cell per column.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        let cells: Vec<String> = cells.into_iter().map(Into::into).collect();
        assert_eq!(cells.len(), self.columns.len(), "a row has a cell for every column");
        self.rows.push(cells);
    }

    /// The same table in other words: `rename` is asked for each title, and those that it does not know stay.
    pub fn renamed(mut self, caption: impl Into<String>, rename: impl Fn(&str) -> Option<String>) -> Table {
        self.caption = caption.into();
        for (title, _) in &mut self.columns {
            if let Some(renamed) = rename(title) {
                *title = renamed;
            }
        }
        self
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// What stands above it.
    pub fn caption(&self) -> &str {
        &self.caption
    }

    /// The cells, row by row.
    pub fn rows(&self) -> &[Vec<String>] {
        &self.rows
    }

    /// The same as [`text`](Table::text) where that fits into lines of so many characters; otherwise row by row, each as its name
    /// and below it what the columns say, in lines that fit.
    pub fn text_within(&self, width: usize) -> String {
        let mut text =
            if self.caption.is_empty() { String::new() } else { wrapped(&self.caption, 2, width) + "\n" };
        if self.widths().iter().map(|column| column + 2).sum::<usize>() <= width + 2 {
            return text + &Table { caption: String::new(), ..self.clone() }.text();
        }
        for row in &self.rows {
            let cells = self.columns.iter().zip(row).skip(1);
            let cells: Vec<String> =
                cells.map(|((title, _), cell)| format!("{title} {}", one_line(cell))).collect();
            let name = row.first().map_or("", String::as_str);
            text += &format!("{}\n", wrapped(&format!("{name}: {}", cells.join("; ")), 4, width));
        }
        text
    }

    /// Aligned plain text: the caption, the titles, a rule, the rows.
    pub fn text(&self) -> String {
        let rule: Vec<String> = self.widths().into_iter().map(|width| "-".repeat(width)).collect();
        let titles = self.titles();
        let mut text = String::new();
        if !self.caption.is_empty() {
            text += &format!("{}\n", self.caption);
        }
        for line in [&titles, &rule].into_iter().chain(&self.rows) {
            let padded = self.pad(line, one_line);
            text += &format!("{}\n", padded.join("  ").trim_end());
        }
        text
    }

    /// A Markdown table, aligned so that it can be read unrendered.
    pub fn markdown(&self) -> String {
        let mut text = String::new();
        if !self.caption.is_empty() {
            text += &format!("{}\n\n", one_line(&self.caption));
        }
        let sides = self.columns.iter().map(|(_, align)| match align {
            Align::Left => "---".to_owned(),
            Align::Right => "--:".to_owned(),
        });
        let sides: Vec<String> = sides.collect();
        for line in [&self.titles(), &sides].into_iter().chain(&self.rows) {
            text += &format!("| {} |\n", self.pad(line, markdown_cell).join(" | "));
        }
        text
    }

    /// An HTML table with a caption, and with header cells that tell a screen reader what they are headers of.
    pub fn html(&self) -> String {
        let mut html = "<table>\n".to_owned();
        if !self.caption.is_empty() {
            html += &format!("<caption>{}</caption>\n", escape(&self.caption));
        }
        let class = |index: usize| match self.columns[index].1 {
            Align::Left => "",
            Align::Right => " class=\"number\"",
        };
        html += "<thead><tr>";
        for (index, (title, _)) in self.columns.iter().enumerate() {
            html += &format!("<th scope=\"col\"{}>{}</th>", class(index), escape(title));
        }
        html += "</tr></thead>\n<tbody>\n";
        for row in &self.rows {
            html += "<tr>";
            for (index, cell) in row.iter().enumerate() {
                let (tag, scope) = if index == 0 { ("th", " scope=\"row\"") } else { ("td", "") };
                html += &format!("<{tag}{scope}{}>{}</{tag}>", class(index), escape(cell));
            }
            html += "</tr>\n";
        }
        html + "</tbody>\n</table>\n"
    }

    /// Comma-separated values with a line of titles, quoted where needed (RFC 4180).
    pub fn csv(&self) -> String {
        let mut text = String::new();
        for line in std::iter::once(&self.titles()).chain(&self.rows) {
            let cells: Vec<String> = line.iter().map(|cell| csv_cell(cell)).collect();
            text += &format!("{}\n", cells.join(","));
        }
        text
    }

    /// The names of the columns.
    pub fn titles(&self) -> Vec<String> {
        self.columns.iter().map(|(title, _)| title.clone()).collect()
    }

    fn widths(&self) -> Vec<usize> {
        let width = |cell: &str| cell.chars().count();
        let cells = |index: usize| self.rows.iter().map(move |row| width(&row[index]));
        let titles = self.columns.iter().enumerate();
        titles.map(|(index, (title, _))| cells(index).chain([width(title)]).max().unwrap_or(0)).collect()
    }

    fn pad(&self, line: &[String], clean: fn(&str) -> String) -> Vec<String> {
        let columns = line.iter().zip(&self.columns).zip(self.widths());
        columns
            .map(|((cell, (_, align)), width)| match align {
                Align::Left => format!("{:<width$}", clean(cell)),
                Align::Right => format!("{:>width$}", clean(cell)),
            })
            .collect()
    }
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r', '\t'], " ")
}

fn markdown_cell(text: &str) -> String {
    let text = one_line(text).replace('\\', "\\\\").replace('|', "\\|").replace('<', "&lt;");
    text.replace('*', "\\*").replace('`', "\\`")
}

fn csv_cell(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new("Results").words("agent").numbers("score");
        table.row(["uct:playouts=10,seed=1", "0.5"]);
        table.row(["a|b <\"x\">", "12.25"]);
        table
    }

    #[test]
    fn text_is_aligned() {
        let expected = "Results\n\
                        agent                   score\n\
                        ----------------------  -----\n\
                        uct:playouts=10,seed=1    0.5\n\
                        a|b <\"x\">               12.25\n";
        assert_eq!(table().text(), expected);
    }

    #[test]
    fn markdown_keeps_cells_apart() {
        let expected = "Results\n\n\
                        | agent                  | score |\n\
                        | ---                    |   --: |\n\
                        | uct:playouts=10,seed=1 |   0.5 |\n\
                        | a\\|b &lt;\"x\">          | 12.25 |\n";
        assert_eq!(table().markdown(), expected);
    }

    #[test]
    fn html_names_rows_and_columns() {
        let html = table().html();
        assert!(html.contains("<caption>Results</caption>"));
        assert!(html.contains("<th scope=\"col\" class=\"number\">score</th>"));
        assert!(
            html.contains("<th scope=\"row\">a|b &lt;&quot;x&quot;&gt;</th><td class=\"number\">12.25</td>")
        );
    }

    #[test]
    fn csv_quotes_what_needs_it() {
        let expected = "agent,score\n\"uct:playouts=10,seed=1\",0.5\n\"a|b <\"\"x\"\">\",12.25\n";
        assert_eq!(table().csv(), expected);
    }
}
