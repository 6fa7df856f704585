"""Writes docs/python-api.md from the stubs and the modules: `python reference.py`."""

import ast
import inspect
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "python-api.md"
MODULES = ["_agon.pyi", "__init__.py", "batch.py", "matches.py", "gymnasium.py", "pettingzoo.py", "openspiel.py", "ray.py"]
NAMES = {"_agon.pyi": "agon: what is compiled", "__init__.py": "agon: what is Python"}
#: Classes that nobody makes by hand: functions give them.
GIVEN = {"Match", "Run"}
#: What the package itself is made of.
INSIDE = {"Batch", "command"}


def source(file):
    return (HERE / "agon" / file).read_text()


def signature(node, name=None):
    """A function as it is called."""
    arguments = ast.unparse(node.args)
    words = [word for word in arguments.split(", ") if word not in ("self", "cls")]
    answer = f" -> {ast.unparse(node.returns)}" if node.returns and name is None else ""
    return f"{name or node.name}({', '.join(words)}){answer}"


def told(node):
    return inspect.cleandoc(ast.get_docstring(node) or "")


def members(body):
    """The public functions and classes of a module, or the public methods of a class."""
    kinds = (ast.FunctionDef, ast.ClassDef)
    return [node for node in body if isinstance(node, kinds) and not node.name.startswith("_") and node.name not in INSIDE]


def is_value(method):
    return any(isinstance(mark, ast.Name) and mark.id == "property" for mark in method.decorator_list)


def is_setter(method):
    return any(isinstance(mark, ast.Attribute) and mark.attr == "setter" for mark in method.decorator_list)


def maker(node):
    """What a class is called with: its `__init__` or `__new__`, if there is one of its own."""
    makers = [method for method in node.body if isinstance(method, ast.FunctionDef) and method.name in ("__init__", "__new__")]
    return makers[0] if makers and node.name not in GIVEN else None


def fields(node, lines):
    """The public fields of a class with their types, and what the comment `#:` above says."""
    for member in node.body:
        if isinstance(member, ast.AnnAssign) and not member.target.id.startswith("_"):
            above, said = member.lineno - 2, []
            while lines[above].strip().startswith("#:"):
                said.insert(0, lines[above].strip().removeprefix("#:").strip())
                above -= 1
            yield member.target.id, ast.unparse(member.annotation), said


def item(head, lines):
    return f"- `{head}`\\\n  " + "\n  ".join(lines) if lines else f"- `{head}`"


def describe_class(node, lines):
    found = [f"### {node.name}", ""]
    if method := maker(node):
        found += ["```python", signature(method, node.name), "```", ""]
    found += [told(node), ""]
    for name, kind, said in fields(node, lines):
        found.append(item(f"{name}: {kind}", said))
    for member in members(node.body):
        if is_setter(member):
            continue
        kind = f": {ast.unparse(member.returns)}" if member.returns else ""
        head = f"{member.name}{kind}" if is_value(member) else signature(member)
        found.append(item(head, told(member).splitlines()))
    return [*found, ""]


def page():
    lines = ["# The package `agon` for Python", "", "Made from the stubs by `python python/reference.py`. [How it is used](python.md).", ""]
    for file in MODULES:
        text = source(file)
        tree = ast.parse(text)
        name = NAMES.get(file, "agon." + file.removesuffix(".py"))
        if file in ("batch.py", "matches.py"):
            name = f"agon: {file.removesuffix('.py')}"
        lines += [f"## {name}", "", told(tree), ""]
        for node in members(tree.body):
            if isinstance(node, ast.ClassDef):
                lines += describe_class(node, text.splitlines())
            else:
                lines += [f"### {node.name}", "", "```python", signature(node), "```", "", told(node), ""]
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    PAGE.write_text(page())
    print(PAGE)
