//! Random games that are more than uniform, or that have to be remembered.

use agon_core::playout::{Playout, playout_by, random_move};
use agon_core::{Encode, Ending, Limits, Outcome, Player, Random, Reason};

use super::path::Path;
use super::probe::{Forced, Probe};
use super::select::RunningBest;
use super::tables::{ActionMeans, Key, key};

/// How the moves of a random game are chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Style {
    /// Take wins in one, and give none.
    pub(super) decisive: bool,
    /// Look this many plies ahead for wins to take and losses to avoid.
    pub(super) depth: u32,
    /// Otherwise choose the move with the best mean except this often; `None` for uniform choice.
    pub(super) epsilon: Option<f32>,
}

impl Style {
    pub(super) const UNIFORM: Style = Style { decisive: false, depth: 0, epsilon: None };
}

/// Plays random games in a certain style.
#[derive(Clone, Debug)]
pub(super) struct Rollout<G: Encode> {
    style: Style,
    probe: Probe<G>,
    path: Path<G>,
    moves: Vec<G::Move>,
    safe: Vec<G::Move>,
    replies: Vec<G::Move>,
    /// A position that is tried out.
    trial: G::Position,
    /// The reply that last won at once: it does so again and again until somebody prevents it.
    punishment: Option<G::Move>,
    /// Positions that were tried out, for tests of what it costs.
    #[cfg(test)]
    tried: u64,
}

impl<G: Encode> Rollout<G> {
    pub(super) fn new(game: &G, style: Style) -> Rollout<G> {
        let path = Path::free(game.initial());
        Rollout {
            style,
            probe: Probe::new(),
            path,
            moves: Vec::new(),
            safe: Vec::new(),
            replies: Vec::new(),
            trial: game.initial(),
            punishment: None,
            #[cfg(test)]
            tried: 0,
        }
    }

    /// Plays a game in a position and appends the keys of its moves; nothing if `enough` says so before it has ended, which it is
    /// asked before every move.
    #[expect(clippy::too_many_arguments, reason = "a game with a memory and a clock needs all of them")]
    pub(super) fn play(
        &mut self,
        game: &G,
        position: &mut G::Position,
        limits: Limits,
        means: &ActionMeans,
        keys: &mut Vec<Key>,
        random: &mut Random,
        enough: &mut dyn FnMut() -> bool,
    ) -> Option<Playout> {
        let before = keys.len();
        let mut is_over = false;
        let playout = playout_by(game, position, limits, |position| {
            is_over = enough();
            if is_over {
                return Err(Ending::draw(Reason::PlyCap));
            }
            let mv = self.choose(game, position, means, random)?;
            keys.push(key(game, position, mv));
            Ok(mv)
        });
        // A limit may have kept the last choice from being played.
        keys.truncate(before + playout.plies as usize);
        (!is_over).then_some(playout)
    }

    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        means: &ActionMeans,
        random: &mut Random,
    ) -> Result<G::Move, Ending> {
        if let Some(ending) = game.generate(position, &mut self.moves) {
            return Err(ending);
        }
        if self.style.decisive {
            return Ok(self.decide(game, position, random));
        }
        if self.style.depth > 0
            && let Some(win) = self.look_ahead(game, position)
        {
            return Ok(win);
        }
        // Where every move loses, any will do.
        let moves = if self.style.depth > 0 && !self.safe.is_empty() { &self.safe } else { &self.moves };
        let Some(epsilon) = self.style.epsilon else { return Ok(random.pick(moves)) };
        if random.unit() < f64::from(epsilon) {
            return Ok(random.pick(moves));
        }
        let mut best = RunningBest::new();
        for (index, &mv) in moves.iter().enumerate() {
            // A move that was never played is taken for good, so that it is.
            let mean = means.mean(key(game, position, mv)).unwrap_or(1.0);
            best.enter(index, mean, random);
        }
        Ok(best.winner().map_or(moves[0], |(index, _)| moves[index]))
    }

    /// A win in one if there is any; otherwise any of the moves that give the opponent none, all equally likely: the first of them
    /// in a random order. Where every move does, any.
    fn decide(&mut self, game: &G, position: &G::Position, random: &mut Random) -> G::Move {
        let mover = game.to_move(position);
        for index in 0..self.moves.len() {
            if self.winner_after(game, position, self.moves[index], random) == Some(mover) {
                return self.moves[index];
            }
        }
        let count = self.moves.len();
        for tried in 0..count {
            self.moves.swap(tried, tried + random.below((count - tried) as u32) as usize);
            if self.is_harmless(game, position, self.moves[tried], random) {
                return self.moves[tried];
            }
        }
        self.moves[0]
    }

    /// Whether a move neither loses at once nor lets the opponent win at once.
    fn is_harmless(&mut self, game: &G, position: &G::Position, mv: G::Move, random: &mut Random) -> bool {
        let mover = game.to_move(position);
        let mut after = position.clone();
        game.play(&mut after, mv);
        if let Some(ending) = game.generate(&after, &mut self.replies) {
            return ending.outcome.winner() != Some(!mover);
        }
        let opponent = game.to_move(&after);
        if opponent == mover {
            return true;
        }
        let known = self.punishment.and_then(|known| self.replies.iter().position(|&reply| reply == known));
        for index in known.into_iter().chain(0..self.replies.len()) {
            let reply = self.replies[index];
            if self.winner_after(game, &after, reply, random) == Some(opponent) {
                self.punishment = Some(reply);
                return false;
            }
        }
        true
    }

    /// Who has won if a move ends the game.
    fn winner_after(
        &mut self,
        game: &G,
        position: &G::Position,
        mv: G::Move,
        random: &mut Random,
    ) -> Option<Player> {
        #[cfg(test)]
        {
            self.tried += 1;
        }
        self.trial.clone_from(position);
        game.play(&mut self.trial, mv);
        // The quickest way to learn that a game has ended, in games that do not list their moves for it.
        random_move(game, &self.trial, random, &mut self.safe).err()?.outcome.winner()
    }

    /// A move that wins by force, if there is one; otherwise fills `safe` with the moves that do not lose by force.
    fn look_ahead(&mut self, game: &G, position: &G::Position) -> Option<G::Move> {
        let mover = game.to_move(position);
        self.path.restart(position);
        self.safe.clear();
        for &mv in &self.moves {
            self.path.push(game, mv);
            let forced = self.probe.forced(game, &mut self.path, self.style.depth - 1);
            self.path.rewind(0);
            match forced {
                Some(Forced { winner, .. }) if winner == mover => return Some(mv),
                Some(_) => {}
                None => self.safe.push(mv),
            }
        }
        None
    }
}

