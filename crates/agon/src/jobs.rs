//! The options that many commands share.

use std::ops::RangeInclusive;

use agon_core::spread::processors;

/// Reads a whole number in a range.
pub(crate) fn whole<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = text.trim().parse().ok().filter(|number| range.contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| format!("expected a whole number from {} to {}", range.start(), range.end()))
    }
}

/// How much is done at the same time.
#[derive(clap::Args, Clone, Copy, Default)]
pub(crate) struct Jobs {
    /// How many games, or threads, at the same time; as many as there are processors if left out.
    #[arg(long, value_name = "NUMBER", value_parser = whole::<u16>(1..=1024))]
    jobs: Option<u16>,
}

impl Jobs {
    /// What was said, if anything was.
    pub(crate) fn said(self) -> Option<usize> {
        self.jobs.map(usize::from)
    }

    /// What was said, or the number of processors.
    pub(crate) fn count(self) -> usize {
        self.said().unwrap_or_else(processors)
    }
}
