//! Whether a sheet is a game description: what the language asks of its rules.
//!
//! The restrictions are those of Love, Hinrichs, Haley, Schkufza and Genesereth, "General Game Playing: Game Description
//! Language Specification": safe rules, stratified negation, and recursion that cannot make terms without end.

use crate::error::SheetError;
use crate::graph::{Components, components};
use crate::rule::{Atom, Literal, Pattern, Relation, Rule, Variables, show};
use crate::sheet::Sheet;
use crate::term::{Term, Terms};

/// Checks a sheet. What is odd but can be played is noted; rules that nothing needs and that are wrong are left out.
pub(crate) fn check(sheet: &mut Sheet) -> Result<(), SheetError> {
    check_presence(sheet)?;
    check_heads(sheet)?;
    check_goals(sheet)?;
    bind_roles(sheet);
    drop_useless(sheet);
    sheet.rules.iter().try_for_each(|rule| check_safety(sheet, rule))?;
    let cycles = relation_components(sheet);
    sheet.rules.iter().try_for_each(|rule| check_cycles(sheet, rule, &cycles))?;
    check_dependencies(sheet)?;
    note_undefined(sheet);
    Ok(())
}

/// The relations that a relation depends on, as a graph; `true` and `does` depend on nothing within one step.
fn relation_graph(sheet: &Sheet) -> Vec<Vec<u32>> {
    let mut graph = vec![Vec::new(); sheet.relations.len()];
    for rule in &sheet.rules {
        let needs = rule.body.iter().filter_map(Literal::atom).map(|atom| u32::from(atom.relation.0));
        graph[rule.head.relation.index()].extend(needs);
    }
    graph
}

/// The relations in the order in which they can be worked out.
pub(crate) fn relation_components(sheet: &Sheet) -> Components {
    components(&relation_graph(sheet), 0..sheet.relations.len() as u32)
}

/// Whether each relation is one of these or depends on one of them.
pub(crate) fn depending_on(sheet: &Sheet, sources: &[Relation]) -> Vec<bool> {
    let graph = relation_graph(sheet);
    let order = relation_components(sheet);
    let mut depends = vec![false; graph.len()];
    for members in &order.members {
        let reaches = |member: &u32| {
            sources.contains(&Relation(*member as u16))
                || graph[*member as usize].iter().any(|&needed| depends[needed as usize])
        };
        if members.iter().any(reaches) {
            for &member in members {
                depends[member as usize] = true;
            }
        }
    }
    depends
}

/// Whether each relation is one of these or needed by one of them.
pub(crate) fn needed_by(sheet: &Sheet, users: &[Relation]) -> Vec<bool> {
    let found = components(&relation_graph(sheet), users.iter().map(|user| u32::from(user.0)));
    found.of.iter().map(|&component| component != crate::graph::UNREACHED).collect()
}

fn check_presence(sheet: &mut Sheet) -> Result<(), SheetError> {
    let has = |relation: Relation| sheet.rules.iter().any(|rule| rule.head.relation == relation);
    let words = sheet.keywords;
    for (relation, what) in [
        (words.role, "who plays: expected (role NAME)"),
        (words.legal, "which moves are legal: expected (legal ROLE MOVE)"),
        (words.terminal, "when the game is over: expected terminal"),
        (words.goal, "what the end is worth: expected (goal ROLE NUMBER)"),
    ] {
        if !has(relation) {
            return Err(SheetError::Whole(format!("the sheet does not say {what}")));
        }
    }
    let missing = [
        (words.init, "(init FACT): nothing holds at first"),
        (words.next, "(next FACT): nothing holds after a move"),
    ];
    let notes: Vec<String> = missing
        .into_iter()
        .filter(|(relation, _)| !has(*relation))
        .map(|(_, what)| format!("there is no {what}"))
        .collect();
    sheet.notes.extend(notes);
    Ok(())
}

fn check_heads(sheet: &Sheet) -> Result<(), SheetError> {
    let words = sheet.keywords;
    for rule in &sheet.rules {
        let head = rule.head.relation;
        if head == words.holds || head == words.does {
            return Err(SheetError::at(
                rule.place,
                format!(
                    "'{}' cannot be concluded; expected 'next', 'legal' or another relation",
                    sheet.name(head)
                ),
            ));
        }
        for atom in rule.body.iter().filter_map(Literal::atom) {
            if atom.relation == words.next || (atom.relation == words.init && head != words.init) {
                return Err(SheetError::at(
                    rule.place,
                    format!("'{}' cannot be a condition; expected 'true'", sheet.name(atom.relation)),
                ));
            }
        }
    }
    Ok(())
}

