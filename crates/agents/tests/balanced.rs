//! Agents that play for a close game.

use std::sync::Arc;
use std::time::Duration;

use agon_agents::balanced::{Glance, win_in_one};
use agon_agents::{Agent, AgentSpec, Assessment, Catalogue, Level, Playable};
use agon_core::{Match, Outcome, Player, Random};

/// A game that comes with the program.
fn game(spec: &str) -> Arc<dyn Playable> {
    Catalogue::shipped().find(spec).unwrap_or_else(|error| panic!("{error}"))
}

fn agent(spec: &str, game: &str) -> Box<dyn Agent> {
    spec.parse::<AgentSpec>()
        .and_then(|spec| self::game(game).agent(&spec))
        .unwrap_or_else(|error| panic!("{error}"))
}

fn analyse(spec: &str, game: &str, played: &dyn Match) -> Assessment {
    agent(spec, game).analyse(played, &mut |_| {})
}

/// Positions after random moves in which the game goes on.
fn positions(game: &str, plies: u32, count: u64) -> Vec<Box<dyn Match>> {
    let rules = agon_games::find(game).unwrap();
    let position = |seed| {
        let mut random = Random::stream(seed, u64::from(plies));
        let mut played = rules.start(None).unwrap();
        while played.plies() < plies && played.ending().is_none() {
            played.play(random.below(played.move_count() as u32) as usize);
        }
        played
    };
    (0..count).map(position).filter(|played| played.ending().is_none()).collect()
}

#[test]
fn fair_takes_a_win_in_one_whatever_it_remembers() {
    let mut wins = 0;
    for (game, plies) in
        [("tic-tac-toe", 5), ("tapatan", 6), ("othello", 58), ("havannah:size=4", 24), ("chess", 60)]
    {
        for played in positions(game, plies, 40).iter().filter(|played| win_in_one(played.as_ref()).is_some())
        {
            for u in ["-4", "-1", "0", "1.2"] {
                let found = analyse(&format!("fair:u={u},nodes=40"), game, played.as_ref());
                let mut after = played.fork();
                after.play(found.choice.unwrap());
                let won = after.ending().is_some_and(|end| end.outcome == Outcome::Win(played.to_move()));
                assert!(won, "{game}, u={u}: {} in {}", found.choice.unwrap(), played.position());
                wins += 1;
            }
        }
    }
    assert!(wins > 40, "only {wins} positions were tried");
}

#[test]
fn fair_remembers_by_the_rule_and_nothing_else_does() {
    let mut fair = agent("fair:u=0.1,step=0.5", "tic-tac-toe");
    fair.conclude(1.0);
    assert!((fair.memory().unwrap() + 0.4).abs() < 1e-6);
    // Forgetting a game is not forgetting the opponent.
    fair.reset();
    fair.conclude(0.0);
    fair.conclude(-1.0);
    assert!((fair.memory().unwrap() - 0.1).abs() < 1e-6);
    assert_eq!(agent("minibal+", "tic-tac-toe").memory(), None);
    // Whoever chooses for it passes on what it is told.
    let mut careful = agent("fair:u=0.1,step=0.5@careful", "tic-tac-toe");
    careful.conclude(1.0);
    assert!((careful.memory().unwrap() + 0.4).abs() < 1e-6);
}

/// What an agent looks at in a position of some history when it has no time at all, and when it has all it wants.
fn nodes(spec: &str, game: &str) -> [u64; 2] {
    let played = positions(game, 12, 1).remove(0);
    let mut agent = agent(spec, game);
    [Some(Duration::ZERO), None].map(|time| {
        agent.reset();
        agent.hurry(time);
        agent.analyse(played.as_ref(), &mut |_| {}).cost.nodes
    })
}

#[test]
fn haste_reaches_the_searches_inside() {
    let rung = Level::Rung(Level::TOP).spec(game("othello").as_ref()).to_string();
    assert!(rung.ends_with("@careful"), "{rung}");
    for spec in [
        "pvs:nodes=50000",
        "pvs:nodes=50000@careful",
        "pvs:nodes=50000@slip(1,0.1,0.3)",
        "pvs:nodes=50000@quantile(3)",
        "adaptive:nodes=50000",
        "fair:nodes=50000",
        "fair:nodes=50000,u=2",
        "fair:nodes=50000,u=-4",
        "fair:nodes=50000@careful",
        rung.as_str(),
    ] {
        let [hurried, whole] = nodes(spec, "othello");
        assert!(10 * hurried < whole, "{spec}: {hurried} of {whole}");
    }
}

