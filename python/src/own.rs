//! Games that are classes of Python.

use std::any::Any;
use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

use agon_agents::told::{Scene, Teller, Told};
use agon_core::layout::Shape;
use agon_core::{Cell, GameInfo, Layout, Limits, Outcome, Piece, PieceKind, Player};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::sentence;

/// The first exception of a game, until somebody raises it.
#[derive(Default)]
pub(crate) struct Trouble(Mutex<Option<PyErr>>);

impl Trouble {
    fn keep(&self, error: PyErr) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    /// Raises the exception, if there is one, and forgets it.
    pub(crate) fn settle(&self) -> PyResult<()> {
        match self.0.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}

/// The most columns a board of a class can have: they are letters.
const MOST_COLUMNS: usize = 26;

/// A game whose rules are methods of a Python object.
pub(crate) struct Own {
    teller: Py<PyAny>,
    info: GameInfo,
    layout: Layout,
    /// What the letters of the text board mean.
    letters: Vec<(char, Piece)>,
    /// Columns and rows, if there is a board.
    size: Option<(usize, usize)>,
    trouble: Arc<Trouble>,
}

/// An attribute, if the class has it.
fn attribute<'py, T>(teller: &Bound<'py, PyAny>, name: &str) -> PyResult<Option<T>>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    match teller.getattr_opt(name)? {
        Some(value) if !value.is_none() => Ok(Some(value.extract()?)),
        _ => Ok(None),
    }
}

impl Own {
    pub(crate) fn new(py: Python<'_>, teller: Py<PyAny>) -> PyResult<Own> {
        let bound = teller.bind(py);
        let class = bound.get_type().name()?.to_string();
        for method in ["initial", "player", "moves", "play", "result"] {
            if !bound.getattr_opt(method)?.is_some_and(|method| method.is_callable()) {
                return Err(PyTypeError::new_err(format!(
                    "the class {class} has no method '{method}'; a game has initial(), player(state), moves(state), \
                     play(state, move) and result(state)"
                )));
            }
        }
        let id: String = attribute(bound, "id")?.unwrap_or_else(|| kebab(&class));
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if id.is_empty() || !id.chars().all(is_plain) {
            return Err(sentence(format!(
                "'{id}' is no name of a game; expected small letters, digits and '-'"
            )));
        }
        if crate::catalogue::all().find(&id).is_ok_and(|known| known.info().endings != Told::ENDINGS) {
            return Err(sentence(format!("there is a game '{id}' already; give the class another 'id'")));
        }
        let name: String = attribute(bound, "name")?.unwrap_or_else(|| class.clone());
        let sides: (String, String) =
            attribute(bound, "sides")?.unwrap_or_else(|| ("First".to_owned(), "Second".to_owned()));
        let rules: String =
            attribute(bound, "__doc__")?.unwrap_or_else(|| format!("A game of the class {class}."));
        let max_plies: u32 = attribute(bound, "max_plies")?.unwrap_or(1000);
        let (kinds, letters) = pieces(bound)?;
        let board = match bound.getattr_opt("board")? {
            Some(method) => Some(rows(&method.call1((bound.call_method0("initial")?,))?)?),
            None => None,
        };
        let size = board.map(|rows| (rows.first().map_or(0, |row| row.chars().count()), rows.len()));
        let layout = match size {
            Some((columns, rows)) if columns > 0 && columns <= MOST_COLUMNS && rows <= 99 => {
                Layout::grid(Shape::Squares, columns, rows, false)
            }
            Some((columns, rows)) => {
                return Err(sentence(format!(
                    "the board of {class} is {columns} wide and {rows} high; expected at most 26 by 99"
                )));
            }
            None => Layout::new(Shape::Squares, vec![Cell { name: "state".to_owned(), x: 0.0, y: 0.0 }]),
        };
        let first = rules.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or(&name).to_owned();
        let info = GameInfo {
            id: Cow::Owned(id),
            name: Cow::Owned(name),
            sides: [Cow::Owned(sides.0), Cow::Owned(sides.1)],
            pieces: Cow::Owned(kinds),
            summary: Cow::Owned(first),
            rules: Cow::Owned(rules),
            draws: Cow::Owned(format!("A game is drawn after {max_plies} moves, or as its class says.")),
            notation: Cow::Borrowed("Moves and positions are written as the class of the game writes them."),
            source: Cow::Owned(format!("The Python class {class}.")),
            parameters: &[],
            endings: Told::ENDINGS,
            limits: Limits { repetition: None, no_progress: None, ply_cap: Some(max_plies.max(1)) },
            version: attribute(bound, "version")?.unwrap_or(1),
        };
        Ok(Own { teller, info, layout, letters, size, trouble: Arc::new(Trouble::default()) })
    }

