//! Every setting of the hub as a process, once: help, example file and `config show` come from it.

use std::net::IpAddr;

use sayso_core::policy::TIMEOUT_RANGE;
use sayso_mcp::ClientRules;
use sayso_relay::Protocol;
use sayso_slack::Answerers;

use super::relay;

/// One operational setting.
pub struct Key {
    pub name: &'static str,
    /// Stronger than the file; the first that is set counts.
    pub variables: &'static [&'static str],
    /// `None`: not set unless somebody sets it.
    pub default: Option<&'static str>,
    pub about: &'static str,
    kind: Kind,
}

/// What values it takes.
enum Kind {
    Address,
    Port,
    Hosts,
    Linger,
    /// A whole number in this range.
    Number(u64, u64),
    Switch,
    Level,
    Path,
    Names,
    Patience,
    /// Of Slack: a channel or a person.
    Place,
    /// Of Slack: who may answer.
    Answerers,
    /// Of Slack: where its API is.
    Api,
    /// A program and its arguments.
    Command,
    /// How an agent is talked to.
    Protocol,
}

const fn key(
    name: &'static str,
    variables: &'static [&'static str],
    default: Option<&'static str>,
    kind: Kind,
    about: &'static str,
) -> Key {
    Key { name, variables, default, about, kind }
}

pub const KEYS: [Key; 27] = [
    key(
        "hub.host",
        &["SAYSO_HOST", "CHOICE_WEB_HOST"],
        Some("127.0.0.1"),
        Kind::Address,
        "address to listen on; anything but loopback is reachable from the network",
    ),
    key(
        "hub.port",
        &["SAYSO_PORT", "CHOICE_WEB_PORT"],
        None,
        Kind::Port,
        "port to listen on; not set: the last one, then 7431, then any that is free",
    ),
    key(
        "hub.hosts",
        &["SAYSO_HOSTS"],
        None,
        Kind::Hosts,
        "further names with port that browsers may call the hub by, comma-separated",
    ),
    key(
        "hub.linger",
        &["SAYSO_LINGER"],
        Some("60"),
        Kind::Linger,
        "seconds the hub stays when nothing is pending and nobody is connected, or `never` to stay",
    ),
    key(
        "retention.days",
        &["SAYSO_RETENTION_DAYS"],
        Some("30"),
        Kind::Number(1, 36_500),
        "completed interactions are kept so many days",
    ),
    key(
        "retention.count",
        &["SAYSO_RETENTION_COUNT"],
        Some("1000"),
        Kind::Number(1, 10_000_000),
        "at most so many completed interactions are kept",
    ),
    key(
        "questions.max_questions",
        &["SAYSO_MAX_QUESTIONS"],
        Some("4"),
        Kind::Number(1, 10),
        "ask_user_questions: most questions in one call",
    ),
    key(
        "questions.max_options",
        &["SAYSO_MAX_OPTIONS"],
        Some("4"),
        Kind::Number(2, 10),
        "ask_user_questions: most options of one question",
    ),
    key(
        "questions.timeout",
        &["SAYSO_QUESTIONS_TIMEOUT"],
        Some("0"),
        Kind::Number(0, 604_800),
        "ask_user_questions: seconds until it times out; 0 is never",
    ),
    key(
        "prompts.strict",
        &["SAYSO_STRICT_PROMPTS"],
        Some("false"),
        Kind::Switch,
        "refuse prompts that give no context, instead of warning the agent",
    ),
    key(
        "mcp.patience",
        &["SAYSO_MCP_PATIENCE"],
        None,
        Kind::Patience,
        "how long calls of MCP clients wait, as family=seconds or family=never, comma-separated, such as codex, gemini or cline; `unknown` is for clients of no known family",
    ),
    key(
        "log.level",
        &["SAYSO_LOG_LEVEL", "CHOICE_LOG_LEVEL"],
        Some("info"),
        Kind::Level,
        "error, warn, info, debug or trace",
    ),
    key(
        "log.file",
        &["SAYSO_LOG_FILE", "CHOICE_LOG_FILE"],
        None,
        Kind::Path,
        "log to this file; not set: a hub in the background logs to hub.log in the data directory",
    ),
    key(
        "log.rotate_mb",
        &["SAYSO_LOG_ROTATE_MB"],
        Some("10"),
        Kind::Number(1, 10_000),
        "a log larger than this when the hub starts is moved aside",
    ),
    key(
        "policy.enabled",
        &["SAYSO_POLICY"],
        Some("true"),
        Kind::Switch,
        "whether `sayso hook` asks about what agents are about to do",
    ),
    key(
        "policy.timeout",
        &["SAYSO_POLICY_TIMEOUT"],
        Some("300"),
        Kind::Number(*TIMEOUT_RANGE.start(), *TIMEOUT_RANGE.end()),
        "seconds to answer such a question, at most until 5 s before the agent's own limit for hooks",
    ),
    key(
        "policy.disable",
        &["SAYSO_POLICY_DISABLE"],
        None,
        Kind::Names,
        "rules that do not count, by name, comma-separated; `sayso policy list` shows them",
    ),
    key(
        "slack.ask",
        &["SAYSO_SLACK_ASK"],
        None,
        Kind::Place,
        "channel (C0123456789) or person (U0123456789) to ask in Slack; not set: nothing goes there",
    ),
    key(
        "slack.answerers",
        &["SAYSO_SLACK_ANSWERERS"],
        None,
        Kind::Answerers,
        "who may answer beside the person asked: ids of users (U0123456789) and user groups (S0123456789), or `anyone` in the channel",
    ),
    key(
        "slack.after",
        &["SAYSO_SLACK_AFTER"],
        Some("0"),
        Kind::Number(0, 604_800),
        "seconds after which a question that nobody was shown goes to Slack; 0: only those meant for it",
    ),
    key(
        "slack.tokens",
        &["SAYSO_SLACK_TOKENS"],
        None,
        Kind::Path,
        "file with bot_token, app_token and signing_secret that only you can read; SAYSO_SLACK_BOT_TOKEN, SAYSO_SLACK_APP_TOKEN and SAYSO_SLACK_SIGNING_SECRET are stronger",
    ),
    key(
        "slack.api_base",
        &["SAYSO_SLACK_API_BASE"],
        Some(sayso_slack::API_BASE),
        Kind::Api,
        "where Slack's API is; without TLS only on this machine",
    ),
    key(
        "relay.command",
        &["SAYSO_RELAY_COMMAND"],
        None,
        Kind::Command,
        "the agent that conversations are led with, such as `claude`; a list where a word has blanks in it",
    ),
    key(
        "relay.protocol",
        &["SAYSO_RELAY_PROTOCOL"],
        None,
        Kind::Protocol,
        "how it is talked to: claude, acp or plain; not set: by the command's name",
    ),
    key(
        "relay.directory",
        &["SAYSO_RELAY_DIRECTORY"],
        None,
        Kind::Path,
        "where it works; not set: the home directory, for `sayso relay` the current one",
    ),
    key(
        "relay.prompt",
        &["SAYSO_RELAY_PROMPT"],
        Some("true"),
        Kind::Switch,
        "whether it is told how to ask, as `sayso skill print` says it",
    ),
    key(
        "relay.idle_minutes",
        &["SAYSO_RELAY_IDLE_MINUTES"],
        Some("30"),
        Kind::Number(1, 10_080),
        "minutes after which an agent's process that is not used is stopped, if it can go on later",
    ),
];

