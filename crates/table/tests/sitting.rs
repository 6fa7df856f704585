//! Every deed at a table, and why it is refused.

use std::cell::Cell;

use agon_agents::{Assessment, Catalogue, Level};
use agon_core::{Assessed, Cost, Ending, MoveError, Player, Reason};
use agon_table::{
    Control, News, Offer, Progress, Refusal, Saved, Seat, Sides, Sitting, Switch, Terms, Time, Verdict,
};

thread_local! { static NOW: Cell<u64> = const { Cell::new(1_000_000) }; }

const TIME: Time = Time { now: || NOW.get(), passes_meanwhile: false };

fn wait(milliseconds: u64) {
    NOW.set(NOW.get() + milliseconds);
}

const PEOPLE: [Seat; 2] = [Seat::Person, Seat::Person];
const AGAINST_LEVEL: [Seat; 2] = [Seat::Person, Seat::Level(Level::Rung(3))];
const LEVELS: [Seat; 2] = [Seat::Level(Level::Rung(1)), Seat::Level(Level::Rung(2))];

fn sit(game: &str, seats: [Seat; 2], terms: Terms) -> Sitting {
    let rules = Catalogue::shipped().find(game).unwrap();
    let played = rules.start(None).unwrap();
    Sitting::new(rules, played, seats, terms, 7, TIME)
}

fn timed(control: &str, seats: [Seat; 2]) -> Sitting {
    sit("tic-tac-toe", seats, Terms { control: control.parse().unwrap(), ..Terms::default() })
}

fn people(game: &str) -> Sitting {
    sit(game, PEOPLE, Terms::default())
}

fn after(game: &str, moves: &str) -> Sitting {
    let mut sitting = people(game);
    for text in moves.split_whitespace() {
        sitting.play(text).unwrap();
    }
    sitting
}

fn history(sitting: &Sitting) -> String {
    sitting.played().history().join(" ")
}

/// What a search would say that gives the same value to every move.
fn opinion(sitting: &Sitting, value: f32) -> Assessment {
    let moves =
        (0..sitting.played().move_count()).map(|mv| Assessed { mv, value, proof: None, visits: 0 }).collect();
    Assessment {
        moves,
        best: Some(0),
        choice: Some(0),
        fault: None,
        drawn: false,
        line: Vec::new(),
        cost: Cost::default(),
    }
}

/// Lets the program answer with its first legal move.
fn reply(sitting: &mut Sitting) {
    sitting.reply(sitting.version(), 0).unwrap();
}

#[test]
fn a_move_is_played_or_refused_and_a_refusal_changes_nothing() {
    let mut sitting = after("tic-tac-toe", "a1");
    let before = sitting.version();
    assert!(matches!(sitting.play("a1"), Err(Refusal::Move(MoveError::Illegal { .. }))));
    assert_eq!((history(&sitting).as_str(), sitting.version()), ("a1", before));
    sitting.play("b2").unwrap();
    assert_eq!((history(&sitting).as_str(), sitting.version()), ("a1 b2", before + 1));
    assert_eq!(sitting.play_found(|_| Ok(7)), Err(Refusal::Late), "seven moves are left, from 0 to 6");
    sitting.resign().unwrap();
    assert!(matches!(sitting.play("c3"), Err(Refusal::Move(MoveError::Over { .. }))));

    let mut sitting = sit("tic-tac-toe", AGAINST_LEVEL, Terms::default());
    sitting.play("b2").unwrap();
    assert_eq!(sitting.play("a1"), Err(Refusal::NotYourTurn));
    assert_eq!(history(&sitting), "b2");
}

#[test]
fn pointing_selects_plays_asks_and_is_refused() {
    let mut sitting = people("chess");
    let layout = sitting.rules().layout();
    let cell = |name: &str| layout.find(name).unwrap();
    assert_eq!(sitting.point(&[], 64), Err(Refusal::NoSuchCell { cell: 64 }));
    let nothing = Refusal::NoMoveThere { cell: cell("e5"), selected: vec![cell("e2")] };
    assert_eq!(sitting.point(&[cell("e2")], cell("e5")), Err(nothing));
    assert_eq!(sitting.point(&[], cell("e2")), Ok(Progress::Selected(vec![cell("e2")])));
    assert_eq!(sitting.point(&[cell("e2")], cell("e4")), Ok(Progress::Played));
    assert_eq!(history(&sitting), "e4");
    sitting.resign().unwrap();
    assert_eq!(sitting.point(&[], cell("e7")), Err(Refusal::Over));

    let rules = sitting.rules().clone();
    let played = rules.start(Some("8/P6k/8/8/8/8/8/K7 w - - 0 1")).unwrap();
    let mut sitting = Sitting::new(rules, played, PEOPLE, Terms::default(), 1, TIME);
    let Ok(Progress::Choose { moves, selected }) = sitting.point(&[cell("a7")], cell("a8")) else {
        panic!("four promotions look the same")
    };
    assert_eq!((moves.len(), selected), (4, vec![cell("a7")]));

    let mut sitting = sit("tic-tac-toe", LEVELS, Terms::default());
    assert_eq!(sitting.point(&[], 0), Err(Refusal::NotYourTurn));
}

