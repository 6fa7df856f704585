//! Reading and writing boards as rows of letters, the form that most communities use.

use agon_core::{GameInfo, Player, PositionError};

/// A reader of position texts: splits off fields and makes the errors.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    /// The id of the game, for messages.
    pub game: &'a str,
    /// The whole text, for messages.
    pub text: &'a str,
}

impl<'a> Reader<'a> {
    /// A reader of `text` as a position of `game`.
    pub fn new(game: &'a str, text: &'a str) -> Reader<'a> {
        Reader { game, text }
    }

    /// An error about this text.
    pub fn error<T>(&self, problem: impl Into<String>) -> Result<T, PositionError> {
        Err(PositionError::new(self.game, self.text, problem))
    }

    /// The fields of the text, separated by white space; at least `least` and at most `most` of them.
    pub fn fields(&self, least: usize, most: usize, form: &str) -> Result<Vec<&'a str>, PositionError> {
        let fields: Vec<&str> = self.text.split_whitespace().collect();
        if (least..=most).contains(&fields.len()) {
            Ok(fields)
        } else {
            self.error(format!("expected '{form}', found {} fields", fields.len()))
        }
    }

    /// A board of rows from top to bottom separated by `/`, each row letters and numbers of empty cells.
    /// Calls `put(row, column, letter)` for every letter, row 0 being the top one.
    pub fn rows(
        &self,
        board: &str,
        rows: usize,
        columns: usize,
        mut put: impl FnMut(usize, usize, char) -> bool,
    ) -> Result<(), PositionError> {
        let parts: Vec<&str> = board.split('/').collect();
        if parts.len() != rows {
            return self.error(format!("expected {rows} rows separated by '/', found {}", parts.len()));
        }
        for (row, part) in parts.iter().enumerate() {
            let (mut column, mut run) = (0, 0);
            for letter in part.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    run = (run * 10 + digit as usize).min(columns + 1);
                    continue;
                }
                column += std::mem::take(&mut run);
                // What stands beyond the edge is counted, and the row refused for it.
                if column < columns && letter != '.' && !put(row, column, letter) {
                    return self.error(format!("'{letter}' is not a piece"));
                }
                column += 1;
            }
            column += run;
            if column != columns || part.is_empty() {
                let row: String = part.chars().take(40).collect();
                return self.error(format!("row '{row}' does not have {columns} cells"));
            }
        }
        Ok(())
    }

    /// The side to move, written as one of two letters.
    pub fn side(&self, field: &str, letters: [char; 2]) -> Result<Player, PositionError> {
        let mut chars = field.chars();
        let letter = chars.next().map(|letter| letter.to_ascii_lowercase());
        match (Player::BOTH.into_iter().find(|player| letter == Some(letters[player.index()])), chars.next())
        {
            (Some(player), None) => Ok(player),
            _ => {
                self.error(format!("the side to move is '{}' or '{}', not '{field}'", letters[0], letters[1]))
            }
        }
    }

    /// A number no larger than `most`.
    pub fn number(&self, field: &str, what: &str, most: u32) -> Result<u32, PositionError> {
        match field.parse() {
            Ok(number) if number <= most => Ok(number),
            _ => self.error(format!("{what} is a number from 0 to {most}, not '{field}'")),
        }
    }
}

/// Writes a board as rows from top to bottom: letters, and numbers for runs of empty cells.
/// `letter(row, column)` gives the letter of an occupied cell, row 0 being the top one.
pub fn write_rows(rows: usize, columns: usize, letter: impl Fn(usize, usize) -> Option<char>) -> String {
    let mut text = String::new();
    for row in 0..rows {
        if row > 0 {
            text.push('/');
        }
        let mut run = 0;
        for column in 0..columns {
            let Some(letter) = letter(row, column) else {
                run += 1;
                continue;
            };
            if run > 0 {
                text += &run.to_string();
                run = 0;
            }
            text.push(letter);
        }
        if run > 0 {
            text += &run.to_string();
        }
    }
    text
}

/// The letters of the side to move in a position text: those of the pieces, small.
pub fn side_letters(info: &GameInfo) -> [char; 2] {
    info.pieces[0].letters.map(|letter| letter.to_ascii_lowercase())
}
