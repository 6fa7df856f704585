"""General board-game playing: rules, searches, batches of games, matches and tournaments.

>>> import agon
>>> state = agon.load_game("tic-tac-toe").new_initial_state()
>>> state.apply_action("b2")
>>> state.current_player()
1
"""

from collections.abc import Callable
from typing import Any

from agon._agon import (
    TERMINAL,
    Agent,
    AgonError,
    Analysis,
    Game,
    Positions,
    State,
    __version__,
    games,
    load_game,
    random_playouts,
    register,
)
from agon.batch import BatchEnv, Children, PgxEnv, PgxState, VectorEnv
from agon.matches import Match, Run, match, read

#: What `result(state)` of a game that is a class gives for a drawn game.
DRAW = "draw"

__all__ = [
    "DRAW",
    "TERMINAL",
    "Agent",
    "AgonError",
    "Analysis",
    "BatchEnv",
    "Children",
    "Game",
    "Match",
    "PgxEnv",
    "PgxState",
    "Positions",
    "Run",
    "State",
    "VectorEnv",
    "__version__",
    "agent",
    "games",
    "load_game",
    "match",
    "random_playouts",
    "read",
    "register",
]


def agent(spec: str, eval: Callable[[Positions], Any] | None = None, **settings: Any) -> Agent:
    """The agent of a spec such as 'pvs:time=100ms' or 'uct:playouts=1000@easy'; 'agon agents' lists them with their keys.

    With `eval`, the agent 'puct': a tree search that asks this function about batches of positions (`Positions`). The function
    gives a float32 array with a value per position for the player to move, or that and an array of logits, one per action.
    `simulations`, `batch`, `flights` and `exploration` say how it searches.
    """
    return Agent(spec, eval, **settings)
