//! What opens the door over TCP: the hub's own token for programs, a token of its own for each page.

use std::sync::Arc;

use axum::http::{HeaderMap, StatusCode, header};
use sayso_desk::{DeskError, Visitors};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::caller::Caller;
use crate::problem::ProblemDocument;

pub struct Keys {
    program: [u8; 32],
    visitors: Visitors,
    /// Whose hub it is: whoever holds one of its pages is that person.
    user: Option<String>,
}

impl Keys {
    pub fn new(program: &str, visitors: Visitors, user: Option<String>) -> Arc<Keys> {
        Arc::new(Keys { program: digest(program), visitors, user })
    }

    /// A one-time code for a page's address.
    pub fn code(&self) -> String {
        self.visitors.code()
    }

    pub(crate) async fn exchange(&self, code: &str) -> Result<Option<String>, DeskError> {
        self.visitors.exchange(code).await
    }

    /// Who sends these headers, if they prove anything.
    pub(crate) async fn caller(&self, headers: &HeaderMap) -> Result<Caller, ProblemDocument> {
        match bearer(headers) {
            Some(token) => self.admit(token).await,
            None => Err(ProblemDocument::request(
                StatusCode::UNAUTHORIZED,
                "a token is wanted: `Authorization: Bearer …`; a page gets one by `sayso open`, a program finds it in the hub's data directory, file `token`",
            )),
        }
    }

    pub(crate) async fn admit(&self, token: &str) -> Result<Caller, ProblemDocument> {
        if bool::from(digest(token).ct_eq(&self.program)) {
            return Ok(Caller::Program);
        }
        if self.visitors.knows(token).await? {
            return Ok(Caller::Page { user: self.user.clone() });
        }
        Err(ProblemDocument::request(
            StatusCode::UNAUTHORIZED,
            "the token is wrong or too old; run `sayso open` for a page; a program's is in the hub's data directory, file `token`",
        ))
    }
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
