//! The tables of a report, the same in the terminal and on the page.

use agon_plot::table::Table;

use crate::contest::Tally;
use crate::standings::Standing;

/// The agents from best to worst with their ratings.
pub fn ratings(table: &Standing, names: &[&str]) -> Table {
    let mut rows = Table::new("Ratings")
        .numbers("place")
        .words("agent")
        .numbers(rating_title(table))
        .numbers("±")
        .numbers("points")
        .numbers("games")
        .numbers("score")
        .numbers("won")
        .numbers("drawn")
        .numbers("lost");
    for (place, agent) in table.order().into_iter().enumerate() {
        let rating = table.rating(agent);
        let tally = table.lines[agent].tally;
        rows.row([
            (place + 1).to_string(),
            names[agent].to_owned(),
            format!("{:+.0}", tidy(rating.elo)),
            radius(rating.radius),
            points(tally),
            tally.games().to_string(),
            share(tally),
            tally.wins.to_string(),
            tally.draws.to_string(),
            tally.losses.to_string(),
        ]);
    }
    rows
}

/// The points of each agent against each.
pub fn cross(table: &Standing, names: &[&str]) -> Table {
    let order = table.order();
    let mut rows = Table::new("Points and games of each agent against each").numbers("place").words("agent");
    for place in 1..=order.len() {
        rows = rows.numbers(place.to_string());
    }
    for (place, &agent) in order.iter().enumerate() {
        let cells = order.iter().map(|&other| {
            let tally = table.cross[agent][other];
            if tally.games() == 0 { "·".to_owned() } else { format!("{}/{}", points(tally), tally.games()) }
        });
        rows.row([(place + 1).to_string(), names[agent].to_owned()].into_iter().chain(cells));
    }
    rows
}

/// What each agent achieved and spent at one game.
pub fn lines(table: &Standing, names: &[&str], caption: String) -> Table {
    let mut rows = Table::new(caption)
        .words("agent")
        .numbers(rating_title(table))
        .numbers("±")
        .numbers("points")
        .numbers("games")
        .numbers("won")
        .numbers("drawn")
        .numbers("lost")
        .numbers("mean score")
        .numbers("nodes/move")
        .numbers("playouts/move")
        .numbers("depth");
    for agent in table.order() {
        let (rating, line) = (table.rating(agent), &table.lines[agent]);
        let moves = line.spent.moves.max(1) as f64;
        rows.row([
            names[agent].to_owned(),
            format!("{:+.0}", tidy(rating.elo)),
            radius(rating.radius),
            points(line.tally),
            line.tally.games().to_string(),
            line.tally.wins.to_string(),
            line.tally.draws.to_string(),
            line.tally.losses.to_string(),
            format!("{:+.3}", tidy(line.mean_score)),
            format!("{:.0}", line.spent.nodes as f64 / moves),
            format!("{:.0}", line.spent.playouts as f64 / moves),
            format!("{:.1}", line.spent.depth as f64 / moves),
        ]);
    }
    rows
}

/// How long each agent thought.
pub fn times(table: &Standing, names: &[&str]) -> Table {
    let mut rows =
        Table::new("Time").words("agent").numbers("moves").numbers("ms/move").numbers("late moves");
    for agent in table.order() {
        let spent = table.lines[agent].spent;
        rows.row([
            names[agent].to_owned(),
            spent.moves.to_string(),
            format!("{:.2}", spent.mean_milliseconds()),
            spent.late.to_string(),
        ]);
    }
    rows
}

/// The note that an asterisk at a rating refers to.
pub const CREDITED: &str = "* These results alone fix no ratings, because some agents took no point from the others. \
    Each agent is credited with one drawn game against an imaginary player in the middle.";

/// An asterisk refers to [`CREDITED`].
fn rating_title(table: &Standing) -> &'static str {
    if table.ratings.credited { "rating*" } else { "rating" }
}

fn points(tally: Tally) -> String {
    match (tally.half_points() / 2, tally.half_points() % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    }
}

fn share(tally: Tally) -> String {
    format!("{:.1} %", 50.0 * tally.half_points() as f64 / tally.games().max(1) as f64)
}

/// The anchor is at zero because it was put there: that is no estimate, and has no radius.
fn radius(radius: f64) -> String {
    if radius == 0.0 { "–".to_owned() } else { format!("{radius:.0}") }
}

/// What rounds to nothing is nothing, not minus nothing.
fn tidy(value: f64) -> f64 {
    if value.abs() < 5e-4 { 0.0 } else { value }
}
