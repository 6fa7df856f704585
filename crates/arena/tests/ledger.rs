//! Ledgers: written, read, and refused where they are something else.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use agon_arena::bout::{FinishedGame, Spent};
use agon_arena::ledger::{
    Entry, Extra, Kept, Kind, Ledger, LedgerError, Named, Pairing, Roster, RuleSet, Run, Slot, Start,
};
use agon_core::{Outcome, Player, Reason, Record};

/// A folder of a test's own, empty and gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("agon-ledger-{name}-{}", std::process::id()));
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

fn run() -> Run {
    let named = |name: &str, spec: &str| Named { name: name.to_owned(), spec: spec.to_owned() };
    let start = Start { position: None, moves: vec!["b2".to_owned(), "a1".to_owned()] };
    Run {
        name: "Marks".to_owned(),
        text: "name = \"Marks\"".to_owned(),
        roster: Roster {
            agents: vec![named("deep", "alphabeta:depth=9"), named("random", "random")],
            rules: vec![RuleSet { spec: "tic-tac-toe".to_owned(), version: 1, openings: vec![start] }],
        },
        ..Run::default()
    }
}

fn finished(number: u64) -> (Entry, Record) {
    let spent =
        Spent { moves: 3, seconds: 0.25, nodes: 700, evaluations: 5, playouts: 0, depth: 12, late: 1 };
    let game = Entry {
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
        played_on: None,
    };
    (game, record)
}

const PAIRING: Pairing = Pairing { round: 0, rules: 0, agents: [0, 1] };

fn filled(path: &Path) -> Ledger {
    let mut ledger = Ledger::resume(path, &run()).unwrap();
    ledger.pair(&[PAIRING]).unwrap();
    for number in [2, 1] {
        let (game, record) = finished(number);
        ledger.add(&game, &record).unwrap();
    }
    ledger
}

fn sentence<T>(result: Result<T, LedgerError>) -> String {
    result.err().expect("the file is refused").to_string()
}

#[test]
fn what_was_written_is_read_also_while_the_writer_is_at_work() {
    let folder = Folder::new("read");
    let path = folder.file("results.db");
    let writer = filled(&path);
    let reader = Ledger::open(&path).unwrap();
    assert_eq!(reader.run(), &run());
    assert_eq!(reader.count().unwrap(), 2);
    assert_eq!(reader.numbers().unwrap(), [1, 2]);
    let mut seen = Vec::new();
    reader.each(|pairing, game| seen.push((*pairing, game.clone()))).unwrap();
    assert_eq!(seen, [(PAIRING, finished(1).0), (PAIRING, finished(2).0)]);
    let (game, record) = finished(2);
    assert_eq!(reader.game(2).unwrap(), Kept { pairing: PAIRING, entry: game, record, note: None });
    assert!(sentence(reader.game(3)).contains("has no game 3; its games are 1 to 2"));
    drop(reader);
    writer.close().unwrap();
    // Nothing is left beside the file.
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
    assert_eq!(Ledger::open(&path).unwrap().count().unwrap(), 2);
}

#[test]
fn a_game_is_stored_once_and_a_file_continued_by_its_own_tournament() {
    let folder = Folder::new("resume");
    let path = folder.file("results.db");
    let mut ledger = filled(&path);
    let (game, record) = finished(1);
    assert!(ledger.add(&game, &record).is_err(), "game 1 is already there");
    assert!(sentence(Ledger::resume(&path, &run())).contains("is being written by another run"));
    drop(ledger);
    let mut ledger = Ledger::resume(&path, &run()).unwrap();
    assert_eq!(ledger.pairings(), [PAIRING]);
    let (game, record) = finished(3);
    ledger.add(&game, &record).unwrap();
    assert_eq!(ledger.numbers().unwrap(), [1, 2, 3]);
    drop(ledger);
    let refused = |other: Run| sentence(Ledger::resume(&path, &other));
    let said = refused(Run { text: "name = \"Other\"".to_owned(), ..run() });
    assert!(
        said.contains("holds something else, the tournament 'Marks': it has 'name = \"Marks\"' instead of"),
        "{said}"
    );
    let said = refused(Run { kind: Kind::Match, ..run() });
    assert!(said.contains("the tournament 'Marks': it is of the kind tournament and not match;"), "{said}");
    let mut newer = run();
    newer.roster.rules[0].version = 2;
    assert!(refused(newer).contains("its openings of tic-tac-toe or the version of its rules are different"));
    // Who is rated zero is no part of what is played.
    let anchored = Run { anchor: Some("random".to_owned()), ..run() };
    drop(Ledger::resume(&path, &anchored).unwrap());
    assert_eq!(Ledger::open(&path).unwrap().anchor(), Some(1));
}

