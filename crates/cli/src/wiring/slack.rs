//! What Slack is made of: the client, and the surface inside the hub.

use std::sync::Arc;

use anyhow::Context;
use sayso_api::Routes;
use sayso_hub::{Ground, OpenSurface};
use sayso_slack::{Client, Delivery, Routing, Setup, Timing};

use crate::config::Slack;

pub fn client(slack: &Slack) -> anyhow::Result<Client> {
    let tokens = slack.tokens().context("there is no bot token")?;
    Ok(Client::new(&slack.api_base, tokens)?)
}

/// Nothing if Slack is not configured; half of a configuration is told in the log.
pub(super) fn surface(slack: &Slack) -> anyhow::Result<Option<OpenSurface>> {
    let Some(ask) = slack.ask.clone() else { return Ok(None) };
    if let Some(missing) = slack.missing() {
        tracing::warn!(missing, "slack.ask is set, but nothing goes to Slack");
        return Ok(None);
    }
    let client = Arc::new(client(slack)?);
    let routing = Routing { ask, answerers: slack.answerers.clone(), unseen_after: slack.after };
    let delivery = Delivery {
        socket_mode: slack.app_token.is_some(),
        signing_secret: slack.signing_secret.clone(),
    };
    Ok(Some(Box::new(move |ground: Ground| {
        let Ground { desk, posts, conversations, clock } = ground;
        let timing = Timing::default();
        let agent = std::env::var("TMP_RELAY").ok().map(|text| {
            let command: Vec<String> = serde_json::from_str(&text).unwrap();
            let setup = sayso_relay::Setup {
                desk: Arc::clone(&desk),
                conversations: conversations.space("relay"),
                clock: Arc::clone(&clock),
                program: sayso_relay::Program {
                    command,
                    protocol: sayso_relay::Protocol::Claude,
                    directory: "/".into(),
                    prompt: sayso_relay::Prompt::Withheld,
                },
                agent: "claude".to_owned(),
                environment: Default::default(),
                limits: Default::default(),
            };
            (setup, conversations.space("slack"))
        });
        let setup = Setup { client, desk, posts, clock, routing, delivery, timing, agent };
        let (signed, running) = sayso_slack::open(setup);
        let routes = Routes { signed: signed.unwrap_or_default(), ..Routes::default() };
        (routes, Box::pin(running))
    })))
}
