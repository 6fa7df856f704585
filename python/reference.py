"""Writes docs/python-api.md from the stubs and the modules: `python reference.py`."""

import ast
import inspect
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "python-api.md"
MODULES = ["_agon.pyi", "__init__.py", "batch.py", "matches.py", "gymnasium.py", "pettingzoo.py", "openspiel.py", "ray.py"]
NAMES = {"_agon.pyi": "agon: what is compiled", "__init__.py": "agon: what is Python"}


def signature(node):
    """A function as it is called."""
    arguments = ast.unparse(node.args)
    words = [word for word in arguments.split(", ") if word not in ("self", "cls")]
    answer = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{node.name}({', '.join(words)}){answer}"


def told(node):
    return inspect.cleandoc(ast.get_docstring(node) or "")


def is_public(node):
    return not node.name.startswith("_") and isinstance(node, (ast.FunctionDef, ast.ClassDef))


def describe_class(node):
    lines = [f"### {node.name}", "", told(node), ""]
    for member in node.body:
        if not isinstance(member, ast.FunctionDef) or not told(member) or member.name.startswith("_"):
            continue
        is_value = any(isinstance(mark, ast.Name) and mark.id == "property" for mark in member.decorator_list)
        if is_value:
            kind = f": {ast.unparse(member.returns)}" if member.returns else ""
            head = f"`{member.name}{kind}`"
        else:
            head = f"`{signature(member)}`"
        lines.append(f"- {head}\\\n  " + "\n  ".join(told(member).splitlines()))
    return [*lines, ""]


def page():
    lines = ["# The package `agon` for Python", "", "Made from the stubs by `python python/reference.py`. [How it is used](python.md).", ""]
    for file in MODULES:
        tree = ast.parse((HERE / "agon" / file).read_text())
        name = NAMES.get(file, "agon." + file.removesuffix(".py"))
        if file in ("batch.py", "matches.py"):
            name = f"agon: {file.removesuffix('.py')}"
        lines += [f"## {name}", "", told(tree), ""]
        for node in tree.body:
            if not hasattr(node, "name") or not is_public(node) or not told(node):
                continue
            if isinstance(node, ast.ClassDef):
                lines += describe_class(node)
            else:
                lines += [f"### {node.name}", "", "```python", signature(node), "```", "", told(node), ""]
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    PAGE.write_text(page())
    print(PAGE)
