//! What opens the door over TCP: the hub's own token for programs, a token of its own for each page.

use std::sync::Arc;

use axum::http::{HeaderMap, StatusCode, header};
use sayso_desk::store::Visitor;
use sayso_desk::{Arrival, DeskError, Exchanged, Visitors};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::caller::Caller;
use crate::problem::ProblemDocument;

pub struct Keys {
    program: [u8; 32],
    visitors: Visitors,
    /// Whose hub it is: whoever holds one of its pages is that person.
    user: Option<String>,
    /// Where the portal's own links lead, with port.
    portal: String,
}

impl Keys {
    /// `portal` is the host and port of the hub's own links.
    pub fn new(
        program: &str,
        visitors: Visitors,
        user: Option<String>,
        portal: String,
    ) -> Arc<Keys> {
        Arc::new(Keys { program: digest(program), visitors, user, portal })
    }

    /// A one-time code for the address of a page on this machine.
    pub fn code(&self) -> String {
        self.visitors.code(&self.portal)
    }

    /// The same for a page elsewhere.
    pub(crate) fn code_at(&self, origin: &str) -> String {
        self.visitors.code(origin)
    }

    pub(crate) async fn exchange(&self, code: &str, page: Arrival) -> Result<Exchanged, DeskError> {
        self.visitors.exchange(code, page).await
    }

    /// Who sends these headers, if they prove anything.
    pub(crate) async fn caller(&self, headers: &HeaderMap) -> Result<Caller, ProblemDocument> {
        match bearer(headers) {
            Some(token) => self.admit(token, seen_at(headers)).await,
            None => Err(ProblemDocument::request(
                StatusCode::UNAUTHORIZED,
                "a token is wanted: `Authorization: Bearer …`; a page gets one by `sayso open`, a program finds it in the hub's data directory, file `token`",
            )),
        }
    }

    pub(crate) async fn admit(&self, token: &str, origin: &str) -> Result<Caller, ProblemDocument> {
        if bool::from(digest(token).ct_eq(&self.program)) {
            return Ok(Caller::Program);
        }
        match self.visitors.with_token(token, origin).await {
            Ok(Visitor { id, paired, .. }) => {
                Ok(Caller::Page { user: self.user.clone(), id, paired })
            }
            Err(DeskError::Denied(why)) => {
                let detail = format!(
                    "the token is wrong or too old: {why}; a program's is in the file `token` of the data directory"
                );
                Err(ProblemDocument::request(StatusCode::UNAUTHORIZED, detail))
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// Host and port in the address bar of the browser that sends this: it says so itself, except where it
/// only reads from its own origin.
pub(crate) fn seen_at(headers: &HeaderMap) -> &str {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let origin = text(header::ORIGIN).and_then(|origin| origin.split_once("://"));
    origin.map(|(_, host)| host).or_else(|| text(header::HOST)).unwrap_or_default()
}

pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().unwrap_or_default();
    let (scheme, token) = value.split_once(' ').unwrap_or((value, ""));
    Some(if scheme.eq_ignore_ascii_case("bearer") { token.trim() } else { "" })
}

/// Equal lengths, so that comparing takes the same time whatever was sent.
fn digest(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}
