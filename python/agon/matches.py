"""Matches and what is kept of them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, Union

from agon import _agon
from agon._agon import Agent, AgonError, Game, State
from agon.batch import _game


if TYPE_CHECKING:
    import pandas
    import pyarrow


class Chooser(Protocol):
    """Anything that chooses actions, given as numbers or texts."""

    def select(self, state: State, /) -> int | str:
        """The action that it plays."""


#: A spec, an agent, a function of a state, or anything with a method `select(state)`.
Player = Union[str, Agent, Chooser, Callable[[State], Union[int, str]]]


def _player(player: Player) -> tuple[Any, str]:
    """The player that somebody means, and its name."""
    if isinstance(player, str):
        player = Agent(player)
    if isinstance(player, Agent):
        return player, player.spec
    name = getattr(player, "name", None) or getattr(player, "__name__", None) or type(player).__name__
    return player, str(name)


def _path(path: str | os.PathLike[str]) -> str:
    try:
        return os.fspath(path)
    except TypeError:
        raise AgonError(f"{path!r} is no path of a file") from None


class Match:
    """What came of a match. Results are told from the view of the first player, `a`."""

    #: the game that was played
    game: Game
    #: the name of the first player
    a: str
    #: the name of the second player
    b: str
    #: wins, draws and losses, rates, ratings and their intervals
    summary: dict[str, Any]
    #: one dict per game: number, a_first, gain, score, plies, seconds, fault and the record
    games: list[dict[str, Any]]

    def __init__(self, game: Game, names: tuple[str, str], told: dict[str, Any]) -> None:
        self.game, (self.a, self.b) = game, names
        self.summary = told["summary"]
        self.games = [{**entry, "record": record} for entry, record in told["games"]]

    @property
    def wins(self) -> int:
        """The games that `a` has won."""
        return self.summary["total"]["wins"]

    @property
    def draws(self) -> int:
        """The games that were drawn."""
        return self.summary["total"]["draws"]

    @property
    def losses(self) -> int:
        """The games that `a` has lost."""
        return self.summary["total"]["losses"]

    @property
    def score(self) -> float:
        """The share of the points that `a` has won."""
        return (self.wins + 0.5 * self.draws) / len(self.games)

    @property
    def elo(self) -> tuple[float | None, tuple[float | None, float | None]]:
        """The difference in Elo and its 95 % interval."""
        return self.summary["elo"], tuple(self.summary["elo_interval"])

    def to_pandas(self) -> pandas.DataFrame:
        """The games as a table of pandas."""
        import pandas

        return pandas.DataFrame(self.games)

    def __repr__(self) -> str:
        return (
            f"{self.a} against {self.b} at {self.game.name}: {self.wins} won, {self.draws} drawn, {self.losses} lost"
        )


def match(
    game: Game | str,
    a: Player,
    b: Player,
    *,
    games: int = 40,
    openings: int = 2,
    seed: int = 1,
    jobs: int = 1,
    max_plies: int | None = None,
    out: str | os.PathLike[str] | None = None,
    progress: Callable[[], object] | None = None,
) -> Match:
    """Plays a match in pairs of games with sides exchanged, each pair from an opening of its own of `openings` random plies.

    A player is a spec, an agent, a function of a `State` that gives an action, or anything with a method `select(state)`.
    `out` names a file that keeps every finished game; the same call goes on with it. `progress` is called after each game.
    """
    known = _game(game)
    (one, name_a), (other, name_b) = _player(a), _player(b)
    path, names = None if out is None else _path(out), (name_a, name_b)
    told = _agon._match(known, (one, other), names, games, openings, seed, jobs, max_plies, path, progress)
    return Match(known, names, json.loads(told))


class Run:
    """A file of games: a match, a tournament, a calibration or whatever else was kept."""

    #: 'match', 'tournament', 'calibration', …
    kind: str
    #: what it is called
    name: str
    #: everything that results depend on
    text: str
    #: names and specs
    agents: dict[str, str]
    #: the specs of the games that were played
    games: list[str]
    #: ratings and tables, as 'agon tournament --json' prints them
    facts: dict[str, Any]
    #: a NumPy array or a list per column
    columns: dict[str, Any]

    def __init__(self, told: dict[str, Any]) -> None:
        self.kind, self.name, self.text = told["kind"], told["name"], told["text"]
        self.agents = dict(told["agents"])
        self.games = told["games"]
        self.facts = json.loads(told["facts"])
        self.columns = told["columns"]

    def __len__(self) -> int:
        return len(self.columns["number"])

    def to_pandas(self) -> pandas.DataFrame:
        """The games as a table of pandas."""
        import pandas

        return pandas.DataFrame(self.columns)

    def to_arrow(self) -> pyarrow.Table:
        """The games as a table of Arrow."""
        import pyarrow

        return pyarrow.table(self.columns)

    def __repr__(self) -> str:
        return f"{self.kind} '{self.name}' with {len(self)} games"


def read(path: str | os.PathLike[str], *, moves: bool = False) -> Run:
    """Reads a file of games, with the moves if they are wanted."""
    return Run(_agon._read(_path(path), moves))


__all__ = ["Chooser", "Match", "Player", "Run", "match", "read"]
