//! A visitor at a table: what every request about a table begins with.

use std::sync::Arc;

use agon_table::{Hand, News, Offer, Refusal};
use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;

use crate::app::App;
use crate::middleware::Visitor;
use crate::table::{SharedTable, Talk};
use crate::think::Urgency;
use crate::trouble::Trouble;

/// Who asks, and at which table.
pub(crate) struct At {
    pub(crate) app: App,
    pub(crate) visitor: Visitor,
    pub(crate) table: Arc<SharedTable>,
}

impl FromRequestParts<App> for At {
    type Rejection = Trouble;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<At, Trouble> {
        let path = RawPathParams::from_request_parts(parts, app).await.map_err(|_| Trouble::NoTable)?;
        let id = path.iter().find(|(name, _)| *name == "id").ok_or(Trouble::NoTable)?.1;
        let visitor = parts.extensions.get::<Visitor>().cloned();
        let visitor = visitor.ok_or_else(|| Trouble::Failed("Nobody asks.".to_owned()))?;
        let table = app.table(id)?;
        table.sit().greet(&visitor);
        Ok(At { app: app.clone(), visitor, table })
    }
}

impl At {
    /// Does something at the table, if it is open to the visitor, who saw the table at `version`. The others are told of it.
    pub(crate) fn act(
        &self,
        version: Option<u64>,
        deed: impl FnOnce(&mut Hand<'_>) -> Result<News, Refusal>,
    ) -> Result<News, Refusal> {
        let mut sitting = self.table.sit();
        let news = deed(&mut sitting.hand_of(&self.visitor.session, version)?)?;
        sitting.note(&self.visitor.session, Talk::News(news));
        Ok(news)
    }

    /// The same for those who sit here and for what is no deed at the board.
    pub(crate) fn seated(&self) -> Result<(), Trouble> {
        let party = self.table.sit().company().of(&self.visitor.session).is_some();
        if party { Ok(()) } else { Err(Trouble::NotSeated) }
    }

    /// Offers a draw or agrees to one. The program has to think about it.
    pub(crate) async fn offer_draw(&self, version: Option<u64>) -> Result<Result<News, Refusal>, Trouble> {
        let mut pondered = None;
        let settled = self.act(version, |hand| match hand.offer_draw()? {
            Offer::Settled(news) => Ok(news),
            Offer::Pondered(task) => {
                pondered = Some(task);
                // Nothing has been done yet.
                Err(Refusal::Declined)
            }
        });
        let Some(task) = pondered else { return Ok(settled) };
        let version = task.version;
        let (pool, client) = (&self.app.pool, self.visitor.client());
        let (spec, rules, played, brake) = (task.spec, task.rules, task.played, Arc::default());
        let thought = pool.analyse(Urgency::Move, &client, spec, rules, played, brake, |_, _| {});
        let assessment = thought.await?;
        Ok(self.table.sit().consider(version, &assessment))
    }
}
