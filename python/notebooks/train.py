# %% [markdown]
# # Train a small network, and set it against measured levels
#
# `agon.BatchEnv` plays hundreds of games of Othello at once. A network learns from them what positions are worth, by playing against
# itself: it looks at what follows from each of its moves (`children()`), mostly takes the best, and corrects what it thought by what
# came of it. It begins with nothing but the rules. With torch it is a torch module; without, the same network in NumPy (`nets.py`).

# %%
import os
import time

import matplotlib.pyplot as plt
import nets
import numpy as np

import agon

# The tests run a small version of this notebook.
SMALL = bool(os.environ.get("AGON_SMALL"))
ROUNDS = 6 if SMALL else 200
GAMES = 4 if SMALL else 40

game = agon.load_game("othello")
env = agon.BatchEnv(game, 64 if SMALL else 512, random_plies=6)
net = nets.Net(8)
random = np.random.default_rng(1)
print(type(net).__name__, game.observation_shape, net.patterns.worth.shape[1], "patterns")

# %% [markdown]
# ## Playing and learning
# The value of a move is that of the position behind it, seen from the side of the player who makes it. One move in twenty is random,
# so that nothing is taken for granted. Then each position is worth what the best move was worth when it was looked at, mixed with what
# came of the game; random moves say nothing about what was before them.

# %%
STEPS, MIX, CURIOUS = 32, 0.8, 0.05


def look():
    """The best action of each game, and what it is worth for the player to move."""
    children = env.children()
    values = net.judge(children.observations)
    values = np.where(children.players == env.players[children.games], values, -values)
    values = np.where(np.isnan(children.results), values, children.results)
    first = np.searchsorted(children.games, np.arange(env.n))
    best = np.maximum.reduceat(values, first)
    rows = np.flatnonzero(values == best[children.games])
    chosen = rows[np.searchsorted(children.games[rows], np.arange(env.n))]
    return children.actions[chosen], best


def collect():
    """Plays some steps in all games: observations, and what they turned out to be worth for the players to move."""
    seen, kept = [], []
    for _ in range(STEPS):
        actions, best = look()
        sides = np.where(env.players == 0, 1.0, -1.0)
        curious = random.random(env.n) < CURIOUS
        # The buffers are written in place: what is kept is copied.
        seen.append(env.observations.copy())
        env.step(np.where(curious, env.sample(), actions))
        kept.append((best * sides, sides, curious, env.ended.copy(), env.rewards[:, 0].copy()))
    _, best = look()
    later = expected = best * np.where(env.players == 0, 1.0, -1.0)
    worth = []
    # Everything for the first player, from the end.
    for best, sides, curious, ended, rewards in reversed(kept):
        later = np.where(ended, rewards, MIX * later + (1 - MIX) * expected)
        later = np.where(curious, best, later)
        expected = best
        worth.append(later * sides)
    return np.concatenate(seen), np.concatenate(worth[::-1]).astype(np.float32), sum(ended.sum() for *_, ended, _ in kept)


env.reset(seed=1)
curve, begun, busy, played, positions = [], time.time(), time.process_time(), 0, 0
for number in range(ROUNDS):
    observations, worth, ended = collect()
    played, positions = played + ended, positions + len(worth)
    # Twice through everything, in steps that become smaller.
    parts = [part for _ in range(2) for part in np.array_split(random.permutation(len(worth)), 8)]
    rate = 0.003 * (1 - number / ROUNDS)
    errors = [net.learn(observations[part], worth[part], rate) for part in parts]
    curve.append((played, np.mean(errors)))
seconds = f"{time.time() - begun:.0f} s, {time.process_time() - busy:.0f} s of processor time"
print(f"{played} games, {positions} positions in {seconds}")

# %%
plt.figure(figsize=(6, 3))
plt.plot(*zip(*curve))
plt.xlabel("games")
plt.ylabel("squared error of the value")
plt.tight_layout()
plt.show()

# %% [markdown]
# ## Against the measured levels
# The network judges the leaves of a tree search (`puct`).


# %%
def judge(batch):
    return net.judge(batch.observations)


agent = agon.agent("puct", eval=judge, simulations=32 if SMALL else 800, batch=16, exploration=0.6)
for level in (3, 5):
    match = agon.match(game, agent, game.level(level), games=GAMES)
    print(f"level {level}: {match.wins} won, {match.draws} drawn, {match.losses} lost; Elo {match.elo}")

# %% [markdown]
# What it thinks of the beginning, and its last game against level 5 as it ended:

# %%
state = game.new_initial_state()
print(agent.analyse(state.child("d3")))

# %%
for text in match.games[-1]["record"]["moves"]:
    state.apply_action(text)
state
