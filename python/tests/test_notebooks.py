"""The notebooks run, in a small version; with torch where it is installed, and with NumPy elsewhere."""

import re
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
from conftest import need

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"


@pytest.mark.parametrize("name", ["play", "train", "cluster"])
def test_a_notebook_runs(name, monkeypatch):
    need("nbclient"), need("ipykernel"), need("matplotlib")
    if name == "cluster":
        need("ray")
    monkeypatch.setenv("AGON_SMALL", "1")
    monkeypatch.syspath_prepend(str(NOTEBOOKS))
    sys.modules.pop("run", None)
    import run

    book = run.execute(name, timeout=600)
    outputs = [output for cell in book.cells if cell.cell_type == "code" for output in cell.outputs]
    assert not [output for output in outputs if output.output_type == "error"]
    kinds = {kind for output in outputs for kind in getattr(output, "data", {})}
    assert "image/png" in kinds and (name == "cluster" or "image/svg+xml" in kinds)
    kept = run.nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    for cell, now in zip(kept.cells, book.cells):
        before, after = (shown(cell), shown(now)) if cell.cell_type == "code" else ({}, {})
        if name != "play":
            # It was kept in full, and runs in a small version here, on a machine that takes another time: its drawings look alike.
            before, after = (
                {kind: STYLE.findall(text) for kind, text in found.items() if kind in DRAWN} for found in (before, after)
            )
        assert before == after, f"python notebooks/run.py {name}"


DRAWN = ("image/png", "image/svg+xml", "text/html")
#: How a drawing looks, whatever stands on its board.
STYLE = re.compile("<style>.*?</style>")


def shown(cell):
    """What a cell has shown, by kind; a picture of pixels is made by others, and only has to be there."""
    found = {}
    for output in cell.outputs:
        told = {output.name: output.text} if output.output_type == "stream" else dict(output.data)
        for kind, text in told.items():
            found[kind] = found.get(kind, "") + ("a picture" if kind == "image/png" else "".join(text))
    return found


@pytest.mark.parametrize("name", ["play", "train", "cluster"])
def test_the_notebook_that_is_kept_is_that_of_its_script(name, monkeypatch):
    nbformat = need("nbformat", "nbclient")
    monkeypatch.syspath_prepend(str(NOTEBOOKS))
    sys.modules.pop("run", None)
    import run

    kept = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    assert [cell.source for cell in kept.cells] == [cell.source for cell in run.notebook(name).cells]


def test_the_network_learns_and_sees_turned_boards_alike(monkeypatch):
    """The one in NumPy; that in torch gives the same where there is torch."""
    monkeypatch.syspath_prepend(str(NOTEBOOKS))
    sys.modules.pop("nets", None)
    import nets

    random = np.random.default_rng(1)
    cells = random.integers(0, 3, (512, 8, 8))
    observations = np.stack([cells == 1, cells == 2, cells >= 0], axis=1).astype(np.float32)
    worth = np.tanh((observations[:, 0] - observations[:, 1]).sum(axis=(1, 2)) / 8).astype(np.float32)
    made = [nets.NumpyNet(8)]
    if nets.torch is None:
        warnings.warn("PyTorch is missing: the network in torch is not tested, and the notebook learns with the one in NumPy")
    else:
        made.append(nets.TorchNet(8))
    for net in made:
        errors = [net.learn(observations, worth, 0.002) for _ in range(40)]
        assert errors[-1] < errors[0] / 4
        for turned in (np.rot90(observations, axes=(2, 3)), observations[..., ::-1], observations.transpose(0, 1, 3, 2)):
            assert np.allclose(net.judge(observations), net.judge(turned), atol=1e-5)
    judged = [net.judge(observations) for net in made]
    for other in judged[1:]:
        assert np.allclose(judged[0], other, atol=1e-3)
