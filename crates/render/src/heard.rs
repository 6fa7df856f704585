//! Moves as people say them, understood: "knight c3", "delta 5", "c3 takes e5". All languages are understood at once.

use agon_core::{Match, MoveError};

use crate::spoken::{in_words, landing};
use crate::words::{Language, PHONETIC, Speech, Words};

/// The legal move that something means which was said in words; nothing if it is no such thing.
///
/// # Errors
/// If several legal moves fit.
pub fn hear(played: &dyn Match, text: &str) -> Option<Result<usize, MoveError>> {
    let said = Said::new(played, &tokens(text))?;
    let fitting: Vec<usize> = (0..played.move_count()).filter(|&index| said.fits(played, index)).collect();
    match fitting[..] {
        [] => None,
        [only] => Some(Ok(only)),
        _ => Some(Err(MoveError::Ambiguous {
            text: text.trim().chars().take(40).collect(),
            fitting: fitting.iter().map(|&index| played.move_text(index)).collect(),
        })),
    }
}

/// What was said, taken apart.
struct Said {
    /// The piece that moves.
    piece: Option<u8>,
    /// The places, in order.
    cells: Vec<usize>,
    /// What it becomes.
    becomes: Option<u8>,
    /// All of it, for what is said in fixed words.
    whole: String,
}

impl Said {
    fn new(played: &dyn Match, tokens: &[String]) -> Option<Said> {
        let layout = played.rules().layout();
        let mut said = Said { piece: None, cells: Vec::new(), becomes: None, whole: tokens.join(" ") };
        let fillers = fillers();
        for token in tokens {
            if let Some(cell) = layout.find(token) {
                said.cells.push(cell);
            } else if let Some(kind) = kind_of(played, token) {
                let place = if said.cells.is_empty() { &mut said.piece } else { &mut said.becomes };
                *place = Some(kind);
            } else if !fillers.contains(token) {
                // What is not understood may still be words that a move is always said in.
                said.cells.clear();
                break;
            }
        }
        (said.whole.chars().count() <= 200 && !tokens.is_empty()).then_some(said)
    }

    fn fits(&self, played: &dyn Match, index: usize) -> bool {
        if self.cells.is_empty() {
            let is_said = |language: Language| {
                tokens(&in_words(Words::speaking(language, Speech::Words), played, index)).join(" ")
                    == self.whole
            };
            return Language::ALL.into_iter().any(is_said);
        }
        let trace = played.move_trace(index);
        let (Some(&from), Some(to)) = (trace.path.first(), landing(played, &trace)) else { return false };
        let path = match self.cells[..] {
            [cell] => {
                cell == to
                    && (trace.path.len() < 3
                        || !trace.captured.contains(trace.path.last().unwrap_or(&to))
                        || trace.captured.contains(&to))
            }
            [first, last] => (first, last) == (from, to) && from != to || trace.path == self.cells,
            _ => trace.path == self.cells,
        };
        let mut after = played.fork();
        let is_kind = |wanted: Option<u8>, found: Option<agon_core::Piece>| {
            wanted.is_none_or(|wanted| found.is_some_and(|piece| piece.kind == wanted))
        };
        path && {
            after.play(index);
            let mover = played.piece(from).or_else(|| after.piece(to));
            is_kind(self.piece, mover) && is_kind(self.becomes, after.piece(to))
        }
    }
}

/// Words that say nothing about which move it is.
fn fillers() -> Vec<String> {
    Language::ALL
        .into_iter()
        .flat_map(|language| tokens(&Words::of(language).say("spoken-fillers")))
        .collect()
}

/// The kind of piece that a word names, in any language.
fn kind_of(played: &dyn Match, token: &str) -> Option<u8> {
    let info = played.info();
    (0..info.pieces.len() as u8).find(|&kind| {
        let name = &info.pieces[usize::from(kind)].name;
        let is_name = |name: &str| name.to_lowercase() == token;
        is_name(name)
            || Language::ALL
                .into_iter()
                .any(|language| is_name(&crate::tell::kind(Words::of(language), info, kind)))
    })
}

/// Words in lower case, with letters that were spelled put together with what follows: "delta 5" is "d5".
fn tokens(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let parts = lower.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    let mut tokens: Vec<String> = Vec::new();
    let mut letters = String::new();
    for part in parts {
        let spelled = PHONETIC.iter().position(|word| *word == part);
        let is_letter = part.len() == 1 && part.chars().all(|c| c.is_ascii_alphabetic());
        if let Some(letter) = spelled {
            letters.push(char::from(b'a' + letter as u8));
        } else if is_letter {
            letters += part;
        } else if !letters.is_empty() && part.chars().all(|c| c.is_ascii_digit()) {
            tokens.push(std::mem::take(&mut letters) + part);
        } else {
            if !letters.is_empty() {
                tokens.push(std::mem::take(&mut letters));
            }
            tokens.push(part.to_owned());
        }
    }
    if !letters.is_empty() {
        tokens.push(letters);
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(game: &str, position: Option<&str>, text: &str) -> Option<Result<String, usize>> {
        let played = agon_games::find(game).unwrap().start(position).unwrap();
        hear(played.as_ref(), text).map(|found| match found {
            Ok(index) => Ok(played.move_text(index)),
            Err(MoveError::Ambiguous { fitting, .. }) => Err(fitting.len()),
            Err(other) => panic!("{other}"),
        })
    }

    #[test]
    fn moves_are_understood_as_people_say_them() {
        assert_eq!(heard("chess", None, "knight c3"), Some(Ok("Nc3".to_owned())));
        assert_eq!(heard("chess", None, "Knight to charlie 3."), Some(Ok("Nc3".to_owned())));
        assert_eq!(heard("chess", None, "b1 c3"), Some(Ok("Nc3".to_owned())));
        assert_eq!(heard("chess", None, "cavalo c3"), Some(Ok("Nc3".to_owned())));
        assert_eq!(heard("chess", None, "bishop c4"), None);
        assert_eq!(heard("chess", None, "good morning"), None);
        let forks = Some("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        assert_eq!(heard("chess", forks, "castles short"), Some(Ok("O-O".to_owned())));
        assert_eq!(heard("chess", forks, "rook takes a8, check"), Some(Ok("Rxa8+".to_owned())));
        let two = Some("4k3/8/8/8/8/8/8/R3K2R w - - 0 1");
        assert_eq!(heard("chess", two, "rook a1 to d1"), Some(Ok("Rd1".to_owned())));
        let knights = Some("4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1");
        assert_eq!(heard("chess", knights, "knight d4"), Some(Err(2)));
        let promotes = Some("8/P6k/8/8/8/8/8/K7 w - - 0 1");
        assert_eq!(heard("chess", promotes, "pawn a8 becomes a queen"), Some(Ok("a8=Q".to_owned())));
        assert_eq!(heard("chess", promotes, "pawn a8"), Some(Err(4)));
        assert_eq!(heard("othello", None, "foxtrot 5"), heard("othello", None, "f 5"));
    }
}
