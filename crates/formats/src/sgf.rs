//! Smart game format 4: Othello, Lines of Action, gomoku, Connect6 and Havannah.
//!
//! Each community writes moves its own way. Othello: `f5` and `PA`, as Edax does. Lines of Action: `e1-e3` and `c2:c5`, as the
//! specification says. Gomoku: two letters, column and row from the top left. Connect6: the two stones of a turn in one
//! value, `j9l11`, and Havannah: `E1` with rows counted from the bottom, both as Little Golem writes them; Havannah files
//! that say `GM[havannah]` are those of the program Castro, whose rows are ours.

use agon_core::{Outcome, Player, Rules};

use super::draft::{Draft, Made, Told, Walk, player_called};
use super::properties::{self, Property, value};
use super::{FormatError, Header, brief};

/// The number of a game in the list of the specification; Connect6 and Havannah have none.
fn game_number(id: &str) -> Option<&'static str> {
    match id {
        "othello" => Some("2"),
        "outer-open-gomoku" => Some("4"),
        "lines-of-action" => Some("9"),
        _ => None,
    }
}

/// The number of rows, or the length of a Havannah edge, which the rows are twice as many as, less one.
fn size(rules: &dyn Rules, rows: usize) -> usize {
    if rules.info().id == "havannah" { rows.div_ceil(2) } else { rows }
}

fn colour(walk: &Walk<'_>, player: Player) -> char {
    if walk.side(player) == "Black" { 'B' } else { 'W' }
}

pub(super) fn write(walk: &Walk<'_>, header: &Header) -> String {
    let id = &*walk.rules.info().id;
    let (black, white) = (walk.called("Black"), walk.called("White"));
    let rows = walk.layout.rows.len();
    let mut text = "(;FF[4]".to_owned();
    properties::write(&mut text, "GM", game_number(id).unwrap_or_default());
    text += "AP[Agon]";
    // Little Golem's files are told apart by their event, so it comes even where nothing else is known.
    let event = match (game_number(id), header.event.as_str()) {
        (None, event) if !event.starts_with(id) => format!("{id} {event}"),
        (_, event) => event.to_owned(),
    };
    properties::write(&mut text, "EV", event.trim());
    properties::write(&mut text, "DT", &header.date);
    properties::write(&mut text, "RO", &header.round);
    properties::write(&mut text, "PB", &header.players[black.index()]);
    properties::write(&mut text, "PW", &header.players[white.index()]);
    text += &format!("SZ[{}]", size(walk.rules, rows));
    if id == "havannah" {
        text += "RU[LG]";
    }
    // The size alone is told in a word that others know.
    if walk.rules.spec().contains(':') && !is_size_alone(walk.rules.spec()) {
        properties::write(&mut text, SPEC, walk.rules.spec());
    }
    properties::write(&mut text, "RE", &result(walk));
    if walk.setup.is_some() {
        for (name, player) in [("AB", black), ("AW", white)] {
            let mut points = String::new();
            for (index, cell) in walk.layout.cells.iter().enumerate() {
                if walk.start.piece(index).is_some_and(|piece| piece.owner == Some(player)) {
                    points += &format!("[{}]", spell(id, &cell.name, rows));
                }
            }
            if !points.is_empty() {
                text += &format!("{name}{points}");
            }
        }
        text += &format!("PL[{}]", colour(walk, walk.start.to_move()));
    }
    let turns = walk.plies.chunk_by(|a, b| id == "connect6" && a.player == b.player);
    for (index, turn) in turns.enumerate() {
        let moves: String = turn.iter().map(|ply| spell(id, &ply.text, rows)).collect();
        let node = if index.is_multiple_of(10) { "\n;" } else { ";" };
        text += &format!("{node}{}[{moves}]", colour(walk, turn[0].player));
    }
    text + ")\n"
}

/// Who won, and by resignation where the board does not show it.
fn result(walk: &Walk<'_>) -> String {
    match walk.outcome {
        None => String::new(),
        Some(Outcome::Draw) => "0".to_owned(),
        Some(Outcome::Win(winner)) => {
            let how = match walk.is_shown() {
                true => "",
                false if walk.too_late => "T",
                false => "R",
            };
            format!("{}+{how}", colour(walk, winner))
        }
    }
}

/// A move or a point of ours, the way of its community.
fn spell(id: &str, text: &str, rows: usize) -> String {
    match id {
        "othello" if text == "--" => "PA".to_owned(),
        "lines-of-action" => text.replace('x', ":"),
        "outer-open-gomoku" => point(text).map_or_else(
            || text.to_owned(),
            |(column, row)| format!("{column}{}", letter(rows.saturating_sub(row))),
        ),
        "havannah" => flip(text, rows).unwrap_or_else(|| text.to_owned()).to_ascii_uppercase(),
        _ => text.to_owned(),
    }
}

