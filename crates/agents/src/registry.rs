//! Every algorithm with its keys.

use crate::spec::read_time;

/// What the values of a key look like.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// One of these words.
    Word(&'static [&'static str]),
    /// A whole number in this range.
    Count(u64, u64),
    /// A number in this range.
    Number(f64, f64),
    /// A time such as `200ms` or `5s`.
    Time,
    /// Any text: a file name, say.
    Text,
}

impl Kind {
    /// What is wrong with a value, if anything.
    pub fn check(self, value: &str) -> Result<(), String> {
        let fits = match self {
            Kind::Word(words) => words.contains(&value),
            Kind::Count(least, most) => {
                value.parse::<u64>().is_ok_and(|count| (least..=most).contains(&count))
            }
            Kind::Number(least, most) => {
                value.parse::<f64>().is_ok_and(|number| (least..=most).contains(&number))
            }
            Kind::Time => read_time(value).is_some(),
            Kind::Text => true,
        };
        if fits { Ok(()) } else { Err(format!("expected {}", self.words())) }
    }

    /// The values in words.
    pub fn words(self) -> String {
        match self {
            Kind::Word(words) => words.join("|"),
            Kind::Count(least, u64::MAX) => format!("a whole number from {least}"),
            Kind::Count(least, most) => format!("a whole number from {least} to {most}"),
            Kind::Number(least, most) => format!("a number from {least} to {most}"),
            Kind::Time => "a time such as 200ms, 5s or 2m".to_owned(),
            Kind::Text => "a text".to_owned(),
        }
    }
}

/// One setting of an algorithm.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// Its value when nothing is said; empty for a limit that is not set.
    pub default: &'static str,
    /// What its values look like.
    pub kind: Kind,
    /// What it does, in one line.
    pub help: &'static str,
}

impl Eq for Key {}

/// An algorithm that agents can be made of.
#[derive(PartialEq, Debug)]
pub struct Algorithm {
    /// Its name in specs.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// Its settings.
    pub keys: &'static [Key],
    /// The budget keys it has a use for, with the values in force when a spec names none.
    pub budget: &'static [(&'static str, &'static str)],
}

impl Eq for Algorithm {}

impl Algorithm {
    /// Its settings and the budget keys.
    pub fn all_keys(&self) -> impl Iterator<Item = &'static Key> {
        self.keys.iter().chain(BUDGET)
    }

    /// The key with this name.
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.all_keys().find(|key| key.name == name)
    }
}

