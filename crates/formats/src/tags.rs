//! What PGN and PDN share: tag pairs, then moves with numbers, comments, variations and annotations.

use agon_core::{Outcome, Player};

use super::draft::{Draft, Made, Told, Walk};
use super::{FormatError, Header, Problem};

/// A game as it was found: its tags and the words of its main line.
#[derive(Debug, Default)]
pub(super) struct Tagged {
    pub(super) tags: Vec<(String, String)>,
    /// Moves and the word for the result, without move numbers and annotations.
    pub(super) words: Vec<Told>,
}

impl Tagged {
    /// The value of a tag, or nothing; `?` means nothing too.
    pub(super) fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty() && *value != "?")
    }

    /// The game as told by its tags and words; `players` are the tags that may name each player.
    pub(super) fn draft(&self, players: [&[&str]; 2], results: &Results) -> Draft {
        let owned = |value: Option<&str>| value.unwrap_or_default().to_owned();
        let mut draft = Draft {
            header: Header {
                event: owned(self.tag("Event")),
                date: read_date(self.tag("Date")),
                round: owned(self.tag("Round")),
                players: players.map(|names| owned(names.iter().find_map(|name| self.tag(name)))),
            },
            // Draughts programs end the position with a full stop.
            position: self.tag("FEN").map(|fen| fen.trim_end_matches('.').to_owned()),
            ..Draft::default()
        };
        let result = |word: &str| results.iter().find(|(known, _)| *known == word);
        draft.outcome = self.tag("Result").and_then(result).and_then(|(_, outcome)| *outcome);
        draft.too_late = self.tag("Termination").is_some_and(is_time);
        for word in &self.words {
            match result(&word.text) {
                Some((_, outcome)) => draft.outcome = outcome.or(draft.outcome),
                None => draft.moves.push(Made { told: word.clone(), by: None }),
            }
        }
        draft
    }
}

