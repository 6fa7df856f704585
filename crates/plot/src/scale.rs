//! From numbers to places on the paper, and the numbers written beside an axis.

/// How numbers are spread along an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scale {
    /// Equal differences take equal room.
    #[default]
    Linear,
    /// Equal ratios take equal room; numbers that are not positive have no place.
    Logarithmic,
}

/// A scale with the numbers at its two ends and the places they take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    scale: Scale,
    pub(super) low: f64,
    pub(super) high: f64,
    from: f64,
    to: f64,
}

/// About how many numbers stand beside an axis.
const TICKS: f64 = 6.0;

impl Scale {
    /// Whether a number has a place.
    pub(super) fn holds(self, value: f64) -> bool {
        value.is_finite() && (self == Scale::Linear || value > 0.0)
    }

    /// The ends of an axis on which these numbers fit, widened to round ones.
    pub(super) fn ends(self, values: impl Iterator<Item = f64>) -> (f64, f64) {
        let fitting = values.filter(|&value| self.holds(value));
        let (low, high) = fitting
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        match self {
            _ if low > high => match self {
                Scale::Linear => (0.0, 1.0),
                Scale::Logarithmic => (1.0, 10.0),
            },
            Scale::Linear if low == high => {
                let reach = if low == 0.0 { 1.0 } else { low.abs() / 2.0 };
                (low - reach, high + reach)
            }
            Scale::Linear => {
                let step = round_step((high - low) / TICKS);
                ((low / step + 1e-9).floor() * step, (high / step - 1e-9).ceil() * step)
            }
            // A little air instead of whole decades: budgets seldom end at a power of ten.
            Scale::Logarithmic => {
                let ratio = (high / low).powf(0.04).max(1.15);
                (low / ratio, high * ratio)
            }
        }
    }

    /// The numbers to write beside an axis with these ends.
    pub(super) fn ticks(self, low: f64, high: f64) -> Vec<f64> {
        match self {
            Scale::Linear => {
                let step = round_step((high - low) / TICKS);
                let first = (low / step - 1e-9).ceil() as i64;
                let last = (high / step + 1e-9).floor() as i64;
                (first..=last).map(|index| index as f64 * step).collect()
            }
            Scale::Logarithmic => {
                let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
                let stride = ((last - first) as f64 / 8.0).ceil().max(1.0) as usize;
                let factors: &[f64] = if (high / low).log10() > 3.0 { &[1.0] } else { &[1.0, 2.0, 5.0] };
                let decades = (first..=last).step_by(stride);
                let all =
                    decades.flat_map(|decade| factors.iter().map(move |factor| factor * 10f64.powi(decade)));
                all.filter(|&value| value >= low * 0.999_999 && value <= high * 1.000_001).collect()
            }
        }
    }
}

/// The roundest step that is not smaller: 1, 2 or 5 times a power of ten.
fn round_step(least: f64) -> f64 {
    if least.is_nan() || least <= 0.0 || !least.is_finite() {
        return 1.0;
    }
    let power = 10f64.powf(least.log10().floor());
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= least * 0.999_999);
    factor.unwrap_or(10.0) * power
}

impl Span {
    pub(super) fn new(scale: Scale, (low, high): (f64, f64), (from, to): (f64, f64)) -> Span {
        Span { scale, low, high, from, to }
    }

    /// The place of a number; numbers beyond an end are put at the end.
    pub(super) fn place(&self, value: f64) -> f64 {
        let share = match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Logarithmic if value <= 0.0 => 0.0,
            Scale::Logarithmic => (value / self.low).ln() / (self.high / self.low).ln(),
        };
        self.from + share.clamp(0.0, 1.0) * (self.to - self.from)
    }

    pub(super) fn ticks(&self) -> Vec<f64> {
        self.scale.ticks(self.low, self.high)
    }
}

/// A number beside an axis, as short as it can be: `0.25`, `500`, `20k`, `3M`.
pub(super) fn label(value: f64) -> String {
    let size = value.abs();
    let (shown, unit) = match size {
        _ if size >= 1e15 || (size > 0.0 && size < 1e-4) => return format!("{value:.0e}"),
        _ if size >= 1e12 => (value / 1e12, "T"),
        _ if size >= 1e9 => (value / 1e9, "G"),
        _ if size >= 1e6 => (value / 1e6, "M"),
        _ if size >= 1e4 => (value / 1e3, "k"),
        _ => (value, ""),
    };
    let text = format!("{shown:.5}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let text = if text == "-0" { "0" } else { text };
    format!("{}{unit}", text.replace('-', "\u{2212}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linear_axes_end_at_round_numbers() {
        let ends = Scale::Linear.ends([0.13, 0.87].into_iter());
        assert_eq!((label(ends.0), label(ends.1)), ("0".to_owned(), "1".to_owned()));
        let labels: Vec<String> = Scale::Linear.ticks(ends.0, ends.1).into_iter().map(label).collect();
        assert_eq!(labels, ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
        assert_eq!(Scale::Linear.ends([3.0].into_iter()), (1.5, 4.5));
        assert_eq!(Scale::Linear.ends(std::iter::empty()), (0.0, 1.0));
    }

    #[test]
    fn logarithmic_axes_show_powers_and_their_parts() {
        let labels = |low, high| -> Vec<String> {
            Scale::Logarithmic.ticks(low, high).into_iter().map(label).collect()
        };
        assert_eq!(labels(9.0, 1100.0), ["10", "20", "50", "100", "200", "500", "1000"]);
        assert_eq!(labels(1.0, 1e5), ["1", "10", "100", "1000", "10k", "100k"]);
        assert_eq!(labels(1e-3, 1e13).len(), 9);
        assert!(!Scale::Logarithmic.holds(0.0) && !Scale::Logarithmic.holds(f64::NAN));
        let (low, high) = Scale::Logarithmic.ends([0.0, 10.0, 1000.0].into_iter());
        assert!(low > 5.0 && low < 10.0 && high > 1000.0, "{low} {high}");
    }

    #[test]
    fn places_are_proportional_and_never_outside() {
        let span = Span::new(Scale::Logarithmic, (1.0, 100.0), (0.0, 200.0));
        assert!((span.place(10.0) - 100.0).abs() < 1e-9);
        assert_eq!((span.place(-5.0), span.place(1e9)), (0.0, 200.0));
        let down = Span::new(Scale::Linear, (0.0, 1.0), (300.0, 100.0));
        assert_eq!(down.place(0.25), 250.0);
    }

    #[test]
    fn labels_are_short() {
        assert_eq!(
            [0.0, -0.5, 9999.0, 20_000.0, 3e6, 2.5e9, 1e-7].map(label),
            ["0", "\u{2212}0.5", "9999", "20k", "3M", "2.5G", "1e-7"]
        );
    }
}
