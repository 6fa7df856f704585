//! Results as tables.

use std::collections::BTreeMap;
use std::fmt;

use agon_arena::balance::{Cell, Judged, Setting};
use agon_arena::stats::Mean;
use agon_plot::table::Table;

/// A gain this near to zero counts as balanced.
pub(super) const NEAR: f64 = 0.05;

/// What the columns mean.
pub(super) const LEGEND: &str = "\
gain: the mean of +1, 0 and -1 for the agent, with the reach of its 95 % interval (Jeffreys); score: the mean graded result.
to win: the gain of somebody who plays to win with the same budget; * marks opponents whom he does not surely beat.
close: share of positions in which nobody is ahead by 0.25; leads: changes of the lead per game; swing: when the winner \
pulled ahead for good, as a share of the game.
refused: wins in one not taken in all games, and in 3 and 5 plies per 100 games; blunders: visible two plies ahead, per 100 \
moves of the agent, and of its opponent; regret~lead: rank correlation of what moves gave away with the agent's advantage.
The referee judged only some of the games, as said above.
";

/// The table of one game.
pub(super) fn results(name: &str, setting: &Setting, cells: &[Cell]) -> Table {
    let mut table = Table::new(caption(name, setting, cells)).words("opponent");
    for title in [
        "gain",
        "score",
        "W/D/L",
        "to win",
        "u",
        "plies",
        "ms",
        "close",
        "leads",
        "swing",
        "refused",
        "blunders",
        "regret~lead",
    ] {
        table = table.numbers(title);
    }
    for cell in cells {
        table.row(row(cell));
    }
    table
}

fn caption(name: &str, setting: &Setting, cells: &[Cell]) -> String {
    let memory = if setting.memory { " with memory" } else { "" };
    let judged = cells.iter().find_map(|cell| cell.judged.as_ref());
    let judged = judged.map_or_else(String::new, |judged| {
        format!("; {} of the games judged by {}", judged.games, judged.referee)
    });
    format!(
        "{name}: {}{memory}, {} games each, {} random plies, seed {}{judged}",
        setting.agent, setting.games, setting.opening_plies, setting.seed
    )
}

fn row(cell: &Cell) -> Vec<String> {
    let unknown = || "-".to_owned();
    let judged = cell.judged.as_ref();
    let tally = cell.tally;
    let mark = if cell.is_beatable() { "" } else { "*" };
    let mut cells = vec![
        cell.opponent.clone(),
        with_radius(cell.gain),
        with_radius(cell.score),
        format!("{}/{}/{}", tally.wins, tally.draws, tally.losses),
        format!("{:+.2}{mark}", cell.honest.mean),
        cell.memory.last().map_or_else(unknown, |u| format!("{u:+.1}")),
        format!("{:.0}", cell.plies),
        cell.milliseconds.map_or_else(unknown, |time| format!("{time:.2}")),
    ];
    let Some(judged) = judged else {
        cells.extend([unknown(), unknown(), unknown()]);
        cells.push(format!("{}/-/-", cell.wins_in_one_refused));
        cells.extend([unknown(), unknown()]);
        return cells;
    };
    cells.extend([
        format!("{:.0} %", 100.0 * judged.close),
        format!("{:.1}", judged.lead_changes),
        judged.swing.map_or_else(unknown, |swing| format!("{:.0} %", 100.0 * swing)),
        format!("{}/{:.0}/{:.0}", cell.wins_in_one_refused, judged.refused[1], judged.refused[2]),
        format!("{:.1} ({:.1})", judged.blunders, judged.opponent_blunders),
        judged.correlation.map_or_else(unknown, |correlation| format!("{correlation:+.2}")),
    ]);
    cells
}

fn with_radius(mean: Mean) -> String {
    // What rounds to zero has no sign.
    format!("{:+.3} ± {:.3}", (1000.0 * mean.mean).round() / 1000.0 + 0.0, mean.radius)
}

/// What all results of one agent say together.
pub(super) fn summary(setting: &Setting, cells: &[Cell]) -> String {
    let beatable: Vec<&Cell> = cells.iter().filter(|cell| cell.is_beatable()).collect();
    let outside: Vec<&&Cell> = beatable.iter().filter(|cell| !is_near(cell)).collect();
    let mut text = format!(
        "{}{}: mean |gain| {:.3} over all {} series, {:.3} over the {} against beatable opponents; of these {} within ±{:.0} %, \
         all of them in {}; wins in one refused: {}.",
        setting.agent,
        if setting.memory { " with memory" } else { "" },
        mean_distance(&cells.iter().collect::<Vec<_>>()),
        cells.len(),
        mean_distance(&beatable),
        beatable.len(),
        beatable.len() - outside.len(),
        100.0 * NEAR,
        games_inside(cells),
        cells.iter().map(|cell| cell.wins_in_one_refused).sum::<u64>(),
    );
    if let Some(naturalness) = Naturalness::of(cells) {
        text += &format!("\n  {naturalness}.");
    }
    if setting.memory {
        for cell in outside {
            text += &format!("\n  outside: {} against {}: {:+.3}", cell.game, cell.opponent, cell.gain.mean);
        }
    }
    text
}

/// In how many games all beatable opponents are kept near zero, and of how many.
pub(super) fn games_inside(cells: &[Cell]) -> String {
    let mut games: BTreeMap<&str, bool> = BTreeMap::new();
    for cell in cells {
        *games.entry(&cell.game).or_insert(true) &= is_near(cell) || !cell.is_beatable();
    }
    let inside = games.values().filter(|&&inside| inside).count();
    format!("{inside} of {} games", games.len())
}

/// What balance costs: how natural the moves of all judged games are together.
pub(super) struct Naturalness {
    /// Visible blunders per 100 moves, of the agent and of its opponents.
    pub(super) blunders: [f64; 2],
    /// Wins in 3 and 5 plies that were not taken, per 100 games.
    pub(super) refused: [f64; 2],
    /// The share of positions in which nobody was ahead by much.
    pub(super) close: f64,
}

impl Naturalness {
    /// The mean over all series of which games were judged, if there are any.
    pub(super) fn of(cells: &[Cell]) -> Option<Naturalness> {
        let judged: Vec<&Judged> = cells.iter().filter_map(|cell| cell.judged.as_ref()).collect();
        let mean = |number: fn(&Judged) -> f64| {
            judged.iter().map(|judged| number(judged)).sum::<f64>() / judged.len() as f64
        };
        (!judged.is_empty()).then(|| Naturalness {
            blunders: [mean(|judged| judged.blunders), mean(|judged| judged.opponent_blunders)],
            refused: [mean(|judged| judged.refused[1]), mean(|judged| judged.refused[2])],
            close: mean(|judged| judged.close),
        })
    }
}

impl fmt::Display for Naturalness {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "visible blunders per 100 moves: {:.1}, of the opponents {:.1}; wins in 3 and 5 not taken per 100 games: {:.0} and {:.0}; \
             positions in which nobody was far ahead: {:.0} %",
            self.blunders[0],
            self.blunders[1],
            self.refused[0],
            self.refused[1],
            100.0 * self.close,
        )
    }
}

/// Whether the gain is as near to zero as is asked for; a whole number of games may land exactly on the border.
pub(super) fn is_near(cell: &Cell) -> bool {
    cell.gain.mean.abs() <= NEAR + 1e-9
}

/// The mean distance of the gains from zero.
pub(super) fn mean_distance(cells: &[&Cell]) -> f64 {
    // The sum of nothing has a sign.
    cells.iter().map(|cell| cell.gain.mean.abs()).sum::<f64>() / cells.len().max(1) as f64 + 0.0
}
