//! Evaluations: what a search asks at the positions where it stops.

use agon_core::hash::combine;
use agon_core::playout::playout;
use agon_core::{Game, Heuristic, Limits, Outcome, Player, Random, Reason, Value};

use crate::settings::{Kind, SEED, Setting};

/// Which evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judge {
    /// The network of patterns that is shipped for the game, where it has proven stronger; [`HandMade`] elsewhere.
    Best,
    /// [`HandMade`].
    Heuristic,
    /// [`PlayoutMean`].
    Playouts,
    /// [`EndsOnly`].
    Ends,
    /// [`Material`].
    Material,
    /// A cascade network: the one in a file, or the one that is shipped for the game.
    Cascade(Option<String>),
    /// A network of patterns: the one in a file, or the one that is shipped for the game.
    Net(Option<String>),
}

impl Setting for Judge {
    const KIND: Kind = Kind::WordOrFile(
        &["best", "heuristic", "playouts", "ends", "material", "cascade", "net"],
        &["cascade", "net"],
    );

    fn read(text: &str) -> Option<Judge> {
        let (word, file) = match text.split_once(':') {
            Some((word, file)) => (word, Some(file.to_owned())),
            None => (text, None),
        };
        Some(match (word, file) {
            ("cascade", file) => Judge::Cascade(file),
            ("net", file) => Judge::Net(file),
            ("best", None) => Judge::Best,
            ("heuristic", None) => Judge::Heuristic,
            ("playouts", None) => Judge::Playouts,
            ("ends", None) => Judge::Ends,
            ("material", None) => Judge::Material,
            _ => return None,
        })
    }

    fn write(&self) -> String {
        let with = |word: &str, file: &Option<String>| match file {
            None => word.to_owned(),
            Some(file) => format!("{word}:{file}"),
        };
        match self {
            Judge::Best => "best".to_owned(),
            Judge::Heuristic => "heuristic".to_owned(),
            Judge::Playouts => "playouts".to_owned(),
            Judge::Ends => "ends".to_owned(),
            Judge::Material => "material".to_owned(),
            Judge::Cascade(file) => with("cascade", file),
            Judge::Net(file) => with("net", file),
        }
    }
}

