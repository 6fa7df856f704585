//! A game of one's own is learned like any other.

use std::path::Path;
use std::process::Command;

#[test]
fn the_pipeline_learns_a_game_that_nobody_else_knows() {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("connect-four-learned");
    let _ = std::fs::remove_dir_all(&dir);
    let run = |args: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_connect-four"));
        let output = command.args(args.split_whitespace()).arg(&dir).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let told = run(
        "pipeline connect-four --tune-playouts 10 --population 2 --tune-games 2 --iterations 1 --playouts 20 --starts 4 \
         --openings 2 --repeats 1 --units 1 --copies 1 --epochs 10 --polish 1 --dir",
    );
    // A mirrored board is the same game.
    assert!(told.contains("examples in 2 images") && told.contains("test error"), "{told}");
    assert!(dir.join("cascade.safetensors").exists());
}
