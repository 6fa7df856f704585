//! Games being played.

use std::sync::Arc;

use agon_core::{Match, Player};
use numpy::{IntoPyArray, PyArray1, PyArray3, PyArrayMethods};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;

use crate::catalogue::Known;
use crate::game::Game;
use crate::{given, picture, sentence};

/// Who is to move once the game has ended, as in `OpenSpiel`.
pub(crate) const TERMINAL: i32 = -4;

/// A game being played: a position with its past.
#[pyclass(module = "agon")]
pub(crate) struct State {
    pub(crate) known: Arc<Known>,
    pub(crate) played: Box<dyn Match>,
    /// The numbers of the legal moves, in their order.
    actions: Vec<u32>,
    /// The numbers of the moves that were played.
    past: Vec<u32>,
    /// The position in which it began, if not the initial one.
    start: Option<String>,
}

/// A move as Python gives it: its number or its text.
pub(crate) enum Action {
    Number(i128),
    Text(String),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Action {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Action> {
        if let Ok(text) = given.extract() {
            return Ok(Action::Text(text));
        }
        let said = |what: &str| format!("{} is no action; expected {what}", given::told(&given));
        given.extract().map(Action::Number).map_err(|error: PyErr| {
            if error.is_instance_of::<PyOverflowError>(given.py()) {
                sentence(said("a smaller number"))
            } else {
                PyTypeError::new_err(said("a whole number or a text"))
            }
        })
    }
}

impl State {
    pub(crate) fn start(known: &Arc<Known>, position: Option<&str>) -> PyResult<State> {
        let played = known.rules.start(position);
        known.settled(())?;
        let played = played.map_err(sentence)?;
        let start = position.map(|_| played.position());
        let mut state = State { known: known.clone(), played, actions: Vec::new(), past: Vec::new(), start };
        state.refresh()?;
        Ok(state)
    }

    /// The state of a match that is already there, with its past.
    pub(crate) fn retraced(known: &Arc<Known>, played: &dyn Match) -> PyResult<State> {
        let record = played.record();
        let mut state = State::start(known, record.position.as_deref())?;
        for text in record.moves {
            let index = state.index(&Action::Text(text))?;
            state.play(index)?;
        }
        Ok(state)
    }

    fn refresh(&mut self) -> PyResult<()> {
        self.played.actions(&mut self.actions);
        self.known.settled(())
    }

    /// The index of a legal move.
    pub(crate) fn index(&self, action: &Action) -> PyResult<usize> {
        if self.played.ending().is_some() && !matches!(action, Action::Text(_)) {
            return Err(sentence("the game has ended; undo_action() takes the last move back"));
        }
        match action {
            Action::Text(text) => self.played.find_move(text).map_err(sentence),
            Action::Number(number) => {
                let found = self.actions.iter().position(|&known| i128::from(known) == *number);
                found.ok_or_else(|| {
                    sentence(illegal(*number, &self.actions, self.played.info().name.as_ref()))
                })
            }
        }
    }

    fn play(&mut self, index: usize) -> PyResult<()> {
        let number = self.actions[index];
        self.played.play(index);
        self.past.push(number);
        self.refresh()
    }

    fn picture(&self) -> String {
        picture::svg(self.known.rules.as_ref(), self.played.as_ref())
    }

    fn player(player: usize) -> PyResult<Player> {
        let known = Player::BOTH.get(player).copied();
        known.ok_or_else(|| sentence(format!("there is no player {player}; expected 0 or 1")))
    }

    /// The number of a legal move.
    pub(crate) fn number(&self, index: usize) -> u32 {
        self.actions[index]
    }
}

/// What is said about an action that is not legal.
pub(crate) fn illegal(number: i128, legal: &[u32], game: &str) -> String {
    let listed: Vec<String> = legal.iter().take(12).map(ToString::to_string).collect();
    let more = if legal.len() > 12 { ", …" } else { "" };
    format!("{number} is no legal action of {game} here; legal: {}{more}", listed.join(", "))
}

/// What a pickled state becomes.
#[pyfunction]
#[pyo3(name = "_restore_state")]
pub(crate) fn restore_state(game: &Game, start: Option<&str>, past: Vec<u32>) -> PyResult<State> {
    let mut state = State::start(&game.0, start)?;
    for number in past {
        let index = state.index(&Action::Number(i128::from(number)))?;
        state.play(index)?;
    }
    Ok(state)
}

/// What `_restore_state` takes.
type Restoring<'py> = (Bound<'py, PyAny>, (Py<Game>, Option<String>, Vec<u32>));

#[pymethods]
impl State {
    /// The game that is played.
    #[getter]
    fn game(&self) -> Game {
        Game(self.known.clone())
    }

    /// The legal actions, in the order of generation; none once the game has ended.
    fn legal_actions(&self) -> Vec<u32> {
        self.actions.clone()
    }

