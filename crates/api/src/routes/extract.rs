//! `/extract`: the choices in a model's text. Asking them is a separate call.

use sayso_wire::{ExtractText, ExtractedView};

use super::body::{Body, Json};

pub(super) async fn extract(Body(ExtractText { text }): Body<ExtractText>) -> Json<ExtractedView> {
    Json(sayso_extract::extract(&text).into())
}
