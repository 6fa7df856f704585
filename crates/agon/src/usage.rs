//! What is answered to a command line that cannot be understood.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;

/// Prints the help that was asked for, or the one sentence of a usage error.
pub(crate) fn answer(error: &clap::Error, words: impl Iterator<Item = String>) -> ExitCode {
    let wants_help =
        !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    if wants_help {
        // Nobody reading is no error.
        let _ = write!(io::stdout(), "{}", error.render());
        return ExitCode::SUCCESS;
    }
    crate::fail(&sentence(&error.render().to_string(), &path(words)))
}

/// The first paragraph of what clap says, with its tips, and where there is help.
pub(crate) fn sentence(rendered: &str, path: &str) -> String {
    let mut paragraphs = rendered.split("\n\n");
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let first = plain(paragraphs.next().unwrap_or_default());
    let mut sentence = first.strip_prefix("error: ").unwrap_or(&first).to_owned();
    for tip in paragraphs.flat_map(str::lines).filter_map(|line| line.trim().strip_prefix("tip: ")) {
        sentence += &format!("; {}", plain(tip));
    }
    format!("{sentence}; see '{path} --help'")
}

/// The command that some words begin with: `agon bench playouts`, say.
fn path(words: impl Iterator<Item = String>) -> String {
    let (mut path, mut command) = ("agon".to_owned(), crate::describe());
    for word in words {
        let Some(inner) = command.find_subcommand(&word).cloned() else { break };
        path += &format!(" {}", inner.get_name());
        command = inner;
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_that_is_named_is_that_of_the_command() {
        let path = |words: &[&str]| path(words.iter().map(|&word| word.to_owned()));
        assert_eq!(path(&["bench", "playouts", "--seconds"]), "agon bench playouts");
        assert_eq!(path(&["perft", "chess"]), "agon perft");
        assert_eq!(path(&["--nonsense", "perft"]), "agon");
        assert_eq!(path(&[]), "agon");
    }

    #[test]
    fn tips_are_part_of_the_sentence() {
        let rendered = "error: unexpected argument '--dive' found\n\n  tip: a similar argument exists: '--divide'\n\n\
                        Usage: agon perft <GAME> <DEPTH>\n\nFor more information, try '--help'.\n";
        assert_eq!(
            sentence(rendered, "agon perft"),
            "unexpected argument '--dive' found; a similar argument exists: '--divide'; see 'agon perft --help'"
        );
    }
}
