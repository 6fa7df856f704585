//! Writing SVG text.

use crate::markup::escape;

/// An SVG element being written. What it writes is always well-formed: names come from this crate, texts are escaped.
pub(super) struct Svg {
    out: String,
    open: Vec<&'static str>,
}

/// Where a text is held.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// The height of ordinary letters.
pub(super) const TEXT: f64 = 13.0;

impl Svg {
    /// Begins a drawing with what a screen reader says about it.
    pub(super) fn new(width: f64, height: f64, title: &str, description: &str) -> Svg {
        let mut svg = Svg { out: String::new(), open: Vec::new() };
        let (w, h) = (number(width), number(height));
        svg.open(
            "svg",
            &[
                ("xmlns", "http://www.w3.org/2000/svg"),
                ("class", "plot"),
                ("viewBox", &format!("0 0 {w} {h}")),
                ("width", &w),
                ("height", &h),
                ("role", "img"),
                ("aria-label", &format!("{title}. {description}")),
                ("font-family", "system-ui, sans-serif"),
                ("font-size", &number(TEXT)),
                ("fill", "none"),
            ],
        );
        svg.words("title", title);
        svg.words("desc", description);
        svg
    }

    pub(super) fn open(&mut self, name: &'static str, attributes: &[(&str, &str)]) {
        self.start(name, attributes);
        self.out += ">\n";
        self.open.push(name);
    }

    pub(super) fn close(&mut self) {
        let name = self.open.pop().expect("every element that is closed was opened");
        self.out += &format!("</{name}>\n");
    }

    pub(super) fn tag(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.start(name, attributes);
        self.out += "/>\n";
    }

    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), attributes: &[(&str, &str)]) {
        let ends = [from.0, from.1, to.0, to.1].map(number);
        let mut all = vec![("x1", &*ends[0]), ("y1", &*ends[1]), ("x2", &*ends[2]), ("y2", &*ends[3])];
        all.push(("stroke", "currentColor"));
        all.extend_from_slice(attributes);
        self.tag("line", &all);
    }

    pub(super) fn text(
        &mut self,
        (x, y): (f64, f64),
        anchor: Anchor,
        words: &str,
        attributes: &[(&str, &str)],
    ) {
        let (x, y) = (number(x), number(y));
        let mut all = vec![("x", &*x), ("y", &*y), ("fill", "currentColor")];
        match anchor {
            Anchor::Start => {}
            Anchor::Middle => all.push(("text-anchor", "middle")),
            Anchor::End => all.push(("text-anchor", "end")),
        }
        all.extend_from_slice(attributes);
        self.start("text", &all);
        self.out += &format!(">{}</text>\n", escape(words));
    }

    /// Closes what is open and gives the text.
    pub(super) fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.out
    }

    /// A raw style sheet, for drawings in files of their own.
    pub(super) fn style(&mut self, sheets: &[&str]) {
        self.out += "<style>\n";
        for sheet in sheets {
            self.out += sheet;
        }
        self.out += "</style>\n";
    }

    fn words(&mut self, name: &str, words: &str) {
        self.out += &format!("<{name}>{}</{name}>\n", escape(words));
    }

    fn start(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.out += &format!("<{name}");
        for (key, value) in attributes {
            self.out += &format!(" {key}=\"{}\"", escape(value));
        }
    }
}

/// A coordinate with no more digits than the eye can see.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// About how wide a text is; fonts differ, so generously.
pub(super) fn width(text: &str) -> f64 {
    text.chars().map(|c| if "ijl.,:;|!'()[] ".contains(c) { 0.36 } else { 0.6 }).sum::<f64>() * TEXT
}
