//! With which probability a level asks for a bad, a middling or a good move.

use agon_agents::selection::gaussian::{BANDS, Sample, clipped, sample, shares};
use agon_core::hash::combine;
use agon_plot::table::Table;
use agon_plot::{Axis, Chart, Point, Series};
use serde::Deserialize;

use super::Course;
use super::report::{Item, Section};
use super::words::percent;

/// Levels that draw a target from a normal distribution and clip it to [0, 1].
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Selections {
    heading: String,
    #[serde(default)]
    text: String,
    /// Targets drawn per level.
    draws: u32,
    level: Vec<Level>,
    #[serde(default)]
    remark: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Level {
    name: String,
    mean: f64,
    deviation: f64,
    /// The printed shares, in percent.
    published: [f64; 3],
}

impl Selections {
    pub(super) fn run(&self, course: &Course<'_>) -> Vec<Section> {
        let [low, high] = BANDS;
        let mut table = Table::new(format!("Shares of targets, exact and of {} drawn ones", self.draws))
            .words("level")
            .words("")
            .numbers(format!("below {low}"))
            .numbers("between")
            .numbers(format!("above {high}"))
            .numbers("clipped to 0")
            .numbers("clipped to 1");
        let names = self.level.iter().map(|level| level.name.clone());
        let mut chart = Chart::new("Targets drawn by level")
            .x(Axis::categories("", names))
            .y(Axis::new("share of targets, %").from_to(0.0, 100.0));
        let (mut furthest, mut strayed): (f64, f64) = (0.0, 0.0);
        let mut by_band = [Vec::new(), Vec::new(), Vec::new()];
        for (index, level) in self.level.iter().enumerate() {
            let exact = shares(level.mean, level.deviation);
            let ends = clipped(level.mean, level.deviation);
            let drawn =
                sample(level.mean, level.deviation, self.draws, combine([course.seed, index as u64]) >> 1);
            let printed = level.published.map(|share| format!("{share:.2} %"));
            let [bad, middling, good] = printed;
            table.row([
                level.name.clone(),
                "paper".to_owned(),
                bad,
                middling,
                good,
                String::new(),
                String::new(),
            ]);
            table.row(row(&level.name, "exact", exact, ends));
            let Sample { shares: found, clipped: found_ends } = drawn;
            table.row(row(&level.name, "drawn", found, found_ends));
            for band in 0..3 {
                furthest = furthest.max((100.0 * exact[band] - level.published[band]).abs());
                let error = (exact[band] * (1.0 - exact[band]) / f64::from(self.draws)).sqrt();
                strayed = strayed.max((found[band] - exact[band]).abs() / error);
                by_band[band].push(Point::new(index as f64, 100.0 * found[band]));
            }
        }
        let bands = [format!("below {low}"), "between".to_owned(), format!("above {high}")];
        for (name, points) in bands.into_iter().zip(by_band) {
            chart = chart.with(Series::bars(name, 0.8, points));
        }
        let mut items = Vec::new();
        if !self.text.is_empty() {
            items.push(Item::Text(self.text.clone()));
        }
        items.push(Item::Table(table));
        items.push(Item::Chart(chart));
        items.push(Item::Finding(format!(
            "The formula is at most {furthest:.3} percentage points away from the printed table{}; drawn targets stray from the \
             formula by at most {strayed:.1} standard errors.",
            if furthest < 0.005 { ", which is within its rounding" } else { "" },
        )));
        let hardest = self.level.iter().max_by(|a, b| a.mean.total_cmp(&b.mean));
        items.extend(hardest.map(|level| {
            let [_, one] = clipped(level.mean, level.deviation);
            let share = percent(one);
            Item::Finding(format!(
                "Clipping moves {share} of the targets of {} to exactly 1, the best move.",
                level.name
            ))
        }));
        items.extend(self.remark.iter().cloned().map(Item::Finding));
        vec![Section { heading: self.heading.clone(), items, repeatable: true }]
    }
}

fn row(name: &str, kind: &str, bands: [f64; 3], ends: [f64; 2]) -> Vec<String> {
    let shares = bands.into_iter().chain(ends).map(|share| format!("{:.2} %", 100.0 * share));
    [name.to_owned(), kind.to_owned()].into_iter().chain(shares).collect()
}
