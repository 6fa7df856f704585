//! The generic game format of the Othello servers, as Michael Buro's GGS writes it.

use agon_core::{Outcome, Player, Rules};

use super::draft::{Draft, Made, Told, Walk};
use super::properties::{self, Property, value};
use super::{FormatError, Header, brief};

/// The letters of the format: a star for Black, who is first.
const DISCS: [char; 2] = ['*', 'O'];

pub(super) fn write(walk: &Walk<'_>, header: &Header) -> String {
    let mut text = "(;GM[Othello]PC[Agon]".to_owned();
    properties::write(&mut text, "DT", &header.date.replace('-', "."));
    properties::write(&mut text, "PB", &header.players[0]);
    properties::write(&mut text, "PW", &header.players[1]);
    text += &format!("TY[8]RE[{}]BO[8 {}]", result(walk), board(walk));
    for ply in &walk.plies {
        let color = if ply.player == Player::First { 'B' } else { 'W' };
        let square = if ply.text == "--" { "PA".to_owned() } else { ply.text.to_ascii_uppercase() };
        text += &format!("{color}[{square}]");
    }
    text + ";)\n"
}

/// The discs by which Black won. Where the game was given up, the winner gets them all.
fn result(walk: &Walk<'_>) -> String {
    let sign = |outcome: Outcome| match outcome {
        Outcome::Win(Player::First) => 1,
        Outcome::Draw => 0,
        Outcome::Win(Player::Second) => -1,
    };
    match (walk.outcome, walk.is_shown()) {
        (None, _) => "?".to_owned(),
        (Some(outcome), true) => {
            let count = |player: Player| {
                let cells = 0..walk.layout.cells.len();
                cells
                    .filter(|&cell| walk.end.piece(cell).is_some_and(|piece| piece.owner == Some(player)))
                    .count()
            };
            let [black, white] = Player::BOTH.map(|player| count(player) as i32);
            // Empty squares go to the winner.
            let margin = black - white + sign(outcome) * (64 - black - white);
            format!("{margin:+}.00")
        }
        (Some(Outcome::Draw), false) => "+0.00:s".to_owned(),
        (Some(outcome), false) => {
            format!("{:+}.00:{}", 64 * sign(outcome), if walk.too_late { 't' } else { 'r' })
        }
    }
}

fn board(walk: &Walk<'_>) -> String {
    let letter = |&cell: &u16| {
        let owner = walk.start.piece(usize::from(cell)).and_then(|piece| piece.owner);
        owner.map_or('-', |owner| DISCS[owner.index()])
    };
    let rows: Vec<String> = walk.layout.rows.iter().map(|row| row.iter().map(letter).collect()).collect();
    format!("{} {}", rows.join(" "), DISCS[walk.start.to_move().index()])
}

/// Whether a game is one of this format.
pub(super) fn is_one(game: &[Property]) -> bool {
    value(game, "GM").is_some_and(|name| name.eq_ignore_ascii_case("othello"))
}

pub(super) fn draft(game: &[Property], rules: &dyn Rules) -> Result<Draft, FormatError> {
    let foreign = |found: &str| {
        Err(FormatError::Foreign { found: brief(found), expected: rules.info().name.to_string() })
    };
    if let Some(found) = value(game, "GM").filter(|_| !is_one(game)) {
        return foreign(found);
    }
    let mut draft = Draft {
        header: Header {
            event: value(game, "PC").unwrap_or_default().to_owned(),
            date: value(game, "DT")
                .unwrap_or_default()
                .split('_')
                .next()
                .unwrap_or_default()
                .replace('.', "-"),
            round: String::new(),
            players: ["PB", "PW"].map(|name| value(game, name).unwrap_or_default().to_owned()),
        },
        ..Draft::default()
    };
    if let Some(board) = value(game, "BO") {
        let Some(squares) = board.strip_prefix("8 ") else {
            return foreign(&format!("another board: {board}"));
        };
        draft.position = Some(squares.trim().to_owned());
    }
    draft.outcome = value(game, "RE").and_then(|result| {
        let margin: f64 = result.split(':').next()?.trim().parse().ok()?;
        Some(match margin {
            _ if margin > 0.0 => Outcome::Win(Player::First),
            _ if margin < 0.0 => Outcome::Win(Player::Second),
            _ => Outcome::Draw,
        })
    });
    let moves = game.iter().filter(|property| property.name == "B" || property.name == "W");
    // After the square follow an evaluation and the seconds used.
    let square = |value: &Told| {
        let text = value.text.split('/').next().unwrap_or_default().trim().to_ascii_lowercase();
        Told { text, line: value.line }
    };
    draft.too_late = value(game, "RE").is_some_and(|result| result.ends_with(":t"));
    draft.moves = moves
        .flat_map(|property| {
            let by = Some(if property.name == "B" { Player::First } else { Player::Second });
            property.values.iter().map(move |value| Made { told: square(value), by })
        })
        .collect();
    Ok(draft)
}
