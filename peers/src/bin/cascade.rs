//! Our cascade training beside FANN's: the same examples, the same candidates, one thread, one run.
//!
//! ```text
//! apt-get install libfann-dev
//! cargo run --release --bin cascade -- EXAMPLES.sqlite [UNITS [EPOCHS [COPIES [MOST_EXAMPLES]]]]
//! ```
//!
//! `fann/cascade.c` drives the library. Every phase of training takes exactly as many epochs as given, so that seconds can be
//! divided by epochs; an epoch is one of all candidates and one of the output unit.

use std::error::Error;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::Command;

use agon_learn::cascade::{Data, Growth};
use agon_learn::examples::{Collection, Selection};
use agon_nets::training::{Objective, Patience, Pool, Rule, Settings};
use rustix::time::{ClockId, clock_gettime};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let path = arguments.first().ok_or("give a file made by 'agon examples'")?;
    let number =
        |place: usize, default: usize| arguments.get(place).map_or(Ok(default), |text| text.parse::<usize>());
    let (units, epochs, copies, most) = (number(1, 4)?, number(2, 20)?, number(3, 4)?, number(4, 10_000)?);
    let selected = Selection::published().select(&Collection::open(Path::new(path))?)?;
    let (train, test) = (first(&selected.train, most), first(&selected.test, most / 9));
    println!(
        "{} training and {} test examples, {} features ({:.1} active), {units} units, {epochs} epochs per phase, {} candidates",
        train.len(),
        test.len(),
        train.features(),
        train.mean_active() - 1.0,
        16 * copies
    );
    println!("| library | seconds per epoch | training error | test error |");
    println!("|---|---:|---:|---:|");
    // The phases that FANN goes through: the output at first, and both for every unit. FANN ends with the output once more.
    let theirs = fann(&train, &test, units, epochs, copies)?;
    let per_epoch = theirs[0] / ((units + 1) * epochs) as f64;
    println!("| FANN | {per_epoch:.5} | {:.5} | {:.5} |", theirs[1], theirs[2]);
    let patience = Patience { least: epochs, most: epochs, ..Patience::default() };
    for objective in [Objective::Cascade2, Objective::Linearised] {
        let settings = Settings {
            objective,
            rule: Rule::RpropMinus,
            pool: Pool {
                copies: NonZeroUsize::new(copies).ok_or("COPIES is at least 1")?,
                ..Settings::default().pool
            },
            candidate_patience: patience,
            output_patience: patience,
            units,
            unit_patience: units,
            threads: 1,
            ..Settings::default()
        };
        let start = processor_seconds();
        let mut growth = Growth::new(&train, &test, settings);
        growth.finish(|_| {});
        let ours = (processor_seconds() - start) / ((units + 1) * epochs) as f64;
        let last = growth.snapshots().last().ok_or("nothing was trained")?;
        println!(
            "| Agon, {} | {ours:.5} ({:.1} times faster) | {:.5} | {:.5} |",
            objective.name(),
            per_epoch / ours,
            last.train,
            last.test
        );
    }
    Ok(())
}

/// Processor seconds of all threads, which is what FANN's driver counts too.
fn processor_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// The first examples.
fn first(data: &Data, most: usize) -> Data {
    let mut part = Data::new(data.features(), 0);
    for example in 0..data.len().min(most) {
        let active: Vec<u32> = data.active(example).iter().map(|&feature| feature.into()).collect();
        part.push(&active, &[], data.targets()[example], 1.0);
    }
    part
}

/// Compiles and runs the driver: seconds, training error, test error.
fn fann(
    train: &Data,
    test: &Data,
    units: usize,
    epochs: usize,
    copies: usize,
) -> Result<[f64; 3], Box<dyn Error>> {
    let folder = std::env::temp_dir().join(format!("agon-fann-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let driver = folder.join("cascade");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("fann/cascade.c");
    let compiled =
        Command::new("cc").arg("-O3").arg(source).arg("-o").arg(&driver).args(["-lfann", "-lm"]).status()?;
    if !compiled.success() {
        return Err("the driver does not compile; is libfann-dev installed?".into());
    }
    let files = [folder.join("train.data"), folder.join("test.data")];
    for (file, data) in files.iter().zip([train, test]) {
        fs::write(file, dense(data))?;
    }
    let counts = [units, epochs, copies].map(|count| count.to_string());
    let output = Command::new(&driver).args(&files).args(counts).output()?;
    fs::remove_dir_all(&folder)?;
    let text = String::from_utf8(output.stdout)?;
    let answer: serde_json::Value = serde_json::from_str(text.lines().last().ok_or("FANN said nothing")?)?;
    Ok(["seconds", "train", "test"].map(|key| answer[key].as_f64().unwrap_or(f64::NAN)))
}

/// Examples in FANN's format.
fn dense(data: &Data) -> String {
    let mut text = format!("{} {} 1\n", data.len(), data.features());
    for example in 0..data.len() {
        let mut row = vec!["0"; data.features()];
        for &feature in data.active(example) {
            row[usize::from(feature)] = "1";
        }
        text += &row.join(" ");
        text += &format!("\n{}\n", data.targets()[example]);
    }
    text
}
