//! What the list of algorithms needs to make its searches.

use std::path::Path;

use agon_core::{Encode, Game, Heuristic};
use agon_nets::{Learned, PatternModel, Patterned, shipped};
use agon_search::depthfirst::{DepthFirst, Printed, Root, Rule};
use agon_search::evaluate::{EndsOnly, HandMade, Judge, Material, Noisy, PlayoutMean, Settings};
use agon_search::lexicographic::{self, Lexicographic};
use agon_search::random::Uniform;
use agon_search::settings::Setting;
use agon_search::solve::{Solution, Source};
use agon_search::{Evaluate, Search};

pub(crate) use crate::registry::search;
use crate::spec::{AgentError, AgentSpec};

/// The evaluation that is meant, of a game with this spec.
pub(crate) fn judge<G: Encode + Heuristic>(
    game: &G,
    game_spec: &str,
    settings: &Settings,
) -> Result<Box<dyn Evaluate<G>>, AgentError> {
    let judge = match &settings.judge {
        Judge::Best if shipped::is_best(game_spec) => &Judge::Net(None),
        Judge::Best => &Judge::Heuristic,
        named => named,
    };
    let evaluation: Box<dyn Evaluate<G>> = match judge {
        Judge::Best | Judge::Heuristic => Box::new(HandMade),
        Judge::Ends => Box::new(EndsOnly),
        Judge::Material => Box::new(Material),
        Judge::Playouts => Box::new(PlayoutMean::new(settings.playouts, settings.cap, settings.seed)),
        Judge::Cascade(file) => {
            let network = match file {
                None => Learned::shipped(game, game_spec),
                Some(file) => Learned::load(game, game_spec, Path::new(file)),
            };
            Box::new(network.map_err(|error| AgentError::Unsuitable(error.to_string()))?)
        }
        Judge::Net(file) => {
            let network = PatternModel::ready(game, game_spec, file.as_ref().map(Path::new));
            Box::new(Patterned::new(network.map_err(|error| AgentError::Unsuitable(error.to_string()))?))
        }
    };
    Ok(match settings.noise {
        0.0 => evaluation,
        share => Box::new(Noisy::new(evaluation, share, settings.seed)),
    })
}

/// The same, if it is a network of which a part can be left out.
pub(crate) fn network<G: Encode + Heuristic>(
    game: &G,
    game_spec: &str,
    settings: &Settings,
) -> Result<Box<dyn Evaluate<G>>, AgentError> {
    let mut evaluation = judge(game, game_spec, settings)?;
    if evaluation.thin(0.0, 0) {
        return Ok(evaluation);
    }
    let eval = settings.judge.write();
    Err(AgentError::Unsuitable(format!(
        "alphadda2 leaves out parts of a network, and eval={eval} is none: give it eval=net or eval=cascade, or a file with net:FILE or \
         cascade:FILE"
    )))
}

/// A search that prunes: by the rule of the textbooks, or as it is printed in a paper.
pub(crate) fn pruning<G: Game>(
    (rule, printed): (impl Rule, impl Rule),
    form: Printed,
    evaluation: Box<dyn Evaluate<G>>,
    root: Root,
) -> Box<dyn Search<G>> {
    if form.printed {
        Box::new(DepthFirst::new(printed, evaluation).with_root(root))
    } else {
        Box::new(DepthFirst::new(rule, evaluation).with_root(root))
    }
}

/// The search for races, if the game is one.
pub(crate) fn race<G: Heuristic>(
    game: &G,
    root: Root,
    settings: lexicographic::Settings,
) -> Result<Lexicographic, AgentError> {
    Lexicographic::new(game, root, settings).ok_or_else(|| {
        let name = &game.info().name;
        AgentError::Unsuitable(format!(
            "lexicographic plays races in which the rules tell how each player stands, such as freckers; \
             {name} is not one"
        ))
    })
}

/// A game with more positions than this is not solved while somebody waits.
const SOLVED_AT_ONCE: usize = 100_000;

/// The solution in a file, or a new one where there is no file and the game is small.
pub(crate) fn solution<G: Encode>(
    game: &G,
    game_spec: &str,
    source: &Source,
) -> Result<Solution<G>, AgentError> {
    if source.file.is_empty() {
        return Solution::solve(game, SOLVED_AT_ONCE, 1).map_err(|error| {
            let sentence =
                format!("{error}: it takes a file that 'agon solve' has made, as in solution:file=FILE");
            AgentError::Unsuitable(sentence)
        });
    }
    Solution::load(game, game_spec, Path::new(&source.file))
        .map_err(|error| AgentError::Unsuitable(error.to_string()))
}

/// No search: an algorithm that is an agent of its own is made where agents are.
pub(crate) fn elsewhere(spec: &AgentSpec) -> Result<Uniform, AgentError> {
    Err(AgentError::Unsuitable(format!("{spec} is not a search but an agent of its own")))
}
