# %% [markdown]
# # Train a small network, and set it against a measured level
#
# `agon.BatchEnv` plays hundreds of games of Othello at once. A network of two layers learns from them by playing against itself:
# actions that did better than expected become more likely, and what is expected follows the results. Half of all actions are random, so
# that it sees many positions. With torch it is a torch
# module; without, the same network in NumPy (`nets.py`).

# %%
import os
import time

import matplotlib.pyplot as plt
import nets
import numpy as np

import agon

# The tests run a small version of this notebook.
SMALL = bool(os.environ.get("AGON_SMALL"))
SECONDS = 2 if SMALL else 150
GAMES = 4 if SMALL else 40

game = agon.load_game("othello")
env = agon.BatchEnv(game, 32 if SMALL else 256, random_plies=2)
net = nets.Net(int(np.prod(game.observation_shape)), game.num_actions)
random = np.random.default_rng(1)
print(type(net).__name__, game.observation_shape, game.num_actions)

# %% [markdown]
# ## Playing and learning
# `collect` plays some steps in all games and works out what each position was worth in the end. A game that is still going on is
# worth what the network says.


# %%
def draw(chances):
    """An action for each row of chances."""
    return (chances.cumsum(axis=1) > random.random((len(chances), 1))).argmax(axis=1)


def collect(steps):
    kept = {"observations": [], "masks": [], "actions": [], "players": [], "ended": [], "rewards": []}
    for _ in range(steps):
        values, logits = net.judge(env.observations)
        curious = random.random(env.n) < 0.5
        actions = np.where(curious, env.sample(), draw(nets.softmax(logits, env.masks)))
        # The buffers are written in place: what is kept is copied.
        kept["observations"].append(env.observations.copy())
        kept["masks"].append(env.masks.copy())
        kept["players"].append(env.players.copy())
        kept["actions"].append(actions)
        env.step(actions)
        kept["ended"].append(env.ended.copy())
        kept["rewards"].append(env.rewards[:, 0].copy())
    values, _ = net.judge(env.observations)
    worth = np.where(env.players == 0, values, -values)
    results = []
    for ended, rewards, players in zip(*(reversed(kept[name]) for name in ("ended", "rewards", "players"))):
        worth = np.where(ended, rewards, worth)
        results.append(np.where(players == 0, worth, -worth))
    join = lambda name: np.concatenate(kept[name])  # noqa: E731
    return join("observations"), join("masks"), join("actions"), np.concatenate(results[::-1]), sum(map(np.sum, kept["ended"]))


env.reset(seed=1)
curve, begun, played, positions = [], time.time(), 0, 0
while time.time() - begun < SECONDS:
    observations, masks, actions, results, ended = collect(16 if SMALL else 64)
    played, positions = played + ended, positions + len(results)
    order = random.permutation(len(results))
    for part in np.array_split(order, max(1, len(order) // 1024)):
        error = net.learn(observations[part], masks[part], actions[part], results[part], entropy=0.01)
    curve.append((time.time() - begun, error))
print(f"{played} games, {positions} positions in {time.time() - begun:.0f} s")

# %%
plt.figure(figsize=(6, 3))
plt.plot(*zip(*curve))
plt.xlabel("seconds")
plt.ylabel("squared error of the value")
plt.tight_layout()
plt.show()

# %% [markdown]
# ## Against the measured levels
# The network judges the leaves of a tree search (`puct`). Its policy, made for games that are half random, stays out of it.


# %%
def judge(batch):
    values, _ = net.judge(batch.observations)
    return values


agent = agon.agent("puct", eval=judge, simulations=32 if SMALL else 200, batch=16)
for level in (3, 5):
    match = agon.match(game, agent, game.level(level), games=GAMES)
    print(f"level {level}: {match.wins} won, {match.draws} drawn, {match.losses} lost")

# %% [markdown]
# This is the way, and not yet the strength: two and a half minutes of learning with NumPy on a busy machine lose to level 3, which beats
# a tree search of 200 random games as well. What it thinks of the beginning, and a game against level 5 as it ended:

# %%
state = game.new_initial_state()
print(agent.analyse(state.child("d3")))

# %%
for text in match.games[0]["record"]["moves"]:
    state.apply_action(text)
state
