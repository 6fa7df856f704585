"""Many games side by side."""

from typing import NamedTuple

import numpy as np

from agon._agon import AgonError, Batch, Game, load_game


def _game(game):
    return game if isinstance(game, Game) else load_game(game)


class Children(NamedTuple):
    """What follows from each legal action of each game of a batch: a row per action, in the order of the games."""

    #: int64: the index of the game
    games: np.ndarray
    #: int64: the action that leads there
    actions: np.ndarray
    #: int8: who is to move there
    players: np.ndarray
    #: float32: the result for the player who acts, if the action ends the game, and NaN otherwise
    results: np.ndarray
    #: float32 (rows, planes, rows of the board, columns): what the player to move sees there
    observations: np.ndarray


class BatchEnv:
    """`n` games of one kind, played in lockstep by several threads, without the interpreter.

    A game that ends begins anew at once: `ended` and `rewards` tell of the game that has ended, everything else of the new one.
    The arrays are made once and written in place; `torch.from_numpy` shares their memory. Copy what you want to keep.

    Attributes:
        observations: float32 (n, planes, rows, columns): what the player to move sees; None with `observe=False`.
        masks: bool (n, actions): which actions are legal.
        rewards: float32 (n, 2): +1, 0 or -1 for each player, if the last action ended the game.
        ended: bool (n,): whether the last action ended the game.
        players: int8 (n,): who is to move.
        finals: float32 (n, planes, rows, columns): with `finals=True`, how the last game that has ended looked at its end to the
            player who would have been to move.
    """

    def __init__(self, game, n, *, threads=None, observe=True, random_plies=0, finals=False):
        self.game = _game(game)
        self._batch = Batch(self.game, n, threads, observe, random_plies)
        actions, shape = self.game.num_actions, self.game.observation_shape
        self.n = n
        self.observations = np.zeros((n, *shape), np.float32) if observe else None
        self.finals = np.zeros((n, *shape), np.float32) if finals else None
        self.masks = np.zeros((n, actions), np.bool_)
        self.rewards = np.zeros((n, 2), np.float32)
        self.ended = np.zeros(n, np.bool_)
        self.players = np.zeros(n, np.int8)
        self._arrays = (self.rewards, self.ended, self.players, self.masks, self.observations, self.finals)
        self._begun = False

    def __len__(self):
        return self.n

    def reset(self, seed=0):
        """Begins all games anew. What is random (`sample`, `random_plies`) follows from the seed."""
        # What others have written into the buffers is forgotten.
        self.masks.fill(False)
        if self.finals is not None:
            self.finals.fill(0.0)
        self._batch.reset(seed, self._arrays)
        self._begun = True
        return self.observations, self.masks

    def step(self, actions):
        """Plays an action in each game. If one of them is not legal, nothing is played."""
        if not self._begun:
            raise AgonError("the games have not begun: call reset() first")
        try:
            actions = np.asarray(actions)
        except ValueError as error:
            raise AgonError(f"the actions are no array: {error}") from None
        if actions.shape != (self.n,):
            raise AgonError(f"the actions have the shape {actions.shape}; expected ({self.n},)")
        if actions.dtype.kind not in "iu":
            raise AgonError(f"the actions are of the type {actions.dtype}; expected whole numbers")
        self._batch.step(np.ascontiguousarray(actions, np.int64), self._arrays)
        return self.observations, self.masks, self.rewards, self.ended

    def sample(self):
        """A random legal action for each game."""
        if not self._begun:
            raise AgonError("the games have not begun: call reset() first")
        actions = np.empty(self.n, np.int64)
        self._batch.sample(actions)
        return actions

    def children(self):
        """What follows from each legal action of each game (`Children`): enough for a value alone to choose by."""
        if not self._begun:
            raise AgonError("the games have not begun: call reset() first")
        count = self._batch.children_count()
        games, actions = np.empty(count, np.int64), np.empty(count, np.int64)
        players, results = np.empty(count, np.int8), np.empty(count, np.float32)
        observations = np.empty((count, *self.game.observation_shape), np.float32)
        children = Children(games, actions, players, results, observations)
        self._batch.children(tuple(children))
        return children

    def state(self, index):
        """One of the games as a `State` of its own."""
        return self._batch.state(index)


