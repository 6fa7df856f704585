//! The promises of a game, checked on random play: the same suite for every game, ours or yours.
//!
//! ```no_run
//! # fn check<G: agon_core::Encode>(my_game: G) {
//! agon_core::conformance::check(&my_game).unwrap();
//! # }
//! ```

use std::collections::HashSet;

use crate::encode::Encode;
use crate::game::{Clocks, Game};
use crate::heuristic::{Heuristic, weigh};
use crate::line::Line;
use crate::outcome::{Ending, Outcome};
use crate::player::Player;
use crate::playout::random_move;
use crate::random::Random;

/// What a check looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Games played to their end.
    pub games: u32,
    /// Positions checked.
    pub positions: u32,
    /// Moves written and read back.
    pub moves: u64,
    /// Positions in which random moves were tested for uniformity.
    pub uniform: u32,
}

/// Games played per check. The costly checks look at every `SPARSE`-th position of a game.
const GAMES: u32 = 24;
const SPARSE: u32 = 7;
/// About this many moves of a position are read, played and looked at closely.
const READ_MOVES: usize = 12;
/// Positions per check in which the distribution of random moves is tested, and draws per legal move there.
const UNIFORM_POSITIONS: u32 = 12;
const DRAWS_PER_MOVE: u32 = 100;

/// Plays random games with a fixed seed and checks every promise of the game on the way; the error is the first
/// promise that was broken, and where.
pub fn check<G: Encode>(game: &G) -> Result<Report, String> {
    Ok(check_while(game, &|| true)?.unwrap_or_default())
}

/// The same, as long as `go_on` says so, which is asked at every position; `None` once it has refused.
pub fn check_while<G: Encode>(game: &G, go_on: &dyn Fn() -> bool) -> Result<Option<Report>, String> {
    let mut report = Report::default();
    let mut random = Random::new(20);
    check_facts(game)?;
    for number in 0..GAMES {
        let mut line = Line::new(game);
        let mut moves = Vec::new();
        // The positions to look at more closely differ from game to game.
        let phase = number % SPARSE;
        loop {
            if !go_on() {
                return Ok(None);
            }
            let ending = line.generate(game, &mut moves);
            let at = || format!("in '{}'", game.write_position(line.position(), line.clocks()));
            report.positions += 1;
            check_position(game, &line, &moves, ending).map_err(|broken| format!("{broken} {}", at()))?;
            if line.clocks().plies % SPARSE == phase || ending.is_some() {
                report.moves +=
                    check_moves(game, &line, &moves).map_err(|broken| format!("{broken} {}", at()))?;
                if report.uniform < UNIFORM_POSITIONS && number >= report.uniform && ending.is_none() {
                    check_uniform(game, &line, &mut random).map_err(|broken| format!("{broken} {}", at()))?;
                    report.uniform += 1;
                }
            }
            let Some(ending) = ending else {
                line.push(game, random.pick(&moves));
                continue;
            };
            check_score(game, &line, ending).map_err(|broken| format!("{broken} {}", at()))?;
            break;
        }
        report.games += 1;
    }
    Ok(Some(report))
}

/// Checks what a game says of its evaluation on positions of random games: it stays within (-1, 1), and is declared
/// [hand-made](Heuristic::HAND_MADE) exactly if it is. The error is a sentence.
pub fn check_judgement<G: Heuristic>(game: &G) -> Result<(), String> {
    let mut random = Random::new(21);
    let mut moves = Vec::new();
    let mut is_own = false;
    for _ in 0..GAMES {
        let mut line = Line::new(game);
        while line.generate(game, &mut moves).is_none() {
            let value = game.heuristic(line.position());
            let at = || format!("in '{}'", game.write_position(line.position(), line.clocks()));
            ensure(value.abs() < 1.0, || format!("the evaluation {value} is outside (-1, 1) {}", at()))?;
            is_own |= value != weigh(game, line.position());
            line.push(game, random.pick(&moves));
        }
    }
    ensure(is_own || !G::HAND_MADE, || "HAND_MADE is true, but the evaluation is the default one".into())?;
    ensure(!is_own || G::HAND_MADE, || {
        "the game has an evaluation of its own: say so with 'const HAND_MADE: bool = true;'".into()
    })
}

