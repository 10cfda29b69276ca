//! The portal: one page, its assets, and the data that it cannot get from the API.
//!
//! The page is the same for everybody and holds no data; what it shows comes over `/api/v1`, and a
//! question with its Markdown read comes from here. No rules about questions.

mod assets;
mod markdown;
mod question;
mod shell;

use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use sayso_api::Routes;
use sayso_desk::Desk;

pub use assets::{Asset, script, style, texts};
pub use markdown::{Node, render};

/// The page and its assets are open: they hold nothing, so that a visitor without token gets them.
/// Data is for those with a token.
pub fn routes(desk: Arc<dyn Desk>) -> Routes {
    Routes {
        open: Router::new()
            .route("/", get(shell::page))
            .route("/choice/{id}", get(shell::page))
            .route("/assets/{name}", get(assets::serve)),
        guarded: Router::new()
            .route("/portal/questions/{id}", get(question::show))
            .with_state(desk),
        ..Routes::default()
    }
}
