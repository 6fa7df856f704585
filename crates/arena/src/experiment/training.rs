//! How the errors of networks fell while they grew, and from how many examples, as their files tell it.

use agon_nets::Model;
use agon_plot::table::Table;
use agon_plot::{Axis, Chart, Point, Series};
use serde::Deserialize;

use super::ExperimentError;
use super::report::{Item, Section};
use super::words::list;

/// Networks beside those of a paper.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Growth {
    heading: String,
    #[serde(default)]
    text: String,
    network: Vec<Grown>,
    #[serde(default)]
    remark: Vec<String>,
}

/// A network, and what the paper printed about its own.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Grown {
    label: String,
    /// A file of a network, or the name of one that comes with the program.
    file: String,
    published: Published,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Published {
    /// Examples trained and tested with.
    train: usize,
    test: usize,
    /// The hidden units of the network that was chosen, and its error on the test examples.
    units: usize,
    error: f64,
}

impl Growth {
    pub(super) fn is_complete(&self) -> bool {
        !self.network.is_empty()
    }

    pub(super) fn run(&self) -> Result<Vec<Section>, ExperimentError> {
        let mut models = Vec::new();
        for grown in &self.network {
            models.push((grown, Model::find(grown.file.as_ref())?));
        }
        let mut examples =
            Table::new("Examples, and the network that was kept, with its error as it has grown")
                .words("network")
                .words("")
                .numbers("training")
                .numbers("test")
                .numbers("test, share")
                .numbers("hidden units")
                .numbers("test error");
        let mut items = Vec::new();
        if !self.text.is_empty() {
            items.push(Item::Text(self.text.clone()));
        }
        let mut charts = Vec::new();
        let mut sentences = Vec::new();
        for (grown, model) in &models {
            let (label, published) = (&grown.label, &grown.published);
            let Model { training, network, .. } = model;
            let row = |who: &str, train: usize, test: usize, units: usize, error: f64| {
                [
                    label.clone(),
                    who.to_owned(),
                    train.to_string(),
                    test.to_string(),
                    format!("{:.1} %", 100.0 * test as f64 / (train + test).max(1) as f64),
                    units.to_string(),
                    format!("{error:.6}"),
                ]
            };
            let units = network.units.len();
            let &Published { train, test, units: theirs, error } = published;
            examples.row(row("paper", train, test, theirs, error));
            examples.row(row("here", training.train, training.test, units, training.grown(units)[1]));
            let points = |part: fn(&agon_nets::training::Rung) -> f64| {
                let rungs = training.curve.iter().enumerate();
                rungs.map(|(units, rung)| Point::new(units as f64, part(rung))).collect::<Vec<_>>()
            };
            charts.push(Item::Chart(
                Chart::new(format!("{label}: errors while it grew"))
                    .x(Axis::new("hidden units"))
                    .y(Axis::new("mean squared error"))
                    .with(Series::line("training examples", points(|rung| rung.train)))
                    .with(Series::line("test examples", points(|rung| rung.test))),
            ));
            sentences.push(Item::Finding(format!("{label}: {}", tell(model, published))));
        }
        items.push(Item::Table(examples));
        items.extend(charts);
        items.extend(sentences);
        items.extend(self.compare(&models).map(Item::Finding));
        items.extend(self.remark.iter().cloned().map(Item::Finding));
        Ok(vec![Section { heading: self.heading.clone(), items, repeatable: true }])
    }

    /// The networks from the fewest to the most examples, in the paper and here.
    fn compare(&self, models: &[(&Grown, Model)]) -> Option<String> {
        let order = |count: &dyn Fn(usize) -> usize| {
            let mut order: Vec<usize> = (0..models.len()).collect();
            order.sort_by_key(|&index| count(index));
            order
        };
        let printed = order(&|index| models[index].0.published.train);
        let found = order(&|index| models[index].1.training.train);
        let names = |order: &[usize]| {
            list(&order.iter().map(|&index| self.network[index].label.clone()).collect::<Vec<_>>())
        };
        (models.len() > 1).then(|| {
            format!(
                "From the fewest to the most examples: {} in the paper, {} here.",
                names(&printed),
                names(&found)
            )
        })
    }
}

/// How the errors went, in a sentence.
fn tell(model: &Model, published: &Published) -> String {
    let curve = &model.training.curve;
    let grown = curve.len().saturating_sub(1);
    let falls = curve.windows(2).filter(|pair| pair[1].train <= pair[0].train).count();
    let least = (0..curve.len()).min_by(|&a, &b| curve[a].test.total_cmp(&curve[b].test)).unwrap_or(0);
    format!(
        "the error on the training examples fell with {falls} of {grown} units; in the paper it always did. That on the test \
         examples was least with {least} of them{}, in the paper with {}.",
        if least < grown { " and then rose" } else { "" },
        published.units,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(file: &str) -> Result<Vec<Section>, ExperimentError> {
        let text = format!(
            "heading = 'h'\n[[network]]\nlabel = 'mine'\nfile = '{file}'\n\
             published = {{ train = 9, test = 1, units = 5, error = 0.5 }}"
        );
        toml::from_str::<Growth>(&text).unwrap().run()
    }

    #[test]
    fn the_file_of_a_network_tells_its_growth() {
        let sections = read("models/othello.cascade.safetensors").unwrap();
        let text = sections[0].text();
        // What models/README.md says of it: 671,735 examples, nineteen units, 0.3218.
        for words in ["597480", "74255", "11.1 %", "0.321782", "19"] {
            assert!(text.contains(words), "{words} in {text}");
        }
        let charts = sections[0].items.iter().filter(|item| matches!(item, Item::Chart(_)));
        assert_eq!(charts.count(), 1);
    }

    #[test]
    fn a_file_that_is_not_there_is_named() {
        let error = read("models/no-such.safetensors").unwrap_err().to_string();
        assert!(error.contains("no-such.safetensors"), "{error}");
    }
}
