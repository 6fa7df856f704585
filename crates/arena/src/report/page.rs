//! The page of a report: one file, no scripts, readable by eye, by ear and in print.

use agon_plot::markup::escape;
use agon_plot::table::Table;
use agon_plot::{Chart, STYLE};

use super::{Report, tables};
use crate::ledger::Kind;

/// At most this many faults are listed; the rest is in the rows.
const FAULTS: usize = 100;

const PAGE_STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1b1b1f;--paper:#fff;--line:#c9c9d1;--soft:#f3f3f6;--link:#0b57a4}
@media (prefers-color-scheme:dark){:root{--ink:#e4e4ea;--paper:#17171b;--line:#44444d;--soft:#212127;--link:#8ab8f0}}
body{color:var(--ink);background:var(--paper);font:1rem/1.5 system-ui,sans-serif;max-width:76rem;margin:0 auto;padding:1.5rem}
h1,h2{line-height:1.2}h2{margin-top:2.5rem;border-top:1px solid var(--line);padding-top:1rem}
a{color:var(--link)}p,ul{max-width:44rem}
.scroll{overflow-x:auto;margin:1rem 0}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;padding-bottom:.4rem}
th,td{padding:.25rem .7rem;text-align:left;border-bottom:1px solid var(--line);white-space:nowrap}
thead th{border-bottom:2px solid var(--line)}tbody th{font-weight:500}
tbody tr:nth-child(even){background:var(--soft)}
th.number,td.number{text-align:right}td:not(.number){white-space:normal}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(32rem,100%),1fr));gap:1.5rem}
figure{margin:0}
@media print{body{max-width:none;padding:0}h2,figure,table{break-inside:avoid}}
";

/// A page being written.
struct Page {
    html: String,
}

impl Page {
    fn section(&mut self, id: &str, title: &str) {
        self.html += &format!("<h2 id=\"{}\">{}</h2>\n", escape(id), escape(title));
    }

    fn paragraph(&mut self, text: &str) {
        self.html += &format!("<p>{}</p>\n", escape(text));
    }

    /// A table in a box of its own that scrolls, also by keyboard, where the page is narrow.
    fn table(&mut self, name: &str, table: &Table) {
        self.html += &format!(
            "<div class=\"scroll\" role=\"region\" aria-label=\"{}\" tabindex=\"0\">\n{}</div>\n",
            escape(name),
            table.html()
        );
    }

    fn figures(&mut self, drawings: impl IntoIterator<Item = String>) {
        let figures: Vec<String> =
            drawings.into_iter().map(|svg| format!("<figure>\n{svg}</figure>\n")).collect();
        if !figures.is_empty() {
            self.html += &format!("<div class=\"figures\">\n{}</div>\n", figures.concat());
        }
    }
}

pub(super) fn write(report: &Report) -> String {
    let (roster, standings) = (report.roster(), &report.standings);
    let names = report.names();
    let name = escape(&report.run.name);
    let mut page = Page {
        html: format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{name}: report</title>\n\
             <style>\n{PAGE_STYLE}{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{name}</h1>\n"
        ),
    };
    page.paragraph(&summary(report));
    let budgets = report.budget_charts(None);
    contents(report, !budgets.is_empty(), &mut page);
    page.section("ratings", "Ratings");
    page.figures([report.ladder().svg()]);
    page.table("Ratings", &tables::ratings(&standings.total, &names));
    page.paragraph(&format!(
        "Ratings are Elo points after Bradley and Terry with 95 % intervals; {} is at 0. A draw is half a point.",
        report.zero()
    ));
    if standings.by_rules.iter().chain([&standings.total]).any(|table| table.ratings.credited) {
        page.paragraph(tables::CREDITED);
    }
    page.section("cross", "Cross table");
    page.table("Cross table", &tables::cross(&standings.total, &names));
    if !budgets.is_empty() {
        page.section("budget", "Points against search budget");
        page.paragraph(&format!(
            "Agents that differ in their budget alone form a line. Points are those of complete pairs of games against \
             all opponents of this {}; bands are 95 % intervals.",
            if report.run.kind == Kind::Tournament { "tournament" } else { "run" }
        ));
        page.figures(budgets.iter().map(Chart::svg));
    }
    for rules in 0..roster.rules.len() {
        game(report, rules, &mut page);
    }
    faults(report, &mut page);
    agents(report, &mut page);
    if tells_its_text(report) {
        page.section("pairs", "Pairs");
        page.table("Pairs", &pairs(report));
        page.section("text", "What was asked for");
        page.html += &format!(
            "<div class=\"scroll\" role=\"region\" aria-label=\"What was asked for\" tabindex=\"0\">\n<pre>{}</pre>\n</div>\n",
            escape(&report.run.text)
        );
    }
    page.html += "</main>\n</body>\n</html>\n";
    page.html
}

/// The text of a tournament lies in a file of its own beside the games.
fn tells_its_text(report: &Report) -> bool {
    report.run.kind != Kind::Tournament
}

