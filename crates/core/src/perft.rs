//! Counting the game tree: the standard test of a move generator.

use crate::game::Game;

/// The number of move sequences of exactly `depth` plies. Sequences that end earlier count nothing; repetition,
/// no-progress and length limits are ignored. A number that does not fit is told as the greatest one that does.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u8) -> u64 {
    perft_while(game, position, depth, &|| true).unwrap_or_default()
}

/// The same, as long as `go_on` says so, which is asked again and again; `None` once it has refused.
pub fn perft_while<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u8,
    go_on: &dyn Fn() -> bool,
) -> Option<u64> {
    let mut lists = vec![Vec::new(); usize::from(depth)];
    count(game, position, &mut lists, go_on)
}

/// The counts behind each legal move, in the order of generation; each is shown to `watch` as soon as it is known.
pub fn divide<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u8,
    watch: &mut dyn FnMut(G::Move, u64),
) -> Vec<(G::Move, u64)> {
    let mut moves = Vec::new();
    game.generate(position, &mut moves);
    let counted = moves.into_iter().map(|mv| {
        let sequences = perft(game, &after(game, position, mv), depth.saturating_sub(1));
        watch(mv, sequences);
        (mv, sequences)
    });
    counted.collect()
}

/// One move list per remaining ply, so that nothing is allocated while counting.
fn count<G: Game>(
    game: &G,
    position: &G::Position,
    lists: &mut [Vec<G::Move>],
    go_on: &dyn Fn() -> bool,
) -> Option<u64> {
    let Some((moves, rest)) = lists.split_first_mut() else { return Some(1) };
    if rest.is_empty() {
        return Some(game.count_moves(position, moves));
    }
    // Three plies before the end: often enough, and it costs nothing beside what follows.
    if rest.len() >= 2 && !go_on() {
        return None;
    }
    game.generate(position, moves);
    moves.iter().try_fold(0, |sum: u64, &mv| {
        Some(sum.saturating_add(count(game, &after(game, position, mv), rest, go_on)?))
    })
}

#[inline]
fn after<G: Game>(game: &G, position: &G::Position, mv: G::Move) -> G::Position {
    let mut next = position.clone();
    game.play(&mut next, mv);
    next
}