    pub(crate) fn id(&self) -> &str {
        &self.info.id
    }

    pub(crate) fn trouble(&self) -> Arc<Trouble> {
        self.trouble.clone()
    }

    /// Everything about a state.
    fn scene(&self, py: Python<'_>, state: Bound<'_, PyAny>) -> PyResult<Scene> {
        let teller = self.teller.bind(py);
        let moves: Vec<String> = teller.call_method1("moves", (&state,))?.extract()?;
        let mover: usize = teller.call_method1("player", (&state,))?.extract()?;
        let result = teller.call_method1("result", (&state,))?;
        let name = &self.info.id;
        if mover > 1 {
            return Err(sentence(format!("player(state) of {name} gave {mover}; expected 0 or 1")));
        }
        let mover = Player::BOTH[mover];
        let outcome = if result.is_none() {
            None
        } else if let Ok(winner) = result.extract::<usize>()
            && winner < 2
        {
            Some(Outcome::Win(Player::BOTH[winner]))
        } else if result.extract::<String>().is_ok_and(|word| word == "draw") {
            Some(Outcome::Draw)
        } else {
            let found = result.repr()?;
            return Err(sentence(format!(
                "result(state) of {name} gave {found}; expected None, 0, 1 or 'draw'"
            )));
        };
        if outcome.is_none() {
            if moves.is_empty() {
                return Err(sentence(format!("moves(state) of {name} gave none, and result(state) is None")));
            }
            if let Some(twice) = (1..moves.len()).find(|&index| moves[..index].contains(&moves[index])) {
                return Err(sentence(format!("moves(state) of {name} gave '{}' twice", moves[twice])));
            }
            if let Some(odd) = moves.iter().find(|text| text.is_empty() || text.contains(char::is_whitespace))
            {
                return Err(sentence(format!("'{odd}' is no move of {name}: moves have no spaces")));
            }
        }
        let pieces = match self.size {
            Some(size) => self.board(&rows(&teller.call_method1("board", (&state,))?)?, size)?,
            None => vec![None],
        };
        let paths = moves.iter().map(|text| self.path(text)).collect();
        let text = state.repr()?.to_string();
        let state: Arc<dyn Any + Send + Sync> = Arc::new(state.unbind());
        let moves = if outcome.is_some() { Vec::new() } else { moves };
        Ok(Scene {
            text: format!("{} {text}", mover.index()),
            state,
            mover,
            moves,
            pieces,
            paths,
            outcome,
            failed: false,
        })
    }

    fn board(&self, rows: &[String], (columns, height): (usize, usize)) -> PyResult<Vec<Option<Piece>>> {
        let mut pieces = vec![None; columns * height];
        let name = &self.info.id;
        if rows.len() != height || rows.iter().any(|row| row.chars().count() != columns) {
            return Err(sentence(format!("board(state) of {name} is not {columns} by {height} any more")));
        }
        for (row, text) in rows.iter().enumerate() {
            for (column, letter) in text.chars().enumerate() {
                if letter == '.' || letter == ' ' {
                    continue;
                }
                let Some((_, piece)) = self.letters.iter().find(|(known, _)| *known == letter) else {
                    return Err(sentence(format!(
                        "board(state) of {name} has a '{letter}', which is not in its 'pieces'"
                    )));
                };
                pieces[(height - 1 - row) * columns + column] = Some(*piece);
            }
        }
        Ok(pieces)
    }