/// The words that end a game, and what they say; the first of several is the one that is written.
pub(super) type Results = [(&'static str, Option<Outcome>)];

/// The tag in which we say what other programs have no word for: the spec of a game with parameters.
pub(super) const SPEC: &str = "Agon";

/// Writes the spec of a game, unless the other tags say as much as `told`.
pub(super) fn write_spec(out: &mut String, walk: &Walk<'_>, told: &str) {
    if walk.rules.spec() != told {
        write_tag(out, SPEC, walk.rules.spec());
    }
}

/// The games of a text.
pub(super) fn parse(text: &str, results: &Results) -> Result<Vec<Tagged>, FormatError> {
    let mut games = vec![Tagged::default()];
    let mut over = false;
    let text = text.trim_start_matches('\u{feff}');
    let mut rest = text;
    let (mut line, mut counted) = (1, 0);
    loop {
        rest = rest.trim_start();
        let at = text.len() - rest.len();
        line += text[counted..at].matches('\n').count();
        counted = at;
        let fail = |problem: Problem| FormatError::Syntax { line, problem };
        let Some(first) = rest.chars().next() else { break };
        match first {
            '[' => {
                let (tag, after) = tag(rest).ok_or_else(|| fail(Problem::Tag))?;
                if over || !games.last().is_none_or(|game| game.words.is_empty()) {
                    games.push(Tagged::default());
                    over = false;
                }
                if let Some(game) = games.last_mut() {
                    game.tags.push(tag);
                }
                rest = after;
            }
            '{' => {
                let end = rest.find('}').ok_or_else(|| fail(Problem::OpenComment))?;
                rest = &rest[end + 1..];
            }
            ';' => rest = next_line(rest),
            '%' if at == 0 || text[..at].ends_with('\n') => rest = next_line(rest),
            '(' => {
                rest = skip_variation(rest).ok_or_else(|| fail(Problem::OpenVariation))?;
            }
            ')' | ']' | '}' => return Err(fail(Problem::ClosesNothing(first))),
            _ => {
                let end =
                    rest.find(|c: char| c.is_whitespace() || "{}()[];".contains(c)).unwrap_or(rest.len());
                let word = clean(&rest[..end]);
                rest = &rest[end..];
                if word.is_empty() {
                    continue;
                }
                if over {
                    games.push(Tagged::default());
                }
                over = results.iter().any(|(known, _)| *known == word);
                if let Some(game) = games.last_mut() {
                    game.words.push(Told { text: word.to_owned(), line });
                }
            }
        }
    }
    games.retain(|game| !game.tags.is_empty() || !game.words.is_empty());
    Ok(games)
}

/// What follows the line that a text begins with.
fn next_line(text: &str) -> &str {
    text.find('\n').map_or("", |end| &text[end..])
}

/// Judgements of a position and other signs that stand between moves, as words of their own.
const JUDGEMENTS: [&str; 24] = [
    "e.p.", "ep", "ch", "mate", "+/=", "=/+", "+=", "=+", "+/-", "-/+", "+-", "-+", "+/−", "−/+", "+−", "−+",
    "=", "±", "∓", "⩲", "⩱", "∞", "N", "D",
];

/// A word without its move number and annotations; empty if nothing else was there.
pub(super) fn clean(word: &str) -> &str {
    if JUDGEMENTS.contains(&word) {
        return "";
    }
    let number = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
    // `12.`, `12...`, `12.e4`, and a lone `12` that a careless hand wrote.
    let word = match &word[number..] {
        "" if number <= 3 => "",
        rest if rest.starts_with(['.', '…']) => rest.trim_start_matches(['.', '…']),
        _ => word,
    };
    // A sign may stand right behind the move: `e4$1`, `Nf3!?`, `Rd1⩲`.
    let word = word.split('$').next().unwrap_or_default();
    word.trim_end_matches(['!', '?', '‼', '⁇', '⁉', '□', '±', '∓', '⩲', '⩱', '∞', '⟳'])
}

/// Reads `[Name "Value"]`.
fn tag(text: &str) -> Option<((String, String), &str)> {
    let inner = text.strip_prefix('[')?.trim_start();
    let end = inner.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
    let (name, rest) = inner.split_at(end);
    let quoted = rest.trim_start().strip_prefix('"')?;
    let mut value = String::new();
    let mut characters = quoted.char_indices();
    loop {
        match characters.next()? {
            (_, '\\') => value.push(characters.next()?.1),
            (at, '"') => match quoted[at + 1..].trim_start_matches([' ', '\t']).strip_prefix(']') {
                Some(after) => return (!name.is_empty()).then(|| ((name.to_owned(), value), after)),
                // Nicknames are often quoted without a backslash.
                None => value.push('"'),
            },
            (_, '\n') => return None,
            (_, character) => value.push(character),
        }
    }
}

/// What follows a variation, which may hold comments and further variations.
fn skip_variation(text: &str) -> Option<&str> {
    let mut depth = 0_usize;
    // What ends the comment that one is in.
    let mut comment = None;
    for (at, character) in text.char_indices() {
        match character {
            _ if comment.is_some() => comment = comment.filter(|&end| end != character),
            '{' => comment = Some('}'),
            ';' => comment = Some('\n'),
            '(' => depth += 1,
            ')' => {
                depth -= 1;
                if depth == 0 {
                    return Some(&text[at + 1..]);
                }
            }
            _ => {}
        }
    }
    None
}

/// Writes `[Name "Value"]`.
pub(super) fn write_tag(out: &mut String, name: &str, value: &str) {
    let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    *out += &format!("[{name} \"{}\"]\n", value.replace('\\', "\\\\").replace('"', "\\\""));
}

/// How the tag `Termination` says that somebody's time was over.
const TIME: &str = "time forfeit";

/// Whether it says so in these or in other words, as in "Ada won on time".
fn is_time(how: &str) -> bool {
    how.eq_ignore_ascii_case(TIME) || how.to_ascii_lowercase().ends_with("won on time")
}

/// Writes how a game ended where its result does not tell.
pub(super) fn write_termination(out: &mut String, walk: &Walk<'_>) {
    if walk.too_late {
        write_tag(out, "Termination", TIME);
    }
}

/// A value, or a question mark where nothing is known.
pub(super) fn known(value: &str) -> &str {
    if value.is_empty() { "?" } else { value }
}

/// A date the way of PGN; unknown parts are question marks.
pub(super) fn write_date(date: &str) -> String {
    if date.is_empty() { "????.??.??".to_owned() } else { date.replace('-', ".") }
}

/// A date our way; empty where it is unknown.
fn read_date(date: Option<&str>) -> String {
    date.filter(|date| !date.contains('?')).map(|date| date.replace('.', "-")).unwrap_or_default()
}

/// Appends the moves with their numbers and the result, in lines of at most 80 characters.
pub(super) fn write_moves(out: &mut String, walk: &Walk<'_>, spell: impl Fn(&str) -> String, result: &str) {
    let mut words = Vec::new();
    let mut number = walk.start.plies() / 2 + 1;
    for (index, ply) in walk.plies.iter().enumerate() {
        let text = spell(&ply.text);
        match ply.player {
            Player::First => words.push(format!("{number}. {text}")),
            Player::Second if index == 0 => words.push(format!("{number}... {text}")),
            Player::Second => words.push(text),
        }
        number += u32::from(ply.player == Player::Second);
    }
    words.push(result.to_owned());
    let mut width = 0;
    for word in words {
        if width > 0 && width + 1 + word.len() > 80 {
            out.push('\n');
            width = 0;
        }
        if width > 0 {
            out.push(' ');
            width += 1;
        }
        *out += &word;
        width += word.len();
    }
    out.push('\n');
}
