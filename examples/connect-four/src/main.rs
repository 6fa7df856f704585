//! Everything that Agon does, with one game more.

use agon::Catalogue;
use connect_four::ConnectFour;

fn main() -> std::process::ExitCode {
    agon::run(&Catalogue::shipped().with(ConnectFour))
}