#[test]
fn whoever_thinks_is_answered_only_if_nothing_changed_meanwhile() {
    let mut sitting = sit("tic-tac-toe", AGAINST_LEVEL, Terms::default());
    assert!(sitting.task().is_none(), "a person is to move");
    sitting.play("b2").unwrap();
    let task = sitting.task().unwrap();
    assert_eq!(task.played.history(), ["b2"]);
    assert_eq!(sitting.reply(task.version, 99), Err(Refusal::Late), "there is no such move");
    sitting.undo().unwrap();
    assert_eq!(sitting.reply(task.version, 0), Err(Refusal::Late));
    assert_eq!(sitting.forget(task.version), Err(Refusal::Late));
    assert_eq!(history(&sitting), "");
    sitting.play("b2").unwrap();
    let version = sitting.task().unwrap().version;
    sitting.forget(version).unwrap();
    assert_eq!(sitting.reply(version, 0), Err(Refusal::Late), "what came to nothing is thought anew");
    reply(&mut sitting);
    assert_eq!(sitting.played().moves_played(), 2);
    sitting.resign().unwrap();
    assert!(sitting.task().is_none(), "the game is over");
}

#[test]
fn a_table_has_luck_of_its_own_and_keeps_it() {
    let seed = |sitting: &Sitting| sitting.task().unwrap().spec.seed();
    let first_moves: std::collections::HashSet<String> = (1..=5)
        .map(|seed| {
            let rules = Catalogue::shipped().find("chess").unwrap();
            let played = rules.start(None).unwrap();
            let mut sitting = Sitting::new(rules, played, LEVELS, Terms::default(), seed, TIME);
            think(&mut sitting);
            history(&sitting)
        })
        .collect();
    assert!(first_moves.len() > 1, "{first_moves:?}");

    let mut sitting = sit("tic-tac-toe", AGAINST_LEVEL, Terms::default());
    sitting.play("b2").unwrap();
    assert_eq!(seed(&sitting), 7);
    think(&mut sitting);
    let answered = history(&sitting);
    sitting.undo().unwrap();
    sitting.play("b2").unwrap();
    think(&mut sitting);
    assert_eq!(history(&sitting), answered, "what is taken back is answered the same way");
    let restored = sitting.saved().restore(&Catalogue::shipped(), TIME, 99).unwrap();
    assert_eq!(restored.seed(), 7);
}

/// Lets the program think and answer.
fn think(sitting: &mut Sitting) {
    let task = sitting.task().unwrap();
    let mut agent = task.rules.agent(&task.spec).unwrap();
    let choice = agent.analyse(task.played.as_ref(), &mut |_| {}).choice.unwrap();
    sitting.reply(task.version, choice).unwrap();
}

#[test]
fn moves_are_taken_back_to_a_persons_turn_and_played_again() {
    let mut sitting = sit("tic-tac-toe", AGAINST_LEVEL, Terms::default());
    assert_eq!(sitting.undo(), Err(Refusal::NothingToTakeBack));
    assert_eq!(sitting.redo(), Err(Refusal::NothingToRedo));
    sitting.play("b2").unwrap();
    reply(&mut sitting);
    let whole = history(&sitting);
    assert_eq!(sitting.undo(), Ok(News::TakenBack));
    assert_eq!((history(&sitting).as_str(), sitting.can_redo()), ("", true));
    assert_eq!(sitting.redo(), Ok(News::PlayedAgain));
    assert_eq!((history(&sitting), sitting.can_redo()), (whole.clone(), false));
    sitting.resign().unwrap();
    sitting.undo().unwrap();
    assert_eq!(history(&sitting), whole, "a resignation is taken back by itself");
    sitting.undo().unwrap();
    sitting.play("c3").unwrap();
    assert_eq!(sitting.redo(), Err(Refusal::NothingToRedo), "another move was played");

    let mut sitting = sit("tic-tac-toe", [LEVELS[0].clone(), Seat::Person], Terms::default());
    reply(&mut sitting);
    let opened = history(&sitting);
    assert_eq!(sitting.undo(), Err(Refusal::NothingToTakeBack), "the program began");
    assert_eq!(history(&sitting), opened);
    sitting.switch(Switch::Takeback).unwrap();
    assert_eq!(sitting.undo(), Err(Refusal::TakebackOff));
}

