//! A rating ladder: one dot with its interval per name.

use crate::chart::rounded;
use crate::draw::shorten;
use crate::scale::{Scale, Span, label};
use crate::style::{FILE_STYLE, Look, STYLE};
use crate::svg::{Anchor, Svg, TEXT, width};

const ROW: f64 = 24.0;
const WIDE: f64 = 720.0;
/// The most room that names take.
const NAMES: f64 = 300.0;

/// Names with a number and its interval each, from the top down in the order given.
#[derive(Clone, Debug)]
pub struct RatingChart {
    title: String,
    axis: String,
    rungs: Vec<Rung>,
    description: Option<String>,
}

/// One rung of a ladder.
#[derive(Clone, PartialEq, Debug)]
pub struct Rung {
    /// Who stands on it.
    pub name: String,
    /// How high.
    pub value: f64,
    /// The interval of the value.
    pub interval: Option<(f64, f64)>,
}

impl RatingChart {
    /// A ladder; `axis` says what the numbers are.
    pub fn new(
        title: impl Into<String>,
        axis: impl Into<String>,
        rungs: impl IntoIterator<Item = Rung>,
    ) -> RatingChart {
        let rungs = rungs.into_iter().filter(|rung| rung.value.is_finite()).collect();
        RatingChart { title: title.into(), axis: axis.into(), rungs, description: None }
    }

    /// What a screen reader says instead of the list of all rungs.
    pub fn describe(mut self, sentence: impl Into<String>) -> RatingChart {
        self.description = Some(sentence.into());
        self
    }

    /// The ladder as an `<svg>` element, to be put into a page.
    pub fn svg(&self) -> String {
        self.draw(false)
    }

    /// The ladder as a file of its own, which follows the reader's light or dark scheme.
    pub fn file(&self) -> String {
        self.draw(true)
    }

    fn words(&self) -> String {
        if let Some(sentence) = &self.description {
            return sentence.clone();
        }
        let mut words = format!("{}, from the top.", self.axis);
        for Rung { name, value, interval } in &self.rungs {
            words += &format!(" {name}: {}", rounded(*value));
            if let Some((low, high)) = interval {
                words += &format!(" ({} to {})", rounded(*low), rounded(*high));
            }
            words.push('.');
        }
        words
    }

    fn draw(&self, file: bool) -> String {
        let top = 40.0;
        let bottom = top + ROW * self.rungs.len().max(1) as f64;
        let mut svg = Svg::new(WIDE, bottom + 52.0, &self.title, &self.words());
        if file {
            svg.style(&[FILE_STYLE, STYLE]);
        }
        svg.text(
            (WIDE / 2.0, 20.0),
            Anchor::Middle,
            &self.title,
            &[("font-size", "16"), ("font-weight", "600")],
        );
        let names = self.rungs.iter().map(|rung| width(&rung.name)).fold(40.0, f64::max).min(NAMES);
        let (left, right) = (names + 24.0, WIDE - 24.0);
        let ends = self.rungs.iter().flat_map(|rung| {
            let (low, high) = rung.interval.unwrap_or((rung.value, rung.value));
            [low, high, rung.value]
        });
        let span = Span::new(Scale::Linear, Scale::Linear.ends(ends), (left, right));
        for tick in span.ticks() {
            let x = span.place(tick);
            svg.line((x, top), (x, bottom), &[("stroke-opacity", "0.18")]);
            svg.text((x, bottom + 19.0), Anchor::Middle, &label(tick), &[]);
        }
        svg.line((left, bottom), (right, bottom), &[]);
        svg.text((f64::midpoint(left, right), bottom + 42.0), Anchor::Middle, &self.axis, &[]);
        for (index, rung) in self.rungs.iter().enumerate() {
            let y = top + ROW * (index as f64 + 0.5);
            svg.text((names + 12.0, y + TEXT * 0.35), Anchor::End, &shorten(&rung.name, NAMES), &[]);
            Look(0).open(&mut svg);
            if let Some((low, high)) = rung.interval {
                let (low, high) = (span.place(low), span.place(high));
                svg.line((low, y), (high, y), &[("stroke-width", "2")]);
                for x in [low, high] {
                    svg.line((x, y - 5.0), (x, y + 5.0), &[("stroke-width", "2")]);
                }
            }
            Look(0).mark(&mut svg, span.place(rung.value), y, 9.0);
            svg.close();
        }
        svg.finish()
    }
}
