//! `[slack]`: whom to ask there, and the tokens, which are never shown and never in `config.toml`.

use std::path::Path;
use std::sync::Arc;

use sayso_chat::{Answerers, ChatContext, Given, Offer, OpenChat, Opened, Proof};
use sayso_core::settings::Setting;
use sayso_core::settings::ValueKind::{AnyText, Checked};

use crate::client::{API_BASE, Client, SlackError, Tokens};
use crate::ids::{answerers, is_id};
use crate::open::{Delivery, SlackSetup, open};

/// Slack, for the wiring.
pub const OFFER: Offer = Offer {
    chat: crate::CHAT,
    settings: &SETTINGS,
    secrets: &[SECRETS[0].1, SECRETS[1].1, SECRETS[2].1],
    check: |given| SlackConfig::read(given).map(drop),
    open: opening,
    prove: proof,
};

static SETTINGS: [Setting; 4] = [
    Setting::new(
        "slack.ask",
        Checked(place),
        "",
        "channel (C0123456789) or person (U0123456789) to ask in Slack (default: nothing goes there)",
    ),
    Setting::new(
        "slack.answerers",
        Checked(who),
        "",
        "who else may answer: ids of users (U0123456789) and user groups (S0123456789), or `anyone` in the channel",
    ),
    Setting::new(
        "slack.tokens",
        AnyText,
        "",
        "file with bot_token, app_token and signing_secret that only you can read; SAYSO_SLACK_BOT_TOKEN, SAYSO_SLACK_APP_TOKEN and SAYSO_SLACK_SIGNING_SECRET override it",
    ),
    Setting::new(
        "slack.api_base",
        Checked(url),
        API_BASE,
        "where Slack's API is; without TLS only on this machine",
    ),
];

/// By name in the file of tokens, and in the environment.
const SECRETS: [(&str, &str); 3] = [
    ("bot_token", "SAYSO_SLACK_BOT_TOKEN"),
    ("app_token", "SAYSO_SLACK_APP_TOKEN"),
    ("signing_secret", "SAYSO_SLACK_SIGNING_SECRET"),
];

/// The settings of Slack; nothing is asked there without `ask`, or if something is
/// [`SlackConfig::missing`].
pub struct SlackConfig {
    api_base: String,
    bot_token: Option<String>,
    pub app_token: Option<String>,
    signing_secret: Option<String>,
    pub ask: Option<String>,
    answerers: Answerers,
}

impl SlackConfig {
    pub fn read(given: &Given<'_>) -> Result<SlackConfig, String> {
        let filled = |name: &str| Some((given.value)(name)).filter(|text| !text.is_empty());
        let mut secrets = match filled("slack.tokens") {
            Some(path) => tokens(Path::new(&path))?,
            None => [None, None, None],
        };
        for (secret, (_, variable)) in secrets.iter_mut().zip(SECRETS) {
            *secret = (given.variable)(variable).or(secret.take());
        }
        let [bot_token, app_token, signing_secret] = secrets;
        let ask = filled("slack.ask");
        let answerers = answerers(&(given.value)("slack.answerers"))?;
        if ask.as_deref().is_some_and(is_channel) && answerers.is_empty() {
            return Err(
                "slack.answerers: say who may answer in that channel: ids of users or user groups, or `anyone`"
                    .to_owned(),
            );
        }
        let api_base = (given.value)("slack.api_base");
        Ok(SlackConfig { api_base, bot_token, app_token, signing_secret, ask, answerers })
    }

    /// The first missing setting, if Slack can't be used.
    pub fn missing(&self) -> Option<&'static str> {
        if self.bot_token.is_none() {
            Some("the bot token (SAYSO_SLACK_BOT_TOKEN)")
        } else if self.app_token.is_none() && self.signing_secret.is_none() {
            Some(
                "the app token for Socket Mode (SAYSO_SLACK_APP_TOKEN), or the signing secret if Slack calls the hub (SAYSO_SLACK_SIGNING_SECRET)",
            )
        } else {
            None
        }
    }

    pub fn client(&self) -> Result<Client, SlackError> {
        let bot = self.bot_token.clone().unwrap_or_default();
        Client::new(&self.api_base, Tokens { bot, app: self.app_token.clone() })
    }
}

fn proof(given: &Given<'_>) -> Result<Option<Proof>, String> {
    let config = SlackConfig::read(given)?;
    if config.ask.is_none() {
        return Ok(None);
    }
    if let Some(missing) = config.missing() {
        return Err(format!("not set: {missing}"));
    }
    let client = config.client().map_err(|error| error.to_string())?;
    let has_app_token = config.app_token.is_some();
    Ok(Some(Box::pin(async move {
        let who = client.auth_test().await;
        let who = who.map_err(|error| format!("the bot token does not work: {error}"))?;
        if has_app_token {
            let opened = client.open_connection().await;
            opened.map_err(|error| format!("the app token does not work: {error}"))?;
        }
        Ok(format!("{} in {}", who.bot, who.team))
    })))
}

