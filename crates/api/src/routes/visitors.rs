//! How a page gets in: a one-time code for the link, a token for the code.

use axum::extract::State;
use axum::http::StatusCode;
use sayso_desk::CODE_LASTS;

use super::Service;
use super::body::{Body, Json};
use crate::problem::ProblemDocument;
use crate::wire::{Code, Exchange, PageToken};

type Result<T> = std::result::Result<T, ProblemDocument>;

/// For whoever is in already: a program that opens the browser, or a page that hands over to a phone.
pub(super) async fn code(State(service): State<Service>) -> (StatusCode, Json<Code>) {
    let code = service.keys.code();
    (StatusCode::CREATED, Json(Code { code, expires_in_seconds: CODE_LASTS.as_secs() }))
}

/// Open to everybody: the code is what lets in.
pub(super) async fn token(
    State(service): State<Service>,
    Body(Exchange { code }): Body<Exchange>,
) -> Result<(StatusCode, Json<PageToken>)> {
    match service.keys.exchange(&code).await? {
        Some(token) => Ok((StatusCode::CREATED, Json(PageToken { token }))),
        None => Err(ProblemDocument::request(
            StatusCode::FORBIDDEN,
            "this link was used already or is too old; run `sayso open` for a new one",
        )),
    }
}
