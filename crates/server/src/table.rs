//! A game in progress: the match, who sits at it, and what may be done with it.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use agon_agents::Playable;
use agon_core::hash::mix;
use agon_core::{Ending, Layout, Match, Outcome, Player, Reason, Rules};
use agon_render::board;
use agon_render::comment::Comment;
use agon_render::playing::Seat;
use tokio::sync::watch;

use crate::app::App;
use crate::clock::Clock;
use crate::store::Saved;
use crate::think::{Brake, levels};
use crate::trouble::Trouble;

/// What happened at a table, for those who watch it.
#[derive(Clone, Debug, Default)]
pub(crate) struct News {
    /// Counts the changes.
    pub(crate) version: u64,
    /// What it thinks of at the moment.
    pub(crate) thought: Option<Thought>,
}

/// The state of a thought.
#[derive(Clone, Debug)]
pub(crate) struct Thought {
    /// The best move so far.
    pub(crate) best: String,
    /// What it is worth to the player to move.
    pub(crate) value: f32,
    /// Positions seen, or whatever the agent counts.
    pub(crate) nodes: u64,
}

/// A table, shared by those who play, think and watch.
pub(crate) struct Table {
    pub(crate) id: String,
    pub(crate) session: String,
    sitting: Mutex<Sitting>,
    news: watch::Sender<News>,
}

/// What is on the table.
pub(crate) struct Sitting {
    pub(crate) rules: Arc<dyn Playable>,
    pub(crate) played: Box<dyn Match>,
    pub(crate) layout: Arc<Layout>,
    pub(crate) arrows: Arc<[String]>,
    pub(crate) undone: Vec<String>,
    pub(crate) seats: [Seat; 2],
    pub(crate) turned: bool,
    pub(crate) version: u64,
    pub(crate) thinking: Option<Arc<Brake>>,
    pub(crate) clock: Clock,
    /// Who offers a draw.
    pub(crate) offer: Option<Player>,
    /// Whether moves may be taken back.
    pub(crate) takeback: bool,
    /// Whether moves of people are commented on.
    pub(crate) comments: bool,
    /// What there is to say about the last move of a person.
    pub(crate) comment: Option<Comment>,
}

impl Table {
    pub(crate) fn new(id: String, session: String, sitting: Sitting) -> Table {
        let news = News { version: sitting.version, ..News::default() };
        Table { id, session, sitting: Mutex::new(sitting), news: watch::Sender::new(news) }
    }

    /// The table that was stored.
    pub(crate) fn restore(id: &str, session: String, saved: &Saved, app: &App) -> Result<Table, Trouble> {
        let rules = app.rules(&saved.record.game)?;
        let played = rules.replay(&saved.record).map_err(|error| Trouble::Senseless(format!("{error}.")))?;
        let seats = [seat(&saved.seats[0])?, seat(&saved.seats[1])?];
        let mut sitting = Sitting::new(rules, played, seats, Clock::restore(&saved.clock, app.now));
        sitting.undone.clone_from(&saved.undone);
        sitting.version = saved.version.max(sitting.version);
        sitting.takeback = !saved.no_takeback;
        sitting.comments = saved.comments;
        // Time stands while nobody is there: it goes on when the first one comes back.
        if sitting.clock.running().is_none() {
            sitting.clock.run(sitting.runner());
        }
        if sitting.turned != saved.turned {
            sitting.turn();
        }
        Ok(Table::new(id.to_owned(), session, sitting))
    }

    pub(crate) fn sit(&self) -> MutexGuard<'_, Sitting> {
        self.sitting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn watch(&self) -> watch::Receiver<News> {
        self.news.subscribe()
    }

    pub(crate) fn watchers(&self) -> usize {
        self.news.receiver_count()
    }

    pub(crate) fn publish(&self, news: News) {
        self.news.send_replace(news);
    }

    pub(crate) fn address(&self) -> String {
        format!("/play/{}", self.id)
    }

    /// What everything random at this table depends on.
    pub(crate) fn seed(&self) -> u64 {
        self.id.bytes().fold(0, |seed, byte| mix(seed ^ u64::from(byte))) >> 1
    }
}

/// The seat that a text describes.
pub(crate) fn seat(text: &str) -> Result<Seat, Trouble> {
    match text {
        "person" => Ok(Seat::Person),
        name if levels().iter().any(|level| level == name) => Ok(Seat::Level(name.to_owned())),
        other => {
            let other: String = other.chars().take(40).collect();
            Err(Trouble::Senseless(format!(
                "'{other}' is not a seat; expected person or a level: {}.",
                levels().join(", ")
            )))
        }
    }
}

