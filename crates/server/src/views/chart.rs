//! Small drawings of values. What they show is always beside them as text or table, so they are hidden from screen readers.

use maud::{Markup, html};

/// A bar that is the first player's share: full for a certain win, empty for a certain loss.
pub(crate) fn bar(value: f32) -> Markup {
    let share = ((value.clamp(-1.0, 1.0) + 1.0) * 150.0).round();
    html! {
        svg.scale viewBox="0 0 300 20" preserveAspectRatio="none" aria-hidden="true" focusable="false" {
            rect.bar-second width="300" height="20" {}
            rect.bar-first width=(share) height="20" {}
            line.middle x1="150" y1="0" x2="150" y2="20" {}
        }
    }
}

const WIDTH: f32 = 600.0;
const HEIGHT: f32 = 160.0;

/// The values of a game from its first position to its last as the first player's share, with a dot at the position that is shown.
pub(crate) fn graph(values: &[f32], at: usize) -> Markup {
    let step = WIDTH / values.len().max(1) as f32;
    let place = |index: usize| {
        let x = ((index as f32 + 0.5) * step * 10.0).round() / 10.0;
        (x, ((1.0 - values[index].clamp(-1.0, 1.0)) * HEIGHT / 2.0).round())
    };
    let points: Vec<String> = (0..values.len())
        .map(|index| {
            let (x, y) = place(index);
            format!("{x},{y}")
        })
        .collect();
    let curve = points.join(" ");
    let (left, right) = (step / 2.0, WIDTH - step / 2.0);
    html! {
        svg.graph viewBox={ "-48 -8 " (WIDTH + 58.0) " " (HEIGHT + 16.0) } aria-hidden="true" focusable="false" {
            polygon.share points={ (left) "," (HEIGHT) " " (curve) " " (right) "," (HEIGHT) } {}
            line.zero x1="0" x2=(WIDTH) y1=(HEIGHT / 2.0) y2=(HEIGHT / 2.0) {}
            text x="-48" y="10" { "100 %" }
            text x="-40" y=(HEIGHT / 2.0 + 5.0) { "50 %" }
            text x="-32" y=(HEIGHT) { "0 %" }
            polyline.curve points=(curve) {}
            @if at < values.len() {
                @let (x, y) = place(at);
                line.now x1=(x) x2=(x) y1="0" y2=(HEIGHT) {}
                circle.here cx=(x) cy=(y) r="5" {}
            }
        }
    }
}
