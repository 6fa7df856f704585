"""Tournaments, calibrations, examples and self-play on a Ray cluster.

A game is its number: what is played follows from the text of the run, and every random choice from the number of the game. So the
results are those of a local run, whatever nodes do. Games are tasks; Ray plays those again that were lost with a node, and the
ledger keeps every finished game as soon as it comes back, here, where the run was started.

Python's own games, and networks in files that specs name, have to be on every node: `runtime_env` of `ray.init` brings them there.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import json
import os
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Union

from agon import _agon

try:
    import ray
except ImportError as error:  # pragma: no cover
    raise ImportError("agon.ray needs Ray: pip install './python[ray]' in a clone") from error


#: What is called with the number of finished games and that of all.
Progress = Callable[[int, int], object]
#: The path of a file or a folder.
File = Union[str, os.PathLike[str]]
#: Options of Ray's tasks, as its `options` takes them.
Options = Mapping[str, Any]


def connect(address: str | None = None) -> None:
    """Connects to a cluster: an address, 'auto' for one that was started on this machine, or a local one. Nothing if connected."""
    if ray.is_initialized():
        return
    if address is None:
        # One of its own, whatever else runs here, which nobody else has to reach.
        ray.init(address="local", _node_ip_address="127.0.0.1", include_dashboard=False, log_to_driver=False)
    else:
        ray.init(address=address, log_to_driver=False)


def _jobs(jobs: int | None) -> int:
    """The games at the same time: two per processor of the cluster, so that none waits for the next one."""
    return jobs or max(1, 2 * int(ray.cluster_resources().get("CPU", 1)))


# A node that dies takes the games with it that it was playing; they are played again elsewhere.
@ray.remote(max_retries=-1)
def _play_order(order: str, sheets: list[tuple[str, str]]) -> str:
    return _agon._play_order(order, sheets)


@ray.remote(max_retries=-1)
def _play_example(wanted: str, sheets: list[tuple[str, str]]) -> str:
    return _agon._play_example(wanted, sheets)


@ray.remote(max_retries=-1)
def _play_lot(wanted: str, sheets: list[tuple[str, str]], network: bytes | None) -> str:
    if network is not None:
        wanted = json.dumps({**json.loads(wanted), "network": _file(network)})
    return _agon._play_lot(wanted, sheets)


@functools.cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """A folder of this process alone, which is gone when it ends."""
    return tempfile.TemporaryDirectory(prefix="agon-")


def _file(network: bytes) -> str:
    """The file of a network on this node, named by what is in it."""
    path = Path(_folder().name, hashlib.sha256(network).hexdigest() + ".safetensors")
    if not path.exists():
        path.write_bytes(network)
    return str(path)


class _Networks:
    """Puts the network of a generation where every node can get it, once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._latest: tuple[str | None, Any] = (None, None)

    def __call__(self, wanted: str) -> list[Any]:
        file = json.loads(wanted)["network"]
        # Lots that are played at the same time are of one generation.
        with self._lock:
            if self._latest[0] != file:
                self._latest = (file, ray.put(Path(file).read_bytes()))
            return [self._latest[1]]


def _player(
    task: Any, options: Options | None, bring: Callable[[str], list[Any]] = lambda text: []
) -> Callable[[str], str]:
    """What has games played on the cluster and waits for them; `bring` says what goes along with the text of a task."""
    sheets = ray.put(_agon._sheets())
    task = task.options(**options) if options else task
    return lambda text: ray.get(task.remote(text, sheets, *bring(text)))


def _silent(done: int, games: int) -> None:
    pass


def _shown(done: int, games: int) -> None:
    end = "\n" if done == games else ""
    print(f"\r{done} of {games} games", end=end, file=sys.stderr, flush=True)


