//! The list of all algorithms.

use std::sync::Arc;

use agon_core::{Encode, Heuristic};
use agon_search::Search;
use agon_search::alphabeta::{AlphaBeta, PrintedAlphaBeta};
use agon_search::alphadda::{self, AlphaDda, Form};
use agon_search::bestfirst::{self, BestFirst};
use agon_search::depthfirst::{self, DepthFirst};
use agon_search::evaluate::{self, HandMade};
use agon_search::greedy::Greedy;
use agon_search::hybrid::{self, Hybrid, Hybrid2};
use agon_search::lexicographic;
use agon_search::minimax::Minimax;
use agon_search::negascout::{NegaScout, PrintedNegaScout};
use agon_search::neuralmcts::{self, NeuralMcts};
use agon_search::pvs::{self, Pvs};
use agon_search::random::Uniform;
use agon_search::randomized::{self, Randomized};
use agon_search::settings::Seeded;
use agon_search::solve::{self, Dfpn, Perfect, dfpn};
use agon_search::uct::{self, Uct};

use super::{Algorithm, Budget};
use crate::balanced::{Adaptive, Control, Judged, Natural};
use crate::build::{elsewhere, judge, network, pruning, race, solution};
use crate::external;
use crate::spec::{AgentError, AgentSpec};

/// Lists the algorithms: a name, a summary, the groups of keys, the budget where a spec names none, and how the search is made
/// from the groups. What is listed is what is read, so that a key cannot be forgotten.
macro_rules! algorithms {
    (
        ($game:ident, $game_spec:ident, $spec:ident);
        $(
            $name:literal: $summary:literal
                keys($($group:ident: $type:ty),*) budget($($limit:ident: $most:literal),*) => $search:expr;
        )+
    ) => {
        /// Every algorithm.
        pub static ALGORITHMS: &[Algorithm] = &[$(
            Algorithm {
                name: $name,
                summary: $summary,
                groups: &[$(<$type as agon_search::settings::Keyed>::KEYS),*],
                budget: Budget { $($limit: Some($most),)* ..Budget::NONE },
            }
        ),+];

        /// The search that a spec describes, for a game whose type is known; `game_spec` is the game's own spec.
        #[allow(unused_variables, reason = "an agent of its own reads its groups itself")]
        pub(crate) fn search<G: Encode + Heuristic>(
            $game: &G,
            $game_spec: &str,
            $spec: &AgentSpec,
        ) -> Result<Box<dyn Search<G>>, AgentError> {
            Ok(match $spec.algorithm().name {
                $($name => {
                    $(let $group: $type = $spec.settings();)*
                    Box::new($search)
                })+
                other => unreachable!("{other} is an algorithm that is not listed"),
            })
        }

        /// The settings of a spec, read and written again.
        #[cfg(test)]
        pub(crate) fn rewritten(spec: &AgentSpec) -> Vec<(&'static agon_search::settings::Key, String)> {
            use agon_search::settings::Keyed;
            match spec.algorithm().name {
                $($name => [$(spec.settings::<$type>().write()),*].concat(),)+
                other => unreachable!("{other} is an algorithm that is not listed"),
            }
        }
    };
}

