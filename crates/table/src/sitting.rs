//! A game in progress: the match, who sits at it, and what may be done with it.

use std::sync::Arc;

use agon_agents::{Level, Playable};
use agon_core::pointing::{Pointed, Pointing};
use agon_core::{Ending, Match, MoveError, Player, PositionError, Reason};

use crate::clock::{Clock, Face, Time};
use crate::command::Switch;
use crate::comment::Comment;
use crate::control::Control;
use crate::refusal::{News, Refusal};
use crate::seat::Seat;

/// What holds at a table besides the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// How much time there is.
    pub control: Control,
    /// Whether moves may be taken back.
    pub takeback: bool,
    /// Whether moves of people are commented on.
    pub comments: bool,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms { control: Control::None, takeback: true, comments: false }
    }
}

/// What pointing at a cell led to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Progress {
    /// A move was played.
    Played,
    /// These cells are pointed at so far; none when the selection was taken back.
    Selected(Vec<usize>),
    /// Several moves look the same on the board, such as promotions: a person has to choose.
    Choose {
        /// The indices of the moves.
        moves: Vec<usize>,
        /// The cells pointed at before.
        selected: Vec<usize>,
    },
}

/// What is on the table.
#[expect(clippy::struct_excessive_bools, reason = "each is an independent fact of the table")]
pub struct Sitting {
    pub(crate) rules: Arc<dyn Playable>,
    pub(crate) played: Box<dyn Match>,
    /// The number of cells of the board.
    pub(crate) cells: usize,
    /// Moves that were taken back, the next one to play again last.
    pub(crate) undone: Vec<String>,
    pub(crate) seats: [Seat; 2],
    pub(crate) turned: bool,
    pub(crate) version: u64,
    /// The version in which the position became what it is: what came after it was talk.
    pub(crate) since: u64,
    pub(crate) clock: Clock,
    /// Who offers a draw.
    pub(crate) offer: Option<Player>,
    /// Who asks for a move to be taken back.
    pub(crate) asks: Option<Player>,
    /// The version of the table in which that was asked first.
    pub(crate) asked: u64,
    pub(crate) takeback: bool,
    pub(crate) comments: bool,
    pub(crate) comment: Option<Comment>,
    pub(crate) seed: u64,
    /// What a fair player remembers of the opponent, in hundredths.
    pub(crate) memory: i32,
    /// Whether this game has been added to what is remembered.
    pub(crate) learned: bool,
}

impl Clone for Sitting {
    fn clone(&self) -> Sitting {
        Sitting {
            rules: self.rules.clone(),
            played: self.played.fork(),
            undone: self.undone.clone(),
            seats: self.seats.clone(),
            clock: self.clock.clone(),
            comment: self.comment.clone(),
            ..*self
        }
    }
}

impl Sitting {
    /// A table at which `played`, a match of these rules, is played on. What is drawn by lot follows from the seed.
    pub fn new(
        rules: Arc<dyn Playable>,
        played: Box<dyn Match>,
        seats: [Seat; 2],
        terms: Terms,
        seed: u64,
        time: Time,
    ) -> Sitting {
        Sitting {
            cells: rules.layout().cells.len(),
            rules,
            played,
            undone: Vec::new(),
            seats,
            turned: false,
            version: 1,
            since: 1,
            clock: Clock::new(terms.control, time),
            offer: None,
            asks: None,
            asked: 0,
            takeback: terms.takeback,
            comments: terms.comments,
            comment: None,
            seed,
            memory: 0,
            learned: false,
        }
    }

