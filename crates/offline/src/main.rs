//! The app inside a browser, built by `cargo xtask wasm`: a program that reads one request, answers it and ends.
//!
//! It is made of the very router that the server runs, so that pages, rules and levels are the same. Requests and answers are
//! JSON on the standard streams; a service worker writes the ones and reads the others (`crates/server/assets/sw.js`). A program
//! of this shape needs no exported functions, and hence no unsafe code, and any host of WebAssembly programs can run it.
//!
//! `playouts GAME SECONDS` instead measures random games, for comparison with `agon bench playouts`.

use std::process::ExitCode;

use agon_agents::Catalogue;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let result = match words[..] {
        [] => answer(),
        ["playouts", game, seconds] => playouts(game, seconds),
        _ => Err(format!("'{}' is not 'playouts GAME SECONDS'", words.join(" "))),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("agon: {error}");
            ExitCode::from(2)
        }
    }
}

#[cfg(target_family = "wasm")]
fn answer() -> Result<(), String> {
    use std::io::{Read, Write};

    let mut asked = Vec::new();
    std::io::stdin().read_to_end(&mut asked).map_err(|error| error.to_string())?;
    let answered = agon_server::answer(Catalogue::shipped(), &asked).map_err(|error| error.to_string())?;
    std::io::stdout().write_all(answered.as_bytes()).map_err(|error| error.to_string())
}

/// Elsewhere a server answers.
#[cfg(not(target_family = "wasm"))]
fn answer() -> Result<(), String> {
    Err("this program runs inside a browser; 'cargo xtask wasm' builds it".to_owned())
}

/// Prints random games per second.
fn playouts(game: &str, seconds: &str) -> Result<(), String> {
    let rules = Catalogue::shipped().find(game).map_err(|error| error.to_string())?;
    let seconds = seconds.parse().map_err(|_| format!("'{seconds}' is not a number of seconds"))?;
    let mut random = agon_core::Random::new(1);
    let (tally, time) = agon_core::playout::measure(rules.as_ref(), rules.limits(), &mut random, seconds);
    println!("{}", tally.games as f64 / time.as_secs_f64());
    Ok(())
}
