//! `/extract`: the choices in a model's text. Nothing is asked; that is a call of its own.

use sayso_core::extract::{self, Extracted};

use super::body::{Body, Json};
use crate::wire::ExtractText;

pub(super) async fn extract(Body(ExtractText { text }): Body<ExtractText>) -> Json<Extracted> {
    Json(extract::extract(&text))
}
