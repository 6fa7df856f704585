//! Hostile text: no panic, no hang, and no more work than the budget allows.

use agon_core::{Game, Random};
use agon_gdl::error::{Exhausted, SheetError};
use agon_gdl::game::SheetGame;
use agon_gdl::ground::ground;
use agon_gdl::join::Budget;
use agon_gdl::lanes::Lanes;
use agon_gdl::machine::Machine;
use agon_gdl::sheet::Sheet;

use crate::sheets::{self, skipped};

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

/// So many pieces of text, one after the other.
fn each(count: usize, piece: impl Fn(usize) -> String) -> String {
    (0..count).map(piece).collect::<Vec<_>>().join(" ")
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
    let digits = each(10, |digit| format!("(d {digit})"));
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

#[test]
fn a_rule_has_only_so_many_conditions() {
    // Said again, a condition is no condition more; nothing gets deeper by it.
    let repeated = "p ".repeat(8000);
    let sheet = Sheet::read(&format!("{FRAME} (<= p (true x)) (<= terminal (true x) {repeated})")).unwrap();
    assert_eq!(sheet.rules.iter().map(|rule| rule.body.len()).max(), Some(2));
    let different = |count: usize| each(count, |number| format!("p{number}"));
    let problem =
        Sheet::read(&format!("{FRAME} (<= terminal (true x) {})", different(8000))).unwrap_err().to_string();
    assert!(problem.ends_with("a rule has at most 250 conditions"), "{problem}");
    // As many as there may be are joined, one inside the other.
    let facts = each(249, |number| format!("(<= p{number} (true x))"));
    let deep = format!("{FRAME} {facts} (<= terminal (true x) {})", different(249));
    let sheet = Sheet::read(&deep).unwrap();
    assert!(ground(&sheet, SMALL).is_ok());
    let chained = Machine::chained(&sheet, SMALL).unwrap();
    assert!(chained.is_terminal(&chained.initial()).unwrap());
}

#[test]
fn short_texts_that_stand_for_very_long_ones_are_refused() {
    // Twelve choices make 4096 rules of more than two hundred conditions each.
    let choices = each(12, |number| format!("(or a{number} b{number})"));
    let more = each(237, |number| format!("(c {number} ?x)"));
    let problem = Sheet::read(&format!("{FRAME} (<= terminal (d ?x) {choices} {more})"));
    let problem = problem.unwrap_err().to_string();
    assert!(problem.contains("have more than 500000 words, once every 'or' is taken apart"), "{problem}");
    // So do many rules of a few thousand words each.
    let rules = each(200, |number| format!("(<= (e{number} ?x) (d ?x) {choices})"));
    let problem = Sheet::read(&format!("{FRAME} {rules}")).unwrap_err().to_string();
    assert!(problem.contains("have more than 500000 words"), "{problem}");
}

#[test]
fn planning_counts_as_work() {
    // Every condition of every rule leads back to the rule: a join is planned for each of them.
    let all = each(240, |number| format!("p{number}"));
    let rules = each(240, |number| format!("(<= p{number} {all})"));
    let sheet = Sheet::read(&format!("{FRAME} {rules} (<= terminal p0)")).unwrap();
    assert!(matches!(ground(&sheet, SMALL), Err(Exhausted::Work(_))));
    assert!(matches!(Machine::new(&sheet, SMALL), Err(Exhausted::Work(_))));
}

/// A circle of gates that lie in an order in which each depends on one far away: `count` places, taken in steps of `stride`.
fn winding(count: u32, stride: u32) -> String {
    let mut text = String::from(
        "(role a) (role b) (init (turn a)) (init fresh) (legal b wait) (<= (legal a (go ?w)) (way ?w)) (way 1) (way 2)
         (<= (next (turn a)) (true (turn a))) (<= (next (at ?w)) (does a (go ?w))) (<= (next fresh) (true never))
         (<= (reach n0) (true (at 1))) (<= terminal (reach last)) (<= terminal (true (at 2)))
         (<= (goal a 100) (reach last)) (<= (goal b 0) (reach last)) (<= (goal a 0) (not (reach last)))
         (<= (goal b 100) (not (reach last))) (<= (reach last) (reach end)) (<= (reach n0) (reach last))\n",
    );
    let place = |number: u32| u64::from(number) * u64::from(stride) % u64::from(count);
    for number in 0..count - 1 {
        text += &format!("(<= (reach n{}) (reach n{}))\n", place(number + 1), place(number));
    }
    text + &format!("(<= (reach end) (reach n{}))", place(count - 1))
}

#[test]
fn circles_are_worked_out_in_time_whatever_their_order() {
    let text = winding(4001, 1601);
    let sheet = Sheet::read(&text).unwrap();
    let gates = Machine::new(&sheet, Budget::default()).unwrap();
    let circuit = &gates.grounded().unwrap().circuit;
    assert_eq!(circuit.loop_count(), 1);
    let mut lanes = Lanes::new(circuit);
    let sum = lanes.play(circuit, &[gates.initial()], 2000, 100, &mut Random::new(1));
    // One way leads around, the other one does not.
    assert_eq!((sum.games, sum.plies, sum.results[1]), (2000, 2000, 0));
    assert!((900..1100).contains(&sum.results[0]), "{:?}", sum.results);
    // Two looks at each position are two looks at each gate, and not thousands.
    assert!(lanes.links_in_circles() < 40 * circuit.link_count() as u64, "{}", lanes.links_in_circles());
}

#[test]
fn goals_that_are_said_twice_are_no_goals() {
    let text = "(role a) (role b) (init (turn a)) (legal b wait) (legal a (go 1)) (legal a (go 2)) (legal a (go 3))
        (<= (next (at ?w)) (does a (go ?w))) (<= terminal (true (at ?w)))
        (<= (goal a 100) (true (at 1))) (<= (goal a 100) (true (at 3))) (<= (goal a 40) (true (at 3)))
        (<= (goal b 0) (true (at 1))) (<= (goal b 0) (true (at 3)))
        (<= (goal b 60) (true (at 3))) (worth 30000) (<= (goal a ?n) (true (at 2)) (worth ?n)) (<= (goal b 0) (true (at 2)))";
    let game = SheetGame::read("twice", text, Budget::default()).unwrap();
    let circuit = &game.machine().grounded().unwrap().circuit;
    let sum = Lanes::new(circuit).play(circuit, &[game.initial()], 3000, 10, &mut Random::new(1));
    let [won, drawn, lost] = sum.results;
    assert_eq!((won + drawn, lost), (3000, 0));
    assert!((900..1100).contains(&won), "{won}: who goes to 1 wins, all else is a draw");
    assert_eq!((sum.goals[0], sum.goals[1]), (100 * won, 0));
    assert_eq!((sum.by_start[0].first, sum.by_start[0].draws), (won as u32, drawn as u32));
    let mut after = game.initial();
    game.play(&mut after, game.read_move(&game.initial(), "go-3").unwrap());
    assert_eq!(game.generate(&after, &mut Vec::new()).unwrap().outcome, agon_core::Outcome::Draw);
}

#[test]
fn a_sheet_that_is_read_as_a_game_takes_no_more_than_its_budget() {
    // Everything that needs gates beyond the budget, chained: positions that take too much are refused, whoever asks.
    let digits = each(60, |digit| format!("(d {digit})"));
    let wide = format!(
        "(role a) (role b) {digits} (init (turn a)) (legal b wait) (<= (legal a (go ?x)) (d ?x)) (<= (next (at ?x)) (does a (go ?x)))
         (<= (next (turn a)) (true (turn a))) (<= (far ?x ?y ?z ?w) (true (turn a)) (d ?x) (d ?y) (d ?z) (d ?w))
         (<= terminal (far ?x ?x ?x ?x) (true (at ?x))) (goal a 50) (goal b 50)"
    );
    let problem = SheetGame::read("wide", &wide, SMALL).err().unwrap().to_string();
    assert!(problem.contains("the rules have too many"), "{problem}");
}

#[test]
fn mangled_sheets_are_played_or_refused() {
    let mut random = Random::new(17);
    let (mut played, mut refused) = (0, 0);
    for (_, text) in sheets::ALL {
        for _ in 0..4 {
            match SheetGame::read("mangled", &mangle(text, &mut random), SMALL) {
                Ok(game) => {
                    played += 1;
                    let mut position = game.initial();
                    let mut moves = Vec::new();
                    for _ in 0..20 {
                        if game.generate(&position, &mut moves).is_some() {
                            break;
                        }
                        let mv = random.pick(&moves);
                        assert!(!game.write_move(&position, mv).is_empty());
                        game.play(&mut position, mv);
                    }
                }
                Err(error) => {
                    refused += 1;
                    assert!(!error.to_string().is_empty());
                }
            }
        }
    }
    assert!(played > 3 && refused > 10, "{played} were played, {refused} refused");
}

/// Texts that make much of little, each in its own way.
fn explosive() -> Vec<String> {
    let digits = each(60, |digit| format!("(d {digit})"));
    let variables = |count: usize| each(count, |number| format!("?v{number}"));
    let all = |count: usize| each(count, |number| format!("(d ?v{number})"));
    let frame = format!("{FRAME} {digits}");
    vec![
        // Facts, moves, gates and terms without end.
        format!("{frame} (<= (init (f {})) {})", variables(9), all(9)),
        format!("{frame} (<= (next (f {})) {})", variables(4), all(4)),
        format!("{frame} (<= (legal a (f {})) {})", variables(4), all(4)),
        format!("{frame} (<= (q {}) {} (true x)) (<= terminal (q 0 1 2 3))", variables(4), all(4)),
        format!(
            "{frame} (<= (q ?x ?y) (d ?x) (d ?y)) (<= (q ?x ?z) (q ?x ?y) (q ?y ?z) (true x)) (<= terminal (q 0 1))"
        ),
        format!(
            "{FRAME} (init (n z)) (<= (next (n (s ?x))) (true (n ?x))) (<= (next (n (p ?x ?x))) (true (n ?x)))"
        ),
        // Choices, nesting, length.
        format!("{FRAME} (<= terminal {})", each(12, |number| format!("(or a{number} b{number})"))),
        format!("{FRAME} {}", each(4000, |number| format!("(<= (next (f {number})) (true (f {number})))"))),
        each(8, |_| FRAME.to_owned()) + &"(".repeat(60_000),
    ]
}

/// Says to the process of a test which budget it has, so that it tells what memory that takes.
const ASKED: &str = "AGON_TEST_MEMORY";

/// The most memory that reading all explosive texts takes, in kilobytes, in a process of its own, so that no other test counts; nothing
/// if it cannot be told, or if this is that process.
fn peak(test: &str, name: &str, budget: Budget) -> Option<u64> {
    if let Some(asked) = std::env::var_os(ASKED) {
        if asked == name {
            for text in explosive() {
                let _ = SheetGame::read("explosive", &text, budget);
            }
            let status = std::fs::read_to_string("/proc/self/status").unwrap();
            println!("{}", status.lines().find(|line| line.starts_with("VmHWM")).unwrap());
        }
        return None;
    }
    if !std::path::Path::new("/proc/self/status").exists() {
        skipped("what sheets take of memory (no /proc)");
        return None;
    }
    let mut process = std::process::Command::new(std::env::current_exe().unwrap());
    let told = process.args([test, "--exact", "--nocapture"]).env(ASKED, name).output();
    let told = String::from_utf8(told.unwrap().stdout).unwrap();
    let peak = told.split_once("VmHWM:").expect("the process says it").1;
    peak.split_whitespace().next().unwrap().parse().ok()
}

#[test]
fn explosions_take_little_memory() {
    if let Some(kilobytes) = peak("hostile::explosions_take_little_memory", "modest", Budget::MODEST) {
        assert!(kilobytes < 200 << 10, "{kilobytes} kB");
    }
}

#[test]
fn explosions_take_a_gigabyte_at_most_where_more_is_allowed() {
    // This takes minutes, and so is done where many games are asked for.
    if std::env::var_os("AGON_GAMES").is_none() {
        return;
    }
    let test = "hostile::explosions_take_a_gigabyte_at_most_where_more_is_allowed";
    if let Some(kilobytes) = peak(test, "usual", Budget::default()) {
        assert!(kilobytes < 1 << 20, "{kilobytes} kB");
    }
}
