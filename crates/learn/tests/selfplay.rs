//! Learning from the rules alone: whatever happens on the way, the same networks come out.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use agon_agents::AgentSpec;
use agon_arena::contest::Tally;
use agon_arena::ledger::Ledger;
use agon_learn::Pace;
use agon_learn::curve::Curve;
use agon_learn::generations::{Course, Lot, Method, Venue, network};
use agon_learn::selfplay::{Drawn, Plan, refit};
use agon_nets::PatternModel;

use crate::course::{GENERATIONS, comes_out_the_same, common, learn, networks, rules};

fn plan(game: &str) -> Plan {
    Plan {
        common: common(game, 40),
        first: "uct:playouts=10".to_owned(),
        games: 160,
        opening: 2,
        random: 0.05,
        drawn: Drawn::Any,
        result: 0.75,
        lambda: 1.0,
        enough: 1.0,
        gate: 8,
    }
}

#[test]
fn neither_jobs_nor_interruptions_make_a_difference() {
    comes_out_the_same(&plan("tapatan"), 70);
    comes_out_the_same(&Plan { drawn: Drawn::Rank, enough: 0.5, ..plan("tapatan") }, 70);
}

#[test]
fn games_that_are_played_elsewhere_in_lots_make_the_same_networks() {
    let plan = Plan { games: 24, ..plan("tic-tac-toe") };
    let [here, there] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    learn(here.path(), &plan, 1, usize::MAX);
    let rules = rules("tic-tac-toe");
    // A lot knows nothing but its words and the file of the network, wherever that is.
    let elsewhere = there.path().join("elsewhere.safetensors");
    let play = |lot: &Lot<'_, Plan>| {
        assert!((1..=5).contains(&lot.numbers.len()));
        let plan: Plan = serde_json::from_str(&serde_json::to_string(lot.plan).unwrap()).unwrap();
        let network = lot.network.map(|file| {
            fs::copy(file, &elsewhere).unwrap();
            elsewhere.as_path()
        });
        let lot = Lot { plan: &plan, rules: rules.as_ref(), network, ..*lot };
        lot.check().map_err(|error| error.to_string())?;
        lot.play().map_err(|error| error.to_string())
    };
    let pace = Pace { jobs: 1, goes_on: &|| true, tell: &|| () };
    let mut course = Course::begin(there.path(), &plan, rules.clone()).unwrap();
    for _ in 0..GENERATIONS {
        assert!(course.advance_at(&Venue { play: &play, size: 5, jobs: 1 }, &pace, &mut |_| {}).unwrap());
    }
    course.close().unwrap();
    assert!(elsewhere.exists(), "later generations play with a network");
    assert_eq!(networks(here.path()), networks(there.path()));
}

#[test]
fn a_lot_of_other_rules_or_without_its_network_is_refused() {
    let plan = Plan { first: "random".to_owned(), ..plan("tic-tac-toe") };
    let rules = rules("tic-tac-toe");
    let refused = |change: &dyn Fn(&mut Plan), network: Option<&Path>| {
        let mut plan = plan.clone();
        change(&mut plan);
        let lot = Lot { plan: &plan, rules: rules.as_ref(), generation: 0, network, numbers: &[1] };
        lot.check().unwrap_err().to_string()
    };
    let told = refused(&|plan| plan.common.version = 999, None);
    assert_eq!(told, "the version of the rules is 999; expected 1, which is known here");
    assert!(refused(&|plan| plan.first = "nobody".to_owned(), None).contains("nobody"));
    let told = refused(&|_| {}, Some(Path::new("nowhere.safetensors")));
    assert!(told.contains("nowhere.safetensors"), "{told}");
}

#[test]
fn networks_are_measured_once_by_those_who_do_not_learn() {
    let dir = tempfile::tempdir().unwrap();
    let games = AtomicUsize::new(0);
    let pace = Pace { jobs: 1, goes_on: &|| true, tell: &|| _ = games.fetch_add(1, Ordering::Relaxed) };
    let mut plan = Plan { games: 8, ..plan("tic-tac-toe") };
    plan.common.study.positions = 100;
    let measured = |agents: &[&str]| {
        let agents = agents.iter().map(|agent| agent.parse::<AgentSpec>().unwrap()).collect();
        let mut course =
            Course::begin(dir.path(), &plan, rules("tic-tac-toe")).unwrap().measured_by(agents, 6).unwrap();
        course.advance(&pace, &mut |_| {}).unwrap();
        course.close().unwrap();
        Curve::read(dir.path()).unwrap()
    };
    let curve = measured(&["random", "minimax:depth=2"]);
    let strength = &curve.rungs[0].strength;
    assert_eq!(strength.len(), 2);
    assert_eq!(strength[1].against, "minimax:depth=2");
    let games = |tally: Tally| tally.wins + tally.draws + tally.losses;
    assert!(strength.iter().all(|yardstick| games(yardstick.tally) == 6));
    assert!(curve.strength().unwrap().file().contains("minimax:depth=2"));
    assert!(curve.table().text().contains("against random"));
    assert_eq!(measured(&["greedy"]).rungs[0].strength, *strength, "what is there is not played again");
}

#[test]
fn measures_that_nobody_can_take_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let course = Course::begin(dir.path(), &plan("tic-tac-toe"), rules("tic-tac-toe")).unwrap();
    let told = course.measured_by(Vec::new(), u32::MAX).err().unwrap().to_string();
    assert_eq!(told, "strength is 4294967295; expected at most 1000000");
}

