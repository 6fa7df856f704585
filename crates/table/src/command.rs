//! What can be asked and done at a table besides moving, and the words for it.

use std::collections::HashMap;

use serde::Deserialize;

/// A question about a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Describe the board.
    Describe,
    /// Where are my pieces?
    Pieces,
    /// Which moves are there, from a cell or at all?
    Moves,
    /// Which moves take something?
    Captures,
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
    pub const ALL: [Question; 9] = [
        Question::Describe,
        Question::Pieces,
        Question::Moves,
        Question::Captures,
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
            Question::Captures => "captures",
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

/// A switch of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Switch {
    /// Whether moves may be taken back.
    Takeback,
    /// Whether moves are commented on.
    Comments,
    /// Whether the clock is stopped.
    Pause,
}

impl Switch {
    /// Every switch.
    pub const ALL: [Switch; 3] = [Switch::Takeback, Switch::Comments, Switch::Pause];

    /// The name used in forms and in the keys of messages.
    pub const fn name(self) -> &'static str {
        match self {
            Switch::Takeback => "takeback",
            Switch::Comments => "comments",
            Switch::Pause => "pause",
        }
    }
}

/// What can be typed besides moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// A question.
    Ask(Question),
    /// Turn a switch over.
    Switch(Switch),
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
    /// Say what can be typed.
    Help,
}

impl Command {
    /// Every command.
    pub fn all() -> impl Iterator<Item = Command> {
        let others =
            [Command::Undo, Command::Redo, Command::Resign, Command::Draw, Command::Decline, Command::Help];
        let asked = Question::ALL.into_iter().map(Command::Ask);
        asked.chain(Switch::ALL.into_iter().map(Command::Switch)).chain(others)
    }

    /// Every command with each of the words for it, which `listed` gives by its [name](Command::name), separated by commas.
    pub fn words(listed: impl Fn(&str) -> Option<String>) -> impl Iterator<Item = (String, Command)> {
        Command::all().flat_map(move |command| {
            let listed = listed(command.name()).unwrap_or_default();
            let words: Vec<String> = listed.split(',').map(|word| word.trim().to_owned()).collect();
            words.into_iter().filter(|word| !word.is_empty()).map(move |word| (word, command))
        })
    }

    /// The name by which languages list their words for it.
    pub const fn name(self) -> &'static str {
        match self {
            Command::Ask(question) => question.name(),
            Command::Switch(switch) => switch.name(),
            Command::Undo => "undo",
            Command::Redo => "redo",
            Command::Resign => "resign",
            Command::Draw => "draw",
            Command::Decline => "decline",
            Command::Help => "help",
        }
    }
}

/// The words that people may type for the commands.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary(HashMap<String, Command>);

impl Vocabulary {
    /// A vocabulary of these words, lower case or not.
    pub fn new(words: impl IntoIterator<Item = (String, Command)>) -> Vocabulary {
        Vocabulary(words.into_iter().map(|(word, command)| (word.to_lowercase(), command)).collect())
    }

    /// Reads a command, and what is said after its word: the cell that is asked about, for instance.
    pub fn read(&self, text: &str) -> Option<(Command, Option<String>)> {
        let text = text.trim().to_lowercase();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((&text, ""));
        let about = Some(rest.trim()).filter(|rest| !rest.is_empty()).map(str::to_owned);
        Some((*self.0.get(word)?, about))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_in_the_words_that_are_given() {
        let words = [
            ("hint", Command::Ask(Question::Hint)),
            ("Moves", Command::Ask(Question::Moves)),
            ("desfazer", Command::Undo),
        ];
        let vocabulary = Vocabulary::new(words.map(|(word, command)| (word.to_owned(), command)));
        assert_eq!(vocabulary.read(" Hint "), Some((Command::Ask(Question::Hint), None)));
        let about = Some("e4".to_owned());
        assert_eq!(vocabulary.read("moves E4"), Some((Command::Ask(Question::Moves), about)));
        assert_eq!(vocabulary.read("desfazer"), Some((Command::Undo, None)));
        assert_eq!(vocabulary.read("undo"), None);
        assert_eq!(vocabulary.read(""), None);
    }

    #[test]
    fn every_command_has_a_name_of_its_own() {
        let names: Vec<&str> = Command::all().map(Command::name).collect();
        let distinct: std::collections::HashSet<&&str> = names.iter().collect();
        assert_eq!((names.len(), distinct.len()), (18, 18));
        for question in Question::ALL {
            assert_eq!(Question::find(question.name()), Some(question));
        }
    }
}
