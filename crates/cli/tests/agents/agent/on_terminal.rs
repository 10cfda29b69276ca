//! Agents on a terminal, where they begin with a prompt.

use serde_json::json;

use super::{Launch, opencode, qwen, words};

/// Its daemon has its settings from a file.
pub(super) fn codex_on_terminal(prompt: &str) -> Launch {
    let variables = vec![("SCRIPTED_KEY", "none".to_owned())];
    Launch { arguments: words(&[prompt]), variables, ..Launch::default() }
}

/// With a port, which `sayso setup` takes to be this one.
pub(super) fn opencode_on_terminal(model: &str, prompt: &str) -> Launch {
    let mut launch = opencode(model, prompt);
    launch.arguments = words(&["--port", "4096", "-m", "scripted/scripted", "--prompt", prompt]);
    for (_, settings) in &mut launch.files {
        settings["permission"] = json!({ "bash": "ask", "edit": "ask" });
    }
    launch
}

/// In the mode that asks; its usual one asks a model first.
pub(super) fn qwen_on_terminal(model: &str, prompt: &str) -> Launch {
    let mut launch = qwen(model, prompt);
    launch.arguments =
        words(&["--auth-type", "openai", "--approval-mode", "default", "-i", prompt]);
    for (_, settings) in &mut launch.files {
        settings["security"] = json!({ "auth": { "selectedType": "openai" } });
    }
    launch
}
