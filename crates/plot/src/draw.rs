//! Drawing a chart.

use crate::chart::{Chart, Point, Series, Shape, Spread};
use crate::scale::{Span, label};
use crate::style::{FILE_STYLE, Look, STYLE};
use crate::svg::{Anchor, Svg, TEXT, number, width};

/// Room for a line of text.
const LINE: f64 = 20.0;
/// How long the sample of a series in the legend is.
const SAMPLE: f64 = 34.0;
const MARKER: f64 = 8.0;
const FAINT: &[(&str, &str)] = &[("stroke-opacity", "0.18")];

/// The two spans of a chart: where everything has its place.
struct Frame {
    x: Span,
    y: Span,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

pub(super) fn chart(chart: &Chart, file: bool) -> String {
    let (wide, high) = chart.size;
    let mut svg = Svg::new(wide, high, &chart.title, &chart.words());
    if file {
        svg.style(&[FILE_STYLE, STYLE]);
    }
    svg.text(
        (wide / 2.0, LINE),
        Anchor::Middle,
        &chart.title,
        &[("font-size", "16"), ("font-weight", "600")],
    );
    // A single series of bars is what the title says; a single line may be one of many elsewhere.
    let is_plain = matches!(&chart.series[..], [Series { shape: Shape::Bars(_), .. }]);
    let legend = if is_plain { Vec::new() } else { legend_places(chart) };
    let rows = legend.last().map_or(0, |&(row, _)| row + 1);
    let top = LINE * 1.8 + rows as f64 * LINE;
    let frame = Frame::new(chart, top);
    draw_legend(chart, &legend, &mut svg);
    draw_axes(chart, &frame, &mut svg);
    let bars = chart.series.iter().filter(|series| matches!(series.shape, Shape::Bars(_))).count();
    let mut bar = 0;
    for (index, series) in chart.series.iter().enumerate() {
        let look = Look(series.look.unwrap_or(index));
        look.open(&mut svg);
        if let Shape::Bars(width) = series.shape {
            draw_bars(chart, series, look, &frame, Slot { width, number: bar, of: bars }, &mut svg);
            bar += 1;
        } else {
            draw_line(chart, series, look, &frame, &mut svg);
        }
        svg.close();
    }
    if chart.is_empty() {
        let middle = (f64::midpoint(frame.left, frame.right), f64::midpoint(frame.top, frame.bottom));
        svg.text(middle, Anchor::Middle, "no data", &[("opacity", "0.7")]);
    }
    svg.finish()
}

impl Frame {
    fn new(chart: &Chart, top: f64) -> Frame {
        let (wide, high) = chart.size;
        let x_ends = chart.x.ends.unwrap_or_else(|| x_ends(chart));
        let y_ends = chart.y.ends.unwrap_or_else(|| y_ends(chart));
        let labels = chart.y.scale.ticks(y_ends.0, y_ends.1).into_iter().map(label);
        let widest = labels.map(|text| width(&text)).fold(20.0, f64::max);
        let (left, right) = (2.0 * TEXT + widest + 8.0, wide - 18.0);
        let bottom = high - 2.6 * LINE;
        Frame {
            x: Span::new(chart.x.scale, x_ends, (left, right)),
            y: Span::new(chart.y.scale, y_ends, (bottom, top)),
            left,
            right,
            top,
            bottom,
        }
    }