/// Reads any text as a position. If it is one, checks that it keeps every promise and can be played on for a while;
/// returns whether it was one.
pub fn check_text<G: Encode>(game: &G, text: &str) -> Result<bool, String> {
    let Ok((position, clocks)) = game.read_position(text) else { return Ok(false) };
    let mut line = Line::from_position(game, position, clocks);
    let mut random = Random::new(3);
    let mut moves = Vec::new();
    for ply in 0..12 {
        let ending = line.generate(game, &mut moves);
        let at = || format!("in '{}' from '{text}'", game.write_position(line.position(), line.clocks()));
        check_position(game, &line, &moves, ending).map_err(|broken| format!("{broken} {}", at()))?;
        if ply == 0 {
            check_moves(game, &line, &moves).map_err(|broken| format!("{broken} {}", at()))?;
        }
        if let Some(ending) = ending {
            check_score(game, &line, ending).map_err(|broken| format!("{broken} {}", at()))?;
            break;
        }
        line.push(game, random.pick(&moves));
    }
    Ok(true)
}

fn ensure(holds: bool, broken: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(broken()) }
}

fn check_facts<G: Encode>(game: &G) -> Result<(), String> {
    let info = game.info();
    let texts = [&info.id, &info.name, &info.summary, &info.rules, &info.draws, &info.notation, &info.source];
    ensure(texts.iter().all(|text| !text.trim().is_empty()), || format!("{}: an empty text", info.id))?;
    ensure(size_of::<G::Move>() <= 16, || format!("{}: a move is larger than 16 bytes", info.id))?;
    let layout = game.layout();
    ensure(layout.cells.len() == game.cell_count(), || "cell_count differs from the layout".into())?;
    let names: HashSet<&str> = layout.cells.iter().map(|cell| cell.name.as_str()).collect();
    ensure(names.len() == layout.cells.len(), || "two cells have the same name".into())?;
    let turned: HashSet<usize> = (0..game.cell_count()).map(|cell| game.turned(cell)).collect();
    ensure(turned.len() == game.cell_count(), || "turning the board is not one-to-one".into())?;
    ensure((0..game.cell_count()).all(|cell| game.turned(game.turned(cell)) == cell), || {
        "turning the board twice does not give it back".into()
    })?;
    let mut moves = Vec::new();
    ensure(game.generate(&game.initial(), &mut moves).is_none(), || "the initial position has ended".into())
}

fn check_position<G: Encode>(
    game: &G,
    line: &Line<G>,
    moves: &[G::Move],
    ending: Option<Ending>,
) -> Result<(), String> {
    let position = line.position();
    ensure(moves.is_empty() == ending.is_some(), || "legal moves and an ending, or neither".into())?;
    let cap = line.limits().ply_cap.unwrap_or(4096);
    ensure(ending.is_some() || line.clocks().plies < cap, || format!("the game goes on after {cap} plies"))?;

    let text = game.write_position(position, line.clocks());
    let (again, clocks) = game.read_position(&text).map_err(|error| format!("cannot read back: {error}"))?;
    ensure(again == *position, || {
        format!("'{text}' reads back as another position, {again:?} for {position:?},")
    })?;
    ensure(game.hash(&again) == game.hash(position), || "the hash differs from a recomputed one".into())?;
    ensure(game.write_position(&again, clocks) == text, || "writing, reading and writing differ".into())?;
    let mut listed = Vec::new();
    game.generate(&again, &mut listed);
    ensure(ending.is_some() || listed == moves, || {
        "an equal position lists its moves in another order".into()
    })?;

    let mut features = Vec::new();
    game.features(position, &mut features);
    ensure(features.len() <= game.max_active(), || {
        format!("{} features are active, more than max_active", features.len())
    })?;
    let count = game.feature_count();
    ensure(features.iter().all(|&feature| (feature as usize) < count), || {
        format!("a feature beyond {count}")
    })?;
    let distinct: HashSet<u32> = features.iter().copied().collect();
    ensure(distinct.len() == features.len(), || "a feature is reported twice".into())?;
    for player in Player::BOTH {
        ensure(game.hand(position, player) as usize <= game.max_hand(), || "a hand beyond max_hand".into())?;
    }
    ensure(game.in_check(position).is_none_or(|cell| cell < game.cell_count()), || {
        "the piece in check is not on the board".into()
    })?;
    let decisive = ending.map(|ending| game.decisive(position, ending)).unwrap_or_default();
    ensure(decisive.iter().all(|&cell| cell < game.cell_count()), || {
        "an ending rests on cells outside of the board".into()
    })?;
    Ok(())
}

