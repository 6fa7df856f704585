//! Puzzles are made, written and read.

use agon_agents::Catalogue;
use agon_school::{Order, Puzzle, Rivals, Sheet, Task, check, make};

fn order(jobs: usize) -> Order {
    Order { count: 6, seed: 3, games: 24, nodes: 20_000, jobs }
}

#[test]
fn a_seed_gives_the_same_puzzles_whatever_the_number_of_threads() {
    let rules = Catalogue::shipped().find("tapatan").unwrap();
    let made = make(rules.as_ref(), &order(1), &mut |_, _| {});
    assert!(!made.is_empty());
    assert_eq!(make(rules.as_ref(), &order(3), &mut |_, _| {}), made);
    let other = make(rules.as_ref(), &Order { seed: 4, ..order(1) }, &mut |_, _| {});
    assert_ne!(other, made);
}

#[test]
fn what_is_made_has_one_right_move() {
    let rules = Catalogue::shipped().find("tic-tac-toe").unwrap();
    let made = make(rules.as_ref(), &order(1), &mut |_, _| {});
    assert!(!made.is_empty());
    let wrong = |puzzle: &Puzzle| {
        let finding = check(rules.as_ref(), puzzle, 100_000).unwrap();
        !finding.is_proven || !finding.is_only || !finding.against.is_empty()
    };
    let wrong: Vec<_> = made.iter().filter(|puzzle| wrong(puzzle)).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

fn mate(position: &str, line: &str) -> Puzzle {
    Puzzle {
        position: position.to_owned(),
        task: Task::Win,
        plies: 1,
        line: line.split(' ').map(str::to_owned).collect(),
        grade: 5,
        rivals: Rivals::Exhausted,
    }
}

#[test]
fn what_is_no_puzzle_is_found_out() {
    let rules = Catalogue::shipped().find("chess").unwrap();
    let finding = |puzzle: &Puzzle| check(rules.as_ref(), puzzle, 50_000).unwrap();
    let good = finding(&mate("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8#"));
    assert!(good.is_proven && good.is_only && good.against.is_empty(), "{good:?}");
    // Two rooks, two mates.
    let cooked = finding(&mate("6k1/5ppp/8/8/8/8/8/RR2K3 w - - 0 1", "Ra8#"));
    assert!(!cooked.is_only && cooked.against.iter().any(|sentence| sentence.contains("Rb8# wins as well")));
    let lost = Puzzle { task: Task::Save, ..mate("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ke2") };
    assert!(!finding(&lost).against.is_empty());
    let error = |puzzle: &Puzzle| check(rules.as_ref(), puzzle, 1000).unwrap_err().to_string();
    assert!(error(&mate("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra9")).starts_with("move 1 of the solution: "));
    assert!(error(&mate("nonsense", "Ra8#")).contains("'nonsense' is not a position of chess"));
    let unfinished = mate("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra7 h6");
    assert_eq!(error(&unfinished), "its last move is not the solver's");
}

#[test]
fn a_sheet_is_read_as_it_was_written() {
    let puzzles = vec![mate("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8#")];
    let sheet = Sheet { game: "chess".to_owned(), made: "by hand".to_owned(), puzzles };
    assert_eq!(Sheet::read(&sheet.write()).unwrap(), sheet);
    let error = |text: &str| Sheet::read(text).unwrap_err().to_string();
    assert!(error("").starts_with("there is nothing in it"));
    assert!(error("[]").starts_with("line 1 is not the head of a sheet"));
    assert!(error(&(sheet.write() + "{\"position\": 1}\n")).starts_with("line 3 is not a puzzle"));
}
