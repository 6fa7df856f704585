"""What two files of games are compared by."""

import sqlite3


def rows(path):
    """Everything that a file of games holds, but for the times."""
    with sqlite3.connect(path) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        found = {}
        for name in names:
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({name})") if not row[1].endswith("_time")]
            # In order of the first column, which is the number of the game, or the place in its list.
            found[name] = database.execute(f"SELECT {', '.join(columns)} FROM {name} ORDER BY 1, 2").fetchall()
        return found
