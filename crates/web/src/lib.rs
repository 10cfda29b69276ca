//! The portal: one page, its assets, and the data that it can't get from the API.
//!
//! The page is the same for everybody and contains no data. Its data comes over `/api/v1`, except
//! for a question with parsed Markdown and the history by what it is narrowed to, which are served here. This crate contains no rules about
//! questions.

mod assets;
mod history;
mod markdown;
mod question;
mod shell;

use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use sayso_access::Routes;
use sayso_desk::Desk;

pub use assets::{Asset, script, style, texts};
pub use markdown::{Node, render};

/// The page and its assets contain no data and need no token. Data requires one.
pub fn routes(desk: Arc<dyn Desk>) -> Routes {
    Routes {
        open: Router::new()
            .route("/", get(shell::page))
            .route("/choice/{id}", get(shell::page))
            .route("/history", get(shell::page))
            .route("/assets/{name}", get(assets::serve)),
        guarded: Router::new()
            .route("/portal/questions/{id}", get(question::show))
            .route("/portal/history", get(history::list))
            .route("/portal/page", get(shell::served))
            .with_state(desk),
        ..Routes::default()
    }
}
