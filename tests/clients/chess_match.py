"""python-chess plays with `agon uci`: whole games, options, analysis with several lines, pondering, stopping at once.

Usage: chess_match.py AGON [GAMES]
Prints the games as PGN and how long it took to stop; ends with an error if anything is not as python-chess expects it.
"""

import sys
import time

import chess
import chess.engine
import chess.pgn


def play(engine, other, number):
    """A whole game by the rules of python-chess, which refuses illegal moves."""
    board = chess.Board()
    players = [engine, other] if number % 2 == 0 else [other, engine]
    while not board.is_game_over(claim_draw=True) and board.ply() < 200:
        player = players[board.ply() % 2]
        # Counts, a depth and a clock in turn, so that every kind of limit is told.
        limit = [
            chess.engine.Limit(nodes=600),
            chess.engine.Limit(depth=3),
            chess.engine.Limit(white_clock=3, black_clock=3, white_inc=0.01, black_inc=0.01),
        ][board.fullmove_number % 3]
        result = player.play(board, limit, game=number, info=chess.engine.INFO_ALL, ponder=player is engine)
        assert result.move in board.legal_moves, result.move
        if result.info:
            assert result.info["nodes"] >= 1 and result.info["score"], result.info
        board.push(result.move)
    game = chess.pgn.Game.from_board(board)
    game.headers.update(Event="agon uci", Round=str(number + 1), Result=board.result(claim_draw=True))
    print(game, end="\n\n")
    return board


def main():
    command = [sys.argv[1], "uci", "chess"]
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    # pvs without a limit of its own, and one that chooses carelessly, so that games come to an end.
    with (
        chess.engine.SimpleEngine.popen_uci(command) as engine,
        chess.engine.SimpleEngine.popen_uci(command + ["--agent", "pvs:nodes=50@easy"]) as other,
    ):
        assert engine.id["name"].startswith("Agon "), engine.id
        for name in ["Hash", "Threads", "MultiPV", "Ponder", "Move Overhead", "pruning", "quiescence"]:
            assert name in engine.options, name
        engine.configure({"Hash": 4, "Threads": 1, "quiescence": True})
        ends = [play(engine, other, number) for number in range(games)]
        assert any(board.is_game_over() for board in ends), "some game ended on the board"

        board = chess.Board()
        lines = engine.analyse(board, chess.engine.Limit(depth=4), multipv=3)
        assert len(lines) == 3, lines
        firsts = [line["pv"][0] for line in lines]
        assert len(set(firsts)) == 3 and all(move in board.legal_moves for move in firsts), firsts
        some = [chess.Move.from_uci("a2a4"), chess.Move.from_uci("h2h4")]
        assert engine.play(board, chess.engine.Limit(depth=2), root_moves=some).move in some

        mate = chess.Board("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")
        line = engine.analyse(mate, chess.engine.Limit(mate=1))
        assert line["score"].white() == chess.engine.Mate(1), line

        waits = []
        for _ in range(5):
            with engine.analysis(board) as analysis:
                for info in analysis:
                    if info.get("depth", 0) >= 4:
                        break
                asked = time.monotonic()
                analysis.stop()
                analysis.wait()
                waits.append(time.monotonic() - asked)
        print("stopped after " + ", ".join(f"{wait * 1000:.0f} ms" for wait in waits))
    print(f"{games} games played")


main()
