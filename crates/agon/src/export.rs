//! `agon export` and `agon import`.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use agon_agents::Catalogue;
use agon_arena::ledger::{Kept, Ledger};
use agon_core::{Player, Record};
use agon_formats::{Format, Games, Header, discover, write};
use anyhow::{Result, anyhow, bail};

use crate::files;

/// Write stored games in the format that their players use.
///
/// Chess, xiangqi and nine men's morris are written as PGN, checkers and draughts as PDN, Othello as SGF or GGF, and gomoku,
/// Connect6, Havannah and Lines of Action as SGF. Every game can be written as JSON.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A saved game, a file of games that 'agon match --record' wrote, or a ledger such as that of a tournament.
    file: PathBuf,
    /// The number of the game in the file; all games if left out.
    number: Option<u64>,
    /// The format: json, pgn, pdn, sgf or ggf; what the game's players use if left out.
    #[arg(long)]
    format: Option<String>,
    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    let format = args.format.as_deref().map(str::parse).transpose()?;
    match &args.out {
        Some(file) => {
            let mut draft = files::draft(file)?;
            export(args, catalogue, format, draft.out())?;
            files::finish(draft, file)
        }
        None => export(args, catalogue, format, out),
    }
}

fn export(args: &Args, catalogue: &Catalogue, format: Option<Format>, out: &mut dyn Write) -> Result<()> {
    let mut tell = |record: &Record, header: &Header| -> Result<()> {
        let rules = catalogue.find(&record.game)?;
        let own = Format::of_game(&rules.info().id).last().copied().unwrap_or(Format::Json);
        let text = match format.unwrap_or(own) {
            // Several games of JSON are one object per line, so that they can be told apart.
            Format::Json if args.number.is_none() => serde_json::to_string(record)? + "\n",
            format => write(rules.as_ref(), record, header, format)?,
        };
        Ok(writeln!(out, "{}", text.trim_end())?)
    };
    if is_database(&args.file)? {
        let ledger = Ledger::open(&args.file)?;
        let numbers = args.number.map_or_else(|| ledger.numbers(), |number| Ok(vec![number]))?;
        for number in numbers {
            let (record, header) = kept(&ledger, number)?;
            tell(&record, &header)?;
        }
        return Ok(());
    }
    let records = records(&args.file)?;
    let chosen = match args.number {
        None => &records[..],
        Some(number) => {
            let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
            let record = index.and_then(|index| records.get(index..=index));
            let count = records.len();
            record
                .ok_or_else(|| anyhow!("'{}' has no game {number}; it holds {count}", args.file.display()))?
        }
    };
    chosen.iter().try_for_each(|record| tell(record, &Header::default()))
}

fn is_database(file: &Path) -> Result<bool> {
    let mut start = [0; 16];
    let opened = File::open(file).map_err(|error| anyhow!("cannot read '{}': {error}", file.display()))?;
    let length = opened.take(16).read(&mut start).unwrap_or(0);
    Ok(&start[..length] == b"SQLite format 3\0")
}

/// A game of a ledger with the names of its players.
fn kept(ledger: &Ledger, number: u64) -> Result<(Record, Header)> {
    let Kept { pairing, entry, record, .. } = ledger.game(number)?;
    let first = usize::from(!entry.a_first);
    let player = |player: Player| ledger.roster().agents[pairing.agents[first ^ player.index()]].name.clone();
    let header = Header {
        event: ledger.run().name.clone(),
        round: format!("{}.{number}", pairing.round + 1),
        players: Player::BOTH.map(player),
        ..Header::default()
    };
    Ok((record, header))
}

/// The games of a file: one record, or one JSON object per line that is a record or has one.
fn records(file: &Path) -> Result<Vec<Record>> {
    let text = files::read(file)?;
    if let Ok(record) = serde_json::from_str(&text) {
        return Ok(vec![record]);
    }
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let records = lines.map(|(index, line)| {
        let explain =
            |error| anyhow!("'{}' is no file of saved games: line {}: {error}", file.display(), index + 1);
        let value: serde_json::Value = serde_json::from_str(line).map_err(explain)?;
        serde_json::from_value(value.get("record").unwrap_or(&value).clone()).map_err(explain)
    });
    let records: Vec<Record> = records.collect::<Result<_>>()?;
    if records.is_empty() {
        bail!("'{}' holds no game", file.display());
    }
    Ok(records)
}

/// Read a game from a PGN, PDN, SGF, GGF or JSON file, check every move, and print it as a JSON record.
#[derive(clap::Args)]
pub(crate) struct ImportArgs {
    /// The file.
    file: PathBuf,
    /// The number of the game in the file.
    #[arg(default_value_t = 1)]
    number: usize,
    /// The game it is of, such as `chess` or `havannah:size=10,swap=on`; what the text says if left out.
    #[arg(long)]
    game: Option<String>,
    /// The format: json, pgn, pdn, sgf or ggf; judged by the text if left out.
    #[arg(long)]
    format: Option<String>,
    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn import(args: &ImportArgs, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    let text = files::read(&args.file)?;
    let explain = |error| anyhow!("'{}': {error}", args.file.display());
    let game = args.game.as_deref().map(|spec| catalogue.find(spec)).transpose()?;
    let (guess, rules) = discover(&text, game.as_ref(), catalogue).map_err(explain)?;
    let format = args.format.as_deref().map_or(Ok(guess), str::parse)?;
    let games = Games::parse(&text, format, rules.as_ref()).map_err(explain)?;
    let (record, _) = games.read(args.number).map_err(explain)?;
    let text = serde_json::to_string_pretty(&record)? + "\n";
    match &args.out {
        Some(file) => files::write_text(file, &text),
        None => Ok(out.write_all(text.as_bytes())?),
    }
}
