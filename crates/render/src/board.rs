//! The board that people play on: a grid of real buttons over the drawing. One interface for eyes and ears.

use agon_core::pointing::Pointing;
use agon_core::{Direction, Layout, Match, Player, Shape};
use maud::{Markup, html};

use crate::svg::{self, Frame, Marks, UNIT};
use crate::tell::{self, State};
use crate::words::Words;

/// The least width and height of a cell on the screen, in pixels.
const LEAST_TARGET: f32 = 24.0;

/// The greatest: a board of nine cells need not fill a wall.
const LARGEST_CELL: f32 = 120.0;

/// A board to be shown.
pub struct Board<'a> {
    /// The reader's words.
    pub words: &'a Words,
    /// The match.
    pub played: &'a dyn Match,
    /// The board as the reader sees it, turned or not.
    pub layout: &'a Layout,
    /// What the arrow keys reach; see [`arrows`].
    pub arrows: &'a [String],
    /// The legal moves and what was pointed at.
    pub pointing: &'a Pointing,
    /// Whether the reader decides next: only then are legal moves marked.
    pub active: bool,
    /// The cells of a suggested move.
    pub hint: &'a [usize],
}

impl Board<'_> {
    /// The drawing and the grid of buttons over it. Each button is named `cell` and belongs to the form around it.
    pub fn grid(&self) -> Markup {
        let last = self.played.last().map(|last| last.trace).unwrap_or_default();
        let altered: Vec<usize> = last.captured.iter().chain(&last.changed).copied().collect();
        let altered: Vec<usize> = altered.into_iter().filter(|cell| !last.path.contains(cell)).collect();
        let touched = [last.path.as_slice(), &altered].concat();
        let (targets, taken) = (self.pointing.targets(), self.pointing.taken());
        let marks = Marks {
            last: last.path,
            altered,
            selected: self.pointing.selected().to_vec(),
            targets: if self.active { self.shown_targets(&targets) } else { Vec::new() },
            taken: taken.clone(),
            hint: self.hint.to_vec(),
        };
        let state = |cell: usize| State {
            selected: self.pointing.selected().contains(&cell),
            start: self.active && self.pointing.is_start(cell),
            target: self.active && targets.contains(&cell),
            taken: taken.contains(&cell),
            last: touched.contains(&cell),
        };
        let (xs, ys) = (distinct(self.layout, |cell| cell.x), distinct(self.layout, |cell| cell.y));
        let place = |values: &[f32], value: f32| values.iter().position(|&known| known == value).unwrap_or(0);
        html! {
            div class={ "board " (shape_class(self.layout.shape)) } {
                (svg::picture(self.played, self.layout, &marks, true))
                div role="grid" aria-label=(self.words.say("board")) {
                    @for row in &self.layout.rows {
                        div role="row" {
                            @for &cell in row {
                                @let cell = usize::from(cell);
                                @let state = state(cell);
                                @let place = format!(
                                    "cell x{} y{}{}",
                                    place(&xs, self.layout.cells[cell].x),
                                    place(&ys, self.layout.cells[cell].y),
                                    if state.start || state.target { " can" } else { "" },
                                );
                                div role="gridcell" {
                                    button class=(place) name="cell" value=(cell) data-go=(self.arrows[cell])
                                        aria-label=(tell::cell(self.words, self.played, self.layout, cell, state)) {}
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Targets of a selection always; without one, the cells where a piece may be placed, unless that is most of them.
    fn shown_targets(&self, targets: &[usize]) -> Vec<usize> {
        if !self.pointing.selected().is_empty() {
            return targets.to_vec();
        }
        let placements = self.pointing.placements();
        let empty = (0..self.layout.cells.len()).filter(|&cell| self.played.piece(cell).is_none()).count();
        if placements.len() * 2 < empty { placements } else { Vec::new() }
    }
}

/// For each cell, the cells that the arrow keys reach: up, down, left, right; a missing one is a dash. Looking for neighbours
/// takes longer than drawing, so whoever shows a board often keeps this.
pub fn arrows(layout: &Layout) -> Vec<String> {
    let directions = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
    let reached = |cell: usize| {
        directions.map(|direction| {
            let next = along_a_line(layout, cell, direction).or_else(|| layout.neighbour(cell, direction));
            next.map_or_else(|| "-".to_owned(), |cell| cell.to_string())
        })
    };
    (0..layout.cells.len()).map(|cell| reached(cell).join(" ")).collect()
}

/// The end of a drawn line that leaves a point straight in a direction. On a board with gaps it may be farther away than a
/// point aside, but whoever follows the lines expects it.
fn along_a_line(layout: &Layout, cell: usize, direction: Direction) -> Option<usize> {
    let here = &layout.cells[cell];
    let ends = layout.lines.iter().filter_map(|&(a, b)| match (usize::from(a), usize::from(b)) {
        (start, end) if start == cell => Some(end),
        (start, end) if end == cell => Some(start),
        _ => None,
    });
    let straight = |&end: &usize| {
        let (x, y) = (layout.cells[end].x - here.x, layout.cells[end].y - here.y);
        match direction {
            Direction::Up => x == 0.0 && y < 0.0,
            Direction::Down => x == 0.0 && y > 0.0,
            Direction::Left => y == 0.0 && x < 0.0,
            Direction::Right => y == 0.0 && x > 0.0,
            _ => false,
        }
    };
    ends.into_iter().find(straight)
}

fn shape_class(shape: Shape) -> &'static str {
    match shape {
        Shape::Squares => "squares",
        Shape::Points => "points",
        Shape::Hexes => "hexes",
    }
}

fn distinct(layout: &Layout, value: impl Fn(&agon_core::Cell) -> f32) -> Vec<f32> {
    let mut values: Vec<f32> = layout.cells.iter().map(value).collect();
    values.sort_by(f32::total_cmp);
    values.dedup();
    values
}

/// The stylesheet that puts the buttons over their cells: places may not be written into the page itself, because it allows no
/// styles but those of files.
pub fn stylesheet(layout: &Layout) -> String {
    let frame = Frame::new(layout, true);
    let percent = |part: f32, whole: f32| (part / whole * 1_000_000.0).round() / 10_000.0;
    let least = frame.width / UNIT * LEAST_TARGET;
    let most = frame.width / UNIT * LARGEST_CELL;
    let mut css = format!(
        ".board{{aspect-ratio:{}/{};min-width:{least}px;--widest:{most}px;--tall:{}}}\n",
        frame.width,
        frame.height,
        frame.height / frame.width
    );
    // Hexagons are as wide as a unit, and buttons as high as they are wide.
    css +=
        &format!(".cell{{width:{}%;height:{}%}}\n", percent(UNIT, frame.width), percent(UNIT, frame.height));
    let mut write = |class: &str, property: &str, values: Vec<f32>, place: &dyn Fn(f32) -> f32| {
        for (index, value) in values.into_iter().enumerate() {
            css += &format!(".{class}{index}{{{property}:{}%}}\n", place(value));
        }
    };
    let at = |wanted: &dyn Fn(&agon_core::Cell) -> bool| {
        let cell = layout.cells.iter().position(wanted).expect("the value is that of a cell");
        frame.places[cell]
    };
    write("x", "left", distinct(layout, |cell| cell.x), &|x| percent(at(&|cell| cell.x == x).0, frame.width));
    write("y", "top", distinct(layout, |cell| cell.y), &|y| percent(at(&|cell| cell.y == y).1, frame.height));
    css
}

/// The board seen from the other side: the same cells in other places.
pub fn turned(layout: &Layout) -> Layout {
    let most = |value: &dyn Fn(&agon_core::Cell) -> f32| layout.cells.iter().map(value).fold(0.0, f32::max);
    let (right, bottom) = (most(&|cell| cell.x), most(&|cell| cell.y));
    let mut turned = layout.clone();
    for cell in &mut turned.cells {
        (cell.x, cell.y) = (right - cell.x, bottom - cell.y);
    }
    turned.rows.reverse();
    for row in &mut turned.rows {
        row.reverse();
    }
    for label in &mut turned.row_labels {
        label.at = bottom - label.at;
    }
    for label in &mut turned.column_labels {
        label.at = right - label.at;
    }
    turned
}

/// Whether a player's pieces begin on the far side of the board as it is drawn, so that he would turn it.
pub fn begins_above(start: &dyn Match, layout: &Layout, player: Player) -> bool {
    let middle_of = |owner: Player| {
        let rows: Vec<f32> = (0..layout.cells.len())
            .filter(|&cell| start.piece(cell).is_some_and(|piece| piece.owner == Some(owner)))
            .map(|cell| layout.cells[cell].y)
            .collect();
        (!rows.is_empty()).then(|| rows.iter().sum::<f32>() / rows.len() as f32)
    };
    match (middle_of(player), middle_of(!player)) {
        // Less than a row apart is not a side of the board.
        (Some(own), Some(other)) => own + 1.0 < other,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_turned_twice_is_the_board() {
        for info in agon_games::catalogue() {
            let layout = agon_games::find(&info.id).unwrap().layout();
            let twice = turned(&turned(&layout));
            assert_eq!(twice.rows, layout.rows, "{}", info.id);
            assert_eq!(twice.cells, layout.cells, "{}", info.id);
        }
    }

    #[test]
    fn chess_players_sit_behind_their_pieces() {
        let above = |game: &str, player| {
            let rules = agon_games::find(game).unwrap();
            begins_above(rules.start(None).unwrap().as_ref(), &rules.layout(), player)
        };
        assert!(!above("chess", Player::First) && above("chess", Player::Second));
        assert!(above("checkers", Player::First) && !above("checkers", Player::Second));
        assert!(!above("othello", Player::First) && !above("othello", Player::Second));
    }

    #[test]
    fn arrows_follow_the_lines_and_reach_every_cell() {
        let morris = agon_games::find("nine-mens-morris").unwrap().layout();
        let [g1, g4, d1] = ["g1", "g4", "d1"].map(|name| morris.find(name).unwrap());
        assert_eq!(arrows(&morris)[g1], format!("{g4} - {d1} -"));
        for info in agon_games::catalogue() {
            let layout = agon_games::find(&info.id).unwrap().layout();
            let go = arrows(&layout);
            let mut reached = vec![0];
            let mut next = 0;
            while let Some(&cell) = reached.get(next) {
                let steps = go[cell].split(' ').filter_map(|step| step.parse().ok());
                let fresh: Vec<usize> = steps.filter(|step| !reached.contains(step)).collect();
                reached.extend(fresh);
                reached.dedup();
                next += 1;
            }
            reached.sort_unstable();
            reached.dedup();
            assert_eq!(reached.len(), layout.cells.len(), "{}", info.id);
        }
    }

    #[test]
    fn the_stylesheet_places_every_cell() {
        for info in agon_games::catalogue() {
            let layout = agon_games::find(&info.id).unwrap().layout();
            let css = stylesheet(&layout);
            assert!(!css.contains("NaN") && css.contains(".x0{left:") && css.contains(".y0{top:"), "{css}");
        }
    }
}
