//! Access of a page: a one-time code for the link, a token for the code, a session for the token.

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use sayso_access::keys::seen_at;
use sayso_access::problem::Result;
use sayso_access::proof::Meeting;
use sayso_access::{Arrival, CODE_LASTS, Exchanged};
use sayso_access::{Caller, ProblemDocument};

use super::Service;
use super::body::{Body, Created, Json};
use crate::browser;
use sayso_wire::{Code, CodeAt, Exchange, HubProof, Met, OpenSession, PageSession, PageToken};

/// For clients that have access already: a program that opens the browser, or a page that hands
/// over to another. The code works where the link leads: at the given origin, otherwise at the
/// requester's.
pub(super) async fn code(
    State(service): State<Service>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Body(at): Body<Option<CodeAt>>,
) -> Result<Created<Code>> {
    let code = match (at, caller) {
        (Some(CodeAt { origin }), _) => service.keys.code_at(&origin).await?,
        (None, Caller::Local { .. }) => service.keys.code().await?,
        (None, Caller::Agent { .. } | Caller::Page { .. } | Caller::Stranger) => {
            service.keys.code_at(seen_at(&headers)).await?
        }
    };
    Ok(Json(Code { code, expires_in_seconds: CODE_LASTS.as_secs() }))
}

/// Open to everyone: the code is the credential.
pub(super) async fn token(
    State(service): State<Service>,
    headers: HeaderMap,
    Body(Exchange { code }): Body<Exchange>,
) -> Result<Created<PageToken>> {
    let page = Arrival {
        origin: seen_at(&headers).to_owned(),
        browser: browser::name(&headers),
        paired: false,
    };
    match service.keys.exchange(&code, page).await? {
        Exchanged::LetIn { token, session } => Ok(Json(PageToken { token, session })),
        Exchanged::Elsewhere { origin } => Err(ProblemDocument::request(
            StatusCode::FORBIDDEN,
            format!("this link works only at {origin}; open it there, or run `sayso open`"),
        )),
        Exchanged::Unknown => Err(ProblemDocument::request(
            StatusCode::FORBIDDEN,
            "this link was used already or is too old; run `sayso open` for a new one",
        )),
    }
}

/// The mutual proof for pages without a socket: the hub's proof for a nonce, then a session for the
/// page's.
pub(super) async fn session(
    State(service): State<Service>,
    headers: HeaderMap,
    Body(OpenSession { page, nonce, proof }): Body<OpenSession>,
) -> Result<Json<Met>> {
    let token = service.keys.page(&page, &nonce, seen_at(&headers)).await?;
    let meeting = service.keys.pages().meeting(&token, &nonce);
    Ok(Json(match proof {
        None => Met::Hub(hub_proof(&meeting)),
        Some(proof) => {
            let session = service.keys.session(&token, &meeting, &proof)?;
            Met::Page(PageSession { session })
        }
    }))
}

/// The hub's side of a meeting.
pub(super) fn hub_proof(meeting: &Meeting<'_>) -> HubProof {
    HubProof { epoch: meeting.epoch().to_owned(), proof: meeting.hub_proof() }
}
