//! The clocks of a table. The server's time is the truth; what the page counts down is only a picture of it.
//!
//! A clock starts with the first move. It runs for whoever is to move, and stands while the game is over, while it is paused,
//! and while the program does not run: what is stored is the time that is left, not the hour at which it will be gone.
//! Taking moves back gives no time back. A level that runs short moves at once, and never loses on time: its strength is
//! counted in positions, and a slow machine is not its fault.

use std::sync::LazyLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use agon_core::Player;

use crate::control::Control;
use crate::saved::SavedClock;

/// Where the time comes from.
#[derive(Clone, Copy, Debug)]
pub struct Time {
    /// Milliseconds since 1970.
    pub now: fn() -> u64,
    /// Whether time passes between putting a table away and taking it out again: where a program answers one request and ends,
    /// that is all the time there is.
    pub passes_meanwhile: bool,
}

impl Time {
    /// The time of the machine; it stands while the program does not run. The clock on the wall is read once: whoever sets it later
    /// gives nobody time and takes none away.
    pub const SYSTEM: Time = Time { now: || BEGIN.at(Instant::now()), passes_meanwhile: false };
}

/// When the time was read first.
static BEGIN: LazyLock<Begin> = LazyLock::new(|| Begin {
    wall: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64),
    steady: Instant::now(),
});

/// One moment on the clock on the wall, and on the one that only goes forward.
struct Begin {
    wall: u64,
    steady: Instant,
}

impl Begin {
    /// The milliseconds since 1970 at a later moment.
    fn at(&self, moment: Instant) -> u64 {
        self.wall + moment.saturating_duration_since(self.steady).as_millis() as u64
    }
}

/// The longest way that is forgiven, in milliseconds.
const LONGEST_WAY: u64 = 500;

/// A clock as it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Face {
    /// The milliseconds that each side has left.
    pub left: [u64; 2],
    /// Whose time runs.
    pub running: Option<Player>,
    /// Whether somebody stopped it.
    pub paused: bool,
}

/// The clocks of both sides.
#[derive(Clone, Debug)]
pub struct Clock {
    control: Control,
    left: [u64; 2],
    /// Whose time runs, and since when.
    running: Option<(Player, u64)>,
    paused: bool,
    /// The milliseconds of each turn that are not counted, because moves are under way.
    forgiven: [u64; 2],
    time: Time,
}

impl Clock {
    /// A clock that nobody has started yet.
    pub fn new(control: Control, time: Time) -> Clock {
        Clock { control, left: [control.start(); 2], running: None, paused: false, forgiven: [0; 2], time }
    }

    /// The clock that was stored; it stands, unless time has passed meanwhile.
    pub(crate) fn restore(saved: &SavedClock, time: Time) -> Clock {
        // What cannot be read any more is no clock.
        let control = saved.control.parse().unwrap_or_default();
        let running = saved.running.filter(|_| time.passes_meanwhile);
        let running = running.map(|(player, since)| (Player::BOTH[player % 2], since));
        Clock { control, left: saved.left, running, paused: saved.paused, forgiven: [0; 2], time }
    }

    pub(crate) fn saved(&self) -> SavedClock {
        let running = self.running().filter(|_| self.time.passes_meanwhile);
        SavedClock {
            control: self.control.to_string(),
            left: Player::BOTH.map(|player| self.left(player)),
            paused: self.paused,
            running: running.map(|player| (player.index(), self.now())),
        }
    }

    fn now(&self) -> u64 {
        (self.time.now)()
    }

    /// Where its time comes from.
    pub fn time(&self) -> Time {
        self.time
    }

    /// How much time there is.
    pub fn control(&self) -> Control {
        self.control
    }

    /// The clock as it is shown, if there is one.
    pub fn face(&self) -> Option<Face> {
        let left = Player::BOTH.map(|player| self.left(player));
        let face = Face { left, running: self.running(), paused: self.paused };
        (self.control != Control::None).then_some(face)
    }

    /// Whose time runs.
    pub fn running(&self) -> Option<Player> {
        self.running.map(|(player, _)| player)
    }

    /// The milliseconds that a side has left at this moment.
    pub fn left(&self, player: Player) -> u64 {
        let left = self.left[player.index()];
        match self.running {
            Some((running, since)) if running == player => {
                let passed = self.now().saturating_sub(since);
                left.saturating_sub(passed.saturating_sub(self.forgiven[player.index()]))
            }
            _ => left,
        }
    }

    /// Notes how long a player's moves are under way.
    pub(crate) fn forgive(&mut self, player: Player, milliseconds: u64) {
        self.forgiven[player.index()] = milliseconds.min(LONGEST_WAY);
    }

    /// Notes that a player has moved; whose time runs next, [`run`](Clock::run) says.
    pub(crate) fn moved(&mut self, player: Player) {
        // A move that cost nothing brings nothing: the first one, and one in a pause.
        let paid = self.running() == Some(player);
        self.stop();
        self.paused = false;
        if let (Control::Total(_, more), true) = (self.control, paid) {
            self.left[player.index()] += u64::from(more) * 1000;
        }
    }

    /// Lets the time of a player run, or of nobody.
    pub(crate) fn run(&mut self, player: Option<Player>) {
        self.stop();
        if self.control == Control::None || self.paused {
            return;
        }
        if let (Control::Move(_), Some(player)) = (self.control, player) {
            self.left[player.index()] = self.control.start();
        }
        self.running = player.map(|player| (player, self.now()));
    }