fn summary(report: &Report) -> String {
    let (roster, total) = (report.roster(), &report.standings.total);
    let plural =
        |count: u64, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
    let specs: Vec<&str> = roster.rules.iter().map(|rules| rules.spec.as_str()).collect();
    let best = total.order().first().map_or(String::new(), |&agent| {
        let rating = total.rating(agent);
        format!(
            " The highest rating is that of {}, {:+.0} ± {:.0}.",
            roster.agents[agent].name, rating.elo, rating.radius
        )
    });
    let kind = match report.run.kind {
        Kind::Tournament => String::new(),
        kind => format!("Kind of run: {kind}. "),
    };
    format!(
        "{kind}{} between {} at {}. Games took {:.1} plies on average; {} ended by a fault of an agent.{best}",
        plural(total.games, "game", "games"),
        plural(total.order().len() as u64, "agent", "agents"),
        specs.join(", "),
        total.mean_plies,
        plural(report.standings.faults.len() as u64, "game", "games"),
    )
}

fn contents(report: &Report, has_budgets: bool, page: &mut Page) {
    let games = report.roster().rules.iter().enumerate();
    let games = games.map(|(index, rules)| (format!("game-{}", index + 1), rules.spec.clone()));
    let fixed = |id: &str, title: &str| (id.to_owned(), title.to_owned());
    let links = [fixed("ratings", "Ratings"), fixed("cross", "Cross table")]
        .into_iter()
        .chain(has_budgets.then(|| fixed("budget", "Points against search budget")))
        .chain(games)
        .chain([fixed("faults", "Faults"), fixed("agents", "Agents")])
        .chain(
            [fixed("pairs", "Pairs"), fixed("text", "What was asked for")]
                .into_iter()
                .filter(|_| tells_its_text(report)),
        );
    page.html += "<nav aria-label=\"Contents\"><ul>\n";
    for (id, title) in links {
        page.html += &format!("<li><a href=\"#{}\">{}</a></li>\n", escape(&id), escape(&title));
    }
    page.html += "</ul></nav>\n<p>The games, one row each: <a href=\"games.csv\">games.csv</a>, \
                  <a href=\"games.parquet\">games.parquet</a>. The tables: <a href=\"report.json\">report.json</a>.</p>\n";
}

/// What happened at one game.
fn game(report: &Report, rules: usize, page: &mut Page) {
    let table = &report.standings.by_rules[rules];
    let spec = &report.roster().rules[rules].spec;
    page.section(&format!("game-{}", rules + 1), spec);
    let caption = format!("{spec}: {} games, {:.1} plies long on average", table.games, table.mean_plies);
    page.table(&format!("Results at {spec}"), &tables::lines(table, &report.names(), caption));
    page.table(&format!("Time at {spec}"), &tables::times(table, &report.names()));
    // With a single game, points against budget were shown above.
    let budgets =
        if report.roster().rules.len() > 1 { report.budget_charts(Some(rules)) } else { Vec::new() };
    let charts = budgets.into_iter().chain(report.depth_charts(rules)).chain([report.length_chart(rules)]);
    page.figures(charts.map(|chart| chart.svg()));
}

fn faults(report: &Report, page: &mut Page) {
    let faults = &report.standings.faults;
    page.section("faults", "Faults");
    if !report.claims.is_empty() {
        let numbers: Vec<String> = report.claims.iter().take(FAULTS).map(u64::to_string).collect();
        let more = report.claims.len().saturating_sub(FAULTS);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        page.paragraph(&format!(
            "Drawn because an agent with other rules said so, and not by the rules here: game {}{more}.",
            numbers.join(", ")
        ));
    }
    if faults.is_empty() {
        page.paragraph("No game was lost by a crash, an illegal move or a lost connection.");
        return;
    }
    let mut table = Table::new("Games that an agent lost by a fault").numbers("game").words("what happened");
    for (number, fault) in faults.iter().take(FAULTS) {
        table.row([number.to_string(), fault.clone()]);
    }
    page.table("Faults", &table);
    if faults.len() > FAULTS {
        page.paragraph(&format!("{} more are in games.csv.", faults.len() - FAULTS));
    }
}

fn agents(report: &Report, page: &mut Page) {
    page.section("agents", "Agents");
    let mut table = Table::new("What the agents are").words("name").words("spec");
    for (index, agent) in report.roster().agents.iter().enumerate() {
        if report.standings.total.has(index) {
            table.row([&agent.name, &agent.spec]);
        }
    }
    page.table("Agents", &table);
}

/// Who met whom at what, and what came of the pairs of games.
fn pairs(report: &Report) -> Table {
    let roster = report.roster();
    let caption = "Complete pairs by the points of the first agent in both games, and its points per game with 95 % interval";
    let mut table = Table::new(caption).words("game").words("agent").words("opponent").numbers("pairs");
    for points in ["0", "½", "1", "1½", "2", "points", "from", "to"] {
        table = table.numbers(points);
    }
    for ((rules, agents), pairs, points) in report.pairs.meetings() {
        let [a, b] = agents.map(|agent| roster.agents[agent].name.clone());
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        let mut row = vec![roster.rules[rules].spec.clone(), a, b, pairs.pairs().to_string()];
        row.extend(pairs.0.iter().map(ToString::to_string));
        row.extend([points.mean, points.interval.low, points.interval.high].map(percent));
        table.row(row);
    }
    table
}
