//! The keys of the algorithms, where several share them or there are many.

use super::{Key, Kind};

pub(super) const fn count(
    name: &'static str,
    default: &'static str,
    least: u64,
    most: u64,
    help: &'static str,
) -> Key {
    Key { name, default, kind: Kind::Count(least, most), help }
}

pub(super) const fn number(
    name: &'static str,
    default: &'static str,
    least: f64,
    most: f64,
    help: &'static str,
) -> Key {
    Key { name, default, kind: Kind::Number(least, most), help }
}

pub(super) const fn switch(name: &'static str, default: &'static str, help: &'static str) -> Key {
    Key { name, default, kind: Kind::Word(&["on", "off"]), help }
}

/// The limits that every agent takes: it stops at the first that is reached.
pub static BUDGET: &[Key] = &[
    Key { name: "time", default: "", kind: Kind::Time, help: "think for this long per move" },
    count("nodes", "", 1, u64::MAX, "visit this many positions per move"),
    count("playouts", "", 1, u64::MAX, "play this many random games per move"),
    count("iterations", "", 1, u64::MAX, "make this many iterations per move"),
    count("depth", "", 1, 512, "look this many plies ahead"),
    Key {
        name: "clock",
        default: "",
        kind: Kind::Time,
        help: "share this much time out among the moves of a game",
    },
];

/// The key of everything random.
pub static SEED_KEY: Key = SEED;

pub(super) const SEED: Key = count("seed", "1", 0, u64::MAX, "the seed of everything random");

/// The keys of an algorithm that evaluates positions; they come before its own.
pub(super) const EVALUATION: [Key; 5] = [
    Key {
        name: "eval",
        default: "heuristic",
        kind: Kind::WordOrFile(&["heuristic", "playouts", "ends", "cascade"], "cascade"),
        help: "how positions are judged: the hand-made evaluation, the mean of random games, ends of games only, the \
               network that is shipped for the game, or one made by 'agon learn cascade'",
    },
    count("p", "15", 1, 100_000, "random games per evaluation, for eval=playouts"),
    count("cap", "100", 1, 100_000, "plies after which such a game counts as a draw"),
    number(
        "noise",
        "0",
        0.0,
        1.0,
        "share of an evaluation that is replaced by an error, the same for a position whenever it is met",
    ),
    SEED,
];

/// The keys of an algorithm that evaluates positions and has one key of its own.
pub(super) const fn evaluating(own: Key) -> [Key; 6] {
    let [eval, p, cap, noise, seed] = EVALUATION;
    [eval, p, cap, noise, seed, own]
}

pub(super) const ROOT: Key = Key {
    name: "root",
    default: "full",
    kind: Kind::Word(&["full", "shared"]),
    help: "full: every move gets its exact value; shared: fewer nodes, and mere upper bounds for all but the best",
};

/// The keys that all best-first searches have in common.
pub(super) const BEST_FIRST: [Key; 4] = [
    Key {
        name: "ties",
        default: "least",
        kind: Kind::Word(&["least", "most"]),
        help: "which of equally good moves is looked into: the one visited least or most so far",
    },
    switch("table", "on", "whether a position reached on different ways is looked into only once"),
    switch("keep", "on", "whether what was found out is kept from move to move; needs the table"),
    count(
        "memory",
        "1024",
        1,
        1 << 20,
        "the most memory for positions, in MiB; when it is full the search ends",
    ),
];

/// The keys of a best-first search that plays to win.
pub(super) const WINNING: [Key; 10] = {
    let [eval, p, cap, noise, seed] = EVALUATION;
    let [ties, table, keep, memory] = BEST_FIRST;
    let decision = Key {
        name: "decision",
        default: "value",
        kind: Kind::Word(&["value", "safe"]),
        help: "what is played: the move of the best value, or the most visited one",
    };
    [eval, p, cap, noise, seed, decision, ties, table, keep, memory]
};

