//! Tuning, examples and model files, on games small enough for a test.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use agon_agents::{AgentSpec, Catalogue, Playable};
use agon_arena::ledger::Ledger;
use agon_core::{Catalogued, Encode, Game, Options, Player, Random};
use agon_games::othello::Othello;
use agon_learn::cascade::{Data, Growth};
use agon_learn::examples::{self, Collection, Duplicates, Example, Plan, Selected, Selection};
use agon_learn::lesson::{Lesson, News, write_chart};
use agon_learn::symmetry::symmetries;
use agon_learn::tune::{self, Knob};
use agon_learn::{LearnError, Pace, uct};
use agon_nets::Learned;
use agon_nets::model::{Checkpoint, Model, ModelError};
use agon_nets::training::{Polish, Settings, Training, curve};
use agon_search::Evaluate;

fn rules(spec: &str) -> Arc<dyn Playable> {
    Catalogue::shipped().find(spec).unwrap()
}

fn plan(rules: &dyn Playable) -> Plan {
    Plan {
        game: rules.spec().to_owned(),
        version: rules.info().version,
        features: rules.encoding().features,
        teacher: uct(0.5, 60).unwrap(),
        starts: 3,
        openings: 4,
        repeats: 2,
        seed: 7,
    }
}

/// Plays at most `most` games of a plan.
fn play(plan: &Plan, path: &Path, jobs: usize, most: usize) -> Result<bool, LearnError> {
    let begun = AtomicUsize::new(0);
    let goes_on = || begun.fetch_add(1, Ordering::Relaxed) < most;
    let rules = rules(&plan.game);
    let mut collection = Collection::begin(path, plan, rules.as_ref())?;
    plan.run(rules.as_ref(), &mut collection, &Pace { jobs, goes_on: &goes_on, tell: &|| {} })
}

fn all(path: &Path) -> Vec<(Example, i32)> {
    let mut examples = Vec::new();
    Collection::open(path).unwrap().each(|example, result| examples.push((example, result))).unwrap();
    examples
}

#[test]
fn examples_are_the_same_whether_played_at_once_or_in_parts() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(rules("tic-tac-toe").as_ref());
    let (whole, parts) = (folder.path().join("whole"), folder.path().join("parts"));
    assert!(play(&plan, &whole, 1, usize::MAX).unwrap());
    assert!(!play(&plan, &parts, 2, 2).unwrap());
    assert!(!play(&plan, &parts, 1, 5).unwrap());
    assert!(play(&plan, &parts, 3, usize::MAX).unwrap());
    assert_eq!(all(&whole), all(&parts));
    let totals = Collection::open(&whole).unwrap().totals().unwrap();
    assert_eq!(totals.games, 11);
    assert_eq!(totals.results.iter().sum::<u64>(), 11);
    assert_eq!(totals.examples as usize, all(&whole).len());
    // A kill at the very beginning leaves an empty file.
    let empty = folder.path().join("empty");
    fs::write(&empty, "").unwrap();
    assert!(!play(&plan, &empty, 1, 1).unwrap());
    let other = Plan { teacher: uct(0.5, 61).unwrap(), ..plan };
    let error = play(&other, &whole, 1, 1).unwrap_err().to_string();
    assert!(error.contains("playouts=60") && error.contains("playouts=61"), "{error}");
}

#[test]
fn utilities_are_those_of_the_player_to_move() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("examples");
    assert!(play(&plan(rules("tic-tac-toe").as_ref()), &path, 1, usize::MAX).unwrap());
    let examples = all(&path);
    assert!(examples.iter().all(|(example, _)| example.mover != example.to_move));
    assert!(examples.iter().all(|(example, _)| example.visits > 0 && example.utility.abs() <= 1.0));
    // Whoever is to move when a game of this kind is over has lost it, or it is drawn.
    let ended = || examples.iter().filter(|(example, _)| example.ended);
    assert!(ended().count() > 5);
    assert!(ended().all(|(example, _)| example.utility == -1.0 || example.utility == 0.0));
    assert!(ended().any(|(example, _)| example.utility == -1.0));
    // The visits of a move's alternatives add up to the playouts.
    let visits: u64 = examples.iter().filter(|(e, _)| e.game == 0 && e.ply == 0).map(|(e, _)| e.visits).sum();
    assert_eq!(visits, 60);
}

