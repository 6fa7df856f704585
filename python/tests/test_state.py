"""States: what OpenSpiel's random_sim_test checks, of every game."""

import copy
import pickle
import random
import re
import xml.etree.ElementTree

import numpy as np
import pytest

import agon

TRAVEL = 400


def walk(game, seed, most=TRAVEL):
    """The states of a random game."""
    choose = random.Random(seed)
    state = game.new_initial_state()
    yield state
    while not state.is_terminal() and len(state) < most:
        state.apply_action(choose.choice(state.legal_actions()))
        yield state


def test_a_random_game_keeps_every_promise(game):
    for step, state in enumerate(walk(game, seed=3)):
        legal = state.legal_actions()
        mask = state.legal_actions_mask()
        assert mask.dtype == np.bool_ and mask.shape == (game.num_actions,)
        assert sorted(legal) == list(np.flatnonzero(mask)), "as many ones as actions, so no two share a number"
        assert len(state.history()) == step == len(state.history_text())
        if state.is_terminal():
            assert legal == [] and state.current_player() == agon.TERMINAL and state.ending()
            assert sum(state.returns()) == 0
            break
        assert legal and state.current_player() in (0, 1) and state.returns() == [0, 0]
        if step % 7 == 0:
            texts = [state.action_to_string(action) for action in legal]
            assert [state.string_to_action(text) for text in texts] == legal
            own = state.observation_tensor()
            assert own.shape == game.observation_shape and own.dtype == np.float32
            assert set(np.unique(own)) <= {0.0, 1.0}
            assert np.array_equal(own, state.observation_tensor(state.current_player()))
            assert own[-1].all() and not state.observation_tensor(1 - state.current_player())[-1].any()
            assert (state.features() < game.num_features).all()
            twin = state.clone()
            assert twin == state and twin.hash() == state.hash()
            twin.apply_action(legal[0])
            assert twin != state and len(state) == step
            twin.undo_action()
            assert twin == state and twin.legal_actions() == legal
            assert state.child(texts[-1]).history()[-1] == legal[-1]
    assert pickle.loads(pickle.dumps(state)) == state == copy.deepcopy(state) == copy.copy(state)


def test_positions_are_read_as_they_are_written(game):
    for step, state in enumerate(walk(game, seed=5, most=40)):
        if step % 5 == 0 and not state.is_terminal():
            again = game.from_position(state.to_position())
            assert again.hash() == state.hash()
            assert sorted(again.legal_actions()) == sorted(state.legal_actions())
            assert pickle.loads(pickle.dumps(again)) == again
            assert np.array_equal(again.observation_tensor(0), state.observation_tensor(0))


def test_both_players_see_the_pieces_of_both(game):
    for state in walk(game, seed=9, most=30):
        first, second = state.observation_tensor(0), state.observation_tensor(1)
        assert first[:-1].sum() == second[:-1].sum()


def test_a_walk_back_ends_where_it_began(game):
    *_, state = walk(game, seed=11, most=60)
    while len(state):
        state.undo_action()
    assert state == game.new_initial_state()


def test_a_mirror_that_both_players_look_into():
    """After 1. e4 e5 both players of chess see the same board but for whose turn it is."""
    state = agon.load_game("chess").new_initial_state()
    state.apply_action("e4")
    before = state.observation_tensor(1)
    state.apply_action("e5")
    after = state.observation_tensor(1)
    assert before.sum() > after.sum(), "it is not Black's turn any more"
    first, second = state.observation_tensor(0), state.observation_tensor(1)
    pieces = 12
    assert np.array_equal(first[:pieces], second[:pieces])


def test_captures_by_different_ways_have_numbers_of_their_own():
    game = agon.load_game("alquerque")
    found = False
    for seed in range(300):
        for state in walk(game, seed):
            texts = [text.replace("x", "-").split("-") for text in map(state.action_to_string, state.legal_actions())]
            ends = [(text[0], text[-1]) for text in texts]
            found |= len(set(ends)) < len(ends)
            assert len(set(state.legal_actions())) == len(ends)
    assert found


def test_parameters_and_names():
    small = agon.load_game("havannah", size=4)
    assert small.spec == "havannah:size=4" == agon.load_game("havannah:size=4").spec
    assert agon.load_game("havannah", size=4, swap=True).spec == "havannah:size=4,swap=on"
    assert dict(small.parameters)["size"] == "4"
    assert small == pickle.loads(pickle.dumps(small)) and small != agon.load_game("havannah")
    assert agon.load_game("tic-tac-toe").perft(5) == 15120
    assert agon.load_game("othello").sides == ("Black", "White")


