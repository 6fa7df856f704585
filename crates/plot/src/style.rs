//! What tells series apart: colour, dash and marker, so that no reader depends on one of them.

use crate::svg::{Svg, number};

/// The rules that let drawings follow a page's light or dark scheme. Drawings carry the light colours as attributes and
/// are complete without them; a page that uses the drawings puts these into its style sheet.
pub const STYLE: &str = "\
.plot{max-width:100%;height:auto;color:inherit}
:root{--series-0:#0072b2;--series-1:#c2500a;--series-2:#00795a;--series-3:#a5478a;--series-4:#8a6d00;--series-5:#3b3bb3;--series-6:#555555}
@media (prefers-color-scheme:dark){:root{--series-0:#56b4e9;--series-1:#ff8c42;--series-2:#3ccf9f;--series-3:#e59bcb;--series-4:#f0c649;--series-5:#a3a3ff;--series-6:#bbbbbb}}
.plot .s0{color:var(--series-0)}.plot .s1{color:var(--series-1)}.plot .s2{color:var(--series-2)}.plot .s3{color:var(--series-3)}
.plot .s4{color:var(--series-4)}.plot .s5{color:var(--series-5)}.plot .s6{color:var(--series-6)}
";

/// What a drawing in a file of its own has besides: the reader's own paper and ink.
pub(super) const FILE_STYLE: &str = ":root{color-scheme:light dark}svg{color:CanvasText;background:Canvas}\n";

/// Colours that people with any colour vision can tell apart, dark enough for white paper.
const COLOURS: [&str; 7] = ["#0072b2", "#c2500a", "#00795a", "#a5478a", "#8a6d00", "#3b3bb3", "#555555"];

/// Line patterns; the first is solid. Their number has no factor in common with that of the colours or the markers,
/// so that many series pass before a combination comes again.
const DASHES: [&str; 5] = ["", "8 4", "2 4", "10 3 2 3", "5 3"];

#[derive(Clone, Copy)]
enum Marker {
    Circle,
    Square,
    Triangle,
    Diamond,
    Cross,
    TriangleDown,
}

const MARKERS: [Marker; 6] =
    [Marker::Circle, Marker::Square, Marker::Triangle, Marker::Diamond, Marker::Cross, Marker::TriangleDown];

/// The look of the series with this number.
#[derive(Clone, Copy)]
pub(super) struct Look(pub(super) usize);

impl Look {
    /// Opens the group that holds a series. Everything in it is drawn in `currentColor`, which is the colour of the series
    /// by attribute, or by class where a page has [`STYLE`].
    pub(super) fn open(self, svg: &mut Svg) {
        let index = self.0 % COLOURS.len();
        svg.open("g", &[("class", &format!("s{index}")), ("color", COLOURS[index])]);
    }

    pub(super) fn dash(self) -> &'static str {
        DASHES[self.0 % DASHES.len()]
    }

    /// Draws the marker of the series, about `size` across.
    pub(super) fn mark(self, svg: &mut Svg, x: f64, y: f64, size: f64) {
        let half = size / 2.0;
        let path = |points: &[(f64, f64)]| {
            let corners: Vec<String> = points
                .iter()
                .map(|(dx, dy)| format!("{} {}", number(x + dx * half), number(y + dy * half)))
                .collect();
            format!("M{}Z", corners.join("L"))
        };
        let filled = |svg: &mut Svg, d: String| svg.tag("path", &[("d", &d), ("fill", "currentColor")]);
        match MARKERS[self.0 % MARKERS.len()] {
            Marker::Circle => svg.tag(
                "circle",
                &[("cx", &number(x)), ("cy", &number(y)), ("r", &number(half)), ("fill", "currentColor")],
            ),
            Marker::Square => filled(svg, path(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)])),
            Marker::Triangle => filled(svg, path(&[(0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)])),
            Marker::Diamond => filled(svg, path(&[(0.0, -1.25), (1.1, 0.0), (0.0, 1.25), (-1.1, 0.0)])),
            Marker::TriangleDown => filled(svg, path(&[(0.0, 1.2), (1.1, -0.8), (-1.1, -0.8)])),
            Marker::Cross => {
                let (left, right) = (number(x - half), number(x + half));
                let (top, bottom) = (number(y - half), number(y + half));
                let d = format!("M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}");
                svg.tag("path", &[("d", &d), ("stroke", "currentColor"), ("stroke-width", "2.2")]);
            }
        }
    }
}