#[test]
fn selections_filter_merge_and_split() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("examples");
    let plan = Plan { starts: 20, ..plan(rules("tic-tac-toe").as_ref()) };
    assert!(play(&plan, &path, 1, usize::MAX).unwrap());
    let store = Collection::open(&path).unwrap();
    let examples = all(&path);
    let distinct = |keep: &dyn Fn(&(Example, i32)) -> bool| {
        let states = examples.iter().filter(|row| !row.0.ended && keep(row)).map(|row| row.0.state.clone());
        states.collect::<std::collections::HashSet<_>>().len()
    };
    let published = Selection::published().select(&store).unwrap();
    let of_winner = |(example, result): &(Example, i32)| {
        *result != 0 && (*result == 1) == (example.mover == Player::First)
    };
    assert_eq!(published.train.len() + published.test.len(), distinct(&of_winner));
    let thorough = Selection::thorough().select(&store).unwrap();
    assert_eq!(thorough.train.len() + thorough.test.len(), distinct(&|_| true));
    assert!(!thorough.test.is_empty() && thorough.test.len() < thorough.train.len());
    // The first position after the first move was met in every game, and its value is the mean over all visits in games
    // that are trained with, where results do not count; the test games add nothing.
    let none = Selection { test: 0.0, result: 0.0, ..Selection::thorough() };
    let merged = none.select(&store).unwrap();
    assert!(merged.test.is_empty());
    let first = &examples[0].0.state;
    let same = || examples.iter().map(|row| &row.0).filter(|example| example.state == *first);
    let visits: u64 = same().map(|example| example.visits).sum();
    let sum: f64 = same().map(|example| example.visits as f64 * f64::from(example.utility)).sum();
    assert!(same().count() >= 20);
    assert!((f64::from(merged.train.targets()[0]) - sum / visits as f64).abs() < 1e-6);
    let fingerprints = [&published, &thorough, &merged].map(|selected| &selected.fingerprint);
    assert!(fingerprints[0] != fingerprints[1] && fingerprints[1] != fingerprints[2]);
    let weighted = Selection { half_visits: 10.0, ..none }.select(&store).unwrap();
    assert!((weighted.train.weights()[0] - visits as f32 / (visits as f32 + 10.0)).abs() < 1e-6);
    // Where only the result counts, the most visited of each position teaches a win, a draw or a loss.
    let result = Selection { result: 1.0, duplicates: Duplicates::Most, ..none }.select(&store).unwrap();
    assert!(result.train.targets().iter().all(|target| [-1.0, 0.0, 1.0].contains(target)));
    assert_eq!(result.train.len(), merged.train.len());
}

#[test]
fn parquet_holds_every_example() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;
    let folder = tempfile::tempdir().unwrap();
    let (path, out) = (folder.path().join("examples"), folder.path().join("examples.parquet"));
    assert!(play(&plan(rules("tic-tac-toe").as_ref()), &path, 1, usize::MAX).unwrap());
    let examples = all(&path);
    assert_eq!(examples::export(&Collection::open(&path).unwrap(), &out).unwrap(), examples.len());
    let reader = SerializedFileReader::new(fs::File::open(&out).unwrap()).unwrap();
    let rows: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
    assert_eq!(rows.len(), examples.len());
    for (row, (example, result)) in rows.iter().zip(&examples) {
        assert_eq!(row.get_long(0).unwrap() as usize, example.game);
        assert_eq!(row.get_long(5).unwrap() as u64, example.visits);
        assert_eq!(row.get_float(6).unwrap(), example.utility);
        assert_eq!(row.get_int(8).unwrap(), *result);
        assert_eq!(row.get_bytes(9).unwrap().data(), example.state);
    }
}