/// A board from one side, and what the arrow keys reach on it.
type Drawn = (Arc<Layout>, Arc<[String]>);

/// The board of a game from one side. All tables of a game share it: it is most of what a table would need in memory.
fn drawn(rules: &dyn Rules, turned: bool) -> Drawn {
    static DRAWN: LazyLock<Mutex<HashMap<(String, bool), Drawn>>> = LazyLock::new(Mutex::default);
    let mut known = DRAWN.lock().unwrap_or_else(PoisonError::into_inner);
    let made = || {
        let layout = if turned { board::turned(&rules.layout()) } else { rules.layout() };
        let arrows = board::arrows(&layout).into();
        (Arc::new(layout), arrows)
    };
    known.entry((rules.spec().to_owned(), turned)).or_insert_with(made).clone()
}

impl Sitting {
    pub(crate) fn new(
        rules: Arc<dyn Playable>,
        played: Box<dyn Match>,
        seats: [Seat; 2],
        clock: Clock,
    ) -> Sitting {
        let (layout, arrows) = drawn(rules.as_ref(), false);
        let mut sitting = Sitting {
            rules,
            played,
            layout,
            arrows,
            undone: Vec::new(),
            seats,
            turned: false,
            version: 1,
            thinking: None,
            clock,
            offer: None,
            takeback: true,
            comments: false,
            comment: None,
        };
        if let Some(viewer) = sitting.only_person()
            && let Ok(start) = sitting.rules.start(None)
            && board::begins_above(start.as_ref(), &sitting.layout, viewer)
        {
            sitting.turn();
        }
        sitting
    }

    pub(crate) fn saved(&self) -> Saved {
        let text = |seat: &Seat| match seat {
            Seat::Person => "person".to_owned(),
            Seat::Level(name) => name.clone(),
        };
        Saved {
            record: self.played.record(),
            undone: self.undone.clone(),
            seats: [text(&self.seats[0]), text(&self.seats[1])],
            turned: self.turned,
            version: self.version,
            clock: self.clock.stored(),
            no_takeback: !self.takeback,
            comments: self.comments,
        }
    }

    /// Shows the board from the other side.
    pub(crate) fn turn(&mut self) {
        self.turned = !self.turned;
        (self.layout, self.arrows) = drawn(self.rules.as_ref(), self.turned);
    }

    /// The stylesheet of the board as it is shown.
    pub(crate) fn stylesheet(&self) -> String {
        let side = if self.turned { "turned" } else { "plain" };
        format!("/boards/{side}/{}.css", self.rules.spec())
    }

    /// The side of the only person at the table.
    fn only_person(&self) -> Option<Player> {
        match &self.seats {
            [Seat::Person, Seat::Level(_)] => Some(Player::First),
            [Seat::Level(_), Seat::Person] => Some(Player::Second),
            _ => None,
        }
    }

    /// Whose pieces are meant by "my pieces".
    pub(crate) fn viewer(&self) -> Player {
        self.only_person().unwrap_or_else(|| self.played.to_move())
    }

    pub(crate) fn person_decides(&self) -> bool {
        self.played.ending().is_none() && self.seats[self.played.to_move().index()] == Seat::Person
    }

    /// The level that has to move now.
    pub(crate) fn level_to_move(&self) -> Option<&str> {
        match &self.seats[self.played.to_move().index()] {
            Seat::Level(name) if self.played.ending().is_none() => Some(name),
            _ => None,
        }
    }

    /// Whether the program plays itself.
    pub(crate) fn level_opposes_level(&self) -> bool {
        !self.seats.contains(&Seat::Person)
    }

    /// Notes that something changed: whoever was thinking thought of something else.
    pub(crate) fn changed(&mut self) {
        self.version += 1;
        if let Some(brake) = self.thinking.take() {
            brake.press();
        }
    }

    /// Plays a legal move.
    pub(crate) fn play(&mut self, index: usize) {
        let player = self.played.to_move();
        self.clock.moved(player);
        self.played.play(index);
        self.clock.run(self.runner());
        self.undone.clear();
        // Whoever moves instead of answering has declined.
        self.offer = self.offer.filter(|&offering| offering == player && self.played.ending().is_none());
        if self.seats[player.index()] == Seat::Person {
            self.comment = None;
        }
        self.changed();
    }