#[test]
fn a_budget_in_time_gives_way_to_haste() {
    // An hour each, or nothing: this ends when the haste arrives.
    let played = positions("othello", 12, 1).remove(0);
    for spec in ["pvs:time=1h@careful", "fair:time=1h", "adaptive:clock=100h", "uct:time=1h@easy"] {
        let mut agent = agent(spec, "othello");
        agent.hurry(Some(Duration::from_millis(5)));
        let found = agent.analyse(played.as_ref(), &mut |_| {});
        assert!(found.choice.is_some() && found.cost.time < Duration::from_mins(1), "{spec}");
    }
}

#[test]
fn fair_at_full_strength_plays_the_best_move() {
    for played in positions("othello", 20, 8) {
        let fair = analyse("fair:u=1.5,nodes=600", "othello", played.as_ref());
        let best = analyse("pvs:eval=heuristic,memory=1,selective=off,nodes=600", "othello", played.as_ref());
        let expected = win_in_one(played.as_ref()).or(best.best);
        assert_eq!(fair.choice, expected);
    }
}

#[test]
fn balanced_agents_judge_by_the_evaluation_that_is_named() {
    let file = concat!("net:", env!("CARGO_MANIFEST_DIR"), "/../../models/othello.net.safetensors");
    for played in positions("othello", 20, 4) {
        let values = |spec: String| -> Vec<f32> {
            let found = analyse(&spec, "othello", played.as_ref());
            found.moves.iter().map(|assessed| assessed.value).collect()
        };
        for (agent, rest) in [
            ("fair", "u=1.5,nodes=300"),
            ("fair", "nodes=300"),
            ("adaptive", "nodes=300"),
            ("minibal+", "iterations=20"),
            ("minibal-n", "iterations=20"),
            ("alphadda1", "iterations=20"),
            ("alphadda2", "iterations=20"),
            ("alphadda3", "iterations=20"),
        ] {
            let by = |eval: &str| values(format!("{agent}:eval=\"{eval}\",{rest}"));
            assert_eq!(by("net"), by(file), "{agent}:{rest}");
            if agent != "alphadda2" {
                assert_ne!(by("net"), by("heuristic"), "{agent}:{rest}");
                assert_eq!(values(format!("{agent}:{rest}")), by("heuristic"), "{agent}:{rest}");
            }
        }
        let best = "pvs:eval=net,memory=1,selective=off,nodes=300".to_owned();
        assert_eq!(values("fair:u=1.5,eval=net,nodes=300".to_owned()), values(best));
    }
    let other = "fair:eval=net".parse().unwrap();
    assert!(game("tapatan").agent(&other).is_err(), "there is no network for it");
}

#[test]
fn fair_decides_games_that_go_in_circles_and_refuses_no_win() {
    let rules = agon_games::find("nine-mens-morris").unwrap();
    let gains = |spec: &str| -> Vec<i32> {
        let play = |number: u64| {
            let mut random = Random::new(number);
            let mut played = rules.start(None).unwrap();
            let mut fair = agent(&format!("{spec},seed={number}"), "nine-mens-morris");
            while played.ending().is_none() {
                if played.to_move() == Player::First {
                    let choice = fair.analyse(played.as_ref(), &mut |_| {}).choice.unwrap();
                    let is_won = win_in_one(played.as_ref()).is_some();
                    played.play(choice);
                    assert!(!is_won || played.ending().is_some(), "a win was refused");
                } else {
                    played.play(random.below(played.move_count() as u32) as usize);
                }
            }
            match played.ending().unwrap().outcome {
                Outcome::Draw => 0,
                Outcome::Win(Player::First) => 1,
                Outcome::Win(Player::Second) => -1,
            }
        };
        (0..16).map(play).collect()
    };
    let count = |gains: &[i32], gain: i32| gains.iter().filter(|&&found| found == gain).count();
    let (before, after) = (gains("fair:patience=1,nodes=200"), gains("fair:nodes=200"));
    assert!(count(&before, 0) >= 12, "whoever keeps it even draws: {before:?}");
    assert!(count(&after, 0) < count(&before, 0), "{after:?}");
    assert!(count(&after, 1) > 0 && count(&after, -1) > 0, "either may win: {after:?}");
}

