use std::collections::HashSet;

use agon_search::settings::{Key, Kind};

use super::list::rewritten;
use super::{ALGORITHMS, Algorithm};
use crate::spec::AgentSpec;

/// A spec of an algorithm that says one thing, and what else it has to say.
fn spec(algorithm: &Algorithm, key: &str, value: &str) -> Result<AgentSpec, String> {
    let needs = algorithm.keys().any(|key| key.kind == Kind::Command);
    let command = if needs && key != "command" { "command=play," } else { "" };
    format!("{}:{command}{key}=\"{value}\"", algorithm.name).parse().map_err(|error| format!("{error}"))
}

/// Values at the ends of what a key takes, all words among them, and none that is its default.
fn values(key: &Key) -> Vec<String> {
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<String>>();
    let mut values = match key.kind {
        Kind::Word(known) => words(known),
        Kind::Count(least, most) => vec![least.to_string(), most.to_string()],
        Kind::CountOr(word, least, most) => vec![word.to_owned(), least.to_string(), most.to_string()],
        Kind::Number(least, most) => vec![least.to_string(), most.to_string()],
        Kind::WordOrFile(known, kinds) => {
            [words(known), kinds.iter().map(|kind| format!("{kind}:a b/c.model")).collect()].concat()
        }
        Kind::Time => words(&["1.5s", "90s"]),
        Kind::Text | Kind::Command => words(&["a, b@c"]),
    };
    values.retain(|value| value != key.default);
    values
}

/// A value that a key does not take, where there is one.
fn wrong(key: &Key) -> Option<String> {
    match key.kind {
        Kind::Word(_) | Kind::WordOrFile(..) | Kind::Time => Some("nonsense".to_owned()),
        Kind::Count(least, u64::MAX) => least.checked_sub(1).map(|count| count.to_string()),
        Kind::Count(_, most) | Kind::CountOr(_, _, most) => Some((most + 1).to_string()),
        Kind::Number(least, _) => Some((least - 0.5).to_string()),
        Kind::Command => Some("'".to_owned()),
        Kind::Text => None,
    }
}

#[test]
fn every_value_of_every_key_is_read_and_written_again() {
    for algorithm in ALGORITHMS {
        for key in algorithm.all_keys() {
            for value in values(key) {
                let spec = spec(algorithm, key.name, &value).unwrap();
                assert_eq!(spec.to_string().parse(), Ok(spec.clone()));
                let own = algorithm.keys().any(|own| own == key);
                let budget = agon_search::settings::Keyed::write(&spec.budget());
                let mut written = if own { rewritten(&spec) } else { budget };
                written.retain(|(known, _)| *known == key);
                assert_eq!(written, [(key, value)], "{spec}");
            }
        }
    }
}

#[test]
fn a_default_is_a_value_that_need_not_be_written() {
    for algorithm in ALGORITHMS {
        for key in algorithm.keys().filter(|key| key.kind != Kind::Command) {
            let spec = spec(algorithm, key.name, key.default).unwrap();
            let about = format!("{} {}", algorithm.name, key.name);
            assert!(rewritten(&spec).iter().all(|(known, _)| *known != key), "{about}");
            assert!(!spec.to_string().contains(&format!("{}=", key.name)), "{about}: {spec}");
        }
    }
}

#[test]
fn what_is_out_of_range_is_refused_with_a_sentence() {
    for algorithm in ALGORITHMS {
        for key in algorithm.all_keys() {
            let Some(value) = wrong(key) else { continue };
            let (name, words) = (algorithm.name, key.kind.words());
            let expected = format!("'{value}' is not a value of {name}'s key {}: expected {words}", key.name);
            assert_eq!(spec(algorithm, key.name, &value).unwrap_err(), expected);
        }
    }
}

#[test]
fn names_from_before_are_read_and_written_with_the_new_word() {
    let mut renamed = Vec::new();
    for algorithm in ALGORITHMS {
        let name = algorithm.name;
        for key in algorithm.all_keys() {
            for former in key.formerly {
                let value = values(key).remove(0);
                let spec = spec(algorithm, former, &value).unwrap();
                assert_eq!(spec.to_string(), format!("{name}:{}={value}", key.name));
                renamed.push((name, *former, key.name));
            }
        }
    }
    assert_eq!(renamed, [("dfpn", "mb", "memory"), ("fair", "cap", "regret"), ("pvs", "hash", "memory")]);
    let both: AgentSpec = "pvs:hash=2,memory=3".parse().unwrap();
    assert_eq!(both.to_string(), "pvs:memory=3");
    // What is called mb elsewhere is no memory.
    assert_eq!("uct:mb=2".parse::<AgentSpec>().unwrap().to_string(), "uct:mb=2");
}

#[test]
fn a_key_has_one_name_and_one_meaning() {
    for algorithm in ALGORITHMS {
        let mut names = HashSet::new();
        for key in algorithm.all_keys() {
            for name in key.formerly.iter().chain([&key.name]) {
                assert!(names.insert(name), "{} has two keys called {name}", algorithm.name);
            }
            assert!(!key.help.is_empty() && !key.help.contains("  "), "{}", key.help);
            match key.name {
                "memory" => assert!(key.help.contains("MiB"), "{}", key.help),
                "cap" => assert!(key.help.starts_with("plies after which"), "{}", key.help),
                "seed" => assert_eq!(key, &agon_search::settings::SEED),
                _ => assert!(!key.help.contains("MiB"), "{} should be called memory", key.name),
            }
        }
    }
}

#[test]
fn whoever_names_no_limit_has_one_that_ends() {
    // These need none: they look at one ply, or at a table; and what other programs do is theirs to say.
    const WITHOUT: [&str; 5] = ["random", "greedy", "solution", "gtp", "gomocup"];
    for algorithm in ALGORITHMS {
        let super::Budget { nodes, playouts, .. } = algorithm.budget;
        let needs_none = WITHOUT.contains(&algorithm.name);
        assert_eq!(nodes.or(playouts).is_none(), needs_none, "{} may search for days", algorithm.name);
    }
}
