//! What a run found: as text, and as files with a page, its figures and its tables.

use std::path::Path;

use agon_plot::markup::escape;
use agon_plot::table::Table;
use agon_plot::{Chart, STYLE};
use serde_json::{Value, json};

use super::words::wrap;
use super::{Paper, Scale};

/// The result of an experiment.
#[derive(Debug)]
pub struct Report {
    /// The name of the experiment.
    pub name: String,
    /// What it is about.
    pub title: String,
    /// Where the numbers were published.
    pub paper: Paper,
    /// How large it was run.
    pub scale: Scale,
    /// What everything random depended on.
    pub seed: u64,
    /// What was found, part by part.
    pub sections: Vec<Section>,
}

/// What belongs together.
#[derive(Debug)]
pub struct Section {
    /// What it is about.
    pub heading: String,
    /// What was found.
    pub items: Vec<Item>,
    /// Whether the same seed gives the same again, on any machine and with any number of workers.
    pub repeatable: bool,
}

/// One thing that was found.
#[derive(Debug)]
pub enum Item {
    /// What is to be known.
    Text(String),
    /// Numbers.
    Table(Table),
    /// A picture of them.
    Chart(Chart),
    /// A sentence that compares with the paper.
    Finding(String),
}

const PAGE_STYLE: &str = "\
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.7rem;line-height:1.2}h2{font-size:1.25rem;margin-top:2.5rem}
table{border-collapse:collapse;margin:1rem 0;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;padding:.3rem 0}
th,td{padding:.2rem .7rem .2rem 0;text-align:left;border-bottom:1px solid color-mix(in srgb,currentColor 20%,transparent)}
th[scope=row]{font-weight:500}.number{text-align:right}
.scroll{overflow-x:auto}figure{margin:1rem 0}
";

impl Report {
    /// Everything that is told, as data; pictures are files.
    pub fn json(&self) -> Value {
        let sections = self.sections.iter().map(|section| {
            let items = section.items.iter().filter_map(|item| match item {
                Item::Text(text) => Some(json!({"text": text})),
                Item::Finding(text) => Some(json!({"finding": text})),
                Item::Table(table) => Some(json!({
                    "table": table.caption(), "columns": table.titles(), "rows": table.rows(),
                })),
                Item::Chart(_) => None,
            });
            json!({
                "heading": section.heading,
                "repeatable": section.repeatable,
                "items": items.collect::<Vec<_>>(),
            })
        });
        json!({"name": self.name, "scale": self.scale.to_string(), "seed": self.seed, "sections": sections.collect::<Vec<_>>()})
    }

    /// The sentences that compare with the paper.
    pub fn findings(&self) -> impl Iterator<Item = &str> {
        self.sections.iter().flat_map(|section| &section.items).filter_map(|item| match item {
            Item::Finding(sentence) => Some(sentence.as_str()),
            _ => None,
        })
    }

    /// Where the numbers come from, and how they were repeated.
    fn origin(&self) -> [String; 2] {
        let Paper { authors, title, place } = &self.paper;
        [
            format!("After {authors}: \"{title}\", {place}."),
            format!("Scale {}, seed {}; agon {}.", self.scale, self.seed, env!("CARGO_PKG_VERSION")),
        ]
    }

    /// Everything but the figures.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{} ({})\n{}\n",
            self.title,
            self.name,
            self.origin().map(|line| wrap(&line, "")).join("\n")
        );
        for section in &self.sections {
            text += &section.text();
        }
        text += "\nIn short\n";
        for sentence in self.findings() {
            text += &format!("{}\n", wrap(&format!("- {sentence}"), "  "));
        }
        text
    }

    /// A page with everything, which needs nothing else.
    pub fn html(&self) -> String {
        let mut page = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{0}</title>\n\
             <style>\n{PAGE_STYLE}{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{0}</h1>\n",
            escape(&self.title)
        );
        page += &format!("<p>{}</p>\n", self.origin().map(|line| escape(&line)).join("<br>\n"));
        page += "<h2>In short</h2>\n<ul>\n";
        for sentence in self.findings() {
            page += &format!("<li>{}</li>\n", escape(sentence));
        }
        page += "</ul>\n";
        for section in &self.sections {
            page += &format!("<h2>{}</h2>\n", escape(&section.heading));
            for item in &section.items {
                match item {
                    Item::Text(text) => page += &format!("<p>{}</p>\n", escape(text)),
                    Item::Table(table) => {
                        page += &format!("<div class=\"scroll\">\n{}</div>\n", table.html())
                    }
                    Item::Chart(chart) => page += &format!("<figure>\n{}\n</figure>\n", chart.svg()),
                    Item::Finding(_) => {}
                }
            }
        }
        page + "</main>\n</body>\n</html>\n"
    }

    /// The files of the report, by name: the page, every figure and every table.
    pub fn files(&self) -> Vec<(String, String)> {
        let items = || self.sections.iter().flat_map(|section| &section.items);
        let charts =
            items().filter_map(|item| if let Item::Chart(chart) = item { Some(chart.file()) } else { None });
        let tables =
            items().filter_map(|item| if let Item::Table(table) = item { Some(table.csv()) } else { None });
        let figures = charts.enumerate().map(|(index, text)| (format!("figure-{}.svg", index + 1), text));
        let tables = tables.enumerate().map(|(index, text)| (format!("table-{}.csv", index + 1), text));
        let mut files = vec![("index.html".to_owned(), self.html()), ("report.txt".to_owned(), self.text())];
        files.extend(figures);
        files.extend(tables);
        files
    }

    /// Writes the files into a folder, which is made if need be; each is written whole or not at all.
    pub fn write(&self, folder: &Path) -> std::io::Result<()> {
        std::fs::create_dir_all(folder)?;
        for (name, text) in self.files() {
            agon_core::atomic::write(&folder.join(name), text)?;
        }
        Ok(())
    }
}

impl Section {
    /// Everything but figures and findings; those stand together elsewhere.
    pub fn text(&self) -> String {
        let mut text = format!("\n{}\n{}\n", self.heading, "=".repeat(self.heading.chars().count()));
        for item in &self.items {
            match item {
                Item::Text(sentence) => text += &format!("{}\n", wrap(sentence, "")),
                Item::Table(table) => text += &format!("\n{}", table.text()),
                Item::Chart(_) | Item::Finding(_) => {}
            }
        }
        text
    }
}
