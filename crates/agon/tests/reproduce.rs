//! `agon reproduce` as people meet it.

use std::path::{Path, PathBuf};

use assert_cmd::Command;

fn agon(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("agon").unwrap();
    command.args(args);
    command
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("agon-reproduce-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn the_list_names_every_experiment_and_its_paper() {
    let output = agon(&["reproduce", "list"]).assert().success().get_output().stdout.clone();
    let text = String::from_utf8(output).unwrap();
    for name in ["hybrid-table3", "freckers", "checkers-figures", "minibal-figure1", "ccnn-table6"] {
        assert!(text.lines().any(|line| line.starts_with(name)), "{text}");
    }
    assert!(text.contains("Cohen-Solal and Cazenave"), "{text}");
}

#[test]
fn a_run_prints_the_paper_beside_ours_and_writes_a_page_with_figures() {
    let folder = folder("smoke");
    let out = folder.to_str().unwrap();
    let args = ["reproduce", "hybrid-table3", "--scale", "smoke", "--jobs", "2", "--out", out];
    let output = agon(&args).assert().success().get_output().stdout.clone();
    let text = String::from_utf8(output).unwrap();
    assert!(text.contains("6-4-10") && text.contains("In short"), "{text}");
    assert_eq!(
        names(&folder),
        [
            "figure-1.svg",
            "figure-2.svg",
            "games.db",
            "index.html",
            "report.txt",
            "table-1.csv",
            "table-2.csv"
        ]
    );
    let page = std::fs::read_to_string(folder.join("index.html")).unwrap();
    assert!(page.ends_with("</html>\n") && page.matches("<svg").count() == 2);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn an_experiment_of_ones_own_is_a_file() {
    let folder = folder("own");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("mine.toml");
    let text = "title = 'Mine'\n[paper]\nauthors = 'me'\ntitle = 'Notes'\nplace = 'page 1'\n[[part]]\nkind = 'matches'\n\
                heading = 'A match'\nagent = 'greedy'\nopponent = 'random'\ngames = 2\n\
                row = [{ label = 'Tic-tac-toe', game = 'tic-tac-toe' }]\n";
    std::fs::write(&file, text).unwrap();
    let out = folder.join("out");
    let args = ["reproduce", file.to_str().unwrap(), "--out", out.to_str().unwrap()];
    let output = agon(&args).assert().success().get_output().stdout.clone();
    assert!(String::from_utf8(output).unwrap().contains("Mine (mine)"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn lessons_are_learned_once_and_then_played_with() {
    let folder = folder("lessons");
    let out = folder.to_str().unwrap();
    let args = ["reproduce", "descent-vs-selfplay", "--scale", "smoke", "--jobs", "2", "--out", out];
    let printed = || String::from_utf8(agon(&args).assert().success().get_output().stdout.clone()).unwrap();
    let text = printed();
    assert!(text.contains("Learning othello-descent: agon learn descent othello"), "{text}");
    assert!(text.contains("positions searched") && text.contains("Descent against self-play"), "{text}");
    let network = folder.join("othello-descent/generation-1.net.safetensors");
    let made = std::fs::metadata(&network).unwrap().modified().unwrap();
    // The same command plays and learns nothing more, and tells the same but for the time it took.
    let without_time = |text: &str| text.split("It took").next().unwrap().to_owned();
    assert_eq!(without_time(&printed()), without_time(&text));
    assert_eq!(std::fs::metadata(&network).unwrap().modified().unwrap(), made);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn checkpoints_are_learned_on_every_board_and_ranked() {
    let folder = folder("checkpoints");
    let out = folder.to_str().unwrap();
    let run = |jobs: &str| {
        let args = ["reproduce", "minibal-table2", "--scale", "smoke", "--jobs", jobs, "--out", out];
        let printed = agon(&args).assert().success().get_output().stdout.clone();
        // The rest tells how long it took, and where the page is.
        String::from_utf8(printed).unwrap().split("It took").next().unwrap().to_owned()
    };
    let text = run("2");
    assert!(text.contains("Learning havannah: agon learn self-play havannah"), "{text}");
    let chess = text.lines().find(|line| line.starts_with("chess ") && line.contains("net:chess/")).unwrap();
    assert!(chess.contains(" %"), "{text}");
    assert!(text.contains("the paper's gain is -3.0 ± 1.9 %") && !text.contains(out), "{text}");
    // Whoever learns and plays anew with other jobs finds the same.
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(run("1"), text);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn mistakes_are_answered_in_one_sentence() {
    let sentence = |args: &[&str]| {
        let assert = agon(args).assert().code(2);
        let text = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
        assert_eq!(text.lines().count(), 1, "{text}");
        text
    };
    assert!(
        sentence(&["reproduce", "table9"]).contains("there is no experiment 'table9'; known: hybrid-table3")
    );
    assert!(sentence(&["reproduce", "freckers", "--scale", "huge"]).contains("'huge' is not a scale"));
    assert!(sentence(&["reproduce", "/no/such.toml"]).contains("cannot read '/no/such.toml'"));
}
