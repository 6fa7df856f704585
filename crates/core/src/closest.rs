//! What somebody may have meant who wrote a word that is not there.

/// The word that is most like another one, if it is like enough to have been meant.
pub fn closest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: Vec<char> = word.to_lowercase().chars().take(LONGEST).collect();
    let allowed = (word.len() / 3).max(1);
    let near = known.into_iter().map(|other| {
        let letters: Vec<char> = other.to_lowercase().chars().collect();
        // Whoever stops in the middle of a word has made no mistake so far.
        let is_begun = word.len() >= 3 && letters.starts_with(&word);
        (if is_begun { 0 } else { distance(&word, &letters) }, other)
    });
    near.filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, other)| other)
}

/// No name is longer; comparing takes time.
const LONGEST: usize = 64;

/// The question whether a known word was meant, to be put between two parts of a sentence; nothing if none is like it.
pub fn question<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    closest(word, known).map_or_else(String::new, |meant| format!("did you mean '{meant}'? "))
}

/// How many letters have to be put in, left out, replaced or swapped with their neighbours.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_recognised_and_other_words_are_not() {
        let known = ["othello", "chess", "checkers", "tic-tac-toe", "xiangqi"];
        for (word, meant) in [
            ("otello", Some("othello")),
            ("Ohtello", Some("othello")),
            ("ches", Some("chess")),
            ("check", Some("checkers")),
            ("tictactoe", Some("tic-tac-toe")),
            ("xianqgi", Some("xiangqi")),
            ("go", None),
            ("", None),
            ("backgammon", None),
        ] {
            assert_eq!(closest(word, known), meant, "{word}");
        }
        assert_eq!(question("ches", known), "did you mean 'chess'? ");
        assert_eq!(question("go", known), "");
        assert_eq!(closest(&"x".repeat(1_000_000), known), None);
    }
}
