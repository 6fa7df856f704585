"""The stubs and the texts say what the package has."""

import ast
import doctest
import inspect
import re
import sys
from pathlib import Path

import agon
from agon import _agon

ROOT = Path(__file__).parent.parent
DOCS = ROOT.parent / "docs"


def stubs():
    return ast.parse((ROOT / "agon" / "_agon.pyi").read_text())


def test_the_stubs_name_what_there_is():
    said = {node.name: node for node in stubs().body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    said.pop("OwnGame")
    there = {name for name in dir(_agon) if not name.startswith("_")} - {"TERMINAL", "command"}
    assert set(said) == there
    for name, node in said.items():
        if isinstance(node, ast.ClassDef) and name not in ("AgonError", "Batch"):
            members = {member.name for member in node.body if isinstance(member, ast.FunctionDef)}
            real = {member for member in dir(getattr(_agon, name)) if not member.startswith("_")}
            assert real == {member for member in members if not member.startswith("_")}, name


def test_everything_is_documented():
    for name in agon.__all__:
        thing = getattr(agon, name)
        if inspect.isclass(thing) or callable(thing):
            assert inspect.getdoc(thing), name
            for member, value in vars(thing).items() if inspect.isclass(thing) else ():
                if not member.startswith("_") and callable(value) and thing.__module__ == "agon._agon":
                    assert inspect.getdoc(value), f"{name}.{member}"


def test_the_reference_is_made_from_the_stubs():
    sys.path.insert(0, str(ROOT))
    import reference

    assert (DOCS / "python-api.md").read_text() == reference.page(), "python python/reference.py"


def test_the_examples_of_the_texts_run():
    assert doctest.testmod(agon).failed == 0
    text = (DOCS / "python.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, re.S)
    assert len(blocks) >= 5
    for block in blocks:
        if "# needs more" not in block:
            exec(compile(block, "docs/python.md", "exec"), {"__name__": "__docs__"})
