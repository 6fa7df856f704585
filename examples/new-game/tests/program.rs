//! The program with the new game plays it and finds it in order.

use std::process::Command;

fn printed(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_new-game")).args(args).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn it_keeps_its_promises_and_is_played() {
    let told = printed(&["check", "new-game"]);
    assert!(told.starts_with("new-game keeps every promise"), "{told}");
    let played = printed(&["match", "new-game", "uct:playouts=200", "random", "--games", "4"]);
    assert!(played.contains("uct:playouts=200"), "{played}");
}
