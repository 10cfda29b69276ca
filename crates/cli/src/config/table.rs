//! Every setting of the hub process, one row each: help, example file, variables and `config show`
//! are generated from it. Personal settings are in the table of `sayso_core::settings`.

use std::net::IpAddr;
use std::path::Path;

use sayso_bridges::AgentServer;
use sayso_core::policy::TIMEOUT_RANGE;
use sayso_core::settings::ValueKind::{AnyText, Checked, Number, OneOf, Seconds, Switch};
use sayso_core::settings::{Key, Setting};
use sayso_core::surface::Chats;
use sayso_core::text::{duration, meant};
use sayso_mcp::{ClientRules, Offered};
use sayso_relay::Protocol;
use sayso_store::StorePlace;

use super::relay;
use crate::wiring::OFFERS;

/// May contain a password.
pub(crate) const DATABASE: &str = "hub.database";
/// The same.
pub(crate) const OPENCODE: &str = "bridges.opencode";
/// Whose value may be a secret.
pub(super) const SECRETS: [&str; 2] = [DATABASE, OPENCODE];

macro_rules! table {
    ($($name:literal $kind:expr, $default:expr, $about:literal $(, set by $variables:tt)?;)+) => {
        static TABLE: [Setting; [$($name),+].len()] =
            [$(Setting::new($name, $kind, $default, $about)$(.variables(&$variables))?),+];
    };
}

table! {
    "hub.host" Checked(address), "127.0.0.1",
        "address to listen on; anything but loopback is reachable from the network",
        set by ["SAYSO_HOST", "CHOICE_WEB_HOST"];
    "hub.port" Checked(port), "",
        "port to listen on (default: the last one, then 7431, then any that is free)",
        set by ["SAYSO_PORT", "CHOICE_WEB_PORT"];
    "hub.hosts" AnyText, "",
        "additional addresses (HOST:PORT) at which browsers reach the hub, comma-separated",
        set by ["SAYSO_HOSTS"];
    "hub.linger" Checked(linger), "60",
        "how long the hub stays when no question is waiting and nobody is connected, as 90s, 10m or 2h, or `never` to stay forever",
        set by ["SAYSO_LINGER"];
    "hub.database" Checked(database), "",
        "PostgreSQL to keep questions in, as postgres://user@host/database; `config set hub.database -` reads one with a password from stdin (default: SQLite in the data directory)",
        set by ["SAYSO_DATABASE"];
    "retention.days" Number { min: 1, max: 36_500 }, "365",
        "days that settled questions are kept";
    "retention.count" Number { min: 1, max: 10_000_000 }, "100000",
        "number of settled questions that are kept";
    "questions.max_questions" Number { min: 1, max: 10 }, "4",
        "ask_user_questions: maximum number of questions in one call",
        set by ["SAYSO_MAX_QUESTIONS"];
    "questions.max_options" Number { min: 2, max: 10 }, "4",
        "ask_user_questions: maximum number of options of one question",
        set by ["SAYSO_MAX_OPTIONS"];
    "questions.timeout" Seconds { min: 0, max: 604_800 }, "0",
        "ask_user_questions: time to answer (0: no limit)";
    "prompts.strict" Switch, "off",
        "refuse prompts without context instead of warning the agent",
        set by ["SAYSO_STRICT_PROMPTS"];
    "mcp.patience" Checked(patience), "",
        "how long calls of each MCP client wait, comma-separated: codex=90s, cline=never; `unknown` is for all other clients";
    "mcp.tools" Checked(tools), "",
        "tools that agents are offered, comma-separated: provide_choice, ask_user_questions (default: both; get_answered_questions comes with the second)";
    "log.level" Checked(level), "info",
        "error, warn, info, debug or trace",
        set by ["SAYSO_LOG_LEVEL", "CHOICE_LOG_LEVEL"];
    "log.file" AnyText, "",
        "file to log to (default: hub.log in the data directory for a hub in the background)",
        set by ["SAYSO_LOG_FILE", "CHOICE_LOG_FILE"];
    "log.rotate_mb" Number { min: 1, max: 10_000 }, "10",
        "size in megabytes from which a log is moved aside when the hub starts";
    "policy.enabled" Switch, "on",
        "whether `sayso hook` asks about what agents are about to do",
        set by ["SAYSO_POLICY"];
    "policy.timeout" Seconds { min: *TIMEOUT_RANGE.start(), max: *TIMEOUT_RANGE.end() }, "300",
        "time to answer such a question, at most until 5 s before the agent's own limit for hooks";
    "policy.disable" AnyText, "",
        "names of rules to switch off, comma-separated; `sayso policy list` shows them";
    "policy.subagents" Seconds { min: 10, max: 604_800 }, "60",
        "after `sayso setup --questions`: how long a subagent, Qwen Code, or Codex without its daemon waits for an answer here before its own dialog opens";
    "bridges.opencode" Checked(opencode), "",
        "OpenCode servers whose questions and permissions are brought here, as http://127.0.0.1:4096, comma-separated; `sayso setup opencode --questions --port N` sets it";
    "bridges.codex" Checked(home), "",
        "Codex's directory (CODEX_HOME), if its questions and permissions are brought here; `sayso setup codex --questions` sets it";
    "relay.command" Checked(command), "",
        "command of the agent to chat with, such as `claude`; a list if a word contains spaces";
    "relay.protocol" OneOf(protocols), "",
        "the agent's protocol (default: by the command's name)";
    "relay.directory" AnyText, "",
        "where the agent works (default: the home directory, for `sayso relay` the current one)";
    "relay.prompt" Switch, "on",
        "whether the agent gets the text of `sayso skill print`, which says how to ask";
    "relay.idle_minutes" Number { min: 1, max: 10_080 }, "30",
        "minutes after which an unused agent process is stopped, if it can continue later";
}

