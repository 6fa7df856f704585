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

const ON_OFF: Kind = Kind::Word(&["on", "off"]);

/// The keys that all best-first searches have in common.
const BEST_FIRST: [Key; 4] = [
    Key {
        name: "ties",
        default: "least",
        kind: Kind::Word(&["least", "most"]),
        help: "which of equally good moves is looked into: the one visited least or most so far",
    },
    Key {
        name: "table",
        default: "on",
        kind: ON_OFF,
        help: "whether a position reached on different ways is looked into only once",
    },
    Key {
        name: "keep",
        default: "on",
        kind: ON_OFF,
        help: "whether what was found out is kept from move to move; needs the table",
    },
    count(
        "memory",
        "1024",
        1,
        1 << 20,
        "the most memory for positions, in MiB; when it is full the search ends",
    ),
];

/// The keys of a best-first search that plays to win.
const WINNING: [Key; 9] = {
    let [eval, p, cap, seed] = EVALUATION;
    let [ties, table, keep, memory] = BEST_FIRST;
    let decision = Key {
        name: "decision",
        default: "value",
        kind: Kind::Word(&["value", "safe"]),
        help: "what is played: the move of the best value, or the most visited one",
    };
    [eval, p, cap, seed, decision, ties, table, keep, memory]
};

/// The keys of a best-first search that plays for balance.
const BALANCED: [Key; 10] = {
    let [eval, p, cap, seed] = EVALUATION;
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
    [eval, p, cap, seed, d, slice, ties, table, keep, memory]
};

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
        name: "unbounded",
        summary: "Best-first minimax with completion: goes on where the best line of both sides ends.",
        keys: &WINNING,
        budget: &[("iterations", "1000")],
    },
    Algorithm {
        name: "descent",
        summary: "Best-first minimax that follows every line to the end of the game.",
        keys: &WINNING,
        budget: &[("iterations", "1000")],
    },
    Algorithm {
        name: "minibal-n",
        summary: "Plays for a result near zero, won or lost, against an opponent who plays to win.",
        keys: &BALANCED,
        budget: &[("iterations", "1000")],
    },
    Algorithm {
        name: "minibal+",
        summary: "Plays to be ahead by as little as possible, against an opponent who plays to win.",
        keys: &BALANCED,
        budget: &[("iterations", "1000")],
    },
];
