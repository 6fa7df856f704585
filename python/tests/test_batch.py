"""Many games side by side."""

import numpy as np
import pytest

import agon


def play(env, seed, steps):
    """Random steps; everything that was seen, copied."""
    env.reset(seed)
    seen = []
    for _ in range(steps):
        env.step(env.sample())
        seen.append([array.copy() for array in (env.observations, env.masks, env.rewards, env.ended, env.players)])
    return seen


@pytest.mark.parametrize("spec", ["othello", "tic-tac-toe", "chess", "alquerque", "connect6"])
def test_the_same_seed_gives_the_same_games_on_any_number_of_threads(spec):
    runs = [play(agon.BatchEnv(spec, 13, threads=threads), 5, 60) for threads in (1, 2, 5)]
    for other in runs[1:]:
        for one, two in zip(runs[0], other):
            assert all(np.array_equal(a, b) for a, b in zip(one, two))
    other = play(agon.BatchEnv(spec, 13), 6, 60)
    assert any(not np.array_equal(a[0], b[0]) for a, b in zip(runs[0], other))


def test_the_buffers_say_what_a_state_says(game):
    env = agon.BatchEnv(game, 3, threads=2)
    env.reset(2)
    states = [game.new_initial_state() for _ in range(3)]
    for _ in range(120):
        actions = env.sample()
        players = env.players.copy()
        env.step(actions)
        for index, action in enumerate(actions):
            assert states[index].current_player() == players[index]
            states[index].apply_action(action)
            assert env.ended[index] == states[index].is_terminal()
            assert list(env.rewards[index]) == states[index].returns()
            if env.ended[index]:
                states[index] = game.new_initial_state()
            assert env.players[index] == states[index].current_player()
            assert np.array_equal(env.masks[index], states[index].legal_actions_mask())
            assert np.array_equal(env.observations[index], states[index].observation_tensor())
    assert env.state(1) == states[1]


def test_children_are_what_follows_from_each_action(game):
    env = agon.BatchEnv(game, 3, threads=2)
    env.reset(3)
    ended = 0
    for _ in range(60):
        children = env.children()
        assert np.array_equal(np.unique(children.games), np.arange(3))
        for index in range(3):
            mine = children.games == index
            state = env.state(index)
            assert list(children.actions[mine]) == state.legal_actions()
            action = state.legal_actions()[-1]
            child, row = state.child(action), np.flatnonzero(mine)[-1]
            if child.is_terminal():
                ended += 1
                assert children.results[row] == child.returns()[state.current_player()]
            else:
                assert np.isnan(children.results[row]) and children.players[row] == child.current_player()
                assert np.array_equal(children.observations[row], child.observation_tensor())
        env.step(env.sample())
    assert ended or game.spec != "tic-tac-toe"


def test_one_wrong_action_among_many_stops_all_threads():
    runs = [play(agon.BatchEnv("tic-tac-toe", 5000, threads=threads), 5, 12) for threads in (1, 4)]
    for one, two in zip(*runs):
        assert all(np.array_equal(a, b) for a, b in zip(one, two))
    env = agon.BatchEnv("tic-tac-toe", 5000, threads=4)
    env.reset(1)
    env.step(np.full(5000, 4))
    actions = env.sample()
    actions[[1700, 4900]] = 4
    with pytest.raises(agon.AgonError, match="game 1700: 4 is no legal action"):
        env.step(actions)
    assert len(env.state(0)) == 1 and (env.players == 1).all()


def test_the_buffers_stay_where_they_are():
    env = agon.BatchEnv("othello", 4)
    before = [array.ctypes.data for array in (env.observations, env.masks, env.rewards)]
    env.reset(1)
    observations, masks, rewards, _ = env.step(env.sample())
    assert before == [array.ctypes.data for array in (observations, masks, rewards)]
    assert observations is env.observations


def test_nothing_is_played_if_one_action_is_not_legal():
    env = agon.BatchEnv("othello", 4)
    env.reset(1)
    actions = env.sample()
    masks = env.masks.copy()
    actions[2] = 0
    with pytest.raises(agon.AgonError, match="game 2: 0 is no legal action of Othello"):
        env.step(actions)
    assert np.array_equal(masks, env.masks)
    assert all(len(env.state(index)) == 0 for index in range(4))


