"""Random play in Python, side by side: Agon, OpenSpiel, PettingZoo and pgx, as far as they are installed.

    python benchmarks/speed.py [--seconds 2] [--rounds 3] [GAME ...]

Everything is measured in turn, several times, and the best time of each counts, so that what else the machine does disturbs
all of them alike. A playout is one random game in a loop of Python; a step is one action in one of many games side by side.
"""

import argparse
import random
import time

import numpy as np

import agon

#: What others call our games: OpenSpiel, PettingZoo, pgx.
PEERS = {
    "tic-tac-toe": ("tic_tac_toe", "tictactoe_v3", "tic_tac_toe"),
    "othello": ("othello", None, "othello"),
    "chess": ("chess", "chess_v6", "chess"),
    "checkers": ("checkers", None, None),
    "lines-of-action": ("lines_of_action", None, None),
    "nine-mens-morris": ("nine_mens_morris", None, None),
    "havannah": ("havannah(board_size=8)", None, None),
}
GAMES_AT_ONCE = 1024


def agon_loop(spec):
    game, choose = agon.load_game(spec), random.Random(1)

    def play():
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choose.choice(state.legal_actions()))
        return 1

    return play


def openspiel_loop(name):
    import pyspiel

    game, choose = pyspiel.load_game(name), random.Random(1)

    def play():
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choose.choice(state.legal_actions()))
        return 1

    return play


def pettingzoo_loop(name):
    import importlib

    env, choose = importlib.import_module(f"pettingzoo.classic.{name}").env(), random.Random(1)

    def play():
        env.reset()
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            over = termination or truncation
            env.step(None if over else choose.choice(np.flatnonzero(observation["action_mask"])))
        return 1

    return play


def agon_batch(spec, threads, observe=True):
    env = agon.BatchEnv(spec, GAMES_AT_ONCE, threads=threads, observe=observe)
    env.reset(1)

    def play():
        for _ in range(8):
            env.step(env.sample())
        return 8 * GAMES_AT_ONCE

    return play


def openspiel_steps(name, observe=True):
    """OpenSpiel 2.0.2 has nothing for many games at once: a loop over states, with what learners need of each or without."""
    import pyspiel

    game, choose, count = pyspiel.load_game(name), random.Random(1), 64
    states = [game.new_initial_state() for _ in range(count)]

    def play():
        for index, state in enumerate(states):
            state.apply_action(choose.choice(state.legal_actions()))
            if state.is_terminal():
                states[index] = state = game.new_initial_state()
            if observe:
                state.observation_tensor()
                state.legal_actions_mask()
        return count

    return play


def pgx_steps(name):
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    step, init = auto_reset(env.step, env.init), jax.jit(jax.vmap(env.init))

    @jax.jit
    def act(state, key):
        def body(carry, key):
            state = carry
            keys = jax.random.split(key, GAMES_AT_ONCE)
            logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
            actions = jax.vmap(jax.random.categorical)(keys, logits)
            return jax.vmap(step)(state, actions, keys), None

        return jax.lax.scan(body, state, jax.random.split(key, 8))[0]

    state = init(jax.random.split(jax.random.PRNGKey(1), GAMES_AT_ONCE))
    key = jax.random.PRNGKey(2)

    def play():
        nonlocal state, key
        key, now = jax.random.split(key)
        state = act(state, now)
        state.current_player.block_until_ready()
        return 8 * GAMES_AT_ONCE

    return play


def measure(runners, seconds, rounds):
    """The best rate of each, measured in turn."""
    best = dict.fromkeys(runners, 0.0)
    for play in runners.values():
        play()
    for _ in range(rounds):
        for name, play in runners.items():
            begun, count = time.perf_counter(), 0
            while time.perf_counter() - begun < seconds:
                count += play()
            best[name] = max(best[name], count / (time.perf_counter() - begun))
    return best


def attempt(runners, name, make, *arguments):
    if None in arguments:
        return
    try:
        runners[name] = make(*arguments)
    except Exception as error:
        print(f"  ({name} is left out: {type(error).__name__}: {str(error)[:100]})")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=list(PEERS))
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    said = parser.parse_args()
    for spec in said.games:
        openspiel, pettingzoo, pgx = PEERS.get(spec, (None, None, None))
        print(spec, flush=True)
        loops, steps = {}, {}
        attempt(loops, "agon", agon_loop, spec)
        attempt(loops, "openspiel", openspiel_loop, openspiel)
        attempt(loops, "pettingzoo", pettingzoo_loop, pettingzoo)
        rates = measure(loops, said.seconds, said.rounds)
        for name, rate in rates.items():
            print(f"  loop of Python, {name:12} {rate:12,.1f} playouts/s   {rates['agon'] / rate:8.2f}", flush=True)
        attempt(steps, "agon", agon_batch, spec, 1)
        attempt(steps, "agon, 2 threads", agon_batch, spec, 2)
        steps["agon, no planes"] = agon_batch(spec, 1, False)
        attempt(steps, "openspiel", openspiel_steps, openspiel)
        attempt(steps, "openspiel, no planes", openspiel_steps, openspiel, False)
        attempt(steps, "pgx", pgx_steps, pgx)
        rates = measure(steps, said.seconds, said.rounds)
        for name, rate in rates.items():
            print(f"  side by side, {name:20} {rate:12,.0f} steps/s      {rates['agon'] / rate:8.2f}", flush=True)


if __name__ == "__main__":
    main()