#[test]
fn any_agent_that_values_moves_can_teach() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("examples");
    let plan = Plan { teacher: "solution".parse().unwrap(), ..plan(rules("tic-tac-toe").as_ref()) };
    assert!(play(&plan, &path, 2, usize::MAX).unwrap());
    let examples = all(&path);
    // It knows: every value is a win, a draw or a loss, and every move of every position is there.
    assert!(examples.iter().all(|(example, _)| [-1.0, 0.0, 1.0].contains(&example.utility)));
    let first = examples.iter().filter(|(example, _)| example.game == 0 && example.ply == 0);
    assert_eq!(first.map(|(example, _)| example.child).collect::<Vec<_>>(), (0..9).collect::<Vec<_>>());
    let mute = Plan { teacher: "random".parse().unwrap(), ..plan.clone() };
    let told = play(&mute, &folder.path().join("mute"), 1, 1).unwrap_err().to_string();
    assert!(told.contains("random cannot teach"), "{told}");
    let nobody = Plan { starts: 0, openings: 0, ..plan };
    let told = play(&nobody, &folder.path().join("none"), 1, 1).unwrap_err().to_string();
    assert!(told.contains("the number of games is 0"), "{told}");
}

fn tuning(rules: &dyn Playable) -> tune::Settings {
    tune::Settings {
        game: rules.spec().to_owned(),
        version: rules.info().version,
        agent: "uct:playouts=30".parse().unwrap(),
        reference: uct(0.5, 30).unwrap(),
        population: 4,
        elite: 0.5,
        games: 4,
        iterations: 3,
        smoothing: 0.7,
        seed: 3,
        knobs: vec![Knob::exploration([0.2, 2.0])],
    }
}

/// Runs at most `most` games of a tuning.
fn tune(settings: &tune::Settings, path: &Path, jobs: usize, most: usize) -> Vec<tune::Iteration> {
    let begun = AtomicUsize::new(0);
    let goes_on = || begun.fetch_add(1, Ordering::Relaxed) < most;
    let mut ledger = settings.ledger(path).unwrap();
    let pace = Pace { jobs, goes_on: &goes_on, tell: &|| {} };
    settings.run(rules(&settings.game).as_ref(), &mut ledger, &pace).unwrap()
}

#[test]
fn a_tuning_that_was_interrupted_comes_to_the_same_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let constant = tuning(rules("nine-mens-morris").as_ref());
    let keys = vec![Knob::plain("ref", [1.0, 50.0]), Knob::plain("bias", [0.0, 0.1])];
    let agent: AgentSpec = "uct:grave=on,playouts=30".parse().unwrap();
    let several = tune::Settings { reference: agent.clone(), agent, knobs: keys, ..constant.clone() };
    let facts = |iterations: &[tune::Iteration]| {
        iterations
            .iter()
            .map(|one| (one.before.clone(), one.samples.clone(), one.after.clone()))
            .collect::<Vec<_>>()
    };
    for (name, settings) in [("constant", constant), ("several", several)] {
        let [whole, parts] = ["whole", "parts"].map(|part| folder.path().join(format!("{name}-{part}")));
        let expected = tune(&settings, &whole, 1, usize::MAX);
        assert_eq!(expected.len(), 3);
        assert!(expected[2].after[0].spread < expected[0].before[0].spread);
        assert!(tune(&settings, &parts, 2, 20).len() < 3);
        assert_eq!(facts(&tune(&settings, &parts, 2, usize::MAX)), facts(&expected));
        // Everything is there: nothing is played again, and the times are the same.
        assert_eq!(tune(&settings, &whole, 1, 0), expected);
        assert_eq!(Ledger::open(&whole).unwrap().count().unwrap(), 48);
        let other = tune::Settings { seed: 4, ..settings };
        let told = other.ledger(&parts).err().unwrap().to_string();
        assert!(told.contains("seed = 3") && told.contains("seed = 4"), "{told}");
    }
}

#[test]
fn a_tuning_with_a_range_that_is_none_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let rules = rules("tic-tac-toe");
    let settings = tune::Settings { knobs: vec![Knob::exploration([2.0, 1.0])], ..tuning(rules.as_ref()) };
    let mut ledger = settings.ledger(&folder.path().join("ledger")).unwrap();
    let pace = Pace { jobs: 1, goes_on: &|| true, tell: &|| {} };
    let told = settings.run(rules.as_ref(), &mut ledger, &pace).unwrap_err().to_string();
    assert!(told.contains("the range of Cp is 2..1"), "{told}");
}