#[test]
fn fair_gives_way_only_as_much_as_does_not_meet_the_eye() {
    let mut glance = Glance::new(game("chess").as_ref()).unwrap();
    let mut yielded = 0;
    for played in positions("chess", 24, 20) {
        let played = played.as_ref();
        // Only what is remembered counts here: somebody careless in this very game would lower the limits further.
        let found = analyse("fair:u=-1,drift=0,lead=0,visible=0.1,nodes=300", "chess", played);
        let (best, choice) = (found.best.unwrap(), found.choice.unwrap());
        yielded += u32::from(best != choice);
        if win_in_one(played).is_none() {
            let drop = glance.look(played, best) - glance.look(played, choice);
            assert!(drop <= 0.1 + 1e-6, "{drop} in {}", played.position());
        }
    }
    assert!(yielded > 10, "a player who wants to be behind does not play the best moves: {yielded}");
}

#[test]
fn fair_gives_way_to_somebody_who_plays_at_random() {
    let mut random = Random::new(7);
    for (game, games) in [("tic-tac-toe", 30), ("havannah:size=4", 6)] {
        let rules = agon_games::find(game).unwrap();
        let mut sum = 0;
        for number in 0..games {
            let (mut played, mut fair) = (rules.start(None).unwrap(), agent("fair:u=-4,nodes=400", game));
            let side = if number % 2 == 0 { Player::First } else { Player::Second };
            while played.ending().is_none() {
                let index = if played.to_move() == side {
                    fair.analyse(played.as_ref(), &mut |_| {}).choice.unwrap()
                } else {
                    random.below(played.move_count() as u32) as usize
                };
                played.play(index);
            }
            sum += match played.ending().unwrap().outcome {
                Outcome::Draw => 0,
                Outcome::Win(winner) => {
                    if winner == side {
                        1
                    } else {
                        -1
                    }
                }
            };
        }
        assert!(sum < 0, "{game}: {sum} of {games}");
    }
}

#[test]
fn fair_sees_how_the_game_went_when_it_joins_in_the_middle() {
    let mut given = [0.0, 0.0];
    for played in positions("othello", 25, 12) {
        let alone = agon_games::find("othello").unwrap().start(Some(&played.position())).unwrap();
        for (given, played) in given.iter_mut().zip([played.as_ref(), alone.as_ref()]) {
            let found = analyse("fair:lead=0,nodes=300", "othello", played);
            let honest = analyse("pvs:multipv=all,nodes=3000", "othello", played);
            *given += honest.moves[honest.best.unwrap()].value - honest.moves[found.choice.unwrap()].value;
        }
    }
    // The opponent played at random: more has to be given away than if nothing was known of him.
    assert!(given[0] > given[1], "{given:?}");
}

#[test]
fn fair_plays_the_same_again_also_after_taking_back() {
    for game in ["checkers", "connect6"] {
        let rules = agon_games::find(game).unwrap();
        let (mut played, mut fair) = (rules.start(None).unwrap(), agent("fair:nodes=200", game));
        let mut random = Random::new(4);
        for _ in 0..4 {
            let choice = fair.analyse(played.as_ref(), &mut |_| {}).choice.unwrap();
            played.play(choice);
            played.play(random.below(played.move_count() as u32) as usize);
        }
        let before: Vec<usize> = (0..2)
            .map(|_| {
                fair.reset();
                fair.analyse(played.as_ref(), &mut |_| {}).choice.unwrap()
            })
            .collect();
        assert_eq!(before[0], before[1]);
        played.undo();
        played.undo();
        assert!(fair.analyse(played.as_ref(), &mut |_| {}).choice.is_some());
    }
}

