//! The page, its assets, and the data that it can't get from the API.
//!
//! The page is the same for everybody and contains no data. Its data comes over `/api/v1`, except
//! for a question with parsed Markdown and the history by what it is narrowed to, which are served here. This crate contains no rules about
//! questions.
//!
//! # The portal
//! `crates/web/portal/manifest.txt` names plain ES modules and styles in order; the build
//! (`crates/web/build/main.rs`) strips them to one script and one style, named by their hash. The
//! page is a shell without data. It keeps one state (`crates/web/portal/app/app.js`) and draws it
//! whole: views are functions from state to descriptions, `crates/web/portal/rendering/patch.js`
//! changes what differs and never a field that somebody types in. Markdown travels as a tree
//! (`crates/web/src/markdown.rs`) and becomes elements by an allow-list; there is no way from a
//! text to markup. Its types are generated from the wire's (`crates/web/portal/wire.d.ts`). A page
//! that is older than its hub offers to reload, and says so of a question that it cannot draw
//! (`crates/web/portal/live/known.js`). Events are pulled by cursor over one socket, or by plain
//! requests; drafts are saved as they change, and an answer given without a connection is kept and
//! sent later (`crates/web/portal/live/outbox.js`). A key means what
//! `crates/web/portal/app/keys.js` says for where it is pressed, behind the guard of
//! `crates/web/portal/app/hands.js`.

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
