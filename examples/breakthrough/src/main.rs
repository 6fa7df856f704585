//! Everything that Agon does, with one game more.

use agon::Catalogue;
use breakthrough::Breakthrough;

fn main() -> std::process::ExitCode {
    agon::run(&Catalogue::shipped().with_all::<Breakthrough>())
}