#[test]
fn balanced_agents_play_every_game() {
    for info in agon_games::catalogue() {
        let rules = agon_games::find(&info.id).unwrap();
        for spec in [
            "alphadda1:iterations=30",
            "alphadda3:iterations=30",
            "adaptive:nodes=30",
            "fair:nodes=30",
            "fair:u=-4,nodes=30",
        ] {
            let (mut played, mut player) = (rules.start(None).unwrap(), agent(spec, &info.id));
            for _ in 0..6 {
                if played.ending().is_some() {
                    break;
                }
                let found = player.analyse(played.as_ref(), &mut |_| {});
                assert_eq!(found.moves.len(), played.move_count(), "{spec} for {}", info.id);
                assert!(
                    found.moves.iter().all(|mv| (-1.0..=1.0).contains(&mv.value)),
                    "{spec} for {}",
                    info.id
                );
                played.play(found.choice.unwrap());
            }
        }
    }
}

#[test]
fn alphadda1_thinks_less_the_better_it_stands() {
    let rules = agon_games::find("chess").unwrap();
    let iterations = |position: &str| {
        let played = rules.start(Some(position)).unwrap();
        analyse("alphadda1:window=1,a=3,x0=-0.8,iterations=500", "chess", played.as_ref()).cost.iterations
    };
    let ahead = iterations("8/8/8/7k/8/8/QQQ5/K7 w - - 0 1");
    let even = iterations("k7/8/8/8/8/8/8/K6R w - - 0 1");
    let behind = iterations("qqq4k/8/8/8/7K/8/8/8 w - - 0 1");
    assert!(ahead < even && even <= behind, "{ahead} {even} {behind}");
    assert_eq!(behind, 500);
}

#[test]
fn alphadda2_leaves_out_more_of_its_network_the_better_it_stands() {
    let rules = agon_games::find("othello").unwrap();
    let values = |spec: &str, played: &dyn Match| -> Vec<f32> {
        analyse(spec, "othello", played).moves.iter().map(|assessed| assessed.value).collect()
    };
    let mut played = rules.start(None).unwrap();
    played.play(0);
    let played = played.as_ref();
    let spec = |rest: &str| format!("alphadda2:eval=cascade,iterations=60,{rest}");
    // Nothing is left out where it does not stand well enough, whatever the seed; that is the whole network.
    let whole = values(&spec("a=0"), played);
    assert_eq!(values(&spec("a=5,x0=-9"), played), whole);
    assert_eq!(values(&spec("a=5,x0=-9,seed=3"), played), whole);
    assert_eq!(values("alphadda1:eval=cascade,iterations=60,a=1000,x0=-10", played), whole);
    // And about half of it where it stands better; which parts, the seed says.
    let thin = values(&spec("a=0.5,x0=1"), played);
    assert_ne!(thin, whole);
    assert_eq!(values(&spec("a=0.5,x0=1"), played), thin);
    assert_ne!(values(&spec("a=0.5,x0=1,seed=3"), played), thin);
    // The same agent asked again has its network back.
    let mut again = agent(&spec("a=0.5,x0=1"), "othello");
    let first = again.analyse(played, &mut |_| {});
    assert_eq!(again.analyse(played, &mut |_| {}).moves, first.moves);
}

#[test]
fn alphadda2_needs_a_network() {
    let refused = game("othello").agent(&"alphadda2".parse().unwrap()).err().unwrap().to_string();
    assert!(refused.contains("eval=heuristic is none") && refused.contains("net:FILE"), "{refused}");
}

#[test]
fn adaptive_begins_with_its_prior_and_then_follows() {
    let rules = agon_games::find("othello").unwrap();
    let mut played = rules.start(None).unwrap();
    played.play(0);
    let value = |spec: &str| {
        let found = analyse(spec, "othello", played.as_ref());
        let values: Vec<f32> = found.moves.iter().map(|mv| mv.value).collect();
        let extreme = |pick: fn(f32, f32) -> f32| values.iter().copied().reduce(pick).unwrap();
        (values[found.choice.unwrap()], extreme(f32::min), extreme(f32::max))
    };
    // The opponent's first move is one of four that are alike: of the middle rank.
    let (chosen, worst, best) = value("adaptive");
    assert!(chosen < best || worst == best);
    let first = rules.start(None).unwrap();
    let top = analyse("adaptive:prior=1", "othello", first.as_ref());
    assert!(top.moves.iter().all(|mv| mv.value <= top.moves[top.choice.unwrap()].value));
}