/// What a goal is worth: a number from 0 to 100, as the language has it.
pub(crate) fn points(goal: Term, terms: &Terms) -> Option<i32> {
    terms.word(terms.name(goal)).parse().ok().filter(|points| (0..=100).contains(points))
}

/// Goals that stand in the sheet are numbers from 0 to 100; those that are worked out and are not say nothing.
fn check_goals(sheet: &Sheet) -> Result<(), SheetError> {
    for rule in sheet.rules.iter().filter(|rule| rule.head.relation == sheet.keywords.goal) {
        if let Pattern::Ground(goal) = rule.head.arguments[1]
            && points(goal, &sheet.terms).is_none()
        {
            let goal = sheet.terms.show(goal).to_string();
            let problem =
                format!("the goal '{}'; expected a number from 0 to 100", agon_core::notation::quote(&goal));
            return Err(SheetError::at(rule.place, problem));
        }
    }
    Ok(())
}

/// A role that a rule for `legal` or `goal` leaves open can be any.
fn bind_roles(sheet: &mut Sheet) {
    let words = sheet.keywords;
    for rule in &mut sheet.rules {
        let bound = rule.bound();
        if (rule.head.relation == words.legal || rule.head.relation == words.goal)
            && let Pattern::Variable(role) = rule.head.arguments[0]
            && !bound.contains(role)
        {
            let any = Atom { relation: words.role, arguments: vec![Pattern::Variable(role)] };
            rule.body.insert(0, Literal::Holds(any));
        }
    }
}

/// Leaves out unsafe rules of relations that no keyword needs.
fn drop_useless(sheet: &mut Sheet) {
    let words = sheet.keywords;
    let needed =
        needed_by(sheet, &[words.role, words.init, words.next, words.legal, words.goal, words.terminal]);
    let rules = std::mem::take(&mut sheet.rules);
    for rule in rules {
        if !needed[rule.head.relation.index()] && check_safety(sheet, &rule).is_err() {
            let name = sheet.name(rule.head.relation).to_owned();
            sheet.notes.push(format!(
                "line {}: the rule for '{name}' leaves variables open; nothing needs it, and it is left out",
                rule.place.line
            ));
        } else {
            sheet.rules.push(rule);
        }
    }
}

fn check_safety(sheet: &Sheet, rule: &Rule) -> Result<(), SheetError> {
    let bound = rule.bound();
    let open = |variables: Variables| variables.iter().find(|&variable| !bound.contains(variable));
    let heads = open(rule.head.variables()).map(|variable| (variable, "the head"));
    let negative = |literal: &Literal| match literal {
        Literal::Holds(_) => None,
        Literal::Fails(_) => Some((open(literal.variables())?, "a 'not'")),
        Literal::Differ(..) | Literal::Same(..) => Some((open(literal.variables())?, "a 'distinct'")),
    };
    let Some((variable, what)) = heads.or_else(|| rule.body.iter().find_map(negative)) else { return Ok(()) };
    let name = &rule.variables[usize::from(variable)];
    Err(SheetError::at(
        rule.place,
        format!(
            "'{name}' in {what} of a rule for '{}' can be anything; expected it in a condition that holds",
            sheet.name(rule.head.relation)
        ),
    ))
}

/// Negation must not lead back to where it came from, and recursion must not make terms without end.
fn check_cycles(sheet: &Sheet, rule: &Rule, cycles: &Components) -> Result<(), SheetError> {
    let component = |relation: Relation| cycles.of[relation.index()];
    let own = component(rule.head.relation);
    for literal in &rule.body {
        let Some(atom) = literal.atom().filter(|atom| component(atom.relation) == own) else { continue };
        if matches!(literal, Literal::Fails(_)) {
            return Err(SheetError::at(
                rule.place,
                format!(
                    "'{}' depends on 'not {}', which depends on it in turn; expected negation without a circle",
                    sheet.name(rule.head.relation),
                    sheet.name(atom.relation)
                ),
            ));
        }
        let outside = rule.body.iter().filter(|literal| match literal {
            Literal::Holds(other) => component(other.relation) != own,
            _ => false,
        });
        let known = outside.map(Literal::variables).fold(Variables::default(), Variables::union);
        let is_restricted = |argument: &&Pattern| {
            argument.variables().is_within(known) || rule.head.arguments.contains(argument)
        };
        if let Some(open) = atom.arguments.iter().find(|argument| !is_restricted(argument)) {
            return Err(SheetError::at(
                rule.place,
                format!(
                    "'{}' in the recursion from '{}' to '{}' is neither in the head nor in another condition",
                    show(open, &rule.variables, &sheet.terms),
                    sheet.name(rule.head.relation),
                    sheet.name(atom.relation)
                ),
            ));
        }
    }
    Ok(())
}