    fn stop(&mut self) {
        if let Some(player) = self.running() {
            self.left[player.index()] = self.left(player);
        }
        self.running = None;
    }

    /// Stops the time of `player`, who is to move, or lets it run again.
    pub(crate) fn pause(&mut self, player: Option<Player>) {
        self.stop();
        self.paused = !self.paused;
        if !self.paused && self.control != Control::None {
            self.running = player.map(|player| (player, self.now()));
        }
    }

    /// Takes the clock off the table.
    pub(crate) fn remove(&mut self) {
        *self = Clock::new(Control::None, self.time);
    }

    /// Whose time is over.
    pub fn out(&self) -> Option<Player> {
        self.running().filter(|&player| self.left(player) == 0)
    }

    /// How long a level may think now: a small part of what it has left, so that there is always some for later.
    pub fn allowance(&self) -> Option<Duration> {
        const PART: u64 = 20;
        let player = self.running()?;
        let left = self.left(player);
        let more = match self.control {
            Control::None => return None,
            Control::Move(_) => return Some(Duration::from_millis(left / 2)),
            Control::Total(_, more) => u64::from(more) * 1000,
        };
        Some(Duration::from_millis((left / PART + more / 2).min(left / 2)))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    thread_local! { static TIME: Cell<u64> = const { Cell::new(0) }; }

    const TIME_OF_TESTS: Time = Time { now: || TIME.get(), passes_meanwhile: false };

    fn clock(control: &str) -> Clock {
        TIME.set(1_000_000);
        Clock::new(control.parse().unwrap(), TIME_OF_TESTS)
    }

    fn wait(milliseconds: u64) {
        TIME.set(TIME.get() + milliseconds);
    }

    #[test]
    fn time_goes_on_from_one_reading_of_the_wall() {
        let steady = Instant::now();
        let begin = Begin { wall: 1_700_000_000_000, steady };
        assert_eq!(begin.at(steady + Duration::from_millis(1500)), 1_700_000_001_500);
        let (first, second) = ((Time::SYSTEM.now)(), (Time::SYSTEM.now)());
        let elapsed = |moment: Instant| BEGIN.at(moment) - BEGIN.wall;
        assert!(BEGIN.wall <= first && first <= second, "it never goes back");
        assert_eq!(elapsed(BEGIN.steady + Duration::from_hours(1)), 3_600_000, "the wall is not read again");
    }

    #[test]
    fn time_runs_for_whoever_is_to_move_and_moves_bring_some_back() {
        let mut clock = clock("total:60+2");
        wait(5000);
        assert_eq!(clock.left(Player::First), 60_000, "nothing runs before the first move");
        clock.moved(Player::First);
        clock.run(Some(Player::Second));
        wait(5000);
        assert_eq!([clock.left(Player::First), clock.left(Player::Second)], [60_000, 55_000]);
        clock.moved(Player::Second);
        clock.run(Some(Player::First));
        assert_eq!(clock.left(Player::Second), 57_000);
        wait(60_000);
        assert_eq!(clock.out(), Some(Player::First));
    }

    #[test]
    fn each_move_has_its_own_time() {
        let mut clock = clock("move:10");
        clock.moved(Player::First);
        clock.run(Some(Player::Second));
        wait(9000);
        clock.moved(Player::Second);
        clock.run(Some(Player::First));
        wait(9000);
        clock.moved(Player::First);
        clock.run(Some(Player::Second));
        assert_eq!(clock.left(Player::Second), 10_000);
        assert_eq!(clock.out(), None);
        wait(10_000);
        assert_eq!(clock.out(), Some(Player::Second));
    }

    #[test]
    fn a_clock_that_is_paused_or_stored_stands() {
        let mut clock = clock("total:60");
        clock.moved(Player::First);
        clock.run(Some(Player::Second));
        wait(10_000);
        clock.pause(Some(Player::Second));
        wait(100_000);
        assert_eq!((clock.left(Player::Second), clock.out()), (50_000, None));
        clock.pause(Some(Player::Second));
        wait(1000);
        let saved = clock.saved();
        wait(100_000);
        let mut restored = Clock::restore(&saved, TIME_OF_TESTS);
        restored.run(Some(Player::Second));
        assert_eq!(restored.left(Player::Second), 49_000);
    }

    #[test]
    fn the_way_of_a_move_costs_no_time_but_a_long_one_does() {
        let mut clock = clock("total:60");
        clock.forgive(Player::Second, 300);
        clock.moved(Player::First);
        clock.run(Some(Player::Second));
        wait(200);
        assert_eq!(clock.left(Player::Second), 60_000, "no time is won either");
        wait(1100);
        assert_eq!(clock.left(Player::Second), 59_000);
        clock.forgive(Player::Second, 5000);
        assert_eq!(clock.left(Player::Second), 59_200, "half a second at most");
        wait(59_199);
        assert_eq!(clock.out(), None);
        wait(1);
        assert_eq!(clock.out(), Some(Player::Second));
    }

    #[test]
    fn where_a_program_ends_after_each_request_time_passes_between_them() {
        let mut clock = clock("total:60");
        clock.time.passes_meanwhile = true;
        clock.run(Some(Player::First));
        wait(1000);
        let saved = clock.saved();
        wait(2000);
        assert_eq!(Clock::restore(&saved, clock.time()).left(Player::First), 57_000);
    }
}
