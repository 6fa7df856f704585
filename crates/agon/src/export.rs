//! `agon export` and `agon import`.

use std::fs::File;
use std::io::{self, Read, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use agon_agents::{Catalogue, Playable};
use agon_arena::ledger::{Kept, Ledger};
use agon_core::{Player, Record, Rules};
use agon_formats::{Format, Games, Header, write};
use anyhow::{Result, anyhow, bail};

use crate::files;

/// Write stored games in the format that their players use.
///
/// Chess, xiangqi and nine men's morris are written as PGN, checkers and draughts as PDN, Othello as SGF or GGF, and gomoku,
/// Connect6, Havannah and Lines of Action as SGF. Every game can be written as JSON. Games whose players use different formats
/// are only written together in a format that is asked for.
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
    let mut tell = |rules: &dyn Rules, record: &Record, header: &Header| -> Result<()> {
        let text = match format.unwrap_or_else(|| own_format(rules)) {
            // Several games of JSON are one object per line, so that they can be told apart.
            Format::Json if args.number.is_none() => serde_json::to_string(record)? + "\n",
            format => write(rules, record, header, format)?,
        };
        Ok(writeln!(out, "{}", text.trim_end())?)
    };
    if is_database(&args.file)? {
        let ledger = Ledger::open(&args.file)?;
        let numbers = args.number.map_or_else(|| ledger.numbers(), |number| Ok(vec![number]))?;
        let find = |number: &u64| Ok(catalogue.find(&kept(&ledger, *number)?.0.game)?);
        if format.is_none() {
            refuse_mixture(&args.file, numbers.iter().map(find))?;
        }
        if args.number.is_none() && numbers.last().is_some_and(|&last| last != numbers.len() as u64) {
            let last = numbers.len();
            // Whoever reads the export counts its games, and not those of the ledger.
            let _ = writeln!(
                io::stderr(),
                "agon: some games are not played yet; those of the export are numbered from 1 to {last}"
            );
        }
        for number in numbers {
            let (record, header) = kept(&ledger, number)?;
            tell(catalogue.find(&record.game)?.bare(), &record, &header)?;
        }
        return Ok(());
    }
    let text = files::read(&args.file)?;
    let explain = |error| anyhow!("'{}' is no file of saved games: {error}", args.file.display());
    let games = Games::parse(&text, Some(Format::Json), None, catalogue).map_err(explain)?;
    let tell_file = |error| anyhow!("'{}': {error}", args.file.display());
    let chosen = chosen(args.number, games.count());
    if format.is_none() {
        let rules = chosen.clone().map(|number| Ok(games.read(number).map_err(tell_file)?.rules));
        refuse_mixture(&args.file, rules)?;
    }
    for number in chosen {
        let read = games.read(number).map_err(tell_file)?;
        tell(read.rules.bare(), &read.record, &read.header)?;
    }
    Ok(())
}

/// The numbers of the games that are asked for; without a number, all.
fn chosen(number: Option<u64>, count: usize) -> RangeInclusive<usize> {
    match number {
        None => 1..=count,
        // A number that is too large for this machine is one that no file has.
        Some(number) => {
            let number = usize::try_from(number).unwrap_or(usize::MAX);
            number..=number
        }
    }
}

/// What the players of a game use.
fn own_format(rules: &dyn Rules) -> Format {
    Format::of_game(&rules.info().id).last().copied().unwrap_or(Format::Json)
}

/// Games whose players use different formats cannot stand in one file.
fn refuse_mixture(file: &Path, games: impl Iterator<Item = Result<Arc<dyn Playable>>>) -> Result<()> {
    let mut formats: Vec<(Format, String)> = Vec::new();
    for rules in games {
        let rules = rules?;
        let format = own_format(rules.bare());
        if formats.iter().all(|(known, _)| *known != format) {
            formats.push((format, rules.info().id.to_string()));
        }
    }
    if formats.len() > 1 {
        let told: Vec<String> = formats.iter().map(|(format, id)| format!("{format} for {id}")).collect();
        bail!(
            "'{}' holds games whose players use different formats, {}; choose one with --format, such as --format json",
            file.display(),
            told.join(" and ")
        );
    }
    Ok(())
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

/// Read games from a PGN, PDN, SGF, GGF or JSON file, or from Othello transcripts, check every move, and print them as JSON.
///
/// Everything that 'agon export' writes is read, with the same numbers. Several games are one JSON object per line. What is
/// remarkable about a game, such as that it went on where a draw could have been claimed, is said on standard error.
#[derive(clap::Args)]
pub(crate) struct ImportArgs {
    /// The file.
    file: PathBuf,
    /// The number of the game in the file; all games if left out.
    number: Option<u64>,
    /// The game it is of, such as `chess` or `havannah:size=10,swap=on`; what the text says if left out.
    #[arg(long)]
    game: Option<String>,
    /// The format: json, pgn, pdn, sgf or ggf; judged by the text if left out.
    #[arg(long)]
    format: Option<String>,
    /// Leave games out that cannot be read, and say which.
    #[arg(long)]
    skip: bool,
    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn import(args: &ImportArgs, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    match &args.out {
        Some(file) => {
            let mut draft = files::draft(file)?;
            read_games(args, catalogue, draft.out())?;
            files::finish(draft, file)
        }
        None => read_games(args, catalogue, out),
    }
}

fn read_games(args: &ImportArgs, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    let text = files::read(&args.file)?;
    let file = args.file.display();
    let game = args.game.as_deref().map(|spec| catalogue.find(spec)).transpose()?;
    let format = args.format.as_deref().map(str::parse).transpose()?;
    let games = Games::parse(&text, format, game.as_ref(), catalogue)
        .map_err(|error| anyhow!("'{file}': {error}"))?;
    let place = |number: usize| match games.count() {
        1 => format!("'{file}'"),
        _ => format!("'{file}', game {number}"),
    };
    let mut left_out = 0;
    for number in chosen(args.number, games.count()) {
        let read = match games.read(number) {
            Ok(read) => read,
            Err(error) if args.skip && number <= games.count() => {
                // Nothing is lost if nobody reads what is wrong.
                let _ = writeln!(io::stderr(), "agon: {}: {error}", place(number));
                left_out += 1;
                continue;
            }
            Err(error) => bail!("{}: {error}", place(number)),
        };
        for remark in &read.remarks {
            let _ = writeln!(io::stderr(), "agon: {}: {remark}", place(number));
        }
        let text = match args.number {
            Some(_) => serde_json::to_string_pretty(&read.record)?,
            None => serde_json::to_string(&read.record)?,
        };
        writeln!(out, "{text}")?;
    }
    if left_out > 0 {
        let _ = writeln!(io::stderr(), "agon: {left_out} of {} games were left out", games.count());
    }
    Ok(())
}
