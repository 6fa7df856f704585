//! Learning from the trees of searches: whatever happens on the way, the same networks come out, and they have learned.

use agon_arena::ledger::{Kind, Ledger};
use agon_learn::descent::{Plan, Targets};
use agon_learn::generations::Method;
use agon_nets::PatternModel;
use agon_search::bestfirst::Ends;

use crate::course::{GENERATIONS, comes_out_the_same, common, learn, rules};

fn plan(game: &str, nodes: u64) -> Plan {
    let mut common = common(game, nodes);
    common.study.positions = 3000;
    Plan { common, ends: Ends::Score, targets: Targets::Tree, games: 120, generations: GENERATIONS, gate: 8 }
}

/// The network of the first generation: all that is different about it is what it learned from.
fn learned(plan: &Plan) -> PatternModel {
    let dir = tempfile::tempdir().unwrap();
    learn(dir.path(), plan, 2, usize::MAX);
    PatternModel::load(&dir.path().join("generation-0.net.safetensors")).unwrap()
}

#[test]
fn neither_jobs_nor_interruptions_make_a_difference() {
    comes_out_the_same(&plan("tapatan", 60), 25);
}

#[test]
fn all_games_are_kept() {
    let dir = tempfile::tempdir().unwrap();
    learn(dir.path(), &Plan { games: 12, ..plan("tic-tac-toe", 60) }, 1, usize::MAX);
    let ledger = Ledger::open(&dir.path().join("games.sqlite")).unwrap();
    assert_eq!((ledger.run().kind, ledger.count().unwrap()), (Kind::Descent, 12));
}

#[test]
fn what_is_learned_from_can_be_chosen() {
    let [tree, root, terminal] = [Targets::Tree, Targets::Root, Targets::Terminal]
        .map(|targets| learned(&Plan { targets, ..plan("tic-tac-toe", 40) }));
    assert!(tree.origin.positions > 3 * root.origin.positions, "{:?} {:?}", tree.origin, root.origin);
    assert_eq!(root.origin.positions, terminal.origin.positions);
    assert_ne!(root.network, terminal.network);
    let gain = learned(&Plan { ends: Ends::Gain, ..plan("tic-tac-toe", 40) });
    assert_ne!(gain.network, tree.network);
}

/// What the tree of a whole game of tic-tac-toe says is exact, so a network that has learned it knows a won line from a lost one.
#[test]
fn a_network_knows_who_is_about_to_win() {
    let dir = tempfile::tempdir().unwrap();
    learn(dir.path(), &Plan { games: 200, ..plan("tic-tac-toe", 100) }, 2, usize::MAX);
    let file = dir.path().join("generation-3.net.safetensors");
    let rules = rules("tic-tac-toe");
    let mut agent = rules.agent(&format!("greedy:eval=net:{}", file.display()).parse().unwrap()).unwrap();
    // a1 and a2 against b1 and c3, second to move: whatever does not block is lost.
    let mut game = rules.start(None).unwrap();
    for text in ["a1", "b2", "a2"] {
        game.play(game.find_move(text).unwrap());
    }
    let assessment = agent.analyse(game.as_ref(), &mut |_| {});
    let block = game.find_move("a3").unwrap();
    assert_eq!(assessment.best, Some(block), "{:?}", assessment.moves);
}

#[test]
fn plans_that_make_no_sense_are_refused() {
    let refused = |change: fn(&mut Plan)| {
        let mut plan = plan("tapatan", 60);
        change(&mut plan);
        plan.check(rules("tapatan").as_ref()).unwrap_err().to_string()
    };
    assert_eq!(
        refused(|plan| plan.games = 3),
        "games is 3; expected at least as many as there are generations (4)"
    );
    assert_eq!(refused(|plan| plan.gate = u32::MAX), "gate is 4294967295; expected at most 1000000");
    assert!(refused(|plan| plan.common.nodes = u64::MAX).ends_with("expected at most 1000000000000"));
    assert!(refused(|plan| plan.generations = 0).starts_with("generations is 0"));
    assert!(refused(|plan| plan.common.window = 0).starts_with("window is 0"));
    assert!(refused(|plan| plan.common.study.rate = f32::NAN).starts_with("rate is NaN"));
    assert!(refused(|plan| plan.common.study.phases = 17).contains("from 1 to 16"));
    assert!(refused(|plan| plan.common.seed = u64::MAX).starts_with("seed is"));
}
