//! A game that comes as rules alone is played with random games, which suits Hex.

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;

use agon::Catalogue;
use agon_agents::{AgentSpec, Basis, Level, Playable};
use agon_core::{Outcome, Player};
use hex::Hex;

fn small() -> Arc<dyn Playable> {
    Catalogue::empty().with_all::<Hex>().find("hex:size=7").unwrap()
}

/// Plays a game and returns the winner.
fn winner(game: &dyn Playable, players: [&AgentSpec; 2]) -> Player {
    let mut agents = players.map(|spec| game.agent(spec).unwrap());
    let mut played = game.start(None).unwrap();
    while played.ending().is_none() {
        let agent = &mut agents[played.to_move().index()];
        let choice = agent.analyse(played.as_ref(), &mut |_| {}).choice.unwrap();
        played.play(choice);
    }
    match played.ending().unwrap().outcome {
        Outcome::Win(player) => player,
        Outcome::Draw => panic!("there are no draws in Hex"),
    }
}

#[test]
fn levels_and_hints_come_from_random_games() {
    let game = small();
    for rung in 1..=Level::TOP {
        let spec = Level::Rung(rung).spec(game.bare());
        assert_eq!(spec.algorithm().name, "uct", "level {rung}: {spec}");
    }
    assert_eq!(Basis::of(game.bare()).search(Basis::ADVICE).algorithm().name, "uct");
}

#[test]
fn the_sixth_level_beats_alpha_beta_that_costs_as_much() {
    let game = small();
    let level = Level::Rung(6).spec(game.bare());
    let Basis::Playouts { length, .. } = Basis::of(game.bare()) else { panic!("Hex has no evaluation") };
    // A ply of a random game costs less than a node of alpha-beta: these are rather too many.
    let nodes = level.limit().playouts.unwrap() as f64 * length / 4.0;
    let alphabeta: AgentSpec = format!("pvs:nodes={nodes:.0}").parse().unwrap();
    let mut won = 0;
    for seed in 0..10 {
        let level = level.seeded(seed);
        let side = Player::BOTH[seed as usize % 2];
        let players = if side == Player::First { [&level, &alphabeta] } else { [&alphabeta, &level] };
        won += u32::from(winner(game.as_ref(), players) == side);
    }
    println!("{level} won {won} of 10 games against {alphabeta}");
    assert!(won >= 8, "{level} won {won} of 10 games against {alphabeta}");
}

#[test]
fn whoever_plays_for_a_close_game_and_whoever_is_not_named_do_so_too() {
    let game = small();
    assert_eq!(Basis::of(game.bare()).player().algorithm().name, "uct");
    let mut played = game.start(None).unwrap();
    for text in ["d4", "c4"] {
        let index = played.find_move(text).unwrap();
        played.play(index);
    }
    for spec in ["fair:nodes=500,seed=3", "fair", "adaptive:nodes=500", "fair:depth=2"] {
        let found = game.agent(&spec.parse().unwrap()).unwrap().analyse(played.as_ref(), &mut |_| {});
        assert!(
            found.cost.playouts >= found.moves.len() as u64 && found.choice.is_some(),
            "{spec} costs {:?}",
            found.cost
        );
        // Alpha-beta without an evaluation holds all moves for equally good.
        let values: Vec<f32> = found.moves.iter().map(|assessed| assessed.value).collect();
        assert!(values.iter().any(|&value| (value - values[0]).abs() > 0.1), "{spec}: {values:?}");
    }
}

#[test]
fn who_answers_other_programs_suits_the_game() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_hex"))
        .args(["gtp", "hex:size=7"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    program.stdin.take().unwrap().write_all(b"genmove b\nquit\n").unwrap();
    let output = program.wait_with_output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    // Alpha-beta without an evaluation begins in a corner, since all moves are alike to it.
    let cell = told.lines().next().unwrap_or_default().trim_start_matches("= ").to_lowercase();
    let is_central = matches!(cell.as_bytes(), [b'c'..=b'e', b'3'..=b'5']);
    assert!(output.status.success() && is_central, "{told}");
}