    /// The position before the last move and the index of that move, if it is to be commented on.
    pub(crate) fn to_comment(&self) -> Option<(Box<dyn Match>, usize)> {
        let last = self.played.last().filter(|_| self.comments)?;
        let mut before = self.played.fork();
        before.undo();
        let chosen = before.find_move(&last.text).ok()?;
        Some((before, chosen))
    }

    /// Keeps a comment, unless the move was taken back meanwhile.
    pub(crate) fn keep(&mut self, comment: Comment) {
        if self.played.history().get(comment.after) == Some(&comment.text) {
            self.comment = Some(comment);
        }
    }

    /// Whose time runs: that of whoever is to move, from the second move on.
    pub(crate) fn runner(&self) -> Option<Player> {
        let goes_on = self.played.ending().is_none() && self.played.last().is_some();
        goes_on.then(|| self.played.to_move())
    }

    /// Ends the game if the time of a person is over; true if it was.
    pub(crate) fn fall(&mut self) -> bool {
        let Some(late) = self.clock.out() else { return false };
        // A level never loses on time: a slow machine is not its fault.
        if self.seats[late.index()] != Seat::Person || self.played.ending().is_some() {
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
        self.changed();
    }

    /// Takes back moves until a person decides again; false if there is none to take back.
    pub(crate) fn undo(&mut self) -> bool {
        let (before, undone) = (self.played.fork(), self.undone.clone());
        let too_late = self.played.ending().is_some_and(|ending| ending.reason == Reason::Time);
        let people = self.seats.contains(&Seat::Person);
        while self.undo_one() {
            if !people || self.person_decides() {
                if too_late {
                    // Whose time is over has none to go on with.
                    self.clock.remove();
                }
                self.resume();
                return true;
            }
        }
        self.played = before;
        self.undone = undone;
        false
    }

    fn undo_one(&mut self) -> bool {
        let concluded = self.played.ending().is_some_and(|ending| ending.reason.is_of_players());
        let last = self.played.last();
        if !self.played.undo() {
            return false;
        }
        if let (false, Some(last)) = (concluded, last) {
            self.undone.push(last.text);
        }
        true
    }

    /// Goes on from a position that was come back to. No time comes back with it.
    fn resume(&mut self) {
        self.clock.run(self.runner());
        self.offer = None;
        self.comment = None;
        self.changed();
    }

    /// Plays moves again that were taken back, until a person decides again; false if there are none.
    pub(crate) fn redo(&mut self) -> bool {
        let mut any = false;
        while let Some(text) = self.undone.pop() {
            let Ok(index) = self.played.find_move(&text) else { break };
            self.played.play(index);
            any = true;
            if self.person_decides() {
                break;
            }
        }
        if any {
            self.resume();
        }
        any
    }

    /// The person at the table gives up; of two, the one whose turn it is.
    pub(crate) fn resign(&mut self) {
        self.conclude(Ending::loss(self.viewer(), Reason::Resignation));
    }

    /// Gives the seats to others, as far as they are the program's: people stay where they are.
    pub(crate) fn change_levels(&mut self, wanted: [Option<&str>; 2]) -> Result<(), Trouble> {
        let mut seats = self.seats.clone();
        for (place, wanted) in seats.iter_mut().zip(wanted) {
            if let (Seat::Level(_), Some(wanted)) = (&*place, wanted) {
                let new = seat(wanted)?;
                if new != Seat::Person {
                    *place = new;
                }
            }
        }
        self.seats = seats;
        self.changed();
        Ok(())
    }

    /// Who won.
    pub(crate) fn result(&self) -> Option<Outcome> {
        Some(self.played.ending()?.outcome)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use agon_agents::Catalogue;

    use super::*;

    thread_local! { static TIME: Cell<u64> = const { Cell::new(0) }; }

    #[test]
    fn people_lose_on_time_and_levels_do_not() {
        let rules = Catalogue::shipped().find("tic-tac-toe").unwrap();
        let played = rules.start(None).unwrap();
        let clock = Clock::new("move:1".parse().unwrap(), || TIME.get());
        let seats = [Seat::Person, Seat::Level("3".to_owned())];
        let mut sitting = Sitting::new(rules, played, seats, clock);
        sitting.play(0);
        TIME.set(5000);
        assert!(!sitting.fall(), "a slow machine is not the level's fault");
        assert!(
            sitting.clock.allowance().is_some_and(|allowance| allowance.is_zero()),
            "but it has to hurry"
        );
        sitting.play(0);
        TIME.set(5999);
        assert!(!sitting.fall());
        TIME.set(6000);
        assert!(sitting.fall());
        assert_eq!(sitting.played.ending(), Some(Ending::loss(Player::First, Reason::Time)));
    }
}
