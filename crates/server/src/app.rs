//! What the whole program shares: the store, the pool, the tables in memory.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use agon_agents::{AgentSpec, Assessment, Catalogue, Playable};
use agon_core::{Library, Match, SpecError};
use agon_table::{Sitting, Time};

#[cfg(not(target_family = "wasm"))]
use crate::Options;
use crate::analysis::Courses;
use crate::boards::Boards;
use crate::company::Company;
use crate::gate::Gate;
use crate::host::Names;
use crate::middleware::Visitor;
use crate::quota::{Buckets, Quota};
use crate::service_worker::Engine;
use crate::store::Store;
#[cfg(not(target_family = "wasm"))]
use crate::store::StoreError;
use crate::system;
use crate::table::{SharedTable, Thought, Update};
use crate::think::{Pool, Urgency};
use crate::trouble::Trouble;
use crate::views::home::Card;

/// The state of the app. A clone is another handle to the same one.
#[derive(Clone)]
pub struct App {
    /// The games there are.
    pub(crate) catalogue: Catalogue,
    pub(crate) store: Arc<Store>,
    pub(crate) pool: Arc<Pool>,
    pub(crate) quota: Quota,
    /// What a session and an address may ask for, and what an address may leave here.
    pub(crate) buckets: Arc<[Buckets; 3]>,
    /// The requests that are being answered.
    pub(crate) requests: Arc<Gate>,
    /// The streams of events that are open, by session and by address.
    pub(crate) streams: Arc<(Gate<String>, Gate)>,
    pub(crate) names: Arc<Names>,
    #[cfg(not(target_family = "wasm"))]
    pub(crate) door: Arc<crate::connection::Door>,
    #[cfg(not(target_family = "wasm"))]
    pub(crate) sheets: Arc<crate::sheets::Sheets>,
    cards: Arc<Mutex<Vec<Card>>>,
    pub(crate) boards: Arc<Boards>,
    pub(crate) courses: Arc<Courses>,
    pub(crate) time: Time,
    /// The program for browsers without a network, if it has been built.
    pub(crate) engine: Option<Arc<Engine>>,
    #[cfg(not(target_family = "wasm"))]
    pub(crate) lab: Arc<crate::lab::Lab>,
    held: Arc<Mutex<Held>>,
    /// Counts visits to tables, to know which were visited longest ago.
    visits: Arc<AtomicU64>,
}

/// The games of the program, and those that visitors brought along.
impl Library for App {
    type Rules = dyn Playable;

    fn find(&self, spec: &str) -> Result<Arc<dyn Playable>, SpecError> {
        let found = self.catalogue.find(spec);
        #[cfg(not(target_family = "wasm"))]
        let found = found.or_else(|unknown| crate::sheets::find(self, spec).ok_or(unknown));
        found
    }
}

/// The tables in memory.
type Held = HashMap<String, HeldTable>;

struct HeldTable {
    table: Arc<SharedTable>,
    /// The number of the last visit.
    visit: u64,
    /// Whether its game is one that a visitor brought along.
    is_brought: bool,
}

/// Gives up the table of this kind that was visited longest ago, of those that nobody uses at the moment: it can be read again.
fn give_up_oldest(held: &mut Held, is_meant: impl Fn(&HeldTable) -> bool) {
    let idle = held.iter().filter(|(_, place)| Arc::strong_count(&place.table) == 1 && is_meant(place));
    let oldest = idle.min_by_key(|(_, place)| place.visit).map(|(id, _)| id.clone());
    if let Some(id) = oldest {
        held.remove(&id);
    }
}

/// The pause between two moves of the program playing itself, so that people can follow.
const PACE: Duration = Duration::from_millis(700);

impl App {
    /// The app with its games, its database and its pool.
    #[cfg(not(target_family = "wasm"))]
    pub fn new(catalogue: Catalogue, options: &Options) -> Result<App, StoreError> {
        let store = Store::open(options.data.as_deref())?;
        let app = App::with_store(catalogue, store, options.cores, options.quota);
        Ok(App {
            time: Time { now: options.now, ..app.time },
            engine: options.engine.clone().map(Arc::new),
            names: Arc::new(Names { public: options.public_url.clone(), others: options.names.clone() }),
            door: Arc::new(crate::connection::Door::new(options)),
            lab: Arc::new(crate::lab::Lab::new(
                app.catalogue.clone(),
                options.data.as_deref(),
                options.lab_runs,
            )),
            ..app
        })
    }