fn opening(given: &Given<'_>) -> Result<Option<OpenChat>, String> {
    let config = SlackConfig::read(given)?;
    let Some(ask) = config.ask.clone() else { return Ok(None) };
    if let Some(missing) = config.missing() {
        tracing::warn!(missing, "slack.ask is set, but nothing goes to Slack");
        return Ok(None);
    }
    let client = match config.client() {
        Ok(client) => Arc::new(client),
        // The rest of the hub works; `sayso doctor` says this too.
        Err(error @ SlackError::NoToken { .. }) => {
            tracing::error!(%error, "slack.ask is set, but nothing goes to Slack");
            return Ok(None);
        }
        Err(error) => return Err(error.to_string()),
    };
    let SlackConfig { app_token, signing_secret, answerers, .. } = config;
    let delivery = Delivery { socket_mode: app_token.is_some(), signing_secret };
    Ok(Some(Box::new(move |ground| {
        let ChatContext { desk, posts, clock, part, hub, agent, memory: _ } = ground;
        let (signed, running) = open(SlackSetup {
            client: Arc::clone(&client),
            desk,
            posts,
            clock,
            ask: ask.clone(),
            answerers: answerers.clone(),
            delivery: delivery.clone(),
            part,
            hub,
            agent,
        });
        Opened { signed, running: Box::pin(running) }
    })))
}

fn checked(text: &str, fits: bool, what: &str) -> Result<String, String> {
    if fits { Ok(text.to_owned()) } else { Err(format!("`{text}` is not {what}")) }
}

fn place(text: &str) -> Result<String, String> {
    checked(text, is_id(text), "an id of Slack")
}

fn who(text: &str) -> Result<String, String> {
    answerers(text).map(|_| text.to_owned())
}

fn url(text: &str) -> Result<String, String> {
    checked(text, text.starts_with("https://") || text.starts_with("http://"), "a URL")
}

fn is_channel(id: &str) -> bool {
    !id.starts_with(['U', 'W'])
}

/// Nobody else may be able to read them.
fn tokens(path: &Path) -> Result<[Option<String>; 3], String> {
    use std::os::unix::fs::PermissionsExt;
    let shown = path.display();
    let failed = |error: std::io::Error| format!("slack.tokens: cannot read {shown}: {error}");
    let mode = std::fs::metadata(path).map_err(failed)?.permissions().mode();
    if mode & 0o077 != 0 {
        return Err(format!(
            "slack.tokens: others can read {shown}; run `chmod 600 {shown}`, and if it was so for long, make new tokens"
        ));
    }
    let text = std::fs::read_to_string(path).map_err(failed)?;
    // Not the parser's message: it would quote the line with the token.
    let table: toml::Table = text.parse().map_err(|_| {
        format!("slack.tokens: {shown} is not TOML such as `bot_token = \"xoxb-…\"`")
    })?;
    if let Some(unknown) = table.keys().find(|name| !SECRETS.iter().any(|(known, _)| known == name))
    {
        let known = SECRETS.map(|(name, _)| name).join(", ");
        return Err(format!("slack.tokens: {shown}: there is no `{unknown}`; there are {known}"));
    }
    Ok(SECRETS.map(|(name, _)| table.get(name).and_then(|value| value.as_str()).map(str::to_owned)))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn read(values: &[(&str, &str)], variables: &[(&str, &str)]) -> Result<SlackConfig, String> {
        let of = |pairs: &[(&str, &str)], name: &str| {
            pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        SlackConfig::read(&Given {
            value: &|name| of(values, name).unwrap_or_default(),
            variable: &|name| of(variables, name),
        })
    }

    #[test]
    fn tokens_come_from_a_file_that_is_ones_own_and_the_environment_is_stronger() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("tokens.toml");
        std::fs::write(&file, "bot_token = \"xoxb-file\"\napp_token = \"xapp-file\"\n").unwrap();
        let path = file.to_str().unwrap();
        let given = [("slack.tokens", path), ("slack.ask", "U1")];
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).unwrap();
        assert!(read(&given, &[]).err().unwrap().contains("chmod 600"));
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o600)).unwrap();
        let slack = read(&given, &[("SAYSO_SLACK_BOT_TOKEN", "xoxb-env")]).unwrap();
        assert_eq!(slack.bot_token.as_deref(), Some("xoxb-env"));
        assert_eq!(slack.app_token.as_deref(), Some("xapp-file"));
        assert_eq!(slack.missing(), None);
        std::fs::write(&file, "bot_token = xoxb-secret").unwrap();
        let fault = read(&given, &[]).err().unwrap();
        assert!(!fault.contains("secret"), "{fault}");
    }

    #[test]
    fn nothing_goes_there_before_everything_is_known() {
        let bot = ("SAYSO_SLACK_BOT_TOKEN", "xoxb-1");
        let app = ("SAYSO_SLACK_APP_TOKEN", "xapp-1");
        let missing = |variables: &[_]| read(&[("slack.ask", "U1")], variables).unwrap().missing();
        assert!(missing(&[bot]).unwrap().contains("app token"));
        assert!(missing(&[app]).unwrap().contains("bot token"));
        assert_eq!(missing(&[bot, app]), None);
        let in_channel = read(&[("slack.ask", "C1")], &[bot, app]);
        assert!(in_channel.err().unwrap().contains("who may answer"));
        let anyone = [("slack.ask", "C1"), ("slack.answerers", "anyone")];
        assert!(read(&anyone, &[bot, app]).unwrap().answerers.anyone);
    }
}
