"""The notebooks run, in a small version; with torch where it is installed, and with NumPy elsewhere."""

import sys
from pathlib import Path

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


@pytest.mark.parametrize("name", ["play", "train", "cluster"])
def test_the_notebook_that_is_kept_is_that_of_its_script(name, monkeypatch):
    nbformat = need("nbformat", "nbclient")
    monkeypatch.syspath_prepend(str(NOTEBOOKS))
    sys.modules.pop("run", None)
    import run

    kept = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    assert [cell.source for cell in kept.cells] == [cell.source for cell in run.notebook(name).cells]
