//! Everything that Agon does, with one game more.

use agon::Catalogue;
use new_game::NewGame;

fn main() -> std::process::ExitCode {
    agon::run(&Catalogue::shipped().with(NewGame))
}