    /// A table for the same players on the same terms, sides exchanged.
    pub fn rematch(&self, seed: u64) -> Result<Sitting, PositionError> {
        let played = self.rules.start(self.played.record().position.as_deref())?;
        let [first, second] = self.seats.clone();
        let (terms, time) = (self.terms(), self.clock.time());
        Ok(Sitting::new(self.rules.clone(), played, [second, first], terms, seed, time))
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<dyn Playable> {
        &self.rules
    }

    /// The game so far.
    pub fn played(&self) -> &dyn Match {
        self.played.as_ref()
    }

    /// Who sits at each side.
    pub fn seats(&self) -> &[Seat; 2] {
        &self.seats
    }

    /// What holds besides the rules.
    pub fn terms(&self) -> Terms {
        Terms { control: self.clock.control(), takeback: self.takeback, comments: self.comments }
    }

    /// What everything drawn by lot follows from.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Counts the changes of the table.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Whether the board is shown from the other side.
    pub fn turned(&self) -> bool {
        self.turned
    }

    /// Who offers a draw.
    pub fn offer(&self) -> Option<Player> {
        self.offer
    }

    /// The clock as it is shown, if there is one.
    pub fn clock(&self) -> Option<Face> {
        self.clock.face()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.played.ending().is_some()
    }

    /// Whether a person sits at the table; otherwise the program plays itself.
    pub fn has_people(&self) -> bool {
        self.seats.contains(&Seat::Person)
    }

    /// The side of the only person at the table.
    pub fn only_person(&self) -> Option<Player> {
        let people: Vec<Player> =
            Player::BOTH.into_iter().filter(|player| self.seats[player.index()] == Seat::Person).collect();
        if let [only] = people[..] { Some(only) } else { None }
    }

    /// Whose pieces are meant by "my pieces".
    pub fn viewer(&self) -> Player {
        self.only_person().unwrap_or_else(|| self.played.to_move())
    }

    /// Whether a person is to move.
    pub fn person_decides(&self) -> bool {
        !self.is_over() && self.seats[self.played.to_move().index()] == Seat::Person
    }

    /// Plays the move that a person means by a text.
    pub fn play(&mut self, text: &str) -> Result<(), Refusal> {
        self.play_found(|played| played.find_move(text))
    }

    /// The same for those who write moves in their own way: finding the move and playing it are one deed.
    pub fn play_found(
        &mut self,
        find: impl FnOnce(&dyn Match) -> Result<usize, MoveError>,
    ) -> Result<(), Refusal> {
        if !self.is_over() && !self.person_decides() {
            return Err(Refusal::NotYourTurn);
        }
        let index = find(self.played.as_ref())?;
        // An index that is not one of this position was not found in it.
        if index >= self.played.move_count() {
            return Err(Refusal::Late);
        }
        self.advance(index);
        Ok(())
    }

    /// A person points at a cell, after having pointed at those `selected`.
    pub fn point(&mut self, selected: &[usize], cell: usize) -> Result<Progress, Refusal> {
        if cell >= self.cells {
            return Err(Refusal::NoSuchCell { cell });
        }
        if self.is_over() {
            return Err(Refusal::Over);
        }
        if !self.person_decides() {
            return Err(Refusal::NotYourTurn);
        }
        let pointing = Pointing::new(self.played.as_ref(), selected);
        let before = || pointing.selected().to_vec();
        match pointing.point(cell) {
            Pointed::Play(index) => {
                self.advance(index);
                Ok(Progress::Played)
            }
            Pointed::Select(path) => Ok(Progress::Selected(path)),
            Pointed::Choose(moves) => Ok(Progress::Choose { moves, selected: before() }),
            Pointed::Nothing => Err(Refusal::NoMoveThere { cell, selected: before() }),
        }
    }

    /// Plays a legal move.
    pub(crate) fn advance(&mut self, index: usize) {
        let player = self.played.to_move();
        self.clock.moved(player);
        self.played.play(index);
        self.clock.run(self.runner());
        self.undone.clear();
        // Whoever moves instead of answering has declined.
        self.offer = self.offer.filter(|&offering| offering == player && !self.is_over());
        if self.seats[player.index()] == Seat::Person {
            self.comment = None;
        }
        self.asks = None;
        self.moved();
    }

    /// Does several things, or none of them if one is refused.
    pub fn attempt<T, E>(&mut self, deeds: impl FnOnce(&mut Sitting) -> Result<T, E>) -> Result<T, E> {
        let before = self.clone();
        deeds(self).inspect_err(|_| *self = before)
    }

    /// The person at the table gives up; of two, the one whose turn it is.
    pub fn resign(&mut self) -> Result<News, Refusal> {
        self.resign_for(self.viewer())
    }

    /// Whoever is to move gives up.
    pub fn give_up(&mut self) -> Result<News, Refusal> {
        self.resign_for(self.played.to_move())
    }

    /// Whoever is to move goes by other rules, and says that the game is drawn.
    pub fn call_drawn(&mut self) -> Result<News, Refusal> {
        if self.is_over() {
            return Err(Refusal::Over);
        }
        self.conclude(Ending::draw(Reason::Claim));
        Ok(News::Over)
    }

    pub(crate) fn resign_for(&mut self, loser: Player) -> Result<News, Refusal> {
        if self.is_over() {
            return Err(Refusal::Over);
        }
        self.conclude(Ending::loss(loser, Reason::Resignation));
        Ok(News::Over)
    }

    /// Ends the game if the time of a person is over; true if it was.
    pub fn fall(&mut self) -> bool {
        let Some(late) = self.clock.out() else { return false };
        // The program never loses on time: a slow machine is not its fault.
        if self.seats[late.index()] != Seat::Person || self.is_over() {
            return false;
        }
        self.conclude(Ending::loss(late, Reason::Time));
        true
    }

    /// The players end the game.
    pub(crate) fn conclude(&mut self, ending: Ending) {
        self.played.conclude(ending);
        self.clock.run(None);
        self.offer = None;
        self.asks = None;
        self.moved();
    }

    /// Turns a switch over.
    pub fn switch(&mut self, switch: Switch) -> Result<News, Refusal> {
        let on = match switch {
            Switch::Takeback => {
                self.takeback = !self.takeback;
                self.takeback
            }
            Switch::Comments => {
                self.comments = !self.comments;
                self.comment = None;
                self.comments
            }
            Switch::Pause => {
                let runner = self.runner();
                self.clock.face().ok_or(Refusal::NoClock)?;
                self.clock.pause(runner);
                self.clock.face().is_some_and(|face| face.paused)
            }
        };
        self.changed();
        Ok(News::Switched(switch, on))
    }

    /// Gives the seats to others, as far as they are the program's: people stay where they are.
    pub fn change_levels(&mut self, wanted: [Option<Level>; 2]) -> News {
        for (seat, wanted) in self.seats.iter_mut().zip(wanted) {
            if let (true, Some(level)) = (*seat != Seat::Person, wanted) {
                *seat = Seat::Level(level);
            }
        }
        self.changed();
        News::LevelsChanged
    }

    /// Shows the board from the other side.
    pub fn turn(&mut self) -> News {
        self.turned = !self.turned;
        News::Turned
    }

    /// Whose time runs: that of whoever is to move, from the second move on.
    pub(crate) fn runner(&self) -> Option<Player> {
        let goes_on = !self.is_over() && self.played.moves_played() > 0;
        goes_on.then(|| self.played.to_move())
    }

    /// Notes that something changed that everybody at the table should see: whoever was thinking thought of something else.
    pub fn changed(&mut self) {
        self.version += 1;
    }

    /// Notes that the position is another one.
    pub(crate) fn moved(&mut self) {
        self.changed();
        self.since = self.version;
    }

    /// Notes how many milliseconds a player's moves are under way, so that the player's time begins to run so much later. Of
    /// longer ways only a part counts, because who measures them trusts the other end.
    pub fn forgive(&mut self, player: Player, milliseconds: u64) {
        self.clock.forgive(player, milliseconds);
    }
}
