//! Levels and selections as players meet them.

use std::sync::Arc;

use agon_agents::level::{Dial, Ladder};
use agon_agents::{AgentError, AgentSpec, Catalogue, Level, Playable};
use agon_core::{Match, Outcome, Random};

/// A game that comes with the program.
fn game(spec: &str) -> Arc<dyn Playable> {
    Catalogue::shipped().find(spec).unwrap_or_else(|error| panic!("{error}"))
}

fn choice(spec: &AgentSpec, game: &str, played: &dyn Match) -> usize {
    let mut agent = self::game(game).agent(spec).unwrap_or_else(|error| panic!("{spec} for {game}: {error}"));
    agent.analyse(played, &mut |_| {}).choice.expect("a game that goes on has moves")
}

/// Positions of random games, some of each.
fn positions(game: &str, games: u64) -> Vec<Box<dyn Match>> {
    let rules = agon_games::find(game).expect("the game exists");
    let mut found = Vec::new();
    for number in 0..games {
        let mut random = Random::stream(number, 0x1e4e);
        let mut played = rules.start(None).expect("every game has a beginning");
        while played.ending().is_none() && played.plies() < 120 {
            found.push(played.fork());
            played.play(random.below(played.move_count() as u32) as usize);
        }
    }
    found
}

/// Whether a player other than `mover`, or `mover` himself, wins by playing a move.
fn wins(played: &dyn Match, index: usize) -> bool {
    let mover = played.to_move();
    let mut after = played.fork();
    after.play(index);
    after.ending().is_some_and(|ending| ending.outcome == Outcome::Win(mover))
}

/// Whether the opponent wins by his next move.
fn hands_over(played: &dyn Match, index: usize) -> bool {
    let mut after = played.fork();
    after.play(index);
    after.ending().is_none()
        && after.to_move() != played.to_move()
        && (0..after.move_count()).any(|reply| wins(after.as_ref(), reply))
}

#[test]
fn from_level_three_on_a_win_is_taken_and_an_obvious_loss_avoided() {
    for game in ["tic-tac-toe", "othello", "checkers", "nine-mens-morris", "lines-of-action", "chess"] {
        let (mut won, mut saved) = (0, 0);
        for played in positions(game, 12) {
            let played = played.as_ref();
            let moves = 0..played.move_count();
            let has_win = moves.clone().any(|index| wins(played, index));
            let dangers = moves.filter(|&index| hands_over(played, index)).count();
            if won + saved >= 12 || !has_win && (dangers == 0 || dangers == played.move_count()) {
                continue;
            }
            for rung in [3, 5] {
                let choice = choice(&Level::Rung(rung).spec(self::game(game).as_ref()), game, played);
                if has_win {
                    assert!(wins(played, choice), "level {rung} of {game} in {}", played.position());
                } else {
                    assert!(!hands_over(played, choice), "level {rung} of {game} in {}", played.position());
                }
            }
            won += u32::from(has_win);
            saved += u32::from(!has_win);
        }
        assert!(won + saved > 0, "{game} gave no position to test with");
    }
}

#[test]
fn every_game_has_every_level() {
    for game in Catalogue::shipped().games() {
        for level in Level::all() {
            let spec = level.spec(game.as_ref());
            assert!(game.agent(&spec).is_ok(), "level {level} of {}: {spec}", game.spec());
            let sentence = level.sentence(game.as_ref());
            assert!(sentence.ends_with('.'), "{sentence}");
        }
    }
}

#[test]
fn the_tables_are_in_order() {
    // A game that is new may have none.
    for ladder in Ladder::all() {
        let game = game(&ladder.game);
        let info = game.info();
        assert_eq!(
            Ladder::of(game.as_ref()),
            Some(ladder),
            "{} was measured before its rules changed",
            info.id
        );
        assert_eq!(ladder.rungs.len(), usize::from(Level::TOP), "{}", info.id);
        for (number, rung) in (1..).zip(&ladder.rungs) {
            assert_eq!(rung.level, number);
            let spec: AgentSpec = rung.spec.parse().unwrap_or_else(|error| panic!("{}: {error}", rung.spec));
            let limit = spec.limit();
            assert!(
                limit.time.is_none() && limit.nodes.or(limit.playouts).is_some(),
                "{spec} has no budget in counts"
            );
            assert_eq!(rung.below.is_some(), number > 1);
            assert!(rung.confirmed.is_none() || ladder.confirmed.is_some(), "{}", info.id);
        }
        assert!(ladder.rungs.is_sorted_by_key(|rung| rung.rating), "{}", info.id);
    }
}

