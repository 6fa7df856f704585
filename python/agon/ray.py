"""Tournaments, calibrations and examples on a Ray cluster.

A game is its number: what is played follows from the text of the run, and every random choice from the number of the game. So the
results are those of a local run, whatever nodes do. Games are tasks; Ray plays those again that were lost with a node, and the
ledger keeps every finished game as soon as it comes back, here, where the run was started.

Python's own games and networks in files have to be on every node: `runtime_env` of `ray.init` brings them there.
"""

import argparse
import json
import os
import sys

from agon import _agon

try:
    import ray
except ImportError as error:  # pragma: no cover
    raise ImportError("agon.ray needs Ray: pip install agon[ray]") from error


def connect(address=None):
    """Connects to a cluster: an address, 'auto' for one that was started on this machine, or a local one. Nothing if connected."""
    if ray.is_initialized():
        return
    if address is None:
        # One of its own, whatever else runs here, which nobody else has to reach.
        ray.init(address="local", _node_ip_address="127.0.0.1", include_dashboard=False, log_to_driver=False)
    else:
        ray.init(address=address, log_to_driver=False)


def _jobs(jobs):
    """The games at the same time: two per processor of the cluster, so that none waits for the next one."""
    return jobs or max(1, 2 * int(ray.cluster_resources().get("CPU", 1)))


# A node that dies takes the games with it that it was playing; they are played again elsewhere.
@ray.remote(max_retries=-1)
def _play_order(order, sheets):
    return _agon._play_order(order, sheets)


@ray.remote(max_retries=-1)
def _play_example(wanted, sheets):
    return _agon._play_example(wanted, sheets)


def _player(task, options):
    """What has a game played on the cluster and waits for it."""
    sheets = ray.put(_agon._sheets())
    task = task.options(**options) if options else task
    return lambda text: ray.get(task.remote(text, sheets))


def _silent(done, games):
    pass


def _shown(done, games):
    end = "\n" if done == games else ""
    print(f"\r{done} of {games} games", end=end, file=sys.stderr, flush=True)


def tournament(file, out=None, *, jobs=None, address=None, progress=None, options=None):
    """Plays the tournament of a file, or goes on with it; the file with the games, as `agon tournament FILE` makes it.

    `progress` is called with the number of finished games and that of all; `options` are those of Ray's tasks.
    """
    connect(address)
    file = os.fspath(file)
    out = os.fspath(out) if out is not None else os.path.splitext(file)[0] + ".db"
    play = _player(_play_order, options)
    _agon._tournament(file, out, _jobs(jobs), play, progress or _silent)
    return out


def calibrate(games, out="calibration", *, pairs=100, seed=1, jobs=None, address=None, options=None):
    """Finds the ten levels of games, as `agon calibrate` does; the tables. All games are kept in the folder `out`."""
    connect(address)
    games = [games] if isinstance(games, str) else list(games)
    play = _player(_play_order, options)
    return json.loads(_agon._calibrate(games, os.fspath(out), pairs, seed, _jobs(jobs), play))


def examples(
    game, teacher, out, *, starts=0, openings=100, repeats=1, seed=1, jobs=None, address=None, options=None
):
    """Lets an agent play against itself and keeps what it thinks of every move, as `agon examples` does; the file."""
    connect(address)
    play = _player(_play_example, options)
    _agon._examples(game, teacher, os.fspath(out), starts, openings, repeats, seed, _jobs(jobs), play)
    return out


def main(words=None):
    """What `agon tournament FILE --on ray` starts."""
    parser = argparse.ArgumentParser(prog="python -m agon.ray")
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("tournament", help="play the tournament of a file on a cluster")
    command.add_argument("file")
    command.add_argument("--out")
    command.add_argument("--jobs", type=int)
    command.add_argument("--address", help="the cluster; 'auto' for one that was started on this machine")
    said = parser.parse_args(words)
    try:
        out = tournament(said.file, said.out, jobs=said.jobs, address=said.address, progress=_shown)
    except _agon.AgonError as error:
        print(f"agon: {error}", file=sys.stderr)
        return 2
    print(out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
