"""What all tests share."""

import os
import signal
from pathlib import Path

import pytest

import agon

# Whoever starts the tests in the background has Ctrl-C ignored, by them and by the programs they start; here it is what is tested.
signal.signal(signal.SIGINT, signal.default_int_handler)

#: Rules of text.
SHEET = Path(__file__).parents[2] / "crates" / "gdl" / "sheets" / "connect-four.kif"
#: Every set of rules that is shipped, one with other parameters, and a sheet.
GAMES = [*agon.games(), "havannah:size=4,swap=on", agon.load_game(str(SHEET)).spec]


def skip(reason):
    """Skips a test for want of something, and says so where the gate collects it."""
    if path := os.environ.get("AGON_SKIPPED"):
        with open(path, "a") as file:
            file.write(reason + "\n")
    pytest.skip(reason)


def need(module, package=None):
    """A module, or the test is skipped."""
    import importlib

    try:
        return importlib.import_module(module)
    except ImportError:
        skip(f"Python's package {package or module} is missing")


@pytest.fixture(params=GAMES)
def game(request):
    return agon.load_game(request.param)
