//! Charts as SVG text and tables as text, Markdown, HTML and CSV: for reports, experiments, learning curves and pages.
//!
//! A [`Chart`] has two [axes](Axis) and [series](Series) of [points](Point), drawn as lines, bars or bare points, with error
//! bands or error bars; a [`RatingChart`] shows one number with its interval per name. Drawings need nothing around them: no
//! script, no font, no style sheet. They can be read in black and white (dash and marker differ as well as colour), on
//! light and dark pages (see [`STYLE`]), and by a screen reader (a title and a description that tells the numbers).
//!
//! ```
//! use agon_plot::{Axis, Chart, Point, Series};
//!
//! let points = [(10.0, 0.41), (100.0, 0.55), (1000.0, 0.72)];
//! let points = points.map(|(x, y)| Point::new(x, y).within(y - 0.05, y + 0.05));
//! let chart = Chart::new("Score against playouts")
//!     .x(Axis::new("playouts per move").logarithmic())
//!     .y(Axis::new("score").from_to(0.0, 1.0))
//!     .with(Series::line("uct", points).band());
//! assert!(chart.svg().starts_with("<svg"));
//! ```

mod chart;
mod draw;
mod histogram;
mod ladder;
pub mod lines;
pub mod markup;
mod scale;
mod style;
mod svg;
pub mod table;

pub use chart::{Axis, Chart, Point, Series};
pub use histogram::histogram;
pub use ladder::{RatingChart, Rung};
pub use scale::Scale;
pub use style::STYLE;
