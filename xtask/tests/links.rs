//! Every link from one file of the repository to another leads somewhere.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders that hold nothing of ours.
const FOREIGN: [&str; 3] = [".git", "node_modules", "target"];

#[test]
fn every_link_in_the_texts_leads_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace");
    let mut texts = Vec::new();
    find_texts(root, &mut texts);
    assert!(texts.contains(&root.join("README.md")) && texts.len() > 8, "{texts:?}");
    let broken: Vec<String> = texts.iter().flat_map(|text| broken_links(text)).collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn broken_links_are_found() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("links");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("there.md"), "# A head, with `code`\n```text\n# no head\n```\n").unwrap();
    let text = folder.join("text.md");
    let good = "[a](there.md) [b](there.md#a-head-with-code) [c](https://example.org/x) ![d](<there.md>) [e](#title)\n\
                `[f](nowhere)` [g][there]\n\n[there]: there.md\n\n# Title\n```text\n[h](nowhere)\n```\n\
                <img src=\"there.md\" alt=\"\"> <a href=\"there.md\">i</a>";
    fs::write(&text, good).unwrap();
    assert_eq!(broken_links(&text), Vec::<String>::new());
    for bad in [
        "[a](gone.md)",
        "![a picture](pictures/gone.png \"title\")",
        "[a](there.md#no-head)",
        "[a](#gone)",
        "[a]: gone.md",
        "<img src=\"gone.png\">",
        "<source srcset=\"gone.webp\">",
    ] {
        fs::write(&text, bad).unwrap();
        assert_eq!(broken_links(&text).len(), 1, "{bad}");
    }
}

fn find_texts(folder: &Path, texts: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder that can be read") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() && !FOREIGN.contains(&name) {
            find_texts(&path, texts);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            texts.push(path);
        }
    }
}

/// A sentence for every link of a text whose file, or whose heading in it, does not exist.
fn broken_links(text: &Path) -> Vec<String> {
    let contents = fs::read_to_string(text).expect("a text that can be read");
    let folder = text.parent().expect("a file lies in a folder");
    let mut broken = Vec::new();
    for link in links(&contents) {
        if link.contains("://") || link.starts_with("mailto:") {
            continue;
        }
        let (path, heading) =
            link.split_once('#').map_or((link.as_str(), None), |(path, id)| (path, Some(id)));
        let goal = if path.is_empty() { text.to_owned() } else { folder.join(path) };
        let has_heading = |id: &str| fs::read_to_string(&goal).is_ok_and(|text| headings(&text).contains(id));
        if !goal.exists() {
            broken.push(format!("{}: there is no '{path}' for the link '{link}'", text.display()));
        } else if heading.is_some_and(|id| !has_heading(id)) {
            broken.push(format!("{}: the link '{link}' leads to no heading", text.display()));
        }
    }
    broken
}

/// Where the links of a text lead: `[…](here)`, `[…]: here`, and `href`, `src` and `srcset` of HTML.
fn links(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in prose(text) {
        let line = without_code(line);
        for (start, end) in [("](", ')'), ("href=\"", '"'), ("src=\"", '"'), ("srcset=\"", '"')] {
            for rest in line.split(start).skip(1) {
                let goal = rest.split(end).next().unwrap_or_default();
                // A title may follow; angle brackets may be around it.
                let goal = goal.split(' ').next().unwrap_or_default();
                found.push(goal.trim_matches(['<', '>']).to_owned());
            }
        }
        if let Some((name, goal)) = line.split_once("]: ")
            && name.starts_with('[')
        {
            found.push(goal.trim().to_owned());
        }
    }
    found
}

/// The headings of a text as links name them: lower case, hyphens for spaces, no other marks.
fn headings(text: &str) -> HashSet<String> {
    let titles =
        prose(text).filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let slug = |title: &str| {
        let kept = title.to_lowercase().replace(' ', "-");
        kept.chars().filter(|&letter| letter.is_alphanumeric() || letter == '-' || letter == '_').collect()
    };
    titles.map(slug).collect()
}

/// The lines outside of fenced code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut in_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        !in_code && !is_fence
    })
}

/// A line without what stands between backticks.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect()
}