/// What can be chosen about how positions are judged, with this evaluation where none is named.
macro_rules! judged_by {
    ($(#[$meta:meta])* $name:ident = $default:literal) => {
        crate::settings! {
            $(#[$meta])*
            #[derive(Clone, PartialEq, Debug)]
            pub struct $name {
                /// how positions are judged: by the network of patterns that is shipped for the game where it is the stronger
                /// one, and by hand elsewhere (best), by the hand-made evaluation, the mean of random games, ends of games
                /// only, the pieces on the board (in checkers a king counts half more), or a network, grown (cascade) or of
                /// patterns (net): the one that is shipped for the game, or one that 'agon learn' has made
                pub judge: Judge as "eval" = $default,
                /// random games per evaluation, for eval=playouts
                pub playouts: u32 as "p" = "15" in Count(1, 100_000),
                /// plies after which such a game counts as a draw
                pub cap: u32 as "cap" = "100" in Count(1, 100_000),
                /// share of an evaluation that is replaced by an error, the same for a position whenever it is met
                pub noise: f32 as "noise" = "0" in Number(0.0, 1.0),
                /// the seed of everything random
                pub seed: u64 as SEED,
            }
        }
    };
}

judged_by! {
    /// What can be chosen about how positions are judged.
    Settings = "heuristic"
}

judged_by! {
    /// The same for a search that is meant to be strong, not to repeat what was published.
    Strongest = "best"
}

impl From<Strongest> for Settings {
    fn from(Strongest { judge, playouts, cap, noise, seed }: Strongest) -> Settings {
        Settings { judge, playouts, cap, noise, seed }
    }
}

/// A guess at the value of a position that has not ended.
pub trait Evaluate<G: Game>: Send {
    /// The value of one position.
    fn evaluate(&mut self, game: &G, position: &G::Position) -> Value;

    /// The values of many, in order, into `values`. Evaluations that gain from batches override it.
    fn evaluate_batch(&mut self, game: &G, positions: &[G::Position], values: &mut Vec<Value>) {
        values.clear();
        values.extend(positions.iter().map(|position| self.evaluate(game, position)));
    }

    /// Random games one evaluation plays, for the books.
    fn playouts(&self) -> u64 {
        0
    }

    /// Leaves a share of the parts of a network out of every answer from now on, which ones depends on the seed; with a share of
    /// 0 it is whole again. Returns whether there is a network.
    fn thin(&mut self, share: f32, seed: u64) -> bool {
        let _ = (share, seed);
        false
    }

    /// A copy for another thread.
    fn fork(&self) -> Box<dyn Evaluate<G>>;
}

/// The game's hand-made evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandMade;

impl<G: Heuristic> Evaluate<G> for HandMade {
    #[inline]
    fn evaluate(&mut self, game: &G, position: &G::Position) -> Value {
        Value::from_pov(game.heuristic(position), Player::First)
    }

    fn fork(&self) -> Box<dyn Evaluate<G>> {
        Box::new(*self)
    }
}

/// Nothing is known but the ends of games: every other position is worth 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct EndsOnly;

impl<G: Game> Evaluate<G> for EndsOnly {
    #[inline]
    fn evaluate(&mut self, _: &G, _: &G::Position) -> Value {
        Value::DRAW
    }

    fn fork(&self) -> Box<dyn Evaluate<G>> {
        Box::new(*self)
    }
}

/// The pieces on the board and nothing else, as [`Heuristic::material`] counts them: the evaluation of many programs for beginners.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

impl Material {
    /// What a piece is worth; the value of a board is the sum, so that equal differences stay equal.
    pub const PIECE: f32 = 0.02;
    /// The most that pieces are worth: less than a win, whatever the board.
    const MOST: f32 = 0.99;
}

impl<G: Heuristic> Evaluate<G> for Material {
    fn evaluate(&mut self, game: &G, position: &G::Position) -> Value {
        let value = (game.material(position) * Material::PIECE).clamp(-Material::MOST, Material::MOST);
        Value::from_pov(value, Player::First)
    }

    fn fork(&self) -> Box<dyn Evaluate<G>> {
        Box::new(*self)
    }
}

/// The mean result of random games; one that reaches the cap counts as a draw.
#[derive(Debug)]
pub struct PlayoutMean<G: Game> {
    /// Random games per evaluation.
    pub playouts: u32,
    /// Plies after which a random game is stopped.
    pub cap: u32,
    random: Random,
    moves: Vec<G::Move>,
    last: [u32; 2],
}

impl<G: Game> PlayoutMean<G> {
    /// The mean of `playouts` random games of at most `cap` plies.
    pub fn new(playouts: u32, cap: u32, seed: u64) -> PlayoutMean<G> {
        PlayoutMean { playouts, cap, random: Random::new(seed), moves: Vec::new(), last: [0; 2] }
    }

    /// How many random games of the last evaluation each player won.
    pub fn won(&self) -> [u32; 2] {
        self.last
    }
}

impl<G: Game> Evaluate<G> for PlayoutMean<G> {
    fn evaluate(&mut self, game: &G, position: &G::Position) -> Value {
        let limits =
            Limits { repetition: None, no_progress: game.limits().no_progress, ply_cap: Some(self.cap) };
        self.last = [0; 2];
        for _ in 0..self.playouts {
            let mut copy = position.clone();
            let result = playout(game, &mut copy, limits, &mut self.random, &mut self.moves);
            if let Outcome::Win(winner) = result.ending.outcome
                && result.ending.reason != Reason::PlyCap
            {
                self.last[winner.index()] += 1;
            }
        }
        let [first, second] = self.last.map(|won| won as f32);
        Value::from_pov((first - second) / self.playouts.max(1) as f32, Player::First)
    }

    fn playouts(&self) -> u64 {
        u64::from(self.playouts)
    }

    fn fork(&self) -> Box<dyn Evaluate<G>> {
        let seed = self.random.clone().bits();
        Box::new(PlayoutMean::new(self.playouts, self.cap, seed))
    }
}

/// Another evaluation, made worse: a share of every value is replaced by an error that is uniform in [-1, 1] and the same
/// for a position whenever it is met, as the errors of a badly trained network are.
pub struct Noisy<G: Game> {
    evaluation: Box<dyn Evaluate<G>>,
    share: f32,
    seed: u64,
}

impl<G: Game> Noisy<G> {
    /// Replaces `share` of `evaluation`, from 0 to 1, by errors that depend on the seed.
    pub fn new(evaluation: Box<dyn Evaluate<G>>, share: f32, seed: u64) -> Noisy<G> {
        Noisy { evaluation, share, seed }
    }
}

impl<G: Game> Evaluate<G> for Noisy<G> {
    fn evaluate(&mut self, game: &G, position: &G::Position) -> Value {
        let value = self.evaluation.evaluate(game, position).pov(Player::First);
        // Twenty-four bits are what a single-precision number holds.
        let bits = combine([self.seed, game.hash(position)]) >> 40;
        let error = bits as f32 / (1 << 23) as f32 - 1.0;
        Value::from_pov(value + self.share * (error - value), Player::First)
    }

    fn playouts(&self) -> u64 {
        self.evaluation.playouts()
    }

    fn thin(&mut self, share: f32, seed: u64) -> bool {
        self.evaluation.thin(share, seed)
    }

    fn fork(&self) -> Box<dyn Evaluate<G>> {
        Box::new(Noisy { evaluation: self.evaluation.fork(), ..*self })
    }
}
