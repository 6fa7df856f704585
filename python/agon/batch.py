"""Many games side by side."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from agon._agon import AgonError, Batch, Game, State, load_game


def _game(game: Game | str) -> Game:
    return game if isinstance(game, Game) else load_game(game)


class Children(NamedTuple):
    """What follows from each legal action of each game of a batch: a row per action, in the order of the games."""

    #: int64: the index of the game
    games: NDArray[np.int64]
    #: int64: the action that leads there
    actions: NDArray[np.int64]
    #: int8: who is to move there
    players: NDArray[np.int8]
    #: float32: the result for the player who acts, if the action ends the game, and NaN otherwise
    results: NDArray[np.float32]
    #: float32 (rows, planes, rows of the board, columns): what the player to move sees there
    observations: NDArray[np.float32]


class BatchEnv:
    """`n` games of one kind, played in lockstep by several threads, without the interpreter.

    A game that ends begins anew at once: `ended` and `rewards` tell of the game that has ended, everything else of the new one.
    The arrays are made once and written in place; `torch.from_numpy` shares their memory. Copy what you want to keep.

    Without `threads` there is one per processor. With `observe=False` there are no observations; each game begins with
    `random_plies` random moves.
    """

    #: the game that is played
    game: Game
    #: the number of games
    n: int
    #: (n, planes, rows, columns): what the player to move sees; None with `observe=False`
    observations: NDArray[np.float32] | None
    #: (n, actions): which actions are legal
    masks: NDArray[np.bool_]
    #: (n, 2): +1, 0 or -1 for each player, if the last action ended the game
    rewards: NDArray[np.float32]
    #: (n,): whether the last action ended the game
    ended: NDArray[np.bool_]
    #: (n,): who is to move
    players: NDArray[np.int8]
    #: (n, planes, rows, columns): with `finals=True`, how the last game that has ended looked at its end to the player who would
    #: have been to move
    finals: NDArray[np.float32] | None

    def __init__(
        self,
        game: Game | str,
        n: int,
        *,
        threads: int | None = None,
        observe: bool = True,
        random_plies: int = 0,
        finals: bool = False,
    ) -> None:
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

    def __len__(self) -> int:
        return self.n

    def reset(self, seed: int = 0) -> tuple[NDArray[np.float32] | None, NDArray[np.bool_]]:
        """Begins all games anew. What is random (`sample`, `random_plies`) follows from the seed."""
        # What others have written into the buffers is forgotten.
        self.masks.fill(False)
        if self.finals is not None:
            self.finals.fill(0.0)
        self._batch.reset(seed, self._arrays)
        self._begun = True
        return self.observations, self.masks

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.float32] | None, NDArray[np.bool_], NDArray[np.float32], NDArray[np.bool_]]:
        """Plays an action in each game; observations, masks, rewards and which games have ended. If one of them is not legal, nothing is played."""
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

    def sample(self) -> NDArray[np.int64]:
        """A random legal action for each game."""
        if not self._begun:
            raise AgonError("the games have not begun: call reset() first")
        actions = np.empty(self.n, np.int64)
        self._batch.sample(actions)
        return actions

    def children(self) -> Children:
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

    def state(self, index: int) -> State:
        """One of the games as a `State` of its own."""
        return self._batch.state(index)


class VectorEnv:
    """The same in the shape of `gymnasium.vector.VectorEnv`: one reward per game, for the player who made the move.

    `info["action_mask"]` holds the legal actions, `info["player"]` who is to move. A game that ends begins anew at once
    (Gymnasium's SAME_STEP): `info["final_obs"]` holds how it looked at its end, `info["final_info"]` its rewards for both players.
    It needs Gymnasium only for its spaces and for that name. `settings` are those of `BatchEnv`.
    """

    def __init__(self, game: Game | str, num_envs: int, **settings: Any) -> None:
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
        self._seeds = np.random.default_rng()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.batch.masks, "player": self.batch.players}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32] | None, dict[str, Any]]:
        """Begins all games anew: observations and info. Without a seed everything random goes on."""
        observations, _ = self.batch.reset(int(self._seeds.integers(2**63)) if seed is None else seed)
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        return observations, self._info()

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.float32] | None, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Plays an action in each game: observations, rewards of those who moved, which games have ended, none cut off, info."""
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
            info.update(final_info={"rewards": rewards.copy(), "_rewards": told}, _final_info=told)
        return observations, own, ended, np.zeros_like(ended), info

    def close(self) -> None:
        """Nothing has to be given back."""


class PgxState(NamedTuple):
    """Where all games of a `PgxEnv` stand, in arrays of their own."""

    #: (n,): who is to move
    current_player: NDArray[np.int8]
    #: (n, rows, columns, planes): what the player to move sees; None with `observe=False`
    observation: NDArray[np.float32] | None
    #: (n, 2): +1, 0 or -1 for each player, if the last action ended the game
    rewards: NDArray[np.float32]
    #: (n,): whether the last action ended the game
    terminated: NDArray[np.bool_]
    #: (n,): never
    truncated: NDArray[np.bool_]
    #: (n, actions): which actions are legal
    legal_action_mask: NDArray[np.bool_]


class PgxEnv:
    """The same in the shape of pgx, as `jax.vmap` of its `auto_reset` has it: `init` and `step` give states, planes come last.

    A seed stands for the keys. Only the latest state can be stepped from: the games themselves are written in place. Illegal actions
    are errors. `settings` are those of `BatchEnv`.
    """

    num_players = 2

    def __init__(self, game: Game | str, n: int, **settings: Any) -> None:
        self.batch = BatchEnv(game, n, **settings)
        self.id = self.batch.game.spec
        self.version = str(self.batch.game.version)
        self.num_actions = self.batch.game.num_actions
        planes, rows, columns = self.batch.game.observation_shape
        self.observation_shape = (rows, columns, planes)
        self._latest: PgxState | None = None

    def _state(self) -> PgxState:
        batch = self.batch
        seen = None if batch.observations is None else np.ascontiguousarray(np.moveaxis(batch.observations, 1, -1))
        ended = batch.ended.copy()
        self._latest = latest = PgxState(
            batch.players.copy(), seen, batch.rewards.copy(), ended, np.zeros_like(ended), batch.masks.copy()
        )
        return latest

    def init(self, seed: int = 0) -> PgxState:
        """All games at their beginning."""
        self.batch.reset(seed)
        return self._state()

    def step(self, state: PgxState, action: ArrayLike) -> PgxState:
        """The state after an action in each game."""
        if state is not self._latest:
            raise AgonError("only the latest state can be stepped from: the games are written in place")
        self.batch.step(action)
        return self._state()
