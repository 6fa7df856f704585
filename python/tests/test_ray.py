"""Runs on a Ray cluster: three nodes on this machine, one of which is killed in the middle."""

import json
import os
import subprocess
import sys

import pytest
from conftest import need
from stored import rows

import agon
from agon import _agon

TOURNAMENT = """
name = "Small boards"
format = "round-robin"
pairs = 3
seed = 7
games = ["tic-tac-toe", { spec = "tapatan", openings = 2, max_plies = 60 }]
agents = ["uct:playouts=60", { spec = "random", name = "chance" }, "pvs:depth=3"]
"""


def tournament_here(file, out):
    """What the command line plays without Ray."""
    from agon.__main__ import main

    assert main(["tournament", str(file), "--out", str(out), "--jobs", "1"]) == 0


def here(text):
    return _agon._play_order(text, [])


def silent(done, games):
    """Says nothing."""


@pytest.fixture(scope="module")
def cluster():
    ray = need("ray")
    from ray.cluster_utils import Cluster

    # Everything stays on this machine: Ray is not to look for an address by which others could reach it.
    from ray._private import ray_constants

    ray_constants.ENABLE_RAY_CLUSTER = False
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "node_ip_address": "127.0.0.1"})
    nodes = [cluster.add_node(num_cpus=1, node_ip_address="127.0.0.1") for _ in range(2)]
    ray.init(address=cluster.address, _node_ip_address="127.0.0.1", log_to_driver=False)
    yield cluster, nodes
    ray.shutdown()
    cluster.shutdown()


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "small.toml"
    path.write_text(TOURNAMENT)
    return path


def test_a_cluster_that_loses_a_node_plays_what_one_machine_plays(cluster, file, tmp_path):
    import agon.ray

    local, far = tmp_path / "local.db", tmp_path / "far.db"
    tournament_here(file, local)
    assert len(agon.read(local)) == 36
    whole, nodes = cluster
    seen = []

    def progress(done, games):
        seen.append((done, games))
        if done == 8:
            whole.remove_node(nodes.pop(), allow_graceful=False)

    assert agon.ray.tournament(file, far, progress=progress) == str(far)
    assert seen[-1] == (36, 36) and not nodes[1:]
    assert rows(local) == rows(far)
    report = tmp_path / "report"
    from agon.__main__ import main

    assert main(["report", str(far), "--out", str(report)]) == 0 and (report / "report.html").stat().st_size > 10_000


def test_it_goes_on_where_it_was_stopped(cluster, file, tmp_path):
    import agon.ray

    class Enough(Exception):
        pass

    def stop(done, games):
        if done == 5:
            raise Enough

    out = tmp_path / "run.db"
    with pytest.raises(Enough):
        agon.ray.tournament(file, out, progress=stop, jobs=2)
    begun = len(agon.read(out))
    assert 5 <= begun < 36
    seen = []
    agon.ray.tournament(file, out, progress=lambda done, games: seen.append(done))
    assert seen == list(range(begun + 1, 37))
    local = tmp_path / "local.db"
    tournament_here(file, local)
    assert rows(local) == rows(out)


def test_examples_are_those_of_one_machine(cluster, tmp_path):
    import agon.ray

    far, local = tmp_path / "far.db", tmp_path / "local.db"
    settings = {"starts": 2, "openings": 4, "repeats": 1, "seed": 3}
    seen = []
    tell = lambda done, games: seen.append((done, games))  # noqa: E731
    agon.ray.examples("tic-tac-toe", "uct:playouts=40", far, progress=tell, **settings)
    play = lambda text: _agon._play_example(text, [])  # noqa: E731
    count = _agon._examples("tic-tac-toe", "uct:playouts=40", str(local), 2, 4, 1, 3, 1, play, silent)
    assert count == len(agon.read(far)) >= 5 and rows(local) == rows(far)
    assert seen == [(done, count) for done in range(1, count + 1)]


def test_levels_are_those_of_one_machine(cluster, tmp_path):
    import agon.ray

    far, local = tmp_path / "far", tmp_path / "local"
    seen = []
    tell = lambda done, games: seen.append((done, games))  # noqa: E731
    found = agon.ray.calibrate("tic-tac-toe", far, pairs=10, seed=5, progress=tell)
    assert found == json.loads(_agon._calibrate(["tic-tac-toe"], str(local), 10, 5, 1, here, silent))
    assert [done for done, _ in seen] == list(range(1, len(seen) + 1)) and seen[-1][0] == seen[-1][1] > 100
    assert [ladder["game"] for ladder in found] == ["tic-tac-toe"] and found[0]["rungs"]
    files = sorted(path.name for path in far.iterdir())
    assert files == sorted(path.name for path in local.iterdir()) and len(files) == 2
    for name in files:
        if name.endswith(".db"):
            assert rows(far / name) == rows(local / name)
        else:
            assert (far / name).read_text() == (local / name).read_text()


#: Three generations of short games; the last two play with networks.
LESSON = {
    **{"generations": 3, "games": 48, "nodes": 20, "first": "uct:playouts=8", "opening": 2, "longest": 20, "seed": 3},
    **{"positions": 400, "patterns": "cell+line3", "phases": 1, "hidden": 2, "epochs": 2, "batch": 64, "gate": 4, "strength": 2},
}


