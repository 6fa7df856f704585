//! A table of the app: a sitting that is shared by those who play, think and watch.

use std::net::IpAddr;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agon_agents::Level;
use agon_core::Player;
use agon_core::hash::mix;
use agon_render::board;
use agon_table::{Hand, News, Refusal, Seat, SeatError, Sides, Sitting};
use tokio::sync::watch;

use crate::access::Company;
use crate::app::App;
use crate::middleware::Visitor;
use crate::store::Stored;
use crate::think::{Brake, Client};
use crate::trouble::Trouble;
use crate::wrong::{Wrong, clipped};

/// What happened at a table, for those who watch it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Update {
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
pub(crate) struct SharedTable {
    pub(crate) id: String,
    pub(crate) session: String,
    state: Mutex<State>,
    updates: watch::Sender<Update>,
}

struct State {
    sitting: Sitting,
    company: Company,
    thinking: Option<Thinking>,
    spoken: Option<Spoken>,
    /// The address from which those who play here were last heard, unless it is the machine itself.
    guest: Option<IpAddr>,
    /// Which version each side's page was told of and when, while it has not fetched it.
    told: [Option<(u64, u64)>; 2],
}

/// What somebody did at a table besides moving.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Talk {
    /// A deed of the table.
    News(News),
    /// Somebody who was invited has come to this side.
    Came(Player),
    /// A rematch was opened.
    Rematch,
}

/// The last of it: in which version of the table, and by whom.
struct Spoken {
    version: u64,
    by: Sides,
    talk: Talk,
}

/// A thought that is being thought, and the version of the table that it is about.
struct Thinking {
    version: u64,
    brake: Arc<Brake>,
}

/// The sitting, for one at a time. Whoever thinks about what is no longer so is stopped when it is let go.
pub(crate) struct Seated<'a>(MutexGuard<'a, State>);

impl Deref for Seated<'_> {
    type Target = Sitting;

    fn deref(&self) -> &Sitting {
        &self.0.sitting
    }
}

impl DerefMut for Seated<'_> {
    fn deref_mut(&mut self) -> &mut Sitting {
        &mut self.0.sitting
    }
}

impl Drop for Seated<'_> {
    fn drop(&mut self) {
        if self.brake().is_none()
            && let Some(late) = self.0.thinking.take()
        {
            late.brake.press();
        }
    }
}

