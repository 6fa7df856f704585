"""The compiled part of the package."""

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol, final

import numpy as np
from numpy.typing import NDArray

__version__: Final[str]

#: What `State.current_player` gives once the game has ended, as in OpenSpiel.
TERMINAL: Final = -4

class AgonError(ValueError):
    """What Agon has to say about something that makes no sense, in a sentence."""

class OwnGame(Protocol):
    """What a class needs whose objects are games.

    States are any values whose `repr` tells everything about them; moves are texts without spaces. A class may also have `id`,
    `name`, `sides` (a pair of names), `max_plies` (1000), `version`, and for a board `board(state)`, a list of strings for the
    rows from the top, with `pieces`, a dict such as `{"X": (0, "mark"), "O": (1, "mark")}` of letters, players (or None) and names.
    """

    def initial(self) -> Any:
        """The state in which a game begins."""
    def player(self, state: Any) -> int:
        """Who is to move: 0 or 1."""
    def moves(self, state: Any) -> list[str]:
        """The legal moves, always in the same order."""
    def play(self, state: Any, move: str) -> Any:
        """The state after a move; the one before stays as it is."""
    def result(self, state: Any) -> int | str | None:
        """None while the game goes on; then the winner, 0 or 1, or `agon.DRAW`."""

def games() -> list[str]:
    """The specs of all games that are known."""

def load_game(spec: str, **parameters: Any) -> Game:
    """The game that a spec names, with parameters as keywords; the path of a rule sheet ('.kif') names a game too."""

def register(teller: OwnGame) -> Game:
    """Adds a game whose rules are the methods of a Python object, and returns it. Agents, levels, matches and the app have it too.

    An exception in one of its methods is raised wherever the game was played.
    """

def random_playouts(
    states: Sequence[State], n: int, seed: int = 0, threads: int | None = None
) -> NDArray[np.int64]:
    """`n` random games from each state: a row per state with the games that player 0 won, drawn ones, those that player 1 won, and
    the plies of all of them."""

@final
class Game:
    """A set of rules with its parameters chosen."""

    @property
    def spec(self) -> str:
        """The shortest text that names the game with its parameters."""
    @property
    def name(self) -> str:
        """The name of the game in sentences."""
    @property
    def sides(self) -> tuple[str, str]:
        """What the two players are called."""
    @property
    def summary(self) -> str:
        """One line about the game."""
    @property
    def rules(self) -> str:
        """The rules in plain words."""
    @property
    def version(self) -> int:
        """The version of the rules and of what learners see of them."""
    @property
    def parameters(self) -> list[tuple[str, str]]:
        """The parameters and their values."""
    @property
    def num_actions(self) -> int:
        """The number of actions: every legal action is below it."""
    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """The shape of an observation: planes, rows and columns."""
    @property
    def num_features(self) -> int:
        """The number of sparse features."""
    @property
    def max_plies(self) -> int | None:
        """The longest game in plies, where the rules know one."""
    @property
    def cells(self) -> list[str]:
        """The names of the cells."""
    def new_initial_state(self) -> State:
        """The state in which a game begins."""
    def from_position(self, position: str) -> State:
        """The state of a position in the game's own notation."""
    def level(self, level: int | str) -> str:
        """The spec of the agent that plays this game at a level: a number from 1 to 10, 'easy', 'medium', 'hard' or 'fair'."""
    def perft(self, depth: int) -> int:
        """The number of move sequences of exactly this length from the initial state. Ctrl-C ends it."""
    def check(self) -> None:
        """Checks every promise of the rules in random games; the error says which one was broken. Ctrl-C ends it."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

@final
class State:
    """A game being played: a position with its past.

    Two states are equal if they are of the same game and have the same past. In a notebook a state is a drawing.
    """

    @property
    def game(self) -> Game:
        """The game that is played."""
    @property
    def start_position(self) -> str | None:
        """The position in which the game began, if not the initial one."""
    def legal_actions(self) -> list[int]:
        """The legal actions, in the order of generation; none once the game has ended.

        Actions are numbers of a fixed space per game, as the player to move sees the board, and no two legal ones are the same.
        """
    def legal_actions_mask(self) -> NDArray[np.bool_]:
        """Which actions are legal."""
    def apply_action(self, action: int | str) -> None:
        """Plays a legal action, given as a number or as a text in the game's notation."""
    def child(self, action: int | str) -> State:
        """The state after an action; this one stays as it is."""
    def undo_action(self) -> None:
        """Takes the last action back."""
    def clone(self) -> State:
        """An independent copy."""
    def is_terminal(self) -> bool:
        """Whether the game has ended."""
    def current_player(self) -> int:
        """Who moves next: 0 or 1, or `agon.TERMINAL` once the game has ended."""
    def returns(self) -> list[float]:
        """+1, 0 or -1 for each player; zeros while the game goes on."""
    def scores(self) -> list[float]:
        """The margin for each player, from -1 to 1; zeros while the game goes on."""
    def ending(self) -> str | None:
        """How the game ended, in words; None while it goes on."""
    def history(self) -> list[int]:
        """The actions that were played, oldest first."""
    def history_text(self) -> list[str]:
        """The same in the game's notation."""
    def __len__(self) -> int: ...
    def action_to_string(self, action: int | str) -> str:
        """A legal action in the game's notation."""
    def string_to_action(self, text: str) -> int:
        """The legal action that a text means."""
    def observation_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        """What a player sees, or the one to move: an array of `Game.observation_shape`.

        A plane for each owner (own, foreign, nobody's) and kind of piece, a filled one for each feature that is not on the board,
        and a last one that is filled if this player is to move. Rows of hexagons are pushed together, so that neighbours stay
        neighbours. Both players look from their own side of the board.
        """
    def features(self) -> NDArray[np.uint32]:
        """The sparse features of the position as the player to move sees it: the numbers of those that are active."""
    def to_position(self) -> str:
        """The position in the game's notation."""
    def record(self) -> str:
        """Everything that is needed to replay the game, as JSON."""
    def hash(self) -> int:
        """A 64-bit key, equal for equal positions, whatever led to them."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def _repr_svg_(self) -> str: ...
    def _repr_html_(self) -> str: ...

@final
class Agent:
    """Something that plays: a search with its budget, described by a spec, or a tree search that asks a Python function."""

    def __new__(
        cls,
        spec: str,
        eval: Callable[[Positions], Any] | None = None,
        *,
        simulations: int = 400,
        batch: int = 32,
        flights: int = 2,
        exploration: float = 1.5,
    ) -> Agent: ...
    @property
    def spec(self) -> str:
        """What it is, in a line."""
    def analyse(self, state: State, seconds: float | None = None) -> Analysis:
        """Gives a value to every legal action. `seconds` limits the time, besides what the spec says. Ctrl-C ends it."""
    def select(self, state: State, seconds: float | None = None) -> int:
        """The action that the agent plays."""
    def reset(self, seed: int | None = None) -> None:
        """Forgets the game played so far. With a seed, random choices follow from that instead of the seed of the spec."""

@final
class Analysis:
    """What an agent thinks of a position."""

    @property
    def actions(self) -> list[int]:
        """The legal actions."""
    @property
    def texts(self) -> list[str]:
        """The same in the game's notation."""
    @property
    def values(self) -> list[float]:
        """The value of each for the player to move, from -1 to 1."""
    @property
    def proofs(self) -> list[tuple[int, int] | None]:
        """For each the certain result and the number of plies until then, where it is known."""
    @property
    def visits(self) -> list[int]:
        """How much of the search went into each."""
    @property
    def best(self) -> int | None:
        """The action that is thought best."""
    @property
    def choice(self) -> int | None:
        """The action that the agent plays."""
    @property
    def value(self) -> float | None:
        """The value of the position for the player to move."""
    @property
    def pv(self) -> list[str]:
        """The moves that are expected, in the game's notation."""
    @property
    def cost(self) -> dict[str, float]:
        """What it cost: depth, nodes, evaluations, playouts, iterations and seconds."""

