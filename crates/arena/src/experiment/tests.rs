use agon_agents::Catalogue;

use super::*;

/// The experiment, with networks that come with the program in the place of those that would have to be learned; none where there
/// are none for its lessons.
fn taught(name: &str) -> Option<Experiment> {
    let experiment = Experiment::find(name, Scale::Smoke).unwrap();
    let mut networks = Networks::default();
    for Lesson { name, .. } in experiment.lessons() {
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../models")
            .join(agon_nets::shipped::net_file(&name));
        if !file.exists() {
            return None;
        }
        (0..2).for_each(|generation| networks.insert(format!("{name}/{generation}"), file.clone()));
        networks.insert(name, file);
    }
    Some(experiment.taught(networks).unwrap())
}

fn run(name: &str, jobs: usize) -> Report {
    let experiment = taught(name).unwrap();
    let mut ledger = Ledger::in_memory(&experiment.describe(3)).unwrap();
    let setting = Setting { catalogue: &Catalogue::shipped(), seed: 3, jobs, progress: &|_, _| {} };
    let report = experiment.run(&setting, &mut ledger).unwrap();
    // Whoever has all games has nothing to play, and tells the same, times included.
    let again = experiment.run(&setting, &mut ledger).unwrap();
    assert_eq!(again.text(), report.text(), "{name}");
    report
}

/// Everything that must be the same in every run.
fn repeatable(report: &Report) -> String {
    report.sections.iter().filter(|section| section.repeatable).map(Section::text).collect()
}

#[test]
fn every_experiment_can_be_read_at_every_scale() {
    for name in Experiment::names() {
        for scale in Scale::ALL {
            let experiment =
                Experiment::find(name, scale).unwrap_or_else(|error| panic!("{name}, {scale}: {error}"));
            assert!(!experiment.title().is_empty() && !experiment.paper().place.is_empty());
        }
    }
}

#[test]
fn every_experiment_runs_compares_and_repeats_itself() {
    for name in Experiment::names().filter(|name| taught(name).is_some()) {
        let report = run(name, 1);
        assert!(report.findings().count() >= 2, "{name} says what it found");
        let items = || report.sections.iter().flat_map(|section| &section.items);
        assert!(items().any(|item| matches!(item, Item::Table(_))), "{name} has a table");
        let charts = items().filter(|item| matches!(item, Item::Chart(_))).count();
        assert!(charts > 0 || matches!(name, "ccnn-cost" | "minibal-table2"), "{name} has a figure");
        let text = repeatable(&report);
        assert!(!text.contains("NaN") && !report.text().contains("inf "), "{name}: {text}");
        assert_eq!(text, repeatable(&run(name, 3)), "{name} depends on the number of workers");
        let html = report.html();
        assert_eq!(html.matches("<svg").count(), charts, "{name}");
        assert_eq!(report.files().iter().filter(|(file, _)| file.starts_with("figure-")).count(), charts);
    }
}

#[test]
fn a_network_takes_the_place_of_its_name() {
    let text = r#"
        title = "Mine"
        paper = { authors = "A", title = "B", place = "C" }
        learn = [{ name = "mine", command = "self-play tic-tac-toe" }]
        [[part]]
        kind = "matches"
        heading = "The match"
        agent = 'greedy:eval="net:{mine}"'
        opponent = "random"
        games = 2
        row = [{ label = "one", game = "tic-tac-toe" }]
    "#;
    let experiment = Experiment::read("mine", text, Scale::Smoke).unwrap();
    assert_eq!(experiment.lessons()[0].command, "self-play tic-tac-toe");
    let before = experiment.describe(3);
    let mut networks = Networks::default();
    networks.insert("mine".to_owned(), "some folder/a, b.net".into());
    let taught = experiment.taught(networks).unwrap();
    assert_eq!(taught.describe(3), before);
    assert!(before.text.contains("self-play tic-tac-toe") && !before.text.contains("some folder"));
    let setting = Setting { catalogue: &Catalogue::shipped(), seed: 3, jobs: 1, progress: &|_, _| {} };
    let error = taught.run(&setting, &mut Ledger::in_memory(&before).unwrap()).unwrap_err().to_string();
    assert!(error.contains("some folder/a, b.net"), "{error}");
}

