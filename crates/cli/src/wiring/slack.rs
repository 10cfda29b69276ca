//! The setup of Slack: the client, and the surface inside the hub.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use sayso_api::Routes;
use sayso_core::settings::Layer;
use sayso_hub::{Ground, OpenSurface};
use sayso_relay::Limits;
use sayso_slack::{Client, Delivery, Setup};

use crate::config::{Relay, Slack};

pub fn client(slack: &Slack) -> anyhow::Result<Client> {
    let tokens = slack.tokens().context("there is no bot token")?;
    Ok(Client::new(&slack.api_base, tokens)?)
}

/// Empty if Slack is not configured; an incomplete configuration is reported in the log.
pub(super) fn surface(
    slack: &Slack,
    relay: &Relay,
    home: &Path,
    hub: String,
) -> anyhow::Result<Option<OpenSurface>> {
    let Some(ask) = slack.ask.clone() else { return Ok(None) };
    if let Some(missing) = slack.missing() {
        tracing::warn!(missing, "slack.ask is set, but nothing goes to Slack");
        return Ok(None);
    }
    let client = Arc::new(client(slack)?);
    let (answerers, unseen_after) = (slack.answerers.clone(), slack.after);
    let delivery = Delivery {
        socket_mode: slack.app_token.is_some(),
        signing_secret: slack.signing_secret.clone(),
    };
    let (program, idle) = (relay.program(home), relay.idle);
    Ok(Some(Box::new(move |ground: Ground| {
        let Ground { desk, posts, conversations, clock } = ground;
        let agent = program.map(|program| {
            let relay = sayso_relay::Setup {
                desk: Arc::clone(&desk),
                conversations: conversations.space("relay"),
                clock: Arc::clone(&clock),
                agent: program.name(),
                program,
                environment: Layer::new(),
                limits: Limits { idle, ..Limits::default() },
            };
            (relay, conversations.space("slack"))
        });
        let setup = Setup {
            client,
            desk,
            posts,
            clock,
            ask,
            answerers,
            unseen_after,
            delivery,
            hub,
            agent,
        };
        let (signed, running) = sayso_slack::open(setup);
        let routes = Routes { signed: signed.unwrap_or_default(), ..Routes::default() };
        (routes, Box::pin(running))
    })))
}
