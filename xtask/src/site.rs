//! `cargo xtask site`: the app as a folder of files, for any server of files; the engine in the browser does the rest.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::setup::{self, Need};
use crate::{Misuse, command, root, succeed, target, wasm};

/// The engine, compressed by ourselves: servers of files mostly send files as they are, and under this name none unpacks it on the
/// way, so that the page can tell how much has come.
const ENGINE: &str = "agon.wasm.packed";

/// Files of the app that only a server needs, and the worker, which gets a first line.
const LEFT_OUT: [&str; 5] = ["example.py", "example.sh", "lab.js", "openapi.json", WORKER];

const WORKER: &str = "sw.js";

/// Builds the engine and writes the folder.
pub(crate) fn run(out: Option<PathBuf>) -> Result<()> {
    let folder = out.map_or_else(|| target().join("site"), |out| root().join(out));
    setup::provide(&[Need::Target, Need::Npm], "there is no site without them")?;
    write(&wasm::build()?, &folder)?;
    let size = fs::metadata(folder.join(ENGINE))?.len() as f64 / 1e6;
    println!("{}: the engine is {size:.2} MB of it", folder.display());
    println!("to try it here: python3 -m http.server --directory {}", folder.display());
    Ok(())
}

/// Writes the folder anew.
pub(crate) fn write(engine: &Path, folder: &Path) -> Result<()> {
    clear(folder)?;
    let packed = wasm::gzip(&fs::read(engine)?)?;
    let mut sum = flate2::Crc::new();
    sum.update(&packed);
    let assets = root().join("crates/server/assets");
    for name in files(&assets)? {
        let contents = fs::read(assets.join(&name))?;
        sum.update(&contents);
        if !LEFT_OUT.contains(&name.as_str()) {
            fs::write(folder.join(&name), contents)?;
        }
    }
    let worker = fs::read_to_string(assets.join(WORKER))?;
    let line = format!("const BUILD = \"{:08x}\", SITE = {};\n", sum.sum(), packed.len());
    fs::write(folder.join(WORKER), line + &worker)?;
    fs::write(folder.join(ENGINE), packed)?;
    // The engine itself makes the pages that are shown until it is there.
    succeed(command("node", &["xtask/site.js"]).arg(engine).arg(folder))
}

/// The names of the files in a folder, in order.
fn files(folder: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort_unstable();
    Ok(names)
}

/// Makes an empty folder. One with files of somebody else is left alone.
fn clear(folder: &Path) -> Result<()> {
    let is_empty = fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
    if !is_empty {
        if !folder.join(ENGINE).is_file() {
            let sentence =
                format!("'{}' is not empty, and no site that was written before", folder.display());
            return Err(Misuse(sentence).into());
        }
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder).with_context(|| format!("the folder '{}' cannot be made", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_somebody_else_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        clear(folder.path()).unwrap();
        fs::write(folder.path().join("letter.txt"), "dear").unwrap();
        let error = clear(folder.path()).unwrap_err();
        assert!(error.is::<Misuse>() && folder.path().join("letter.txt").exists(), "{error}");
        fs::write(folder.path().join(ENGINE), "").unwrap();
        clear(folder.path()).unwrap();
        assert!(!folder.path().join("letter.txt").exists(), "a site is written anew");
    }
}