/// A network for othello, trained on next to nothing.
fn model() -> (Othello, Model, Checkpoint) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("examples");
    let game = Othello::build(Othello::RULE_SETS[0], &Options::new(Othello::RULE_SETS[0]));
    let teacher = uct(0.5, 20).unwrap();
    let plan = Plan { teacher, starts: 2, openings: 1, repeats: 1, ..plan(rules("othello").as_ref()) };
    assert!(play(&plan, &path, 1, usize::MAX).unwrap());
    let selected = Selection::published().select(&Collection::open(&path).unwrap()).unwrap();
    let mut growth =
        Growth::new(&selected.train, &selected.test, Settings { units: 2, ..Settings::default() });
    growth.finish(|_| {});
    let training = Training {
        settings: growth.settings().clone(),
        train: selected.train.len(),
        test: selected.test.len(),
        fingerprint: selected.fingerprint.clone(),
        source: "a test".to_owned(),
        curve: curve(growth.snapshots()),
        polish: Vec::new(),
    };
    let network = growth.best();
    let best = Model {
        game: "othello".to_owned(),
        version: game.info().version,
        network,
        training: training.clone(),
    };
    let whole = Model { network: growth.network().clone(), ..best.clone() };
    let checkpoint = Checkpoint { model: whole, snapshots: growth.snapshots().to_vec() };
    (game, best, checkpoint)
}

#[test]
fn models_come_back_from_files_and_bad_files_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("othello.safetensors");
    let (game, model, checkpoint) = model();
    model.save(&path).unwrap();
    assert_eq!(Model::load_for(&game, "othello", &path).unwrap(), model);
    let bytes = fs::read(&path).unwrap();
    model.save(&path).unwrap();
    assert_eq!(fs::read(&path).unwrap(), bytes, "the same network gives the same bytes");
    checkpoint.save(&path).unwrap();
    assert_eq!(Checkpoint::load(&path).unwrap(), checkpoint);

    let sentence = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        Model::load_for(&game, "othello", &path).unwrap_err().to_string()
    };
    let mut changed = bytes.clone();
    let last = changed.len() - 5;
    changed[last] ^= 1;
    assert!(sentence(&changed).contains("is damaged: the weights are not the ones"));
    assert!(sentence(&bytes[..bytes.len() - 8]).contains("othello.safetensors"));
    assert!(sentence(b"hello").contains("is not a network of Agon"));
    assert!(sentence(&[]).contains("is not a network of Agon"));
    let other = Model { game: "chess".to_owned(), ..model.clone() };
    other.save(&path).unwrap();
    let error = Model::load_for(&game, "othello", &path).unwrap_err();
    assert!(matches!(error, ModelError::OtherGame { .. }), "{error}");
    assert!(error.to_string().contains("for chess (version"), "{error}");
    let missing = Model::load(&folder.path().join("none")).unwrap_err().to_string();
    assert!(missing.contains("none"), "{missing}");
}

#[test]
fn evaluations_see_positions_with_the_eyes_of_the_mover() {
    let (game, model, _) = model();
    let mut learned = Learned::new(&model.network);
    let (mut moves, mut positions, mut position) = (Vec::new(), Vec::new(), game.initial());
    let mut features = Vec::new();
    for ply in 0..20 {
        game.generate(&position, &mut moves);
        game.play(&mut position, moves[ply % moves.len()]);
        positions.push(position);
        game.features(&position, &mut features);
        let value = learned.evaluate(&game, &position).pov(game.to_move(&position));
        assert!((value - model.network.value(&features, &[])).abs() < 1e-5);
    }
    let mut values = Vec::new();
    learned.evaluate_batch(&game, &positions, &mut values);
    let singles: Vec<_> = positions.iter().map(|position| learned.evaluate(&game, position)).collect();
    assert_eq!(values, singles);
}

