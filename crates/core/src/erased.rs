//! Games without their type: what the catalogue, matches, pages and commands hold.
//!
//! The type is erased once, at the edge. There a move is its index among the legal moves, not a text, and
//! everything that runs in a loop (perft, playouts, search) stays inside the typed world.

use std::any::Any;
use std::sync::Arc;

use crate::actions;
use crate::conformance;
use crate::encode::{Encode, Encoding};
use crate::game::{Clocks, Counting, Game, Step};
use crate::heuristic::Heuristic;
use crate::info::{GameInfo, Limits};
use crate::layout::{Layout, Piece, Trace};
use crate::line::Line;
use crate::notation::{MoveError, PositionError, quote};
use crate::outcome::{Ending, Reason};
use crate::perft;
use crate::player::Player;
use crate::playout::{Tally, tally};
use crate::random::Random;
use crate::record::{Record, ReplayError};
use crate::spec::{Options, SpecError};

/// A game with its type known and its parameters chosen: the rules, ready to be played.
pub trait Rules: Send + Sync {
    /// The facts about these rules.
    fn info(&self) -> &GameInfo;
    /// The values of their parameters.
    fn options(&self) -> &Options;
    /// The shortest spec that gives these rules: their name in files.
    fn spec(&self) -> &str;
    /// The limits of these rules, parameters considered.
    fn limits(&self) -> Limits;
    /// The board.
    fn layout(&self) -> Layout;
    /// How positions become the features that learning sees.
    fn encoding(&self) -> Encoding;
    /// The number of numbers that moves have; see [`Match::actions`].
    fn action_space(&self) -> usize;
    /// A match from the initial position or from the one given.
    fn start(&self, position: Option<&str>) -> Result<Box<dyn Match>, PositionError>;
    /// The match that a record describes.
    fn replay(&self, record: &Record) -> Result<Box<dyn Match>, ReplayError>;
    /// The number of move sequences of exactly this length.
    fn perft(&self, position: Option<&str>, depth: u8) -> Result<u64, PositionError> {
        Ok(self.perft_while(position, depth, &|| true)?.unwrap_or_default())
    }
    /// The same, as long as `go_on` says so, which is asked again and again; `None` once it has refused.
    fn perft_while(
        &self,
        position: Option<&str>,
        depth: u8,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<u64>, PositionError>;
    /// The same behind each legal move, each of which is shown to `watch` as soon as it is counted.
    fn divide(
        &self,
        position: Option<&str>,
        depth: u8,
        watch: &mut dyn FnMut(&str, u64),
    ) -> Result<Vec<(String, u64)>, PositionError>;
    /// Random games from the initial position.
    fn tally(&self, games: u64, limits: Limits, random: &mut Random) -> Tally;
    /// Whether the game has a hand-made evaluation.
    fn is_judged(&self) -> bool;
    /// Plays random games and checks every promise of the game on the way; the error is the first one that was broken.
    fn check(&self) -> Result<conformance::Report, String> {
        Ok(self.check_while(&|| true)?.unwrap_or_default())
    }
    /// The same, as long as `go_on` says so, which is asked at every position; `None` once it has refused.
    fn check_while(&self, go_on: &dyn Fn() -> bool) -> Result<Option<conformance::Report>, String>;
    /// These rules and nothing more, where a [`Library`] knows more of a game.
    fn bare(&self) -> &dyn Rules;
}

/// A game being played. Moves are indices into the list of legal moves, which is in a fixed order.
pub trait Match: Send + Sync {
    /// The rules it is played by.
    fn rules(&self) -> &dyn Rules;
    /// The facts about these rules.
    fn info(&self) -> &GameInfo {
        self.rules().info()
    }
    /// Who decides next.
    fn to_move(&self) -> Player;
    /// How the game ended, if it has.
    fn ending(&self) -> Option<Ending>;
    /// The number of legal moves; zero exactly when the game has ended.
    fn move_count(&self) -> usize;
    /// A legal move in the game's notation.
    fn move_text(&self, index: usize) -> String;
    /// Replaces the contents of `numbers` by those of the legal moves, in their order: each has one of its own, below
    /// [`Rules::action_space`].
    fn actions(&self, numbers: &mut Vec<u32>);
    /// What a legal move does to the picture.
    fn move_trace(&self, index: usize) -> Trace;
    /// The legal move that a text means.
    fn find_move(&self, text: &str) -> Result<usize, MoveError>;
    /// Plays a legal move.
    ///
    /// # Panics
    /// If `index` is not below [`move_count`](Match::move_count).
    fn play(&mut self, index: usize);
    /// Takes the last move back, or what the players ended the game with; false if nothing was played.
    fn undo(&mut self) -> bool;
    /// The players end a game that goes on: one gives up, both agree, or a clock has run down.
    fn conclude(&mut self, ending: Ending);
    /// Goes on for one move where a draw could have been claimed and was not, as records of other people's games do; false
    /// if the game is really over.
    fn play_on(&mut self) -> bool;
    /// Plays the move that a record tells. It may go on where a draw could have been claimed, and leave out a pass that was
    /// forced.
    fn follow(&mut self, text: &str) -> Result<(), MoveError> {
        if self.ending().is_some() {
            self.play_on();
        }
        let unsaid = self.must_pass() && self.find_move(text).is_err();
        if unsaid {
            self.play(0);
        }
        match self.find_move(text) {
            Ok(index) => self.play(index),
            Err(error) => {
                if unsaid {
                    self.undo();
                }
                return Err(error);
            }
        }
        Ok(())
    }
    /// Ends the game as a record tells it, unless the board ends it; the players need not have claimed a draw.
    fn settle(&mut self, ending: Ending) {
        if self.ending().is_some_and(|own| own.outcome != ending.outcome) {
            self.play_on();
        }
        self.conclude(ending);
    }
    /// Whether a search would judge the position as it stands if this legal move were its best: nothing has to be taken, and the
    /// move takes nothing and does nothing else that is loud.
    fn is_quiet(&self, index: usize) -> bool;
    /// Whether a legal move is a pass.
    fn is_pass(&self, index: usize) -> bool {
        self.move_trace(index).action.as_deref() == Some("pass")
    }
    /// Whether the only legal move is a pass.
    fn must_pass(&self) -> bool {
        self.move_count() == 1 && self.is_pass(0)
    }
    /// `player` gives up.
    fn resign(&mut self, player: Player) {
        self.conclude(Ending::loss(player, Reason::Resignation));
    }
    /// Ends the game after this many plies, whatever the rules say: for repeating published experiments.
    fn cap_plies(&mut self, plies: u32);
    /// The number of moves played from the beginning of the game.
    fn plies(&self) -> u32;
    /// The margin in [-1, 1] from the first player's view, once the game has ended.
    fn score(&self) -> Option<f32>;
    /// The points by which the first player is ahead, in a game that people play for points.
    fn points(&self) -> Option<i32>;
    /// The number of moves played in this match.
    fn moves_played(&self) -> usize;
    /// The moves played in this match, in notation.
    fn history(&self) -> Vec<String>;
    /// The last move of this match.
    fn last(&self) -> Option<LastMove>;
    /// What stands on a cell.
    fn piece(&self, cell: usize) -> Option<Piece>;
    /// Pieces that a player has yet to place.
    fn hand(&self, player: Player) -> u32;
    /// Replaces the contents of `features` by those that learning sees of the position.
    fn features(&self, features: &mut Vec<u32>);
    /// Random games from here, limits counted anew.
    fn tally(&self, games: u64, limits: Limits, random: &mut Random) -> Tally;
    /// A 64-bit key, equal for equal positions, including whose turn it is.
    fn hash(&self) -> u64;
    /// Whether the position itself ends the game, whatever led to it.
    fn is_terminal(&self) -> bool;
    /// The position in the game's notation.
    fn position(&self) -> String;
    /// How the moves are numbered by those who play the game.
    fn counting(&self) -> Counting;
    /// Who played each move of this match.
    fn movers(&self) -> Vec<Player>;
    /// The moves at the end of this match that one player made in a row: one in most games.
    fn last_turn(&self) -> Vec<LastMove>;
    /// The cell of the king in check, or of the like.
    fn in_check(&self) -> Option<usize>;
    /// The cells that the ending rests on: a winning line, a mated king.
    fn decisive(&self) -> Vec<usize>;
    /// Everything that is needed to replay the match.
    fn record(&self) -> Record;
    /// An independent copy.
    fn fork(&self) -> Box<dyn Match>;
    /// The typed match, for agents that know the type.
    fn as_any(&self) -> &dyn Any;
}

/// A move that was played, as it is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LastMove {
    /// Who played it.
    pub player: Player,
    /// The move in the game's notation.
    pub text: String,
    /// What it did to the picture.
    pub trace: Trace,
}