#[test]
fn other_patterns_can_be_fitted_to_the_same_games() {
    let dir = tempfile::tempdir().unwrap();
    learn(dir.path(), &plan("tic-tac-toe"), 2, usize::MAX);
    let games = dir.path().join("games.sqlite");
    let fitted = |patterns: &str| {
        let change = |mut plan: Plan| {
            plan.common.study.patterns = patterns.parse().unwrap();
            plan
        };
        refit(&games, rules("tic-tac-toe").as_ref(), change, 1, &mut |_| {}).unwrap()
    };
    let [cells, lines] = ["cell", "cell+line3"].map(fitted);
    assert_eq!(lines.network.scheme.places(), 9 + 8);
    assert_eq!(cells.network.scheme.places(), 9);
    assert_ne!(lines.origin.loss, cells.origin.loss);
    assert_eq!(cells.origin.games, 20 + 40 + 80 + 160);
    let other = refit(&games, rules("othello").as_ref(), |plan| plan, 1, &mut |_| {});
    assert!(other.unwrap_err().to_string().contains("its games are those of tic-tac-toe"));
}

#[test]
fn networks_learn_where_searches_ask_them() {
    // In lines of action a capture changes little, and searches judge positions without looking at one first; in checkers whoever
    // can take has to, so they never judge such a position.
    for (game, all) in [("lines-of-action", true), ("checkers", false)] {
        let dir = tempfile::tempdir().unwrap();
        let mut plan = Plan { games: 16, opening: 0, random: 0.0, ..plan(game) };
        plan.common.longest = 40;
        learn(dir.path(), &plan, 2, usize::MAX);
        let model = PatternModel::load(&network(dir.path(), 3)).unwrap();
        let ledger = Ledger::open(&dir.path().join("games.sqlite")).unwrap();
        // Every ply of a game has five bytes; the last one of those whose move was searched and played is 1.
        let searched = |number: u64| {
            let kept = ledger.attachment(number).unwrap().unwrap();
            kept.chunks(5).filter(|ply| ply[4] == 1).count() as u64
        };
        let learned = plan.games_of(2).chain(plan.games_of(3)).filter(|number| number % 20 != 0);
        let plies: u64 = learned.map(searched).sum();
        assert_eq!(model.origin.positions == plies, all, "{game}: {} of {plies}", model.origin.positions);
    }
}

#[test]
fn games_that_are_decided_or_too_long_break_off() {
    let plies = |enough: f32, longest: u32| {
        let dir = tempfile::tempdir().unwrap();
        let mut plan = Plan { games: 40, enough, ..plan("othello") };
        plan.common.longest = longest;
        learn(dir.path(), &plan, 2, usize::MAX);
        let ledger = Ledger::open(&dir.path().join("games.sqlite")).unwrap();
        let (mut young, mut grown) = (0, 0);
        let last = plan.games_of(3);
        ledger
            .each(|_, entry| {
                *if last.contains(&entry.number) { &mut grown } else { &mut young } += entry.plies
            })
            .unwrap();
        (young, grown)
    };
    let (whole, easy) = (plies(1.0, 60), plies(0.05, 60));
    assert_eq!(whole.0, easy.0, "who knows little does not give up");
    assert!(4 * easy.1 < 3 * whole.1, "{whole:?} {easy:?}");
    assert!(plies(1.0, 30).0 < whole.0);
}

#[test]
fn plans_that_make_no_sense_are_refused() {
    let refused = |change: fn(&mut Plan)| {
        let mut plan = plan("tapatan");
        change(&mut plan);
        plan.check(rules("tapatan").as_ref()).unwrap_err().to_string()
    };
    assert_eq!(refused(|plan| plan.result = 2.0), "result is 2; expected a share from 0 to 1");
    assert_eq!(refused(|plan| plan.result = f32::NAN), "result is NaN; expected a share from 0 to 1");
    assert_eq!(refused(|plan| plan.lambda = -1.0), "lambda is -1; expected a share from 0 to 1");
    assert_eq!(refused(|plan| plan.enough = 0.0), "enough is 0; expected a number above 0 and up to 1");
    assert!(refused(|plan| plan.games = 0).starts_with("games is 0"));
    assert!(refused(|plan| plan.games = u64::MAX).contains("at most 100000000"));
    assert_eq!(refused(|plan| plan.opening = u32::MAX), "opening is 4294967295; expected at most 1000");
    assert_eq!(refused(|plan| plan.gate = 1_000_001), "gate is 1000001; expected at most 1000000");
    // TOML, as which a plan is kept, knows no such numbers.
    assert!(refused(|plan| plan.common.nodes = u64::MAX).ends_with("expected at most 1000000000000"));
    assert!(refused(|plan| plan.common.window = u64::MAX).ends_with("expected at most 100000000"));
    assert!(
        refused(|plan| plan.common.study.positions = usize::MAX).ends_with("expected at most 1000000000")
    );
    assert!(refused(|plan| plan.common.study.epochs = usize::MAX).ends_with("expected at most 1000000"));
    assert!(refused(|plan| plan.common.study.batch = usize::MAX).ends_with("expected at most 1000000000"));
    assert!(refused(|plan| plan.common.study.phases = 0).contains("from 1 to 16"));
    assert!(refused(|plan| plan.first = "nobody".to_owned()).contains("nobody"));
}
