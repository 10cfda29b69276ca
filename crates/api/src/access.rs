//! Who gets in over TCP: one layer round the whole router, before anything is parsed.
//!
//! Loopback is no boundary: any page in a browser can reach it. So the `Host` must be ours (against
//! rebound names), an `Origin`, if there is one, must be ours (against other pages), and the bearer
//! token must be right.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::problem::ProblemDocument;

/// What is let in. Cheap to clone, which happens with every request.
#[derive(Clone)]
pub struct Access {
    hosts: Arc<[String]>,
    token: [u8; 32],
}

impl Access {
    /// `hosts` are names with port, such as `localhost:7431`.
    pub fn new(hosts: Vec<String>, token: &str) -> Access {
        Access { hosts: hosts.into(), token: digest(token) }
    }

    /// Lets nothing into this router but what may come in.
    pub fn protect(self, router: Router) -> Router {
        router.layer(middleware::from_fn_with_state(self, guard))
    }

    fn admit(&self, headers: &HeaderMap) -> Result<(), ProblemDocument> {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let host = text(header::HOST).unwrap_or_default();
        if !self.hosts.iter().any(|known| known.eq_ignore_ascii_case(host)) {
            return Err(ProblemDocument::request(
                StatusCode::MISDIRECTED_REQUEST,
                format!(
                    "this hub does not answer to the host `{host}`; add it to hub.hosts if it should"
                ),
            ));
        }
        if let Some(origin) = headers.get(header::ORIGIN) {
            let ours = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
            let ours = ours.is_some_and(|(scheme, host)| {
                matches!(scheme, "http" | "https")
                    && self.hosts.iter().any(|known| known.eq_ignore_ascii_case(host))
            });
            if !ours {
                return Err(ProblemDocument::request(
                    StatusCode::FORBIDDEN,
                    "requests from other pages are refused",
                ));
            }
        }
        let token = text(header::AUTHORIZATION)
            .and_then(|value| value.split_once(' '))
            .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
            .map(|(_, token)| token.trim());
        match token {
            Some(token) if bool::from(digest(token).ct_eq(&self.token)) => Ok(()),
            Some(_) => Err(ProblemDocument::request(
                StatusCode::UNAUTHORIZED,
                "the token is wrong; the right one is in the hub's data directory, file `token`",
            )),
            None => Err(ProblemDocument::request(
                StatusCode::UNAUTHORIZED,
                "a token is wanted: `Authorization: Bearer …`; it is in the hub's data directory, file `token`",
            )),
        }
    }
}

/// Equal lengths, so that comparing takes the same time whatever was sent.
fn digest(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

async fn guard(State(access): State<Access>, request: Request, next: Next) -> Response {
    match access.admit(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(problem) => {
            tracing::debug!(detail = problem.detail, "refused");
            let challenge =
                (problem.status == 401).then_some([(header::WWW_AUTHENTICATE, "Bearer")]);
            (challenge, problem).into_response()
        }
    }
}

#[cfg(test)]
#[path = "access_tests.rs"]
mod tests;
