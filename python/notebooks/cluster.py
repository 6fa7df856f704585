# %% [markdown]
# # A tournament on Ray
# Games are tasks of a Ray cluster, here of one on this machine. A game is its number, so the results are those of a local run.

# %%
import os
import tempfile

import ray

import agon
import agon.ray

folder = tempfile.mkdtemp()
file = os.path.join(folder, "small.toml")
PAIRS = 1 if os.environ.get("AGON_SMALL") else 10
with open(file, "w") as text:
    text.write(f"""
name = "Small boards"
pairs = {PAIRS}
seed = 1
games = ["tic-tac-toe", "tapatan", "othello"]
agents = ["uct:playouts=100", "pvs:depth=3", {{ spec = "random", name = "chance" }}]
anchor = "chance"
""")

ray.init(address="local", num_cpus=2, _node_ip_address="127.0.0.1", include_dashboard=False, log_to_driver=False)
out = agon.ray.tournament(file, progress=lambda done, games: print(f"\r{done} of {games} games", end=""))

# %%
run = agon.read(out)
print(run)
for name, spec in run.agents.items():
    print(name, spec)

# %%
import matplotlib.pyplot as plt
import numpy as np

names = list(run.agents)
points = {name: [] for name in names}
for a, b, gain in zip(run.columns["a"], run.columns["b"], run.columns["gain"]):
    points[a].append((gain + 1) / 2)
    points[b].append((1 - gain) / 2)
plt.figure(figsize=(6, 2.5))
plt.barh(names, [np.mean(points[name]) for name in names])
plt.xlabel("share of the points")
plt.tight_layout()
plt.show()

# %% [markdown]
# `agon report` makes a page of all of it:

# %%
from agon.__main__ import main

report = os.path.join(folder, "report")
main(["report", out, "--out", report])
print(os.path.getsize(os.path.join(report, "report.html")), "bytes")
ray.shutdown()
