"""Times OpenSpiel's C++ playouts. Reads lines 'GAME SECONDS', answers each with one line of JSON.

The playouts are those of its own MCTS bot: one simulation evaluates the root with many random rollouts, so that
Python is left only between batches.
"""

import json
import random
import sys
import time

import pyspiel


def timed_rollouts(game, seconds):
    state = game.new_initial_state()
    batch, rollouts, used, seed = 1, 0, 0.0, 1
    while used < seconds:
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=batch, seed=seed)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, 1, 100, False, seed, False)
        before = time.process_time()
        bot.step(state)
        taken = time.process_time() - before
        used += taken
        rollouts += batch
        seed += 1
        if taken < seconds / 20:
            batch *= 2
    return rollouts, used


def mean_plies(game, games):
    total = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            total += 1
    return total / games


def main():
    random.seed(1)
    for line in sys.stdin:
        name, seconds = line.split()
        game = pyspiel.load_game(name)
        rollouts, used = timed_rollouts(game, float(seconds))
        answer = {"rollouts": rollouts, "seconds": used, "mean_plies": mean_plies(game, 60)}
        print(json.dumps(answer), flush=True)


main()
