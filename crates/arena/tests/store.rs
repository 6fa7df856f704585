//! Files of results: written, read, and refused where they are something else.

use std::fs;
use std::path::{Path, PathBuf};

use agon_arena::bout::Spent;
use agon_arena::store::{Finished, Named, Pairing, Roster, RuleSet, Start, Store};
use agon_core::{Outcome, Player, Reason, Record};

/// A folder of a test's own, empty and gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("agon-store-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn roster() -> Roster {
    let named = |name: &str, spec: &str| Named { name: name.to_owned(), spec: spec.to_owned() };
    let start = Start { position: None, moves: vec!["b2".to_owned(), "a1".to_owned()] };
    Roster {
        name: "Marks".to_owned(),
        text: "name = \"Marks\"".to_owned(),
        agents: vec![named("deep", "alphabeta:depth=9"), named("random", "random")],
        rules: vec![RuleSet { spec: "tic-tac-toe".to_owned(), version: 1, openings: vec![start] }],
    }
}

fn finished(number: u64) -> (Finished, Record) {
    let spent =
        Spent { moves: 3, seconds: 0.25, nodes: 700, evaluations: 5, playouts: 0, depth: 12, late: 1 };
    let game = Finished {
        number,
        pairing: 0,
        pair: (number as u32 - 1) / 2,
        a_first: !number.is_multiple_of(2),
        gain: 1,
        score: 0.5,
        plies: 5,
        spent: [spent, Spent { moves: 2, ..Spent::default() }],
        fault: (number == 2).then(|| "random crashed in 'xyz'".to_owned()),
    };
    let record = Record {
        game: "tic-tac-toe".to_owned(),
        version: 1,
        position: None,
        moves: ["b2", "a1", "c1", "a3", "a2"].map(str::to_owned).to_vec(),
        result: Some(Outcome::Win(if game.a_first { Player::First } else { Player::Second })),
        reason: Some(Reason::Line(3)),
        ending: Some("X wins: three in a row.".to_owned()),
    };
    (game, record)
}

const PAIRING: Pairing = Pairing { round: 0, rules: 0, agents: [0, 1] };

fn filled(path: &Path) -> Store {
    let mut store = Store::resume(path, &roster()).unwrap();
    store.pair(&[PAIRING]).unwrap();
    for number in [2, 1] {
        let (game, record) = finished(number);
        store.add(&game, &record).unwrap();
    }
    store
}

fn sentence<T>(result: Result<T, agon_arena::store::StoreError>) -> String {
    result.err().expect("the file is refused").to_string()
}

#[test]
fn what_was_written_is_read_also_while_the_writer_is_at_work() {
    let folder = Folder::new("read");
    let path = folder.file("results.db");
    let writer = filled(&path);
    let reader = Store::open(&path).unwrap();
    assert_eq!(reader.roster(), &roster());
    assert_eq!(reader.count().unwrap(), 2);
    assert_eq!(reader.numbers().unwrap(), [1, 2]);
    let mut seen = Vec::new();
    reader.each(|pairing, game| seen.push((*pairing, game.clone()))).unwrap();
    assert_eq!(seen, [(PAIRING, finished(1).0), (PAIRING, finished(2).0)]);
    let (game, record) = finished(2);
    assert_eq!(reader.game(2).unwrap(), (PAIRING, game, record));
    assert!(sentence(reader.game(3)).contains("has no game 3; its games are 1 to 2"));
    drop(reader);
    writer.close().unwrap();
    // Nothing is left beside the file.
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
    assert_eq!(Store::open(&path).unwrap().count().unwrap(), 2);
}

