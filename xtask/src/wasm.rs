//! `cargo xtask wasm`: the program that plays inside a browser, its size and its speed.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::{command, output, succeed, target};

/// WebAssembly with a clock, random numbers and two streams: all that the program asks for.
const TARGET: &str = "wasm32-wasip1";

/// The games whose random games are measured: small, of bitboards, with large boards, with long rules.
const MEASURED: [&str; 4] = ["tic-tac-toe", "othello", "havannah", "chess"];

/// Rounds per game: here, there, here, there, so that a passing disturbance hits both.
const ROUNDS: u32 = 3;

/// Looks over the code that only the engine has, where its target is there.
pub(crate) fn lint() -> Result<()> {
    if provide_target().is_err() {
        println!("the lints of the engine were NOT run: the target {TARGET} is missing");
        return Ok(());
    }
    let packages = ["--package", "agon-offline", "--package", "agon-server"];
    let mut clippy = command("cargo", &["clippy", "--quiet", "--no-deps", "--target", TARGET]);
    succeed(clippy.args(packages).args(["--", "-D", "warnings"]))
}

/// Builds the engine, or says why not and gives none.
pub(crate) fn build() -> Result<Option<PathBuf>> {
    if let Err(error) = provide_target() {
        println!("the engine was NOT built: {error:#}; everything else works without it");
        return Ok(None);
    }
    let args = ["build", "--quiet", "--package", "agon-offline", "--profile", "offline", "--target", TARGET];
    succeed(&mut command("cargo", &args))?;
    let built = target().join(TARGET).join("offline/agon-offline.wasm");
    let folder = target().join("wasm");
    std::fs::create_dir_all(&folder)?;
    let engine = folder.join("agon.wasm");
    let bytes = std::fs::read(&built).with_context(|| format!("{} is missing", built.display()))?;
    if std::fs::read(&engine).is_ok_and(|before| before == bytes) {
        return Ok(Some(engine));
    }
    // The large file comes last: whoever finds it finds the other, too.
    replace(&folder.join("agon.wasm.br"), &brotli(&bytes)?)?;
    replace(&engine, &bytes)?;
    Ok(Some(engine))
}

/// Builds the engine and tells its size.
pub(crate) fn run() -> Result<()> {
    let Some(engine) = build()? else { bail!("there is no engine") };
    let bytes = std::fs::read(&engine)?;
    let compressed = std::fs::metadata(engine.with_extension("wasm.br"))?.len();
    let [plain, gzip, brotli] = [bytes.len() as u64, gzip(&bytes)?.len() as u64, compressed].map(megabytes);
    println!("{}: {plain} MB, {gzip} MB with gzip, {brotli} MB with brotli", engine.display());
    println!("'agon serve' finds it there; beside an installed program it is called agon.wasm");
    Ok(())
}

/// Random games per second in the engine and in the program, in the same run.
pub(crate) fn bench(seconds: f64) -> Result<()> {
    let Some(engine) = build()? else { bail!("there is no engine") };
    succeed(&mut command("cargo", &["build", "--quiet", "--release", "--package", "agon"]))?;
    let program = target().join("release/agon");
    let slice = (seconds / f64::from(ROUNDS)).to_string();
    println!("| game | native playouts/s | WebAssembly playouts/s | share |");
    println!("|---|---:|---:|---:|");
    for game in MEASURED {
        let (mut native, mut inside) = (0.0, 0.0);
        for _ in 0..ROUNDS {
            let mut bench = Command::new(&program);
            bench.args(["bench", "playouts", game, "--json", "--seconds", &slice]);
            let rows: serde_json::Value = serde_json::from_str(&output(&mut bench)?)?;
            native += rows[0]["playouts_per_s"].as_f64().context("no rate")? / f64::from(ROUNDS);
            let mut node = command("node", &["tests/browser/engine.js"]);
            node.arg(&engine).args(["playouts", game, &slice]);
            inside += output(&mut node)?.trim().parse::<f64>()? / f64::from(ROUNDS);
        }
        println!("| {game} | {native:.0} | {inside:.0} | {:.0} % |", 100.0 * inside / native);
    }
    Ok(())
}

/// Adds the compiler's part for the target if it is missing.
fn provide_target() -> Result<()> {
    let library = output(&mut command("rustc", &["--print", "target-libdir", "--target", TARGET]))?;
    if Path::new(library.trim()).exists() {
        return Ok(());
    }
    println!("adding the target {TARGET}");
    succeed(&mut command("rustup", &["target", "add", TARGET]))
        .with_context(|| format!("the target {TARGET} is missing and rustup cannot add it"))
}

fn replace(path: &Path, contents: &[u8]) -> Result<()> {
    let part = path.with_extension("part");
    std::fs::write(&part, contents)?;
    Ok(std::fs::rename(part, path)?)
}

fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

fn brotli(bytes: &[u8]) -> Result<Vec<u8>> {
    // Quality 9 of 11: the last two take minutes for a few per cent.
    let settings = brotli::enc::BrotliEncoderParams { quality: 9, lgwin: 24, ..Default::default() };
    let mut compressed = Vec::new();
    brotli::BrotliCompress(&mut &bytes[..], &mut compressed, &settings)?;
    Ok(compressed)
}

fn megabytes(bytes: u64) -> String {
    format!("{:.2}", bytes as f64 / 1e6)
}