const fn count(name: &'static str, default: &'static str, least: u64, most: u64, help: &'static str) -> Key {
    Key { name, default, kind: Kind::Count(least, most), help }
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

const SEED: Key = count("seed", "1", 0, u64::MAX, "the seed of everything random");

/// The keys of an algorithm that evaluates positions; they come before its own.
const EVALUATION: [Key; 4] = [
    Key {
        name: "eval",
        default: "heuristic",
        kind: Kind::Word(&["heuristic", "playouts", "ends"]),
        help: "how positions are judged: the hand-made evaluation, the mean of random games, or ends of games only",
    },
    count("p", "15", 1, 100_000, "random games per evaluation, for eval=playouts"),
    count("cap", "100", 1, 100_000, "plies after which such a game counts as a draw"),
    SEED,
];

/// The keys of an algorithm that evaluates positions and has one key of its own.
const fn evaluating(own: Key) -> [Key; 5] {
    let [eval, p, cap, seed] = EVALUATION;
    [eval, p, cap, seed, own]
}

const ROOT: Key = Key {
    name: "root",
    default: "full",
    kind: Kind::Word(&["full", "shared"]),
    help: "full: every move gets its exact value; shared: fewer nodes, and mere upper bounds for all but the best",
};

const fn number(name: &'static str, default: &'static str, least: f64, most: f64, help: &'static str) -> Key {
    Key { name, default, kind: Kind::Number(least, most), help }
}

const fn switch(name: &'static str, help: &'static str) -> Key {
    Key { name, default: "off", kind: Kind::Word(&["off", "on"]), help }
}

static UCT: &[Key] = &[
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
    switch("solver", "back up proven wins, draws and losses (score bounds)"),
    Key {
        name: "policy",
        default: "uniform",
        kind: Kind::Word(&["uniform", "mast", "decisive"]),
        help: "moves of playouts: any, the best so far by mean result, or wins in one taken and not given",
    },
    number("epsilon", "0.1", 0.0, 1.0, "share of random moves in policy=mast"),
    switch("grave", "blend in the results of moves played later on (generalised RAVE)"),
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
    switch("reuse", "keep the part of the tree that the moves played lead to"),
    count("threads", "1", 1, 256, "threads, each with a tree of its own; playouts and memory are shared out"),
    count("mr", "0", 0, 8, "depth of win/loss minimax for every move of a playout; 0: off"),
    count("ms", "0", 0, 16, "depth of win/loss minimax in tree nodes, implies solver; 0: off"),
    count("msvisits", "1", 1, u32::MAX as u64, "earlier visits at which a node gets it, for ms"),
    count("mb", "0", 0, 16, "depth of win/loss minimax above proven losses, implies solver; 0: off"),
    count("memory", "1024", 1, 1 << 20, "most MiB for trees; a full tree stays and is played out from"),
];

/// Every algorithm.
pub static ALGORITHMS: &[Algorithm] = &[
    Algorithm {
        name: "random",
        summary: "Plays any legal move, all equally likely.",
        keys: &[SEED],
        budget: &[],
    },
    Algorithm {
        name: "greedy",
        summary: "Plays the move that looks best at once: one ply of the evaluation.",
        keys: &EVALUATION,
        budget: &[],
    },
    Algorithm {
        name: "minimax",
        summary: "Looks at every position up to a depth: the reference for all that prune.",
        keys: &EVALUATION,
        budget: &[("depth", "4")],
    },
    Algorithm {
        name: "alphabeta",
        summary: "Minimax that leaves positions which are too good to be allowed.",
        keys: &evaluating(ROOT),
        budget: &[("depth", "4")],
    },
    Algorithm {
        name: "negascout",
        summary: "Alpha-beta that only asks of later moves whether they beat the first.",
        keys: &evaluating(ROOT),
        budget: &[("depth", "4")],
    },
    Algorithm {
        name: "randomized",
        summary: "Alpha-beta that plays any move within a margin of the best, all equally likely.",
        keys: &evaluating(Key {
            name: "margin",
            default: "0.05",
            kind: Kind::Number(0.0, 2.0),
            help: "how much worse than the best a move may be, in values from -1 to 1",
        }),
        budget: &[("depth", "4")],
    },
    Algorithm {
        name: "lexicographic",
        summary: "Alpha-beta for races such as Freckers: points, then lead, then progress, then early progress.",
        keys: &[
            ROOT,
            Key {
                name: "order",
                default: "promise",
                kind: Kind::Word(&["promise", "generated"]),
                help: "whether promising moves are looked at first, or moves as the rules list them",
            },
        ],
        budget: &[("depth", "4")],
    },
    Algorithm {
        name: "hybrid",
        summary: "Minimax with random games at its leaves, as Vieira, Tavares and Ribas published it.",
        keys: &[
            count("p", "15", 1, 100_000, "random games per leaf"),
            count("cap", "100", 1, 100_000, "plies after which a random game counts as a draw"),
            SEED,
        ],
        budget: &[("playouts", "5000")],
    },
    Algorithm {
        name: "hybrid2",
        summary: "The hybrid mended: proofs first, then random games that are pooled by position.",
        keys: &[
            count("p", "2", 1, 100_000, "random games added to a leaf at every visit"),
            count("cap", "100", 1, 100_000, "plies after which a random game counts as a draw"),
            Key {
                name: "probe",
                default: "0.5",
                kind: Kind::Number(0.0, 1.0),
                help: "the most of the budget that goes into proofs; a position counts as a tenth of a random game",
            },
            count(
                "decisive",
                "4",
                0,
                100_000,
                "in how many plies of a random game a winning move is always played",
            ),
            Key {
                name: "mast",
                default: "on",
                kind: Kind::Word(&["on", "off"]),
                help: "whether random games prefer moves that did well in others",
            },
            count("memory", "16", 1, 65_536, "mebibytes for what is remembered"),
            SEED,
        ],
        budget: &[("playouts", "5000")],
    },
    Algorithm {
        name: "uct",
        summary: "Monte Carlo tree search with upper confidence bounds; plain unless its options are used.",
        keys: UCT,
        budget: &[("playouts", "1000")],
    },
];