def learned(folder):
    """What is left of a lesson: the games, and the networks as they are."""
    networks = {path.name: path.read_bytes() for path in folder.glob("*.safetensors")}
    return rows(folder / "games.sqlite"), networks


def learn_here(folder):
    """The same lesson with the command line."""
    from agon.__main__ import main

    words = [f"--{name}={value}" for name, value in LESSON.items()]
    assert main(["learn", "self-play", "tic-tac-toe", *words, "--jobs=1", "--dir", str(folder)]) == 0


def test_self_play_on_a_cluster_that_loses_a_node_learns_what_one_machine_learns(cluster, tmp_path):
    import agon.ray

    far, local = tmp_path / "far", tmp_path / "local"
    learn_here(local)
    whole, nodes = cluster
    # Another test may have taken one before.
    nodes.append(whole.add_node(num_cpus=1, node_ip_address="127.0.0.1"))
    seen = []

    def progress(done, games):
        seen.append((done, games))
        if len(seen) == 10:
            whole.remove_node(nodes.pop(), allow_graceful=False)

    best = agon.ray.self_play("tic-tac-toe", far, together=4, progress=progress, **LESSON)
    assert seen == [(done, games) for games in (6, 12, 24) for done in range(1, games + 1)]
    assert best == str(far / "generation-2.net.safetensors")
    assert learned(far) == learned(local) and len(learned(far)[1]) == 3


def test_self_play_goes_on_where_it_was_stopped(cluster, tmp_path):
    import agon.ray

    class Enough(Exception):
        pass

    heard = []

    def stop(done, games):
        heard.append(done)
        if len(heard) == 10:
            raise Enough

    far, local = tmp_path / "far", tmp_path / "local"
    with pytest.raises(Enough):
        agon.ray.self_play("tic-tac-toe", far, together=3, jobs=2, progress=stop, **LESSON)
    begun = len(agon.read(far / "games.sqlite"))
    assert 10 <= begun < 42
    seen = []
    agon.ray.self_play("tic-tac-toe", far, together=5, progress=lambda done, games: seen.append(done), **LESSON)
    assert len(seen) == 42 - begun
    learn_here(local)
    assert learned(far) == learned(local)


def test_a_lesson_that_makes_no_sense_is_refused_in_a_sentence(cluster, tmp_path):
    import agon.ray

    def refused(game="tic-tac-toe", **settings):
        with pytest.raises(agon.AgonError) as said:
            agon.ray.self_play(game, tmp_path / "no", **settings)
        return str(said.value)

    assert "'--gamez' found; a similar argument exists: '--games'" in refused(gamez=3)
    assert "games is 0; expected at least one" in refused(games=0)
    assert "nobody" in refused(first="nobody")
    assert "unheard-of" in refused("unheard-of")
    assert not (tmp_path / "no").exists()


def test_a_game_that_cannot_be_played_ends_the_run_with_its_reason(cluster, file, tmp_path):
    def lost(text):
        raise OSError("the venue has burnt down")

    with pytest.raises(OSError, match="burnt down"):
        _agon._tournament(str(file), str(tmp_path / "x.db"), 2, lost, lambda done, games: None)
    order = {"game": "othello", "version": 999, "agents": ["random", "random"], "opening": None, "a_first": True}
    with pytest.raises(agon.AgonError, match="not 999"):
        here(json.dumps({**order, "seed": 1, "max_plies": None}))


def test_the_command_line_plays_on_ray(file, tmp_path):
    need("ray")
    out = tmp_path / "run.db"
    words = [sys.executable, "-m", "agon", "tournament", str(file), "--on", "ray", "--out", str(out), "--jobs", "2"]
    # Another Python comes first, which has nothing of ours.
    other = tmp_path / "bin" / "python3"
    other.parent.mkdir()
    other.write_text("#!/bin/sh\nexit 1\n")
    other.chmod(0o755)
    environment = {name: value for name, value in os.environ.items() if name != "AGON_PYTHON"}
    environment["PATH"] = f"{other.parent}{os.pathsep}{environment['PATH']}"
    done = subprocess.run(words, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    assert "36 games in 18 pairs" in done.stdout and len(agon.read(out)) == 36
    wrong = subprocess.run([*words[:4], str(file), "--address", "auto"], capture_output=True, text=True)
    assert wrong.returncode == 2 and "--on ray" in wrong.stderr
    local = tmp_path / "local.db"
    tournament_here(file, local)
    assert rows(out) == rows(local)


def test_settings_are_words_of_the_command_line():
    need("ray")
    from agon.ray import _words

    assert _words({"games": 3, "out_of": 0.5, "json": True, "quiet": False, "dir": None}) == ["--games=3", "--out-of=0.5", "--json"]


def test_a_cluster_that_was_started_is_used(cluster, file, tmp_path):
    whole, _ = cluster
    out, local = tmp_path / "run.db", tmp_path / "local.db"
    words = [sys.executable, "-m", "agon.ray", "tournament", str(file), "--out", str(out), "--address", whole.address]
    # As above: Ray is not to take another address of this machine for the one that it is told.
    environment = {**os.environ, "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, env=environment)
    assert done.returncode == 0, done.stderr
    assert "36 of 36 games" in done.stderr
    tournament_here(file, local)
    assert rows(out) == rows(local)
