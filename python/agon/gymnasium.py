"""Our games as environments of Gymnasium for one learner: the opponent is an agent, such as one of ten measured levels."""

from __future__ import annotations

import numbers
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from agon._agon import Agent, Game, State
from agon.batch import _game
from agon.matches import Player


class OpponentEnv(gymnasium.Env[NDArray[np.float32], Any]):
    """A game against an opponent: a level from 1 to 10, a spec, an agent, or anything with `select(state)`.

    `seat` is 0 or 1, the learner's side, or None to take turns. The reward is the result, once the game has ended. `info` holds
    the `action_mask` and the `state`. For a curriculum, set `opponent` between games. What an agent of ours chooses at random follows
    from the seed of `reset`; without one every game is another.
    """

    metadata = {"render_modes": ["ansi"]}

    #: the game that is played
    game: Game
    #: the state of the game that is running
    state: State
    #: the learner's side in it, 0 or 1
    own: int

    def __init__(
        self,
        game: Game | str,
        opponent: int | Player = 1,
        *,
        seat: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.game = _game(game)
        self.opponent = opponent
        self.seat = seat
        self.render_mode = render_mode
        self._games = 0
        self.observation_space = gymnasium.spaces.Box(0.0, 1.0, self.game.observation_shape, np.float32)
        self.action_space = gymnasium.spaces.Discrete(self.game.num_actions)

    @property
    def opponent(self) -> Any:
        """Who plays the other side, from the next game on if it is set in the middle of one."""
        return self._opponent

    @opponent.setter
    def opponent(self, opponent: int | Player) -> None:
        if isinstance(opponent, numbers.Integral):
            opponent = self.game.level(int(opponent))
        self._opponent: Any = Agent(opponent) if isinstance(opponent, str) else opponent

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begins a game, in which the opponent may have moved already: observation and info."""
        super().reset(seed=seed)
        self.own = self._games % 2 if self.seat is None else self.seat
        self._games += 1
        self.state = self.game.new_initial_state()
        if isinstance(self._opponent, Agent):
            # Its choices follow from the seed of this environment, and are others in every game.
            self._opponent.reset(seed=int(self.np_random.integers(2**63)))
        elif hasattr(self._opponent, "reset"):
            self._opponent.reset()
        self._answer()
        return self._observe()

    def _answer(self) -> None:
        while not self.state.is_terminal() and self.state.current_player() != self.own:
            choose = getattr(self._opponent, "select", self._opponent)
            self.state.apply_action(choose(self.state))

    def _observe(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        mask = self.state.legal_actions_mask()
        return self.state.observation_tensor(self.own), {"action_mask": mask, "state": self.state}

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Plays an action and lets the opponent answer: observation, reward, whether the game has ended, never cut off, info."""
        self.state.apply_action(int(action))
        self._answer()
        observation, info = self._observe()
        return observation, self.state.returns()[self.own], self.state.is_terminal(), False, info

    def render(self) -> str:
        """The board as text."""
        return repr(self.state)