#[test]
fn a_lesson_that_was_interrupted_gives_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("examples");
    let plan = plan(rules("tic-tac-toe").as_ref());
    assert!(play(&plan, &path, 2, usize::MAX).unwrap());
    let selected = Selection::thorough().select(&Collection::open(&path).unwrap()).unwrap();
    let symmetries = symmetries(rules("tic-tac-toe").as_ref());
    let lesson = |out| Lesson {
        game: "tic-tac-toe",
        version: plan.version,
        selected: &selected,
        source: "a test".to_owned(),
        symmetries: &symmetries,
        settings: Settings { units: 5, unit_patience: 5, ..Settings::default() },
        out,
    };
    let (whole, parts) = (folder.path().join("whole"), folder.path().join("parts"));
    let model = lesson(&whole).learn(&|_| false, &mut |_| {}).unwrap();
    assert_eq!(model.training.curve.len(), 6);
    // What a kill leaves behind is the last checkpoint.
    let kept = folder.path().join("kept");
    lesson(&parts)
        .learn(&|_| false, &mut |news| {
            if matches!(news, News::Grown(growth) if growth.network().units.len() == 2) {
                fs::copy(folder.path().join("parts.checkpoint"), &kept).unwrap();
            }
        })
        .unwrap();
    assert!(!folder.path().join("parts.checkpoint").exists());
    fs::remove_file(&parts).unwrap();
    fs::rename(&kept, folder.path().join("parts.checkpoint")).unwrap();
    let mut told = 0;
    let resumed = lesson(&parts).learn(&|_| false, &mut |_| told += 1).unwrap();
    assert_eq!((resumed, told), (model.clone(), 3 + Settings::default().polish.epochs));
    assert_eq!(fs::read(&whole).unwrap(), fs::read(&parts).unwrap());
    // A checkpoint of other settings is not taken for one of these.
    let other = Lesson { settings: Settings { units: 9, seed: 5, ..Settings::default() }, ..lesson(&parts) };
    other.learn(&|_| true, &mut |_| {}).unwrap();
    fs::copy(&parts, folder.path().join("parts.checkpoint")).unwrap();
    assert!(lesson(&parts).learn(&|_| false, &mut |_| {}).is_err());

    let svg = folder.path().join("curve.svg");
    write_chart(&model, &svg).unwrap();
    let text = fs::read_to_string(&svg).unwrap();
    assert!(
        text.contains("<svg") && text.contains("hidden units") && text.contains("test error is lowest"),
        "{text}"
    );
}

#[test]
fn all_units_are_polished_and_the_lowest_test_error_wins() {
    let folder = tempfile::tempdir().unwrap();
    let mut random = Random::new(6);
    let mut boards = |count| {
        let mut data = Data::new(8, 0);
        for _ in 0..count {
            let active: Vec<u32> = (0..8).filter(|_| random.below(2) == 0).collect();
            let pairs =
                (0..8).step_by(2).map(|first| active.contains(&first) == active.contains(&(first + 1)));
            let target = pairs.map(|equal| if equal { 0.2 } else { -0.2 }).sum();
            data.push(&active, &[], target, 1.0);
        }
        data
    };
    let selected = Selected { train: boards(2000), test: boards(300), fingerprint: String::new() };
    let learn = |epochs| {
        let polish = Polish { epochs, rate: 0.01, ..Polish::default() };
        let lesson = Lesson {
            game: "none",
            version: 1,
            selected: &selected,
            source: String::new(),
            symmetries: &[],
            settings: Settings { units: 6, polish, ..Settings::default() },
            out: &folder.path().join(epochs.to_string()),
        };
        lesson.learn(&|_| false, &mut |_| {}).unwrap()
    };
    let (grown, polished) = (learn(0), learn(40));
    let lowest = grown.training.curve.iter().map(|rung| rung.test).fold(f64::INFINITY, f64::min);
    assert_eq!(grown.training.errors(grown.network.units.len())[1], lowest);
    assert_eq!(polished.network.units.len(), 6);
    assert!(polished.training.errors(6)[1] < lowest / 2.0);
}
