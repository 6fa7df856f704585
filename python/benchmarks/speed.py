"""Random play in Python, side by side: Agon, OpenSpiel, PettingZoo and pgx, as far as they are installed.

    pip install -r benchmarks/requirements.txt
    taskset -c 0 python benchmarks/speed.py [--seconds 2] [--rounds 3] [--json FILE] [GAME ...]
    python benchmarks/speed.py --threads

Everything is measured in turn, several times, and the best rate of each counts. Rates are per second of processor time, so that what
else the machine does disturbs nobody. A playout is one random game in a loop of Python; a step is one action in one of many games side
by side, with what learners need of each: the planes and the legal actions. With `--threads` the quickest of many single steps is compared on
one thread and on two, on the wall.
"""

import argparse
import json
import random
import time
from pathlib import Path

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
    "xiangqi": ("xiangqi", None, None),
    "connect-four.kif": ("connect_four", "connect_four_v3", "connect_four"),
    "hex.kif": ("hex(board_size=7)", None, "hex(size=7)"),
}
GAMES_AT_ONCE = 1024
#: Games that are text.
SHEETS = Path(__file__).parent.parent.parent / "crates" / "gdl" / "sheets"


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

    return aec_loop(importlib.import_module(f"pettingzoo.classic.{name}").env())


def agon_pettingzoo_loop(spec):
    import agon.pettingzoo

    return aec_loop(agon.pettingzoo.env(spec))


def aec_loop(env):
    """Random games of an environment of PettingZoo, whoever made it."""
    choose = random.Random(1)

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
    """A loop over states of OpenSpiel, with what learners need of each or without."""
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


def openspiel_vector_steps(name):
    """What OpenSpiel has for many games at once: a loop over its environments, in Python, with what learners need of each."""
    from types import SimpleNamespace

    from open_spiel.python import rl_environment, vector_env

    count, choose = 64, random.Random(1)
    env = vector_env.SyncVectorEnv([rl_environment.Environment(name) for _ in range(count)])
    seen = env.reset()

    def play():
        nonlocal seen
        actions = [step.observations["legal_actions"][step.observations["current_player"]] for step in seen]
        seen, *_ = env.step([SimpleNamespace(action=choose.choice(legal)) for legal in actions], reset_if_done=True)
        return count

    return play


def pgx_steps(name):
    import jax
    import pgx
    from pgx.hex import Hex
    from pgx.experimental.wrappers import auto_reset

    # Most games have no parameters in pgx, and `make` takes none.
    env = Hex(size=7) if name.startswith("hex") else pgx.make(name)
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
            begun, count = time.process_time(), 0
            while time.process_time() - begun < seconds:
                count += play()
            best[name] = max(best[name], count / (time.process_time() - begun))
    return best


def scaling(spec, games=4096, tries=3000):
    """How much faster two threads are: the quickest of many single steps on each. A machine that does other things has such moments."""
    envs = {threads: agon.BatchEnv(spec, games, threads=threads) for threads in (1, 2)}
    quickest = dict.fromkeys(envs, float("inf"))
    for env in envs.values():
        env.reset(1)
    for _ in range(tries):
        for threads, env in envs.items():
            begun = time.perf_counter()
            env.step(env.sample())
            quickest[threads] = min(quickest[threads], time.perf_counter() - begun)
    return [games / quickest[threads] for threads in (1, 2)]


def attempt(runners, name, make, *arguments):
    if None in arguments:
        return
    try:
        runners[name] = make(*arguments)
    except Exception as error:
        print(f"  ({name} is left out: {type(error).__name__}: {str(error)[:100]})")


def table(name, rates, unit):
    for peer, rate in rates.items():
        print(f"  {name}, {peer:20} {rate:14,.1f} {unit:10} {rates['agon'] / rate:8.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=list(PEERS))
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", action="store_true", help="compare one thread with two")
    parser.add_argument("--json", type=Path, help="keep all rates in a file")
    said = parser.parse_args()
    told = {}
    for spec in said.games:
        openspiel, pettingzoo, pgx = PEERS.get(spec, (None, None, None))
        if spec.endswith(".kif"):
            agon.load_game(str(SHEETS / spec))
        print(spec, flush=True)
        if said.threads:
            one, two = scaling(spec)
            print(f"  steps/s on one thread {one:14,.0f}, on two {two:14,.0f}: {two / one:.2f} times", flush=True)
            continue
        loops, steps = {}, {}
        attempt(loops, "agon", agon_loop, spec)
        attempt(loops, "openspiel", openspiel_loop, openspiel)
        attempt(loops, "pettingzoo", pettingzoo_loop, pettingzoo)
        attempt(loops, "agon in pettingzoo", agon_pettingzoo_loop, spec)
        attempt(steps, "agon", agon_batch, spec, 1)
        attempt(steps, "agon, no planes", agon_batch, spec, 1, False)
        attempt(steps, "openspiel", openspiel_steps, openspiel)
        attempt(steps, "openspiel, no planes", openspiel_steps, openspiel, False)
        attempt(steps, "openspiel, vector", openspiel_vector_steps, openspiel)
        attempt(steps, "pgx", pgx_steps, pgx)
        loops, steps = (measure(runners, said.seconds, said.rounds) for runners in (loops, steps))
        table("loop of Python", loops, "playouts/s")
        table("side by side", steps, "steps/s")
        told[spec] = {"playouts": loops, "steps": steps}
    if said.json:
        said.json.write_text(json.dumps(told, indent=1))


if __name__ == "__main__":
    main()