def test_pictures():
    state = agon.load_game("othello").new_initial_state()
    state.apply_action("d3")
    assert "Othello, White to move" in repr(state) and "X" in str(state)
    drawing = state._repr_svg_()
    assert drawing.startswith("<svg xmlns=") and drawing.endswith("</svg>") and "p-stone" in drawing
    assert "<figcaption>Othello, White to move" in state._repr_html_()


def test_pictures_bring_their_colours_along(game):
    *_, state = walk(game, seed=2, most=12)
    drawing = state._repr_svg_()
    root = xml.etree.ElementTree.fromstring(drawing)
    style = root.find("{http://www.w3.org/2000/svg}style").text
    # What is neither defined nor has a value behind its comma would be black, or not be there.
    wanted = set(re.findall(r"var\((--[\w-]+)\)", drawing))
    assert ".agon-board circle.altered" in style
    assert {"--light", "--rim", "--line"} <= wanted <= set(re.findall(r"(--[\w-]+):", style))
    # Whatever is used elsewhere takes its styles from itself.
    outlines = root.findall(".//{http://www.w3.org/2000/svg}defs/*")
    assert outlines and all(outline.get("class") == "agon-board" for outline in outlines)
    assert "--day" not in drawing and "--night" not in drawing
    assert re.search(r"\.agon-board \.othello \.light ?\{ fill: #6aa583; \}", style)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: agon.load_game("otello"), "did you mean 'othello'"),
        (lambda: agon.load_game("havannah", siz=4), "no parameter 'siz'"),
        (lambda: agon.load_game("havannah", size=99), "size"),
        (lambda: agon.load_game("none.kif"), "none.kif"),
        (lambda: agon.BatchEnv("othello", 10**12), "a batch of 1000000000000 games is too large"),
        (lambda: agon.random_playouts([start()], 10**12), "too many"),
        (lambda: start().apply_action(64), "no legal action of Othello here; legal: "),
        (lambda: start().apply_action(-1), "no legal action"),
        (lambda: start().apply_action(2**70), "1180591620717411303424 is no legal action of Othello here"),
        (lambda: start().apply_action(2**200), "is no action; expected a smaller number"),
        (lambda: start().observation_tensor(-1), "-1 is no player; expected a whole number from 0"),
        (lambda: start().game.perft(256), "256 is no depth; expected a whole number from 0 to 255"),
        (lambda: batch().state(-1), "-1 is no index"),
        (lambda: batch().state(2), "there is no game 2; they are 0 to 1"),
        (lambda: batch().reset(-1), "-1 is no seed; expected a whole number from 0 to 18446744073709551615"),
        (lambda: batch().reset(2**64), "18446744073709551616 is no seed"),
        (lambda: batch().step([[1], [1, 2]]), "the actions are no array"),
        (lambda: agon.BatchEnv("othello", -1), "-1 is no number of games"),
        (lambda: agon.BatchEnv("othello", 2, threads=0), "0 is no number of threads; expected a whole number from 1"),
        (lambda: agon.BatchEnv("othello", 2, random_plies=-1), "-1 is no number of plies"),
        (lambda: agon.random_playouts([start()], -1), "-1 is no number of games"),
        (lambda: agon.agent("puct", eval=lambda batch: None, simulations=-1), "-1 is no count"),
        (lambda: agon.agent("uct").reset(seed=-1), "-1 is no seed"),
        (lambda: agon.match("othello", "random", "random", games=-2), "-2 is no number of games"),
        (lambda: agon.match("othello", "random", "random", jobs=0), "0 is no number of jobs; expected a whole number from 1"),
        (lambda: start().apply_action("z9"), "z9"),
        (lambda: start().undo_action(), "nothing was played"),
        (lambda: start().observation_tensor(2), "there is no player 2"),
        (lambda: agon.load_game("chess").from_position("nonsense"), "nonsense"),
        (lambda: agon.agent("pvs:dept=3"), "no key 'dept'"),
        (lambda: agon.agent("pvs", eval=lambda batch: None), "only the agent 'puct'"),
        (lambda: agon.agent("puct", eval=3), "must be a function"),
        (lambda: agon.agent("uct").analyse(start(), seconds=-1), "no number of seconds"),
        (lambda: agon.load_game("othello").level(11), "'11' is not a level"),
    ],
)
def test_nonsense_is_answered_with_a_sentence(wrong, says):
    with pytest.raises(agon.AgonError) as caught:
        wrong()
    assert says in str(caught.value)
    assert isinstance(caught.value, ValueError)


def start():
    return agon.load_game("othello").new_initial_state()


def batch():
    env = agon.BatchEnv("othello", 2)
    env.reset()
    return env


