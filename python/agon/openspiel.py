"""OpenSpiel both ways: our games for its algorithms, its bots for our matches.

`register()` tells OpenSpiel of all our games; `pyspiel.load_game("agon_othello")` then loads one. With the parameters `position` and
`max_plies` it begins elsewhere, or is drawn after so many plies: small enough for algorithms that look at every history. `Bot` is an
OpenSpiel bot that asks one of our agents, and `Player` is an opponent for `agon.match` that asks one of OpenSpiel's bots.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from typing import Any

import pyspiel

import agon
from agon.batch import _game

#: Games without a limit of their own are taken to be no longer than this.
LONGEST = 10_000


#: The games that OpenSpiel was told of, by the names it knows them by.
_registered: dict[str, type[_Game]] = {}


def short_name(spec: str) -> str:
    """What OpenSpiel calls a game: `agon_havannah_size_5` for `havannah:size=5`.

    Of several specs that look alike, such as `hex.kif` and `hex:kif`, those that were registered later have a number behind.
    """
    name = "agon_" + re.sub(r"[^a-z0-9]+", "_", spec.lower()).strip("_")
    candidates = itertools.chain([name], (f"{name}_{number}" for number in itertools.count(2)))
    return next(candidate for candidate in candidates if candidate not in _registered or _registered[candidate].spec == spec)


class _Game(pyspiel.Game):
    """One of our games, made by a subclass for each."""

    #: what the subclass says
    spec: str
    kind: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = {"position": "", "max_plies": 0, **(params or {})}
        self.agon = agon.load_game(self.spec)
        self.position: str = params["position"]
        self.max_plies: int = params["max_plies"]
        self._start()
        super().__init__(self.kind, _info(self.agon, self.max_plies), params)

    def _start(self) -> agon.State:
        return self.agon.from_position(self.position) if self.position else self.agon.new_initial_state()

    def new_initial_state(self, state: str | None = None) -> _State:
        if state is not None:
            raise agon.AgonError("a state of this game begins at the beginning; apply actions to it")
        return _State(self, self._start(), self.max_plies)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        return _Observer(self.agon)


def _type(game: agon.Game) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=short_name(game.spec),
        long_name=f"{game.name} (Agon)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"position": "", "max_plies": 0},
    )


def _info(game: agon.Game, max_plies: int) -> pyspiel.GameInfo:
    return pyspiel.GameInfo(
        num_distinct_actions=game.num_actions,
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=max_plies or game.max_plies or LONGEST,
    )


class _State(pyspiel.State):
    """A state of one of our games, as OpenSpiel asks for it."""

    def __init__(self, game: _Game, state: agon.State, max_plies: int) -> None:
        super().__init__(game)
        self.agon = state
        self._max_plies = max_plies

    def _is_cut_off(self) -> bool:
        return 0 < self._max_plies <= len(self.agon)

    def current_player(self) -> int:
        return pyspiel.PlayerId.TERMINAL if self._is_cut_off() else self.agon.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self._is_cut_off() else sorted(self.agon.legal_actions())

    def _apply_action(self, action: int) -> None:
        self.agon.apply_action(action)

    def undo_action(self, player: int, action: int) -> None:
        # OpenSpiel keeps the history of a state, and offers Python no way to shorten it.
        raise agon.AgonError("a game of Python cannot take actions back in OpenSpiel; clone() the state before the action")

    def _action_to_string(self, player: int, action: int) -> str:
        return self.agon.action_to_string(action)

    def is_terminal(self) -> bool:
        return self._is_cut_off() or self.agon.is_terminal()

    def returns(self) -> list[float]:
        return [float(value) for value in self.agon.returns()]

    def information_state_string(self, player: int | None = None) -> str:
        return f"{self.agon.to_position()} {self.agon.history()}"

    def observation_string(self, player: int | None = None) -> str:
        return self.agon.to_position()

    def __str__(self) -> str:
        # Equal for equal positions, which OpenSpiel's tabular algorithms rely on; what the past forbids belongs to it.
        return self.agon.to_position()


class _Observer:
    """What OpenSpiel's learners see: our planes."""

    def __init__(self, game: agon.Game) -> None:
        import numpy as np

        size = int(np.prod(game.observation_shape))
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor.reshape(game.observation_shape)}

    def set_from(self, state: _State, player: int) -> None:
        self.dict["observation"][...] = state.agon.observation_tensor(player)

    def string_from(self, state: _State, player: int) -> str:
        return state.agon.to_position()


def register(*specs: str) -> list[str]:
    """Tells OpenSpiel of these games, or of all that Agon knows; the names it knows them by."""
    names = []
    for spec in specs or agon.games():
        game = _game(spec)
        name = short_name(game.spec)
        names.append(name)
        if name not in _registered:
            made: Any = type(f"Game_{name}", (_Game,), {"spec": game.spec, "kind": _type(game)})
            _registered[name] = made
            pyspiel.register_game(made.kind, made)
    return names


def load_game(spec: str, *, position: str | None = None, max_plies: int | None = None) -> pyspiel.Game:
    """One of our games as a game of OpenSpiel, from a position if there is one, and drawn after so many plies if that is said."""
    return pyspiel.load_game(register(spec)[0], {"position": position or "", "max_plies": max_plies or 0})


class Bot(pyspiel.Bot):
    """One of our agents as a bot of OpenSpiel, for our games."""

    def __init__(self, agent: agon.Agent | str) -> None:
        super().__init__()
        self.agon = agon.agent(agent) if isinstance(agent, str) else agent

    def step(self, state: pyspiel.State) -> int:
        """The action that the agent plays."""
        return int(self.agon.select(state.agon))

    def restart_at(self, state: pyspiel.State) -> None:
        """Forgets the game played so far."""
        self.agon.reset()

    def restart(self) -> None:
        """Forgets the game played so far."""
        self.agon.reset()

    def inform_action(self, state: pyspiel.State, player: int, action: int) -> None:
        """Does nothing: it sees everything in the state."""

    def provides_policy(self) -> bool:
        """No: it only chooses."""
        return False


class Player:
    """One of OpenSpiel's bots as a player of our matches. `make` is called with OpenSpiel's game and gives the bot."""

    def __init__(self, make: Callable[[pyspiel.Game], pyspiel.Bot], name: str | None = None) -> None:
        self._make = make
        self._bots: dict[tuple[str, str | None], list[Any]] = {}
        self.name = name or getattr(make, "__name__", "openspiel")

    def select(self, state: agon.State) -> int:
        """The action that the bot plays."""
        key = (state.game.spec, state.start_position)
        if key not in self._bots:
            game = load_game(state.game.spec, position=state.start_position)
            self._bots[key] = [game, self._make(game), None]
        game, bot, known = self._bots[key]
        history = state.history()
        if known is None or history[: len(known)] != known:
            # Another game, from its beginning: every bot can follow that, and few can begin in the middle.
            bot.restart()
            known = []
        theirs = game.new_initial_state()
        for index, action in enumerate(history):
            if index >= len(known):
                bot.inform_action(theirs, theirs.current_player(), action)
            theirs.apply_action(action)
        action = int(bot.step(theirs))
        # As in OpenSpiel's own loops, a bot is told of all actions but those it has chosen.
        self._bots[key][2] = [*history, action]
        return action
