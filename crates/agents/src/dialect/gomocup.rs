//! Points of the Gomocup protocol, in which managers such as Piskvork talk to brains.

use agon_core::{Match, Rules};

/// The games that are played over the protocol, with the number of their rule: 0 is the free style, in which more than five win.
pub const GAMES: [(&str, u32); 1] = [("outer-open-gomoku", 0)];

/// The number of the rule of a game that is played over the protocol.
pub fn rule(rules: &dyn Rules) -> Option<u32> {
    GAMES.iter().find(|(game, _)| rules.info().id == *game).map(|&(_, rule)| rule)
}

/// A point: column and row from the top left corner, from 0.
pub type Point = (usize, usize);

/// The points of a board, by cell.
pub fn points(rules: &dyn Rules) -> Vec<Point> {
    rules.layout().cells.iter().map(|cell| (cell.x as usize, cell.y as usize)).collect()
}

/// Reads `7,3`.
pub fn read_point(text: &str) -> Option<Point> {
    let (column, row) = text.split_once(',')?;
    Some((column.trim().parse().ok()?, row.trim().parse().ok()?))
}

/// The legal move that places a stone on a point.
pub fn find_move(played: &dyn Match, points: &[Point], point: Point) -> Option<usize> {
    (0..played.move_count()).find(|&index| points[played.move_trace(index).path[0]] == point)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_count_from_the_top_left_corner() {
        let rules = agon_games::find("outer-open-gomoku").unwrap();
        let (played, points) = (rules.start(None).unwrap(), points(rules.as_ref()));
        let text = |point| find_move(played.as_ref(), &points, point).map(|index| played.move_text(index));
        assert_eq!(text((0, 0)).as_deref(), Some("a15"));
        assert_eq!(text((14, 13)).as_deref(), Some("o2"));
        assert_eq!(text((7, 7)), None, "the first stone goes to the edge");
        assert_eq!(read_point(" 3, 11"), Some((3, 11)));
        assert_eq!([read_point("3"), read_point("-1,2"), read_point("a,b")], [None; 3]);
        assert_eq!(rule(agon_games::find("connect6").unwrap().as_ref()), None);
    }
}