/// The keys of a best-first search that plays for balance.
pub(super) const BALANCED: [Key; 11] = {
    let [eval, p, cap, noise, seed] = EVALUATION;
    let [ties, table, keep, memory] = BEST_FIRST;
    let d = Key {
        name: "d",
        default: "1",
        kind: Kind::Number(0.0, f64::INFINITY),
        help: "a certain win in at most so many plies is taken; 0 for never, inf for always",
    };
    let slice = Key {
        name: "slice",
        default: "0",
        kind: Kind::Number(0.0, 1.0),
        help: "the share of the budget that is first spent as unbounded does, to find out the truth",
    };
    [eval, p, cap, noise, seed, d, slice, ties, table, keep, memory]
};

pub(super) static ALPHADDA1: [Key; 9] = {
    let [eval, p, cap, noise, seed] = EVALUATION;
    [
        eval,
        p,
        cap,
        noise,
        seed,
        count(
            "window",
            "3",
            1,
            1000,
            "how many positions, the current one included, say how the game stands",
        ),
        number("a", "2", 0.0, 1000.0, "A: makes 10^(-A(v+x0)) iterations at a mean value of v"),
        number("x0", "-1.4", -10.0, 10.0, "X0 in the same formula"),
        number("c", "1.25", 0.0, 100.0, "exploration: Q + c*sqrt(2 ln(N+1)/(n+1))"),
    ]
};

pub(super) static ALPHADDA3: [Key; 7] = {
    let [eval, p, cap, noise, seed, window, _, _, c] = ALPHADDA1;
    [eval, p, cap, noise, seed, window, c]
};

pub(super) static ADAPTIVE: [Key; 3] = [
    count("window", "5", 1, 1000, "how many of the opponent's last moves are looked at"),
    number(
        "prior",
        "0.6",
        0.0,
        1.0,
        "the rank assumed before the first of them, from 0, the worst, to 1, the best",
    ),
    SEED,
];

pub(super) static FAIR: [Key; 10] = [
    number(
        "u",
        "0",
        -4.0,
        4.0,
        "what is remembered of the opponent: 0 nothing yet, 1.5 play to win, -1 stay behind, -1.5 give way",
    ),
    number("step", "0.5", 0.0, 2.0, "by how much a game won or lost changes u, where it is remembered"),
    number("base", "0.15", -1.0, 1.0, "the value aimed at before anything is known of the opponent"),
    number("drift", "0.6", 0.0, 100.0, "how much the opponent's carelessness in this game counts"),
    number("par", "0.3", 0.01, 1.0, "the carelessness of an equal; 0 is perfect, 1 plays at random"),
    number("lead", "4", 0.0, 100.0, "how much having been ahead in this game lowers the aim"),
    count("d", "3", 1, 64, "a certain win in at most so many plies is taken"),
    number("visible", "0.2", 0.0, 2.0, "how much worse than the best a move may look two plies ahead"),
    number("cap", "0.5", 0.0, 2.0, "how much worse than the best a move may be"),
    SEED,
];

pub(super) static PVS: [Key; 10] = {
    let [eval, p, cap, noise, seed] = EVALUATION;
    [
        eval,
        p,
        cap,
        noise,
        seed,
        count("hash", "16", 1, 65_536, "the size of the transposition table in MiB"),
        count(
            "threads",
            "1",
            1,
            256,
            "threads that search together; with more than one, results vary from run to run",
        ),
        switch(
            "pruning",
            "on",
            "reduce, extend and skip lines by their looks; off, the values are those of minimax",
        ),
        switch("quiescence", "on", "play out captures and other loud moves where the depth ends"),
        Key {
            name: "multipv",
            default: "1",
            kind: Kind::CountOr("all", 1, 10_000),
            help: "how many of the best moves get exact values; of the others only that they are not better is known",
        },
    ]
};