    /// The app with a store that is open already.
    pub(crate) fn with_store(catalogue: Catalogue, store: Store, cores: usize, quota: Quota) -> App {
        App {
            store: Arc::new(store),
            pool: Arc::new(Pool::new(cores, quota.waiting, quota.waiting_of_one)),
            quota,
            #[cfg(not(target_family = "wasm"))]
            sheets: Arc::default(),
            buckets: Arc::new([quota.requests[0], quota.requests[1], quota.kept].map(Buckets::new)),
            requests: Arc::new(Gate::new(usize::MAX, quota.at_once)),
            streams: Arc::new((
                Gate::new(usize::MAX, quota.streams[0]),
                Gate::new(usize::MAX, quota.streams[1]),
            )),
            names: Arc::default(),
            #[cfg(not(target_family = "wasm"))]
            door: Arc::new(crate::connection::Door::new(&Options::default())),
            cards: Arc::default(),
            boards: Arc::default(),
            courses: Arc::default(),
            time: Time { passes_meanwhile: system::ALONE, ..Time::SYSTEM },
            engine: None,
            #[cfg(not(target_family = "wasm"))]
            lab: Arc::new(crate::lab::Lab::new(catalogue.clone(), None, false)),
            held: Arc::default(),
            visits: Arc::default(),
            catalogue,
        }
    }