#[test]
fn lots_are_played_together_and_stored_whole_or_not_at_all() {
    let mut ledger = Ledger::in_memory(&run()).unwrap();
    let pairing = ledger.pair(&[PAIRING]).unwrap()[0];
    let (entry, record) = finished(2);
    ledger.add(&entry, &record).unwrap();
    let slots = |last: u64| {
        (1..=last).map(move |number| Slot { number, pairing, pair: 0, a_first: !number.is_multiple_of(2) })
    };
    let played = |slot: &Slot| {
        let (Entry { gain, score, plies, fault, spent, .. }, record) = finished(slot.number);
        (FinishedGame { gain, score, plies, fault, spent, record }, Extra::default())
    };
    let (asked, told) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    let play = |lot: &[Slot]| {
        let numbers: Vec<u64> = lot.iter().map(|slot| slot.number).collect();
        asked.lock().unwrap().push(numbers.clone());
        if numbers.contains(&10) { Err("it rains".to_owned()) } else { Ok(lot.iter().map(played).collect()) }
    };
    let done = |entry: &Entry| told.lock().unwrap().push(entry.number);
    assert!(ledger.play_lots(slots(8), 3, 1, &|| true, &play, &done).unwrap());
    // The second was there, and nobody is asked for it.
    assert_eq!(*asked.lock().unwrap(), [vec![1, 3, 4], vec![5, 6, 7], vec![8]]);
    assert_eq!(*told.lock().unwrap(), [1, 3, 4, 5, 6, 7, 8]);
    let failed = ledger.play_lots(slots(20), 3, 1, &|| true, &play, &done);
    assert_eq!(sentence(failed), "a game could not be played: it rains");
    assert_eq!(ledger.count().unwrap(), 8, "a lot that failed leaves nothing, and no other is begun");
    let short = |lot: &[Slot]| Ok(lot.iter().skip(1).map(played).collect());
    let failed = ledger.play_lots(slots(20), 3, 1, &|| true, &short, &done);
    assert_eq!(sentence(failed), "a game could not be played: 2 came back of 3 that were asked for");
    assert!(!ledger.play_lots(slots(20), 3, 1, &|| false, &play, &done).unwrap());
    assert_eq!(ledger.count().unwrap(), 8);
}

#[test]
fn agents_and_pairings_are_added_on_the_way_and_found_again() {
    let folder = Folder::new("grow");
    let path = folder.file("results.db");
    let mut ledger = filled(&path);
    let reader = Ledger::open(&path).unwrap();
    let greedy = ledger.agent(&Named::plain(&"greedy")).unwrap();
    let later = Pairing { round: 0, rules: 0, agents: [greedy, 0] };
    assert_eq!((greedy, ledger.pair(&[later, PAIRING, later]).unwrap()), (2, vec![1, 0, 1]));
    let slot = Slot::open_ended(1, 3, false);
    let (entry, record) = finished(2);
    let entry = Entry { number: slot.number, pairing: 1, pair: 3, a_first: false, ..entry };
    let extra = Extra { note: Some("{\"u\":0.5}".to_owned()), attachment: Some(vec![1, 2, 3]) };
    ledger.add_with(&entry, &record, &extra).unwrap();
    ledger.measure("pi", "3.14").unwrap();
    // Who opened the file before sees it as it was.
    assert_eq!((reader.count().unwrap(), reader.roster().agents.len()), (2, 2));
    assert_eq!(reader.measurement("pi").unwrap(), None);
    drop((reader, ledger));

    let mut ledger = Ledger::resume(&path, &run()).unwrap();
    assert_eq!(ledger.agent(&Named::plain(&"greedy")).unwrap(), 2);
    assert_eq!(ledger.pair(&[later]).unwrap(), [1]);
    assert_eq!(ledger.pairings(), [PAIRING, later]);
    let kept = ledger.game(slot.number).unwrap();
    assert_eq!((kept.pairing, &kept.entry, kept.note), (later, &entry, extra.note));
    assert_eq!(ledger.attachment(slot.number).unwrap(), extra.attachment);
    assert_eq!(ledger.attachment(1).unwrap(), None);
    assert_eq!(ledger.measurement("pi").unwrap().as_deref(), Some("3.14"));
    let other = Named { name: "greedy".to_owned(), spec: "random".to_owned() };
    assert!(sentence(ledger.agent(&other)).contains("its agent greedy is greedy and not random"));
}

/// What a file of the first or second format was made with.
const OLD_SCHEMA: &str = "
    CREATE TABLE tournament (id INTEGER PRIMARY KEY CHECK (id = 0), name TEXT NOT NULL, text TEXT NOT NULL) STRICT;
    INSERT INTO tournament SELECT id, name, text FROM run;
    DROP TABLE run;
    DROP TABLE attachments;
    DROP TABLE measurements;
    ALTER TABLE records DROP COLUMN note;
    PRAGMA user_version = 2;";

