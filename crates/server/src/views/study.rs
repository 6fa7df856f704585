//! The analysis page: step through a game, branch, and ask agents what every move is worth. Its whole state is its address.

use agon_core::pointing::Pointing;
use agon_core::{Assessed, Ending, GameInfo, Layout, Match, Player, Rules};
use agon_render::board::{Board, arrows};
use agon_render::sheet::Entry;
use agon_render::tell;
use agon_render::words::Words;
use maud::{Markup, html};

use crate::views::chart;
use crate::views::icon;
use crate::views::playing::{counting_class, join};
use crate::views::transfer::{import, save_links};

/// What the address of an analysis says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Route {
    /// The spec of the game.
    pub(crate) game: String,
    /// The position in which it begins, if not the initial one.
    pub(crate) position: Option<String>,
    /// The moves of the game.
    pub(crate) moves: Vec<String>,
    /// How many of them have been played on the board that is shown.
    pub(crate) at: usize,
    /// How the players ended the game, where the board does not show it.
    pub(crate) conclusion: Option<Ending>,
    /// Who is asked.
    pub(crate) agent: String,
    /// Who else is asked.
    pub(crate) other: Option<String>,
    /// Whether the course of the whole game is wanted.
    pub(crate) graph: bool,
}

impl Route {
    /// The address.
    pub(crate) fn address(&self) -> String {
        let mut address = format!("/analysis?game={}", encode(&self.game));
        for (key, value) in self.fields() {
            if key != "game" {
                address += &format!("&{key}={}", encode(&value));
            }
        }
        address
    }

    /// The same analysis at another move.
    pub(crate) fn at(&self, at: usize) -> Route {
        Route { at, ..self.clone() }
    }

    /// The same analysis with another move played from the position that is shown.
    pub(crate) fn branch(&self, text: String) -> Route {
        // A branch that follows the game stays in it.
        if self.moves.get(self.at) == Some(&text) {
            return self.at(self.at + 1);
        }
        let mut moves = self.moves[..self.at].to_vec();
        moves.push(text);
        Route { at: moves.len(), moves, conclusion: None, ..self.clone() }
    }

    /// The fields of the address, for forms.
    fn fields(&self) -> Vec<(&'static str, String)> {
        let mut fields = vec![("game", self.game.clone())];
        fields.extend(self.position.clone().map(|position| ("position", position)));
        if !self.moves.is_empty() {
            fields.push(("moves", self.moves.join(" ")));
        }
        fields.push(("at", self.at.to_string()));
        if let Some(Ending { outcome, reason }) = self.conclusion {
            fields.extend([("result", outcome.to_string()), ("reason", reason.to_string())]);
        }
        fields.push(("agent", self.agent.clone()));
        fields.extend(self.other.clone().map(|other| ("other", other)));
        if self.graph {
            fields.push(("graph", "on".to_owned()));
        }
        fields
    }
}

/// Writes a text so that it can stand in an address.
pub(crate) fn encode(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                encoded.push(char::from(byte))
            }
            b' ' => encoded.push('+'),
            _ => encoded += &format!("%{byte:02X}"),
        }
    }
    encoded
}

/// What an agent thinks of the position.
pub(crate) struct Opinion {
    /// Every legal move.
    pub(crate) moves: Vec<Assessed<usize>>,
    /// The best one.
    pub(crate) best: Option<usize>,
    /// The line it expects.
    pub(crate) line: Vec<String>,
    /// How deep it looked.
    pub(crate) depth: u32,
    /// How much it looked at.
    pub(crate) nodes: u64,
}