#[test]
fn the_same_seed_gives_the_same_choice_and_another_may_not() {
    let rules = agon_games::find("othello").unwrap();
    let spec = Dial::new(rules.as_ref()).spec(1.0);
    let played = rules.start(None).unwrap();
    let play = |seed: u64| {
        let mut played = played.fork();
        let mut agent = game("othello").agent(&spec.seeded(seed)).unwrap();
        while played.ending().is_none() {
            let choice = agent.analyse(played.as_ref(), &mut |_| {}).choice.unwrap();
            played.play(choice);
        }
        played.history()
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
}

/// Of the published difficulties, whose targets are drawn, no two games need be alike.
#[test]
fn gaussian_games_differ_with_their_seeds() {
    let rules = game("othello");
    let spec: AgentSpec = "alphabeta:depth=2@easy".parse().unwrap();
    let play = |seed: u64| {
        let mut played = rules.start(None).unwrap();
        let mut agent = rules.agent(&spec.seeded(seed)).unwrap();
        while played.ending().is_none() {
            let choice = agent.analyse(played.as_ref(), &mut |_| {}).choice.unwrap();
            played.play(choice);
        }
        played.history()
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
}

#[test]
fn slips_come_as_often_as_they_are_said_to() {
    let [careful, hasty] = ["pvs:nodes=60@careful", "pvs:multipv=all,nodes=60@sound(0.2,1)"];
    let never = "pvs:nodes=60@slip(0,0.2,1)";
    let always = "pvs:nodes=60@slip(1,0.2,1)";
    let mut sometimes = 0;
    let positions = positions("othello", 4);
    for played in &positions {
        let play = |spec: &str| choice(&spec.parse().unwrap(), "othello", played.as_ref());
        assert_eq!(play(never), play(careful));
        assert_eq!(play(always), play(hasty));
        sometimes += usize::from(play("pvs:nodes=60@slip(0.3,0.2,1)") != play(careful));
    }
    // Some of the hasty moves are the careful ones.
    let share = sometimes as f64 / positions.len() as f64;
    assert!((0.08..0.3).contains(&share), "{sometimes} of {}", positions.len());
}

#[test]
fn every_selection_plays_with_every_kind_of_search() {
    let games = ["tic-tac-toe", "othello", "alquerque"];
    let searches = [
        "greedy",
        "alphabeta:depth=2",
        "pvs:nodes=300",
        "uct:playouts=60",
        "hybrid:playouts=90",
        "unbounded:iterations=20",
    ];
    let selections = [
        "careful",
        "easy",
        "margin(0.2)",
        "softmax(0.1,0.3)",
        "sound(0.2)",
        "slip(0.5)",
        "quantile",
        "visible(1)",
    ];
    for game in games {
        for search in searches {
            for selection in selections {
                let spec: AgentSpec = format!("{search}@{selection}").parse().unwrap();
                let mut agent = self::game(game).agent(&spec.seeded(4)).unwrap();
                let mut played = agon_games::find(game).unwrap().start(None).unwrap();
                for _ in 0..4 {
                    let choice = agent.analyse(played.as_ref(), &mut |_| {}).choice.unwrap();
                    played.play(choice);
                }
            }
        }
    }
}

#[test]
fn what_is_visible_at_a_depth_is_what_a_search_of_that_depth_plays() {
    for played in positions("othello", 1).iter().step_by(7) {
        // A second limit makes the search deepen step by step, so that there is a view from two plies.
        let deep: AgentSpec = "alphabeta:nodes=1000000,depth=5@visible(2)".parse().unwrap();
        let shallow: AgentSpec = "alphabeta:depth=2".parse().unwrap();
        assert_eq!(choice(&deep, "othello", played.as_ref()), choice(&shallow, "othello", played.as_ref()));
    }
}

#[test]
fn quantile_follows_the_opponent() {
    // The opponent plays the worst moves there are; whoever follows him plays badly as well.
    let rules = agon_games::find("othello").unwrap();
    let mut played = rules.start(None).unwrap();
    let judge: AgentSpec = "alphabeta:depth=1".parse().unwrap();
    let mut follower = game("othello").agent(&"alphabeta:depth=1@quantile(5,1)".parse().unwrap()).unwrap();
    let mut worst = 0;
    for ply in 0..24 {
        let moves = game("othello").agent(&judge).unwrap().analyse(played.as_ref(), &mut |_| {}).moves;
        let (mut least, mut most) = (f32::INFINITY, f32::NEG_INFINITY);
        for assessed in &moves {
            least = least.min(assessed.value);
            most = most.max(assessed.value);
        }
        let chosen = if ply % 2 == 0 {
            moves.iter().position(|assessed| assessed.value == least).unwrap()
        } else {
            follower.analyse(played.as_ref(), &mut |_| {}).choice.unwrap()
        };
        worst += u32::from(ply % 2 == 1 && moves[chosen].value == least && least < most);
        played.play(chosen);
    }
    assert!(worst >= 8, "only {worst} of 12 moves were the worst");
}

#[test]
fn specs_with_selections_are_written_as_they_were_meant() {
    for spec in [
        "hybrid:time=1s@easy",
        "uct:playouts=5000@gaussian(0.5,0.3)",
        "pvs@softmax(0.2,0.3)",
        "greedy@careful",
        "pvs:nodes=60@slip(0.3,0.1,0.4)",
    ] {
        assert_eq!(spec.parse::<AgentSpec>().expect("a spec").to_string(), spec);
    }
    assert_eq!("pvs@best".parse::<AgentSpec>().unwrap().to_string(), "pvs");
    // Lexicographic has no seed of its own; its selection has.
    let seeded: AgentSpec = "lexicographic:seed=5@margin(0.1)".parse().unwrap();
    assert_eq!((seeded.seed(), seeded.to_string().as_str()), (5, "lexicographic:seed=5@margin(0.1)"));
    assert!(matches!("lexicographic:seed=5".parse::<AgentSpec>(), Err(AgentError::UnknownKey { .. })));
    let error = "uct@esay".parse::<AgentSpec>().unwrap_err().to_string();
    assert!(error.starts_with("there is no selection '@esay'"), "{error}");
    let with = "pvs:nodes=50@easy".parse::<AgentSpec>().unwrap().with("memory", "2").unwrap();
    assert_eq!(with.to_string(), "pvs:memory=2,nodes=50@easy");
}
