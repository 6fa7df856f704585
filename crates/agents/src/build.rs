//! From specs to searches: the one place that multiplies games by algorithms.

use std::path::Path;
use std::sync::Arc;

use agon_core::{Encode, Heuristic};
use agon_nets::Learned;
use agon_search::alphabeta::AlphaBeta;
use agon_search::alphadda::{self, AlphaDda, Form};
use agon_search::bestfirst::{self, BestFirst, Choice, Decision, Ties};
use agon_search::depthfirst::{DepthFirst, Root};
use agon_search::evaluate::{EndsOnly, HandMade, Noisy, PlayoutMean};
use agon_search::greedy::Greedy;
use agon_search::hybrid::{self, Hybrid, Hybrid2};
use agon_search::lexicographic::Lexicographic;
use agon_search::minimax::Minimax;
use agon_search::negascout::NegaScout;
use agon_search::neuralmcts::{self, NeuralMcts, Urgency};
use agon_search::pvs::{self, Pvs};
use agon_search::random::Uniform;
use agon_search::randomized::Randomized;
use agon_search::solve::{Dfpn, Perfect, Solution};
use agon_search::uct::{self, Grave, Policy, Uct};
use agon_search::{Evaluate, Search};

use crate::spec::{AgentError, AgentSpec};

/// The search that a spec describes, for a game whose type is known; `game_spec` is the game's own spec.
pub(crate) fn search<G: Encode + Heuristic>(
    game: &G,
    game_spec: &str,
    spec: &AgentSpec,
) -> Result<Box<dyn Search<G>>, AgentError> {
    let judge = || evaluation(game, game_spec, spec);
    Ok(match spec.algorithm().name {
        "random" => Box::new(Uniform::new(spec.number("seed"))),
        "greedy" => Box::new(Greedy::new(judge()?)),
        "minimax" => Box::new(DepthFirst::new(Minimax, judge()?)),
        "alphabeta" | "neuralminimax" => Box::new(DepthFirst::new(AlphaBeta, judge()?).with_root(root(spec))),
        "negascout" => Box::new(DepthFirst::new(NegaScout, judge()?).with_root(root(spec))),
        "randomized" => Box::new(Randomized::new(judge()?, spec.number("margin"), spec.number("seed"))),
        "lexicographic" => {
            let search = Lexicographic::new(game, root(spec), spec.text("order") == "promise");
            Box::new(search.ok_or_else(|| {
                let name = &game.info().name;
                AgentError::Unsuitable(format!(
                    "lexicographic plays races in which the rules tell how each player stands, such as freckers; \
                     {name} is not one"
                ))
            })?)
        }
        "solution" => Box::new(Perfect::new(Arc::new(solution(game, game_spec, spec.text("file"))?))),
        "dfpn" => Box::new(Dfpn::new(spec.number("mb"))),
        "unbounded" => best_first(spec, judge()?, bestfirst::Settings::unbounded()),
        "descent" => best_first(spec, judge()?, bestfirst::Settings::descent()),
        "minibal-n" => best_first(spec, judge()?, bestfirst::Settings::minibal_near()),
        "minibal+" => best_first(spec, judge()?, bestfirst::Settings::minibal_plus()),
        "alphadda1" => {
            let form = Form::Budget { slope: spec.number("a"), offset: spec.number("x0") };
            Box::new(AlphaDda::new(judge()?, alphadda(spec, form)))
        }
        "alphadda3" => Box::new(AlphaDda::new(judge()?, alphadda(spec, Form::Target))),
        "pvs" => {
            let multipv = if spec.text("multipv") == "all" { usize::MAX } else { spec.number("multipv") };
            let settings = pvs::Settings {
                hash: spec.number("hash"),
                threads: spec.number("threads"),
                pruning: spec.is_on("pruning"),
                quiescence: spec.is_on("quiescence"),
                multipv,
            };
            Box::new(Pvs::new(judge()?, settings))
        }
        "hybrid" => Box::new(Hybrid::new(spec.number("p"), spec.number("cap"), spec.number("seed"))),
        "hybrid2" => Box::new(Hybrid2::new(hybrid::Settings {
            playouts: spec.number("p"),
            cap: spec.number("cap"),
            probe: spec.number("probe"),
            decisive: spec.number("decisive"),
            mast: spec.is_on("mast"),
            memory: spec.number("memory"),
            seed: spec.number("seed"),
        })),
        "neuralmcts" => Box::new(NeuralMcts::new(neural_mcts(spec), judge()?)),
        "uct" => Box::new(Uct::with_evaluation(uct(spec), Box::new(HandMade))),
        other => unreachable!("{other} is listed in the registry but not built here"),
    })
}

/// How much a spec wants to know about root moves that are not the best.
fn root(spec: &AgentSpec) -> Root {
    if spec.text("root") == "shared" { Root::Shared } else { Root::Full }
}