#[test]
fn a_game_is_stored_once_and_a_file_continued_by_its_own_tournament() {
    let folder = Folder::new("resume");
    let path = folder.file("results.db");
    let mut store = filled(&path);
    let (game, record) = finished(1);
    assert!(store.add(&game, &record).is_err(), "game 1 is already there");
    assert!(sentence(Store::resume(&path, &roster())).contains("is being written by another run"));
    drop(store);
    let mut store = Store::resume(&path, &roster()).unwrap();
    assert_eq!(store.pairings().unwrap(), [PAIRING]);
    let (game, record) = finished(3);
    store.add(&game, &record).unwrap();
    assert_eq!(store.numbers().unwrap(), [1, 2, 3]);
    drop(store);
    let other = Roster { name: "Other".to_owned(), text: "name = \"Other\"".to_owned(), ..roster() };
    assert!(sentence(Store::resume(&path, &other)).contains("holds another tournament, 'Marks'"));
}

#[test]
fn a_file_from_before_a_key_was_renamed_is_continued() {
    let folder = Folder::new("renamed");
    let path = folder.file("results.db");
    let tournament = |specs: [&str; 2]| Roster {
        text: specs.map(|spec| format!("name = \"{spec}\"\nspec = \"{spec}\"\n")).concat(),
        agents: specs.map(|spec| Named { name: spec.to_owned(), spec: spec.to_owned() }).to_vec(),
        ..roster()
    };
    drop(Store::resume(&path, &tournament(["pvs:hash=4,nodes=50", "uct:mb=2"])).unwrap());
    drop(Store::resume(&path, &tournament(["pvs:memory=4,nodes=50", "uct:mb=2"])).unwrap());
    let other = Store::resume(&path, &tournament(["pvs:memory=2,nodes=50", "uct:mb=2"]));
    assert!(sentence(other).contains("it has 'name = \"pvs:memory=4,nodes=50\"' instead of"));
}

#[test]
fn files_of_another_kind_are_refused_in_a_sentence() {
    let folder = Folder::new("foreign");
    assert!(sentence(Store::open(&folder.file("none.db"))).contains("cannot open"));
    assert!(sentence(Store::resume(&folder.file("no/such/folder.db"), &roster())).contains("cannot open"));

    let text = folder.file("text.db");
    fs::write(&text, "This is a diary. ".repeat(100)).unwrap();
    assert!(sentence(Store::open(&text)).contains("it is no SQLite database"));
    assert!(sentence(Store::resume(&text, &roster())).contains("it is no SQLite database"));
    assert!(fs::read_to_string(&text).unwrap().starts_with("This is a diary."), "the file is left alone");

    let empty = folder.file("empty.db");
    fs::write(&empty, "").unwrap();
    assert!(sentence(Store::open(&empty)).contains("it is empty"));

    let foreign = folder.file("foreign.db");
    rusqlite::Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE songs (title TEXT)").unwrap();
    assert!(sentence(Store::open(&foreign)).contains("another program"));
    assert!(sentence(Store::resume(&foreign, &roster())).contains("another program"));

    let newer = folder.file("newer.db");
    filled(&newer).close().unwrap();
    rusqlite::Connection::open(&newer).unwrap().pragma_update(None, "user_version", 7).unwrap();
    assert!(sentence(Store::open(&newer)).contains("its format is 7, the newest known here is 1"));
}

#[test]
fn damage_is_noticed() {
    let folder = Folder::new("damage");
    let path = folder.file("results.db");
    filled(&path).close().unwrap();
    let whole = fs::read(&path).unwrap();

    // Cut off in the middle, as a full disk or a broken copy leaves it.
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let cut = Store::open(&path).and_then(|store| store.each(|_, _| {}));
    assert!(sentence(cut).contains("is damaged"));

    // Sound as a database, but an agent is gone.
    fs::write(&path, &whole).unwrap();
    rusqlite::Connection::open(&path)
        .unwrap()
        .execute_batch("PRAGMA foreign_keys = OFF; DELETE FROM agents")
        .unwrap();
    let orphaned = Store::open(&path).and_then(|store| store.each(|_, _| {}));
    assert!(sentence(orphaned).contains("names an agent or a game that is not there"));
}
