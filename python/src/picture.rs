//! Drawings that stand alone, for notebooks.

use std::fmt::Write;

use agon_core::{Match, Rules};
use agon_render::svg::{self, Frame, Marks};

/// The stylesheet of the app, of which drawings take their part.
const SHEET: &str = include_str!("../../crates/server/assets/app.css");
/// Before and after the part about boards.
const PART: [&str; 2] = ["- boards */", "/* ----"];

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
    let variables =
        SHEET.lines().map(str::trim).filter(|line| line.starts_with("--") && line.contains("light-dark("));
    variables.for_each(|line| style += &light(line));
    style.push('}');
    let boards = SHEET.split_once(PART[0]).map_or("", |(_, rest)| rest);
    let boards = boards.split_once(PART[1]).map_or(boards, |(part, _)| part);
    for (selectors, body) in boards.lines().filter_map(|line| line.split_once('{')) {
        let selectors: Vec<String> =
            selectors.split(',').map(|selector| format!(".agon-board {}", selector.trim())).collect();
        let _ = write!(style, "{}{{{}", selectors.join(","), light(body));
    }
    style
}

/// Takes the first of two colours, wherever there are two.
fn light(text: &str) -> String {
    let mut parts = text.split("light-dark(");
    let mut all = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (pair, rest) = part.split_once(')').unwrap_or((part, ""));
        all += pair.split(',').next().unwrap_or_default();
        all += rest;
    }
    all
}