#[test]
fn somebody_resigns_once() {
    let mut sitting = sit("tic-tac-toe", [LEVELS[0].clone(), Seat::Person], Terms::default());
    assert_eq!(sitting.resign(), Ok(News::Over));
    let lost = |player| Some(Ending::loss(player, Reason::Resignation));
    assert_eq!(sitting.played().ending(), lost(Player::Second), "the person, though it is not the turn");
    assert_eq!(sitting.resign(), Err(Refusal::Over));
    assert_eq!(sitting.give_up(), Err(Refusal::Over));
    let mut sitting = after("tic-tac-toe", "a1");
    sitting.resign().unwrap();
    assert_eq!(sitting.played().ending(), lost(Player::Second), "of two, the one whose turn it is");
    let mut sitting = sit("tic-tac-toe", AGAINST_LEVEL, Terms::default());
    sitting.play("a1").unwrap();
    sitting.give_up().unwrap();
    assert_eq!(sitting.played().ending(), lost(Player::Second), "the program");
}

#[test]
fn two_people_agree_to_a_draw_or_do_not() {
    let mut sitting = people("chess");
    assert_eq!(sitting.decline(), Err(Refusal::NoOffer));
    let settled = |sitting: &mut Sitting| match sitting.offer_draw() {
        Ok(Offer::Settled(news)) => news,
        _ => panic!("people need not be asked"),
    };
    assert_eq!(settled(&mut sitting), News::DrawOffered(Player::First));
    assert_eq!(sitting.decline(), Ok(News::DrawDeclined));
    settled(&mut sitting);
    sitting.play("e4").unwrap();
    assert_eq!(sitting.offer(), Some(Player::First), "an offer outlives one's own move");
    sitting.play("e5").unwrap();
    assert_eq!(sitting.offer(), None, "playing on declines");
    settled(&mut sitting);
    assert_eq!(settled(&mut sitting), News::Over);
    assert_eq!(sitting.played().ending(), Some(Ending::draw(Reason::Agreement)));
    assert!(matches!(sitting.offer_draw(), Err(Refusal::Over)));
}

#[test]
fn the_program_agrees_to_a_draw_when_it_is_not_better() {
    assert!(matches!(sit("tic-tac-toe", LEVELS, Terms::default()).offer_draw(), Err(Refusal::NobodyToAgree)));
    let mut sitting = sit("othello", AGAINST_LEVEL, Terms::default());
    assert!(matches!(sitting.offer_draw(), Err(Refusal::TooEarly)));
    while sitting.played().moves_played() < 16 {
        reply(&mut sitting);
    }
    while !sitting.person_decides() {
        reply(&mut sitting);
    }
    let Ok(Offer::Pondered(task)) = sitting.offer_draw() else { panic!("the program is asked") };
    let good_for_person = opinion(&sitting, 0.3);
    let mut other = sitting.clone();
    assert_eq!(other.consider(task.version, &opinion(&sitting, -0.3)), Err(Refusal::Declined));
    assert!(!other.is_over());
    reply(&mut other);
    assert_eq!(other.consider(task.version, &good_for_person), Err(Refusal::Declined), "too late");
    assert!(matches!(other.offer_draw(), Err(Refusal::NotYourTurn)));
    assert_eq!(sitting.consider(task.version, &good_for_person), Ok(News::Over));
    assert_eq!(sitting.played().ending(), Some(Ending::draw(Reason::Agreement)));
}