/// An analysis to be shown.
pub(crate) struct Study<'a> {
    /// The reader's words.
    pub(crate) words: &'a Words,
    /// The rules.
    pub(crate) rules: &'a dyn Rules,
    /// The match at the position that is shown.
    pub(crate) played: &'a dyn Match,
    /// The board.
    pub(crate) layout: &'a Layout,
    /// What the address says.
    pub(crate) route: &'a Route,
    /// The agents that can be asked.
    pub(crate) agents: &'a [String],
    /// What the first agent thinks.
    pub(crate) opinion: Option<&'a Opinion>,
    /// What the second agent thinks.
    pub(crate) other: Option<&'a Opinion>,
    /// The value of each position of the game for the first player, if it was asked for.
    pub(crate) course: Option<&'a [f32]>,
    /// Whether what was asked for is still being thought of.
    pub(crate) pending: bool,
    /// The moves of the whole game as its players number them.
    pub(crate) entries: &'a [Entry],
    /// The cells pointed at so far.
    pub(crate) selected: &'a [usize],
    /// Moves among which the reader has to choose.
    pub(crate) choices: &'a [usize],
    /// What went wrong.
    pub(crate) message: Option<&'a str>,
    /// The names of the formats that the game can be saved in.
    pub(crate) formats: &'a [&'static str],
    /// The games that can be brought along.
    pub(crate) games: &'a [&'a GameInfo],
}