    fn place(&self, x: f64, y: f64) -> (f64, f64) {
        (self.x.place(x), self.y.place(y))
    }
}

fn points(chart: &Chart) -> impl Iterator<Item = (&Series, &Point)> {
    chart.series.iter().flat_map(|series| chart.visible(series).map(move |point| (series, point)))
}

fn x_ends(chart: &Chart) -> (f64, f64) {
    if !chart.x.categories.is_empty() {
        return (-0.5, chart.x.categories.len() as f64 - 0.5);
    }
    let ends = points(chart).flat_map(|(series, point)| match series.shape {
        Shape::Bars(width) => [point.x - width / 2.0, point.x + width / 2.0],
        _ => [point.x, point.x],
    });
    chart.x.scale.ends(ends)
}

fn y_ends(chart: &Chart) -> (f64, f64) {
    let ends = points(chart).flat_map(|(series, point)| {
        let (low, high) = point.interval.unwrap_or((point.y, point.y));
        let base = if matches!(series.shape, Shape::Bars(_)) { 0.0 } else { point.y };
        [low, high, point.y, base]
    });
    chart.y.scale.ends(ends)
}

fn draw_axes(chart: &Chart, frame: &Frame, svg: &mut Svg) {
    let Frame { left, right, top, bottom, .. } = *frame;
    for tick in frame.y.ticks() {
        let y = frame.y.place(tick);
        svg.line((left, y), (right, y), FAINT);
        svg.text((left - 8.0, y + TEXT * 0.35), Anchor::End, &label(tick), &[]);
    }
    if chart.x.categories.is_empty() {
        // Labels that would touch the one before are left out; the line stays.
        let mut free = f64::NEG_INFINITY;
        // Between whole numbers of plies there is nothing.
        let whole = points(chart).all(|(_, point)| point.x.fract() == 0.0);
        for tick in frame.x.ticks().into_iter().filter(|tick| !whole || tick.fract() == 0.0) {
            let (x, text) = (frame.x.place(tick), label(tick));
            svg.line((x, top), (x, bottom), FAINT);
            svg.line((x, bottom), (x, bottom + 5.0), &[]);
            if x - width(&text) / 2.0 > free {
                svg.text((x, bottom + 19.0), Anchor::Middle, &text, &[]);
                free = x + width(&text) / 2.0 + 4.0;
            }
        }
    } else {
        let room = (right - left) / chart.x.categories.len() as f64;
        for (index, name) in chart.x.categories.iter().enumerate() {
            let text = shorten(name, room);
            svg.text((frame.x.place(index as f64), bottom + 19.0), Anchor::Middle, &text, &[]);
        }
    }
    svg.line((left, bottom), (right, bottom), &[]);
    svg.line((left, top), (left, bottom), &[]);
    svg.text((f64::midpoint(left, right), bottom + 2.2 * LINE), Anchor::Middle, &chart.x.title, &[]);
    let middle = f64::midpoint(top, bottom);
    let turned = format!("rotate(-90 {} {})", number(TEXT), number(middle));
    svg.text((TEXT, middle), Anchor::Middle, &chart.y.title, &[("transform", &turned)]);
}

fn draw_line(chart: &Chart, series: &Series, look: Look, frame: &Frame, svg: &mut Svg) {
    let visible: Vec<&Point> = chart.visible(series).collect();
    if series.spread == Spread::Band {
        let upper =
            visible.iter().map(|point| frame.place(point.x, point.interval.map_or(point.y, |ends| ends.1)));
        let lower = visible.iter().rev();
        let lower = lower.map(|point| frame.place(point.x, point.interval.map_or(point.y, |ends| ends.0)));
        if visible.len() > 1 {
            let d = path(upper.chain(lower)) + "Z";
            svg.tag("path", &[("d", &d), ("fill", "currentColor"), ("fill-opacity", "0.16")]);
        }
    }
    if series.shape == Shape::Line && visible.len() > 1 {
        let d = path(visible.iter().map(|point| frame.place(point.x, point.y)));
        let mut attributes = vec![("d", &*d), ("stroke", "currentColor"), ("stroke-width", "2")];
        if !look.dash().is_empty() {
            attributes.push(("stroke-dasharray", look.dash()));
        }
        svg.tag("path", &attributes);
    }
    for point in &visible {
        // A band of a single point would be invisible.
        if series.spread == Spread::Whiskers || visible.len() == 1 {
            whiskers(point, frame.x.place(point.x), frame, svg);
        }
        let (x, y) = frame.place(point.x, point.y);
        look.mark(svg, x, y, MARKER);
    }
}

fn whiskers(point: &Point, x: f64, frame: &Frame, svg: &mut Svg) {
    let Some((low, high)) = point.interval else { return };
    let (low, high) = (frame.y.place(low), frame.y.place(high));
    svg.line((x, low), (x, high), &[("stroke-width", "1.4")]);
    for y in [low, high] {
        svg.line((x - 4.0, y), (x + 4.0, y), &[("stroke-width", "1.4")]);
    }
}

/// Which of the bars that stand side by side at a place.
#[derive(Clone, Copy)]
struct Slot {
    width: f64,
    number: usize,
    of: usize,
}

fn draw_bars(chart: &Chart, series: &Series, look: Look, frame: &Frame, slot: Slot, svg: &mut Svg) {
    let base = frame.y.place(frame.y.low.max(0.0).min(frame.y.high));
    let share = slot.width / slot.of as f64;
    for point in chart.visible(series) {
        let left = point.x - slot.width / 2.0 + share * slot.number as f64;
        let (from, to) = (frame.x.place(left), frame.x.place(left + share));
        let y = frame.y.place(point.y);
        let mut attributes =
            vec![("stroke", "currentColor"), ("fill", "currentColor"), ("fill-opacity", "0.45")];
        if !look.dash().is_empty() {
            attributes.push(("stroke-dasharray", look.dash()));
        }
        let [x, top] = [number(from), number(y.min(base))];
        let [wide, high] = [number((to - from).max(0.5)), number((base - y).abs())];
        attributes.extend([("x", &*x), ("y", &*top), ("width", &*wide), ("height", &*high)]);
        svg.tag("rect", &attributes);
        let middle = f64::midpoint(from, to);
        whiskers(point, middle, frame, svg);
        if slot.of > 1 && to - from > MARKER {
            look.mark(svg, middle, y, MARKER * 0.8);
        }
    }
}

/// The row and the left end of each entry of the legend.
fn legend_places(chart: &Chart) -> Vec<(usize, f64)> {
    let left = 2.0 * TEXT;
    let (mut row, mut x) = (0, left);
    let mut places = Vec::new();
    for series in &chart.series {
        let room = SAMPLE + 8.0 + width(&series.name);
        if x > left && x + room > chart.size.0 - 10.0 {
            (row, x) = (row + 1, left);
        }
        places.push((row, x));
        x += room + 18.0;
    }
    places
}

fn draw_legend(chart: &Chart, places: &[(usize, f64)], svg: &mut Svg) {
    for (index, (series, &(row, x))) in chart.series.iter().zip(places).enumerate() {
        let look = Look(series.look.unwrap_or(index));
        let y = LINE * 1.9 + row as f64 * LINE;
        look.open(svg);
        if series.shape != Shape::Points {
            let mut attributes = vec![("stroke-width", "2")];
            if !look.dash().is_empty() {
                attributes.push(("stroke-dasharray", look.dash()));
            }
            svg.line((x, y - 4.0), (x + SAMPLE, y - 4.0), &attributes);
        }
        look.mark(svg, x + SAMPLE / 2.0, y - 4.0, MARKER);
        svg.close();
        let name = shorten(&series.name, chart.size.0 - x - SAMPLE - 16.0);
        svg.text((x + SAMPLE + 8.0, y), Anchor::Start, &name, &[]);
    }
}

fn path(places: impl Iterator<Item = (f64, f64)>) -> String {
    let corners: Vec<String> = places.map(|(x, y)| format!("{} {}", number(x), number(y))).collect();
    format!("M{}", corners.join("L"))
}

/// A text that fits, with an ellipsis where something is missing.
pub(super) fn shorten(text: &str, room: f64) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let mut short = String::new();
    for character in text.chars() {
        short.push(character);
        if width(&short) + TEXT > room {
            short.pop();
            break;
        }
    }
    short + "\u{2026}"
}
