-- What is played: one row, with the canonical text of the tournament.
CREATE TABLE tournament (
    id INTEGER PRIMARY KEY CHECK (id = 0),
    name TEXT NOT NULL,
    text TEXT NOT NULL
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

-- The openings of each set of rules, counted from 0.
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

-- Finished games by their number in the schedule, from 1. Gain and score are agent a's; times are microseconds.
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

-- The moves, apart from the results: who adds results up need not read past them.
CREATE TABLE records (
    number INTEGER PRIMARY KEY REFERENCES games,
    position TEXT,
    moves TEXT NOT NULL,
    -- For people; the word behind it is what counts.
    ending TEXT NOT NULL,
    reason TEXT
) STRICT;