#[test]
fn files_of_older_formats_are_read_as_they_are_and_continued() {
    let folder = Folder::new("old");
    for format in [2, 1] {
        let path = folder.file(&format!("format-{format}.db"));
        filled(&path).close().unwrap();
        let database = rusqlite::Connection::open(&path).unwrap();
        database.execute_batch(OLD_SCHEMA).unwrap();
        if format == 1 {
            database
                .execute_batch("ALTER TABLE records DROP COLUMN reason; PRAGMA user_version = 1")
                .unwrap();
        }
        let number = |query: &str| database.query_row(query, [], |row| row.get::<_, i64>(0)).unwrap();
        let reader = Ledger::open(&path).unwrap();
        assert_eq!(reader.run(), &run());
        let (entry, record) = finished(2);
        let reason = record.reason.filter(|_| format == 2);
        let record = Record { reason, ..record };
        assert_eq!(reader.game(2).unwrap(), Kept { pairing: PAIRING, entry, record, note: None });
        assert_eq!(reader.attachment(2).unwrap(), None);
        drop(reader);
        // Who is refused leaves the file as it is.
        let other = Run { text: "name = \"Other\"".to_owned(), ..run() };
        assert!(sentence(Ledger::resume(&path, &other)).contains("instead of"));
        assert_eq!(number("PRAGMA user_version"), format);

        let mut ledger = Ledger::resume(&path, &run()).unwrap();
        let (entry, record) = finished(3);
        let extra = Extra { note: Some("1".to_owned()), attachment: None };
        ledger.add_with(&entry, &record, &extra).unwrap();
        ledger.close().unwrap();
        assert_eq!(number("PRAGMA user_version"), 3);
        let ledger = Ledger::open(&path).unwrap();
        assert_eq!(
            (ledger.numbers().unwrap(), ledger.game(3).unwrap().note.as_deref()),
            (vec![1, 2, 3], Some("1"))
        );
        assert_eq!(ledger.game(2).unwrap().record.reason, reason);
    }
}

#[test]
fn files_of_another_kind_are_refused_in_a_sentence() {
    let folder = Folder::new("foreign");
    assert!(sentence(Ledger::open(&folder.file("none.db"))).contains("cannot open"));
    assert!(sentence(Ledger::resume(&folder.file("no/such/folder.db"), &run())).contains("cannot open"));

    let text = folder.file("text.db");
    fs::write(&text, "This is a diary. ".repeat(100)).unwrap();
    assert!(sentence(Ledger::open(&text)).contains("it is no SQLite database"));
    assert!(sentence(Ledger::resume(&text, &run())).contains("it is no SQLite database"));
    assert!(fs::read_to_string(&text).unwrap().starts_with("This is a diary."), "the file is left alone");

    let empty = folder.file("empty.db");
    fs::write(&empty, "").unwrap();
    assert!(sentence(Ledger::open(&empty)).contains("it is empty"));

    let foreign = folder.file("foreign.db");
    rusqlite::Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE songs (title TEXT)").unwrap();
    assert!(sentence(Ledger::open(&foreign)).contains("another program"));
    assert!(sentence(Ledger::resume(&foreign, &run())).contains("another program"));

    let newer = folder.file("newer.db");
    filled(&newer).close().unwrap();
    rusqlite::Connection::open(&newer).unwrap().pragma_update(None, "user_version", 7).unwrap();
    assert!(sentence(Ledger::open(&newer)).contains("its format is 7, the newest known here is 3"));
}

#[test]
fn damage_is_noticed() {
    let folder = Folder::new("damage");
    let path = folder.file("results.db");
    filled(&path).close().unwrap();
    let whole = fs::read(&path).unwrap();

    // Cut off in the middle, as a full disk or a broken copy leaves it.
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let cut = Ledger::open(&path).and_then(|ledger| ledger.each(|_, _| {}));
    assert!(sentence(cut).contains("is damaged"));

    // Sound as a database, but an agent is gone.
    fs::write(&path, &whole).unwrap();
    rusqlite::Connection::open(&path)
        .unwrap()
        .execute_batch("PRAGMA foreign_keys = OFF; DELETE FROM agents")
        .unwrap();
    let orphaned = Ledger::open(&path).and_then(|ledger| ledger.each(|_, _| {}));
    assert!(sentence(orphaned).contains("names an agent or a game that is not there"));
}

#[test]
fn a_file_from_before_a_key_was_renamed_is_continued() {
    let folder = Folder::new("renamed");
    let path = folder.file("results.db");
    let tournament = |specs: [&str; 2]| Run {
        text: specs.map(|spec| format!("name = \"{spec}\"\nspec = \"{spec}\"\n")).concat(),
        roster: Roster {
            agents: specs.map(|spec| Named { name: spec.to_owned(), spec: spec.to_owned() }).to_vec(),
            ..run().roster
        },
        ..run()
    };
    drop(Ledger::resume(&path, &tournament(["pvs:hash=4,nodes=50", "uct:mb=2"])).unwrap());
    let continued = Ledger::resume(&path, &tournament(["pvs:memory=4,nodes=50", "uct:mb=2"])).unwrap();
    assert_eq!(continued.run().roster.agents.len(), 2, "no agent was added");
    drop(continued);
    let other = Ledger::resume(&path, &tournament(["pvs:memory=2,nodes=50", "uct:mb=2"]));
    let said = other.err().unwrap().to_string();
    assert!(said.contains("it has 'name = \"pvs:memory=4,nodes=50\"' instead of"), "{said}");
}
