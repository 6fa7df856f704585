//! What can be asked about a game, by key, by button or in words.

/// A question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Describe the board.
    Describe,
    /// Where are my pieces?
    Pieces,
    /// Which moves are there, from a cell or at all?
    Moves,
    /// What changed since I moved?
    Changed,
    /// What was the last move?
    Last,
    /// Who is winning?
    Winning,
    /// What would a good player do?
    Hint,
    /// How much time is left?
    Clock,
}

impl Question {
    /// Every question, as they are offered.
    pub const ALL: [Question; 8] = [
        Question::Describe,
        Question::Pieces,
        Question::Moves,
        Question::Changed,
        Question::Last,
        Question::Winning,
        Question::Hint,
        Question::Clock,
    ];

    /// The name used in forms and in the keys of messages.
    pub const fn name(self) -> &'static str {
        match self {
            Question::Describe => "describe",
            Question::Pieces => "pieces",
            Question::Moves => "moves",
            Question::Changed => "changed",
            Question::Last => "last",
            Question::Winning => "winning",
            Question::Hint => "hint",
            Question::Clock => "clock",
        }
    }

    /// The question with this name.
    pub fn find(name: &str) -> Option<Question> {
        Question::ALL.into_iter().find(|question| question.name() == name)
    }
}

/// What can be typed besides moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// A question, about the cell of this name where one was named.
    Ask(Question, Option<String>),
    /// Take a move back.
    Undo,
    /// Play it again.
    Redo,
    /// Give up.
    Resign,
    /// Offer a draw, or agree to one.
    Draw,
    /// Decline a draw.
    Decline,
    /// Stop the clock, or let it go on.
    Pause,
    /// Comment on moves, or stop doing so.
    Comments,
    /// Allow taking back, or forbid it.
    Takeback,
    /// Say what can be typed.
    Help,
}

impl Command {
    /// Reads a command, in any of the languages: nobody should have to guess which one is on.
    pub fn read(text: &str) -> Option<Command> {
        let text = text.trim().to_lowercase();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((&text, ""));
        let about = Some(rest.trim()).filter(|rest| !rest.is_empty()).map(str::to_owned);
        let question = |question| Some(Command::Ask(question, None));
        match word {
            "describe" | "board" | "descrever" | "tabuleiro" => question(Question::Describe),
            "pieces" | "where" | "peças" | "pecas" | "onde" => question(Question::Pieces),
            "moves" | "from" | "lances" | "de" => Some(Command::Ask(Question::Moves, about)),
            "changed" | "changes" | "mudou" | "mudanças" | "mudancas" => question(Question::Changed),
            "last" | "último" | "ultimo" => question(Question::Last),
            "winning" | "who" | "score" | "ganhando" | "quem" => question(Question::Winning),
            "hint" | "dica" => question(Question::Hint),
            "clock" | "time" | "relógio" | "relogio" | "tempo" => question(Question::Clock),
            "undo" | "back" | "desfazer" => Some(Command::Undo),
            "redo" | "refazer" => Some(Command::Redo),
            "resign" | "desistir" => Some(Command::Resign),
            "draw" | "accept" | "empate" | "aceitar" => Some(Command::Draw),
            "decline" | "recusar" => Some(Command::Decline),
            "pause" | "pausa" => Some(Command::Pause),
            "comments" | "comentários" | "comentarios" => Some(Command::Comments),
            "takeback" | "volta" => Some(Command::Takeback),
            "help" | "?" | "ajuda" => Some(Command::Help),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_in_both_languages_and_moves_are_none() {
        assert_eq!(Command::read(" Hint "), Some(Command::Ask(Question::Hint, None)));
        assert_eq!(Command::read("moves E4"), Some(Command::Ask(Question::Moves, Some("e4".to_owned()))));
        assert_eq!(Command::read("desfazer"), Some(Command::Undo));
        assert_eq!(Command::read("e4"), None);
        assert_eq!(Command::read(""), None);
    }
}
