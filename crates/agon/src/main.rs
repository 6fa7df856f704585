//! The program `agon`, with the games that come with it.

use std::process::ExitCode;

use agon::Catalogue;

fn main() -> ExitCode {
    agon::run(&Catalogue::shipped())
}