    /// The cells that a move names, if it names nothing else.
    fn path(&self, text: &str) -> Vec<usize> {
        let mut cells = Vec::new();
        let mut rest = text;
        while !rest.is_empty() && self.size.is_some() {
            // A letter, of whatever alphabet, and a number.
            let letter = rest.chars().next().map_or(0, char::len_utf8);
            let digits = rest[letter..].chars().take_while(char::is_ascii_digit).count();
            let (name, after) = rest.split_at(letter + digits);
            let Some(cell) = self.layout.find(name) else { return Vec::new() };
            cells.push(cell);
            rest = after.trim_start_matches(['-', 'x']);
        }
        cells
    }

    /// The scene, or one in which the game cannot go on; why is kept.
    fn told(&self, tell: impl FnOnce(Python<'_>) -> PyResult<Scene>) -> Scene {
        Python::attach(|py| {
            tell(py).unwrap_or_else(|error| {
                self.trouble.keep(error);
                Scene {
                    text: "0 None".to_owned(),
                    state: Arc::new(()),
                    mover: Player::First,
                    moves: Vec::new(),
                    pieces: vec![None; self.layout.cells.len()],
                    paths: Vec::new(),
                    outcome: None,
                    failed: true,
                }
            })
        })
    }
}

impl Teller for Own {
    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn initial(&self) -> Scene {
        self.told(|py| {
            let state = self.teller.bind(py).call_method0("initial")?;
            self.scene(py, state)
        })
    }

    fn play(&self, scene: &Scene, index: usize) -> Scene {
        self.told(|py| {
            let state = scene
                .state
                .downcast_ref::<Py<PyAny>>()
                .ok_or_else(|| sentence("the game has failed before"))?;
            let played = (state.bind(py), scene.moves[index].as_str());
            let state = self.teller.bind(py).call_method1("play", played)?;
            self.scene(py, state)
        })
    }

    fn read(&self, text: &str) -> Result<Scene, String> {
        let state = text.split_once(' ').map_or("", |(_, state)| state);
        Python::attach(|py| {
            let literal = py.import("ast")?.call_method1("literal_eval", (PyString::new(py, state),))?;
            let scene = self.scene(py, literal)?;
            if scene.text == text {
                Ok(scene)
            } else {
                Err(sentence("it is not as this game writes positions"))
            }
        })
        .map_err(|error: PyErr| format!("expected the turn and a literal of Python ({error})"))
    }
}

/// The rows of a text board.
fn rows(board: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    board
        .extract()
        .map_err(|_| sentence("board(state) must give a list of strings, one for each row from the top"))
}

/// The kinds of pieces and their letters, from `pieces = {"X": (0, "mark"), …}`.
fn pieces(teller: &Bound<'_, PyAny>) -> PyResult<(Vec<PieceKind>, Vec<(char, Piece)>)> {
    let wrong = || {
        sentence(
            "'pieces' must be a dict such as {'X': (0, 'mark'), 'O': (1, 'mark')}: letters, players (or None) and names",
        )
    };
    let mut kinds: Vec<PieceKind> = Vec::new();
    let mut letters = Vec::new();
    let Some(told) = teller.getattr_opt("pieces")? else { return Ok((kinds, letters)) };
    for (letter, meaning) in told.cast::<PyDict>().map_err(|_| wrong())?.iter() {
        let letter: char = letter.extract().map_err(|_| wrong())?;
        let (owner, name): (Option<usize>, String) = meaning.extract().map_err(|_| wrong())?;
        let owner = owner.map(|owner| Player::BOTH.get(owner).copied().ok_or_else(wrong)).transpose()?;
        let kind = kinds.iter().position(|kind| *kind.name == name).unwrap_or_else(|| {
            kinds.push(PieceKind { name: Cow::Owned(name), letters: [letter; 2], worth: 1 });
            kinds.len() - 1
        });
        kinds[kind].letters[owner.map_or(0, Player::index)] = letter;
        letters.push((letter, Piece { owner, kind: u8::try_from(kind).map_err(|_| wrong())? }));
    }
    Ok((kinds, letters))
}

/// `FourInARow` as `four-in-a-row`.
fn kebab(class: &str) -> String {
    let mut id = String::new();
    for letter in class.chars().filter(char::is_ascii_alphanumeric) {
        if letter.is_ascii_uppercase() && !id.is_empty() {
            id.push('-');
        }
        id.push(letter.to_ascii_lowercase());
    }
    id
}