#[test]
fn people_lose_on_time_and_the_program_does_not() {
    let mut sitting = timed("move:1", AGAINST_LEVEL);
    sitting.play("a1").unwrap();
    wait(5000);
    assert!(!sitting.fall(), "a slow machine is not its fault");
    assert!(sitting.task().unwrap().allowance.is_some_and(|time| time.is_zero()), "but it has to hurry");
    reply(&mut sitting);
    wait(999);
    assert!(!sitting.fall());
    wait(1);
    assert!(sitting.fall());
    assert_eq!(sitting.played().ending(), Some(Ending::loss(Player::First, Reason::Time)));
    assert!(!sitting.fall(), "nobody loses twice");
    sitting.undo().unwrap();
    assert_eq!(sitting.clock(), None, "whose time is over goes on without a clock");
}

#[test]
fn switches_are_turned_over() {
    let mut sitting = timed("total:60", PEOPLE);
    sitting.play("a1").unwrap();
    assert_eq!(sitting.switch(Switch::Pause), Ok(News::Switched(Switch::Pause, true)));
    wait(10_000);
    assert_eq!(sitting.clock().unwrap().left, [60_000; 2]);
    assert_eq!(sitting.switch(Switch::Pause), Ok(News::Switched(Switch::Pause, false)));
    assert_eq!(sitting.switch(Switch::Takeback), Ok(News::Switched(Switch::Takeback, false)));
    assert_eq!(sitting.switch(Switch::Comments), Ok(News::Switched(Switch::Comments, true)));
    let terms = Terms { control: Control::Total(60, 0), takeback: false, comments: true };
    assert_eq!(sitting.terms(), terms);
    assert_eq!(people("chess").switch(Switch::Pause), Err(Refusal::NoClock));
}

#[test]
fn levels_change_and_people_stay() {
    let mut sitting = sit("tic-tac-toe", AGAINST_LEVEL, Terms::default());
    assert_eq!(sitting.change_levels([Some(Level::Easy), Some(Level::Hard)]), News::LevelsChanged);
    assert_eq!(sitting.seats(), &[Seat::Person, Seat::Level(Level::Hard)]);
    sitting.change_levels([None, None]);
    assert_eq!(sitting.seats()[1], Seat::Level(Level::Hard));
}

#[test]
fn several_deeds_are_done_or_none() {
    let mut sitting = after("tic-tac-toe", "a1");
    let version = sitting.version();
    let outcome = sitting.attempt(|sitting| {
        sitting.play("b2")?;
        sitting.play("b2")
    });
    assert!(outcome.is_err());
    assert_eq!((history(&sitting).as_str(), sitting.version()), ("a1", version));
    let outcome = sitting.attempt(|sitting| {
        sitting.play("b2")?;
        sitting.play("c3")
    });
    assert_eq!((outcome, history(&sitting).as_str()), (Ok(()), "a1 b2 c3"));
}

#[test]
fn a_rematch_exchanges_the_sides_and_keeps_the_terms() {
    let terms = Terms { control: Control::Move(30), takeback: false, comments: true };
    let mut sitting = sit("tic-tac-toe", AGAINST_LEVEL, terms);
    sitting.play("a1").unwrap();
    let again = sitting.rematch(8).unwrap();
    assert_eq!(again.seats(), &[AGAINST_LEVEL[1].clone(), Seat::Person]);
    assert_eq!((again.terms(), again.seed(), history(&again).as_str()), (terms, 8, ""));
    assert_eq!((sitting.viewer(), again.viewer()), (Player::First, Player::Second));
}

#[test]
fn moves_are_commented_on_where_that_is_wanted() {
    let mut sitting = after("tic-tac-toe", "a1");
    assert!(sitting.uncommented().is_none());
    sitting.switch(Switch::Comments).unwrap();
    let uncommented = sitting.uncommented().unwrap();
    let start = people("tic-tac-toe");
    let comment = uncommented.comment(&opinion(&start, 0.0)).unwrap();
    assert_eq!((comment.text.as_str(), comment.verdict()), ("a1", Verdict::Best));
    let mut assessment = opinion(&start, 0.0);
    assessment.moves[4].value = 0.9;
    assessment.best = Some(4);
    let blunder = uncommented.comment(&assessment).unwrap();
    assert_eq!(blunder.verdict(), Verdict::LosesMuch);
    sitting.keep(comment.clone());
    assert!(sitting.comment().is_some());
    sitting.undo().unwrap();
    assert!(sitting.comment().is_none());
    sitting.keep(comment);
    assert!(sitting.comment().is_none(), "the move was taken back");
}