/// What holds at first depends on no position, and what is legal, over or won depends on no move.
fn check_dependencies(sheet: &Sheet) -> Result<(), SheetError> {
    let words = sheet.keywords;
    let on_state = depending_on(sheet, &[words.holds, words.does]);
    let on_move = depending_on(sheet, &[words.does]);
    for relation in [words.role, words.init] {
        if on_state[relation.index()] {
            return Err(SheetError::Whole(format!(
                "'{}' depends on 'true' or 'does'; expected it to be the same in every position",
                sheet.name(relation)
            )));
        }
    }
    for relation in [words.legal, words.terminal, words.goal] {
        if on_move[relation.index()] {
            return Err(SheetError::Whole(format!(
                "'{}' depends on 'does'; expected it to be known before anybody moves",
                sheet.name(relation)
            )));
        }
    }
    Ok(())
}

fn note_undefined(sheet: &mut Sheet) {
    let words = sheet.keywords;
    let mut defined = vec![false; sheet.relations.len()];
    sheet.rules.iter().for_each(|rule| defined[rule.head.relation.index()] = true);
    for relation in [words.holds, words.does] {
        defined[relation.index()] = true;
    }
    let used: Vec<Relation> = sheet
        .rules
        .iter()
        .flat_map(|rule| rule.body.iter().filter_map(Literal::atom))
        .map(|atom| atom.relation)
        .collect();
    for relation in used {
        if !std::mem::replace(&mut defined[relation.index()], true) {
            let note = format!("'{}' is never concluded: it does not hold", sheet.name(relation));
            sheet.notes.push(note);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "(role a) (init (at 1)) (legal a go) (goal a 100) (<= terminal (true (at 2))) (<= (next (at 2)) (does a go))";

    fn problem(more: &str) -> String {
        Sheet::read(&format!("{GAME}\n{more}")).unwrap_err().to_string()
    }

    #[test]
    fn a_small_game_passes() {
        let sheet = Sheet::read(GAME).unwrap();
        assert!(sheet.notes.is_empty() && sheet.rules.len() == 6);
        let noted = Sheet::read(&format!("{GAME} (<= terminal squee)")).unwrap().notes;
        assert_eq!(noted, ["'squee' is never concluded: it does not hold"]);
        let noted = Sheet::read(&format!("{GAME} (<= (far ?x ?y) (distinct ?x ?y))")).unwrap().notes;
        assert!(noted[0].contains("the rule for 'far' leaves variables open"), "{noted:?}");
    }

    #[test]
    fn what_a_sheet_may_not_be_is_said_with_its_line() {
        assert_eq!(
            problem("(p a) (p a b)"),
            "line 2, column 7: 'p' has 2 arguments; expected 1 as in line 2"
        );
        assert_eq!(
            problem("(init (f 1 2)) (init (f 1))"),
            "line 2, column 22: the function 'f' has 1 argument; expected 2 as in line 2"
        );
        assert_eq!(
            problem("(legal a)"),
            "line 2, column 1: 'legal' has 1 argument; expected 2 as in the language"
        );
        let unsafe_rule = problem("(<= terminal (not (true (at ?x))))");
        assert!(
            unsafe_rule.starts_with("line 2, column 1: '?x' in a 'not' of a rule for 'terminal'"),
            "{unsafe_rule}"
        );
        let circle = problem("(<= p (not q)) (<= q p) (<= terminal p)");
        assert!(circle.contains("'p' depends on 'not q', which depends on it in turn"), "{circle}");
        let growing = problem("(n 0) (<= (n (s ?x)) (n ?x)) (<= terminal (n 1))");
        assert!(growing.contains("'?x' in the recursion from 'n' to 'n'"), "{growing}");
        assert_eq!(
            problem("(<= (goal a 101) (true p))"),
            "line 2, column 1: the goal '101'; expected a number from 0 to 100"
        );
        assert!(problem("(goal a -1)").contains("the goal '-1'"));
        assert!(problem("(goal a much)").contains("the goal 'much'"));
        assert!(problem("(<= (true p) (true q))").contains("'true' cannot be concluded"));
        assert!(problem("(<= terminal (next p))").contains("'next' cannot be a condition"));
        assert!(problem("(<= terminal (does a go))").contains("'terminal' depends on 'does'"));
        assert!(problem("(<= (init p) (true p))").contains("'init' depends on 'true'"));
        assert!(
            Sheet::read("(role a)").unwrap_err().to_string().contains("does not say which moves are legal")
        );
        assert!(problem("(<= (not p) q)").contains("'not' cannot be the head"));
        assert!(problem("(<= terminal ?x)").contains("'?x' is a variable"));
    }
}