/// A game that the catalogue can build: the type says which sets of rules it plays.
pub trait Catalogued: Encode + Heuristic + Sized {
    /// Every set of rules of this type; each is a game id of its own.
    const RULE_SETS: &'static [&'static GameInfo];

    /// The game with these rules and these values of their parameters.
    fn build(info: &'static GameInfo, options: &Options) -> Self;
}

/// Somebody who knows games by their specs: a catalogue.
pub trait Library {
    /// What it knows of a game: its rules, or more than these.
    type Rules: Rules + ?Sized;

    /// The game that a spec names, such as `othello` or `havannah:size=5,swap=on`.
    fn find(&self, spec: &str) -> Result<Arc<Self::Rules>, SpecError>;
}

/// A game with its parameters chosen: what a `dyn Rules` really is. Copies share what they hold.
pub struct Ruleset<G>(Arc<Shared<G>>);

struct Shared<G> {
    game: G,
    options: Options,
    spec: String,
}

impl<G> Clone for Ruleset<G> {
    fn clone(&self) -> Ruleset<G> {
        Ruleset(self.0.clone())
    }
}

impl<G: Game> Ruleset<G> {
    /// A game that was built with these options.
    pub fn new(game: G, options: Options) -> Ruleset<G> {
        let spec = options.to_string();
        Ruleset(Arc::new(Shared { game, options, spec }))
    }