impl Key {
    pub fn find(name: &str) -> Option<&'static Key> {
        KEYS.iter().find(|key| key.name == name)
    }

    /// The canonical form, or what is wrong.
    pub fn parse(&self, raw: &str) -> Result<String, String> {
        let text = raw.trim();
        let wrong =
            |rule: &str| Err(format!("{}: `{text}` is not {rule} ({})", self.name, self.about));
        match self.kind {
            Kind::Address => match text {
                "localhost" => Ok("127.0.0.1".to_owned()),
                _ if text.parse::<IpAddr>().is_ok() => Ok(text.to_owned()),
                _ => wrong("an IP address"),
            },
            Kind::Port if text.parse::<u16>().is_ok() => Ok(text.to_owned()),
            Kind::Port => wrong("a port"),
            Kind::Hosts | Kind::Path | Kind::Names => Ok(text.to_owned()),
            Kind::Place if sayso_slack::is_id(text) => Ok(text.to_owned()),
            Kind::Place => wrong("an id of Slack"),
            Kind::Answerers => match Answerers::parse(text) {
                Ok(_) => Ok(text.to_owned()),
                Err(rule) => Err(format!("{}: {rule}", self.name)),
            },
            Kind::Api if text.starts_with("https://") || text.starts_with("http://") => {
                Ok(text.to_owned())
            }
            Kind::Api => wrong("a URL"),
            Kind::Command => match relay::words(text) {
                Some(_) => Ok(text.to_owned()),
                None => wrong("a command, or a list of texts"),
            },
            Kind::Protocol if Protocol::from_name(text).is_some() => Ok(text.to_owned()),
            Kind::Protocol => wrong("claude, acp or plain"),
            Kind::Patience => match ClientRules::parse(text) {
                Ok(_) => Ok(text.to_owned()),
                Err(rule) => Err(format!("{}: {rule}", self.name)),
            },
            Kind::Linger if text == "never" || text.parse::<u64>().is_ok() => Ok(text.to_owned()),
            Kind::Linger => wrong("a number of seconds or `never`"),
            Kind::Number(least, most) => match text.parse::<u64>() {
                Ok(number) if (least..=most).contains(&number) => Ok(number.to_string()),
                Ok(_) | Err(_) => wrong(&format!("a number from {least} to {most}")),
            },
            Kind::Switch => match text.to_lowercase().as_str() {
                "true" | "on" | "yes" | "1" => Ok("true".to_owned()),
                "false" | "off" | "no" | "0" => Ok("false".to_owned()),
                _ => wrong("true or false"),
            },
            Kind::Level => {
                let level = text.to_lowercase();
                let level = if level == "warning" { "warn".to_owned() } else { level };
                match ["error", "warn", "info", "debug", "trace"].contains(&level.as_str()) {
                    true => Ok(level),
                    false => wrong("a level"),
                }
            }
        }
    }
}
