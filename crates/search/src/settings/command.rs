//! A command line cut into words, as a shell does it but without one: nothing is expanded, and nothing can be injected.

/// The words of a command line: separated by space, with `'…'` taken literally, `"…"` and `\` as usual. Nothing if a
/// quotation mark is not closed or a backslash ends the text.
pub fn words(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            c if c.is_whitespace() => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match rest.next()? {
                        '\'' => break,
                        other => word.push(other),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match rest.next()? {
                        '"' => break,
                        '\\' => word.push(rest.next()?),
                        other => word.push(other),
                    }
                }
            }
            '\\' => word.get_or_insert_default().push(rest.next()?),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_are_cut_as_a_shell_cuts_them() {
        let cut = |text: &str| words(text).unwrap();
        assert_eq!(cut("  gnugo --mode gtp "), ["gnugo", "--mode", "gtp"]);
        assert_eq!(cut(r#"a 'b c' "d \" e" f\ g '' h'i'j"#), ["a", "b c", "d \" e", "f g", "", "hij"]);
        assert_eq!(cut("$HOME *"), ["$HOME", "*"]);
        assert!(cut(" ").is_empty());
        assert_eq!([words("'a"), words("\"a"), words("a\\")], [None, None, None]);
    }
}
