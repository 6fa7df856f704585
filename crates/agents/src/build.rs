//! From specs to searches: the one place that multiplies games by algorithms.

use agon_core::{Encode, Heuristic};
use agon_search::evaluate::{EndsOnly, HandMade, PlayoutMean};
use agon_search::pvs::{Pvs, Settings};
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
        "pvs" => {
            let multipv = if spec.text("multipv") == "all" { usize::MAX } else { spec.number("multipv") };
            let settings = Settings {
                hash: spec.number("hash"),
                threads: spec.number("threads"),
                pruning: spec.is_on("pruning"),
                quiescence: spec.is_on("quiescence"),
                multipv,
            };
            Box::new(Pvs::new(evaluation(spec), settings))
        }
        other => unreachable!("{other} is listed in the registry but not built here"),
    })
}

/// The evaluation that a spec names with the keys of `registry::EVALUATION`.
fn evaluation<G: Heuristic>(spec: &AgentSpec) -> Box<dyn Evaluate<G>> {
    match spec.text("eval") {
        "heuristic" => Box::new(HandMade),
        "ends" => Box::new(EndsOnly),
        "playouts" => Box::new(PlayoutMean::new(spec.number("p"), spec.number("cap"), spec.number("seed"))),
        other => unreachable!("{other} is not an evaluation the registry lists"),
    }
}
