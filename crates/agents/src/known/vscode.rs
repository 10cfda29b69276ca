//! VS Code.

use crate::Location::Application;
use crate::{Agent, ClientClock, ConfigFile, ConfigLine, Says, Soft};

pub(super) static AGENT: Agent = Agent {
    id: "vscode",
    name: "VS Code",
    programs: &["code"],
    folders: &[Application("Code/User")],
    files: &[ConfigFile::new(
        &[Application("Code/User/mcp.json")],
        &[ConfigLine::entry("type", Says::Text("stdio")), ConfigLine::Command],
    )
    .with_servers("servers")
    .in_project(&[".vscode/mcp.json"])],
    // Has no limit, but each wait needs an end.
    client: ClientClock::waits(&["visual-studio-code", "vscode"], Soft::Seconds(240)),
    remark: Some("VS Code asks before the first call: choose to always allow it."),
    ..Agent::BLANK
};