impl Study<'_> {
    /// The content of the page.
    pub(crate) fn content(&self) -> Markup {
        let words = self.words;
        let name = tell::game(words, self.played.info());
        let pointing = Pointing::new(self.played, self.selected);
        let say =
            format!("{} {}", tell::last(words, self.played, self.layout), tell::status(words, self.played));
        html! {
            div id="study" data-address=(self.route.address()) data-pending[self.pending] data-say=(say) {
                h1.game { (words.with("analysis-title", &[("game", name.into())])) }
                @if let Some(message) = self.message { p.message role="alert" { (message) } }
                // What every button that steps or branches sends with it, once.
                form id="steps" method="get" action="/analysis" { (hidden(self.route, &[])) }
                div.table {
                    div.board-frame {
                        form method="get" action="/analysis" {
                            (hidden(self.route, &[]))
                            input type="hidden" name="selected" value=(join(pointing.selected()));
                            (Board {
                                words,
                                played: self.played,
                                layout: self.layout,
                                arrows: &arrows(self.layout),
                                pointing: &pointing,
                                active: self.played.ending().is_none(),
                                hint: &[],
                                over: html! {},
                            }.grid())
                        }
                    }
                    div.panel {
                        (self.steps(&pointing))
                        @if let Some(course) = self.course { (self.graph(course)) }
                        @if self.pending { section.waiting { p.thinking { span.pulse aria-hidden="true" {} span { (words.say("thinking")) } } } }
                        @if let Some(opinion) = self.opinion { (self.values(opinion)) }
                        (self.asking())
                        (self.carrying())
                    }
                }
            }
        }
    }

    fn steps(&self, pointing: &Pointing) -> Markup {
        let (words, route) = (self.words, self.route);
        let count = route.moves.len();
        let step = |sign: &str, key: &str, to: Option<usize>| {
            html! {
                button id={ "step-" (sign) } form="steps" name="to" value=[to] disabled[to.is_none()] aria-label=(words.say(key)) {
                    (icon::of(sign))
                }
            }
        };
        html! {
            section aria-labelledby="state" {
                h2.hidden id="state" { (words.say("state")) }
                p.status { (tell::status(words, self.played)) }
                p { (tell::last(words, self.played, self.layout)) }
                @if let Some(conclusion) = self.route.conclusion {
                    p { (tell::ending(words, self.played.info(), conclusion)) }
                }
                @let offered: Vec<usize> =
                    if self.choices.is_empty() { pointing.actions().map(|(index, _)| index).collect() } else { self.choices.to_vec() };
                @if !offered.is_empty() {
                    p.row {
                        span { (words.say("choose-move")) }
                        @for index in offered {
                            @let text = self.played.move_text(index);
                            button form="steps" name="play" value=(text) { (text) }
                        }
                    }
                }
                (self.sheet())
                div.steps role="group" aria-label=(words.with("analysis-at", &[("at", route.at.into()), ("count", count.into())])) {
                    (step("first", "analysis-first", (route.at > 0).then_some(0)))
                    (step("back", "analysis-back", route.at.checked_sub(1)))
                    (step("forward", "analysis-forward", (route.at < count).then_some(route.at + 1)))
                    (step("last", "analysis-end", (route.at < count).then_some(count)))
                }
            }
        }
    }

    /// The moves of the game, each a way to the position after it; with the course of the game, what each came to.
    fn sheet(&self) -> Markup {
        let words = self.words;
        html! {
            ol class={ "moves " (counting_class(self.played)) } aria-label=(words.say("moves-played")) {
                @for (index, entry) in self.entries.iter().enumerate() {
                    li.here[index + 1 == self.route.at] {
                        @if let Some(number) = entry.number { span.number { (number) ". " } }
                        button form="steps" name="to" value=(index + 1) aria-current=[(index + 1 == self.route.at).then_some("true")] {
                            span.notation { (entry.text) }
                            @if let Some(course) = self.course { (self.verdict(course, index)) }
                        }
                    }
                }
            }
        }
    }

    /// A sign beside a move that gave something away, and the chances after it.
    fn verdict(&self, course: &[f32], index: usize) -> Markup {
        let (Some(&before), Some(&after), Some(entry)) =
            (course.get(index), course.get(index + 1), self.entries.get(index))
        else {
            return html! {};
        };
        let lost = if entry.player == Player::First { before - after } else { after - before };
        let (sign, key) = match lost {
            lost if lost >= BLUNDER => ("??", "slip-blunder"),
            lost if lost >= MISTAKE => ("?", "slip-mistake"),
            _ => ("", ""),
        };
        html! {
            @if !sign.is_empty() { strong.slip aria-hidden="true" { (sign) } span.hidden { ", " (self.words.say(key)) } }
            span.faint.value { " " (tell::chances(self.words, after)) }
        }
    }

    fn asking(&self) -> Markup {
        let (words, route) = (self.words, self.route);
        html! {
            section {
                form.row method="get" action="/analysis" {
                    (hidden(route, &["agent", "other", "graph"]))
                    label {
                        (words.say("analysis-agent")) " "
                        select name="agent" {
                            @for agent in self.agents { option value=(agent) selected[*agent == route.agent] { (analyst_name(words, agent)) } }
                        }
                    }
                    label {
                        (words.say("analysis-other")) " "
                        select name="other" {
                            option value="" { (words.say("analysis-nobody")) }
                            @for agent in self.agents {
                                option value=(agent) selected[route.other.as_ref() == Some(agent)] { (analyst_name(words, agent)) }
                            }
                        }
                    }
                    label {
                        input type="checkbox" name="graph" value="on" checked[route.graph];
                        " " (words.say("analysis-graph"))
                    }
                    button.primary { (words.say("analysis-ask")) }
                }
                details id="specs" {
                    summary { (words.say("analysis-specs")) }
                    dl.keys { @for agent in self.agents { dt { (analyst_name(words, agent)) } dd { code { (agent) } } } }
                }
            }
        }
    }

    fn values(&self, opinion: &Opinion) -> Markup {
        let words = self.words;
        let mut order: Vec<usize> = (0..opinion.moves.len()).collect();
        let rank = |index: &usize| opinion.moves[*index].rank();
        order.sort_by(|a, b| rank(b).partial_cmp(&rank(a)).expect("ranks are numbers"));
        let given = [("nodes", opinion.nodes.into()), ("depth", opinion.depth.into())];
        html! {
            section aria-labelledby="values" {
                h2 id="values" { (words.say("analysis-values")) }
                @if let Some(best) = opinion.best {
                    @let value = for_first(self.played, opinion.moves[best].value);
                    @let first = tell::side(words, self.played.info(), Player::First);
                    (chart::bar(value))
                    p { (words.with("analysis-bar", &[("side", first.into()), ("value", tell::chances(words, value).into())])) }
                    p { (tell::standing(words, self.played, &opinion.moves[best])) }
                }
                @if !opinion.line.is_empty() {
                    p { (words.say("analysis-line")) ": " span.notation { (opinion.line.join(" ")) } }
                }
                p.faint { (words.with("analysis-cost", &given)) }
                div.scroll tabindex="0" role="group" aria-labelledby="values" {
                    table {
                        thead { tr {
                            th scope="col" { (words.say("analysis-move")) }
                            th.number scope="col" { (analyst_name(words, &self.route.agent)) }
                            @if let Some(other) = &self.route.other { th.number scope="col" { (analyst_name(words, other)) } }
                            th.number scope="col" { (words.say("analysis-visits")) }
                        } }
                        tbody {
                            @for index in order {
                                @let text = self.played.move_text(index);
                                tr.here[Some(index) == opinion.best] {
                                    th scope="row" { button form="steps" name="play" value=(text) { span.notation { (text) } } }
                                    td.number { (tell::worth(words, &opinion.moves[index])) }
                                    @if let Some(other) = self.other { td.number { (tell::worth(words, &other.moves[index])) } }
                                    td.number { (opinion.moves[index].visits) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The course of the game; its numbers stand beside the moves.
    fn graph(&self, course: &[f32]) -> Markup {
        let words = self.words;
        let first = tell::side(words, self.played.info(), Player::First);
        html! {
            section aria-labelledby="course" {
                h2 id="course" { (words.with("analysis-course", &[("side", first.into())])) }
                div.course {
                    (chart::graph(course, self.route.at))
                    div.ticks aria-hidden="true" {
                        @for (index, value) in course.iter().enumerate() {
                            @let text = index.checked_sub(1).and_then(|index| self.entries.get(index)).map_or("", |entry| &entry.text);
                            button form="steps" name="to" value=(index) tabindex="-1" title={ (text) " " (tell::chances(words, *value)) } {}
                        }
                    }
                }
            }
        }
    }

    /// Taking the position elsewhere, and bringing a game here.
    fn carrying(&self) -> Markup {
        let words = self.words;
        html! {
            section {
                p { (words.say("analysis-position")) ": " code { (self.played.position()) } }
                p.row {
                    a href=(self.route.address()) { (words.say("analysis-link")) }
                    (save_links(words, self.formats, &self.rules.info().id, |format| {
                        self.route.address().replacen("/analysis", &format!("/analysis/save/{format}"), 1)
                    }))
                }
                form.row method="post" action="/play" {
                    input type="hidden" name="game" value=(self.rules.spec());
                    input type="hidden" name="position" value=(self.played.position());
                    button disabled[self.played.ending().is_some()] { (words.say("analysis-play")) }
                }
                (import(words, self.games))
            }
        }
    }
}

/// What a move has to give away to be called a mistake, and a blunder: an eighth and a quarter of a game.
const MISTAKE: f32 = 0.24;
const BLUNDER: f32 = 0.5;

/// The page on which a game to analyse is chosen.
pub(crate) fn choose(words: &Words, games: &[&GameInfo]) -> Markup {
    html! {
        h1 { (words.say("analysis")) }
        p.lead { (words.say("analysis-choose")) }
        ul { @for info in games { li { a href={ "/analysis?game=" (info.id) } { (tell::game(words, info)) } } } }
        (import(words, games))
    }
}

/// What an agent is called by those who do not know its spec.
fn analyst_name(words: &Words, spec: &str) -> String {
    words.say(match spec {
        _ if spec.ends_with("time=1s") => "analyst-strong",
        _ if spec.ends_with("time=5s") => "analyst-stronger",
        "pvs:nodes=200000" => "analyst-deep",
        "uct:playouts=3000" => "analyst-random",
        "unbounded:iterations=2000" => "analyst-best-first",
        "greedy" => "analyst-greedy",
        _ => "analyst-quick",
    })
}

fn hidden(route: &Route, except: &[&str]) -> Markup {
    html! {
        @for (key, value) in route.fields().iter().filter(|(key, _)| !except.contains(key)) {
            input type="hidden" name=(key) value=(value);
        }
    }
}

/// A value for the player to move as one for the first player.
pub(crate) fn for_first(played: &dyn Match, value: f32) -> f32 {
    if played.to_move() == Player::First { value } else { -value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_everything_and_nothing_that_breaks_out_of_it() {
        let route = Route {
            game: "havannah:size=5".to_owned(),
            moves: vec!["a1".to_owned(), "b&2".to_owned()],
            at: 1,
            agent: "greedy".to_owned(),
            ..Route::default()
        };
        assert_eq!(route.address(), "/analysis?game=havannah%3Asize%3D5&moves=a1+b%262&at=1&agent=greedy");
        assert_eq!(route.branch("b&2".to_owned()).at, 2, "following the game keeps it");
        assert_eq!(route.branch("c3".to_owned()).moves, ["a1", "c3"]);
    }
}
