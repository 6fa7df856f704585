//! Hostile text: no panic, no hang, and no more work than the budget allows.

use agon_core::Random;
use agon_gdl::error::{Exhausted, SheetError};
use agon_gdl::ground::ground;
use agon_gdl::join::Budget;
use agon_gdl::machine::Machine;
use agon_gdl::sheet::Sheet;

use crate::sheets;

const SMALL: Budget = Budget { work: 200_000, facts: 20_000, links: 50_000 };

/// Swaps, drops and repeats words of a sheet, and now and then parentheses.
fn mangle(text: &str, random: &mut Random) -> String {
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    let lines = spaced.lines().filter(|line| !line.starts_with(';'));
    let mut words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    let with_parentheses = random.below(4) == 0;
    for _ in 0..=random.below(4) {
        let [a, b] = [0, 1].map(|_| random.below(words.len() as u32) as usize);
        if !with_parentheses && [words[a], words[b]].iter().any(|word| matches!(*word, "(" | ")")) {
            continue;
        }
        match random.below(3) {
            0 => words.swap(a, b),
            1 => _ = words.remove(a),
            _ => words.insert(a, words[b]),
        }
    }
    words.join(" ")
}

#[test]
fn mangled_sheets_are_read_or_refused() {
    let mut random = Random::new(13);
    let (mut read, mut refused) = (0, 0);
    for (_, text) in sheets::ALL {
        for _ in 0..12 {
            match Sheet::read(&mangle(text, &mut random)) {
                Ok(sheet) => {
                    read += 1;
                    // Either way it comes to an end.
                    let _ = ground(&sheet, SMALL);
                }
                Err(SheetError::At { place, problem }) => {
                    refused += 1;
                    assert!(place.line >= 1 && place.column >= 1 && !problem.is_empty());
                }
                Err(SheetError::Whole(problem)) => {
                    refused += 1;
                    assert!(!problem.is_empty());
                }
            }
        }
    }
    assert!(read > 10 && refused > 10, "{read} were read, {refused} refused");
}

const FRAME: &str =
    "(role a) (role b) (init x) (legal a go) (legal b go) (goal a 50) (goal b 50) (<= terminal (true y))";

#[test]
fn explosions_are_stopped_by_the_budget() {
    let digits =
        ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"].map(|digit| format!("(d {digit})")).join(" ");
    let wide = format!(
        "{FRAME} {digits} (<= (next (n ?a ?b ?c ?e ?f ?g ?h)) (d ?a) (d ?b) (d ?c) (d ?e) (d ?f) (d ?g) (d ?h))"
    );
    let sheet = Sheet::read(&wide).unwrap();
    assert!(matches!(ground(&sheet, SMALL), Err(Exhausted::Work(_) | Exhausted::Facts(_))));
    // A counter without an end has no gates; it is played by chaining.
    let endless = format!("{FRAME} (init (n 0)) (<= (next (n (s ?x))) (true (n ?x)))");
    let sheet = Sheet::read(&endless).unwrap();
    assert!(matches!(ground(&sheet, SMALL), Err(Exhausted::Depth(_))));
    let machine = Machine::new(&sheet, SMALL).unwrap();
    assert!(machine.grounded().is_none());
    let mut state = machine.initial();
    for _ in 0..50 {
        let mut moves = [0, 0];
        for (role, mv) in moves.iter_mut().enumerate() {
            let mut legal = Vec::new();
            machine.legal(&state, role, &mut legal).unwrap();
            *mv = legal[0];
        }
        state = machine.next(&state, &moves).unwrap();
    }
    assert!(state.iter().any(|fluent| machine.write_fluent(fluent).matches("(s").count() == 50));
}

#[test]
fn rules_with_too_many_cases_are_refused() {
    let many = "(or p q)".repeat(20);
    let problem = Sheet::read(&format!("{FRAME} (<= terminal {many})")).unwrap_err().to_string();
    assert!(problem.contains("make more than 4096 rules"), "{problem}");
    let variables = "?v ".repeat(300);
    let problem = Sheet::read(&format!("{FRAME} (<= terminal (p {variables}))")).unwrap_err().to_string();
    assert!(problem.contains("has more than 255 arguments"), "{problem}");
}