class VectorEnv:
    """The same in the shape of `gymnasium.vector.VectorEnv`: one reward per game, for the player who made the move.

    `info["action_mask"]` holds the legal actions, `info["player"]` who is to move. A game that ends begins anew at once
    (Gymnasium's SAME_STEP): `info["final_obs"]` holds how it looked at its end, `info["final_info"]` its rewards for both players.
    It needs Gymnasium only for its spaces and for that name.
    """

    def __init__(self, game, num_envs, **settings):
        from gymnasium import spaces
        from gymnasium.vector import AutoresetMode

        self.batch = BatchEnv(game, num_envs, **{"finals": True, **settings})
        self.num_envs = num_envs
        shape, actions = self.batch.game.observation_shape, self.batch.game.num_actions
        self.single_observation_space = spaces.Box(0.0, 1.0, shape, np.float32)
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = spaces.Box(0.0, 1.0, (num_envs, *shape), np.float32)
        self.action_space = spaces.MultiDiscrete([actions] * num_envs)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def _info(self):
        return {"action_mask": self.batch.masks, "player": self.batch.players}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32] | None, dict[str, Any]]:
        """Begins all games anew: observations and info. Without a seed everything random goes on."""
        observations, _ = self.batch.reset(int(self._seeds.integers(2**63)) if seed is None else seed)
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        return observations, self._info()

    def step(self, actions):
        movers = self.batch.players.astype(np.intp)
        observations, _, rewards, ended = self.batch.step(actions)
        own = rewards[np.arange(self.num_envs), movers]
        info = self._info()
        if ended.any():
            told = ended.copy()
            if self.batch.finals is not None:
                last = np.full(self.num_envs, None, object)
                for index in np.flatnonzero(ended):
                    last[index] = self.batch.finals[index].copy()
                info.update(final_obs=last, _final_obs=told)
        self._seeds = np.random.default_rng()
            info.update(final_info={"rewards": rewards.copy(), "_rewards": told}, _final_info=told)
        return observations, own, ended, np.zeros_like(ended), info

    def close(self):
        """Nothing has to be given back."""


class PgxState(NamedTuple):
    """Where all games of a `PgxEnv` stand, in arrays of their own."""

    current_player: np.ndarray
    #: float32 (n, rows, columns, planes)
    observation: np.ndarray
    rewards: np.ndarray
    terminated: np.ndarray
    truncated: np.ndarray
    legal_action_mask: np.ndarray


class PgxEnv:
    """The same in the shape of pgx, as `jax.vmap` of its `auto_reset` has it: `init` and `step` give states, planes come last.

    A seed stands for the keys. Only the latest state can be stepped from: the games themselves are written in place. Illegal actions
    are errors.
    """

    num_players = 2

    def __init__(self, game, n, **settings):
        self.batch = BatchEnv(game, n, **settings)
        self.id = self.batch.game.spec
        self.version = str(self.batch.game.version)
        self.num_actions = self.batch.game.num_actions
        planes, rows, columns = self.batch.game.observation_shape
        self.observation_shape = (rows, columns, planes)
        self._latest = None

    def _state(self):
        batch = self.batch
        seen = None if batch.observations is None else np.ascontiguousarray(np.moveaxis(batch.observations, 1, -1))
        copies = (array.copy() for array in (batch.rewards, batch.ended, np.zeros_like(batch.ended), batch.masks))
        self._latest = PgxState(batch.players.copy(), seen, *copies)
        return self._latest

    def init(self, seed=0):
        """All games at their beginning."""
        self.batch.reset(seed)
        return self._state()

    def step(self, state, action):
        """The state after an action in each game."""
        if state is not self._latest:
            raise AgonError("only the latest state can be stepped from: the games are written in place")
        self.batch.step(action)
        return self._state()
