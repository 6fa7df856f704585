"""Agents, matches and what is kept of them."""

import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from conftest import need
from games import Nim

import agon


def start(game="othello"):
    return agon.load_game(game).new_initial_state()


def test_an_analysis_values_every_legal_action():
    state = start("tic-tac-toe")
    for text in ["a1", "b2", "b1"]:
        state.apply_action(text)
    analysis = agon.agent("pvs:depth=9").analyse(state)
    assert analysis.actions == state.legal_actions() and len(analysis.values) == 6
    assert state.action_to_string(analysis.best) == "c1" == analysis.texts[analysis.actions.index(analysis.best)]
    assert analysis.choice == analysis.best and analysis.pv[0] == "c1"
    assert analysis.cost["nodes"] > 0 and analysis.cost["seconds"] > 0
    assert "c1" in repr(analysis)


def test_budgets_in_counts_repeat():
    one, two = [agon.agent("uct:playouts=300,seed=4").analyse(start()) for _ in range(2)]
    assert (one.values, one.visits, one.pv) == (two.values, two.visits, two.pv)


def test_agents_travel():
    agent = pickle.loads(pickle.dumps(agon.agent("uct:playouts=50@easy")))
    assert agent.spec == agon.agent("uct:playouts=50@easy").spec
    assert agent.select(start()) in start().legal_actions()
    assert agon.agent(agon.load_game("othello").level(3)).select(start()) in start().legal_actions()


def test_other_threads_go_on_while_a_search_thinks():
    """The search ends because another thread of Python presses the key, so it cannot hold the interpreter."""
    main = threading.main_thread().ident
    presses = threading.Timer(0.2, lambda: signal.pthread_kill(main, signal.SIGINT))
    presses.start()
    with pytest.raises(KeyboardInterrupt):
        agon.agent("uct:time=600s").analyse(start())
    presses.join()
    assert agon.agent("uct:playouts=20").select(start()) in start().legal_actions()


