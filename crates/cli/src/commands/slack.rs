//! `sayso slack setup`: the app manifest, a check of its tokens, and a test question in Slack.

use anyhow::Context;
use clap::{Args, Subcommand};
use sayso_slack::{Client, Identity, SCOPES, SlackConfig, SlackError, SlackMessage, manifest};

use super::chat_trial;
use crate::config::Settings;
use crate::exit::{ANSWERED, BadInput, Code, FAILED};
use crate::output;

#[derive(Subcommand)]
pub(crate) enum Slack {
    Setup(Setup),
}

impl Slack {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        match self {
            Slack::Setup(setup) => setup.run(settings).await,
        }
    }
}

/// Check the tokens, or explain how to get them, then ask a test question in Slack
#[derive(Args)]
#[command(before_help = "Examples:
  sayso slack setup --manifest                          the app to paste at api.slack.com/apps
  sayso config set slack.ask U0123456789
  sayso config set slack.tokens ~/.config/sayso/slack.toml
  sayso slack setup                                     checks everything and asks a question")]
pub(crate) struct Setup {
    /// Print the app manifest and exit
    #[arg(long)]
    manifest: bool,
    /// Address at which Slack reaches the hub (instead of a socket that the hub opens)
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// Only check, don't ask a question
    #[arg(long)]
    no_question: bool,
}

impl Setup {
    async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let app = serde_json::to_string_pretty(&manifest(self.url.as_deref()))?;
        if self.manifest {
            output::line(app)?;
            return Ok(ANSWERED);
        }
        let slack = settings.given(&settings.operational()?, SlackConfig::read)?;
        let how = format!("{HOW}\n\n{app}\n");
        if let Some(missing) = slack.missing() {
            output::line(how)?;
            output::warn(format!("not set yet: {missing}"));
            return Ok(FAILED);
        }
        let client = match slack.client() {
            Err(error @ SlackError::NoToken { .. }) => {
                output::line(how)?;
                return Err(error.into());
            }
            client => client?,
        };
        let identity = client.auth_test().await.context("the bot token does not work")?;
        output::line(format!("bot token: {} in {}", identity.bot, identity.team))?;
        check_scopes(&identity)?;
        if slack.app_token.is_some() {
            client.open_connection().await.context("the app token does not work")?;
            output::line("app token: Socket Mode can be opened")?;
        }
        let Some(ask) = &slack.ask else {
            return Err(BadInput(
                "nobody to ask: `sayso config set slack.ask` with the id of a person (U…) or a channel (C…)"
                    .to_owned(),
            )
            .into());
        };
        greet(&client, ask).await?;
        if self.no_question {
            return Ok(ANSWERED);
        }
        chat_trial::ask(settings, &sayso_slack::OFFER, ask, "sayso slack setup").await
    }
}

const HOW: &str = "\
1. Make an app at https://api.slack.com/apps: Create New App, From a manifest, and paste the one below.
2. Install it. OAuth & Permissions shows the bot token (xoxb-…).
3. Basic Information, App-Level Tokens: make one with connections:write (xapp-…).
4. Put both into a file that only you can read, and name it:
     bot_token = \"xoxb-…\"
     app_token = \"xapp-…\"
   sayso config set slack.tokens <that file>
5. Say whom to ask: sayso config set slack.ask U0123456789
6. sayso slack setup";

fn check_scopes(identity: &Identity) -> anyhow::Result<()> {
    // Not every token reports its scopes.
    if identity.scopes.is_empty() {
        return Ok(());
    }
    let missing =
        SCOPES.iter().filter(|(scope, _)| !identity.scopes.iter().any(|has| has == scope));
    let missing: Vec<String> = missing.map(|(scope, why)| format!("{scope} (to {why})")).collect();
    if missing.is_empty() {
        output::line("scopes: all there")?;
        return Ok(());
    }
    anyhow::bail!(BadInput(format!(
        "the app lacks {}; add that under OAuth & Permissions, reinstall the app, and try again",
        missing.join(", ")
    )));
}

/// Posts a greeting where questions will go: if that works, they will arrive.
async fn greet(client: &Client, ask: &str) -> anyhow::Result<()> {
    let failed = || format!("`{ask}` cannot be asked");
    let channel = match ask.starts_with(['U', 'W']) {
        true => client.open_conversation(ask).await.with_context(failed)?,
        false => ask.to_owned(),
    };
    let hello = SlackMessage::words("sayso is set up: questions from your agents arrive here.");
    client.post(&channel, None, &hello).await.with_context(failed)?;
    output::line(format!("{ask}: said hello"))?;
    Ok(())
}
