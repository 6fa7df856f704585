"""OpenSpiel's MCTS bot and ours, 40 games of Othello at equal time: first in our arena, then ours in OpenSpiel's loop.

    python benchmarks/openspiel_match.py [SECONDS PER MOVE] [GAMES]
"""

import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms import evaluate_bots
from open_spiel.python.bots import uniform_random

import agon
import agon.openspiel


class TimedMcts:
    """OpenSpiel's own search in C++ on its own Othello."""

    name = "openspiel-mcts"

    def __init__(self, seconds):
        self.game = pyspiel.load_game("othello")
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        uct = pyspiel.ChildSelectionPolicy.UCT
        self.bot = pyspiel.MCTSBot(self.game, evaluator, 2.0, 10**8, 1000, True, 1, False, uct, seconds)

    def select(self, state):
        theirs = self.game.new_initial_state()
        # A pass is written in two ways.
        for text in (text.replace("--", "pass") for text in state.history_text()):
            theirs.apply_action(self.number(theirs, text))
        chosen = theirs.action_to_string(self.bot.step(theirs))
        return state.string_to_action(chosen.replace("pass", "--"))

    @staticmethod
    def number(theirs, text):
        return next(action for action in theirs.legal_actions() if theirs.action_to_string(action) == text)


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 0.1
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 40
    theirs = TimedMcts(seconds)
    match = agon.match("othello", f"uct:time={int(seconds * 1000)}ms", theirs, games=games)
    used = np.array([game["seconds"] for game in match.games]).sum(axis=0)
    print(match, f"- seconds used: ours {used[0]:.1f}, theirs {used[1]:.1f}")
    game = agon.openspiel.load_game("othello")
    total = 0
    for seed in range(10):
        bots = [agon.openspiel.Bot("uct:playouts=200"), uniform_random.UniformRandomBot(1, np.random.RandomState(seed))]
        total += evaluate_bots.evaluate_bots(game.new_initial_state(), bots, np.random.RandomState(seed))[0]
    print(f"ours against chance in OpenSpiel's evaluate_bots: {total:+.0f} of 10")


if __name__ == "__main__":
    main()
