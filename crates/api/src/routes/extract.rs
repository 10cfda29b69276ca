//! `/extract`: the choices in a model's text. Nothing is asked; that is a separate call.

use sayso_extract::Extracted;

use super::body::{Body, Json};
use crate::wire::ExtractText;

pub(super) async fn extract(Body(ExtractText { text }): Body<ExtractText>) -> Json<Extracted> {
    Json(sayso_extract::extract(&text))
}
