"""What all tests share."""

import os

import pytest

import agon

#: Every set of rules that is shipped.
GAMES = agon.games()


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
