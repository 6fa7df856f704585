//! From specs to searches: the one place that multiplies games by algorithms.

use agon_core::{Encode, Heuristic};
use agon_search::evaluate::{EndsOnly, HandMade, PlayoutMean};
use agon_search::hybrid::{Hybrid, Hybrid2, Settings};
use agon_search::random::Uniform;
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
        "hybrid" => Box::new(Hybrid::new(spec.number("p"), spec.number("cap"), spec.number("seed"))),
        "hybrid2" => Box::new(Hybrid2::new(Settings {
            playouts: spec.number("p"),
            cap: spec.number("cap"),
            probe: spec.number("probe"),
            decisive: spec.number("decisive"),
            mast: spec.is_on("mast"),
            memory: spec.number("memory"),
            seed: spec.number("seed"),
        })),
        other => unreachable!("{other} is listed in the registry but not built here"),
    })
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
