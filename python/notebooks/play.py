# %% [markdown]
# # Play and look
# Games, states, agents and their opinions. A state is a drawing in a notebook.

# %%
import numpy as np

import agon

agon.games()

# %%
game = agon.load_game("havannah", size=5)
state = game.new_initial_state()
for move in ["c3", "d4", "e5"]:
    state.apply_action(move)
state

# %% [markdown]
# Actions are numbers of a fixed space; moves can be given as text as well. Everything that was played can be taken back.

# %%
action = state.legal_actions()[0]
print(action, state.action_to_string(action), game.num_actions, state.legal_actions_mask().sum())
state.undo_action()
print(state)

# %% [markdown]
# Agents are written as specs. They give a value to every legal move.

# %%
state = agon.load_game("othello").new_initial_state()
for move in ["d3", "c5", "d6"]:
    state.apply_action(move)
analysis = agon.agent("pvs:depth=6").analyse(state)
print(analysis)
state.child(analysis.best)

# %% [markdown]
# What a learner sees: planes of the board from the side of one player.

# %%
import matplotlib.pyplot as plt

planes = state.observation_tensor()
figure, axes = plt.subplots(1, len(planes), figsize=(2 * len(planes), 2))
for axis, plane in zip(axes, planes):
    axis.imshow(plane, vmin=0, vmax=1, cmap="Greys")
    axis.set_xticks([]), axis.set_yticks([])
plt.show()

# %% [markdown]
# A match in pairs of games with sides exchanged. A function is a player too.

# %%
random = np.random.default_rng(1)


def corners_first(state):
    legal = state.legal_actions()
    corners = [action for action in legal if state.action_to_string(action) in ("a1", "a8", "h1", "h8")]
    return corners[0] if corners else int(random.choice(legal))


match = agon.match("othello", corners_first, "random", games=40)
print(match, match.elo)

# %% [markdown]
# A game of one's own is a class with five methods, and everything plays it.


# %%
class Nim:
    """Take one, two or three of ten stones in turn; who takes the last one wins."""

    def initial(self):
        return (10, 0)

    def player(self, state):
        return state[1]

    def moves(self, state):
        return [str(count) for count in (1, 2, 3) if count <= state[0]]

    def play(self, state, move):
        return (state[0] - int(move), 1 - state[1])

    def result(self, state):
        return 1 - state[1] if state[0] == 0 else None


nim = agon.register(Nim())
print(agon.agent("pvs:depth=10").analyse(nim.new_initial_state()))
