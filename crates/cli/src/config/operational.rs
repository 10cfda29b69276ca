//! What the hub as a process is told, from all places where it can be said.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use sayso_core::dialect::{DialectLimits, Prompts};
use sayso_core::policy::TIMEOUT_RANGE;
use sayso_core::settings::{self, Layer};
use sayso_desk::Config;

use super::environment::Environment;
use super::file::Flat;
use super::keys::{KEYS, Key};
use super::relay::Relay;
use super::slack::Slack;
use crate::exit::BadInput;
use crate::wiring::CHATS;

/// Where an operational value came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    Builtin,
    File,
    Environment,
}

/// What the hub is told.
pub struct Operational {
    pub host: IpAddr,
    pub port: Option<u16>,
    pub hosts: Vec<String>,
    pub linger: Option<Duration>,
    pub engine: Config,
    pub mcp_patience: String,
    pub slack: Slack,
    pub relay: Relay,
    pub log_level: String,
    pub log_file: Option<PathBuf>,
    pub log_rotate_bytes: u64,
    /// Values of the file that could not be used as they are, for the log.
    pub remarks: Vec<String>,
    /// Every key with value and origin, for `config show`.
    pub shown: Vec<(&'static Key, String, Origin)>,
}

/// All faults at once: a configuration is mended in one go.
pub fn resolve(mut file: Flat, variables: &Environment) -> anyhow::Result<Operational> {
    let mut faults = Vec::new();
    let mut shown = Vec::new();
    for key in &KEYS {
        let in_file = file.remove(key.name);
        let (raw, origin) = match (variables.first(key.variables), in_file) {
            (Some(value), _) => (value, Origin::Environment),
            (None, Some(value)) => (value, Origin::File),
            (None, None) => (key.default.unwrap_or_default().to_owned(), Origin::Builtin),
        };
        match key.parse(&raw) {
            Ok(value) => shown.push((key, value, origin)),
            Err(_) if raw.is_empty() => shown.push((key, raw, origin)),
            Err(fault) => faults.push(fault),
        }
    }
    let mut remarks = Vec::new();
    let layer = personal(&mut file, &mut faults, &mut remarks);
    // Rules are tables; `config::policy` reads them, and no hub needs them.
    file.remove("policy.rules");
    let slack = Slack::read(
        |name| shown.iter().find(|(key, _, _)| key.name == name).map(|(_, value, _)| value.clone()),
        variables,
    );
    let slack = slack.unwrap_or_else(|fault| {
        faults.push(fault);
        Slack::default()
    });
    faults.extend(file.keys().map(|name| format!("{name}: there is no such setting")));
    if !faults.is_empty() {
        let faults = faults.join("\n  ");
        let hint = "`sayso config path` names the file, `sayso config show` lists every setting";
        return Err(BadInput(format!("the configuration has faults:\n  {faults}\n  {hint}")).into());
    }
    let text = |name: &str| {
        let found = shown.iter().find(|(key, _, _)| key.name == name);
        found.map(|(_, value, _)| value.as_str()).unwrap_or_default()
    };
    let number = |name: &str| text(name).parse::<u64>().expect("checked by its kind");
    let size = |name: &str| usize::try_from(number(name)).unwrap_or(usize::MAX);
    let dialects = DialectLimits {
        questions: size("questions.max_questions"),
        options: size("questions.max_options"),
        questions_timeout: Some(number("questions.timeout"))
            .filter(|seconds| *seconds > 0)
            .map(|seconds| seconds.clamp(*TIMEOUT_RANGE.start(), *TIMEOUT_RANGE.end())),
        prompts: if text("prompts.strict") == "true" { Prompts::Refuse } else { Prompts::Warn },
        chats: CHATS,
    };
    let engine = Config {
        file: layer,
        dialects,
        retention_days: u32::try_from(number("retention.days")).unwrap_or(u32::MAX),
        retention_count: size("retention.count"),
    };
    let hosts = text("hub.hosts").split(',').map(str::trim).filter(|host| !host.is_empty());
    Ok(Operational {
        host: text("hub.host").parse().expect("checked by its kind"),
        port: text("hub.port").parse().ok(),
        hosts: hosts.map(str::to_owned).collect(),
        linger: text("hub.linger").parse().ok().map(Duration::from_secs),
        engine,
        slack,
        mcp_patience: text("mcp.patience").to_owned(),
        relay: Relay::read(|name| text(name).to_owned()),
        log_level: text("log.level").to_owned(),
        log_file: Some(text("log.file")).filter(|path| !path.is_empty()).map(PathBuf::from),
        log_rotate_bytes: number("log.rotate_mb") * 1_000_000,
        remarks,
        shown,
    })
}

fn personal(file: &mut Flat, faults: &mut Vec<String>, remarks: &mut Vec<String>) -> Layer {
    let mut layer = Layer::new();
    for key in settings::Key::ALL {
        let name = format!("personal.{}", key.as_str());
        let Some(given) = file.remove(&name) else { continue };
        let (value, remark) = key.clamped(&given);
        remarks.extend(remark.map(|remark| format!("{name}: {remark}")));
        match key.parse(&value, CHATS) {
            Ok(value) => {
                layer.insert(key, value);
            }
            Err(problem) => faults.push(format!("personal.{problem}")),
        }
    }
    layer
}
