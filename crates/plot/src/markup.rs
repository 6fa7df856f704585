//! Escaping for HTML and SVG.

/// A text in which nothing is markup any more; safe between tags and inside quoted attributes. Characters that XML does
/// not allow at all are replaced.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            '\t' | '\n' => escaped.push(character),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            character if character.is_control() => escaped.push('\u{fffd}'),
            character => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn nothing_stays_markup() {
        assert_eq!(escape("a<b & \"c\"='d'>"), "a&lt;b &amp; &quot;c&quot;=&#39;d&#39;&gt;");
        assert_eq!(escape("\u{0}\u{1b}[1m\u{ffff}"), "\u{fffd}\u{fffd}[1m\u{fffd}");
    }
}
