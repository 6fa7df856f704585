"""pydraughts plays international draughts with `agon hub`: whole games by its own rules, and pondering.

Usage: draughts_match.py AGON [GAMES]
Prints the games; ends with an error if anything is not as pydraughts expects it.
"""

import sys
import threading
import time

import draughts
from draughts.engine import HubEngine, Limit

LIMITS = [Limit(nodes=400), Limit(depth=3), Limit(movetime=0.02), Limit(time=2, inc=0.01)]


def play(engines, number):
    """A whole game by the rules of pydraughts, which refuses illegal moves."""
    board = draughts.Board()
    while not board.is_over() and len(board.move_stack) < 160:
        ply = len(board.move_stack)
        engine = engines[(ply + number) % 2]
        result = engine.play(board, LIMITS[ply // 2 % len(LIMITS)], False)
        assert result.move.pdn_move in [move.pdn_move for move in board.legal_moves()], result.move.pdn_move
        board.push(result.move)
    moves = " ".join(move.pdn_move for move in board.move_stack)
    winner = {None: "*", 0: "drawn", draughts.WHITE: "White wins", draughts.BLACK: "Black wins"}[board.winner()]
    print(f"Game {number + 1}: {moves} {winner}\n")
    return board


def main():
    agon = sys.argv[1]
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    engines = [
        HubEngine([agon, "hub", "international-draughts"]),
        HubEngine([agon, "hub", "international-draughts", "--agent", "pvs:nodes=50@easy"]),
    ]
    for engine in engines:
        assert engine.id["name"] == "Agon" and "normal" in engine.variants, (engine.id, engine.variants)
        engine.configure({"variant": "normal", "memory": "2"})
        engine.init()
        engine.ping()
    ends = [play(engines, number) for number in range(games)]
    assert any(board.is_over() for board in ends), "some game ended on the board"

    board, answers = draughts.Board(), []
    thinker = threading.Thread(target=lambda: answers.append(engines[0].play(board, Limit(movetime=0.05), True)))
    thinker.start()
    time.sleep(0.5)
    assert not answers, "whoever ponders does not answer"
    engines[0].ponderhit()
    thinker.join(60)
    assert answers and answers[0].move, "a hit is answered"
    for engine in engines:
        engine.quit()
    print(f"{games} games played")


main()
