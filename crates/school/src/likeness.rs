//! What positions have in common that look alike: a puzzle and its mirror image are one.

use agon_core::{Match, Player, Shape};

/// A text that is the same for positions that are images of each other, by turning or mirroring the board, or by exchanging the
/// players. Where a game is not as symmetric as its board, different positions may share it: then one of two good puzzles is left out.
pub(crate) fn likeness(played: &dyn Match) -> String {
    let layout = played.rules().layout();
    // Rows of hexagons are closer than the hexagons of a row.
    let height = if layout.shape == Shape::Hexes { 3_f32.sqrt() / 2.0 } else { 1.0 };
    let places: Vec<(f32, f32)> = layout.cells.iter().map(|cell| (cell.x, cell.y * height)).collect();
    let count = places.len().max(1) as f32;
    let middle =
        places.iter().fold((0.0, 0.0), |sum, place| (sum.0 + place.0 / count, sum.1 + place.1 / count));
    let image = |(x, y): (f32, f32), turn: i8, is_mirrored: bool| {
        let (mut dx, dy) = (x - middle.0, y - middle.1);
        if is_mirrored {
            dx = -dx;
        }
        let (sin, cos) = (f32::from(turn) * std::f32::consts::PI / 6.0).sin_cos();
        let (x, y) = (middle.0 + dx * cos - dy * sin, middle.1 + dx * sin + dy * cos);
        let near = |other: &(f32, f32)| (other.0 - x).abs() < 0.05 && (other.1 - y).abs() < 0.05;
        places.iter().position(near)
    };
    let mover = played.to_move();
    let letter = |cell: usize| match played.piece(cell) {
        None => '.',
        Some(piece) => {
            let owner = piece.owner.map_or(0, |owner| 1 + u8::from(owner != mover));
            char::from(b'a' + piece.kind.min(7) * 3 + owner)
        }
    };
    let hands = Player::BOTH.map(|player| played.hand(player));
    let mut least: Option<String> = None;
    for is_mirrored in [false, true] {
        for turn in 0..12 {
            let images: Option<Vec<usize>> =
                places.iter().map(|&place| image(place, turn, is_mirrored)).collect();
            let Some(images) = images else { continue };
            let text: String = images.iter().map(|&cell| letter(cell)).collect();
            if least.as_ref().is_none_or(|least| text < *least) {
                least = Some(text);
            }
        }
    }
    let [own, other] = [hands[mover.index()], hands[(!mover).index()]];
    format!("{} {own} {other}", least.unwrap_or_default())
}
