//! From specs to searches: the one place that multiplies games by algorithms.

use agon_core::{Encode, Heuristic};
use agon_search::bestfirst::{BestFirst, Choice, Decision, Settings, Ties};
use agon_search::evaluate::{EndsOnly, HandMade, PlayoutMean};
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
        "unbounded" => best_first(spec, Settings::unbounded()),
        "descent" => best_first(spec, Settings::descent()),
        "minibal-n" => best_first(spec, Settings::minibal_near()),
        "minibal+" => best_first(spec, Settings::minibal_plus()),
        other => unreachable!("{other} is listed in the registry but not built here"),
    })
}

/// A search of the best-first family, with the keys of a spec.
fn best_first<G: Heuristic>(spec: &AgentSpec, mut settings: Settings) -> Box<dyn Search<G>> {
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
    Box::new(BestFirst::new(settings, evaluation(spec)))
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
