//! Every set of rules in the catalogue keeps the promises of the trait.

use agon_core::{Encode, Heuristic, conformance};
use agon_games::{Visitor, catalogue, visit};

struct Check;

impl Visitor for Check {
    type Output = Result<conformance::Report, String>;

    fn visit<G: Encode + Heuristic>(self, game: G, _: String) -> Self::Output {
        conformance::check(&game)
    }
}

#[test]
fn every_game_conforms() {
    for info in catalogue() {
        // The plain game, and each parameter at each of its other values.
        let single = info.parameters.iter().flat_map(|parameter| {
            let others = parameter.values.iter().filter(|&&value| value != parameter.default);
            others.map(move |value| format!("{}:{}={value}", info.id, parameter.key))
        });
        for spec in std::iter::once(info.id.to_string()).chain(single) {
            match visit(&spec, Check).unwrap() {
                Ok(report) => println!("{spec}: {report:?}"),
                Err(broken) => panic!("{spec}: {broken}"),
            }
        }
    }
}