#[test]
fn a_table_is_stored_and_restored() {
    let mut sitting = timed("total:60+5", AGAINST_LEVEL);
    sitting.play("b2").unwrap();
    wait(1000);
    reply(&mut sitting);
    sitting.play("b1").or_else(|_| sitting.play("c1")).unwrap();
    sitting.undo().unwrap();
    sitting.turn();
    let text = serde_json::to_string(&sitting.saved()).unwrap();
    wait(500_000);
    let saved: Saved = serde_json::from_str(&text).unwrap();
    let restored = saved.restore(&Catalogue::shipped(), TIME, 1).unwrap();
    assert_eq!(restored.saved(), sitting_at_rest(&sitting, &restored));
    assert!(restored.can_redo() && restored.turned());
    assert_eq!(restored.clock().unwrap().left, saved.clock.left, "no time passed meanwhile");
}

/// What a table would store if no time had passed since it was put away.
fn sitting_at_rest(sitting: &Sitting, restored: &Sitting) -> Saved {
    Saved { clock: restored.saved().clock, ..sitting.saved() }
}

#[test]
fn tables_from_before_there_were_clocks_and_seeds_still_load() {
    let old = r#"{
        "record": { "game": "tic-tac-toe", "version": 1, "moves": ["a1", "b2"] },
        "undone": ["c3"], "seats": ["person", "10"], "turned": true
    }"#;
    let saved: Saved = serde_json::from_str(old).unwrap();
    let sitting = saved.restore(&Catalogue::shipped(), TIME, 42).unwrap();
    assert_eq!(sitting.seats(), &[Seat::Person, Seat::Level(Level::Rung(10))]);
    assert_eq!((sitting.seed(), sitting.clock(), sitting.version()), (42, None, 1));
    assert!(sitting.can_redo() && sitting.turned() && sitting.terms().takeback);
    let other: Result<Saved, _> = serde_json::from_str(&old.replace("\"10\"", "\"11\""));
    assert!(other.unwrap_err().to_string().contains("'11' is not a seat"));
    let foreign: Saved = serde_json::from_str(&old.replace("tic-tac-toe", "poker")).unwrap();
    let error = foreign.restore(&Catalogue::shipped(), TIME, 1).err().unwrap();
    assert!(error.to_string().contains("there is no game 'poker'"), "{error}");
}

#[test]
fn watchers_have_no_hand_and_people_apart_have_one_each() {
    let mut sitting = people("tic-tac-toe");
    assert_eq!(sitting.hand(Sides::Neither, None).err(), Some(Refusal::Watching));
    let mut black = sitting.hand(Sides::Second, None).unwrap();
    assert_eq!(black.play("a1"), Err(Refusal::NotYourTurn));
    assert_eq!(black.point(&[], 0), Err(Refusal::NotYourTurn));
    assert_eq!(black.redo(), Err(Refusal::Apart));
    assert_eq!(black.switch(Switch::Pause), Err(Refusal::Apart));
    assert_eq!(black.change_levels([None, None]), Err(Refusal::Apart));
    assert!(!sitting.decides(Sides::Second) && sitting.decides(Sides::First) && sitting.decides(Sides::Both));
    sitting.hand(Sides::First, None).unwrap().play("a1").unwrap();
    sitting.hand(Sides::Second, None).unwrap().point(&[], 4).unwrap();
    assert_eq!(history(&sitting), "a1 b2");
    sitting.hand(Sides::Second, None).unwrap().resign().unwrap();
    let lost = Ending::loss(Player::Second, Reason::Resignation);
    assert_eq!(sitting.played().ending(), Some(lost), "whoever resigns loses, whosever turn it is");
    assert_eq!(sitting.hand(Sides::First, None).unwrap().resign(), Err(Refusal::Over));
    assert_eq!(sitting.hand(Sides::First, None).unwrap().undo(), Err(Refusal::Over), "what is over is over");
}

#[test]
fn what_was_meant_for_another_position_is_refused_and_talk_does_not_change_the_position() {
    let mut sitting = people("tic-tac-toe");
    let seen = Some(sitting.version());
    sitting.hand(Sides::Second, seen).unwrap().offer_draw().map(|_| ()).unwrap();
    assert!(Some(sitting.version()) > seen);
    sitting.hand(Sides::First, seen).unwrap().play("a1").unwrap();
    assert_eq!(sitting.hand(Sides::First, seen).err(), Some(Refusal::Stale));
    assert_eq!(
        sitting.hand(Sides::Second, Some(sitting.version() + 1)).err(),
        Some(Refusal::Stale),
        "the future"
    );
    assert_eq!(history(&sitting), "a1");
    let shown = Some(sitting.version());
    sitting.hand(Sides::Both, shown).unwrap().undo().unwrap();
    assert_eq!(
        sitting.hand(Sides::Both, shown).err(),
        Some(Refusal::Stale),
        "taking back is another position, too"
    );
}

