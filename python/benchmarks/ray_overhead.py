"""A tournament of 300 games here and on a Ray cluster of three nodes on this machine, one of which is killed in the middle.

    python benchmarks/ray_overhead.py

Both play three games at a time. Besides the time on the wall it tells that of the processors, of all processes together, which says what Ray
costs on a machine with other work. What a killed node had used is not in it any more.
"""

import sys
import tempfile
import time
from pathlib import Path

import psutil
import ray
from ray._private import ray_constants
from ray.cluster_utils import Cluster

import agon.ray
from agon.__main__ import main as agon_command

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from stored import rows

TOURNAMENT = """
name = "Three hundred games"
pairs = 25
seed = 3
games = ["othello", "lines-of-action"]
agents = ["uct:playouts=400", "pvs:nodes=4000", { spec = "random", name = "chance" }]
"""


def busy():
    """The seconds of processors that this process and its children have used."""
    used = 0.0
    for process in [psutil.Process(), *psutil.Process().children(recursive=True)]:
        try:
            times = process.cpu_times()
        except psutil.NoSuchProcess:
            continue
        used += times.user + times.system
    return used


def main():
    folder = Path(tempfile.mkdtemp())
    file = folder / "run.toml"
    file.write_text(TOURNAMENT)
    begun, used = time.time(), busy()
    assert agon_command(["tournament", str(file), "--out", str(folder / "local.db"), "--jobs", "3"]) == 0
    games = len(agon.read(folder / "local.db"))
    local, local_used = time.time() - begun, busy() - used
    print(f"{games} games here, three at a time: {local:.1f} s, {local_used:.1f} s of processors")
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

        begun, used = time.time(), busy()
        agon.ray.tournament(file, out, jobs=3, progress=progress)
        taken, taken_used = time.time() - begun, busy() - used
        same = rows(folder / "local.db") == rows(out)
        shares = f"{taken / local:.2f} and {taken_used / local_used:.2f} times as much"
        print(f"{games} games on Ray: {taken:.1f} s, {taken_used:.1f} s of processors, {shares}; the same but for the times: {same}")
    ray.shutdown()
    cluster.shutdown()
    report = folder / "report"
    assert agon_command(["report", str(out), "--out", str(report)]) == 0
    print(f"'agon report' makes a page of {(report / 'report.html').stat().st_size} bytes of the last file")


if __name__ == "__main__":
    main()