/// A game with more positions than this is not solved while somebody waits.
const SOLVED_AT_ONCE: usize = 100_000;

/// The solution in a file, or a new one where there is no file and the game is small.
fn solution<G: Encode>(game: &G, game_spec: &str, file: &str) -> Result<Solution<G>, AgentError> {
    if file.is_empty() {
        return Solution::solve(game, SOLVED_AT_ONCE, 1).map_err(|error| {
            let sentence =
                format!("{error}: it takes a file that 'agon solve' has made, as in solution:file=FILE");
            AgentError::Unsuitable(sentence)
        });
    }
    Solution::load(game, game_spec, Path::new(file))
        .map_err(|error| AgentError::Unsuitable(error.to_string()))
}

/// A search of the best-first family, with the keys of a spec.
fn best_first<G: Heuristic>(
    spec: &AgentSpec,
    evaluation: Box<dyn Evaluate<G>>,
    mut settings: bestfirst::Settings,
) -> Box<dyn Search<G>> {
    if settings.choice == Choice::Minimax {
        settings.decision = if spec.text("decision") == "safe" { Decision::Safe } else { Decision::Value };
    } else {
        // A number of plies; infinity becomes the greatest there is.
        settings.reach = spec.number::<f64>("d") as u32;
        settings.slice = spec.number("slice");
    }
    settings.ties = if spec.text("ties") == "most" { Ties::Most } else { Ties::Least };
    settings.table = spec.is_on("table");
    settings.keep = spec.is_on("keep");
    settings.memory = spec.number::<usize>("memory") << 20;
    Box::new(BestFirst::new(settings, evaluation))
}

/// The settings of a search of the `AlphaDDA` family.
fn alphadda(spec: &AgentSpec, form: Form) -> alphadda::Settings {
    alphadda::Settings { form, window: spec.number("window"), exploration: spec.number("c") }
}

/// The settings of UCT.
fn uct(spec: &AgentSpec) -> uct::Settings {
    uct::Settings {
        exploration: spec.number("c"),
        cap: Some(spec.number("cap")).filter(|&cap| cap > 0),
        seed: spec.number("seed"),
        solver: spec.is_on("solver"),
        policy: match spec.text("policy") {
            "mast" => Policy::Mast,
            "decisive" => Policy::Decisive,
            _ => Policy::Uniform,
        },
        epsilon: spec.number("epsilon"),
        grave: spec
            .is_on("grave")
            .then(|| Grave { reference: spec.number("ref"), bias: spec.number("bias") }),
        history: spec.number("history"),
        implicit: spec.number("implicit"),
        reuse: spec.is_on("reuse"),
        threads: spec.number("threads"),
        rollout_depth: spec.number("mr"),
        expansion_depth: spec.number("ms"),
        expansion_visits: spec.number("msvisits"),
        backup_depth: spec.number("mb"),
        memory: spec.number::<usize>("memory") << 20,
    }
}

/// The settings of Monte Carlo tree search led by an evaluation.
fn neural_mcts(spec: &AgentSpec) -> neuralmcts::Settings {
    neuralmcts::Settings {
        exploration: spec.number("c"),
        prior: spec.is_on("prior"),
        urgency: if spec.text("fpu") == "eval" { Urgency::Evaluation } else { Urgency::Win },
        blend: spec.number("blend"),
        horizon: Some(spec.number("horizon")).filter(|&plies| plies > 0),
        guided: spec.number("guided"),
        seed: spec.number("seed"),
        memory: spec.number::<usize>("memory") << 20,
    }
}

/// The evaluation that a spec names with the keys of `registry::EVALUATION`.
fn evaluation<G: Encode + Heuristic>(
    game: &G,
    game_spec: &str,
    spec: &AgentSpec,
) -> Result<Box<dyn Evaluate<G>>, AgentError> {
    let evaluation: Box<dyn Evaluate<G>> =
        match spec.text("eval").split_once(':').unwrap_or((spec.text("eval"), "")) {
            ("heuristic", _) => Box::new(HandMade),
            ("ends", _) => Box::new(EndsOnly),
            ("playouts", _) => {
                Box::new(PlayoutMean::new(spec.number("p"), spec.number("cap"), spec.number("seed")))
            }
            ("cascade", file) => {
                let network = match file {
                    "" => Learned::shipped(game, game_spec),
                    file => Learned::load(game, game_spec, Path::new(file)),
                };
                Box::new(network.map_err(|error| AgentError::Unsuitable(error.to_string()))?)
            }
            (other, _) => unreachable!("{other} is not an evaluation the registry lists"),
        };
    Ok(match spec.number("noise") {
        0.0 => evaluation,
        share => Box::new(Noisy::new(evaluation, share, spec.number("seed"))),
    })
}
