//! Signs on buttons, each with its word beside it.

use maud::{Markup, html};

/// The sign of this name, drawn in a square of 24 units.
pub(crate) fn of(name: &str) -> Markup {
    let found = SIGNS.iter().find(|(known, _)| *known == name);
    html! {
        @if let Some((_, path)) = found {
            svg.icon viewBox="0 0 24 24" aria-hidden="true" focusable="false" { path d=(path) {} }
        }
    }
}

const SIGNS: [(&str, &str); 13] = [
    ("back", "M15 5l-8 7l8 7"),
    ("forward", "M9 5l8 7l-8 7"),
    ("undo", "M9 5L4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3"),
    ("redo", "M15 5l5 5l-5 5M20 10H10a6 6 0 0 0 0 12h3"),
    (
        "hint",
        "M9.5 18h5M10.5 21.5h3M12 2.5a6.5 6.5 0 0 0-3.6 11.9c.7.6 1.1 1.3 1.1 2.1h5c0-.8.4-1.5 1.1-2.1A6.5 6.5 0 0 0 12 2.5z",
    ),
    ("draw", "M4 9h16M4 15h16"),
    ("resign", "M6 21.5v-19h12l-3 4.5l3 4.5H6"),
    ("turn", "M4 9a8.5 8.5 0 0 1 15-2.5M20 2.5v4.5h-4.5M20 15a8.5 8.5 0 0 1-15 2.5M4 21.5V17h4.5"),
    ("smaller", "M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13zM15.5 15.5l5.5 5.5M7.5 10.5h6"),
    ("larger", "M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13zM15.5 15.5l5.5 5.5M7.5 10.5h6M10.5 7.5v6"),
    ("first", "M18 5l-8 7l8 7M6 5v14"),
    ("last", "M6 5l8 7l-8 7M18 5v14"),
    ("settings", "M4 7h10M18 7h2M4 17h2M10 17h10M16 4.5v5M8 14.5v5"),
];
