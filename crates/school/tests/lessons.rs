//! The lessons that come with the program.

use agon_agents::Catalogue;
use agon_school::{Attempt, Reply, lesson_of, lessons};

/// Those with a lesson; a game that has just come may have none yet.
const GAMES: [&str; 16] = [
    "alquerque",
    "checkers",
    "chess",
    "connect6",
    "five-field-kono",
    "freckers",
    "havannah",
    "international-draughts",
    "lines-of-action",
    "nine-mens-morris",
    "othello",
    "outer-open-gomoku",
    "tapatan",
    "tic-tac-toe",
    "tsoro-yematatu",
    "xiangqi",
];

#[test]
fn every_shipped_game_has_a_lesson_and_every_step_can_be_taken() {
    let catalogue = Catalogue::shipped();
    let missing: Vec<&str> = GAMES.into_iter().filter(|id| lesson_of(id).is_none()).collect();
    assert!(missing.is_empty(), "without a lesson: {missing:?}");
    let mut faults = Vec::new();
    for lesson in lessons() {
        let rules = catalogue.find(&lesson.game).unwrap();
        assert_eq!((lesson.id(), lesson_of(lesson.id())), (&*rules.info().id, Some(lesson)));
        assert!((4..=7).contains(&lesson.steps.len()), "{}", lesson.game);
        for (index, step) in lesson.steps.iter().enumerate() {
            let about = format!("{} {}", lesson.game, index + 1);
            let mut attempt = match Attempt::at(step, rules.bare()) {
                Ok(attempt) => attempt,
                Err(error) => {
                    faults.push(format!("{about}: {error}"));
                    continue;
                }
            };
            let count = attempt.played().move_count();
            let right: Vec<String> = (0..count)
                .filter(|&index| {
                    Attempt::at(step, rules.bare())
                        .is_ok_and(|mut attempt| attempt.play(index) == Reply::Solved)
                })
                .map(|index| attempt.played().move_text(index))
                .collect();
            let meant = if step.play.is_empty() { count } else { step.play.len() };
            if right.len() != meant {
                faults.push(format!("{about}: {right:?} is right"));
                continue;
            }
            let solution = attempt.solution().unwrap();
            let found = attempt.played().find_move(&solution).unwrap();
            assert_eq!(attempt.play(found), Reply::Solved, "{about}");
            assert!(
                attempt.is_solved() && attempt.solution().is_none() && attempt.done() == [found],
                "{about}"
            );
            let again = Attempt::at(step, rules.bare()).unwrap().resume(&[found]);
            assert_eq!(again.played().position(), attempt.played().position(), "{about}");
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_last_steps_of_lessons_end_games() {
    let ends = |id: &str, number: usize| {
        let lesson = lesson_of(id).unwrap();
        let rules = Catalogue::shipped().find(&lesson.game).unwrap();
        let mut attempt = Attempt::at(&lesson.steps[number - 1], rules.bare()).unwrap();
        let found = attempt.played().find_move(&attempt.solution().unwrap()).unwrap();
        attempt.play(found);
        let ending = attempt.played().ending();
        ending.is_some_and(|ending| ending.outcome.winner() == Some(attempt.solver()))
    };
    let won = [
        ("alquerque", 5),
        ("checkers", 6),
        ("chess", 7),
        ("connect6", 3),
        ("five-field-kono", 3),
        ("five-field-kono", 4),
        ("freckers", 5),
        ("havannah", 2),
        ("havannah", 3),
        ("havannah", 4),
        ("international-draughts", 6),
        ("lines-of-action", 4),
        ("nine-mens-morris", 5),
        ("othello", 4),
        ("outer-open-gomoku", 3),
        ("tapatan", 2),
        ("tapatan", 3),
        ("tic-tac-toe", 2),
        ("tic-tac-toe", 3),
        ("tsoro-yematatu", 2),
        ("tsoro-yematatu", 3),
        ("tsoro-yematatu", 5),
        ("xiangqi", 5),
    ];
    let not: Vec<_> = won.into_iter().filter(|&(id, number)| !ends(id, number)).collect();
    assert!(not.is_empty(), "what is said to win does not: {not:?}");
}
