//! What is remembered of a reader game by game: the last choices, and the one number by which `fair` aims at a close game.

use agon_agents::Level;
use agon_table::{Seat, Sitting};
use axum::extract::{Extension, Path, State};
use axum::response::Redirect;

use crate::app::App;
use crate::middleware::Visitor;
use crate::store::Habit;
use crate::table::SharedTable;
use crate::trouble::Trouble;

impl App {
    /// What a reader did last in a game.
    pub(crate) fn habit(&self, session: &str, game: &str) -> Result<Habit, Trouble> {
        Ok(self.store.habits(session)?.remove(game).unwrap_or_default())
    }

    /// Changes what is remembered of a reader in a game.
    pub(crate) fn form_habit(
        &self,
        session: &str,
        game: &str,
        change: impl FnOnce(&mut Habit),
    ) -> Result<(), Trouble> {
        let mut habits = self.store.habits(session)?;
        change(habits.entry(game.to_owned()).or_default());
        Ok(self.store.keep_habits(session, &habits)?)
    }

    /// Tells a fair player at a table what is remembered of his opponent.
    pub(crate) fn remind(&self, session: &str, sitting: &mut Sitting) -> Result<(), Trouble> {
        if sitting.seats().contains(&Seat::Level(Level::Fair)) {
            let game = sitting.rules().info().id.to_string();
            sitting.remember(self.habit(session, &game)?.memory);
        }
        Ok(())
    }

    /// Remembers how a game with a fair player ended.
    pub(crate) fn learn(&self, table: &SharedTable) -> Result<(), Trouble> {
        let (game, lesson) = {
            let mut sitting = table.sit();
            (sitting.rules().info().id.to_string(), sitting.lesson())
        };
        match lesson {
            Some(memory) => self.form_habit(&table.session, &game, |habit| habit.memory = memory),
            None => Ok(()),
        }
    }
}

/// `POST /games/{id}/forget`: what `fair` remembers of a reader.
pub(crate) async fn forget(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Redirect, Trouble> {
    let rules = app.rules(&id)?;
    // Of whom nothing is remembered nothing has to be forgotten.
    if app.habit(&visitor.session, &rules.info().id)?.memory != 0 {
        app.form_habit(&visitor.session, &rules.info().id, |habit| habit.memory = 0)?;
    }
    Ok(Redirect::to(&format!("/games/{}", rules.spec())))
}
