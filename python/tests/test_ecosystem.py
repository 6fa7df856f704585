"""PettingZoo, Gymnasium and OpenSpiel."""

import random
import warnings

import numpy as np
import pytest
from conftest import GAMES, need
from games import Nim

import agon

# ------------------------------------------------------------------------------------------------------------ PettingZoo


@pytest.mark.parametrize("spec", GAMES)
def test_pettingzoo_is_content(spec):
    need("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    import agon.pettingzoo

    with warnings.catch_warnings():
        # It warns of observations that are not images.
        warnings.simplefilter("ignore")
        api_test(agon.pettingzoo.env(spec), num_cycles=30)
        seed_test(lambda: agon.pettingzoo.env(spec), num_cycles=20)


@pytest.mark.parametrize("spec", GAMES)
def test_a_whole_random_game_of_pettingzoo(spec):
    need("pettingzoo")
    import agon.pettingzoo

    env = agon.pettingzoo.env(spec)
    env.reset(seed=1)
    choose = random.Random(4)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for player in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        totals[player] += reward
        if termination or truncation:
            env.step(None)
            continue
        env.step(choose.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    state = env.unwrapped.state_of_game
    assert state.is_terminal() and list(totals.values()) == state.returns()


def test_an_illegal_action_ends_a_game_of_pettingzoo():
    need("pettingzoo")
    import agon.pettingzoo

    env = agon.pettingzoo.env("tic-tac-toe", render_mode="ansi")
    env.reset()
    env.step(4)
    assert "O to move" in env.render()
    env.step(4)
    assert all(env.terminations.values()) or all(env.truncations.values())


# ------------------------------------------------------------------------------------------------------------- Gymnasium


def test_gymnasium_is_content():
    need("gymnasium")
    from gymnasium.utils.env_checker import check_env

    import agon.gymnasium

    class Legal(agon.gymnasium.OpponentEnv):
        """The checker plays whatever it likes; it is given the nearest legal action."""

        def step(self, action):
            legal = self.state.legal_actions()
            return super().step(action if action in legal else legal[int(action) % len(legal)])

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(Legal("othello", opponent="random:seed=1", seat=1), skip_render_check=True)


def test_a_curriculum_of_levels():
    need("gymnasium")
    import agon.gymnasium

    env = agon.gymnasium.OpponentEnv("tic-tac-toe", opponent=1)
    choose = random.Random(1)
    for level in (1, 4):
        env.opponent = level
        for _ in range(2):
            _, info = env.reset()
            ended = info["state"].is_terminal()
            while not ended:
                _, reward, ended, _, info = env.step(choose.choice(info["state"].legal_actions()))
            assert reward == info["state"].returns()[env.own]
    assert env.own == 1


def test_opponents_play_another_game_unless_a_seed_says_which():
    need("gymnasium")
    import agon.gymnasium

    def game(env, **settings):
        _, info = env.reset(**settings)
        while not info["state"].is_terminal():
            *_, info = env.step(info["state"].legal_actions()[0])
        return info["state"].history()

    for opponent in ("random", "uct:playouts=30"):
        env = agon.gymnasium.OpponentEnv("othello", opponent, seat=0)
        games = [game(env) for _ in range(2)]
        assert games[0] != games[1]
        with_seeds = [[game(env, seed=7), game(env)] for _ in range(2)]
        assert with_seeds[0] == with_seeds[1] and with_seeds[0][0] != with_seeds[0][1]
        other = agon.gymnasium.OpponentEnv("othello", agon.agent(opponent), seat=0)
        assert game(other, seed=7) == with_seeds[0][0] != game(other, seed=8)
    env.opponent = np.int64(1)
    assert env.opponent.spec == agon.agent(env.game.level(1)).spec


# ------------------------------------------------------------------------------------------------------------- OpenSpiel


@pytest.mark.parametrize("spec", GAMES)
def test_openspiel_simulates_our_games(spec):
    pyspiel = need("pyspiel", "open_spiel")
    import agon.openspiel

    game = agon.openspiel.load_game(spec)
    assert game.get_type().short_name in pyspiel.registered_names()
    assert game.num_distinct_actions() == agon.load_game(spec).num_actions
    choose = random.Random(2)
    state = game.new_initial_state()
    steps = 0
    while not state.is_terminal() and steps < 250:
        legal = state.legal_actions()
        assert legal == sorted(legal) and state.rewards() == [0, 0]
        mask = state.legal_actions_mask()
        assert [action for action, is_legal in enumerate(mask) if is_legal] == legal
        if steps % 20 == 0:
            action = legal[0]
            assert state.string_to_action(state.action_to_string(action)) == action
            twin = state.clone()
            assert str(twin) == str(state) and twin.history() == state.history()
            twin.apply_action(action)
            assert state.history() != twin.history()
            with pytest.raises(agon.AgonError, match="clone\\(\\) the state before"):
                twin.undo_action(state.current_player(), action)
            assert twin.history() == [*state.history(), action] == [*state.agon.history(), action] == twin.agon.history()
            again = game.deserialize_state(state.serialize()) if steps else state
            assert str(again) == str(state)
        state.apply_action(choose.choice(legal))
        steps += 1
    assert sum(state.returns()) == 0


def test_openspiels_minimax_solves_our_games():
    need("pyspiel", "open_spiel")
    from open_spiel.python.algorithms import minimax

    import agon.openspiel

    game = agon.openspiel.load_game("tic-tac-toe")
    values = []
    for moves in (("a1", "b2"), ("a1", "b1"), ("a1", "b2", "b1", "a3")):
        state = game.new_initial_state()
        for text in moves:
            state.apply_action(state.string_to_action(text))
        values.append(minimax.alpha_beta_search(game, state=state)[0])
    assert values == [0, 1, 1]


def test_openspiels_mcts_is_an_opponent_in_our_matches():
    need("pyspiel", "open_spiel")
    import agon.openspiel
    from open_spiel.python.algorithms import mcts

    def make(game):
        evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
        return mcts.MCTSBot(game, 2.0, 60, evaluator, random_state=np.random.RandomState(2))

    match = agon.match("tic-tac-toe", agon.openspiel.Player(make, "mcts"), "random", games=6)
    assert match.a == "mcts" and match.score > 0.5


def test_bots_of_openspiel_are_told_of_what_others_play():
    pyspiel = need("pyspiel", "open_spiel")
    import agon.openspiel

    class Follows(pyspiel.Bot):
        """Keeps a state of its own, by what it is told alone."""

        begun = 0

        def __init__(self, game):
            super().__init__()
            self.game = game

        def restart(self):
            Follows.begun += 1
            self.state = self.game.new_initial_state()

        def inform_action(self, state, player, action):
            assert str(state) == str(self.state) and player == self.state.current_player()
            self.state.apply_action(action)

        def step(self, state):
            assert state.history() == self.state.history()
            action = self.state.legal_actions()[0]
            self.state.apply_action(action)
            return action

    match = agon.match("tic-tac-toe", agon.openspiel.Player(Follows), "random", games=6, openings=1)
    assert len(match.games) == 6 == Follows.begun


def test_our_agent_plays_in_openspiels_loop():
    need("pyspiel", "open_spiel")
    import agon.openspiel
    from open_spiel.python.bots import uniform_random
    from open_spiel.python.algorithms import evaluate_bots

    game = agon.openspiel.load_game("tic-tac-toe")
    total = 0
    for seed in range(10):
        bots = [
            agon.openspiel.Bot("pvs:depth=6"),
            uniform_random.UniformRandomBot(1, np.random.RandomState(seed)),
        ]
        total += evaluate_bots.evaluate_bots(game.new_initial_state(), bots, np.random.RandomState(seed))[0]
    assert total >= 8


@pytest.mark.parametrize(
    ("spec", "settings", "perfect"),
    [("few-stones", {}, "pvs:depth=12"), ("tapatan", {"max_plies": 5}, "pvs:depth=5")],
)
def test_exploitability_of_our_agents(spec, settings, perfect):
    """OpenSpiel's own measure: chance can be exploited, and who plays perfectly cannot."""
    need("pyspiel", "open_spiel")
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    import agon.openspiel

    agon.register(FewStones())
    game = agon.openspiel.load_game(spec, **settings)
    chance = exploitability.nash_conv(game, policy.UniformRandomPolicy(game), use_cpp_br=False)

    class Perfect(policy.Policy):
        def action_probabilities(self, state, player_id=None):
            # A new one each time: what an agent remembers would make it choose differently on another visit.
            return {agon.agent(perfect).select(state.agon): 1.0}

    assert chance > 0.5
    assert exploitability.nash_conv(game, Perfect(game, [0, 1]), use_cpp_br=False) == 0


def test_openspiel_begins_anywhere_and_ends_where_it_is_told():
    pyspiel = need("pyspiel", "open_spiel")
    import agon.openspiel

    started = agon.load_game("tapatan").new_initial_state().child("b3-b2")
    game = agon.openspiel.load_game("tapatan", position=started.to_position(), max_plies=2)
    state = game.new_initial_state()
    assert str(state) == started.to_position() and game.max_game_length() == 2
    for _ in range(2):
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal() and state.returns() == [0, 0] and state.legal_actions() == []
    again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]
    assert str(again) == str(state)
    with pytest.raises(agon.AgonError, match="nowhere"):
        agon.openspiel.load_game("tapatan", position="nowhere")

    bot = agon.openspiel.Player(lambda game: pyspiel.make_uniform_random_bot(started.current_player(), 1))
    assert bot.select(agon.load_game("tapatan").from_position(started.to_position())) in started.legal_actions()


def test_games_whose_names_look_alike_are_two_games_of_openspiel():
    pyspiel = need("pyspiel", "open_spiel")
    import agon.openspiel

    class Twin(Nim):
        id = "havannah-size-4"

    agon.register(Twin())
    for _ in range(2):
        names = agon.openspiel.register("havannah:size=4", "havannah-size-4")
        assert names == ["agon_havannah_size_4", "agon_havannah_size_4_2"]
    assert [pyspiel.load_game(name).num_distinct_actions() for name in names] == [37, agon.load_game(Twin.id).num_actions]


class FewStones(Nim):
    """The same with fewer stones: small enough to be solved by trying everything."""

    stones = 7