    /// The cards of all games, made when they are first asked for.
    pub(crate) fn cards(&self) -> MutexGuard<'_, Vec<Card>> {
        let mut cards = self.cards.lock().unwrap_or_else(PoisonError::into_inner);
        if cards.is_empty() {
            cards.extend(self.catalogue.games().map(|rules| Card::new(rules.as_ref())));
        }
        cards
    }

    /// The game that a reader names.
    pub(crate) fn rules(&self, spec: &str) -> Result<Arc<dyn Playable>, Trouble> {
        self.find(spec).map_err(|error| Trouble::Senseless(format!("{error}.")))
    }

    /// How many tables are in memory.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn tables_held(&self) -> usize {
        self.held().len()
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new table that a session opens, for those who may act at it.
    pub(crate) fn open(
        &self,
        session: &str,
        sitting: Sitting,
        company: Company,
    ) -> Result<Arc<SharedTable>, Trouble> {
        let table = Arc::new(SharedTable::new(random_id(), session.to_owned(), sitting, company));
        table.sit().face_people();
        let sessions: Vec<String> = table.sit().company().sessions().map(str::to_owned).collect();
        self.save(&table)?;
        for session in sessions {
            self.list(&table.id, &session)?;
        }
        Ok(self.hold(table))
    }

    /// Lists a table among those of a visitor, who has only so many: those that nobody touched for longest go.
    pub(crate) fn list(&self, id: &str, session: &str) -> Result<(), Trouble> {
        for oldest in self.store.oldest(session, self.quota.tables)? {
            self.leave(&oldest, session)?;
        }
        Ok(self.store.seat(id, session)?)
    }

    /// Takes a table from the list of a visitor, and away if nobody has it any more.
    pub(crate) fn leave(&self, id: &str, session: &str) -> Result<(), Trouble> {
        if self.store.leave(id, session)? {
            self.held().remove(id);
        }
        Ok(())
    }

    /// The table with this id as it stands now: whose time is over has lost.
    pub(crate) fn table(&self, id: &str) -> Result<Arc<SharedTable>, Trouble> {
        let table = self.reach(id)?;
        if table.sit().fall() {
            self.settle(&table)?;
        }
        Ok(table)
    }

    /// The table with this id, from memory or from the store.
    fn reach(&self, id: &str) -> Result<Arc<SharedTable>, Trouble> {
        let visit = self.visits.fetch_add(1, Ordering::Relaxed);
        if let Some(place) = self.held().get_mut(id) {
            place.visit = visit;
            return Ok(place.table.clone());
        }
        let well_formed = id.len() == ID_LENGTH && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        let stored = if well_formed { self.store.load(id)? } else { None };
        Ok(self.hold(Arc::new(SharedTable::restore(stored.ok_or(Trouble::NoTable)?, self)?)))
    }

    fn hold(&self, table: Arc<SharedTable>) -> Arc<SharedTable> {
        let visit = self.visits.fetch_add(1, Ordering::Relaxed);
        let is_brought = self.catalogue.find(table.sit().rules().spec()).is_err();
        let mut held = self.held();
        if held.len() >= self.quota.held {
            give_up_oldest(&mut held, |_| true);
        }
        if is_brought && held.values().filter(|place| place.is_brought).count() >= self.quota.held_brought {
            give_up_oldest(&mut held, |place| place.is_brought);
        }
        // Two visitors may have restored it at once; there must be one table.
        held.entry(table.id.clone()).or_insert(HeldTable { table, visit, is_brought }).table.clone()
    }

    fn save(&self, table: &SharedTable) -> Result<(), Trouble> {
        let (saved, company) = {
            let sitting = table.sit();
            (sitting.saved(), sitting.company().clone())
        };
        Ok(self.store.save(&table.id, &table.session, &saved, &company)?)
    }

    /// Stores a table that changed, tells its watchers, and lets the program think if it is to move.
    pub(crate) fn settle(&self, table: &Arc<SharedTable>) -> Result<(), Trouble> {
        self.learn(table)?;
        self.save(table)?;
        let version = table.sit().version();
        table.publish(Update { version, ..Update::default() });
        self.think(table);
        Ok(())
    }

    /// Lets the program think about its move, if it is to move and does not think already.
    pub(crate) fn think(&self, table: &Arc<SharedTable>) {
        let (task, brake, has_people) = {
            let mut sitting = table.sit();
            if sitting.brake().is_some() {
                return;
            }
            let Some(task) = sitting.task() else { return };
            (task, sitting.think(), sitting.has_people())
        };
        let version = task.version;
        if let Some(allowance) = task.allowance {
            // Its strength is counted in positions; the clock only makes it hurry.
            let brake = brake.clone();
            system::later(allowance, move || brake.press());
        }
        table.publish(Update { version, thought: None });
        let (app, table) = (self.clone(), table.clone());
        system::spawn(async move {
            let watched = table.clone();
            let watch = move |played: &dyn Match, assessment: &Assessment| {
                // A version that is no longer the table's has been published over by somebody else.
                if watched.watch().borrow().version == version {
                    watched.publish(Update { version, thought: thought(played, assessment) });
                }
            };
            let started = Instant::now();
            let urgency = if has_people { Urgency::Move } else { Urgency::Analysis };
            let (pool, client) = (&app.pool, table.client());
            let thought = pool.analyse(urgency, &client, task.spec, task.rules, task.played, brake, watch);
            let result = thought.await;
            if !has_people {
                system::pause(PACE.saturating_sub(started.elapsed())).await;
            }
            app.answer(&table, version, result);
        });
    }

    /// Plays what a thought came to, unless the table changed meanwhile.
    fn answer(&self, table: &Arc<SharedTable>, version: u64, result: Result<Assessment, Trouble>) {
        let goes_on = {
            let mut sitting = table.sit();
            if sitting.version() != version {
                return;
            }
            let choice = result.ok().and_then(|assessment| assessment.choice);
            let played = choice.is_some_and(|index| sitting.reply(version, index).is_ok());
            if !played {
                // Nothing was thought, for want of room: whoever looks again makes the program think again.
                let _ = sitting.forget(version);
            }
            // Without watchers the program does not play itself: it waits until somebody looks. Where nothing goes on
            // between requests, everybody has to look again.
            played && (sitting.has_people() || (table.watchers() > 0 && !system::ALONE))
        };
        // A store that fails now fails again, and that is answered, when somebody comes back.
        if goes_on {
            let _ = self.settle(table);
        } else {
            let _ = self.save(table);
            let version = table.sit().version();
            table.publish(Update { version, ..Update::default() });
        }
    }

    /// What an agent thinks of a position.
    pub(crate) async fn ask(
        &self,
        visitor: &Visitor,
        spec: AgentSpec,
        rules: Arc<dyn Playable>,
        played: Box<dyn Match>,
    ) -> Result<Assessment, Trouble> {
        let brake = Arc::default();
        let client = visitor.client();
        self.pool.analyse(Urgency::Analysis, &client, spec, rules, played, brake, |_, _| {}).await
    }
}

fn thought(played: &dyn Match, assessment: &Assessment) -> Option<Thought> {
    let best = assessment.best?;
    let cost = &assessment.cost;
    Some(Thought {
        best: played.move_text(best),
        value: assessment.moves.get(best)?.value,
        nodes: cost.nodes.max(cost.playouts).max(cost.iterations),
    })
}

/// The length of the ids of tables and sessions: 128 bits in hexadecimal.
pub(crate) const ID_LENGTH: usize = 32;

/// An id that nobody can guess.
pub(crate) fn random_id() -> String {
    let mut bytes = [0_u8; ID_LENGTH / 2];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    format!("{:032x}", u128::from_ne_bytes(bytes))
}
