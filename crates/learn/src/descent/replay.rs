//! Experience replay: positions of the last games, for a network to learn from again and again.

use agon_core::{Player, Rules, Value};
use agon_nets::patterns::Board;

use super::plan::Targets;
use super::trees::walk;
use crate::generations::{Kept, Window};
use crate::patterns::Positions;

/// Adds positions of a game.
pub(super) fn replay(
    targets: Targets,
    rules: &dyn Rules,
    window: &Window<'_>,
    game: &Kept,
    phase: u64,
    positions: &mut Positions,
) {
    let (mut features, mut board) = (Vec::new(), Board::default());
    walk(rules, &game.attachment, &mut |place, node, played| {
        let target = match targets {
            Targets::Tree => node.value,
            Targets::Root if node.played => node.value,
            Targets::Terminal if node.played => {
                Value::from_pov(game.score, Player::First).pov(played.to_move())
            }
            Targets::Root | Targets::Terminal => return,
        };
        // Of those on the board there are few: they are all learned from.
        if targets == Targets::Tree && place as u64 % window.stride != phase {
            return;
        }
        played.features(&mut features);
        board.read(window.scheme, &features);
        let place = positions.push(&board);
        positions.teach(place, target);
    });
}