/// A letter and a number as such.
fn point(text: &str) -> Option<(char, usize)> {
    let column = text.chars().next().filter(char::is_ascii_alphabetic)?;
    text[1..].parse().ok().map(|row| (column.to_ascii_lowercase(), row))
}

fn letter(index: usize) -> char {
    char::from(b'a' + (index % 26) as u8)
}

/// A Havannah cell with its rows counted from the other side.
fn flip(text: &str, rows: usize) -> Option<String> {
    let (column, row) = point(text).filter(|&(_, row)| (1..=rows).contains(&row))?;
    Some(format!("{column}{}", rows + 1 - row))
}

/// The property in which we say what other programs have no word for: the spec of a game with parameters.
const SPEC: &str = "AGON";

/// Whether the size of the board is all that a spec says.
fn is_size_alone(spec: &str) -> bool {
    spec.split_once(":size=").is_some_and(|(_, size)| size.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The games that have a number, as the specification lists them (Arno Hollosi, "SGF file format FF\[4\]", on the property GM).
const NUMBERS: [&str; 40] = [
    "Go",
    "Othello",
    "chess",
    "gomoku or renju",
    "nine men's morris",
    "backgammon",
    "Chinese chess",
    "shogi",
    "Lines of Action",
    "Ataxx",
    "Hex",
    "Jungle",
    "Neutron",
    "Philosopher's Football",
    "Quadrature",
    "Trax",
    "Tantrix",
    "Amazons",
    "Octi",
    "Gess",
    "Twixt",
    "Zertz",
    "Plateau",
    "Yinsh",
    "Punct",
    "Gobblet",
    "Hive",
    "Exxit",
    "Hnefatal",
    "Kuba",
    "Tripples",
    "Chase",
    "Tumbling Down",
    "Sahara",
    "Byte",
    "Focus",
    "Dvonn",
    "Tamsk",
    "Gipf",
    "Kropki",
];

/// The game that a number stands for, in words.
fn name(told: &str) -> String {
    let told = brief(told);
    let index = told.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    match index.and_then(|index| NUMBERS.get(index)) {
        Some(name) => format!("{name} (SGF game number {told})"),
        None if told.bytes().all(|byte| byte.is_ascii_digit()) => format!("SGF game number {told}"),
        None => told,
    }
}

/// The spec of the game that a text says it is of, or what other game that is; nothing if it does not say.
pub(super) fn game(game: &[Property]) -> Option<Result<String, String>> {
    if let Some(spec) = value(game, SPEC) {
        return Some(Ok(spec.to_owned()));
    }
    let number = value(game, "GM");
    let told = number.or_else(|| value(game, "EV"))?.to_ascii_lowercase();
    let fits = |id: &&str| game_number(id) == Some(told.as_str()) || told.starts_with(id);
    let known = ["othello", "outer-open-gomoku", "lines-of-action", "connect6", "havannah"];
    let Some(id) = known.into_iter().find(fits) else { return number.map(|number| Err(name(number))) };
    if id != "havannah" {
        return Some(Ok(id.to_owned()));
    }
    let is_swap = |told: &Told| told.text.trim().eq_ignore_ascii_case("swap");
    let swap = if game.iter().any(|property| property.values.iter().any(is_swap)) { ",swap=on" } else { "" };
    Some(Ok(value(game, "SZ").map_or_else(|| id.to_owned(), |size| format!("{id}:size={size}{swap}"))))
}

pub(super) fn draft(game: &[Property], rules: &dyn Rules) -> Result<Draft, FormatError> {
    let (info, layout) = (rules.info(), rules.layout());
    let rows = layout.rows.len();
    let foreign = |found: String, expected: String| Err(FormatError::Foreign { found, expected });
    let number = value(game, "GM");
    if let Some(found) = number.filter(|found| {
        !found.eq_ignore_ascii_case(&info.id) && game_number(&info.id).is_some_and(|known| known != *found)
            || game_number(&info.id).is_none() && found.parse::<u32>().is_ok()
    }) {
        return foreign(name(found), info.name.to_string());
    }
    if let Some(found) = value(game, "SZ").filter(|found| *found != size(rules, rows).to_string()) {
        let expected = format!("size {} as in {}", size(rules, rows), rules.spec());
        return foreign(format!("size {}", brief(found)), expected);
    }
    let reader = Reader { rules, rows, castro: number.is_some_and(|gm| gm.eq_ignore_ascii_case("havannah")) };
    let players = info.sides.each_ref().map(|side| if side == "Black" { "PB" } else { "PW" });
    let mut draft = Draft {
        header: Header {
            event: value(game, "EV").unwrap_or_default().to_owned(),
            date: value(game, "DT").unwrap_or_default().to_owned(),
            round: value(game, "RO").unwrap_or_default().to_owned(),
            players: players.map(|name| value(game, name).unwrap_or_default().to_owned()),
        },
        position: reader.setup(game),
        outcome: value(game, "RE").and_then(|result| match result.chars().next()? {
            'B' | 'b' => Some(Outcome::Win(player_called(rules, "Black"))),
            'W' | 'w' => Some(Outcome::Win(player_called(rules, "White"))),
            '0' | 'D' | 'd' => Some(Outcome::Draw),
            _ => None,
        }),
        too_late: value(game, "RE").is_some_and(|result| result.to_ascii_uppercase().ends_with("+T")),
        ..Draft::default()
    };
    for property in game.iter().filter(|property| property.name == "B" || property.name == "W") {
        let player = player_called(rules, if property.name == "B" { "Black" } else { "White" });
        for Told { text, line } in &property.values {
            if ["resign", "forfeit"].contains(&text.trim().to_ascii_lowercase().as_str()) {
                draft.outcome = Some(Outcome::Win(!player));
            } else {
                let moves = reader.moves(text.trim()).into_iter().map(|text| Told { text, line: *line });
                draft.moves.extend(moves.map(|told| Made { told, by: Some(player) }));
            }
        }
    }
    Ok(draft)
}

struct Reader<'a> {
    rules: &'a dyn Rules,
    rows: usize,
    /// Whether Havannah rows are counted from the top.
    castro: bool,
}

impl Reader<'_> {
    /// The moves of one value, our way. What is not understood stays as it is and is refused as a move.
    fn moves(&self, text: &str) -> Vec<String> {
        let lower = text.to_ascii_lowercase();
        match &*self.rules.info().id {
            "othello" if lower.is_empty() || lower == "tt" => vec!["pass".to_owned()],
            "lines-of-action" => vec![lower.trim_end_matches(['+', '!', '?', '#']).replace(':', "-")],
            "connect6" => stones(&lower).into_iter().map(|stone| self.point(stone)).collect(),
            _ => vec![self.point(&lower)],
        }
    }

    /// A point, our way.
    fn point(&self, text: &str) -> String {
        if self.rules.info().id == "havannah" && !self.castro {
            return flip(text, self.rows).unwrap_or_else(|| text.to_owned());
        }
        // Two letters are a column and a row from the top.
        match text.as_bytes() {
            [column @ b'a'..=b'z', row @ b'a'..=b'z'] if text != "pa" => {
                let row = usize::from(row - b'a') + 1;
                // Othello counts rows from the top, all others from the bottom.
                let row =
                    if self.rules.info().id == "othello" { row } else { (self.rows + 1).saturating_sub(row) };
                format!("{}{row}", char::from(*column))
            }
            _ => text.to_owned(),
        }
    }

    /// The position that stones set up before the first move make, if there are any.
    fn setup(&self, game: &[Property]) -> Option<String> {
        let is_move = |property: &&Property| property.name == "B" || property.name == "W";
        let before = game.iter().take_while(|property| !is_move(property));
        let mut stones = Vec::new();
        for property in before.filter(|property| property.name == "AB" || property.name == "AW") {
            let letter = if property.name == "AB" { 'B' } else { 'W' };
            stones.extend(
                property
                    .values
                    .iter()
                    .map(|told| (self.point(&told.text.trim().to_ascii_lowercase()), letter)),
            );
        }
        if stones.is_empty() {
            return None;
        }
        let first = if self.rules.info().sides[0] == "Black" { "b" } else { "w" };
        let side =
            value(game, "PL").map_or(first, |side| if side.starts_with(['B', 'b']) { "b" } else { "w" });
        let layout = self.rules.layout();
        let at = |cell: &u16| {
            let name = &layout.cells[usize::from(*cell)].name;
            stones.iter().rev().find(|(point, _)| point == name).map(|(_, letter)| *letter)
        };
        if self.rules.info().id == "othello" {
            let discs = layout.rows.iter().flatten().map(|cell| match at(cell) {
                Some('B') => 'X',
                Some(_) => 'O',
                None => '-',
            });
            return Some(format!("{} {}", discs.collect::<String>(), if side == "b" { 'X' } else { 'O' }));
        }
        let rows: Vec<String> = layout.rows.iter().map(|row| compress(row.iter().map(at))).collect();
        Some(format!("{} {side}", rows.join("/")))
    }
}

/// Letters, and numbers of empty cells.
fn compress(cells: impl Iterator<Item = Option<char>>) -> String {
    let cells: Vec<Option<char>> = cells.collect();
    let runs = cells.chunk_by(|a, b| a.is_none() && b.is_none());
    runs.map(|run| run[0].map_or_else(|| run.len().to_string(), String::from)).collect()
}

/// Splits `j9l11` or `jjkk` into its stones.
fn stones(text: &str) -> Vec<&str> {
    if text.len().is_multiple_of(2) && text.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return (0..text.len() / 2).map(|index| &text[2 * index..2 * index + 2]).collect();
    }
    let starts: Vec<usize> =
        text.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).map(|(at, _)| at).collect();
    if starts.first() != Some(&0) {
        return vec![text];
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(&start, end)| &text[start..end]).collect()
}
