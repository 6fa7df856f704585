//! `cargo xtask wasm`: the program that plays inside a browser, its size and its speed.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::setup::{self, Need};
use crate::{command, output, succeed, target};

/// WebAssembly with a clock, random numbers and two streams: all that the program asks for.
pub(crate) const TARGET: &str = "wasm32-wasip1";

/// The games whose random games are measured: small, of bitboards, with large boards, with long rules.
const MEASURED: [&str; 4] = ["tic-tac-toe", "othello", "havannah", "chess"];

/// Rounds per game: here, there, here, there, so that a passing disturbance hits both.
const ROUNDS: u32 = 3;

/// Looks over the code that only the engine has.
pub(crate) fn lint() -> Result<()> {
    let packages = ["--package", "agon-offline", "--package", "agon-server"];
    let mut clippy = command("cargo", &["clippy", "--quiet", "--no-deps", "--target", TARGET]);
    succeed(clippy.args(packages).args(["--", "-D", "warnings"]))
}

/// Builds the engine, for which the target has to be there.
pub(crate) fn build() -> Result<PathBuf> {
    let args = ["build", "--quiet", "--package", "agon-offline", "--profile", "offline", "--target", TARGET];
    succeed(&mut command("cargo", &args))?;
    let built = target().join(TARGET).join("offline/agon-offline.wasm");
    let folder = target().join("wasm");
    std::fs::create_dir_all(&folder)?;
    let engine = folder.join("agon.wasm");
    let bytes = std::fs::read(&built).with_context(|| format!("{} is missing", built.display()))?;
    if std::fs::read(&engine).is_ok_and(|before| before == bytes) {
        return Ok(engine);
    }
    // The large file comes last: whoever finds it finds the other, too.
    replace(&folder.join("agon.wasm.br"), &brotli(&bytes)?)?;
    replace(&engine, &bytes)?;
    Ok(engine)
}

/// Builds the engine and tells its size.
pub(crate) fn run() -> Result<()> {
    provide()?;
    let engine = build()?;
    let bytes = std::fs::read(&engine)?;
    let compressed = std::fs::metadata(engine.with_extension("wasm.br"))?.len();
    let [plain, gzip, brotli] = [bytes.len() as u64, gzip(&bytes)?.len() as u64, compressed].map(megabytes);
    println!("{}: {plain} MB, {gzip} MB with gzip, {brotli} MB with brotli", engine.display());
    println!("'agon serve' finds it there; beside an installed program it is called agon.wasm");
    Ok(())
}

/// Random games per second in the engine and in the program, in the same run.
pub(crate) fn bench(seconds: f64) -> Result<()> {
    provide()?;
    let engine = build()?;
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

fn provide() -> Result<()> {
    setup::provide(&[Need::Target], "there is no engine without it")
}

/// Whether the compiler has its part for the target.
pub(crate) fn has_target() -> bool {
    output(&mut command("rustc", &["--print", "target-libdir", "--target", TARGET]))
        .is_ok_and(|library| Path::new(library.trim()).exists())
}

fn replace(path: &Path, contents: &[u8]) -> Result<()> {
    let part = path.with_extension("part");
    std::fs::write(&part, contents)?;
    Ok(std::fs::rename(part, path)?)
}

pub(crate) fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
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
