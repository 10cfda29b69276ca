//! Slack in the hub: its routes, its socket, and the surface that both deliver to.

use std::future::Future;
use std::sync::Arc;

use axum::Router;
use sayso_chat::{Answerers, Routing};
use sayso_desk::{Clock, Conversations, Desk, Posts, SurfaceRole};
use tokio::sync::mpsc::unbounded_channel;
use tokio::task::JoinSet;

use crate::client::Client;
use crate::port::Slack;
use crate::socket_mode::{self, Timing};
use crate::{http, ids};

/// What the surface is made of.
pub struct SlackSetup {
    pub client: Arc<Client>,
    pub desk: Arc<dyn Desk>,
    pub posts: Posts,
    pub clock: Arc<dyn Clock>,
    /// A channel (`C…`, `G…`, `D…`) or a person (`U…`, `W…`).
    pub ask: String,
    pub answerers: Answerers,
    pub delivery: Delivery,
    pub part: SurfaceRole,
    /// What this hub is called where there are several.
    pub hub: String,
    /// The agent that people talk to here, if there is one, and what is remembered of the threads.
    pub agent: Option<(sayso_relay::RelaySetup, Conversations)>,
}

/// How Slack's messages come to us.
#[derive(Clone, Default)]
pub struct Delivery {
    pub socket_mode: bool,
    /// For signed requests to `/slack/events` and `/slack/interactive`.
    pub signing_secret: Option<String>,
}

/// The routes for signed requests, if there are any, and what has to be run for as long as the surface
/// is to be there.
pub fn open(setup: SlackSetup) -> (Option<Router>, impl Future<Output = ()> + Send) {
    let SlackSetup { client, desk, posts, clock, ask, answerers, delivery, part, hub, agent } =
        setup;
    let (deliver, incoming) = unbounded_channel();
    let secret = delivery.signing_secret.as_deref();
    let routes = secret.map(|secret| http::routes(secret, Arc::clone(&clock), deliver.clone()));
    let timing = Timing::default();
    let run = async move {
        let mut tasks = JoinSet::new();
        if delivery.socket_mode && part == SurfaceRole::Lead {
            tasks.spawn(socket_mode::run(Arc::clone(&client), deliver, timing));
        }
        let routing = Routing { ask: ids::ask(ask), answerers };
        let port = Arc::new(Slack::new(client));
        let timing = timing.chat;
        sayso_chat::run(sayso_chat::ChatSetup {
            port,
            incoming,
            desk,
            posts,
            clock,
            routing,
            timing,
            part,
            hub,
            agent,
        })
        .await;
    };
    (routes, run)
}