def test_ctrl_c_after_a_command_is_an_exception_again():
    script = """
import signal
from agon.__main__ import main

assert main(["rules", "tapatan"]) == 0
try:
    signal.raise_signal(signal.SIGINT)
    __import__("time").sleep(60)
except KeyboardInterrupt:
    print("heard")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.endswith("heard\n"), done


def test_random_games_and_functions_can_be_interrupted():
    last = start("tic-tac-toe")
    for text in ["a1", "b2", "c3", "b1", "b3", "a3", "c1", "c2"]:
        last.apply_action(text)
    tired = agon.agent("puct", eval=lambda batch: np.zeros(len(batch), np.float32), simulations=10**12)
    long = agon.register(Long())
    for work in (
        lambda: agon.random_playouts([start()], 10**9),
        lambda: tired.analyse(last),
        lambda: start().game.perft(60),
        long.check,
    ):
        main = threading.main_thread().ident
        presses = threading.Timer(0.2, lambda: signal.pthread_kill(main, signal.SIGINT))
        presses.start()
        with pytest.raises(KeyboardInterrupt):
            work()
        presses.join()
    assert tired.analyse(last, seconds=0.05).texts == ["a2"]


def test_a_match_between_agents_repeats_whatever_the_jobs():
    runs = [agon.match("tic-tac-toe", "pvs:depth=4", "random", games=12, jobs=jobs) for jobs in (1, 3)]
    assert [game["record"] for game in runs[0].games] == [game["record"] for game in runs[1].games]
    assert runs[0].wins + runs[0].draws + runs[0].losses == 12 and runs[0].score > 0.6
    assert runs[0].elo[0] > 0 and "pvs" in repr(runs[0])


def test_players_of_python_play_matches(tmp_path):
    def first(state):
        return state.legal_actions()[0]

    class Greedy:
        name = "greedy"

        def select(self, state):
            values = [-state.child(action).returns()[1 - state.current_player()] for action in state.legal_actions()]
            return state.legal_actions()[int(np.argmax(values))]

    seen = []
    out = tmp_path / "match.db"
    match = agon.match("tic-tac-toe", first, Greedy(), games=6, out=out, progress=lambda: seen.append(1))
    assert len(match.games) == 6 == len(seen) and (match.a, match.b) == ("first", "greedy")
    run = agon.read(out, moves=True)
    assert run.kind == "match" and len(run) == 6 and run.agents["greedy"] == "greedy"
    assert [game["record"]["moves"] for game in match.games] == [text.split() for text in run.columns["moves"]]
    again = agon.match("tic-tac-toe", first, Greedy(), games=6, out=out, progress=lambda: seen.append(1))
    assert len(seen) == 6, "nothing is played twice"
    assert [game["record"] for game in again.games] == [game["record"] for game in match.games]
    with pytest.raises(agon.AgonError, match="holds something else"):
        agon.match("tic-tac-toe", first, Greedy(), games=8, out=out)


def test_tables(tmp_path):
    pandas, pyarrow = need("pandas"), need("pyarrow")
    agon.match("tapatan", "uct:playouts=50", "random", games=4, out=tmp_path / "run.db")
    run = agon.read(tmp_path / "run.db")
    table = run.to_pandas()
    assert isinstance(table, pandas.DataFrame) and len(table) == 4 and set(table.game) == {"tapatan"}
    assert (table.a_playouts > 0).all() and (table.b_playouts == 0).all()
    assert isinstance(run.to_arrow(), pyarrow.Table) and run.to_arrow().num_rows == 4
    assert [agent["name"] for agent in run.facts["agents"]] == list(run.agents)
    assert run.facts["total"]["games"] == 4 == sum(line["points"] for line in run.facts["total"]["agents"])


class Long(Nim):
    """A game that takes hours to check."""

    stones = 900

    def moves(self, state):
        time.sleep(0.01)
        return super().moves(state)


class Oops(Exception):
    pass


def test_the_exception_of_a_player_is_raised():
    def fails(state):
        raise Oops("not today")

    with pytest.raises(Oops, match="not today"):
        agon.match("tic-tac-toe", fails, "random", games=2)
    with pytest.raises(agon.AgonError, match="no legal action"):
        agon.match("tic-tac-toe", lambda state: 99, "random", games=2)
    with pytest.raises(agon.AgonError, match="is no action"):
        agon.match("tic-tac-toe", lambda state: [], "random", games=2)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: agon.match("tic-tac-toe", "random", "random", games=3), "not an even number"),
        (lambda: agon.match("tic-tac-toe", "random", 7), "is no player"),
        (lambda: agon.match("tic-tac-toe", "rendom", "random"), "did you mean 'random'"),
        (lambda: agon.match("othello", "lexicographic", "random", games=2), "othello"),
        (lambda: agon.read("/nowhere/run.db"), "cannot open '/nowhere/run.db'"),
    ],
)
def test_nonsense_is_answered_with_a_sentence(wrong, says):
    with pytest.raises(agon.AgonError) as caught:
        wrong()
    assert says.lower() in str(caught.value).lower()


def test_files_that_are_none_are_refused(tmp_path):
    """Closed, without a path, in a folder that is not there, a folder, or cut off."""
    with open(tmp_path / "closed.db", "wb") as closed:
        pass
    for wrong in (lambda: agon.read(closed), lambda: agon.match("tic-tac-toe", "random", "random", out=closed)):
        with pytest.raises(agon.AgonError, match="is no path of a file"):
            wrong()
    missing = tmp_path / "no folder" / "run.db"
    for wrong in (missing, tmp_path):
        with pytest.raises(agon.AgonError, match="cannot"):
            agon.match("tic-tac-toe", "random", "random", games=2, out=wrong)
    with pytest.raises(agon.AgonError):
        agon.read(tmp_path)
    whole = tmp_path / "whole.db"
    agon.match("tic-tac-toe", "random", "random", games=2, out=whole)
    (tmp_path / "half.db").write_bytes(whole.read_bytes()[:5000])
    for name in ("closed.db", "half.db"):
        with pytest.raises(agon.AgonError):
            agon.read(tmp_path / name)


def test_a_file_of_something_else_is_refused(tmp_path):
    (tmp_path / "text.db").write_text("this is no database, whatever its name says")
    with pytest.raises(agon.AgonError, match="not a file of results"):
        agon.read(tmp_path / "text.db")


# ------------------------------------------------------------------------------------------------ evaluations of Python


def even(batch):
    return np.zeros(len(batch), np.float32)


def test_a_tree_search_asks_a_function():
    sizes, shapes = [], set()

    def judge(batch):
        sizes.append(len(batch))
        shapes.add((batch.observations.shape[1:], batch.masks.shape[1:]))
        assert batch.masks.sum() == sum(len(state.legal_actions()) for state in batch.states())
        return np.zeros(len(batch), np.float32), np.zeros(batch.masks.shape, np.float32)

    state = start("tic-tac-toe")
    for text in ["a1", "b2", "b1"]:
        state.apply_action(text)
    agent = agon.agent("puct", eval=judge, simulations=400, batch=16)
    analysis = agent.analyse(state)
    assert analysis.texts[analysis.actions.index(analysis.choice)] == "c1"
    game = state.game
    assert shapes == {(game.observation_shape, (game.num_actions,))}
    assert max(sizes) == 16 and sum(sizes) == analysis.cost["evaluations"]


@pytest.mark.parametrize("begin", [None, "position"])
def test_states_that_are_judged_know_their_past(begin):
    root = start()
    for _ in range(3):
        root.apply_action(root.legal_actions()[0])
    if begin:
        root = root.game.from_position(root.to_position())
    seen = 0

    def judge(batch):
        nonlocal seen
        for state, observation in zip(batch.states(), batch.observations):
            again = pickle.loads(pickle.dumps(state))
            assert again == state and np.array_equal(again.observation_tensor(), observation)
            assert state.start_position == root.start_position and len(state) == len(state.history())
            assert state.history()[: len(root)] == root.history()
            seen += len(state) > len(root)
            while len(state) > len(root):
                state.undo_action()
            assert state == root
        return even(batch)

    agon.agent("puct", eval=judge, simulations=30, batch=4).analyse(root)
    assert seen > 20


def test_its_results_do_not_depend_on_who_is_faster():
    def slow(batch):
        if len(batch) % 3 == 0:
            time.sleep(0.002)
        return even(batch)

    runs = [agon.agent("puct", eval=judge, simulations=300, batch=8).analyse(start()) for judge in (even, slow)]
    assert runs[0].visits == runs[1].visits


def test_batches_are_gathered_while_others_are_judged():
    """With two batches on their way, the second is gathered without what the first one will say; so other leaves are found."""

    def judge(batch):
        return np.array([state.hash() % 1000 / 500 - 1 for state in batch.states()], np.float32)

    one, two = [
        agon.agent("puct", eval=judge, simulations=256, batch=16, flights=flights).analyse(start()) for flights in (1, 2)
    ]
    assert one.visits != two.visits and min(sum(one.visits), sum(two.visits)) >= 240


def test_priors_are_listened_to():
    state = start()
    wanted = state.string_to_action("f5") if "f5" in [state.action_to_string(a) for a in state.legal_actions()] else None
    wanted = wanted or state.legal_actions()[2]

    def fond(batch):
        logits = np.zeros(batch.masks.shape, np.float32)
        logits[:, wanted] = 8
        return even(batch), logits

    assert agon.agent("puct", eval=fond, simulations=64).select(state) == wanted


@pytest.mark.parametrize(
    ("judge", "says"),
    [
        (lambda batch: np.zeros(len(batch) + 1, np.float32), "one for each position"),
        (lambda batch: np.zeros(len(batch), np.float64), "float32"),
        (lambda batch: None, "float32"),
        (lambda batch: (even(batch), np.zeros((len(batch), 3), np.float32)), "logits of the shape"),
        (lambda batch: (even(batch), np.zeros(3, np.int32)), "logits"),
    ],
)
def test_what_a_function_gives_is_looked_at(judge, says):
    with pytest.raises(agon.AgonError, match=says):
        agon.agent("puct", eval=judge).select(start())


def test_the_exception_of_a_function_is_raised():
    def fails(batch):
        raise Oops("no network")

    agent = agon.agent("puct", eval=fails)
    for _ in range(2):
        with pytest.raises(Oops, match="no network"):
            agent.analyse(start())
    with pytest.raises(Oops):
        agon.match("tic-tac-toe", agent, "random", games=2)


def test_it_plays_matches():
    match = agon.match("tic-tac-toe", agon.agent("puct", eval=even, simulations=60, batch=4), "random", games=8)
    assert match.score > 0.6
