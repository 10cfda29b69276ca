//! The settings of the hub process, from all sources.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use sayso_bridges::AgentServer;
use sayso_core::dialect::{DialectLimits, Prompts};
use sayso_core::policy::TIMEOUT_RANGE;
use sayso_core::settings::{Key, SettingsLayer};
use sayso_engine::EngineConfig;
use sayso_mcp::Offered;
use sayso_store::StorePlace;

use super::environment::Environment;
use super::file::Flat;
use super::relay::Relay;
use super::table::{DATABASE, OPENCODE, unknown};
use super::values::{Values, refuse};
use crate::wiring::{CHATS, OFFERS};

pub(crate) struct Operational {
    pub host: IpAddr,
    pub port: Option<u16>,
    pub hosts: Vec<String>,
    pub linger: Option<Duration>,
    /// `None`: a file in the data directory.
    pub database: Option<StorePlace>,
    pub engine: EngineConfig,
    pub mcp_patience: String,
    pub mcp_tools: Offered,
    pub relay: Relay,
    /// Agents whose own dialogs are brought here over a connection.
    pub bridges: Vec<AgentServer>,
    pub log_level: String,
    pub log_file: Option<PathBuf>,
    pub log_rotate_bytes: u64,
    /// Values of the file that could not be used as they are, for the log.
    pub remarks: Vec<String>,
    /// Every setting with value and source, for `config show`.
    pub values: Values,
}

pub(crate) fn resolve(mut file: Flat, variables: &Environment) -> anyhow::Result<Operational> {
    let mut faults = Vec::new();
    let values = Values::read("", &mut file, variables, &mut faults);
    let mut remarks = Vec::new();
    let layer = personal(&mut file, &mut faults, &mut remarks);
    // Rules are tables; `config::policy` reads them, and no hub needs them.
    file.remove("policy.rules");
    values.given(variables, |given| {
        faults.extend(OFFERS.iter().filter_map(|offer| (offer.check)(given).err()));
    });
    faults.extend(file.keys().map(|name| unknown(name)));
    refuse(&faults, "`sayso config path` names the file, `sayso config show` lists every setting")?;
    let dialects = DialectLimits {
        questions: values.size("questions.max_questions"),
        options: values.size("questions.max_options"),
        questions_timeout: Some(values.number("questions.timeout"))
            .filter(|seconds| *seconds > 0)
            .map(|seconds| seconds.clamp(*TIMEOUT_RANGE.start(), *TIMEOUT_RANGE.end())),
        chats: CHATS,
        prompts: if values.is_on("prompts.strict") { Prompts::Refuse } else { Prompts::Warn },
    };
    let engine = EngineConfig {
        file: layer,
        dialects,
        retention_days: u32::try_from(values.number("retention.days")).unwrap_or(u32::MAX),
        retention_count: values.size("retention.count"),
    };
    Ok(Operational {
        host: values.text("hub.host").parse().expect("checked by its kind"),
        port: values.text("hub.port").parse().ok(),
        hosts: values.list("hub.hosts").map(str::to_owned).collect(),
        linger: values.text("hub.linger").parse().ok().map(Duration::from_secs),
        database: values
            .filled(DATABASE)
            .map(|url| StorePlace::at(url).expect("checked by its kind")),
        engine,
        mcp_patience: values.text("mcp.patience").to_owned(),
        mcp_tools: Offered::parse(values.text("mcp.tools")).expect("checked by its kind"),
        relay: Relay::read(&values),
        bridges: bridges(&values),
        log_level: values.text("log.level").to_owned(),
        log_file: values.filled("log.file").map(PathBuf::from),
        log_rotate_bytes: values.number("log.rotate_mb") * 1_000_000,
        remarks,
        values,
    })
}

fn bridges(values: &Values) -> Vec<AgentServer> {
    let opencode = values.list(OPENCODE).filter_map(|url| AgentServer::opencode(url).ok());
    let codex = values.filled("bridges.codex").map(|home| AgentServer::Codex(home.into()));
    opencode.chain(codex).collect()
}

fn personal(file: &mut Flat, faults: &mut Vec<String>, remarks: &mut Vec<String>) -> SettingsLayer {
    let mut layer = SettingsLayer::new();
    for key in Key::ALL {
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
