//! What a paper says about two agents without printing a number.

use serde::Deserialize;

/// A statement about two agents, named as in the experiment.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Claim {
    /// The statement.
    pub(super) says: String,
    pub(super) a: String,
    pub(super) b: String,
    /// What `a` has of the measured quantity, compared with `b`.
    pub(super) relation: Relation,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Relation {
    More,
    Less,
    Similar,
}

impl Claim {
    /// Compares the statement with a difference `a - b` and its radius.
    pub(super) fn judge(&self, difference: f64, radius: f64) -> &'static str {
        let sure = difference.abs() > radius;
        let relation = match difference.total_cmp(&0.0) {
            _ if !sure => Relation::Similar,
            std::cmp::Ordering::Greater => Relation::More,
            _ => Relation::Less,
        };
        let leaning = match self.relation {
            Relation::More => difference > 0.0,
            Relation::Less => difference < 0.0,
            Relation::Similar => false,
        };
        if relation == self.relation {
            "as the paper says"
        } else if leaning {
            "it leans the way the paper says, but within the error"
        } else if sure || self.relation == Relation::Similar {
            "not as the paper says"
        } else {
            "undecided, within the error"
        }
    }

    /// The statement with what was found and the verdict.
    pub(super) fn tell(&self, found: &str, verdict: &str) -> String {
        format!("The paper: {}. Here {found}: {verdict}.", self.says)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_is_confirmed_only_beyond_the_error() {
        let claim = |relation| Claim { says: String::new(), a: String::new(), b: String::new(), relation };
        assert_eq!(claim(Relation::More).judge(0.5, 0.2), "as the paper says");
        assert_eq!(claim(Relation::More).judge(-0.5, 0.2), "not as the paper says");
        assert!(claim(Relation::More).judge(0.1, 0.2).starts_with("it leans"));
        assert_eq!(claim(Relation::More).judge(0.0, 0.2), "undecided, within the error");
        assert_eq!(claim(Relation::Less).judge(-0.5, 0.2), "as the paper says");
        assert_eq!(claim(Relation::Similar).judge(0.1, 0.2), "as the paper says");
        assert_eq!(claim(Relation::Similar).judge(0.3, 0.2), "not as the paper says");
    }
}
