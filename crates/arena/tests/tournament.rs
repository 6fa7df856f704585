//! Tournaments as texts, and as they are played and continued.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use agon_agents::Catalogue;
use agon_arena::ledger::{Entry, Ledger, Pairing};
use agon_arena::schedule::Format;
use agon_arena::standings::Standings;
use agon_arena::tournament::Tournament;

/// A ledger of a test's own.
fn fresh(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("agon-arena-{name}-{}.db", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

fn read(text: &str) -> Tournament {
    Tournament::read(text, &Catalogue::shipped(), Path::new("")).unwrap_or_else(|error| panic!("{error}"))
}

fn sentence(text: &str) -> String {
    Tournament::read(text, &Catalogue::shipped(), Path::new("/no/such/folder"))
        .err()
        .expect("the text is refused")
        .to_string()
}

fn play(tournament: &Tournament, path: &Path) -> Vec<(Pairing, Entry)> {
    let mut ledger = Ledger::resume(path, &tournament.describe()).unwrap();
    tournament.run(&mut ledger, 2, &|_| {}).unwrap();
    let mut games = Vec::new();
    ledger
        .each(|pairing, game| {
            let mut game = game.clone();
            game.spent.iter_mut().for_each(|spent| spent.seconds = 0.0);
            games.push((*pairing, game));
        })
        .unwrap();
    ledger.close().unwrap();
    games
}

const SWISS: &str = r#"
format = "swiss"
rounds = 3
pairs = 2
openings = 2
games = ["tic-tac-toe", "tapatan-ludii"]
max_plies = 40
agents = ["random", "greedy", "alphabeta:depth=2", "alphabeta:depth=4", "uct:playouts=50"]
"#;

#[test]
fn a_swiss_tournament_pairs_by_kept_results_wherever_it_was_cut_off() {
    let tournament = read(SWISS);
    let path = fresh("swiss");
    let games = play(&tournament, &path);
    assert_eq!(games.len() as u64, tournament.games());
    assert_eq!(games.len(), 3 * 2 * 2 * 2 * 2);
    let met: Vec<[usize; 2]> = {
        let mut seen = HashSet::new();
        games
            .iter()
            .map(|(pairing, _)| *pairing)
            .filter(|pairing| seen.insert(*pairing))
            .map(|p| p.agents)
            .collect()
    };
    let pairs: HashSet<[usize; 2]> = met.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
    assert_eq!((met.len(), pairs.len()), (12, 6), "nobody meets the same opponent in two rounds: {met:?}");

    // As if the run had ended in the middle of its second round: some games of it are there, in any order.
    for missing in ["number > 20", "number > 16 AND number % 3 = 0 OR number > 32", "number > 16"] {
        let database = rusqlite::Connection::open(&path).unwrap();
        database
            .execute_batch(&format!("DELETE FROM records WHERE {missing}; DELETE FROM games WHERE {missing}"))
            .unwrap();
        database.execute_batch("DELETE FROM pairings WHERE round > 1").unwrap();
        drop(database);
        assert_eq!(play(&tournament, &path), games, "without {missing}");
    }
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_gauntlet_rates_everybody_against_the_first() {
    let tournament = read(
        "format = 'gauntlet'\npairs = 3\nopenings = 2\ngames = ['tic-tac-toe']\n\
         agents = ['alphabeta:depth=9', 'random', 'greedy']\nanchor = 'random'",
    );
    let path = fresh("gauntlet");
    let games = play(&tournament, &path);
    assert_eq!(games.len(), 2 * 3 * 2);
    assert!(games.iter().all(|(pairing, _)| pairing.agents[0] == 0));
    // Both games of a pair begin alike, with sides exchanged.
    assert!(games.chunks(2).all(|pair| pair[0].1.a_first && !pair[1].1.a_first && pair[0].0 == pair[1].0));
    let standings = Standings::of(&Ledger::open(&path).unwrap(), tournament.anchor).unwrap();
    assert_eq!(standings.total.games, 12);
    assert_eq!(standings.total.cross[1][2].games(), 0);
    assert_eq!(standings.total.rating(1).elo, 0.0);
    assert_eq!(standings.total.order()[0], 0, "the perfect player is rated highest");
    let points: u64 = standings.total.lines.iter().map(|line| line.tally.half_points()).sum();
    assert_eq!(points, 24);
    fs::remove_file(&path).unwrap();
}

#[test]
fn the_canonical_text_means_the_same_tournament() {
    let text = r#"
        seed = 7
        agents = [{ spec = "uct:playouts=50,c=0.7", name = "a \"tree\"" }, "random"]
        games = ["othello", { spec = "havannah:size=4", openings = 1, max_plies = 50 }]
        jobs = 3
    "#;
    let tournament = read(text);
    let canonical = tournament.canonical();
    assert_eq!(read(&canonical).canonical(), canonical);
    assert_eq!(read(&canonical).describe(), tournament.describe());
    assert_eq!((tournament.format, tournament.jobs, tournament.games()), (Format::RoundRobin, Some(3), 40));
}

#[test]
fn openings_come_from_a_file_where_one_is_named() {
    let folder = std::env::temp_dir();
    let file = format!("agon-openings-{}.txt", std::process::id());
    fs::write(folder.join(&file), "b2 a1\nO2/1X1/3 x\n").unwrap();
    let text = format!(
        "pairs = 3\ngames = [{{ spec = 'tic-tac-toe', openings = '{file}' }}]\nagents = ['random', 'greedy']"
    );
    let tournament =
        Tournament::read(&text, &Catalogue::shipped(), &folder).unwrap_or_else(|error| panic!("{error}"));
    let openings = &tournament.describe().roster.rules[0].openings;
    assert_eq!(openings.len(), 2);
    assert_eq!(openings[0].moves, ["b2", "a1"]);
    assert_eq!(openings[1].position.as_deref(), Some("O2/1X1/3 x"));
    fs::write(folder.join(&file), "b2 b2\n").unwrap();
    let refused = Tournament::read(&text, &Catalogue::shipped(), &folder).err().unwrap().to_string();
    assert!(
        refused.starts_with("games, entry 1, openings: ") && refused.contains("line 1: move 2"),
        "{refused}"
    );
    fs::remove_file(folder.join(&file)).unwrap();
}

#[test]
fn mistakes_are_answered_with_their_key() {
    let good = "games = ['tic-tac-toe']\nagents = ['random', 'greedy']\n";
    for (line, expected) in [
        ("seed = -1", "seed: expected a whole number from 0, not -1"),
        ("pairs = 0", "pairs: expected a whole number from 1 to 1000000, not 0"),
        ("pair = 3", "pair: there is no such key; known: name, seed, format"),
        ("format = 'knockout'", "format: 'knockout' is none; expected round-robin, gauntlet or swiss"),
        ("format = 'swiss'", "rounds: a swiss tournament needs a number from 1 to 1"),
        ("format = 'swiss'\nrounds = 2", "rounds: expected a whole number from 1 to 1, not 2"),
        ("rounds = 1", "rounds: only a swiss tournament is played in rounds"),
        (
            "openings = true",
            "openings: expected a number of random plies from 0 to 1000, or the name of a file",
        ),
        ("openings = 9", "openings: tic-tac-toe has no such openings"),
        ("openings = 'none.txt'", "openings: cannot read '/no/such/folder/none.txt'"),
        ("max_plies = 4", "max_plies: an opening of tic-tac-toe is as long as that"),
        ("anchor = 'uct'", "anchor: no agent has the name 'uct'; known: random, greedy"),
        ("name = 3", "name: expected a text, not 3"),
        ("name = ", "line 3: "),
    ] {
        let text = format!("{good}{line}");
        assert!(sentence(&text).starts_with(expected), "{line}: {}", sentence(&text));
    }
    for (text, expected) in [
        ("games = ['go']\nagents = ['random', 'greedy']", "games, entry 1: there is no game 'go'"),
        (
            "games = ['othello', 'othello:']\nagents = ['random', 'greedy']",
            "games, entry 2: othello is there already",
        ),
        (
            "games = ['othello']\nagents = ['random', 'greedily']",
            "agents, entry 2: there is no agent 'greedily'",
        ),
        ("games = ['othello']\nagents = ['random', 'random:']", "agents, entry 2: 'random' is there already"),
        ("games = ['othello']\nagents = ['random']", "agents: expected a list of at least 2, found 1"),
        ("agents = ['random', 'greedy']", "games: expected a list of at least 1, found 0"),
        ("games = [3]\nagents = ['random', 'greedy']", "games, entry 1: expected a spec or a table, not 3"),
        (
            "games = ['othello']\nagents = ['random', {name = 'x'}]",
            "agents, entry 2: the key spec is missing",
        ),
        (
            "games = ['othello']\nagents = ['random', {sped = 'x'}]",
            "agents, entry 2, sped: there is no such key",
        ),
        (
            "games = ['othello']\nagents = ['random', 'lexicographic']",
            "agents, entry 2: 'lexicographic' cannot play othello: lexicographic plays races",
        ),
    ] {
        assert!(sentence(text).starts_with(expected), "{text}: {}", sentence(text));
    }
}
