//! Stored games as columns.

use std::path::PathBuf;

use agon_arena::bout::Spent;
use agon_arena::ledger::Ledger;
use agon_arena::report::facts;
use agon_arena::standings::Standings;
use numpy::IntoPyArray;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::sentence;

/// What a file of games holds: a dict of what it is of, of its columns, and of its tables as JSON.
#[pyfunction]
#[pyo3(name = "_read")]
pub(crate) fn read(py: Python<'_>, file: PathBuf, moves: bool) -> PyResult<Bound<'_, PyDict>> {
    let ledger = Ledger::open(&file).map_err(sentence)?;
    let roster = ledger.roster().clone();
    let (mut entries, mut pairings) = (Vec::new(), Vec::new());
    ledger
        .each(|pairing, entry| {
            pairings.push(*pairing);
            entries.push(entry.clone());
        })
        .map_err(sentence)?;
    let columns = PyDict::new(py);
    columns
        .set_item("number", entries.iter().map(|e| e.number as i64).collect::<Vec<_>>().into_pyarray(py))?;
    columns.set_item(
        "round",
        pairings.iter().map(|p| i64::from(p.round)).collect::<Vec<_>>().into_pyarray(py),
    )?;
    columns
        .set_item("game", pairings.iter().map(|p| roster.rules[p.rules].spec.clone()).collect::<Vec<_>>())?;
    for (index, name) in ["a", "b"].into_iter().enumerate() {
        let named = |p: &agon_arena::ledger::Pairing| roster.agents[p.agents[index]].name.clone();
        columns.set_item(name, pairings.iter().map(named).collect::<Vec<_>>())?;
    }
    columns.set_item("a_first", entries.iter().map(|e| e.a_first).collect::<Vec<_>>().into_pyarray(py))?;
    columns.set_item("gain", entries.iter().map(|e| e.gain).collect::<Vec<_>>().into_pyarray(py))?;
    columns.set_item("score", entries.iter().map(|e| e.score).collect::<Vec<_>>().into_pyarray(py))?;
    columns
        .set_item("plies", entries.iter().map(|e| i64::from(e.plies)).collect::<Vec<_>>().into_pyarray(py))?;
    for (index, name) in ["a", "b"].into_iter().enumerate() {
        let counts: [(&str, fn(&Spent) -> u64); 6] = [
            ("moves", |spent| spent.moves),
            ("nodes", |spent| spent.nodes),
            ("evaluations", |spent| spent.evaluations),
            ("playouts", |spent| spent.playouts),
            ("depth", |spent| spent.depth),
            ("late", |spent| spent.late),
        ];
        for (what, count) in counts {
            let column: Vec<i64> = entries.iter().map(|e| count(&e.spent[index]) as i64).collect();
            columns.set_item(format!("{name}_{what}"), column.into_pyarray(py))?;
        }
        let seconds: Vec<f64> = entries.iter().map(|e| e.spent[index].seconds).collect();
        columns.set_item(format!("{name}_seconds"), seconds.into_pyarray(py))?;
    }
    columns.set_item("fault", entries.iter().map(|e| e.fault.clone()).collect::<Vec<_>>())?;
    if moves {
        let mut texts = Vec::new();
        for entry in &entries {
            texts.push(ledger.game(entry.number).map_err(sentence)?.record.moves.join(" "));
        }
        columns.set_item("moves", texts)?;
    }
    let standings = Standings::of(&ledger, ledger.anchor()).map_err(sentence)?;
    let run = ledger.run();
    let all = PyDict::new(py);
    all.set_item("kind", run.kind.to_string())?;
    all.set_item("name", &run.name)?;
    all.set_item("text", &run.text)?;
    all.set_item(
        "agents",
        roster.agents.iter().map(|a| (a.name.clone(), a.spec.clone())).collect::<Vec<_>>(),
    )?;
    all.set_item("games", roster.rules.iter().map(|rules| rules.spec.clone()).collect::<Vec<_>>())?;
    all.set_item("facts", facts(run, &standings).to_string())?;
    all.set_item("columns", columns)?;
    Ok(all)
}
