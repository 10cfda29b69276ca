//! Credentials over TCP: a token for each agent, and a session for each page that has authenticated
//! to this hub process.

use std::net::IpAddr;
use std::sync::Arc;

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};

use crate::agent_tokens::{AgentToken, AgentTokens};
use crate::caller::Caller;
use crate::page_tokens::proof::{self, Meeting};
use crate::page_tokens::{Arrival, Exchanged, PageTokens, StoredPageToken};
use crate::pairing::Pairing;
use crate::problem::ProblemDocument;
use sayso_desk::DeskError;
use sayso_wire::NONCE_HEADER;

pub struct Keys {
    agents: Arc<AgentTokens>,
    pages: PageTokens,
    /// The owner of the hub: a page of it acts as this person.
    user: Option<String>,
    /// Address of the portal's own links, with port.
    portal: String,
    outside: Option<Outside>,
}

/// How other devices get access.
pub struct Outside {
    pub pairing: Pairing,
    /// Where they reach the portal; empty if only this machine can.
    pub addresses: Vec<String>,
    /// Whether this address is outside this machine.
    pub is_elsewhere: fn(IpAddr) -> bool,
}

impl Keys {
    /// `portal` is the host and port of the hub's own links.
    pub fn new(
        agents: Arc<AgentTokens>,
        pages: PageTokens,
        user: Option<String>,
        portal: String,
    ) -> Keys {
        Keys { agents, pages, user, portal, outside: None }
    }

    /// The same, with pairing of pages on other devices.
    #[must_use]
    pub fn with_outside(self, outside: Outside) -> Keys {
        Keys { outside: Some(outside), ..self }
    }

    pub fn outside(&self) -> Option<&Outside> {
        self.outside.as_ref()
    }

    pub fn agents(&self) -> &Arc<AgentTokens> {
        &self.agents
    }

    /// A one-time code for the address of a page on this machine.
    pub async fn code(&self) -> Result<String, DeskError> {
        self.pages.code(&self.portal).await
    }

    /// The same for a page elsewhere.
    pub async fn code_at(&self, origin: &str) -> Result<String, DeskError> {
        self.pages.code(origin).await
    }

    pub async fn exchange(&self, code: &str, page: Arrival) -> Result<Exchanged, DeskError> {
        self.pages.exchange(code, page).await
    }

    /// Pages with access.
    pub fn pages(&self) -> &PageTokens {
        &self.pages
    }

    /// Who sends these headers, if they are valid.
    pub async fn caller(&self, headers: &HeaderMap) -> Result<Caller, ProblemDocument> {
        let Some(token) = bearer(headers) else {
            return Err(unauthorized(
                "a token is required: `Authorization: Bearer …`; a page gets one by `sayso open`, an agent by `sayso token create`",
            ));
        };
        if let Some(AgentToken { id, name, .. }) = self.agents.owner(token).await? {
            return Ok(Caller::Agent { token: id, name });
        }
        // A page's token has two parts.
        if !token.contains('.') {
            return Err(unauthorized(
                "the token is wrong, or was revoked; an agent gets another by `sayso token create`, a page by `sayso open`",
            ));
        }
        let page = self.pages.in_session(token, said_origin(headers)).await;
        page.map(|token| self.page_caller(token)).map_err(|error| match error {
            DeskError::Denied(why) => unauthorized(format!("the token is wrong or too old: {why}")),
            error => error.into(),
        })
    }

    /// The proof that a page expects with the reply to its request.
    pub(crate) async fn reply_proof(&self, id: &str, headers: &HeaderMap) -> Option<HeaderValue> {
        let nonce =
            headers.get(NONCE_HEADER)?.to_str().ok().filter(|nonce| proof::is_nonce(nonce))?;
        let token = self.pages.find(id).await.ok()?;
        self.pages.meeting(&token, nonce).reply_proof().parse().ok()
    }

    /// The page with this id, at this origin: nothing is proven yet.
    pub async fn page(
        &self,
        id: &str,
        nonce: &str,
        origin: &str,
    ) -> Result<StoredPageToken, ProblemDocument> {
        if !proof::is_nonce(nonce) {
            return Err(ProblemDocument::request(
                StatusCode::UNPROCESSABLE_ENTITY,
                "nonce: 32 to 128 hexadecimal digits",
            ));
        }
        self.pages.known(id, origin).await.map_err(refusal)
    }

    /// The session that an authenticated page sends with its requests.
    pub fn session(
        &self,
        token: &StoredPageToken,
        meeting: &Meeting<'_>,
        proof: &str,
    ) -> Result<String, ProblemDocument> {
        if self.pages.is_proven(meeting, proof) {
            Ok(self.pages.session(token))
        } else {
            Err(unauthorized("this page's proof is wrong; run `sayso open`"))
        }
    }

    pub fn page_caller(&self, token: StoredPageToken) -> Caller {
        let StoredPageToken { id, paired, .. } = token;
        Caller::Page { user: self.user.clone(), id, paired }
    }
}

fn refusal(error: DeskError) -> ProblemDocument {
    match error {
        DeskError::Denied(why) => unauthorized(why),
        error => error.into(),
    }
}

fn unauthorized(why: impl Into<String>) -> ProblemDocument {
    ProblemDocument::request(StatusCode::UNAUTHORIZED, why)
}

/// Host and port in the browser's address bar: the browser says so itself, except when it only
/// reads from its own origin.
pub fn seen_at(headers: &HeaderMap) -> &str {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    said_origin(headers).or(host).unwrap_or_default()
}

/// A proxy in between may have changed `Host`, but not this.
fn said_origin(headers: &HeaderMap) -> Option<&str> {
    let origin = headers.get(header::ORIGIN)?.to_str().unwrap_or_default();
    Some(origin.split_once("://").map_or("", |(_, host)| host))
}

pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().unwrap_or_default();
    let (scheme, token) = value.split_once(' ').unwrap_or((value, ""));
    Some(if scheme.eq_ignore_ascii_case("bearer") { token.trim() } else { "" })
}