pub(super) static UCT: &[Key] = &[
    number(
        "c",
        "1.4142135",
        0.0,
        100.0,
        "exploration: X + c*sqrt(ln n/n_j), results from -1 to 1; c is 2*sqrt(2)*Cp",
    ),
    count(
        "cap",
        "0",
        0,
        100_000,
        "plies after which a playout counts as a draw; 0: the game's own limits only",
    ),
    SEED,
    switch("solver", "off", "back up proven wins, draws and losses (score bounds)"),
    Key {
        name: "policy",
        default: "uniform",
        kind: Kind::Word(&["uniform", "mast", "decisive"]),
        help: "moves of playouts: any, the best so far by mean result, or wins in one taken and not given",
    },
    number("epsilon", "0.1", 0.0, 1.0, "share of random moves in policy=mast"),
    switch("grave", "off", "blend in the results of moves played later on (generalised RAVE)"),
    count(
        "ref",
        "100",
        0,
        u32::MAX as u64,
        "visits above which a node's own such results count, for grave=on",
    ),
    number("bias", "0.00001", 0.0, 1.0, "how fast a move's own results replace them, for grave=on"),
    number("history", "0", 0.0, 1000.0, "weight W of progressive history, such as 3; 0: off"),
    number(
        "implicit",
        "0",
        0.0,
        1.0,
        "share of implicit minimax backups of the hand-made evaluation, such as 0.2; 0: off",
    ),
    switch("reuse", "off", "keep the part of the tree that the moves played lead to"),
    count("threads", "1", 1, 256, "threads, each with a tree of its own; playouts and memory are shared out"),
    count("mr", "0", 0, 8, "depth of win/loss minimax for every move of a playout; 0: off"),
    count("ms", "0", 0, 16, "depth of win/loss minimax in tree nodes, implies solver; 0: off"),
    count("msvisits", "1", 1, u32::MAX as u64, "earlier visits at which a node gets it, for ms"),
    count("mb", "0", 0, 16, "depth of win/loss minimax above proven losses, implies solver; 0: off"),
    count("memory", "1024", 1, 1 << 20, "most MiB for trees; a full tree stays and is played out from"),
];

pub(super) static NEURAL_MCTS: [Key; 12] = {
    let [eval, p, cap, noise, seed] = EVALUATION;
    [
        eval,
        p,
        cap,
        noise,
        seed,
        number(
            "c",
            "1.4",
            0.0,
            100.0,
            "exploration: the bonus is (C+1)/2*c*sqrt(2(1+ln V)/v), C the evaluation of the move",
        ),
        switch("prior", "on", "whether the bonus has the factor (C+1)/2"),
        Key {
            name: "fpu",
            default: "win",
            kind: Kind::Word(&["win", "eval"]),
            help: "what a move is worth before its first visit: a won game, as published, or its evaluation",
        },
        number(
            "blend",
            "0",
            0.0,
            1.0,
            "share of the evaluation in the result of a simulation; 1: no random games",
        ),
        count(
            "horizon",
            "0",
            0,
            100_000,
            "plies after which the evaluation replaces a random game's end; 0: never",
        ),
        number(
            "guided",
            "0",
            0.0,
            1.0,
            "share of the moves of random games that are the best by the evaluation",
        ),
        count(
            "memory",
            "1024",
            1,
            1 << 20,
            "most MiB for the tree; a full tree stays and is played out from",
        ),
    ]
};

pub(super) static HYBRID2: &[Key] = &[
    count("p", "4", 1, 100_000, "random games added to a leaf at every visit"),
    count("cap", "100", 1, 100_000, "plies after which a random game counts as a draw"),
    number(
        "probe",
        "0.5",
        0.0,
        1.0,
        "the most of the budget that goes into proofs; a position counts as a tenth of a random game",
    ),
    count("decisive", "4", 0, 100_000, "in how many plies of a random game a winning move is always played"),
    switch("mast", "on", "whether random games prefer moves that did well in others"),
    count("memory", "16", 1, 65_536, "most MiB for what is remembered"),
    SEED,
];

pub(super) static GTP: &[Key] = &[
    Key {
        name: "command",
        default: "",
        kind: Kind::Command,
        help: "the program that plays, as in command=\"gtp-rhino --level 3\"; {seed} stands for the seed",
    },
    Key {
        name: "patience",
        default: "60s",
        kind: Kind::Time,
        help: "how long to wait for any answer before the program is killed and loses",
    },
    Key {
        name: "letters",
        default: "all",
        kind: Kind::Word(&["all", "skip-i"]),
        help: "whether the program calls the ninth column of a board i, or j as Go players do",
    },
    SEED,
];
