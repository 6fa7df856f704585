"""Our games as environments of PettingZoo."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from agon._agon import Game, State
from agon.batch import _game

PLAYERS = ["player_0", "player_1"]


def env(game: Game | str, render_mode: str | None = None) -> AECEnv:
    """A game with the wrappers that PettingZoo's own classic games have."""
    bare: AECEnv = raw_env(game, render_mode)
    bare = wrappers.TerminateIllegalWrapper(bare, illegal_reward=-1)
    bare = wrappers.AssertOutOfBoundsWrapper(bare)
    return wrappers.OrderEnforcingWrapper(bare)


class raw_env(AECEnv):
    """A game as an environment in which players take turns, as the rules say; nobody has to alternate."""

    metadata = {"render_modes": ["ansi", "human"], "name": "agon", "is_parallelizable": False, "render_fps": 2}

    #: the game that is played
    game: Game
    #: the state of the game that is running
    state_of_game: State

    def __init__(self, game: Game | str, render_mode: str | None = None) -> None:
        super().__init__()
        self.game = _game(game)
        self.metadata = {**self.metadata, "name": f"agon_{self.game.spec}"}
        self.render_mode = render_mode
        self.possible_agents = PLAYERS[:]
        self.agents = PLAYERS[:]
        shape, actions = self.game.observation_shape, self.game.num_actions
        self._observation_space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(0.0, 1.0, shape, np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self._action_spaces = {player: gymnasium.spaces.Discrete(actions) for player in PLAYERS}
        self._observation_spaces = {player: self._observation_space for player in PLAYERS}

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """What a player's observations look like: the planes and the mask of legal actions."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """All actions of the game."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. Nothing in it is random."""
        self.state_of_game = self.game.new_initial_state()
        self.agents = PLAYERS[:]
        self.rewards = dict.fromkeys(PLAYERS, 0.0)
        self._cumulative_rewards = dict.fromkeys(PLAYERS, 0.0)
        self.terminations = dict.fromkeys(PLAYERS, False)
        self.truncations = dict.fromkeys(PLAYERS, False)
        self.infos: dict[str, dict[str, Any]] = {player: {} for player in PLAYERS}
        self.agent_selection = PLAYERS[self.state_of_game.current_player()]

    def observe(self, agent: str) -> dict[str, Any]:
        """What a player sees, and the legal actions if it is to move."""
        state = self.state_of_game
        index = PLAYERS.index(agent)
        mask = np.zeros(self.game.num_actions, np.int8)
        if state.current_player() == index:
            mask[state.legal_actions()] = 1
        return {"observation": state.observation_tensor(index), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Plays an action of the player to move."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        mover = self.agent_selection
        self._cumulative_rewards[mover] = 0.0
        state = self.state_of_game
        state.apply_action(int(action))
        if state.is_terminal():
            for player, value in zip(PLAYERS, state.returns()):
                self.rewards[player] = value
                self.terminations[player] = True
            self.agent_selection = PLAYERS[1 - PLAYERS.index(mover)]
        else:
            self.rewards = dict.fromkeys(PLAYERS, 0.0)
            self.agent_selection = PLAYERS[state.current_player()]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The board as text: printed for people, or given back."""
        text = repr(self.state_of_game)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing has to be given back."""
