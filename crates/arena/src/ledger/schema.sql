-- What the games are of: one row, with the canonical text that says everything results depend on. The anchor is the name
-- of the agent that is rated zero: it says how results are told, and may change.
CREATE TABLE run (
    id INTEGER PRIMARY KEY CHECK (id = 0),
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    kind TEXT NOT NULL,
    anchor TEXT
) STRICT;

CREATE TABLE agents (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    spec TEXT NOT NULL
) STRICT;

CREATE TABLE rules (
    id INTEGER PRIMARY KEY,
    spec TEXT NOT NULL UNIQUE,
    version INTEGER NOT NULL
) STRICT;

-- The openings of each set of rules, counted from 0; none where they follow from the text.
CREATE TABLE openings (
    rules INTEGER NOT NULL REFERENCES rules,
    number INTEGER NOT NULL,
    position TEXT,
    moves TEXT NOT NULL,
    PRIMARY KEY (rules, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE pairings (
    id INTEGER PRIMARY KEY,
    round INTEGER NOT NULL,
    rules INTEGER NOT NULL REFERENCES rules,
    a INTEGER NOT NULL REFERENCES agents,
    b INTEGER NOT NULL REFERENCES agents
) STRICT;

-- Finished games by their number, from 1. Gain and score are agent a's; times are microseconds.
CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    pairing INTEGER NOT NULL REFERENCES pairings,
    pair INTEGER NOT NULL,
    a_first INTEGER NOT NULL,
    gain INTEGER NOT NULL CHECK (gain BETWEEN -1 AND 1),
    score REAL NOT NULL,
    plies INTEGER NOT NULL,
    a_moves INTEGER NOT NULL,
    a_time INTEGER NOT NULL,
    a_nodes INTEGER NOT NULL,
    a_evaluations INTEGER NOT NULL,
    a_playouts INTEGER NOT NULL,
    a_depth INTEGER NOT NULL,
    a_late INTEGER NOT NULL,
    b_moves INTEGER NOT NULL,
    b_time INTEGER NOT NULL,
    b_nodes INTEGER NOT NULL,
    b_evaluations INTEGER NOT NULL,
    b_playouts INTEGER NOT NULL,
    b_depth INTEGER NOT NULL,
    b_late INTEGER NOT NULL,
    fault TEXT
) STRICT;

-- The moves, apart from the results: who adds results up need not read past them. The note is JSON, and each kind of run
-- says what is in it.
CREATE TABLE records (
    number INTEGER PRIMARY KEY REFERENCES games,
    position TEXT,
    moves TEXT NOT NULL,
    -- For people; the word behind it is what counts.
    ending TEXT NOT NULL,
    reason TEXT,
    note TEXT
) STRICT;

-- What is long and belongs to a game, such as the positions that were learned from.
CREATE TABLE attachments (
    number INTEGER PRIMARY KEY REFERENCES games,
    bytes BLOB NOT NULL
) STRICT;

-- What was measured without playing a game.
CREATE TABLE measurements (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
