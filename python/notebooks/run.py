"""Makes notebooks of the scripts beside this file and runs them: `python run.py play train cluster`.

A script is cut into cells by lines that begin with `# %%`; after `# %% [markdown]` its comments are text.
"""

import sys
from pathlib import Path

import nbclient
import nbformat

HERE = Path(__file__).parent
NAMES = ["play", "train", "cluster"]


def notebook(name):
    """The notebook of a script, not run yet."""
    cells, kind, lines = [], None, []

    def close():
        text = "\n".join(lines).strip()
        if kind == "markdown":
            text = "\n".join(line.removeprefix("#").removeprefix(" ") for line in text.splitlines())
            cells.append(nbformat.v4.new_markdown_cell(text, id=f"{name}-{len(cells)}"))
        elif kind == "code" and text:
            cells.append(nbformat.v4.new_code_cell(text, id=f"{name}-{len(cells)}"))

    for line in (HERE / f"{name}.py").read_text().splitlines():
        if line.startswith("# %%"):
            close()
            kind, lines = ("markdown" if "[markdown]" in line else "code"), []
        else:
            lines.append(line)
    close()
    metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return nbformat.v4.new_notebook(cells=cells, metadata=metadata)


def execute(name, timeout=1800):
    """The notebook after it was run; an exception in it is raised."""
    book = notebook(name)
    nbclient.NotebookClient(book, timeout=timeout, resources={"metadata": {"path": str(HERE)}}).execute()
    return book


if __name__ == "__main__":
    for name in sys.argv[1:] or NAMES:
        nbformat.write(execute(name), HERE / f"{name}.ipynb")
        print(HERE / f"{name}.ipynb")
