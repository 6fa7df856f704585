//! What a game gets once its rules are written: a board, notation, perft, playouts, the conformance suite.

use agon_core::erased::erase;
use agon_core::{Random, conformance};
use connect_four::ConnectFour;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = erase(ConnectFour, "connect-four".to_owned());
    let mut played = rules.start(None)?;
    for text in ["d", "d", "c", "e4", "c", "D"] {
        match played.find_move(text) {
            Ok(index) => played.play(index),
            Err(error) => println!("{error}"),
        }
    }
    print!("{}", agon_render::text::board(played.as_ref(), &rules.layout()));
    println!("{}", agon_render::speech::status(played.as_ref()));
    println!("position: {}", played.position());
    println!("perft 8: {}", rules.perft(None, 8)?);
    let tally = rules.tally(100_000, rules.limits(), &mut Random::new(1));
    println!(
        "100000 random games: {:.2} plies, first {}, draw {}, second {}",
        tally.mean_plies(),
        tally.first,
        tally.draws,
        tally.second
    );
    println!("{:?}", conformance::check(&ConnectFour)?);
    Ok(())
}
