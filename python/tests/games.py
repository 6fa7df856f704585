"""Games that are classes of Python, for several tests."""

import agon


class Nim:
    """Take one, two or three of some stones in turn; who takes the last one wins."""

    stones = 10

    def initial(self):
        return (self.stones, 0)

    def player(self, state):
        return state[1]

    def moves(self, state):
        return [str(count) for count in (1, 2, 3) if count <= state[0]]

    def play(self, state, move):
        return (state[0] - int(move), 1 - state[1])

    def result(self, state):
        return 1 - state[1] if state[0] == 0 else None


class Lines:
    """Three in a row."""

    id = "lines"
    name = "Three in a row"
    sides = ("Cross", "Nought")
    pieces = {"X": (0, "mark"), "O": (1, "mark")}
    rows = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def initial(self):
        return "." * 9

    def player(self, state):
        return (9 - state.count(".")) % 2

    def moves(self, state):
        return ["abc"[cell % 3] + str(3 - cell // 3) for cell in range(9) if state[cell] == "."]

    def play(self, state, move):
        cell = "abc".index(move[0]) + 3 * (3 - int(move[1]))
        return state[:cell] + "XO"[self.player(state)] + state[cell + 1 :]

    def result(self, state):
        for a, b, c in self.rows:
            if state[a] != "." and state[a] == state[b] == state[c]:
                return "XO".index(state[a])
        return None if "." in state else agon.DRAW

    def board(self, state):
        return [state[:3], state[3:6], state[6:]]