impl Seated<'_> {
    /// The brake of whoever thinks about the table as it is.
    pub(crate) fn brake(&self) -> Option<&Arc<Brake>> {
        let current = |thinking: &&Thinking| thinking.version == self.0.sitting.version();
        self.0.thinking.as_ref().filter(current).map(|thinking| &thinking.brake)
    }

    /// Notes that somebody begins to think.
    pub(crate) fn think(&mut self) -> Arc<Brake> {
        let brake = Arc::new(Brake::default());
        self.0.thinking = Some(Thinking { version: self.version(), brake: brake.clone() });
        brake
    }

    /// Who may act here.
    pub(crate) fn company(&self) -> &Company {
        &self.0.company
    }

    pub(crate) fn company_mut(&mut self) -> &mut Company {
        &mut self.0.company
    }

    /// What a visitor decides for.
    pub(crate) fn sides(&self, session: &str) -> Sides {
        self.0.company.sides(session)
    }

    /// The hand of a visitor who saw the table at `version`, if that is told.
    pub(crate) fn hand_of(&mut self, session: &str, version: Option<u64>) -> Result<Hand<'_>, Refusal> {
        let sides = self.sides(session);
        self.0.sitting.hand(sides, version)
    }

    /// The same, of a visitor who wants to move: that takes two.
    pub(crate) fn mover(&mut self, session: &str, version: Option<u64>) -> Result<Hand<'_>, Refusal> {
        let awaited = self.0.company.awaited().is_some();
        let hand = self.hand_of(session, version)?;
        if awaited { Err(Refusal::Awaited) } else { Ok(hand) }
    }

    /// Notes from where a visitor comes, if it is one of those who play.
    pub(crate) fn greet(&mut self, visitor: &Visitor) {
        if self.sides(&visitor.session) != Sides::Neither {
            self.0.guest = visitor.guest;
        }
    }

    /// Notes what a visitor has just done, for the others.
    pub(crate) fn note(&mut self, session: &str, talk: Talk) {
        self.0.spoken = Some(Spoken { version: self.version(), by: self.sides(session), talk });
    }

    /// What was done last, if it was no move and somebody else than this visitor did it.
    pub(crate) fn talk_for(&self, session: &str) -> Option<Talk> {
        let (version, sides) = (self.version(), self.sides(session));
        let news = |spoken: &&Spoken| spoken.version == version && spoken.by != sides;
        self.0.spoken.as_ref().filter(news).map(|spoken| spoken.talk)
    }

    /// Whether a visitor knows of a player's moves without being told: they are made at this device, and nobody beside it is the
    /// other player.
    pub(crate) fn is_own(&self, session: &str, player: Player) -> bool {
        let sides = self.sides(session);
        sides.has(player) && (!sides.has(!player) || self.seats()[(!player).index()] != Seat::Person)
    }

    /// Whether a visitor sees the board from the other side.
    pub(crate) fn turned_for(&self, session: &str) -> bool {
        if self.0.company.is_apart() {
            self.0.company.of(session).is_some_and(|party| party.turned)
        } else {
            self.turned()
        }
    }

    /// Shows a visitor the board from the other side: where people sit apart, nobody else.
    pub(crate) fn turn_for(&mut self, session: &str) -> Result<(), Refusal> {
        let State { sitting, company, .. } = &mut *self.0;
        let apart = company.is_apart();
        let party = company.parties_mut().iter_mut().find(|party| party.has(session));
        let party = party.ok_or(Refusal::Watching)?;
        if apart {
            party.turned = !party.turned;
        } else {
            sitting.turn();
        }
        Ok(())
    }

    /// Turns the board towards each person who sits behind the own pieces.
    pub(crate) fn face_people(&mut self) {
        let (rules, only) = (self.rules().clone(), self.only_person());
        let layout = rules.layout();
        let above = |player: Player| {
            rules.start(None).is_ok_and(|start| board::begins_above(start.as_ref(), &layout, player))
        };
        if only.is_some_and(above) {
            self.0.sitting.turn();
        }
        for party in self.0.company.parties_mut() {
            party.turned = party.sides.only().is_some_and(above);
        }
    }

    /// Notes that a visitor's page is told of this version now: how long it takes to fetch it, its moves take as well.
    pub(crate) fn tell(&mut self, session: &str, version: u64, now: u64) {
        if let (Some(player), true) = (self.sides(session).only(), self.clock().is_some()) {
            let told = &mut self.0.told[player.index()];
            *told = told.filter(|(before, _)| *before == version).or(Some((version, now)));
        }
    }

    /// Notes that a visitor's page has come to fetch what it was told of.
    pub(crate) fn fetched(&mut self, session: &str, now: u64) {
        let Some(player) = self.sides(session).only() else { return };
        let version = self.version();
        if let Some((_, since)) = self.0.told[player.index()].take_if(|(told, _)| *told == version) {
            self.0.sitting.forgive(player, now.saturating_sub(since));
        }
    }

    /// The stylesheet of the board as a visitor sees it.
    pub(crate) fn stylesheet(&self, session: &str) -> String {
        let side = if self.turned_for(session) { "turned" } else { "plain" };
        format!("/boards/{side}/{}.css", self.rules().spec())
    }
}

impl SharedTable {
    pub(crate) fn new(id: String, session: String, sitting: Sitting, company: Company) -> SharedTable {
        let update = Update { version: sitting.version(), ..Update::default() };
        let state = State { sitting, company, thinking: None, spoken: None, guest: None, told: [None; 2] };
        SharedTable { id, session, state: Mutex::new(state), updates: watch::Sender::new(update) }
    }

    /// The table that was stored.
    pub(crate) fn restore(stored: Stored, app: &App) -> Result<SharedTable, Trouble> {
        let sitting = stored.saved.restore(app, app.time, seed_of(&stored.id));
        let sitting = sitting.map_err(|error| Trouble::Senseless(format!("{error}.")))?;
        Ok(SharedTable::new(stored.id, stored.session, sitting, stored.company))
    }