#[test]
fn people_apart_take_back_what_both_want_to() {
    let mut sitting = people("tic-tac-toe");
    assert_eq!(sitting.hand(Sides::First, None).unwrap().undo(), Err(Refusal::NothingToTakeBack));
    for text in ["a1", "b2"] {
        sitting.play(text).unwrap();
    }
    let ask = |sitting: &mut Sitting, sides| sitting.hand(sides, None).unwrap().undo();
    assert_eq!(ask(&mut sitting, Sides::First), Ok(News::TakebackAsked(Player::First)));
    assert_eq!((history(&sitting).as_str(), sitting.asks()), ("a1 b2", Some(Player::First)), "nothing yet");
    assert_eq!(ask(&mut sitting, Sides::First), Err(Refusal::Asked));
    assert_eq!(sitting.hand(Sides::First, None).unwrap().decline(), Err(Refusal::NoOffer));
    assert_eq!(sitting.hand(Sides::Second, None).unwrap().decline(), Ok(News::TakebackDeclined));
    assert_eq!(sitting.asks(), None);
    ask(&mut sitting, Sides::First).unwrap();
    let stored = sitting.saved().restore(&Catalogue::shipped(), TIME, 1).unwrap();
    assert_eq!(stored.asks(), Some(Player::First), "a question outlives the program");
    assert_eq!(ask(&mut sitting, Sides::Second), Ok(News::TakenBack));
    assert_eq!((history(&sitting).as_str(), sitting.asks()), ("", None), "up to the move of whoever asked");
    sitting.play("c3").unwrap();
    ask(&mut sitting, Sides::First).unwrap();
    sitting.play("a1").unwrap();
    assert_eq!(sitting.asks(), None, "playing on declines");
    sitting.switch(Switch::Takeback).unwrap();
    assert_eq!(ask(&mut sitting, Sides::First), Err(Refusal::TakebackOff));
}

#[test]
fn people_apart_agree_to_a_draw_and_nobody_agrees_with_himself() {
    let mut sitting = people("chess");
    let offer = |sitting: &mut Sitting, sides| match sitting.hand(sides, None).unwrap().offer_draw() {
        Ok(Offer::Settled(news)) => Ok(news),
        Ok(Offer::Pondered(_)) => panic!("people need not be asked"),
        Err(refusal) => Err(refusal),
    };
    assert_eq!(
        offer(&mut sitting, Sides::Second),
        Ok(News::DrawOffered(Player::Second)),
        "whosever turn it is"
    );
    assert_eq!(offer(&mut sitting, Sides::Second), Err(Refusal::Asked));
    assert_eq!(sitting.hand(Sides::Second, None).unwrap().decline(), Err(Refusal::NoOffer));
    assert_eq!(sitting.hand(Sides::First, None).unwrap().decline(), Ok(News::DrawDeclined));
    offer(&mut sitting, Sides::First).unwrap();
    assert_eq!(offer(&mut sitting, Sides::Second), Ok(News::Over));
    assert_eq!(sitting.played().ending(), Some(Ending::draw(Reason::Agreement)));
}

#[test]
fn the_whole_table_in_one_hand_is_as_before() {
    let mut sitting = sit("tic-tac-toe", AGAINST_LEVEL, Terms::default());
    sitting.hand(Sides::Both, None).unwrap().play("b2").unwrap();
    assert_eq!(sitting.hand(Sides::Both, None).unwrap().play("a1"), Err(Refusal::NotYourTurn));
    sitting.hand(Sides::Both, None).unwrap().undo().unwrap();
    sitting.hand(Sides::Both, None).unwrap().redo().unwrap();
    sitting.hand(Sides::Both, None).unwrap().change_levels([None, Some(Level::Hard)]).unwrap();
    assert_eq!(sitting.seats()[1], Seat::Level(Level::Hard));
    sitting.hand(Sides::Both, None).unwrap().resign().unwrap();
    assert_eq!(sitting.played().ending(), Some(Ending::loss(Player::First, Reason::Resignation)));
}
