//! Pairing a page on another device: a code is shown in a person's terminal and typed there by
//! hand.
//!
//! An agent of this account must not be able to do both: the code is shown only to a terminal that
//! isn't an agent's, and accepted only from another machine.

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use sayso_access::keys::seen_at;
use sayso_access::problem::Result;
use sayso_access::{Arrival, Exchanged, PAIRING_LASTS};
use sayso_access::{Caller, CameFrom, ProblemDocument, Via};
use sayso_core::surface::Presence;

use super::Service;
use super::body::{Body, Created, Json, NoBody};
use crate::browser;
use sayso_wire::{Exchange, PageToken, PairingCode};

/// For a person at their own terminal.
pub(super) async fn offer(
    State(service): State<Service>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    _: NoBody,
) -> Result<Created<PairingCode>> {
    let presence = caller.actor(Via::said(&headers)).await.presence;
    if !matches!(caller, Caller::Local { .. }) || presence != Presence::Interactive {
        return Err(refused(
            "a pairing code is shown to a person only: run `sayso open --pair` in your own terminal",
        ));
    }
    let Some(outside) = service.keys.outside().filter(|outside| !outside.addresses.is_empty())
    else {
        return Err(refused(
            "another device cannot reach this hub, it listens on this machine only: set hub.host to this machine's address in your network, run `sayso hub stop`, and try again",
        ));
    };
    let code = outside.pairing.offer();
    let addresses = outside.addresses.clone();
    let expires_in_seconds = PAIRING_LASTS.as_secs();
    Ok(Json(PairingCode { code, addresses, expires_in_seconds }))
}

/// Open to everyone outside this machine: the code is the credential.
pub(super) async fn pair(
    State(service): State<Service>,
    Extension(CameFrom(address)): Extension<CameFrom>,
    headers: HeaderMap,
    Body(Exchange { code }): Body<Exchange>,
) -> Result<Created<PageToken>> {
    let outside = service.keys.outside();
    let elsewhere = |outside: &&_| address.is_some_and(|address| is_elsewhere(outside, address));
    let Some(outside) = outside.filter(elsewhere) else {
        return Err(refused(
            "a page is paired from another device, not from this machine; open the address there",
        ));
    };
    if !outside.pairing.take(&code) {
        return Err(refused(
            "this code is wrong, was used or is too old; run `sayso open --pair` for a new one",
        ));
    }
    let page = Arrival {
        origin: seen_at(&headers).to_owned(),
        browser: browser::name(&headers),
        paired: true,
    };
    match service.keys.pages().let_in(page).await? {
        Exchanged::LetIn { token, session } => Ok(Json(PageToken { token, session })),
        Exchanged::Elsewhere { .. } | Exchanged::Unknown => Err(refused("not let in")),
    }
}

fn is_elsewhere(outside: &sayso_access::Outside, address: std::net::IpAddr) -> bool {
    (outside.is_elsewhere)(address.to_canonical())
}

fn refused(why: &str) -> ProblemDocument {
    ProblemDocument::request(StatusCode::FORBIDDEN, why)
}