@final
class Positions:
    """Positions that are to be judged together, each as the player to move in it sees it."""

    def __len__(self) -> int: ...
    @property
    def observations(self) -> NDArray[np.float32]:
        """What the players to move see: an array of the shape (positions, planes, rows, columns)."""
    @property
    def masks(self) -> NDArray[np.bool_]:
        """Which actions are legal: an array of the shape (positions, actions)."""
    def states(self) -> list[State]:
        """The positions as states, with the past that the search gave them."""

class Batch:
    """What `agon.BatchEnv` is made of."""

    def __new__(
        cls, game: Game, n: int, threads: int | None = None, observe: bool = True, random_plies: int = 0
    ) -> Batch: ...
    def __len__(self) -> int: ...
    def reset(self, seed: int, arrays: tuple[NDArray[Any] | None, ...]) -> None: ...
    def step(self, actions: NDArray[np.int64], arrays: tuple[NDArray[Any] | None, ...]) -> None: ...
    def sample(self, actions: NDArray[np.int64]) -> None: ...
    def children_count(self) -> int: ...
    def children(self, arrays: tuple[NDArray[Any], ...]) -> None: ...
    def state(self, index: int) -> State: ...

# What the modules of Python beside this one call.
def command(words: list[str]) -> int: ...
def _read(file: str, moves: bool) -> dict[str, Any]: ...
def _match(
    game: Game,
    players: tuple[Any, Any],
    names: tuple[str, str],
    games: int,
    openings: int,
    seed: int,
    jobs: int,
    max_plies: int | None,
    out: str | None,
    progress: Callable[[], object] | None,
) -> str: ...
def _sheets() -> list[tuple[str, str]]: ...
def _play_order(order: str, sheets: list[tuple[str, str]]) -> str: ...
def _play_example(wanted: str, sheets: list[tuple[str, str]]) -> str: ...
def _play_lot(wanted: str, sheets: list[tuple[str, str]]) -> str: ...
def _tournament(
    file: str, out: str, jobs: int, play: Callable[[str], str], progress: Callable[[int, int], object]
) -> int: ...
def _calibrate(
    games: list[str],
    out: str,
    pairs: int,
    seed: int,
    jobs: int,
    play: Callable[[str], str],
    progress: Callable[[int, int], object],
) -> str: ...
def _examples(
    game: str,
    teacher: str,
    out: str,
    starts: int,
    openings: int,
    repeats: int,
    seed: int,
    jobs: int,
    play: Callable[[str], str],
    progress: Callable[[int, int], object],
) -> int: ...
def _self_play(
    game: str,
    words: list[str],
    size: int,
    jobs: int,
    play: Callable[[str], str],
    progress: Callable[[int, int], object],
) -> str | None: ...