def tournament(
    file: File,
    out: File | None = None,
    *,
    jobs: int | None = None,
    address: str | None = None,
    progress: Progress | None = None,
    options: Options | None = None,
) -> str:
    """Plays the tournament of a file, or goes on with it; the file with the games, as `agon tournament FILE` makes it.

    `progress` is called with the number of finished games and that of all; `options` are those of Ray's tasks.
    """
    connect(address)
    path = os.fspath(file)
    kept = os.fspath(out) if out is not None else os.path.splitext(path)[0] + ".db"
    play = _player(_play_order, options)
    _agon._tournament(path, kept, _jobs(jobs), play, progress or _silent)
    return kept


def calibrate(
    games: str | Sequence[str],
    out: File = "calibration",
    *,
    pairs: int = 100,
    seed: int = 1,
    jobs: int | None = None,
    address: str | None = None,
    progress: Progress | None = None,
    options: Options | None = None,
) -> list[dict[str, Any]]:
    """Finds the ten levels of games, as `agon calibrate` does; the tables. All games are kept in the folder `out`.

    `progress` is called with the number of games that are finished in this run, and that of those which were wanted so far: how many
    it takes follows from the results.
    """
    connect(address)
    wanted = [games] if isinstance(games, str) else list(games)
    play = _player(_play_order, options)
    return json.loads(_agon._calibrate(wanted, os.fspath(out), pairs, seed, _jobs(jobs), play, progress or _silent))


def examples(
    game: str,
    teacher: str,
    out: File,
    *,
    starts: int = 0,
    openings: int = 100,
    repeats: int = 1,
    seed: int = 1,
    jobs: int | None = None,
    address: str | None = None,
    progress: Progress | None = None,
    options: Options | None = None,
) -> File:
    """Lets an agent play against itself and keeps what it thinks of every move, as `agon examples` does; the file.

    `progress` is called with the number of finished games and that of all.
    """
    connect(address)
    play = _player(_play_example, options)
    told = (starts, openings, repeats, seed, _jobs(jobs), play, progress or _silent)
    _agon._examples(game, teacher, os.fspath(out), *told)
    return out


def _words(settings: Mapping[str, Any]) -> list[str]:
    """Settings as words of a command line: `flag=True` is '--flag', and what is False or None is not said."""
    said = {name.replace("_", "-"): value for name, value in settings.items() if value is not None and value is not False}
    return [f"--{name}" if value is True else f"--{name}={value}" for name, value in said.items()]


def self_play(
    game: str,
    dir: File | None = None,
    *,
    together: int = 32,
    jobs: int | None = None,
    address: str | None = None,
    progress: Progress | None = None,
    options: Options | None = None,
    **settings: Any,
) -> str | None:
    """Learns a game from its rules alone, as `agon learn self-play` does; the file of the best network, if there is one.

    `settings` are the options of that command: `generations=6, games=10_000, nodes=200, seed=1` and so on. A task plays so many
    games `together`, since one takes some milliseconds. Networks are fitted here, and here they meet those before them.
    `progress` is called with the number of finished games of the generation and that of all of them. The same call goes on with
    what is in the folder `dir`.
    """
    connect(address)
    if dir is not None:
        settings["dir"] = os.fspath(dir)
    play = _player(_play_lot, options, _Networks())
    best = _agon._self_play(game, _words(settings), together, _jobs(jobs), play, progress or _silent)
    return None if best is None else os.fspath(best)


def main(words: Iterable[str] | None = None) -> int:
    """What `agon tournament FILE --on ray` starts."""
    parser = argparse.ArgumentParser(prog="python -m agon.ray")
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("tournament", help="play the tournament of a file on a cluster")
    command.add_argument("file")
    command.add_argument("--out")
    command.add_argument("--jobs", type=int)
    command.add_argument("--address", help="the cluster; 'auto' for one that was started on this machine")
    said = parser.parse_args(None if words is None else list(words))
    try:
        out = tournament(said.file, said.out, jobs=said.jobs, address=said.address, progress=_shown)
    except _agon.AgonError as error:
        print(f"agon: {error}", file=sys.stderr)
        return 2
    print(out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
