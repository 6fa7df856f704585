//! The page: all results of a folder as curves and tables.

use std::collections::BTreeMap;

use agon_agents::Catalogue;
use agon_arena::balance::Cell;
use agon_plot::markup::escape;
use agon_plot::table::Table;
use agon_plot::{Axis, Chart, Point, Series};
use anyhow::Result;

use super::shelf::{Measured, Shelf};
use super::table;

impl Measured {
    fn name(&self) -> String {
        format!("{}{}", self.setting.agent, if self.setting.memory { " with memory" } else { "" })
    }

    fn of(&self, game: &str) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.cells.iter().filter(|cell| cell.game == game).cloned().collect();
        // The harder to beat, the later.
        cells.sort_by(|a, b| b.honest.mean.total_cmp(&a.honest.mean).then(a.opponent.cmp(&b.opponent)));
        cells
    }
}

/// Writes `index.html` and a drawing per game into the folder.
pub(super) fn write(shelf: &Shelf, catalogue: &Catalogue) -> Result<()> {
    let measured = shelf.all()?;
    let mut games: BTreeMap<&str, String> = BTreeMap::new();
    for cell in measured.iter().flat_map(|measured| &measured.cells) {
        let name =
            catalogue.find(&cell.game).map_or(cell.game.clone(), |rules| rules.info().name.to_string());
        games.insert(&cell.game, name);
    }
    let mut body = format!(
        "<h1>Balance</h1>\n<p>How close agents keep their games against opponents of all strengths.</p>\n{}",
        overview(&measured).html()
    );
    for (game, name) in &games {
        let chart = gains(name, game, &measured);
        let file: String = game.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        shelf.write(&format!("{file}.svg"), &chart.file())?;
        body += &format!("<h2>{}</h2>\n{}\n", escape(name), chart.svg());
        for measured in &measured {
            let cells = measured.of(game);
            if !cells.is_empty() {
                body += &format!(
                    "<div class=\"wide\">{}</div>\n",
                    table::results(name, &measured.setting, &cells).html()
                );
            }
        }
    }
    body += &format!("<h2>What the columns mean</h2>\n<p>{}</p>\n", escape(table::LEGEND));
    shelf.write("index.html", &format!("{HEAD}{body}</body>\n</html>\n"))
}

const HEAD: &str = "\
<!doctype html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<title>Balance</title>
<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 1rem 0; }
caption { text-align: left; font-weight: 600; padding: .3rem 0; }
th, td { padding: .2rem .6rem; border-bottom: 1px solid #8884; }
.wide { overflow-x: auto; }
svg { max-width: 100%; height: auto; }
</style>
</head>
<body>
";

/// All agents in a line each.
fn overview(measured: &[Measured]) -> Table {
    let mut overview = Table::new("All games and opponents").words("agent");
    for title in [
        "series",
        "mean |gain|",
        "beatable",
        "mean |gain|",
        "within 5 %",
        "all within",
        "wins in one refused",
        "in 3/5 per 100 games",
        "blunders (opponents)",
        "ms a move",
    ] {
        overview = overview.numbers(title);
    }
    for measured in measured {
        let all: Vec<&Cell> = measured.cells.iter().collect();
        let beatable: Vec<&Cell> = all.iter().copied().filter(|cell| cell.is_beatable()).collect();
        let natural = table::Naturalness::of(&measured.cells);
        let unknown = || "-".to_owned();
        let times: Vec<f64> = all.iter().filter_map(|cell| cell.milliseconds).collect();
        overview.row([
            measured.name(),
            all.len().to_string(),
            format!("{:.3}", table::mean_distance(&all)),
            beatable.len().to_string(),
            format!("{:.3}", table::mean_distance(&beatable)),
            beatable.iter().filter(|cell| table::is_near(cell)).count().to_string(),
            table::games_inside(&measured.cells),
            all.iter().map(|cell| cell.wins_in_one_refused).sum::<u64>().to_string(),
            natural.as_ref().map_or_else(unknown, |natural| {
                let [three, five] = natural.refused;
                format!("{three:.0}/{five:.0}")
            }),
            natural.as_ref().map_or_else(unknown, |natural| {
                let [own, others] = natural.blunders;
                format!("{own:.1} ({others:.1})")
            }),
            format!("{:.2}", times.iter().sum::<f64>() / times.len().max(1) as f64),
        ]);
    }
    overview
}

/// The gains of all agents in one game, opponents from the weakest to the strongest as the first agent's budget sees them.
fn gains(name: &str, game: &str, measured: &[Measured]) -> Chart {
    let mut opponents: Vec<String> = Vec::new();
    for cell in measured.iter().flat_map(|measured| measured.of(game)) {
        if !opponents.contains(&cell.opponent) {
            opponents.push(cell.opponent);
        }
    }
    let mut chart = Chart::new(format!("{name}: gain against each opponent"))
        .x(Axis::categories("opponent", opponents.clone()))
        .y(Axis::new("gain").from_to(-1.0, 1.0));
    for measured in measured {
        let points = measured.of(game).into_iter().map(|cell| {
            let place = opponents.iter().position(|opponent| *opponent == cell.opponent);
            let (gain, radius) = (cell.gain.mean, cell.gain.radius);
            Point::new(place.unwrap_or(0) as f64, gain)
                .within((gain - radius).max(-1.0), (gain + radius).min(1.0))
        });
        let mut points: Vec<Point> = points.collect();
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        chart = chart.with(Series::line(measured.name(), points));
    }
    chart
}
