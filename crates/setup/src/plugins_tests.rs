//! `plugins/` configures the same as `sayso setup` writes, except for how sayso is started.

use sayso_core::Dialect;
use serde_json::{Value, json};

use crate::ServerCommand;
use crate::edit::{ConfigEdit, NAME, Wanted};
use crate::file::{agent, files_of};

const CLAUDE_HOOKS: &str = include_str!("../../../plugins/claude-code/hooks/hooks.json");
const CLAUDE_SERVER: &str = include_str!("../../../plugins/claude-code/.mcp.json");
const GEMINI_HOOKS: &str = include_str!("../../../plugins/gemini-cli/hooks/hooks.json");
const GEMINI: &str = include_str!("../../../plugins/gemini-cli/gemini-extension.json");

/// REQ: IN-4
#[test]
fn claude_code_has_the_same_server_and_hook() {
    const START: &str = "${CLAUDE_PLUGIN_ROOT}/scripts/sayso";
    let server = &read(CLAUDE_SERVER)["mcpServers"][NAME];
    assert_eq!(server, &setup("claude-code", START)["mcpServers"][NAME]);
    let hooks = &read(CLAUDE_HOOKS)["hooks"]["PreToolUse"];
    assert_eq!(hooks[0], setup("claude-code", START)["hooks"]["PreToolUse"]);
    // Instead of `permissions.allow`, which a plugin can't set.
    let tools = Dialect::tools().join("|");
    assert_eq!(hooks[1]["matcher"], format!("mcp__plugin_sayso_sayso__({tools})"));
    assert_eq!(hooks.as_array().map(Vec::len), Some(2));
}

/// REQ: IN-4
#[test]
fn gemini_cli_has_the_same_server_and_hook() {
    const START: &str = "${extensionPath}${/}scripts${/}sayso";
    let mut wanted = setup("gemini", START);
    // An extension can't trust itself.
    wanted["mcpServers"][NAME].as_object_mut().map(|server| server.remove("trust"));
    assert_eq!(read(GEMINI)["mcpServers"][NAME], wanted["mcpServers"][NAME]);
    assert_eq!(read(GEMINI_HOOKS)["hooks"]["BeforeTool"], json!([wanted["hooks"]["BeforeTool"]]));
}

fn read(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// What setup puts into all files of an agent, if this starts sayso.
fn setup(id: &str, start: &str) -> Value {
    let server =
        ServerCommand { command: "@".to_owned(), arguments: Vec::new(), variables: Vec::new() };
    let mut whole = json!({});
    for ConfigEdit { path, wanted, .. } in files_of(agent(id)).flat_map(|file| file.edits(&server))
    {
        let value = match wanted {
            Wanted::Is(value) | Wanted::Has { value, .. } => value,
            Wanted::Hook(hook) => hook.group(),
            Wanted::Bridge(_) | Wanted::Covers(_) | Wanted::Unless { .. } | Wanted::Joins(_) => {
                continue;
            }
        };
        let mut at = &mut whole;
        for key in &path {
            at = &mut at[key.as_str()];
        }
        *at = value;
    }
    // The launcher's path is quoted in a shell's command only.
    let text = whole.to_string().replace("@ hook", &format!("\\\"{start}\\\" hook"));
    read(&text.replace("\"@\"", &format!("\"{start}\"")))
}
