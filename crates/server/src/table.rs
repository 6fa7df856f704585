//! A game in progress: the match, who sits at it, and what may be done with it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agon_core::{Layout, Match, Outcome, Player, Rules};
use agon_render::board;
use agon_render::playing::Seat;
use tokio::sync::watch;

use crate::store::Saved;
use crate::think::{Brake, levels};
use crate::trouble::Trouble;

/// What happened at a table, for those who watch it.
#[derive(Clone, Debug, Default)]
pub(crate) struct News {
    /// Counts the changes.
    pub(crate) version: u64,
    /// Whether the program is thinking.
    pub(crate) thinking: bool,
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
    pub(crate) rules: Arc<dyn Rules>,
    pub(crate) played: Box<dyn Match>,
    pub(crate) layout: Layout,
    pub(crate) arrows: Vec<String>,
    pub(crate) undone: Vec<String>,
    pub(crate) seats: [Seat; 2],
    pub(crate) turned: bool,
    pub(crate) version: u64,
    pub(crate) thinking: Option<Arc<Brake>>,
}

impl Table {
    pub(crate) fn new(id: String, session: String, sitting: Sitting) -> Table {
        let news = News { version: sitting.version, ..News::default() };
        Table { id, session, sitting: Mutex::new(sitting), news: watch::Sender::new(news) }
    }

    /// The table that was stored.
    pub(crate) fn restore(id: &str, session: String, saved: &Saved) -> Result<Table, Trouble> {
        let rules =
            agon_games::find(&saved.record.game).map_err(|error| Trouble::Senseless(format!("{error}.")))?;
        let played = rules.replay(&saved.record).map_err(|error| Trouble::Senseless(format!("{error}.")))?;
        let seats = [seat(&saved.seats[0])?, seat(&saved.seats[1])?];
        let mut sitting = Sitting::new(rules, played, seats);
        sitting.undone.clone_from(&saved.undone);
        sitting.version = saved.version.max(sitting.version);
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

impl Sitting {
    pub(crate) fn new(rules: Arc<dyn Rules>, played: Box<dyn Match>, seats: [Seat; 2]) -> Sitting {
        let layout = rules.layout();
        let arrows = board::arrows(&layout);
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
        }
    }

    /// Shows the board from the other side.
    pub(crate) fn turn(&mut self) {
        self.layout = board::turned(&self.layout);
        self.arrows = board::arrows(&self.layout);
        self.turned = !self.turned;
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
    fn changed(&mut self) {
        self.version += 1;
        if let Some(brake) = self.thinking.take() {
            brake.press();
        }
    }

    /// Plays a legal move.
    pub(crate) fn play(&mut self, index: usize) {
        self.played.play(index);
        self.undone.clear();
        self.changed();
    }

    /// Takes back moves until a person decides again; false if there is none to take back.
    pub(crate) fn undo(&mut self) -> bool {
        let (before, undone) = (self.played.fork(), self.undone.clone());
        let people = self.seats.contains(&Seat::Person);
        while self.undo_one() {
            if !people || self.person_decides() {
                self.changed();
                return true;
            }
        }
        self.played = before;
        self.undone = undone;
        false
    }

    fn undo_one(&mut self) -> bool {
        let resigned = self.is_resigned();
        let last = self.played.last();
        if !self.played.undo() {
            return false;
        }
        if let (false, Some(last)) = (resigned, last) {
            self.undone.push(last.text);
        }
        true
    }

    fn is_resigned(&self) -> bool {
        self.played.ending().is_some_and(|ending| ending.reason == agon_core::Reason::Resignation)
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
            self.changed();
        }
        any
    }

    /// The person at the table gives up; of two, the one whose turn it is.
    pub(crate) fn resign(&mut self) {
        let loser = self.viewer();
        self.played.resign(loser);
        self.changed();
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

    /// The winner's name in records.
    pub(crate) fn result(&self) -> Option<&'static str> {
        Some(match self.played.ending()?.outcome {
            Outcome::Win(Player::First) => "first",
            Outcome::Win(Player::Second) => "second",
            Outcome::Draw => "draw",
        })
    }
}
