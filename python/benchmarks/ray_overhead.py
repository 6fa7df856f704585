"""A tournament of 300 games here and on a Ray cluster of three nodes on this machine, one of which is killed in the middle.

    python benchmarks/ray_overhead.py
"""

import sqlite3
import tempfile
import time
from pathlib import Path

import ray
from ray._private import ray_constants
from ray.cluster_utils import Cluster

import agon.ray
from agon import _agon

TOURNAMENT = """
name = "Three hundred games"
pairs = 25
seed = 3
games = ["othello", "lines-of-action"]
agents = ["uct:playouts=400", "pvs:nodes=4000", { spec = "random", name = "chance" }]
"""


def rows(path):
    with sqlite3.connect(path) as database:
        columns = [row[1] for row in database.execute("PRAGMA table_info(games)") if not row[1].endswith("_time")]
        tables = [("games", ", ".join(columns)), ("records", "*"), ("pairings", "*"), ("run", "*"), ("agents", "*")]
        return [database.execute(f"SELECT {what} FROM {name} ORDER BY 1, 2").fetchall() for name, what in tables]


def main():
    folder = Path(tempfile.mkdtemp())
    file = folder / "run.toml"
    file.write_text(TOURNAMENT)
    begun = time.time()
    here = lambda text: _agon._play_order(text, [])  # noqa: E731
    games = _agon._tournament(str(file), str(folder / "local.db"), 2, here, lambda done, games: None)
    local = time.time() - begun
    print(f"{games} games here, two at a time: {local:.1f} s")
    # Everything stays on this machine: Ray is not to look for an address by which others could reach it.
    ray_constants.ENABLE_RAY_CLUSTER = False
    begun = time.time()
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "node_ip_address": "127.0.0.1"})
    nodes = [cluster.add_node(num_cpus=1, node_ip_address="127.0.0.1") for _ in range(2)]
    ray.init(address=cluster.address, _node_ip_address="127.0.0.1", log_to_driver=False)
    print(f"three nodes after {time.time() - begun:.1f} s")
    for kill in (False, True):
        out = folder / f"ray-{kill}.db"

        def progress(done, games, kill=kill):
            if kill and done == games // 2:
                cluster.remove_node(nodes.pop(), allow_graceful=False)
                print("one node is gone")

        begun = time.time()
        agon.ray.tournament(file, out, progress=progress)
        taken = time.time() - begun
        same = rows(folder / "local.db") == rows(out)
        print(f"{games} games on Ray: {taken:.1f} s, {taken / local:.2f} times; the same but for the times: {same}")
    ray.shutdown()
    cluster.shutdown()


if __name__ == "__main__":
    main()
