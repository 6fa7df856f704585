//! Tuning, examples and model files, on games small enough for a test.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use agon_core::{Catalogued, Encode, Game, Options, Player, Random};
use agon_games::nine_mens_morris::NineMensMorris;
use agon_games::othello::Othello;
use agon_games::tic_tac_toe::TicTacToe;
use agon_learn::Run;
use agon_learn::cascade::{Data, Growth};
use agon_learn::examples::{self, Duplicates, Example, Plan, Selected, Selection, Store, StoreError};
use agon_learn::lesson::{Lesson, News, write_chart};
use agon_learn::symmetry::symmetries;
use agon_learn::tune::{self, Journal, JournalError};
use agon_nets::Learned;
use agon_nets::model::{Checkpoint, Model, ModelError};
use agon_nets::training::{Polish, Settings, Training, curve};
use agon_search::Evaluate;

fn built<G: Catalogued>() -> G {
    let info = G::RULE_SETS[0];
    G::build(info, &Options::new(info))
}

fn plan(game: &impl Encode, spec: &str) -> Plan {
    Plan {
        game: spec.to_owned(),
        version: game.info().version,
        features: game.feature_count(),
        playouts: 60,
        constant: 0.5,
        starts: 3,
        openings: 4,
        repeats: 2,
        seed: 7,
    }
}

/// Plays at most `most` games of a plan.
fn play(game: &impl Encode, plan: &Plan, path: &Path, jobs: usize, most: usize) -> Result<bool, StoreError> {
    let begun = AtomicUsize::new(0);
    let stop = || begun.fetch_add(1, Ordering::Relaxed) >= most;
    plan.run(game, &Store::begin(path, plan)?, &Run { jobs, stop: &stop, tell: &|| {} })
}

fn all(path: &Path) -> Vec<(Example, i32)> {
    let mut examples = Vec::new();
    Store::open(path).unwrap().each(|example, result| examples.push((example, result))).unwrap();
    examples
}

#[test]
fn examples_are_the_same_whether_played_at_once_or_in_parts() {
    let folder = tempfile::tempdir().unwrap();
    let game: TicTacToe = built();
    let plan = plan(&game, "tic-tac-toe");
    let (whole, parts) = (folder.path().join("whole"), folder.path().join("parts"));
    assert!(play(&game, &plan, &whole, 1, usize::MAX).unwrap());
    assert!(!play(&game, &plan, &parts, 2, 2).unwrap());
    assert!(!play(&game, &plan, &parts, 1, 5).unwrap());
    assert!(play(&game, &plan, &parts, 3, usize::MAX).unwrap());
    assert_eq!(all(&whole), all(&parts));
    let totals = Store::open(&whole).unwrap().totals().unwrap();
    assert_eq!(totals.games, 11);
    assert_eq!(totals.results.iter().sum::<u64>(), 11);
    assert_eq!(totals.examples as usize, all(&whole).len());
    // A kill at the very beginning leaves an empty file.
    let empty = folder.path().join("empty");
    fs::write(&empty, "").unwrap();
    assert!(!play(&game, &plan, &empty, 1, 1).unwrap());
    let other = Plan { playouts: 61, ..plan };
    let error = Store::begin(&whole, &other).err().unwrap().to_string();
    assert!(error.contains("playouts is 60 there, not 61"), "{error}");
}

#[test]
fn utilities_are_those_of_the_player_to_move() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("examples");
    let game: TicTacToe = built();
    assert!(play(&game, &plan(&game, "tic-tac-toe"), &path, 1, usize::MAX).unwrap());
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
    let game: TicTacToe = built();
    let plan = Plan { starts: 20, ..plan(&game, "tic-tac-toe") };
    assert!(play(&game, &plan, &path, 1, usize::MAX).unwrap());
    let store = Store::open(&path).unwrap();
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
    let game: TicTacToe = built();
    assert!(play(&game, &plan(&game, "tic-tac-toe"), &path, 1, usize::MAX).unwrap());
    let examples = all(&path);
    assert_eq!(examples::export(&Store::open(&path).unwrap(), &out).unwrap(), examples.len());
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

fn tuning(game: &impl Game, spec: &str) -> tune::Settings {
    tune::Settings {
        game: spec.to_owned(),
        version: game.info().version,
        playouts: 30,
        range: [0.2, 2.0],
        population: 4,
        elite: 0.5,
        games: 4,
        iterations: 3,
        smoothing: 0.7,
        reference: 0.5,
        seed: 3,
    }
}

#[test]
fn a_tuning_that_was_killed_comes_to_the_same_constant() {
    let folder = tempfile::tempdir().unwrap();
    let game: NineMensMorris = built();
    let settings = tuning(&game, "nine-mens-morris");
    let run = |path: &Path, jobs: usize, most: usize| {
        let begun = AtomicUsize::new(0);
        let stop = || begun.fetch_add(1, Ordering::Relaxed) >= most;
        let mut journal = Journal::begin(path, &settings).unwrap();
        let run = Run { jobs, stop: &stop, tell: &|| {} };
        settings.run(&game, &mut journal, &run).unwrap()
    };
    let facts = |iterations: &[tune::Iteration]| {
        iterations.iter().map(|one| (one.before, one.samples.clone(), one.after)).collect::<Vec<_>>()
    };
    let (whole, parts) = (folder.path().join("whole"), folder.path().join("parts"));
    let expected = run(&whole, 1, usize::MAX);
    assert_eq!(expected.len(), 3);
    assert!(expected[2].after.spread < expected[0].before.spread);
    assert!(run(&parts, 2, 20).len() < 3);
    // A kill in the middle of a line.
    let mut text = fs::read(&parts).unwrap();
    text.truncate(text.len() - 7);
    fs::write(&parts, text).unwrap();
    assert_eq!(facts(&run(&parts, 2, usize::MAX)), facts(&expected));
    let header = fs::read_to_string(&whole).unwrap().lines().next().unwrap()[..30].to_owned();
    fs::write(&whole, header).unwrap();
    assert!(Journal::begin(&whole, &settings).unwrap().is_empty());
    let other = tune::Settings { seed: 4, ..settings.clone() };
    assert!(matches!(Journal::begin(&parts, &other), Err(JournalError::OtherSettings { .. })));
    fs::write(&whole, "something else\nof two lines\n").unwrap();
    assert!(matches!(Journal::begin(&whole, &settings), Err(JournalError::NotAJournal { line: 1, .. })));
}

/// A network for othello, trained on next to nothing.
fn model() -> (Othello, Model, Checkpoint) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("examples");
    let game: Othello = built();
    let plan = Plan { playouts: 20, starts: 2, openings: 1, repeats: 1, ..plan(&game, "othello") };
    assert!(play(&game, &plan, &path, 1, usize::MAX).unwrap());
    let selected = Selection::published().select(&Store::open(&path).unwrap()).unwrap();
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
    let game: TicTacToe = built();
    let plan = plan(&game, "tic-tac-toe");
    assert!(play(&game, &plan, &path, 2, usize::MAX).unwrap());
    let selected = Selection::thorough().select(&Store::open(&path).unwrap()).unwrap();
    let symmetries = symmetries(&game);
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
