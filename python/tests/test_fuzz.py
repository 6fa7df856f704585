"""Random calls with random arguments: every one is answered, if only with an exception.

`python tests/test_fuzz.py 100000` makes that many calls.
"""

import random
import re
import sys
import tempfile
from pathlib import Path

import numpy as np
from games import Lines

import agon

SHEET = Path(__file__).parents[2] / "crates" / "gdl" / "sheets" / "connect-four.kif"

#: Calls in the gate.
COUNT = 3000

ODD = [
    None, True, -1, 0, 1, 7, 10**6, 2**63, -(2**70), 0.5, float("nan"), float("inf"), "", "a1", "e4", "é\0🙂", "x" * 5000, b"a1",
    [], [1], {}, (), object(), np.int64(3), np.float32(1), np.zeros(3), np.zeros((2, 2), np.int64), np.array("a"), lambda *_: 1,
    ValueError, range(3),
]  # fmt: skip


#: What others say about numbers.
NOT_OURS = re.compile("as an integer|out of range|convert negative|to convert|must be real|unsupported operand|no attribute")


def odd(choose):
    return choose.choice(ODD)


class Fuzzer:
    """Keeps some objects and calls their methods in any order."""

    def __init__(self, seed):
        self.choose = random.Random(seed)
        self.games = [agon.load_game(spec) for spec in [*agon.games(), "havannah:size=4,swap=on", str(SHEET)]]
        self.games.append(agon.register(Lines()))
        self.states = [game.new_initial_state() for game in self.games]
        self.batches = [agon.BatchEnv("tic-tac-toe", 3, threads=1), agon.BatchEnv("othello", 2, threads=2)]
        self.agents = [agon.agent("random"), agon.agent("uct:playouts=5"), agon.agent("puct", eval=self.judge, simulations=4)]
        self.analyses = [self.agents[1].analyse(self.states[0])]
        self.answered = {"well": 0, "refused": 0}
        self.calls = {}
        self.folder = tempfile.TemporaryDirectory()
        files = [Path(self.folder.name, name) for name in ("run.db", "other.db", "no such folder/run.db", "text.db", "")]
        files[3].write_text("no file of games")
        self.files = files

    def judge(self, batch):
        count = len(batch) + self.choose.choice([0, 0, 0, 1])
        return self.choose.choice([np.zeros(count, np.float32), np.full(count, np.nan, np.float32), np.zeros(count), None])

    def step(self):
        choose = self.choose
        place = choose.randrange(len(self.states))
        state, game = self.states[place], choose.choice(self.games)
        if choose.random() < 0.05:
            self.states[place] = game.new_initial_state()
        if choose.random() < 0.4 and not state.is_terminal():
            state.apply_action(choose.choice(state.legal_actions()))
            return
        target = choose.choice([state, state, state, game, choose.choice(self.batches), choose.choice(self.agents), choose.choice(self.analyses), agon])
        names = [name for name in dir(target) if not name.startswith("_") or name in ("__eq__", "__hash__", "__repr__", "__reduce__")]
        name = choose.choice(names)
        called = getattr(target, name)
        # Every promise of a game takes seconds to check; what came of matches is made by them alone.
        if not callable(called) or name in ("check", "Match", "Run"):
            return
        arguments = [odd(choose) for _ in range(choose.randrange(4))]
        named = {}
        if target in self.batches and name == "step" and choose.random() < 0.7:
            arguments = [target.sample()]
        elif target in self.agents and name in ("analyse", "select"):
            arguments = [choose.choice(self.states)]
        elif name in ("BatchEnv", "VectorEnv", "PgxEnv"):
            arguments = [choose.choice(["tic-tac-toe", odd(choose)]), choose.choice([0, 1, 3, -1, 10**12, None, "x"])]
            named = choose.choice([{}, {"finals": True}, {"threads": 2}, {"random_plies": 3}, {"threads": odd(choose)}])
        elif name == "reset" and target in self.batches:
            arguments = [choose.choice([0, 1, 2**63, -1, None, "x"])]
        elif name == "perft":
            arguments = [choose.choice([0, 1, 2, -1, 256, None, "x"])]
        elif name == "random_playouts":
            states = [choose.choice(self.states) for _ in range(choose.randrange(3))]
            counts = [0, 1, 20, -1, 10**12, None]
            arguments = [choose.choice([states, states, odd(choose)]), choose.choice(counts), choose.choice([0, 1, -1, None])]
            named = choose.choice([{}, {"threads": 2}, {"threads": 0}, {"threads": odd(choose)}])
        elif name in ("agent", "Agent"):
            arguments = [choose.choice(["uct:playouts=5", "pvs:depth=1", "random", "puct", "pvs:", "@easy", "uct@", odd(choose)])]
            named = choose.choice([{}, {"eval": self.judge}, {"eval": odd(choose)}, {"simulations": odd(choose)}])
        elif name == "match":
            players = [choose.choice(["random", "uct:playouts=2", self.first, self.agents[2], odd(choose)]) for _ in range(2)]
            arguments = [choose.choice(["tic-tac-toe", game, odd(choose)]), *players]
            named = {"games": choose.choice([2, 2, 0, 3, -2, None]), "max_plies": choose.choice([12, 12, 0, -1])}
            named |= choose.choice([{}, {"openings": choose.choice([0, 1, 4, -1])}, {"jobs": 2}, {"out": choose.choice(self.files)}])
        elif name == "read":
            arguments = [choose.choice([*self.files, odd(choose)])]
        self.calls[name] = self.calls.get(name, 0) + 1
        came = called(*arguments, **named)
        if isinstance(came, agon.Analysis):
            self.analyses = [*self.analyses[-9:], came]

    def first(self, state):
        return state.legal_actions()[0]

    def run(self, count):
        for _ in range(count):
            try:
                self.step()
                self.answered["well"] += 1
            except agon.AgonError:
                self.answered["refused"] += 1
            except TypeError as error:
                # Other numbers and types of arguments than a function has, as Python tells it; but what a number has to be, we say.
                assert not NOT_OURS.search(str(error)), error
                self.answered["refused"] += 1
        return self.answered


def test_random_calls_are_answered():
    fuzzer = Fuzzer(1)
    answered = fuzzer.run(COUNT)
    assert sum(answered.values()) == COUNT and min(answered.values()) > COUNT / 20
    missed = {"apply_action", "step", "children", "analyse", "match", "read", "perft", "random_playouts", "agent"} - set(fuzzer.calls)
    assert not missed


def test_buffers_of_other_kinds_are_refused():
    from agon import _agon

    game = agon.load_game("tic-tac-toe")
    batch = _agon.Batch(game, 2)
    good = agon.BatchEnv(game, 2)
    choose = random.Random(1)
    for _ in range(500):
        arrays = list(good._arrays)
        arrays[choose.randrange(6)] = choose.choice([*ODD, np.zeros((2, 2), np.float32)[:, ::-1], np.zeros((0, 9), np.bool_)])
        try:
            batch.reset(1, tuple(arrays))
        except (agon.AgonError, TypeError, ValueError):
            pass
    shared = list(good._arrays)
    shared[0].flags.writeable = False
    try:
        batch.reset(1, tuple(shared))
        raise AssertionError("what cannot be written was written")
    except (agon.AgonError, TypeError, ValueError, RuntimeError):
        pass


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    print(count, "calls:", Fuzzer(int(sys.argv[2]) if len(sys.argv) > 2 else 1).run(count))
