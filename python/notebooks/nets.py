"""A network that judges positions by their patterns, in torch where it is installed and in NumPy elsewhere.

A pattern is a handful of cells: a row, a column, a diagonal, a block in a corner. What lies on them, own, foreign or nothing on each,
is one of 3 to the n numbers, and for each number the network has a weight. The value of a position is the sum of the weights of its
patterns, between -1 and 1. Patterns that are turned or mirrored into each other share their weights, so that nothing is learned eight
times; parts of the game have weights of their own. In other words: one layer of a sparse network.
"""

import numpy as np

try:
    import torch
except ImportError:
    torch = None

#: Positions are told apart by their number of pieces: the parts of a game.
PARTS = 6


class Patterns:
    """Turns the planes of a square board into the numbers of their patterns."""

    def __init__(self, size):
        board = np.arange(size * size).reshape(size, size)
        images = [np.rot90(side, turns).ravel() for side in (board, board.T) for turns in range(4)]
        shapes = [board[row] for row in range((size + 1) // 2)]
        shapes += [np.diagonal(board, offset) for offset in range(size - 3)]
        shapes += [board[:3, :3].ravel(), board[:2, :5].ravel()]
        columns, alike, first = {}, [], 0
        for shape in shapes:
            powers = 3 ** np.arange(len(shape))
            for image in images:
                column = np.zeros(size * size, np.float32)
                column[image[shape]] = powers
                columns.setdefault(frozenset(image[shape]), (column, first))
            # A row that is read backwards is the same row: the least of its numbers stands for all of them.
            contents = np.arange(3 ** len(shape))[:, None] // powers % 3
            orders = [np.argsort(image[shape]) for image in images if set(image[shape]) == set(shape)]
            alike.append(first + np.min([contents[:, order] @ powers[np.argsort(shape)] for order in orders], axis=0))
            first += len(contents)
        self.cells, self.weights = size * size, first
        #: how much each cell adds to the number of each pattern
        self.worth = np.stack([column for column, _ in columns.values()], axis=1)
        #: where the numbers of each pattern begin
        self.first = np.array([first for _, first in columns.values()], np.int64)
        #: the number that stands for each
        self.alike = np.concatenate(alike)

    def numbers(self, observations):
        """A row of numbers for each observation."""
        own, foreign = (observations[:, plane].reshape(len(observations), -1) for plane in (0, 1))
        found = self.alike[((own + 2 * foreign) @ self.worth).astype(np.int64) + self.first]
        part = (own + foreign).sum(axis=1).astype(np.int64) * PARTS // (self.cells + 1)
        return found + (part * self.weights)[:, None]


class NumpyNet:
    """The network and its gradient by hand; Adam does the steps."""

    def __init__(self, size):
        self.patterns, self.steps = Patterns(size), 0
        self.weights, self.mean, self.square = np.zeros((3, PARTS * self.patterns.weights), np.float32)

    def judge(self, observations):
        """Values for the players to move, as float32."""
        return np.tanh(self.weights[self.patterns.numbers(observations)].sum(axis=1))

    def learn(self, observations, results, rate):
        """One step towards the results; the squared error before it."""
        numbers = self.patterns.numbers(observations)
        values = np.tanh(self.weights[numbers].sum(axis=1))
        slopes = 2 * (values - results) * (1 - values**2) / len(values)
        slope = np.bincount(numbers.ravel(), np.repeat(slopes, numbers.shape[1]), len(self.weights)).astype(np.float32)
        self.steps += 1
        self.mean += 0.1 * (slope - self.mean)
        self.square += 0.001 * (slope**2 - self.square)
        size = np.sqrt(self.square / (1 - 0.999**self.steps)) + 1e-8
        self.weights -= rate * self.mean / (1 - 0.9**self.steps) / size
        return float(((values - results) ** 2).mean())


if torch is not None:

    class TorchNet(torch.nn.Module):
        """The same in torch, on a graphics card if there is one."""

        def __init__(self, size):
            super().__init__()
            self.patterns = Patterns(size)
            self.sums = torch.nn.EmbeddingBag(PARTS * self.patterns.weights, 1, mode="sum")
            torch.nn.init.zeros_(self.sums.weight)
            self.device = "cuda" if torch.cuda.is_available() else "cpu"
            self.to(self.device)
            self.adam = torch.optim.Adam(self.parameters())

        def forward(self, observations):
            numbers = torch.from_numpy(self.patterns.numbers(observations)).to(self.device)
            return torch.tanh(self.sums(numbers)[:, 0])

        def judge(self, observations):
            """Values for the players to move, as float32."""
            with torch.no_grad():
                return self(observations).cpu().numpy()

        def learn(self, observations, results, rate):
            """One step towards the results; the squared error before it."""
            error = torch.nn.functional.mse_loss(self(observations), torch.from_numpy(results).to(self.device))
            self.adam.param_groups[0]["lr"] = rate
            self.adam.zero_grad()
            error.backward()
            self.adam.step()
            return float(error.detach())


Net = NumpyNet if torch is None else TorchNet