    /// A game that has no parameters, or all of them at their defaults.
    pub fn plain(game: G) -> Ruleset<G> {
        let options = Options::new(game.info());
        Ruleset::new(game, options)
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.0.game
    }

    fn line(&self, position: Option<&str>) -> Result<Line<G>, PositionError> {
        let game = self.game();
        Ok(match position {
            None => Line::new(game),
            Some(text) => {
                let (position, clocks) = game.read_position(text)?;
                let line = Line::from_position(game, position, clocks);
                match line.limits().ply_cap {
                    // A position from beyond the longest game has as much before it again.
                    Some(cap) if clocks.plies >= cap => {
                        let limits = Limits { ply_cap: Some(clocks.plies + cap), ..line.limits() };
                        line.with_limits(limits)
                    }
                    _ => line,
                }
            }
        })
    }
}

impl<G: Heuristic> Rules for Ruleset<G> {
    fn info(&self) -> &GameInfo {
        self.game().info()
    }

    fn options(&self) -> &Options {
        &self.0.options
    }

    fn spec(&self) -> &str {
        &self.0.spec
    }

    fn limits(&self) -> Limits {
        self.game().limits()
    }

    fn layout(&self) -> Layout {
        self.game().layout()
    }

    fn encoding(&self) -> Encoding {
        Encoding::of(self.game())
    }

    fn action_space(&self) -> usize {
        actions::space(self.game())
    }

    fn start(&self, position: Option<&str>) -> Result<Box<dyn Match>, PositionError> {
        let line = self.line(position)?;
        Ok(Box::new(TypedMatch::new(self.clone(), line)))
    }

    fn replay(&self, record: &Record) -> Result<Box<dyn Match>, ReplayError> {
        let mut played = self.start(record.position.as_deref())?;
        for (index, text) in record.moves.iter().enumerate() {
            played.follow(text).map_err(|error| ReplayError::Move { number: index + 1, error })?;
        }
        if let Some(ending) = record.conclusion() {
            played.settle(ending);
        }
        Ok(played)
    }

