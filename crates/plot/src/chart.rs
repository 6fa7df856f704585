//! What a chart shows.

use crate::draw;
use crate::scale::{Scale, label};

/// A chart: two axes and what is drawn between them.
#[derive(Clone, Debug)]
pub struct Chart {
    pub(super) title: String,
    pub(super) description: Option<String>,
    pub(super) x: Axis,
    pub(super) y: Axis,
    pub(super) series: Vec<Series>,
    pub(super) size: (f64, f64),
}

/// An axis: its name, its scale and, if they matter, its ends.
#[derive(Clone, Debug, Default)]
pub struct Axis {
    pub(super) title: String,
    pub(super) scale: Scale,
    pub(super) ends: Option<(f64, f64)>,
    pub(super) categories: Vec<String>,
}

/// Points that belong together.
#[derive(Clone, Debug)]
pub struct Series {
    pub(super) name: String,
    pub(super) points: Vec<Point>,
    pub(super) shape: Shape,
    pub(super) spread: Spread,
    pub(super) look: Option<usize>,
}

/// A number at a place, with the interval it is known to lie in.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// Where.
    pub x: f64,
    /// How much.
    pub y: f64,
    /// The ends of its interval.
    pub interval: Option<(f64, f64)>,
}

/// How the points of a series are drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Shape {
    Line,
    Points,
    /// Bars of this width, in units of the x axis.
    Bars(f64),
}

/// How intervals are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Spread {
    Whiskers,
    Band,
}

impl Chart {
    /// An empty chart.
    pub fn new(title: impl Into<String>) -> Chart {
        Chart {
            title: title.into(),
            description: None,
            x: Axis::default(),
            y: Axis::default(),
            series: Vec::new(),
            size: (720.0, 420.0),
        }
    }

    /// The horizontal axis.
    pub fn x(mut self, axis: Axis) -> Chart {
        self.x = axis;
        self
    }

    /// The vertical axis.
    pub fn y(mut self, axis: Axis) -> Chart {
        self.y = axis;
        self
    }

    /// Adds a series. Those that do not ask for a look of their own get them in the order in which they are added.
    pub fn with(mut self, series: Series) -> Chart {
        self.series.push(series);
        self
    }

    /// What a screen reader says instead of the list of all points.
    pub fn describe(mut self, sentence: impl Into<String>) -> Chart {
        self.description = Some(sentence.into());
        self
    }

    /// Another size than the usual one.
    pub fn size(mut self, width: f64, height: f64) -> Chart {
        self.size = (width, height);
        self
    }

    /// Whether there is nothing to be seen.
    pub fn is_empty(&self) -> bool {
        self.series.iter().all(|series| self.visible(series).next().is_none())
    }

    /// The chart as an `<svg>` element, to be put into a page.
    pub fn svg(&self) -> String {
        draw::chart(self, false)
    }

    /// The chart as a file of its own, which follows the reader's light or dark scheme.
    pub fn file(&self) -> String {
        draw::chart(self, true)
    }

    /// The points of a series that have a place on the axes, in order.
    pub(super) fn visible<'a>(&'a self, series: &'a Series) -> impl Iterator<Item = &'a Point> {
        let fits = |point: &&Point| self.x.scale.holds(point.x) && self.y.scale.holds(point.y);
        series.points.iter().filter(fits)
    }

    /// The given description, or one that lists the points.
    pub(super) fn words(&self) -> String {
        if let Some(sentence) = &self.description {
            return sentence.clone();
        }
        let mut words = format!("{} against {}.", self.y.title, self.x.title);
        for series in &self.series {
            let points: Vec<String> = self.visible(series).map(|point| self.point_words(point)).collect();
            let points = if points.is_empty() { "no points".to_owned() } else { points.join("; ") };
            words += &format!(" {}: {points}.", series.name);
        }
        words
    }

    fn point_words(&self, point: &Point) -> String {
        let x = self.x.category(point.x).map_or_else(|| label(point.x), str::to_owned);
        let interval = point.interval.map(|(low, high)| format!(" ({} to {})", rounded(low), rounded(high)));
        format!("{x}: {}{}", rounded(point.y), interval.unwrap_or_default())
    }
}

/// A number to three digits behind the point, where it has any.
pub(super) fn rounded(value: f64) -> String {
    label((value * 1000.0).round() / 1000.0)
}

impl Axis {
    /// A linear axis with this name, as long as the numbers need it.
    pub fn new(title: impl Into<String>) -> Axis {
        Axis { title: title.into(), ..Axis::default() }
    }

    /// An axis of names instead of numbers: 0 is the first, 1 the second.
    pub fn categories(title: impl Into<String>, names: impl IntoIterator<Item = impl Into<String>>) -> Axis {
        Axis { categories: names.into_iter().map(Into::into).collect(), ..Axis::new(title) }
    }

    /// The same axis with a logarithmic scale.
    pub fn logarithmic(mut self) -> Axis {
        self.scale = Scale::Logarithmic;
        self
    }

    /// The same axis with these ends. Ends that make no axis are not used.
    pub fn from_to(mut self, low: f64, high: f64) -> Axis {
        self.ends = (self.scale.holds(low) && self.scale.holds(high) && low < high).then_some((low, high));
        self
    }

    pub(super) fn category(&self, value: f64) -> Option<&str> {
        if value < 0.0 || value.fract() != 0.0 {
            return None;
        }
        self.categories.get(value as usize).map(String::as_str)
    }
}

impl Series {
    /// Points joined by a line, with markers and error bars.
    pub fn line(name: impl Into<String>, points: impl IntoIterator<Item = Point>) -> Series {
        let points = points.into_iter().collect();
        Series { name: name.into(), points, shape: Shape::Line, spread: Spread::Whiskers, look: None }
    }

    /// Markers with error bars.
    pub fn points(name: impl Into<String>, points: impl IntoIterator<Item = Point>) -> Series {
        Series { shape: Shape::Points, ..Series::line(name, points) }
    }

    /// Bars from zero, `width` wide in units of the x axis; those of several series stand side by side.
    pub fn bars(name: impl Into<String>, width: f64, points: impl IntoIterator<Item = Point>) -> Series {
        Series { shape: Shape::Bars(width), ..Series::line(name, points) }
    }

    /// The same series with the look of this number, for one that appears in several charts.
    pub fn look(mut self, number: usize) -> Series {
        self.look = Some(number);
        self
    }

    /// The same series with its intervals drawn as a band.
    pub fn band(mut self) -> Series {
        self.spread = Spread::Band;
        self
    }
}

impl Point {
    /// A number at a place.
    pub fn new(x: f64, y: f64) -> Point {
        Point { x, y, interval: None }
    }

    /// The same number with its interval.
    pub fn within(mut self, low: f64, high: f64) -> Point {
        self.interval = (low <= high).then_some((low, high));
        self
    }
}