/// A figure in which evaluations are ranked, before anything was learned.
fn ranked(ranking: &str) -> Result<Experiment, ExperimentError> {
    let text = format!(
        r#"
        title = "Mine"
        paper = {{ authors = "A", title = "B", place = "C" }}
        learn = [{{ name = "{{board}}", boards = ["othello", "tapatan"], command = "self-play {{board}} --games 8" }}]
        [[part]]
        kind = "curves"
        heading = "The figure"
        boards = ["othello", "tapatan"]
        agents = [{{ name = "one", spec = "minibal+" }}, {{ name = "other", spec = "unbounded" }}]
        budgets = ["iterations=4"]
        opponent = "unbounded"
        opponent_budget = "iterations=2"
        games = 2
        openings = 2
        ranking = {{ agent = "unbounded", budget = "iterations=20", games = 6, {ranking} }}
    "#
    );
    Experiment::read("mine", &text, Scale::Smoke)
}

#[test]
fn the_best_in_a_round_robin_are_strong_and_the_worst_weak() {
    let experiment = ranked(r#"evaluations = ["ends", "heuristic"], strong = 1, weak = 1"#).unwrap();
    let setting = Setting { catalogue: &Catalogue::shipped(), seed: 3, jobs: 2, progress: &|_, _| {} };
    let mut ledger = Ledger::in_memory(&experiment.describe(3)).unwrap();
    let text = experiment.run(&setting, &mut ledger).unwrap().text();
    let othello = text.lines().find(|line| line.starts_with("othello ")).unwrap();
    let [strong, weak] = ["heuristic", "ends"].map(|name| othello.find(name).unwrap());
    assert!(strong < weak, "whatever comes first in the list: {text}");
    // A pair of evaluations and two agents on each board.
    assert_eq!(ledger.pairings().len(), 2 * (1 + 2));
    // The opponent has the weak evaluation alone, and the agents have the strong one.
    let roster = &ledger.roster().agents;
    let mut met =
        ledger.pairings().iter().map(|pairing| pairing.agents.map(|agent| roster[agent].spec.as_str()));
    let [agent, opponent] = met.find(|[agent, _]| agent.starts_with("minibal+")).unwrap();
    assert!(!agent.contains("ends") && opponent.contains("eval=ends"), "{agent} against {opponent}");
}

#[test]
fn the_checkpoints_of_each_board_are_asked_by_the_name_of_the_board() {
    let experiment = ranked(r#"evaluations = ["heuristic", "net:{board/1}"], strong = 1, weak = 1"#).unwrap();
    let lessons = experiment.lessons();
    assert_eq!(lessons[1].name, "tapatan");
    assert_eq!(lessons[1].command, "self-play tapatan --games 8");
    let mut networks = Networks::default();
    networks.insert("othello/1".to_owned(), "some folder/a, b.net".into());
    let taught = experiment.taught(networks).unwrap();
    let setting = Setting { catalogue: &Catalogue::shipped(), seed: 3, jobs: 1, progress: &|_, _| {} };
    let mut ledger = Ledger::in_memory(&taught.describe(3)).unwrap();
    let error = taught.run(&setting, &mut ledger).unwrap_err().to_string();
    assert!(error.contains("some folder/a, b.net"), "{error}");
}

#[test]
fn no_evaluation_is_strong_and_weak_at_once() {
    let error =
        ranked(r#"evaluations = ["ends", "heuristic"], strong = 1, weak = 2"#).unwrap_err().to_string();
    assert!(error.contains("fewer evaluations than it calls strong or weak"), "{error}");
    assert!(ranked(r#"evaluations = ["ends", "heuristic"], strong = 2, weak = 0"#).is_ok());
}

#[test]
fn a_report_names_at_each_game_those_who_played_it() {
    let text = r#"
        title = "Mine"
        paper = { authors = "A", title = "B", place = "C" }
        [[part]]
        kind = "matches"
        heading = "The match"
        agent = "greedy"
        opponent = "random"
        games = 4
        openings = 1
        row = [
            { label = "one", game = "tic-tac-toe" },
            { label = "two", game = "tapatan-ludii", agent = "minimax:depth=1", opponent = "minimax:depth=2" },
        ]
    "#;
    let experiment = Experiment::read("mine", text, Scale::Smoke).unwrap();
    let mut ledger = Ledger::in_memory(&experiment.describe(3)).unwrap();
    let setting = Setting { catalogue: &Catalogue::shipped(), seed: 3, jobs: 1, progress: &|_, _| {} };
    experiment.run(&setting, &mut ledger).unwrap();
    let report = crate::report::Report::of(&ledger, None, |_| {}).unwrap();
    let names = report.names();
    let standings = report.standings();
    assert_eq!(names.len(), 4);
    let mut everybody = Vec::new();
    for table in &standings.by_rules {
        let order = table.order();
        assert_eq!(order.len(), 2, "{names:?}");
        assert!(order.iter().all(|&agent| table.lines[agent].tally.games() == 4));
        let lines = crate::report::tables::lines(table, &names, String::new()).text();
        for (agent, name) in names.iter().enumerate() {
            assert_eq!(lines.contains(name), order.contains(&agent), "{name} in {lines}");
        }
        everybody.extend(order);
    }
    everybody.sort_unstable();
    assert_eq!(everybody, [0, 1, 2, 3]);
    assert!(report.text().contains("minimax:depth=2") && report.text().contains("greedy"));
}

#[test]
fn the_paper_stands_beside_what_was_found() {
    let text = run("hybrid-table3", 2).text();
    assert!(text.contains("6-4-10") && text.contains("30.0 % (11.9 to 54.3)"), "{text}");
    let says = |report: &Report, words: &str| report.findings().any(|sentence| sentence.contains(words));
    let report = run("ccnn-cost", 1);
    assert!(says(&report, "4 of the 4 printed numbers") && says(&report, "2 of the 2 printed numbers"));
    assert!(says(&run("gaussian-table2", 1), "within its rounding"));
}

/// What is played at a scale, as text.
fn played(name: &str, scale: Scale) -> String {
    Experiment::find(name, scale).unwrap().describe(1).text
}

#[test]
fn balanced_play_has_the_rows_that_the_paper_tells_of_elsewhere() {
    let report = run("minibal-table2", 2);
    let text = report.text();
    assert!(played("minibal-table2", Scale::Quick).contains("minibal+:d=inf"));
    assert!(text.contains("Minibal_+, d = ∞: the paper's gain is +9.8 %"), "{text}");
    for name in ["minibal-table2", "minibal-figure1", "minibal-table4"] {
        let sentences: Vec<String> = run(name, 2).findings().map(str::to_owned).collect();
        assert!(sentences.iter().any(|s| s.contains("ties=least") && s.contains("ties=most")), "{name}");
    }
    assert!(played("minibal-table2", Scale::Quick).contains("minibal+:d=0,ties=most"));
    let text = run("minibal-table4", 2).text();
    assert!(played("minibal-table4", Scale::Paper).contains("opponent = \"uct\""));
    // Table 4 is about one second, section 5.1 about twenty.
    assert!(
        text.contains("the paper's gain is +2.2 ± 1.9 %") && text.contains("with iterations=1 per"),
        "{text}"
    );
    assert!(text.contains("the paper's gain is +38.0 %") && text.contains("with iterations=3 per"), "{text}");
}

#[test]
fn a_paper_is_not_compared_with_a_budget_that_nobody_has() {
    let text = include_str!("../../../../experiments/minibal-table4.toml");
    let wrong = text.replace(
        "quick = \"iterations=10\", paper = \"time=1s\"",
        "quick = \"iterations=11\", paper = \"time=1s\"",
    );
    let error = Experiment::read("mine", &wrong, Scale::Quick).unwrap_err().to_string();
    assert!(error.contains("compares a budget that it has not"), "{error}");
}

#[test]
fn the_hybrid_has_the_random_games_that_five_seconds_were_worth() {
    let text = played("hybrid-table3", Scale::Quick);
    for budgets in [
        r#"budgets = ["playouts=200000", "playouts=200000"]"#,
        r#"budgets = ["playouts=12500", "playouts=7500"]"#,
        r#"budgets = ["playouts=7200", "playouts=6500"]"#,
    ] {
        assert_eq!(text.matches(budgets).count(), 2, "{text}");
    }
    assert!(text.contains("fpu=parent"), "{text}");
    let report = run("hybrid-table3", 2).text().replace('\n', " ");
    assert!(report.contains("Rows with budgets of their own: Tapatan with playouts=100 against"), "{report}");
    assert!(report.contains("after 100 plies, which the agents do not see coming"), "{report}");
    assert!(report.contains("`fpu=parent`") && report.contains("the referee's alone"), "{report}");
}

#[test]
fn the_neural_search_has_the_constants_of_the_paper() {
    let text = played("ccnn-table6", Scale::Paper);
    assert!(
        text.contains("neuralmcts:eval=cascade,c=1.56") && text.contains("neuralmcts:eval=cascade,c=1.17")
    );
    let report = run("ccnn-table6", 2).text();
    assert!(report.contains("2·Cp = 1.56 and 1.17"), "{report}");
}

#[test]
fn the_growth_of_the_networks_stands_beside_the_printed_counts() {
    let report = run("ccnn-figures6-7", 1);
    let text = report.text();
    for printed in ["149876", "16653", "144219", "16024", "167360", "18596", "258260", "28696", "0.015167"] {
        assert!(text.contains(printed), "{printed} in {text}");
    }
    assert_eq!(report.files().iter().filter(|(name, _)| name.starts_with("figure-")).count(), 4);
}

#[test]
fn freckers_is_searched_by_the_papers_tuple_to_the_end_of_every_iteration() {
    let text = played("freckers", Scale::Paper);
    let specs: Vec<&str> = text.lines().filter_map(|line| line.trim().strip_prefix("spec = ")).collect();
    let lexicographic =
        specs.iter().filter(|spec| spec.contains("lexicographic") && spec.contains("finish=on"));
    assert_eq!(lexicographic.count(), 3, "{specs:?}");
    assert!(specs.iter().any(|spec| spec.contains("prune=off")), "{specs:?}");
    assert!(text.contains("agent = \"lexicographic:root=shared,finish=on,clock=180s\""), "{text}");
    let report = run("freckers", 2);
    let page = report.html();
    assert!(page.contains("The time of a turn, f(x)") && page.contains("the integral of f"));
}

#[test]
fn checkers_is_played_as_in_the_paper_and_by_its_printed_algorithms() {
    let text = played("checkers-figures", Scale::Quick);
    assert_eq!(text.matches("game = \"checkers-casual\"").count(), 2, "{text}");
    let specs: Vec<&str> = text.lines().filter_map(|line| line.trim().strip_prefix("spec = ")).collect();
    assert!(specs.len() == 10 && specs.iter().all(|spec| spec.contains("eval=material")), "{specs:?}");
    assert!(specs.iter().any(|spec| spec.contains("negascout") && spec.contains("printed=on")), "{specs:?}");
    let report = run("checkers-figures", 2);
    let says = |words: &str| report.findings().any(|sentence| sentence.contains(words));
    assert!(says("(both as printed). Here at depth 3 NegaScout, printed makes") && says("What differs:"));
}

#[test]
fn mistakes_are_named() {
    let unknown = Experiment::find("table9", Scale::Quick).unwrap_err().to_string();
    assert!(unknown.contains("'table9'") && unknown.contains("hybrid-table3"), "{unknown}");
    let paper = "title = 'x'\n[paper]\nauthors = 'a'\ntitle = 't'\nplace = 'p'\n[[part]]\nkind = 'matches'\nheading = 'h'\n";
    let rest = "agent = 'uctt'\nopponent = 'random'\ngames = 2\nrow = []\n";
    let error = Experiment::read("mine", &format!("{paper}{rest}"), Scale::Quick).unwrap_err().to_string();
    assert!(error.contains("'mine'") && error.contains("no agent 'uctt'"), "{error}");
    let empty = "agent = 'uct'\nopponent = 'random'\ngames = 2\nrow = []\n";
    let error = Experiment::read("mine", &format!("{paper}{empty}"), Scale::Quick).unwrap_err().to_string();
    assert!(error.contains("part 1 has no rows"), "{error}");
    let error = Experiment::read("mine", "title = ", Scale::Quick).unwrap_err().to_string();
    assert!(error.contains("'mine' is not an experiment"), "{error}");
}
