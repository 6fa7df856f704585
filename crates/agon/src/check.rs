//! `agon check`.

use std::io::Write;
use std::sync::Arc;

use agon_agents::level::Ladder;
use agon_agents::{Catalogue, Playable};
use agon_core::Rules;
use agon_formats::Format;
use agon_nets::shipped;
use agon_render::diagram;
use agon_render::words::{Language, Words};
use anyhow::{Result, bail};
use serde_json::{Value, json};

use crate::wrap::entry;

/// Check the promises of a game on random play, with every value of its parameters, and tell what it does not have yet.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, such as `othello`; `havannah:size=5` checks this one size.
    game: String,
    /// Print JSON and nothing else.
    #[arg(long)]
    json: bool,
}

/// Something that a game can do without, and where it would come from.
struct Lack {
    what: &'static str,
    sentence: String,
}

pub(crate) fn run(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    let game = catalogue.find(&args.game)?;
    let lacks = lacks(game.as_ref());
    let mut checked: Vec<Value> = Vec::new();
    for rules in varied(&game, catalogue)? {
        let spec = rules.spec();
        let report = match rules.check() {
            Ok(report) => report,
            Err(broken) => bail!("{spec} breaks a promise of the trait 'Game': {broken}"),
        };
        let (games, positions, moves) = (report.games, report.positions, report.moves);
        checked.push(json!({"spec": spec, "games": games, "positions": positions, "moves": moves}));
        if !args.json {
            let told = format!("{games} random games, {positions} positions, {moves} moves");
            entry(out, &format!("{spec} keeps every promise of the trait 'Game': {told}."), 2)?;
        }
    }
    if args.json {
        let lacks: Vec<Value> =
            lacks.iter().map(|lack| json!({"what": lack.what, "sentence": lack.sentence})).collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&json!({"checked": checked, "lacks": lacks}))?)?;
        return Ok(());
    }
    if lacks.is_empty() {
        writeln!(out, "It has everything that a game can have.")?;
    } else {
        writeln!(out, "It does without these, and plays nevertheless:")?;
    }
    for lack in lacks {
        entry(out, &format!("- {}: {}", lack.what, lack.sentence), 2)?;
    }
    Ok(())
}

/// The game itself, and each of its parameters at each of its other values, unless some value was asked for.
fn varied(game: &Arc<dyn Playable>, catalogue: &Catalogue) -> Result<Vec<Arc<dyn Playable>>> {
    let mut varied = vec![game.clone()];
    if game.spec() == game.info().id {
        for parameter in game.info().parameters {
            for value in parameter.values.iter().filter(|&&value| value != parameter.default) {
                varied.push(catalogue.vary(game.bare(), &format!("{}={value}", parameter.key))?);
            }
        }
    }
    Ok(varied)
}

/// What the game does not have, though it could.
fn lacks(game: &dyn Rules) -> Vec<Lack> {
    let id = &game.info().id;
    let mut lacks = Vec::new();
    let mut lack = |is_there: bool, what, sentence: String| {
        if !is_there {
            lacks.push(Lack { what, sentence });
        }
    };
    lack(
        game.is_judged(),
        "evaluation",
        "hints and levels come from random games, until 'Heuristic' has one of the game's own.".to_owned(),
    );
    lack(
        Ladder::of(game).is_some(),
        "levels",
        format!(
            "they are provisional, until 'agon calibrate {}' has measured them and the table is in crates/agents/levels.",
            game.spec()
        ),
    );
    lack(
        diagram::example(game).is_some(),
        "diagram",
        "the page of the rules shows none, until crates/render/src/diagram.rs has the beginning of a game."
            .to_owned(),
    );
    lack(
        agon_school::of_family(id).next().is_some(),
        "puzzles",
        format!(
            "there are none, until 'agon puzzles {id} --count 10' has made some for crates/school/puzzles."
        ),
    );
    lack(
        agon_school::lesson_of(id).is_some(),
        "lesson",
        format!(
            "nobody is guided through its rules, until crates/school/lessons/{id}.jsonl is in the list of crates/school/src/lesson.rs."
        ),
    );
    lack(
        shipped::named(&shipped::net_file(game.spec())).is_some(),
        "network",
        format!(
            "nothing learned comes with it, until 'agon learn self-play {}' has made a file of models for the list of \
             crates/nets/src/shipped.rs.",
            game.spec()
        ),
    );
    lack(
        Format::of_game(id).len() > 1,
        "format",
        "games are saved as JSON, until crates/formats knows what its players write.".to_owned(),
    );
    for language in Language::ALL.into_iter().filter(|&language| language != Language::English) {
        let tag = language.tag();
        lack(
            Words::of(language).find(&format!("summary-{id}")).is_some(),
            "translation",
            format!(
                "its texts are English in {} too, until crates/render/locales/{tag}.ftl has them.",
                language.name()
            ),
        );
    }
    lacks
}