    fn perft_while(
        &self,
        position: Option<&str>,
        depth: u8,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<u64>, PositionError> {
        Ok(perft::perft_while(self.game(), self.line(position)?.position(), depth, go_on))
    }

    fn divide(
        &self,
        position: Option<&str>,
        depth: u8,
        watch: &mut dyn FnMut(&str, u64),
    ) -> Result<Vec<(String, u64)>, PositionError> {
        let (game, line) = (self.game(), self.line(position)?);
        let told = |mv: G::Move| game.write_move(line.position(), mv);
        let counts = perft::divide(game, line.position(), depth, &mut |mv, nodes| watch(&told(mv), nodes));
        Ok(counts.into_iter().map(|(mv, nodes)| (told(mv), nodes)).collect())
    }

    fn tally(&self, games: u64, limits: Limits, random: &mut Random) -> Tally {
        tally(self.game(), &self.game().initial(), games, limits, random)
    }

    fn is_judged(&self) -> bool {
        G::HAND_MADE
    }

    fn check_while(&self, go_on: &dyn Fn() -> bool) -> Result<Option<conformance::Report>, String> {
        let report = conformance::check_while(self.game(), go_on)?;
        if report.is_some() {
            conformance::check_judgement(self.game())?;
        }
        Ok(report)
    }

    fn bare(&self) -> &dyn Rules {
        self
    }
}

/// A match whose game type is known: what a `dyn Match` really is.
pub struct TypedMatch<G: Game> {
    rules: Ruleset<G>,
    /// The position in which the match began, unless it was the initial one.
    start: Option<String>,
    line: Line<G>,
    moves: Vec<G::Move>,
    ending: Option<Ending>,
    /// After how many moves a draw was not claimed for the first time.
    played_on: Option<usize>,
}

impl<G: Game> TypedMatch<G> {
    fn new(rules: Ruleset<G>, line: Line<G>) -> TypedMatch<G> {
        let game = rules.game();
        let text = game.write_position(line.position(), line.clocks());
        let initial = game.write_position(&game.initial(), Clocks::default());
        let start = (text != initial).then_some(text);
        let mut played = TypedMatch { rules, start, line, moves: Vec::new(), ending: None, played_on: None };
        played.refresh();
        played
    }

    /// The game.
    pub fn game(&self) -> &G {
        self.rules.game()
    }

    /// The line played so far.
    pub fn line(&self) -> &Line<G> {
        &self.line
    }

    /// The legal moves, in the order of their indices.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    fn told(&self, step: &Step<G>) -> LastMove {
        LastMove {
            player: self.game().to_move(&step.position),
            text: self.game().write_move(&step.position, step.mv),
            trace: self.game().trace(&step.position, step.mv),
        }
    }

    fn refresh(&mut self) {
        self.ending = self.line.generate(self.rules.game(), &mut self.moves);
    }
}

impl<G: Heuristic> Match for TypedMatch<G> {
    fn rules(&self) -> &dyn Rules {
        &self.rules
    }

    fn to_move(&self) -> Player {
        self.line.to_move(self.game())
    }

    fn ending(&self) -> Option<Ending> {
        self.ending
    }

    fn move_count(&self) -> usize {
        self.moves.len()
    }

    fn move_text(&self, index: usize) -> String {
        self.game().write_move(self.line.position(), self.moves[index])
    }

    fn actions(&self, numbers: &mut Vec<u32>) {
        actions::number(self.game(), self.line.position(), &self.moves, numbers);
    }

    fn move_trace(&self, index: usize) -> Trace {
        self.game().trace(self.line.position(), self.moves[index])
    }

    fn is_quiet(&self, index: usize) -> bool {
        let (game, position) = (self.game(), self.line.position());
        game.may_stand(position) && !game.is_loud(position, self.moves[index])
    }

    fn find_move(&self, text: &str) -> Result<usize, MoveError> {
        if self.ending.is_some() {
            return Err(MoveError::Over { text: quote(text) });
        }
        let mv = self.game().read_move(self.line.position(), text)?;
        Ok(self.moves.iter().position(|&legal| legal == mv).expect("a move that was read is legal"))
    }

    fn play(&mut self, index: usize) {
        self.line.push(self.rules.game(), self.moves[index]);
        self.refresh();
    }

