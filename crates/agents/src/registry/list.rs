//! The list of all algorithms.

use super::keys::{
    BALANCED, EVALUATION, HYBRID2, NEURAL_MCTS, PVS, ROOT, SEED, UCT, WINNING, count, evaluating,
};
use super::{Algorithm, Key, Kind};

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
        name: "solution",
        summary: "Knows the exact value of every position of a small game.",
        keys: &[Key {
            name: "file",
            default: "",
            kind: Kind::Text,
            help: "a file made by 'agon solve'; without one, the smallest games are solved on the spot",
        }],
        budget: &[],
    },
    Algorithm {
        name: "dfpn",
        summary: "Proves wins and losses by depth-first proof-number search; what is not proven is worth 0.",
        keys: &[count("mb", "64", 1, 65_536, "megabytes of memory for what was found")],
        budget: &[("nodes", "1000000")],
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
    Algorithm {
        name: "pvs",
        summary: "Principal variation search: the strong depth-first engine, with all its improvements.",
        keys: &PVS,
        budget: &[("nodes", "100000")],
    },
    Algorithm {
        name: "uct",
        summary: "Monte Carlo tree search with upper confidence bounds; plain unless its options are used.",
        keys: UCT,
        budget: &[("playouts", "1000")],
    },
    Algorithm {
        name: "neuralminimax",
        summary: "Alpha-beta with a learned evaluation, as Rezende and Chaimowicz published it: give it eval=cascade:FILE.",
        keys: &evaluating(ROOT),
        budget: &[("depth", "4")],
    },
    Algorithm {
        name: "neuralmcts",
        summary: "Monte Carlo tree search led by a learned evaluation, from the same paper: give it eval=cascade:FILE.",
        keys: &NEURAL_MCTS,
        budget: &[("playouts", "1000")],
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
        keys: HYBRID2,
        budget: &[("playouts", "5000")],
    },
];
