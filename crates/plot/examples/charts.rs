//! Writes a page with one chart of every kind, to look at: `cargo run -p agon-plot --example charts > charts.html`.

use agon_plot::table::Table;
use agon_plot::{Axis, Chart, Point, RatingChart, Rung, STYLE, Series, histogram};

fn main() {
    let names = ["uct:playouts", "hybrid:playouts", "pvs:nodes", "alphabeta", "unbounded", "descent"];
    let curve = |index: usize| {
        let points = [10, 30, 100, 300, 1000, 3000].map(|x| {
            let y = 0.9 - 0.7 / (1.0 + f64::from(x).log10() * (0.3 + 0.15 * index as f64));
            Point::new(f64::from(x), y).within(y - 0.03, y + 0.03)
        });
        Series::line(names[index], points)
    };
    let mut score = Chart::new("Score against search budget")
        .x(Axis::new("budget per move").logarithmic())
        .y(Axis::new("score").from_to(0.0, 1.0));
    for index in 0..names.len() {
        score = score.with(if index < 3 { curve(index).band() } else { curve(index) });
    }
    let cost = |name: &str, base: f64| {
        Series::line(name, (1..8).map(|depth| Point::new(f64::from(depth), 20.0 * base.powi(depth))))
    };
    let costs = Chart::new("Evaluations per move against depth")
        .x(Axis::new("depth in plies"))
        .y(Axis::new("evaluations per move").logarithmic())
        .with(cost("minimax", 8.0))
        .with(cost("alphabeta", 3.5));
    let lengths = (0..400_u32).map(|index| (40 + (index * index * 7919) % 61 + (index * 31) % 43, 1));
    let lengths = Chart::new("Game lengths")
        .x(Axis::new("plies"))
        .y(Axis::new("games"))
        .with(histogram("games", lengths, 30));
    let bars = |name: &str, lift: f64| {
        Series::bars(
            name,
            0.8,
            (0..3).map(|x| Point::new(f64::from(x), 3.0 + lift).within(2.5 + lift, 4.0 + lift)),
        )
    };
    let grouped = Chart::new("Two groups")
        .x(Axis::categories("game", ["othello", "checkers", "havannah:size=5,swap=on"]))
        .y(Axis::new("points"))
        .with(bars("first", 0.0))
        .with(bars("second", 2.0));
    let rungs = names.into_iter().enumerate().map(|(index, name)| {
        let value = 300.0 - 110.0 * index as f64;
        Rung { name: name.to_owned(), value, interval: Some((value - 45.0, value + 52.0)) }
    });
    let ladder = RatingChart::new("Ratings", "Elo difference from the mean", rungs);
    let mut table = Table::new("A table").words("agent").numbers("score");
    table.row(["uct", "0.53"]);
    println!(
        "<!doctype html><meta charset=\"utf-8\"><title>Charts</title><style>:root{{color-scheme:light dark}}"
    );
    println!("body{{font-family:system-ui,sans-serif}}{STYLE}</style>{}", table.html());
    for svg in [score.svg(), costs.svg(), lengths.svg(), grouped.svg(), ladder.svg()] {
        println!("{svg}");
    }
}