    fn undo(&mut self) -> bool {
        let concluded = self.ending.is_some_and(|ending| ending.reason.is_of_players());
        let undone = concluded || self.line.pop().is_some();
        self.played_on = self.played_on.filter(|&moves| moves < self.moves_played());
        self.refresh();
        undone
    }

    fn conclude(&mut self, ending: Ending) {
        if self.ending.is_none() {
            self.ending = Some(ending);
            self.moves.clear();
        }
    }

    fn play_on(&mut self) -> bool {
        let (game, position) = (self.rules.game(), self.line.position());
        let Some(ending) = self.ending else { return true };
        if ending.reason.is_of_players() || self.line.unclaimed_ending(game).is_some() {
            return false;
        }
        if game.generate(position, &mut self.moves).is_some() && !game.overlooked(position, &mut self.moves) {
            self.moves.clear();
            return false;
        }
        self.ending = None;
        self.played_on = self.played_on.or(Some(self.moves_played()));
        true
    }

    fn cap_plies(&mut self, plies: u32) {
        let limits = Limits { ply_cap: Some(plies), ..self.line.limits() };
        self.line = self.line.clone().with_limits(limits);
        self.refresh();
    }

    fn plies(&self) -> u32 {
        self.line.clocks().plies
    }

    fn score(&self) -> Option<f32> {
        self.ending.map(|ending| self.line.score(self.game(), ending))
    }

    fn points(&self) -> Option<i32> {
        self.game().points(self.line.position())
    }

    fn moves_played(&self) -> usize {
        self.line.steps().len()
    }

    fn history(&self) -> Vec<String> {
        self.line.steps().map(|step| self.game().write_move(&step.position, step.mv)).collect()
    }

    fn last(&self) -> Option<LastMove> {
        Some(self.told(self.line.steps().last()?))
    }

    fn counting(&self) -> Counting {
        self.game().counting()
    }

    fn movers(&self) -> Vec<Player> {
        self.line.steps().map(|step| self.game().to_move(&step.position)).collect()
    }

    fn last_turn(&self) -> Vec<LastMove> {
        let movers = self.movers();
        let length = movers.iter().rev().take_while(|mover| movers.last() == Some(mover)).count();
        self.line.steps().skip(movers.len() - length).map(|step| self.told(step)).collect()
    }

    fn in_check(&self) -> Option<usize> {
        self.game().in_check(self.line.position())
    }

    fn decisive(&self) -> Vec<usize> {
        self.ending
            .filter(|ending| !ending.reason.is_of_players())
            .map_or_else(Vec::new, |ending| self.game().decisive(self.line.position(), ending))
    }

    fn piece(&self, cell: usize) -> Option<Piece> {
        self.game().piece(self.line.position(), cell)
    }

    fn hand(&self, player: Player) -> u32 {
        self.game().hand(self.line.position(), player)
    }

    fn features(&self, features: &mut Vec<u32>) {
        self.game().features(self.line.position(), features);
    }

    fn tally(&self, games: u64, limits: Limits, random: &mut Random) -> Tally {
        tally(self.game(), self.line.position(), games, limits, random)
    }

    fn hash(&self) -> u64 {
        self.line.hash()
    }

    fn is_terminal(&self) -> bool {
        let ends = || self.game().generate(self.line.position(), &mut Vec::new()).is_some();
        self.ending.is_some() && ends()
    }

    fn position(&self) -> String {
        self.game().write_position(self.line.position(), self.line.clocks())
    }

    fn record(&self) -> Record {
        Record {
            game: self.rules.spec().to_owned(),
            version: self.info().version,
            position: self.start.clone(),
            moves: self.history(),
            result: self.ending.map(|ending| ending.outcome),
            reason: self.ending.map(|ending| ending.reason),
            ending: self.ending.map(|ending| ending.words(self.info())),
            played_on: self.played_on,
        }
    }

    fn fork(&self) -> Box<dyn Match> {
        Box::new(TypedMatch {
            rules: self.rules.clone(),
            start: self.start.clone(),
            line: self.line.clone(),
            moves: self.moves.clone(),
            ending: self.ending,
            played_on: self.played_on,
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
