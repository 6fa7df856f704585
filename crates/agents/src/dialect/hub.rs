//! Lines, moves and positions of the Hub protocol for draughts, version 2, after Fabien Letouzey's description.

use agon_core::{Match, MoveError, Rules};

use super::gtp::colour;

/// The games that are played over the protocol, with the name of the variant. The protocol names none of eight by eight squares;
/// pydraughts calls checkers english.
pub const GAMES: [(&str, &str); 3] =
    [("international-draughts", "normal"), ("checkers", "english"), ("checkers-casual", "english")];

/// The protocol's name of a game, if it is played over it.
pub fn variant(rules: &dyn Rules) -> Option<&'static str> {
    GAMES.iter().find(|(game, _)| rules.info().id == *game).map(|&(_, variant)| variant)
}

/// A line: a command, and what is said with it, as in `level depth=8` or `pos moves="32-28 19-23"`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// The first word.
    pub command: String,
    /// Names and values; a word without a value has an empty one.
    pub arguments: Vec<(String, String)>,
}

impl Message {
    /// Reads a line; nothing if there is no word in it.
    pub fn read(line: &str) -> Option<Message> {
        let (mut within, mut words) = (false, vec![String::new()]);
        for c in line.chars() {
            match c {
                '"' => within = !within,
                c if c.is_whitespace() && !within => words.push(String::new()),
                c => words.last_mut().expect("there is always one word").push(c),
            }
        }
        let mut words = words.into_iter().filter(|word| !word.is_empty());
        let command = words.next()?;
        let split = |word: String| match word.split_once('=') {
            Some((name, value)) => (name.to_owned(), value.to_owned()),
            None => (word, String::new()),
        };
        Some(Message { command, arguments: words.map(split).collect() })
    }

    /// What was said about a name.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.arguments.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// A value as a line holds it: between quotation marks where it has spaces or nothing in it.
pub fn quoted(value: &str) -> String {
    let plain = value.replace('"', "'");
    if plain.is_empty() || plain.contains(char::is_whitespace) { format!("\"{plain}\"") } else { plain }
}

/// The position: whose turn it is, and what stands on each square.
pub fn write_position(played: &dyn Match) -> String {
    let info = played.info();
    let side = if colour(info, played.to_move()) == "white" { 'W' } else { 'B' };
    let square = |cell: usize| {
        let piece = played.piece(cell)?;
        Some(info.pieces[usize::from(piece.kind)].letters[piece.owner?.index()])
    };
    let cells = played.rules().layout().cells.len();
    std::iter::once(side).chain((0..cells).map(|cell| square(cell).unwrap_or('e'))).collect()
}

/// A position of the protocol as the game writes it: `W:W31,K32:B1,2`.
pub fn read_position(text: &str) -> String {
    let mut squares = text.chars();
    let side = squares.next().unwrap_or_default();
    let mut lists = [Vec::new(), Vec::new()];
    for (index, square) in squares.enumerate() {
        let king = if square.is_uppercase() { "K" } else { "" };
        match square.to_ascii_lowercase() {
            'w' => lists[0].push(format!("{king}{}", index + 1)),
            'b' => lists[1].push(format!("{king}{}", index + 1)),
            _ => {}
        }
    }
    format!("{side}:W{}:B{}", lists[0].join(","), lists[1].join(","))
}

/// A legal move: where it begins and ends, and all that it takes.
pub fn write_move(played: &dyn Match, index: usize) -> String {
    let trace = played.move_trace(index);
    let mut captured = trace.captured;
    captured.sort_unstable();
    let separator = if captured.is_empty() { "-" } else { "x" };
    let ends = [trace.path[0], trace.path[trace.path.len() - 1]];
    let squares: Vec<String> = ends.into_iter().chain(captured).map(|cell| (cell + 1).to_string()).collect();
    squares.join(separator)
}

/// The legal move that a text means. What is taken may be told in any order, or not at all where the ends say it.
pub fn find_move(played: &dyn Match, text: &str) -> Result<usize, MoveError> {
    let squares: Option<Vec<usize>> =
        text.split(['-', 'x']).map(|square| square.trim().parse().ok()).collect();
    let named = squares.filter(|squares| squares.len() > 2).and_then(|mut squares| {
        squares[2..].sort_unstable();
        let text = squares.iter().map(ToString::to_string).collect::<Vec<_>>().join("x");
        (0..played.move_count()).find(|&index| write_move(played, index) == text)
    });
    named.map_or_else(|| played.find_move(text), Ok)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(game: &str, position: Option<&str>) -> Box<dyn Match> {
        agon_games::find(game).unwrap().start(position).unwrap()
    }

    #[test]
    fn lines_are_read_with_their_quotation_marks() {
        let message = Message::read(r#"pos pos=Wbe  moves="32-28 19-23" analyze "#).unwrap();
        assert_eq!(message.command, "pos");
        assert_eq!(message.value("moves"), Some("32-28 19-23"));
        assert_eq!(message.value("analyze"), Some(""));
        assert_eq!(message.value("time"), None);
        assert_eq!(Message::read("  "), None);
        assert_eq!([quoted("a"), quoted("a b"), quoted("")], ["a", "\"a b\"", "\"\""]);
    }

    #[test]
    fn positions_go_there_and_back() {
        let initial = start("international-draughts", None);
        let text = write_position(initial.as_ref());
        assert_eq!(text, format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20)));
        assert_eq!(write_position(start("checkers", None).as_ref()).chars().next(), Some('B'));
        for (game, position) in [
            ("international-draughts", "B:W28,K33:BK5,19"),
            ("checkers", "W:W21,K30:B1,K2"),
            ("checkers", "B:W21,22:B1"),
        ] {
            let played = start(game, Some(position));
            let there = write_position(played.as_ref());
            let back = start(game, Some(&read_position(&there)));
            assert_eq!(write_position(back.as_ref()), there, "{position}");
        }
    }

    #[test]
    fn captures_name_what_they_take() {
        // The man on 48 takes three men and ends on 21; the middle ones stand in no order.
        let played = start("international-draughts", Some("W:W48:B42,32,22,9"));
        let texts: Vec<String> =
            (0..played.move_count()).map(|index| write_move(played.as_ref(), index)).collect();
        assert_eq!(texts.len(), 1, "{texts:?}");
        let squares: Vec<&str> = texts[0].split('x').collect();
        assert_eq!(squares.len(), 2 + 3, "{texts:?}");
        let shuffled = [squares[0], squares[1], squares[4], squares[2], squares[3]].join("x");
        for text in [&texts[0], &shuffled, &squares[..2].join("x")] {
            assert_eq!(find_move(played.as_ref(), text), Ok(0), "{text}");
        }
        assert!(find_move(played.as_ref(), "48x21x1x2x3").is_err());
        let quiet = start("international-draughts", None);
        let index = quiet.find_move("32-28").unwrap();
        assert_eq!(write_move(quiet.as_ref(), index), "32-28");
        assert_eq!(find_move(quiet.as_ref(), "32-28"), Ok(index));
    }
}
