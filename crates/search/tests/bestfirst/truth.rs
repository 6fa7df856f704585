//! Exact results of small games by retrograde analysis, written as plainly as possible: what the searches are checked against.

use std::collections::HashMap;

use agon_core::{Game, Line, Outcome};

/// Every position that can arise from the initial one, and its result.
pub(crate) struct Truth<G: Game> {
    pub(crate) positions: Vec<G::Position>,
    /// With the plies to the end of a won or lost game. A game that nobody can force to end is a draw.
    outcomes: Vec<(Outcome, u32)>,
    numbers: HashMap<G::Position, usize>,
}

impl<G: Game> Truth<G> {
    /// Goes through the whole game.
    pub(crate) fn of(game: &G) -> Truth<G> {
        let mut positions = vec![game.initial()];
        let mut numbers = HashMap::from([(game.initial(), 0)]);
        let (mut after, mut ended) = (Vec::new(), Vec::new());
        let mut moves = Vec::new();
        while let Some(position) = positions.get(after.len()).cloned() {
            ended.push(game.generate(&position, &mut moves).map(|ending| ending.outcome));
            let mut successors = Vec::new();
            for &mv in &moves {
                let mut next = position.clone();
                game.play(&mut next, mv);
                let number = *numbers.entry(next.clone()).or_insert_with(|| {
                    positions.push(next);
                    positions.len() - 1
                });
                successors.push(number);
            }
            after.push(successors);
        }
        // Rounds of one ply: what is decided in round n ends after n plies.
        let mut decided: Vec<Option<(Outcome, u32)>> =
            ended.iter().map(|&outcome| outcome.map(|outcome| (outcome, 0))).collect();
        for round in 1.. {
            let mut news = Vec::new();
            for number in (0..positions.len()).filter(|&number| decided[number].is_none()) {
                let mover = game.to_move(&positions[number]);
                let results = || after[number].iter().map(|&next| decided[next].map(|(outcome, _)| outcome));
                if results().any(|result| result == Some(Outcome::Win(mover))) {
                    news.push((number, Outcome::Win(mover)));
                } else if results().all(|result| result == Some(Outcome::Win(!mover))) {
                    news.push((number, Outcome::Win(!mover)));
                }
            }
            if news.is_empty() {
                break;
            }
            for (number, outcome) in news {
                decided[number] = Some((outcome, round));
            }
        }
        let outcomes = decided.into_iter().map(|result| result.unwrap_or((Outcome::Draw, 0))).collect();
        Truth { positions, outcomes, numbers }
    }

    /// The result of a position and, of a win, the number of plies that it takes.
    pub(crate) fn result(&self, position: &G::Position) -> (Outcome, u32) {
        self.outcomes[self.numbers[position]]
    }
}

/// The result of a line when the past counts, by trying everything: only where the limits of the line end it soon.
pub(crate) fn exhaust<G: Game>(game: &G, line: &mut Line<G>) -> Outcome {
    let mut moves = Vec::new();
    if let Some(ending) = line.generate(game, &mut moves) {
        return ending.outcome;
    }
    let mover = line.to_move(game);
    let mut best = Outcome::Win(!mover);
    for &mv in &moves {
        line.push(game, mv);
        let outcome = exhaust(game, line);
        line.pop();
        if outcome == Outcome::Win(mover) {
            return outcome;
        }
        if outcome == Outcome::Draw {
            best = outcome;
        }
    }
    best
}