    /// Takes the table for oneself until what is returned is let go. A deed that looks something up and acts on it does both in one
    /// go: in between, somebody else may have changed the table.
    pub(crate) fn sit(&self) -> Seated<'_> {
        #[cfg(test)]
        tests::interrupt(self);
        Seated(self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// For whom the program thinks here.
    pub(crate) fn client(&self) -> Client {
        Client { session: self.session.clone(), guest: self.sit().0.guest }
    }

    pub(crate) fn watch(&self) -> watch::Receiver<Update> {
        self.updates.subscribe()
    }

    pub(crate) fn watchers(&self) -> usize {
        self.updates.receiver_count()
    }

    pub(crate) fn publish(&self, update: Update) {
        self.updates.send_replace(update);
    }

    pub(crate) fn address(&self) -> String {
        format!("/play/{}", self.id)
    }
}

/// What everything random followed from at tables that were stored without a seed of their own.
fn seed_of(id: &str) -> u64 {
    id.bytes().fold(0, |seed, byte| mix(seed ^ u64::from(byte))) >> 1
}

/// The seat that somebody outside asks for. Agents are not taken from there: a spec can name files and any budget.
pub(crate) fn seat(text: &str) -> Result<Seat, Trouble> {
    let refused = || {
        let levels: Vec<String> = Level::all().map(|level| level.to_string()).collect();
        Wrong::Seat { text: clipped(text), levels: levels.join(", ") }.into()
    };
    match text.parse() {
        Ok(seat @ (Seat::Person | Seat::Level(_))) => Ok(seat),
        Ok(Seat::Agent(_)) | Err(SeatError::Unknown { .. } | SeatError::Agent(_)) => Err(refused()),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use agon_agents::Catalogue;
    use agon_table::Terms;
    use axum::Router;
    use axum::body::Body;
    use axum::http::Request;
    use tower::ServiceExt;

    use super::*;
    use crate::Options;

    const ME: &str = "00000000000000000000000000000001";

    type Deed = Box<dyn FnOnce(&SharedTable)>;

    thread_local! {
        /// What somebody else does at a table, and how many times this thread sits down at it before.
        static INTERRUPTION: RefCell<Option<(usize, Deed)>> = const { RefCell::new(None) };
    }

    /// Lets somebody else go first, if it is time for that.
    pub(super) fn interrupt(table: &SharedTable) {
        let due = INTERRUPTION.with_borrow_mut(|interruption| match interruption {
            Some((0, _)) => interruption.take(),
            Some((before, _)) => {
                *before -= 1;
                None
            }
            None => None,
        });
        if let Some((_, deed)) = due {
            deed(table);
        }
    }

    async fn post(service: &Router, path: &str, kind: &str, body: &'static str) {
        let request = Request::post(path).header("content-type", kind).header("cookie", format!("agon={ME}"));
        let request = request.body(Body::from(body)).unwrap();
        service.clone().oneshot(request).await.unwrap();
    }

    #[tokio::test]
    async fn nobody_comes_between_finding_a_move_and_playing_it() {
        const FORM: &str = "application/x-www-form-urlencoded";
        let app = App::new(Catalogue::shipped(), &Options::default()).unwrap();
        let service = crate::router(app.clone());
        // In the list of legal moves c3 has another place once a1 is played.
        let ways = [
            ("/play/ID/say", FORM, "text=c3"),
            ("/play/ID/point", FORM, "cell=8"),
            ("/api/tables/ID/moves", "application/json", r#"{"move":"c3"}"#),
        ];
        for (way, kind, body) in ways {
            let mut orders = Vec::new();
            for before in 0..5 {
                let rules = app.catalogue.find("tic-tac-toe").unwrap();
                let (played, people) = (rules.start(None).unwrap(), [Seat::Person, Seat::Person]);
                let sitting = Sitting::new(rules, played, people, Terms::default(), 1, app.time);
                let table = app.open(ME, sitting, Company::alone(ME)).unwrap();
                let deed: Deed = Box::new(|table| table.sit().play("a1").unwrap());
                INTERRUPTION.set(Some((before, deed)));
                post(&service, &way.replace("ID", &table.id), kind, body).await;
                INTERRUPTION.set(None);
                orders.push(table.sit().played().history().join(" "));
            }
            // Before the request looks at the clock, before it is greeted, before it plays, and after that.
            assert_eq!(orders, ["a1 c3", "a1 c3", "a1 c3", "c3 a1", "c3 a1"], "{way}");
        }
    }

    #[test]
    fn agents_do_not_sit_down_from_outside() {
        for text in ["agent gtp:command=\"sh\"", "uct", "99", ""] {
            let Err(Trouble::Wrong(wrong)) = seat(text) else { panic!("'{text}' sits down") };
            let sentence = wrong.to_string();
            assert!(sentence.contains("is not a seat; expected person or a level: 1, 2"), "{sentence}");
        }
        assert_eq!(seat("fair").unwrap(), Seat::Level(Level::Fair));
    }
}
