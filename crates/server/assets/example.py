"""Plays a whole game against level 3, always the best move that the analysis knows: python3 example.py http://127.0.0.1:8017"""

import json
import sys
import urllib.request

AGON = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8017"
# The cookie says who sits at the table.
OPENER = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())


def ask(path, document=None):
    body = None if document is None else json.dumps(document).encode()
    request = urllib.request.Request(AGON + path, body, {"content-type": "application/json"})
    with OPENER.open(request) as answer:
        return json.load(answer)


table = ask("/api/tables", {"game": "tic-tac-toe", "seats": ["person", "3"]})
while table["result"] is None:
    best = ask("/api/analyse", {"game": table["game"], "moves": table["moves"]})["best"]
    # "wait" answers when the program has moved, or after eight seconds; later, ask for the table again.
    table = ask(f"/api/tables/{table['id']}/moves", {"move": best, "wait": True})
print(" ".join(table["moves"]))
print(table["ending"])
