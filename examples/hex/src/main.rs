//! Everything that Agon does, with one game more.

use agon::Catalogue;
use hex::Hex;

fn main() -> std::process::ExitCode {
    agon::run(&Catalogue::shipped().with_all::<Hex>())
}
