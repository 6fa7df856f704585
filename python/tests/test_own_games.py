"""Games that are classes of Python."""

import json
import pickle
import subprocess
import sys
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path

import pytest
from games import Lines, Nim

import agon


@pytest.fixture(scope="module")
def nim():
    return agon.register(Nim())


@pytest.fixture(scope="module")
def lines():
    return agon.register(Lines())


def test_a_class_is_an_entry_of_the_catalogue(nim, lines):
    assert nim.spec == "nim" and nim.spec in agon.games() and agon.load_game("nim") == nim
    assert (lines.name, lines.sides) == ("Three in a row", ("Cross", "Nought"))
    state = lines.new_initial_state()
    state.apply_action("b2")
    assert str(state).splitlines()[1].split() == ["2", ".", "X", "."]
    assert state._repr_svg_().count("<use") >= 2
    assert state.observation_tensor(0)[0].sum() == 1


def test_its_promises_are_checked(nim, lines):
    nim.check()
    lines.check()
    # The same tree as the game that is shipped.
    assert lines.perft(5) == agon.load_game("tic-tac-toe").perft(5)


def test_agents_and_levels_play_it(nim):
    state = nim.new_initial_state()
    # Leave a multiple of four: with ten stones, take two.
    for agent in ("pvs:depth=10", "uct:playouts=2000", "minimax:depth=10"):
        assert state.action_to_string(agon.agent(agent).select(state)) == "2", agent
    assert agon.agent(nim.level(2)).select(state) in state.legal_actions()
    match = agon.match(nim, "pvs:depth=10", "random", games=6)
    assert match.score > 0.5


def test_states_travel_and_are_read(nim):
    state = nim.new_initial_state().child("3")
    assert pickle.loads(pickle.dumps(state)) == state
    assert state.to_position() == "1 (7, 1)"
    assert nim.from_position("1 (7, 1)").legal_actions() == state.legal_actions()
    for text in ("1 (7, 0)", "seven", "1 __import__('os')"):
        with pytest.raises(agon.AgonError):
            nim.from_position(text)


class Broken(Nim):
    """Fails after a while."""

    id = "broken"
    at = 3

    def moves(self, state):
        if state[0] <= self.at:
            raise KeyError("the stones are gone")
        return super().moves(state)


def test_an_exception_inside_is_raised_wherever_it_happens():
    game = agon.register(Broken())
    state = game.new_initial_state()
    with pytest.raises(KeyError, match="the stones are gone"):
        agon.agent("minimax:depth=6").analyse(state)
    with pytest.raises(KeyError):
        agon.match(game, "random", "random", games=2)
    with pytest.raises(KeyError):
        agon.random_playouts([state], 50)
    with pytest.raises(KeyError):
        game.perft(9)
    with pytest.raises(KeyError):
        for _ in range(10):
            state.apply_action("1")
    # And nothing is left over for others.
    assert game.new_initial_state().legal_actions()


@pytest.mark.parametrize(
    ("changes", "error", "says"),
    [
        ({"result": lambda self, state: "maybe"}, agon.AgonError, "expected None, 0, 1 or 'draw'"),
        ({"player": lambda self, state: 2}, agon.AgonError, "expected 0 or 1"),
        ({"moves": lambda self, state: []}, agon.AgonError, "result\\(state\\) is None"),
        ({"moves": lambda self, state: ["1", "1"]}, agon.AgonError, "twice"),
        ({"moves": lambda self, state: ["a b"]}, agon.AgonError, "no spaces"),
        ({"moves": lambda self, state: 3}, TypeError, "int"),
        ({"play": None}, TypeError, "no method 'play'"),
        ({"id": "othello"}, agon.AgonError, "there is a game 'othello' already"),
        ({"id": "No Name"}, agon.AgonError, "is no name of a game"),
        ({"board": lambda self, state: 3}, agon.AgonError, "list of strings"),
        ({"board": lambda self, state: ["Q"]}, agon.AgonError, "not in its 'pieces'"),
        ({"board": lambda self, state: ["." * 40]}, agon.AgonError, "40 wide"),
        ({"pieces": {"X": 3}}, agon.AgonError, "must be a dict"),
    ],
)
def test_a_class_that_makes_no_sense_is_refused(changes, error, says):
    made = type("Odd", (Nim,), {"id": "odd", **changes})
    with pytest.raises(error, match=says):
        agon.register(made())


def test_moves_may_begin_with_any_letter():
    class Letters(Lines):
        """The same with moves in Greek."""

        id = "letters"

        def moves(self, state):
            return ["αβγ"[cell % 3] + str(3 - cell // 3) for cell in range(9) if state[cell] == "."]

        def play(self, state, move):
            return super().play(state, "abc"["αβγ".index(move[0])] + move[1])

    state = agon.register(Letters()).new_initial_state()
    state.apply_action("β2")
    assert str(state).splitlines()[1].split() == ["2", ".", "X", "."]
    agon.match("letters", "pvs:depth=2", "random", games=2)


def test_batches_are_for_games_that_are_compiled(nim):
    with pytest.raises(agon.AgonError, match="no faster"):
        agon.BatchEnv(nim, 4)


def test_the_command_line_knows_it(nim, capfd):
    from agon.__main__ import main

    assert main(["rules", "nim"]) == 0
    assert "who takes the last one wins" in capfd.readouterr().out
    assert main(["rules", "nimm"]) == 2
    assert "did you mean 'nim'" in capfd.readouterr().err


#: What a module does that brings its game along.
SERVER = """
import sys

sys.path.insert(0, sys.argv[1])
from agon.__main__ import main
from games import Lines

import agon

agon.register(Lines())
main(["serve", "--port", "0", "--data", sys.argv[2]])
"""


def test_the_app_has_a_page_for_it_and_plays_it(tmp_path):
    words = [sys.executable, "-c", SERVER, str(Path(__file__).parent), str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        try:
            address = server.stdout.readline().split()[-1].rstrip("/")
            browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

            def ask(path, said=None):
                data = None if said is None else json.dumps(said).encode()
                asked = urllib.request.Request(address + path, data, {"content-type": "application/json"})
                with browser.open(asked, timeout=60) as answer:
                    return answer.read().decode()

            page = ask("/games/lines")
            assert "Three in a row" in page and "Cross" in page
            table = json.loads(ask("/api/tables", {"game": "lines", "seats": ["person", "2"]}))
            table = json.loads(ask(f"/api/tables/{table['id']}/moves", {"move": "b2", "wait": True}))
            assert len(table["moves"]) == 2 and table["moves"][0] == "b2"
            assert "<svg" in ask(f"/play/{table['id']}")
        finally:
            server.terminate()
