//! How large an experiment is run.

use std::fmt;
use std::str::FromStr;

use toml::Value;

/// How large an experiment is run. Wherever an experiment file has a table with a value for each scale, that of the chosen
/// one is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// A few games in seconds: whether it runs at all.
    Smoke,
    /// The point of the paper within ten minutes on two processors, in counts wherever that is possible.
    Quick,
    /// The paper's own budgets and numbers of games.
    Paper,
}

impl Scale {
    /// Every scale, the smallest first.
    pub const ALL: [Scale; 3] = [Scale::Smoke, Scale::Quick, Scale::Paper];

    fn name(self) -> &'static str {
        match self {
            Scale::Smoke => "smoke",
            Scale::Quick => "quick",
            Scale::Paper => "paper",
        }
    }

    /// Replaces every table whose keys are the scales by its value for this one.
    pub(super) fn resolve(self, value: Value) -> Value {
        match value {
            Value::Table(mut table) => {
                let by_scale = table.len() == Scale::ALL.len()
                    && Scale::ALL.iter().all(|scale| table.contains_key(scale.name()));
                match table.remove(self.name()) {
                    Some(chosen) if by_scale => self.resolve(chosen),
                    removed => {
                        table.extend(removed.map(|value| (self.name().to_owned(), value)));
                        Value::Table(
                            table.into_iter().map(|(key, value)| (key, self.resolve(value))).collect(),
                        )
                    }
                }
            }
            Value::Array(items) => Value::Array(items.into_iter().map(|item| self.resolve(item)).collect()),
            other => other,
        }
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for Scale {
    type Err = String;

    fn from_str(text: &str) -> Result<Scale, String> {
        Scale::ALL
            .into_iter()
            .find(|scale| scale.name() == text)
            .ok_or_else(|| format!("'{text}' is not a scale; expected quick or paper"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_by_scale_becomes_that_of_the_chosen_one() {
        let text = "games = { smoke = 2, quick = 20, paper = 200 }\npaper = { title = 'x' }\n[[row]]\nb = { smoke = [1], quick = [2], paper = [3] }";
        let value: Value = toml::from_str(text).unwrap();
        let resolved = Scale::Quick.resolve(value);
        let expected: Value =
            toml::from_str("games = 20\npaper = { title = 'x' }\n[[row]]\nb = [2]").unwrap();
        assert_eq!(resolved, expected);
    }
}
