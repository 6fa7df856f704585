"""Many games side by side."""

import numpy as np

from agon._agon import AgonError, Batch, Game, load_game


def _game(game):
    return game if isinstance(game, Game) else load_game(game)


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
    """

    def __init__(self, game, n, *, threads=None, observe=True, random_plies=0):
        self.game = _game(game)
        self._batch = Batch(self.game, n, threads, observe, random_plies)
        actions, shape = self.game.num_actions, self.game.observation_shape
        self.n = n
        self.observations = np.zeros((n, *shape), np.float32) if observe else None
        self.masks = np.zeros((n, actions), np.bool_)
        self.rewards = np.zeros((n, 2), np.float32)
        self.ended = np.zeros(n, np.bool_)
        self.players = np.zeros(n, np.int8)
        self._arrays = (self.rewards, self.ended, self.players, self.masks, self.observations)
        self._begun = False

    def __len__(self):
        return self.n

    def reset(self, seed=0):
        """Begins all games anew. What is random (`sample`, `random_plies`) follows from the seed."""
        # What others have written into the buffers is forgotten.
        self.masks.fill(False)
        if self.observations is not None:
            self.observations.fill(0.0)
        self._batch.reset(seed, self._arrays)
        self._begun = True
        return self.observations, self.masks

    def step(self, actions):
        """Plays an action in each game. If one of them is not legal, nothing is played."""
        if not self._begun:
            raise AgonError("the games have not begun: call reset() first")
        actions = np.asarray(actions)
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

    def state(self, index):
        """One of the games as a `State` of its own."""
        return self._batch.state(index)


class VectorEnv:
    """The same in the shape of `gymnasium.vector.VectorEnv`: one reward per game, for the player who made the move.

    `info["action_mask"]` holds the legal actions, `info["player"]` who is to move. A game that ends begins anew at once
    (Gymnasium's SAME_STEP). It needs Gymnasium only for its spaces.
    """

    def __init__(self, game, num_envs, **settings):
        from gymnasium import spaces

        self.batch = BatchEnv(game, num_envs, **settings)
        self.num_envs = num_envs
        shape, actions = self.batch.game.observation_shape, self.batch.game.num_actions
        self.single_observation_space = spaces.Box(0.0, 1.0, shape, np.float32)
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = spaces.Box(0.0, 1.0, (num_envs, *shape), np.float32)
        self.action_space = spaces.MultiDiscrete([actions] * num_envs)
        self.metadata = {"autoreset_mode": "same_step"}

    def _info(self):
        return {"action_mask": self.batch.masks, "player": self.batch.players}

    def reset(self, *, seed=None, options=None):
        observations, _ = self.batch.reset(0 if seed is None else seed)
        return observations, self._info()

    def step(self, actions):
        movers = self.batch.players.astype(np.intp)
        observations, _, rewards, ended = self.batch.step(actions)
        own = rewards[np.arange(self.num_envs), movers]
        return observations, own, ended, np.zeros_like(ended), self._info()

    def close(self):
        """Nothing has to be given back."""
