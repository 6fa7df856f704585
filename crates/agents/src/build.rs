//! From specs to searches: the one place that multiplies games by algorithms.

use agon_core::{Encode, Heuristic};
use agon_search::evaluate::{EndsOnly, HandMade, PlayoutMean};
use agon_search::random::Uniform;
use agon_search::uct::{self, Grave, Policy, Uct};
use agon_search::{Evaluate, Search};

use crate::spec::{AgentError, AgentSpec};

/// The search that a spec describes, for a game whose type is known.
#[expect(clippy::unnecessary_wraps, reason = "some algorithms do not suit every game")]
pub(crate) fn search<G: Encode + Heuristic>(
    _game: &G,
    spec: &AgentSpec,
) -> Result<Box<dyn Search<G>>, AgentError> {
    Ok(match spec.algorithm().name {
        "random" => Box::new(Uniform::new(spec.number("seed"))),
        "uct" => Box::new(Uct::with_evaluation(uct(spec), Box::new(HandMade))),
        other => unreachable!("{other} is listed in the registry but not built here"),
    })
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

/// The evaluation that a spec names with the keys of `registry::EVALUATION`.
#[expect(dead_code, reason = "the algorithms that evaluate come next")]
fn evaluation<G: Heuristic>(spec: &AgentSpec) -> Box<dyn Evaluate<G>> {
    match spec.text("eval") {
        "heuristic" => Box::new(HandMade),
        "ends" => Box::new(EndsOnly),
        "playouts" => Box::new(PlayoutMean::new(spec.number("p"), spec.number("cap"), spec.number("seed"))),
        other => unreachable!("{other} is not an evaluation the registry lists"),
    }
}