algorithms! {
    (game, game_spec, spec);

    "random": "Plays any legal move, all equally likely."
        keys(settings: Seeded) budget() => Uniform::new(settings.seed);

    "greedy": "Plays the move that looks best at once: one ply of the evaluation."
        keys(evaluation: evaluate::Settings) budget() => Greedy::new(judge(game, game_spec, &evaluation)?);

    "minimax": "Looks at every position up to a depth: the reference for all that prune."
        keys(evaluation: evaluate::Settings) budget(nodes: 1_000_000, depth: 4)
        => DepthFirst::new(Minimax, judge(game, game_spec, &evaluation)?);

    "alphabeta": "Minimax that leaves positions which are too good to be allowed."
        keys(evaluation: evaluate::Settings, settings: depthfirst::Settings, form: depthfirst::Printed) budget(nodes: 1_000_000, depth: 4)
        => pruning((AlphaBeta, PrintedAlphaBeta), form, judge(game, game_spec, &evaluation)?, settings.root);

    "negascout": "Alpha-beta that only asks of later moves whether they beat the first."
        keys(evaluation: evaluate::Settings, settings: depthfirst::Settings, form: depthfirst::Printed) budget(nodes: 1_000_000, depth: 4)
        => pruning((NegaScout, PrintedNegaScout), form, judge(game, game_spec, &evaluation)?, settings.root);

    "randomized": "Alpha-beta that plays any move within a margin of the best, all equally likely."
        keys(evaluation: evaluate::Settings, settings: randomized::Settings) budget(nodes: 1_000_000, depth: 4)
        => Randomized::new(judge(game, game_spec, &evaluation)?, settings, evaluation.seed);

    "lexicographic": "Alpha-beta for races such as Freckers: points, then lead, then progress, then early progress."
        keys(settings: depthfirst::Settings, race_settings: lexicographic::Settings) budget(nodes: 1_000_000, depth: 4)
        => race(game, settings.root, race_settings)?;

    "solution": "Knows the exact value of every position of a small game."
        keys(source: solve::Source) budget() => Perfect::new(Arc::new(solution(game, game_spec, &source)?));

    "dfpn": "Proves wins and losses by depth-first proof-number search; what is not proven is worth 0."
        keys(settings: dfpn::Settings) budget(nodes: 1_000_000) => Dfpn::new(settings);

    "unbounded": "Best-first minimax with completion: goes on where the best line of both sides ends."
        keys(evaluation: evaluate::Settings, winning: bestfirst::Winning, common: bestfirst::Common)
        budget(nodes: 1_000_000, iterations: 1000)
        => BestFirst::new(
            bestfirst::Settings { winning, common, ..bestfirst::Settings::unbounded() },
            judge(game, game_spec, &evaluation)?,
        );

    "descent": "Best-first minimax that follows every line to the end of the game."
        keys(evaluation: evaluate::Settings, winning: bestfirst::Winning, common: bestfirst::Common)
        budget(nodes: 1_000_000, iterations: 1000)
        => BestFirst::new(
            bestfirst::Settings { winning, common, ..bestfirst::Settings::descent() },
            judge(game, game_spec, &evaluation)?,
        );

    "minibal-n": "Plays for a result near zero, won or lost, against an opponent who plays to win."
        keys(evaluation: evaluate::Settings, balance: bestfirst::Balance, common: bestfirst::Common)
        budget(nodes: 1_000_000, iterations: 1000)
        => BestFirst::new(
            bestfirst::Settings { balance, common, ..bestfirst::Settings::minibal_near() },
            judge(game, game_spec, &evaluation)?,
        );

    "minibal+": "Plays to be ahead by as little as possible, against an opponent who plays to win."
        keys(evaluation: evaluate::Settings, balance: bestfirst::Balance, common: bestfirst::Common)
        budget(nodes: 1_000_000, iterations: 1000)
        => BestFirst::new(
            bestfirst::Settings { balance, common, ..bestfirst::Settings::minibal_plus() },
            judge(game, game_spec, &evaluation)?,
        );

    "alphadda1": "Looks at fewer positions the better it stands (AlphaDDA1, with an evaluation for the network)."
        keys(evaluation: evaluate::Settings, window: alphadda::Window, slope: alphadda::Slope, growth: alphadda::Growth)
        budget(nodes: 1_000_000, iterations: 200)
        => AlphaDda::new(
            judge(game, game_spec, &evaluation)?,
            alphadda::Settings { form: Form::Budget(slope), window, growth },
        );

    "alphadda2": "Leaves out more of its network the better it stands (AlphaDDA2): give it eval=net or eval=cascade."
        keys(evaluation: evaluate::Settings, window: alphadda::Window, dropout: alphadda::Dropout, growth: alphadda::Growth)
        budget(nodes: 1_000_000, iterations: 200)
        => AlphaDda::new(
            network(game, game_spec, &evaluation)?,
            alphadda::Settings { form: Form::Dropout { dropout, seed: evaluation.seed }, window, growth },
        );

    "alphadda3": "Prefers lines that keep the value where it is (AlphaDDA3, with an evaluation for the network)."
        keys(evaluation: evaluate::Settings, window: alphadda::Window, growth: alphadda::Growth) budget(nodes: 1_000_000, iterations: 200)
        => AlphaDda::new(
            judge(game, game_spec, &evaluation)?,
            alphadda::Settings { form: Form::Target, window, growth },
        );

    "adaptive":
        "Plays moves as good as the opponent's own recent ones, by their rank among all moves (AdaptiveMiniMax)."
        keys(settings: Adaptive, judged: Judged) budget(nodes: 1000) => elsewhere(spec)?;

    "fair": "Gives anybody a close game: aims at an even one, and never refuses a win in sight."
        keys(control: Control, natural: Natural, judged: Judged) budget(nodes: 2000) => elsewhere(spec)?;

    "pvs": "Principal variation search: the strong depth-first engine, with all its improvements."
        keys(evaluation: evaluate::Strongest, settings: pvs::Settings) budget(nodes: 100_000)
        => Pvs::new(judge(game, game_spec, &evaluation.into())?, settings);

    "uct": "Monte Carlo tree search with upper confidence bounds; plain unless its options are used."
        keys(settings: uct::Settings) budget(playouts: 1000) => Uct::with_evaluation(settings, Box::new(HandMade));

    "neuralminimax":
        "Alpha-beta with a learned evaluation, as Rezende and Chaimowicz published it: give it eval=cascade:FILE."
        keys(evaluation: evaluate::Settings, settings: depthfirst::Settings) budget(nodes: 1_000_000, depth: 4)
        => DepthFirst::new(AlphaBeta, judge(game, game_spec, &evaluation)?).with_root(settings.root);

    "neuralmcts":
        "Monte Carlo tree search led by a learned evaluation, from the same paper: give it eval=cascade:FILE."
        keys(evaluation: evaluate::Settings, settings: neuralmcts::Settings) budget(playouts: 1000)
        => NeuralMcts::new(settings, judge(game, game_spec, &evaluation)?, evaluation.seed);

    "hybrid": "Minimax with random games at its leaves, as Vieira, Tavares and Ribas published it."
        keys(settings: hybrid::Published) budget(playouts: 5000) => Hybrid::new(settings);

    "hybrid2": "The hybrid mended: proofs first, then random games that are pooled by position."
        keys(settings: hybrid::Settings) budget(playouts: 5000) => Hybrid2::new(settings);

    "gtp": "Another program that speaks the Go Text Protocol, as 'agon gtp' does."
        keys(program: external::Settings, settings: external::GtpSettings) budget() => elsewhere(spec)?;

    "uci": "Another program for chess or xiangqi that speaks UCI or UCCI, as 'agon uci' does."
        keys(program: external::Settings, settings: external::UciSettings, choices: external::Choices)
        budget(nodes: 100_000) => elsewhere(spec)?;

    "hub": "Another program for draughts that speaks the Hub protocol, as 'agon hub' does."
        keys(program: external::Settings, choices: external::Choices) budget(nodes: 100_000) => elsewhere(spec)?;

    "gomocup": "Another program for gomoku that is a brain of the Gomocup, as 'agon gomocup' is."
        keys(program: external::Settings, choices: external::Choices) budget() => elsewhere(spec)?;
}