/// All of them, with those of every chat.
pub(crate) fn all() -> impl Iterator<Item = &'static Setting> {
    TABLE.iter().chain(OFFERS.iter().flat_map(|offer| offer.settings))
}

pub(crate) fn find(name: &str) -> Option<&'static Setting> {
    all().find(|setting| setting.name == name)
}

/// Every name that `sayso config` accepts.
pub(crate) fn names() -> Vec<&'static str> {
    Key::ALL.map(Key::as_str).into_iter().chain(all().map(|setting| setting.name)).collect()
}

/// What may be printed of a value: a password may not.
pub(crate) fn shown(setting: &Setting, value: String) -> String {
    match setting.name == DATABASE {
        true if !value.is_empty() => match StorePlace::at(&value) {
            Ok(address) => address.to_string(),
            Err(why) => format!("(not shown: {why})"),
        },
        false if setting.name == OPENCODE => {
            let each = value.split(',').map(|url| match url.rsplit_once('@') {
                Some((_, host)) => format!("http://…@{host}"),
                None => url.to_owned(),
            });
            each.collect::<Vec<_>>().join(",")
        }
        _ => value,
    }
}

/// Whether it has a password.
pub(crate) fn is_secret(setting: &Setting, value: &str) -> bool {
    (setting.name == DATABASE && StorePlace::at(value).is_ok_and(|place| place.has_password()))
        || (setting.name == OPENCODE && AgentServer::has_password(value))
}

/// `there is no setting`, with a suggestion.
pub(crate) fn unknown(name: &str) -> String {
    match meant(name.strip_prefix("personal.").unwrap_or(name), names()) {
        Some(meant) => format!("there is no setting `{name}`; did you mean `{meant}`?"),
        None => format!("there is no setting `{name}`; `sayso config show` lists them all"),
    }
}

fn checked(text: &str, fits: bool, what: &str) -> Result<String, String> {
    if fits { Ok(text.to_owned()) } else { Err(format!("`{text}` is not {what}")) }
}

fn address(text: &str) -> Result<String, String> {
    let text = if text == "localhost" { "127.0.0.1" } else { text };
    checked(text, text.parse::<IpAddr>().is_ok(), "an IP address")
}

fn port(text: &str) -> Result<String, String> {
    checked(text, text.parse::<u16>().is_ok(), "a port")
}

fn linger(text: &str) -> Result<String, String> {
    if text == "never" {
        return Ok(text.to_owned());
    }
    let seconds = duration(text).map(|seconds| seconds.to_string());
    seconds.ok_or_else(|| format!("`{text}` is not a duration such as 90s, or `never`"))
}

fn database(text: &str) -> Result<String, String> {
    StorePlace::at(text).map(|_| text.to_owned())
}

fn opencode(text: &str) -> Result<String, String> {
    let each = text.split(',').map(str::trim).filter(|url| !url.is_empty());
    let each = each.map(|url| match AgentServer::opencode(url) {
        Ok(_) => Ok(url.trim_end_matches('/')),
        Err(why) => Err(why.to_string()),
    });
    each.collect::<Result<Vec<_>, _>>().map(|urls| urls.join(","))
}

fn home(text: &str) -> Result<String, String> {
    checked(text, Path::new(text).is_absolute(), "an absolute path")
}

fn patience(text: &str) -> Result<String, String> {
    ClientRules::parse(text).map(|_| text.to_owned())
}

fn tools(text: &str) -> Result<String, String> {
    Offered::parse(text).map(|_| text.to_owned())
}

fn level(text: &str) -> Result<String, String> {
    let level = text.to_lowercase();
    let level = if level == "warning" { "warn" } else { &level };
    let known = ["error", "warn", "info", "debug", "trace"].contains(&level);
    checked(level, known, "a level")
}

fn protocols(_: Chats) -> Vec<String> {
    Protocol::ALL.iter().map(|protocol| protocol.as_str().to_owned()).collect()
}

fn command(text: &str) -> Result<String, String> {
    checked(text, relay::words(text).is_some(), "a command, or a list of texts")
}
