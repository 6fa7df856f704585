//! Drawings that stand alone, for notebooks.

use std::fmt::Write;

use agon_core::{Match, Rules};
use agon_render::svg::{self, Frame, Marks};

/// The stylesheets of the app, of which drawings take their part: that of all pages, and that of the table.
const SHEETS: [&str; 2] = [
    include_str!("../../crates/server/assets/app.css"),
    include_str!("../../crates/server/assets/table.css"),
];
/// Before and after the colours, which come first.
const COLOURS: [&str; 2] = [":root {", "}"];
/// Before and after the part about boards.
const BOARDS: [&str; 2] = ["- boards */", "/* ----"];
/// Before and after that about marks on them.
const MARKS: [&str; 2] = ["- marks on a board */", "@media"];

/// The drawing of a position as an SVG document.
pub(crate) fn svg(rules: &dyn Rules, played: &dyn Match) -> String {
    let layout = rules.layout();
    let mut marks = Marks::default();
    if let Some(last) = played.last() {
        marks.last = last.trace.path;
        marks.altered = last.trace.captured;
        marks.altered.extend(last.trace.changed);
    }
    let frame = Frame::new(&layout, true);
    let wanted = svg::outlines(rules.info());
    let outlines = svg::sheet(&|name| wanted.contains(&name)).into_string();
    // Where an outline is used, browsers look for its styles among the outline and what it holds, and nowhere above.
    let outlines = outlines.replace("<g id=", "<g class=\"agon-board\" id=");
    let picture = svg::picture(played, &layout, &marks, true).into_string();
    let (width, height) = (frame.width, frame.height);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"agon-board\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\">\
         <style>{}</style>{outlines}{picture}</svg>",
        (width * SCALE).round(),
        (height * SCALE).round(),
        style()
    )
}

/// How large a drawing is shown.
const SCALE: f32 = 0.9;

/// The part of the stylesheet that concerns boards, in the light theme and for these drawings alone.
fn style() -> String {
    let mut style = ".agon-board{".to_owned();
    let is_switch = |line: &&str| ["--day:", "--night:"].iter().any(|name| line.starts_with(name));
    let colours = part(SHEETS[0], COLOURS).lines().map(str::trim).filter(|line| line.starts_with("--"));
    colours.filter(|line| !is_switch(line)).for_each(|line| style += &light(line));
    style.push('}');
    let rules = part(SHEETS[0], BOARDS).lines().chain(part(SHEETS[1], MARKS).lines());
    for (selectors, body) in rules.filter_map(|line| line.split_once('{')) {
        let selectors: Vec<String> =
            selectors.split(',').map(|selector| format!(".agon-board {}", selector.trim())).collect();
        let _ = write!(style, "{}{{{}", selectors.join(","), light(body));
    }
    style
}

/// What stands in a stylesheet between two texts.
fn part(sheet: &'static str, [before, after]: [&str; 2]) -> &'static str {
    let (_, rest) = sheet.split_once(before).unwrap_or_default();
    rest.split_once(after).map_or(rest, |(part, _)| part)
}

/// Takes the colour of the day, wherever there is another one for the night: `var(--day, #fff) var(--night, #000)`.
fn light(text: &str) -> String {
    let mut pairs = text.split("var(--day, ");
    let mut all = pairs.next().unwrap_or_default().to_owned();
    for pair in pairs {
        let (day, rest) = pair.split_once(')').unwrap_or((pair, ""));
        let night = rest.strip_prefix(" var(--night, ").and_then(|night| night.split_once(')'));
        all += day;
        all += night.map_or(rest, |(_, rest)| rest);
    }
    all
}
