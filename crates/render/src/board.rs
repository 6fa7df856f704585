//! The board that people play on: a grid of real buttons over the drawing. One interface for eyes and ears.

use agon_core::pointing::Pointing;
use agon_core::{Direction, Layout, Match, Player, Shape, Trace};
use maud::{Markup, html};

use crate::svg::{self, Frame, Marks, Moved, UNIT};
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
    /// What lies over the board, such as a choice beside a square; see [`place`].
    pub over: Markup,
}

impl Board<'_> {
    /// The drawing and the grid of buttons over it. Each button is named `cell` and belongs to the form around it.
    pub fn grid(&self) -> Markup {
        let turn: Vec<Trace> = self.played.last_turn().into_iter().map(|last| last.trace).collect();
        let last = turn.iter().flat_map(|trace| trace.path.iter().copied()).collect::<Vec<usize>>();
        let altered = turn.iter().flat_map(|trace| trace.captured.iter().chain(&trace.changed).copied());
        let altered: Vec<usize> = altered.filter(|cell| !last.contains(cell)).collect();
        let touched = [last.as_slice(), &altered].concat();
        let (targets, taken) = (self.pointing.targets(), self.pointing.taken());
        let path =
            turn.last().map(|trace| trace.path.iter().map(usize::to_string).collect::<Vec<_>>().join("."));
        let marks = Marks {
            last,
            altered,
            selected: self.pointing.selected().to_vec(),
            targets: if self.active { self.shown_targets(&targets) } else { Vec::new() },
            taken: taken.clone(),
            hint: self.hint.to_vec(),
            check: self.played.in_check(),
            decisive: self.played.decisive(),
            moved: self.moved(),
        };
        let state = |cell: usize| State {
            selected: self.pointing.selected().contains(&cell),
            start: self.active && self.pointing.is_start(cell),
            target: self.active && targets.contains(&cell),
            taken: taken.contains(&cell),
            last: touched.contains(&cell),
        };
        let columns = Columns::of(self.layout);
        html! {
            div class={ "board " (shape_class(self.layout.shape)) } data-path=[path] {
                (svg::picture(self.played, self.layout, &marks, true))
                div role="grid" aria-label=(self.words.say("board")) {
                    @for row in &self.layout.rows {
                        div role="row" {
                            @for &cell in row {
                                @let cell = usize::from(cell);
                                @let state = state(cell);
                                @let can = if state.start || state.target { " can" } else { "" };
                                @let place = format!("cell {}{can}", columns.place(self.layout, cell));
                                div role="gridcell" {
                                    button class=(place) name="cell" value=(cell) data-go=(self.arrows[cell]) data-kind=[self.letter(cell)]
                                        data-to=[self.reach(cell, state)] aria-label=(tell::cell(self.words, self.played, self.layout, cell, state)) {}
                                }
                            }
                        }
                    }
                }
                (self.over)
            }
        }
    }

    /// The letter by which the keyboard finds what stands on a cell; upper case if it belongs to whoever is to move.
    fn letter(&self, cell: usize) -> Option<String> {
        let piece = self.played.piece(cell)?;
        let letter = self.initial(piece.kind)?;
        let is_own = piece.owner == Some(self.played.to_move());
        Some(if is_own { letter.to_uppercase().collect() } else { letter.to_lowercase().collect() })
    }

    /// The letter of a kind of piece: the first one of its name or, where several names begin alike, the one of its notation. King
    /// and knight are K and N.
    fn initial(&self, kind: u8) -> Option<char> {
        let info = self.played.info();
        let first = |kind: u8| tell::kind(self.words, info, kind).to_lowercase().chars().next();
        let own = first(kind)?;
        let alike = (0..info.pieces.len() as u8).filter(|&other| first(other) == Some(own)).count();
        Some(if alike > 1 { info.pieces[usize::from(kind)].letters[0] } else { own })
    }

    /// Where a piece can be dragged to.
    fn reach(&self, cell: usize, state: State) -> Option<String> {
        self.played.piece(cell).filter(|_| state.start)?;
        let mut cells = Vec::new();
        for trace in self.pointing.from(cell).into_iter().map(|index| self.pointing.trace(index)) {
            cells.extend(trace.path.get(1));
            // A piece of one's choice that is taken is not where the move leads.
            cells.extend(
                trace.path.last().filter(|&last| trace.path.len() > 2 && !trace.captured.contains(last)),
            );
        }
        cells.sort_unstable();
        cells.dedup();
        Some(cells.iter().map(usize::to_string).collect::<Vec<_>>().join(" "))
    }

    /// The piece of a move that was begun, where it has come to: on the way, or where it stays while a piece to be taken is chosen.
    fn moved(&self) -> Option<Moved> {
        let path = self.pointing.selected();
        let (&first, &to) = (path.first()?, path.last()?);
        if let Some(piece) = self.played.piece(first) {
            return (first != to).then_some(Moved { from: Some(first), to, piece });
        }
        let mut ahead = self.played.fork();
        ahead.play(self.pointing.candidates().next()?);
        Some(Moved { from: None, to, piece: ahead.piece(to)? })
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

/// For each cell, the cells that keys reach: up, down, left, right, and the four between; a missing one is a dash. Looking for neighbours
/// takes longer than drawing, so whoever shows a board often keeps this.
pub fn arrows(layout: &Layout) -> Vec<String> {
    let straight = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
    let slanted = [Direction::UpLeft, Direction::UpRight, Direction::DownLeft, Direction::DownRight];
    let reached = |cell: usize| {
        let straight = straight.map(|direction| {
            along_a_line(layout, cell, direction).or_else(|| layout.neighbour(cell, direction))
        });
        // What lies straight above or beside is on no slant: there the board ends.
        let here = &layout.cells[cell];
        let is_aslant = |&next: &usize| layout.cells[next].x != here.x && layout.cells[next].y != here.y;
        let slanted = slanted.map(|direction| layout.neighbour(cell, direction).filter(is_aslant));
        let told = |next: Option<usize>| next.map_or_else(|| "-".to_owned(), |cell| cell.to_string());
        [straight, slanted].concat().into_iter().map(told).collect::<Vec<_>>()
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

/// The columns and rows of a board as its stylesheet numbers them.
struct Columns {
    xs: Vec<f32>,
    ys: Vec<f32>,
}

impl Columns {
    fn of(layout: &Layout) -> Columns {
        Columns { xs: distinct(layout, |cell| cell.x), ys: distinct(layout, |cell| cell.y) }
    }

    fn place(&self, layout: &Layout, cell: usize) -> String {
        let number =
            |values: &[f32], value: f32| values.iter().position(|&known| known == value).unwrap_or(0);
        format!("x{} y{}", number(&self.xs, layout.cells[cell].x), number(&self.ys, layout.cells[cell].y))
    }
}

/// The classes that put something over a cell.
pub fn place(layout: &Layout, cell: usize) -> String {
    Columns::of(layout).place(layout, cell)
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
        assert!(arrows(&morris)[g1].starts_with(&format!("{g4} - {d1} - ")), "{}", arrows(&morris)[g1]);
        for info in agon_games::catalogue() {
            let layout = agon_games::find(&info.id).unwrap().layout();
            let go = arrows(&layout);
            let mut reached = vec![0];
            let mut next = 0;
            while let Some(&cell) = reached.get(next) {
                // The arrows alone, without the slanted ways.
                let steps = go[cell].split(' ').take(4).filter_map(|step| step.parse().ok());
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

    /// A match with these moves played.
    fn after(game: &str, moves: &str) -> Box<dyn Match> {
        let rules = agon_games::find(game).unwrap();
        let mut played = rules.start(None).unwrap();
        for text in moves.split_whitespace() {
            let index = played.find_move(text).unwrap_or_else(|error| panic!("{error}"));
            played.play(index);
        }
        played
    }

    /// The board with these cells pointed at, by their names.
    fn drawn(played: &dyn Match, selected: &[&str]) -> String {
        let layout = played.rules().layout();
        let cells: Vec<usize> = selected.iter().map(|name| layout.find(name).unwrap()).collect();
        let pointing = Pointing::new(played, &cells);
        let words = Words::of(crate::words::Language::English);
        let (arrows, active) = (arrows(&layout), played.ending().is_none());
        Board {
            words,
            played,
            layout: &layout,
            arrows: &arrows,
            pointing: &pointing,
            active,
            hint: &[],
            over: html! {},
        }
        .grid()
        .into_string()
    }

    fn decisive(game: &str, moves: &str) -> String {
        let played = after(game, moves);
        assert!(played.ending().is_some(), "{game}: {moves}");
        let words = Words::of(crate::words::Language::English);
        tell::names(words, &played.rules().layout(), &played.decisive())
    }

    #[test]
    fn what_an_ending_rests_on_is_marked() {
        assert_eq!(decisive("tic-tac-toe", "a1 a2 b2 a3 c3"), "a1, b2, c3");
        assert_eq!(
            decisive("connect6", "j10 k11 k12 j11 i9 k13 k14 h8 g7 k15 k16"),
            "k11, k12, k13, k14, k15, k16"
        );
        assert_eq!(decisive("tsoro-yematatu-7", "2 1 3 5 4"), "2, 3, 4");
        assert_eq!(decisive("chess", "f3 e5 g4 Qh4#"), "e1");
        // A bridge from corner to corner, and nothing of the stone beside it.
        let bridge = decisive("havannah:size=4", "a1 d4 b1 e5 b2 e4 c1 f5 d1");
        assert_eq!(bridge, "a1, b1, c1, d1");
        // A ring around an empty cell; a fork from three edges.
        let sorted = |figure: String| {
            let mut names: Vec<&str> = figure.split(", ").collect();
            names.sort_unstable();
            names.join(" ")
        };
        let ring = decisive("havannah:size=4", "b2 g7 c3 g6 d3 g5 e4 f7 e5 a4 d5 d7 c4");
        assert_eq!(sorted(ring), "c3 c4 d3 d5 e4 e5");
        let fork = decisive("havannah:size=4", "c3 g7 a2 g6 b2 g5 c1 f7 c2 a4 d2 d7 e2");
        assert_eq!(sorted(fork), "a2 b2 c1 c2 d2 e2");
        let drawn = drawn(after("chess", "f3 e5 g4 Qh4#").as_ref(), &[]);
        assert!(drawn.contains("class=\"decisive\"") && drawn.contains("class=\"check\""), "{drawn}");
    }

    #[test]
    fn a_stone_that_closes_a_mill_is_shown_while_the_taken_one_is_chosen() {
        let played = after("nine-mens-morris", "a1 d2 a4 d3");
        let [a7, d2] = ["a7", "d2"].map(|name| played.rules().layout().find(name).unwrap());
        let stands = |drawn: &str, cell: usize| drawn.contains(&format!("data-at=\"{cell}\""));
        assert!(!stands(&drawn(played.as_ref(), &[]), a7));
        let choosing = drawn(played.as_ref(), &["a7"]);
        assert!(stands(&choosing, a7) && stands(&choosing, d2), "{choosing}");
    }

    #[test]
    fn both_stones_of_a_turn_are_the_last_move() {
        let played = after("connect6", "j10 k11 i9");
        assert_eq!(drawn(played.as_ref(), &[]).matches("#p-mark-last").count(), 2);
        let words = Words::of(crate::words::Language::English);
        assert_eq!(tell::last(words, played.as_ref(), &played.rules().layout()), "White plays k11, i9.");
    }

    #[test]
    fn a_piece_knows_where_it_can_be_dragged() {
        let played = after("chess", "");
        let layout = played.rules().layout();
        let cells = ["f3", "h3"].map(|name| layout.find(name).unwrap().to_string());
        assert!(drawn(played.as_ref(), &[]).contains(&format!("data-to=\"{}\"", cells.join(" "))));
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