def test_a_game_that_has_ended_takes_no_action():
    state = agon.load_game("tic-tac-toe").new_initial_state()
    for text in ["a1", "b1", "a2", "b2", "a3"]:
        state.apply_action(text)
    assert state.returns() == [1, -1] == state.scores()
    for action in (0, "c1"):
        with pytest.raises(agon.AgonError):
            state.apply_action(action)
    with pytest.raises(agon.AgonError, match="ended"):
        agon.agent("random").select(state)
    state.undo_action()
    assert not state.is_terminal()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: start().apply_action(1.5), "1.5 is no action; expected a whole number or a text"),
        (lambda: start().apply_action(None), "None is no action"),
        (lambda: start().observation_tensor("x"), "'x' is no player; expected a whole number from 0"),
        (lambda: start().game.perft(2.0), "2.0 is no depth; expected a whole number from 0"),
        (lambda: batch().reset("x"), "'x' is no seed"),
        (lambda: agon.BatchEnv("othello", None), "None is no number of games"),
        (lambda: agon.agent("uct").analyse(start(), seconds="x"), "'x' is no number"),
    ],
)
def test_arguments_of_other_types_are_type_errors(wrong, says):
    with pytest.raises(TypeError) as caught:
        wrong()
    assert says in str(caught.value)


def test_numbers_of_numpy_are_numbers():
    assert start().child(np.int64(start().legal_actions()[0])).history_text() == ["d3"]


def test_a_sheet_of_text_is_a_game(tmp_path):
    sheet = tmp_path / "one-to-ten.kif"
    sheet.write_text(SHEET)
    game = agon.load_game(str(sheet))
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert pickle.loads(pickle.dumps(state)) == state
    assert agon.load_game("one-to-ten.kif") == game in [agon.load_game(spec) for spec in agon.games()]


def test_a_sheet_in_this_folder_and_one_with_parameters(tmp_path, monkeypatch):
    (tmp_path / "here.kif").write_text(SHEET)
    monkeypatch.chdir(tmp_path)
    game = agon.load_game("here.kif")
    assert game.spec == "here.kif" and pickle.loads(pickle.dumps(game)) == game
    with pytest.raises(agon.AgonError, match="a sheet has no parameters: 'size=5'"):
        agon.load_game("here.kif", size=5)
    monkeypatch.chdir("/")
    with pytest.raises(agon.AgonError, match="size"):
        agon.load_game("here.kif", size=5)


def test_sheets_of_one_name_are_two_games(tmp_path):
    """The longer one has six stones: nobody plays the one by the rules of the other."""
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    (tmp_path / "a" / "stones.kif").write_text(SHEET)
    longer = SHEET.replace("(init (stones 5))", "(init (stones 6)) (minus 6 1 5) (minus 6 2 4)")
    (tmp_path / "b" / "stones.kif").write_text(longer)
    five = agon.load_game(str(tmp_path / "a" / "stones.kif"))
    agent = agon.agent("minimax:depth=8")
    # With five stones the first player takes two; with six every move loses.
    values = [max(agent.analyse(five.new_initial_state()).values)]
    kept = pickle.dumps(five.new_initial_state())
    six = agon.load_game(str(tmp_path / "b" / "stones.kif"))
    assert five != six and five.spec == six.spec and five.new_initial_state() != six.new_initial_state()
    values.append(max(agent.analyse(six.new_initial_state()).values))
    values.append(max(agent.analyse(five.new_initial_state()).values))
    assert values[0] == values[2] > 0 > values[1]
    back = pickle.loads(kept)
    assert back == five.new_initial_state() and back.game == five == agon.load_game("stones.kif")


SHEET = """; Take one or two of five stones in turn; who takes the last one wins.
(role red)
(role blue)
(init (stones 5))
(init (control red))
(minus 5 1 4) (minus 4 1 3) (minus 3 1 2) (minus 2 1 1) (minus 1 1 0)
(minus 5 2 3) (minus 4 2 2) (minus 3 2 1) (minus 2 2 0)
(<= (legal ?r (take ?n)) (true (control ?r)) (true (stones ?s)) (minus ?s ?n ?t))
(<= (legal red noop) (true (control blue)))
(<= (legal blue noop) (true (control red)))
(<= (next (stones ?t)) (does ?r (take ?n)) (true (stones ?s)) (minus ?s ?n ?t))
(<= (next (control blue)) (true (control red)))
(<= (next (control red)) (true (control blue)))
(<= terminal (true (stones 0)))
(<= (goal red 100) (true (stones 0)) (true (control blue)))
(<= (goal red 0) (true (stones 0)) (true (control red)))
(<= (goal blue 100) (true (stones 0)) (true (control red)))
(<= (goal blue 0) (true (stones 0)) (true (control blue)))
"""
