//! `agon completions`.

use std::io::Write;

use anyhow::Result;
use clap_complete::{Shell, generate};

/// Print a script with which a shell completes the words of a command line.
///
/// For bash: agon completions bash > ~/.local/share/bash-completion/completions/agon. For zsh: agon completions zsh > _agon in a
/// folder of $fpath. For fish: agon completions fish > ~/.config/fish/completions/agon.fish.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The shell.
    shell: Shell,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<()> {
    let mut script = Vec::new();
    generate(args.shell, &mut crate::describe(), "agon", &mut script);
    // At once, so that nobody reading is no error within.
    out.write_all(&script)?;
    Ok(())
}
