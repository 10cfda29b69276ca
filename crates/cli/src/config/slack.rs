//! `[slack]`: whom to ask there, and the tokens, which are never shown and never in `config.toml`.

use std::path::Path;
use std::time::Duration;

use sayso_slack::{Answerers, Tokens};

use super::environment::Environment;
use super::values::Values;

/// The settings of Slack; nothing is asked there without `ask`, or if something is
/// [`Slack::missing`].
#[derive(Default)]
pub struct Slack {
    pub api_base: String,
    pub bot_token: Option<String>,
    pub app_token: Option<String>,
    pub signing_secret: Option<String>,
    pub ask: Option<String>,
    pub answerers: Answerers,
    pub after: Option<Duration>,
}

/// By name in the file of tokens, and in the environment.
const SECRETS: [(&str, &str); 3] = [
    ("bot_token", "SAYSO_SLACK_BOT_TOKEN"),
    ("app_token", "SAYSO_SLACK_APP_TOKEN"),
    ("signing_secret", "SAYSO_SLACK_SIGNING_SECRET"),
];

/// The variables that tokens may be in.
pub fn secrets() -> Vec<&'static str> {
    SECRETS.map(|(_, variable)| variable).to_vec()
}

impl Slack {
    pub(super) fn read(values: &Values, variables: &Environment) -> Result<Slack, String> {
        let mut secrets = match values.filled("slack.tokens") {
            Some(path) => tokens(Path::new(path))?,
            None => [None, None, None],
        };
        for (secret, (_, variable)) in secrets.iter_mut().zip(SECRETS) {
            *secret = variables.first(&[variable]).or(secret.take());
        }
        let [bot_token, app_token, signing_secret] = secrets;
        let ask = values.filled("slack.ask");
        let answerers = sayso_slack::answerers(values.text("slack.answerers"))?;
        if ask.is_some_and(is_channel) && answerers.is_empty() {
            return Err(
                "slack.answerers: say who may answer in that channel: ids of users or user groups, or `anyone`"
                    .to_owned(),
            );
        }
        let after = Some(values.number("slack.after")).filter(|seconds| *seconds > 0);
        Ok(Slack {
            api_base: values.text("slack.api_base").to_owned(),
            bot_token,
            app_token,
            signing_secret,
            ask: ask.map(str::to_owned),
            answerers,
            after: after.map(Duration::from_secs),
        })
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

    pub fn tokens(&self) -> Option<Tokens> {
        Some(Tokens { bot: self.bot_token.clone()?, app: self.app_token.clone() })
    }
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

    fn read(values: &[(&str, &str)], variables: &[(&str, &str)]) -> Result<Slack, String> {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let mut file = values.iter().map(owned).collect();
        let variables = Environment::from_pairs(variables);
        let values = Values::read("slack.", &mut file, &variables, &mut Vec::new());
        Slack::read(&values, &variables)
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
