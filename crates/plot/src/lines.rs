//! Text in lines that fit.

/// A text broken into lines of at most `width` characters, as far as its words allow. Space at its beginning stays.
pub fn wrapped(text: &str, indent: usize, width: usize) -> String {
    // On a narrow terminal an indentation must leave room for words.
    let indent = indent.min(width / 2);
    let rest = text.trim_start();
    let mut lines = text[..text.len() - rest.len()].to_owned();
    let (mut column, mut is_first) = (lines.chars().count(), true);
    for word in rest.split(' ') {
        let length = word.chars().count();
        if !is_first && column + 1 + length > width && !word.is_empty() {
            lines.truncate(lines.trim_end().len());
            lines.push('\n');
            lines.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else if !is_first {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(word);
        (column, is_first) = (column + length, false);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words_and_indented() {
        assert_eq!(wrapped("one two three", 2, 8), "one two\n  three");
        assert_eq!(wrapped("  one two three", 4, 9), "  one two\n    three");
        assert_eq!(wrapped("id     a summary of it", 7, 16), "id     a summary\n       of it");
        assert_eq!(wrapped("unbreakable words", 0, 5), "unbreakable\nwords");
        assert_eq!(wrapped("", 3, 20), "");
    }
}
