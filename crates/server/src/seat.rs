//! Links to seats: the page that they lead to, and sitting down. Looking at the link takes no seat, because programs that
//! show previews of links look at them, too.

use std::sync::Arc;

use agon_render::tell;
use agon_table::Sides;
use axum::extract::{Extension, Path, State};
use axum::response::{Html, IntoResponse, Redirect, Response};
use serde::Deserialize;

use crate::access::clean;
use crate::app::App;
use crate::at::At;
use crate::forms::Sent;
use crate::middleware::Visitor;
use crate::table::{SharedTable, Talk};
use crate::trouble::Trouble;
use crate::views::page::{Page, document};
use crate::views::people::{Invitation, invitation as shown};

/// Where the link to a seat leads.
pub(crate) fn address(id: &str, secret: &str) -> String {
    format!("/play/{id}/seat/{secret}")
}

/// `GET /play/{id}/seat/{secret}`
pub(crate) async fn invitation(
    at: At,
    Path((id, secret)): Path<(String, String)>,
) -> Result<Response, Trouble> {
    let words = at.visitor.words();
    let sitting = at.table.sit();
    let company = sitting.company();
    // Whoever follows the own link again wants to play.
    if company.of(&at.visitor.session).is_some() {
        return Ok(Redirect::to(&at.table.address()).into_response());
    }
    let party = company.invited(&secret).ok_or(Trouble::SeatTaken)?;
    let info = sitting.played().info();
    let side = party.sides.only();
    let address = address(&id, &secret);
    let given = Invitation {
        game: tell::game(words, info),
        rules: format!("/games/{}", sitting.rules().spec()),
        side: side.map(|player| tell::side(words, info, player)),
        host: side.and_then(|player| company.name(!player)).map(str::to_owned),
        control: sitting.terms().control,
        is_awaited: party.is_awaited(),
        watch: at.table.address(),
        address: address.clone(),
    };
    let page = Page {
        reader: at.visitor.reader,
        title: words.say("invitation"),
        address: &address,
        board: None,
        sheet: None,
        content: shown(words, &given),
    };
    Ok(Html(document(&page).into_string()).into_response())
}

/// Who sits down.
#[derive(Deserialize)]
pub(crate) struct Guest {
    #[serde(default)]
    name: String,
}

/// `POST /play/{id}/seat/{secret}`
pub(crate) async fn take(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path((id, secret)): Path<(String, String)>,
    Sent(guest): Sent<Guest>,
) -> Result<Redirect, Trouble> {
    let table = app.table(&id)?;
    sit_down(&app, &visitor, &table, &secret, &guest.name)?;
    Ok(Redirect::to(&table.address()))
}

/// Lets a visitor sit down at the seat that a secret belongs to.
pub(crate) fn sit_down(
    app: &App,
    visitor: &Visitor,
    table: &Arc<SharedTable>,
    secret: &str,
    name: &str,
) -> Result<(), Trouble> {
    {
        let mut sitting = table.sit();
        let awaited = sitting.company().awaited().map(|party| party.sides);
        sitting.company_mut().join(secret, &visitor.session, clean(name))?;
        sitting.changed();
        // Another device of somebody who is here already is no news.
        if let Some(player) = awaited.and_then(Sides::only)
            && sitting.company().awaited().is_none()
        {
            sitting.note(&visitor.session, Talk::Came(player));
        }
    }
    app.list(&table.id, &visitor.session)?;
    app.settle(table)
}