/// Writes and reads every move, plays it, and checks what comes out. Returns the number of moves.
fn check_moves<G: Encode>(game: &G, line: &Line<G>, moves: &[G::Move]) -> Result<u64, String> {
    let position = line.position();
    let mut listed = Vec::new();
    let ended = game.generate(position, &mut listed);
    let counted = game.count_moves(position, &mut Vec::new());
    ensure(counted == listed.len() as u64, || format!("{counted} moves counted, {} listed", listed.len()))?;
    let sampled = random_move(game, position, &mut Random::new(1), &mut Vec::new());
    ensure(sampled.err() == ended, || "random_move and generate disagree about the ending".into())?;

    let distinct: HashSet<G::Move> = moves.iter().copied().collect();
    ensure(distinct.len() == moves.len(), || "a move is listed twice".into())?;
    let texts: HashSet<String> = moves.iter().map(|&mv| game.write_move(position, mv)).collect();
    ensure(texts.len() == moves.len(), || "two moves are written alike".into())?;
    // Reading a move compares it with all others: on large boards a sample of them has to do.
    let step = moves.len() / READ_MOVES + 1;
    // Other spellings are compared with all spellings of all moves: one move per position, another one from ply to ply.
    let spelt = line.clocks().plies as usize % moves.len().div_ceil(step).max(1);
    for (index, &mv) in moves.iter().step_by(step).enumerate() {
        let text = game.write_move(position, mv);
        let read = game.read_move(position, &text).map_err(|error| error.to_string())?;
        ensure(read == mv, || format!("the move '{text}' reads back as another one"))?;
        for spelling in game.spellings(position, mv).into_iter().filter(|_| index == spelt) {
            if let Ok(read) = game.read_move(position, &spelling) {
                ensure(read == mv, || {
                    format!("the spelling '{spelling}' of '{text}' reads as another move")
                })?;
            }
        }
        ensure(game.action(position, mv) < game.action_count(), || {
            format!("the action of '{text}' is too large")
        })?;
        let trace = game.trace(position, mv);
        let cells = trace.path.iter().chain(&trace.captured).chain(&trace.changed);
        ensure(cells.clone().all(|&cell| cell < game.cell_count()), || format!("'{text}' leaves the board"))?;
        ensure(!trace.path.is_empty() || trace.action.is_some(), || format!("'{text}' has an empty trace"))?;

        let mut next = position.clone();
        game.play(&mut next, mv);
        ensure(next != *position, || format!("'{text}' changes nothing"))?;
        let touched: HashSet<usize> = cells.copied().collect();
        let mut reported = HashSet::new();
        game.each_difference(position, &next, |cell| _ = reported.insert(cell));
        for cell in 0..game.cell_count() {
            let changes = game.piece(position, cell) != game.piece(&next, cell);
            ensure(!changes || reported.contains(&cell), || {
                format!(
                    "'{text}' changes {} but each_difference does not say so",
                    game.layout().cells[cell].name
                )
            })?;
            ensure(!changes || touched.contains(&cell), || {
                format!("'{text}' changes {} but its trace does not say so", game.layout().cells[cell].name)
            })?;
        }
        let written = game.write_position(&next, Clocks::default());
        let (again, _) = game.read_position(&written).map_err(|error| format!("after '{text}': {error}"))?;
        ensure(again == next && game.hash(&again) == game.hash(&next), || {
            format!("the position after '{text}', '{written}', does not survive writing and reading,")
        })?;
    }
    Ok(moves.len() as u64)
}

/// Pearson's chi-square on draws of `random_move`. The bound is six standard deviations above the mean of the
/// statistic, and the seed is fixed: a correct game passes always, a skewed one fails.
fn check_uniform<G: Game>(game: &G, line: &Line<G>, random: &mut Random) -> Result<(), String> {
    let position = line.position();
    let mut moves = Vec::new();
    game.generate(position, &mut moves);
    let mut counts = vec![0u32; moves.len()];
    let mut scratch = Vec::new();
    for _ in 0..DRAWS_PER_MOVE * moves.len() as u32 {
        let drawn = random_move(game, position, random, &mut scratch).expect("the game has not ended");
        let Some(index) = moves.iter().position(|&mv| mv == drawn) else {
            return Err(format!("random_move gave {drawn:?}, which is not legal,"));
        };
        counts[index] += 1;
    }
    let expected = f64::from(DRAWS_PER_MOVE);
    let statistic: f64 = counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
    let freedom = (moves.len() - 1) as f64;
    let bound = freedom + 6.0 * (2.0 * freedom).sqrt() + 12.0;
    ensure(statistic <= bound, || {
        format!("random_move is not uniform (chi-square {statistic:.1} over {freedom})")
    })
}

fn check_score<G: Game>(game: &G, line: &Line<G>, ending: Ending) -> Result<(), String> {
    let score = line.score(game, ending);
    let sign = match ending.outcome {
        Outcome::Win(Player::First) => 1.0,
        Outcome::Win(Player::Second) => -1.0,
        Outcome::Draw => 0.0,
    };
    ensure(score.abs() <= 1.0, || format!("the score {score} is outside [-1, 1]"))?;
    let agrees = if sign == 0.0 { score == 0.0 } else { score * sign > 0.0 };
    ensure(agrees, || format!("the score {score} contradicts {:?}", ending.outcome))?;
    ensure(!ending.words(game.info()).contains('{'), || "an ending has unfilled words".into())
}