/// The result of a random game for `First`: +1, 0 or -1.
#[inline]
pub(super) fn result(outcome: Outcome) -> i32 {
    outcome.winner().map_or(0, |winner| 1 - 2 * winner.index() as i32)
}

#[cfg(test)]
mod tests {
    use agon_core::{Catalogued, Clocks, Game, Options};
    use agon_games::havannah::Havannah;
    use agon_games::tic_tac_toe::TicTacToe;

    use super::*;

    const DECISIVE: Style = Style { decisive: true, depth: 0, epsilon: None };

    /// The moves that are chosen in a position of tic-tac-toe, each once.
    fn chosen(position: &str) -> Vec<String> {
        let (game, mut random) = (TicTacToe, Random::new(4));
        let (position, _): (_, Clocks) = game.read_position(position).unwrap();
        let mut rollout = Rollout::new(&game, DECISIVE);
        let mut chosen: Vec<String> = (0..200)
            .map(|_| {
                let mv = rollout.choose(&game, &position, &ActionMeans::new(0), &mut random).unwrap();
                game.write_move(&position, mv)
            })
            .collect();
        chosen.sort();
        chosen.dedup();
        chosen
    }

    #[test]
    fn wins_in_one_are_taken_and_not_given() {
        assert_eq!(chosen("3/OO1/XX1 x"), ["c1"], "its own win comes first");
        assert_eq!(chosen("1X1/1X1/OO1 x"), ["c1"], "the other one's is prevented");
        assert_eq!(chosen("3/3/X2 o").len(), 8, "where nothing threatens, anything is played");
        assert_eq!(chosen("O1O/2X/OXX x").len(), 3, "where everything loses, too");
    }

    #[test]
    fn a_decisive_game_costs_a_few_looks_at_every_move() {
        let info = <Havannah as Catalogued>::RULE_SETS[0];
        let options = Options::parse(info, "size=7").unwrap();
        let game = Havannah::build(info, &options);
        let mut rollout = Rollout::new(&game, DECISIVE);
        let (mut position, mut random) = (game.initial(), Random::new(1));
        let mut moves = Vec::new();
        game.generate(&position, &mut moves);
        let (width, mut asked) = (moves.len() as u64, 0);
        let mut count = || {
            asked += 1;
            false
        };
        let (limits, means) = (Limits::default(), ActionMeans::new(0));
        let mut keys = Vec::new();
        let playout =
            rollout.play(&game, &mut position, limits, &means, &mut keys, &mut random, &mut count).unwrap();
        let plies = u64::from(playout.plies);
        assert!(plies > 20, "{plies}");
        // All pairs of moves would be the square of the width.
        assert!(
            rollout.tried < 4 * width * plies,
            "{} positions for {plies} plies of {width}",
            rollout.tried
        );
        assert_eq!(asked, plies + 1, "the clock is looked at before every move");
    }

    #[test]
    fn a_game_ends_when_time_does() {
        let game = TicTacToe;
        let mut rollout = Rollout::new(&game, DECISIVE);
        let (mut position, mut keys) = (game.initial(), Vec::new());
        let mut left = 3;
        let mut enough = || {
            left -= 1;
            left < 0
        };
        let (limits, means, mut random) = (Limits::default(), ActionMeans::new(0), Random::new(1));
        let played = rollout.play(&game, &mut position, limits, &means, &mut keys, &mut random, &mut enough);
        assert_eq!((played, keys.len()), (None, 3));
    }
}
