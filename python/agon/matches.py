"""Matches and what is kept of them."""

import json
import os

from agon import _agon
from agon._agon import Agent, AgonError, State


def _player(player):
    """The player that somebody means, and its name."""
    if isinstance(player, str):
        player = Agent(player)
    if isinstance(player, Agent):
        return player, player.spec
    name = getattr(player, "name", None) or getattr(player, "__name__", None) or type(player).__name__
    return player, str(name)


def _path(path):
    try:
        return os.fspath(path)
    except TypeError:
        raise AgonError(f"{path!r} is no path of a file") from None


class Match:
    """What came of a match. Results are told from the view of the first player, `a`."""

    def __init__(self, game, names, told):
        self.game, (self.a, self.b) = game, names
        #: wins, draws and losses, rates, ratings and their intervals
        self.summary = told["summary"]
        #: one dict per game: number, a_first, gain, score, plies, seconds, fault and the record
        self.games = [{**entry, "record": record} for entry, record in told["games"]]

    @property
    def wins(self):
        return self.summary["total"]["wins"]

    @property
    def draws(self):
        return self.summary["total"]["draws"]

    @property
    def losses(self):
        return self.summary["total"]["losses"]

    @property
    def score(self):
        """The share of the points that `a` has won."""
        return (self.wins + 0.5 * self.draws) / len(self.games)

    @property
    def elo(self):
        """The difference in Elo and its 95 % interval."""
        return self.summary["elo"], tuple(self.summary["elo_interval"])

    def to_pandas(self):
        """The games as a table of pandas."""
        import pandas

        return pandas.DataFrame(self.games)

    def __repr__(self):
        return (
            f"{self.a} against {self.b} at {self.game.name}: {self.wins} won, {self.draws} drawn, {self.losses} lost"
        )


def match(game, a, b, *, games=40, openings=2, seed=1, jobs=1, max_plies=None, out=None, progress=None):
    """Plays a match in pairs of games with sides exchanged, each pair from an opening of its own of `openings` random plies.

    A player is a spec, an agent, a function of a `State` that gives an action, or anything with a method `select(state)`.
    `out` names a file that keeps every finished game; the same call goes on with it. `progress` is called after each game.
    """
    from agon.batch import _game

    game = _game(game)
    (a, name_a), (b, name_b) = _player(a), _player(b)
    out = None if out is None else _path(out)
    told = _agon._match(game, (a, b), (name_a, name_b), games, openings, seed, jobs, max_plies, out, progress)
    return Match(game, (name_a, name_b), json.loads(told))


class Run:
    """A file of games: a match, a tournament, a calibration or whatever else was kept."""

    def __init__(self, told):
        #: 'match', 'tournament', 'calibration', …
        self.kind = told["kind"]
        self.name = told["name"]
        #: everything that results depend on
        self.text = told["text"]
        #: names and specs
        self.agents = dict(told["agents"])
        self.games = told["games"]
        #: ratings and tables, as 'agon tournament --json' prints them
        self.facts = json.loads(told["facts"])
        #: a NumPy array or a list per column
        self.columns = told["columns"]

    def __len__(self):
        return len(self.columns["number"])

    def to_pandas(self):
        """The games as a table of pandas."""
        import pandas

        return pandas.DataFrame(self.columns)

    def to_arrow(self):
        """The games as a table of Arrow."""
        import pyarrow

        return pyarrow.table(self.columns)

    def __repr__(self):
        return f"{self.kind} '{self.name}' with {len(self)} games"


def read(path, *, moves=False):
    """Reads a file of games, with the moves if they are wanted."""
    return Run(_agon._read(_path(path), moves))


__all__ = ["Match", "Run", "State", "match", "read"]
