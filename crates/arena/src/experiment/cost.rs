//! What an experiment cost its authors, by their own formula.

use agon_plot::table::Table;
use serde::Deserialize;

use super::report::{Item, Section};

/// Rows of a table of costs: matches times moves times seconds, shared by threads.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Costs {
    heading: String,
    #[serde(default)]
    text: String,
    row: Vec<Row>,
    #[serde(default)]
    remark: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    label: String,
    matches: f64,
    /// Moves per match, both players together.
    moves: f64,
    /// Seconds per move.
    seconds: f64,
    threads: f64,
    /// The days the paper prints, as printed: its digits say how precise it is.
    published: Option<String>,
}

impl Row {
    fn days(&self) -> f64 {
        self.matches * self.moves * self.seconds / self.threads / 86_400.0
    }

    /// Whether the formula gives the printed number, to the digits printed.
    fn agrees(&self) -> Option<bool> {
        let printed = self.published.as_ref()?;
        let digits = printed.split_once('.').map_or(0, |(_, digits)| digits.len());
        let unit = 0.1_f64.powi(digits as i32);
        // Numbers are printed rounded or cut off.
        Some(printed.parse().is_ok_and(|printed: f64| (self.days() - printed).abs() < unit))
    }
}

impl Costs {
    pub(super) fn run(&self) -> Vec<Section> {
        let mut table = Table::new("Days on the wall: matches × moves × seconds / threads / 86,400")
            .words("")
            .numbers("matches")
            .numbers("moves")
            .numbers("seconds")
            .numbers("threads")
            .numbers("paper")
            .numbers("formula")
            .words("agrees");
        for row in &self.row {
            table.row([
                row.label.clone(),
                row.matches.to_string(),
                row.moves.to_string(),
                row.seconds.to_string(),
                row.threads.to_string(),
                row.published.clone().unwrap_or_default(),
                format!("{:.2}", row.days()),
                row.agrees().map_or("", |agrees| if agrees { "yes" } else { "no" }).to_owned(),
            ]);
        }
        let compared = self.row.iter().filter(|row| row.agrees().is_some()).count();
        let same = self.row.iter().filter(|row| row.agrees() == Some(true)).count();
        let mut items = Vec::new();
        if !self.text.is_empty() {
            items.push(Item::Text(self.text.clone()));
        }
        items.push(Item::Table(table));
        items.push(Item::Finding(format!(
            "The formula gives {same} of the {compared} printed numbers, to the digits printed."
        )));
        items.extend(self.remark.iter().cloned().map(Item::Finding));
        vec![Section { heading: self.heading.clone(), items, repeatable: true }]
    }
}