@pytest.mark.parametrize(
    ("actions", "says"),
    [
        (np.zeros(3, np.int64), "expected \\(4,\\)"),
        (np.zeros((4, 1), np.int64), "expected \\(4,\\)"),
        (np.zeros(4, np.float32), "whole numbers"),
        (np.array(["a"] * 4), "whole numbers"),
    ],
)
def test_arrays_of_other_shapes_and_types_are_refused(actions, says):
    env = agon.BatchEnv("othello", 4)
    env.reset(1)
    with pytest.raises(agon.AgonError, match=says):
        env.step(actions)


def test_a_batch_has_to_begin():
    with pytest.raises(agon.AgonError, match="reset"):
        agon.BatchEnv("othello", 4).step(np.zeros(4, np.int64))
    with pytest.raises(agon.AgonError, match="at least one"):
        agon.BatchEnv("othello", 0)


def test_random_openings_follow_from_the_seed():
    envs = [agon.BatchEnv("othello", 50, random_plies=4, observe=False) for _ in range(2)]
    for env in envs:
        env.reset(9)
    assert envs[0].observations is None and np.array_equal(envs[0].masks, envs[1].masks)
    assert len(np.unique(envs[0].masks, axis=0)) > 10
    assert all(len(envs[0].state(index)) == 4 for index in range(50))


def test_random_playouts_add_up():
    game = agon.load_game("tic-tac-toe")
    states = [game.new_initial_state(), game.new_initial_state().child("b2")]
    counts = agon.random_playouts(states, 5000, seed=1)
    assert counts.shape == (2, 4) and (counts[:, :3].sum(axis=1) == 5000).all()
    # 58.5 % of random games are won by the first player.
    assert abs(counts[0, 0] / 5000 - 0.585) < 0.03
    assert counts[1, 0] > counts[0, 0], "the centre is a good move"
    assert np.array_equal(counts, agon.random_playouts(states, 5000, seed=1, threads=3))
    assert not np.array_equal(counts, agon.random_playouts(states, 5000, seed=2))


def test_the_shape_of_gymnasium():
    from conftest import need

    need("gymnasium")
    env = agon.VectorEnv("tic-tac-toe", 6)
    observations, info = env.reset(seed=3)
    assert observations.shape == env.observation_space.shape
    from gymnasium.vector import AutoresetMode

    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    total = 0
    for _ in range(40):
        movers = info["player"].copy()
        states = [env.batch.state(index) for index in range(6)]
        actions = env.batch.sample()
        _, rewards, ended, truncated, info = env.step(actions)
        assert ("final_obs" in info) == ended.any() == ("final_info" in info)
        for index in np.flatnonzero(ended):
            last = states[index].child(int(actions[index]))
            seen = info["final_obs"][index]
            assert info["_final_obs"][index] and info["_final_info"][index]
            assert any(np.array_equal(seen, last.observation_tensor(player)) for player in (0, 1))
            assert list(info["final_info"]["rewards"][index]) == last.returns()
        if ended.any():
            assert all(info["final_obs"][index] is None for index in np.flatnonzero(~ended))
        assert rewards.shape == (6,) and not truncated.any()
        assert (rewards[~ended] == 0).all() and (rewards >= 0).all(), "who ends a game of tic-tac-toe never loses it"
        total += ended.sum()
    assert total > 20 and movers.shape == (6,)


def test_without_a_seed_gymnasium_goes_on():
    from conftest import need

    need("gymnasium")
    env = agon.VectorEnv("othello", 20, random_plies=6)
    runs = []
    for seed in (3, None, None, 3, None):
        env.reset(seed=seed)
        runs.append(env.batch.masks.copy())
    assert np.array_equal(runs[0], runs[3]) and np.array_equal(runs[1], runs[4])
    assert not np.array_equal(runs[0], runs[1]) and not np.array_equal(runs[1], runs[2])


def test_the_shape_of_pgx():
    env = agon.PgxEnv("othello", 5)
    state = env.init(7)
    assert state.observation.shape == (5, *env.observation_shape) and env.num_players == 2
    assert state.legal_action_mask.shape == (5, env.num_actions) and not state.terminated.any()
    batch = agon.BatchEnv("othello", 5)
    batch.reset(7)
    begun, total = state, 0
    for _ in range(130):
        actions = state.legal_action_mask.argmax(axis=1)
        after = env.step(state, actions)
        with pytest.raises(agon.AgonError, match="only the latest state"):
            env.step(state, actions)
        batch.step(actions)
        assert np.array_equal(np.moveaxis(after.observation, -1, 1), batch.observations)
        assert np.array_equal(after.current_player, batch.players) and np.array_equal(after.rewards, batch.rewards)
        state, total = after, total + after.terminated.sum()
    assert total >= 5 and begun.observation is not state.observation and (begun.current_player == 0).all()
