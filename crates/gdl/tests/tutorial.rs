//! The tutorial and the sheet that it explains are the same text.

use agon_gdl::kif;

use crate::sheets;

const PAGE: &str = include_str!("../../../docs/games-from-text.md");

#[test]
fn the_tutorial_is_the_sheet_piece_by_piece() {
    let (_, tutorial) = PAGE.split_once("## Connect Four in 40 lines").unwrap();
    let (tutorial, _) = tutorial.split_once("\n## ").unwrap();
    let pieces = tutorial.split("```text\n").skip(1).map(|piece| piece.split_once("```").unwrap().0);
    let told = |text: &str| kif::read(text).unwrap().iter().map(ToString::to_string).collect::<Vec<_>>();
    let sheet = sheets::text("connect-four");
    assert_eq!(told(&pieces.collect::<String>()), told(sheet));
    let lines = sheet.lines().filter(|line| !line.is_empty() && !line.starts_with(';'));
    assert!(lines.count() <= 40, "as the title says");
}
