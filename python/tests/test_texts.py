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
sys.path.insert(0, str(ROOT))
import reference  # noqa: E402

DOCS = ROOT.parent / "docs"


def stubs():
    return ast.parse((ROOT / "agon" / "_agon.pyi").read_text())


def test_the_stubs_name_what_there_is():
    said = {node.name: node for node in stubs().body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    said.pop("OwnGame")
    there = {name for name in dir(_agon) if not name.startswith("__")} - {"TERMINAL"}
    # What pickles are made of is called by no other module.
    assert set(said) == {name for name in there if not name.startswith("_restore")}
    for name, node in said.items():
        if isinstance(node, ast.ClassDef) and name != "AgonError":
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
    page = reference.PAGE.read_text()
    for file in reference.MODULES:
        text = reference.source(file)
        for node in reference.members(ast.parse(text).body):
            assert reference.told(node) and f"\n### {node.name}\n" in page, node.name
            if isinstance(node, ast.FunctionDef):
                continue
            for member in reference.members(node.body):
                assert reference.told(member) or reference.is_setter(member), f"{node.name}.{member.name}"
            for field, kind, said in reference.fields(node, text.splitlines()):
                assert said and f"\n- `{field}: {kind}`\\\n" in page, f"{node.name}.{field}"
            if reference.maker(node):
                assert f"\n```python\n{node.name}(" in page, node.name
    made = {"Agent", "BatchEnv", "VectorEnv", "PgxEnv", "OpponentEnv", "Player", "Bot"}
    assert made <= set(re.findall(r"```python\n(\w+)\(", page))


def test_everything_says_its_types():
    for file in reference.MODULES:
        for node in ast.walk(ast.parse(reference.source(file))):
            if isinstance(node, ast.FunctionDef):
                arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                arguments += [extra for extra in (node.args.vararg, node.args.kwarg) if extra]
                unsaid = [said.arg for said in arguments if said.annotation is None and said.arg not in ("self", "cls")]
                assert node.returns and not unsaid, f"{file}: {node.name}{unsaid}"


def test_the_reference_is_made_from_the_stubs():
    assert (DOCS / "python-api.md").read_text() == reference.page(), "python python/reference.py"


def test_the_examples_of_the_texts_run():
    assert doctest.testmod(agon).failed == 0
    text = (DOCS / "python.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, re.S)
    assert len(blocks) >= 5
    for block in blocks:
        if "# needs more" not in block:
            exec(compile(block, "docs/python.md", "exec"), {"__name__": "__docs__"})