    /// Which actions are legal.
    fn legal_actions_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let mut mask = vec![false; self.known.rules.action_space()];
        self.actions.iter().for_each(|&number| mask[number as usize] = true);
        mask.into_pyarray(py)
    }

    /// Plays a legal action, given as a number or as a text in the game's notation.
    fn apply_action(&mut self, action: Action) -> PyResult<()> {
        let index = self.index(&action)?;
        self.play(index)
    }

    /// The state after an action; this one stays as it is.
    fn child(&self, action: Action) -> PyResult<State> {
        let index = self.index(&action)?;
        let mut child = self.clone();
        child.play(index)?;
        Ok(child)
    }

    /// Takes the last action back.
    fn undo_action(&mut self) -> PyResult<()> {
        if self.past.is_empty() || !self.played.undo() {
            return Err(sentence("nothing was played that could be taken back"));
        }
        self.past.pop();
        self.refresh()
    }

    /// An independent copy.
    pub(crate) fn clone(&self) -> State {
        State {
            known: self.known.clone(),
            played: self.played.fork(),
            actions: self.actions.clone(),
            past: self.past.clone(),
            start: self.start.clone(),
        }
    }

    fn __copy__(&self) -> State {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.clone()
    }

    /// Whether the game has ended.
    fn is_terminal(&self) -> bool {
        self.played.ending().is_some()
    }

    /// Who moves next: 0 or 1, or `agon.TERMINAL` once the game has ended.
    fn current_player(&self) -> i32 {
        if self.is_terminal() { TERMINAL } else { self.played.to_move().index() as i32 }
    }

    /// +1, 0 or -1 for each player; zeros while the game goes on.
    fn returns(&self) -> [f32; 2] {
        let value = self.played.ending().map_or(0.0, |ending| ending.outcome.value().pov(Player::First));
        [value, 0.0 - value]
    }

    /// The margin for each player, from -1 to 1; zeros while the game goes on.
    fn scores(&self) -> [f32; 2] {
        let score = self.played.score().unwrap_or(0.0);
        [score, 0.0 - score]
    }

    /// How the game ended, in words; None while it goes on.
    fn ending(&self) -> Option<String> {
        self.played.ending().map(|ending| ending.words(self.played.info()))
    }

    /// The actions that were played, oldest first.
    fn history(&self) -> Vec<u32> {
        self.past.clone()
    }

    /// The same in the game's notation.
    fn history_text(&self) -> Vec<String> {
        self.played.history()
    }

    /// The position in which the game began, if not the initial one.
    #[getter]
    fn start_position(&self) -> Option<&str> {
        self.start.as_deref()
    }

    /// The number of actions that were played.
    fn __len__(&self) -> usize {
        self.past.len()
    }

    /// A legal action in the game's notation.
    fn action_to_string(&self, action: Action) -> PyResult<String> {
        Ok(self.played.move_text(self.index(&action)?))
    }

    /// The legal action that a text means.
    fn string_to_action(&self, text: String) -> PyResult<u32> {
        Ok(self.actions[self.index(&Action::Text(text))?])
    }

    /// What a player sees: planes, rows and columns of `Game.observation_shape`. The player to move, if none is given.
    #[pyo3(signature = (player=None))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = given::player_if_any)] player: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let player = player.map_or(Ok(self.played.to_move()), State::player)?;
        let planes = &self.known.planes;
        let mut values = vec![0.0f32; planes.size()];
        planes.write(self.played.as_ref(), player, &mut Vec::new(), &mut values);
        values.into_pyarray(py).reshape(planes.shape())
    }

    /// The sparse features of the position as the player to move sees it: the numbers of those that are active.
    fn features<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        let mut features = Vec::new();
        self.played.features(&mut features);
        features.sort_unstable();
        features.into_pyarray(py)
    }

    /// The position in the game's notation.
    fn to_position(&self) -> String {
        self.played.position()
    }

    /// Everything that is needed to replay the game, as JSON.
    fn record(&self) -> PyResult<String> {
        serde_json::to_string(&self.played.record()).map_err(sentence)
    }

    /// A 64-bit key, equal for equal positions, whatever led to them.
    fn hash(&self) -> u64 {
        self.played.hash()
    }

    fn __hash__(&self) -> u64 {
        self.played.hash()
    }

    /// Whether it is the same game with the same past.
    fn __eq__(&self, other: &State) -> bool {
        self.known.is(&other.known)
            && self.past == other.past
            && self.start == other.start
            && self.played.position() == other.played.position()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Restoring<'py>> {
        let restore = py.import("agon._agon")?.getattr("_restore_state")?;
        Ok((restore, (Py::new(py, self.game())?, self.start.clone(), self.past.clone())))
    }

    fn __str__(&self) -> String {
        agon_render::text::board(self.played.as_ref(), &self.known.rules.layout())
    }

    fn __repr__(&self) -> String {
        let info = self.played.info();
        let status = match self.ending() {
            Some(words) => words,
            None => format!("{} to move", info.sides[self.played.to_move().index()]),
        };
        format!("{}\n{}, {status}", self.__str__().trim_end_matches('\n'), info.name)
    }

    fn _repr_svg_(&self) -> String {
        self.picture()
    }

    fn _repr_html_(&self) -> String {
        let words = self.__repr__();
        let last = words.lines().next_back().unwrap_or_default();
        let told = last.replace('&', "&amp;").replace('<', "&lt;");
        format!("<figure>{}<figcaption>{told}</figcaption></figure>", self.picture())
    }
}
