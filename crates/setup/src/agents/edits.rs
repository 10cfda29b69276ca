//! What has to be in each file.

use serde_json::Value;

use crate::edit::{Edit, NAME, Part, TOOLS, Wanted};
use crate::hook::OurHook;
use crate::server::Server;

const START: &str = "start sayso's MCP server";
const ALLOW: &str = "allow its questions without a permission prompt";
const ON: &str = "switch it on";
const HOUR: &str = "wait up to an hour for an answer";
const GUARD: &str = "check tool uses with `sayso hook`, and ask you about dangerous ones";

/// The seconds that an agent waits for a call, and how long we let it: in between the reply travels.
const LIMIT: u64 = 3600;
const PATIENCE: u64 = 3500;

/// Builds the edits of one file.
struct Edits(Vec<Edit>);

impl Edits {
    fn new() -> Edits {
        Edits(Vec::new())
    }

    fn is(self, path: &[&str], value: impl Into<Value>, why: &'static str, part: Part) -> Edits {
        self.with(path, Wanted::Is(value.into()), why, part)
    }

    fn has(self, path: &[&str], value: Value, ours: fn(&Value) -> bool, part: Part) -> Edits {
        self.with(path, Wanted::Has { value, ours }, ALLOW, part)
    }

    fn with(mut self, path: &[&str], wanted: Wanted, why: &'static str, part: Part) -> Edits {
        let path = path.iter().map(|key| (*key).to_owned()).collect();
        self.0.push(Edit { path, wanted, why, part });
        self
    }

    /// An entry that was switched off is switched on, over HTTP too.
    fn on(self, key: &str) -> Edits {
        let unless = |off: bool| Wanted::Unless { off: off.into(), on: (!off).into() };
        self.with(&[key, NAME, "enabled"], unless(false), ON, Part::Permission).with(
            &[key, NAME, "disabled"],
            unless(true),
            ON,
            Part::Permission,
        )
    }

    /// A field of our entry.
    fn entry(self, key: &str, field: &str, value: impl Into<Value>, why: &'static str) -> Edits {
        self.is(&[key, NAME, field], value, why, Part::Server)
    }

    /// Command, arguments and variables, as most agents write them.
    fn command(self, key: &str, server: &Server) -> Edits {
        self.entry(key, "command", server.command.as_str(), START)
            .entry(key, "args", server.mcp(), START)
            .variables(key, "env", server)
            .on(key)
    }

    fn variables(mut self, key: &str, field: &str, server: &Server) -> Edits {
        for (name, value) in &server.variables {
            self = self.is(&[key, NAME, field, name], value.as_str(), START, Part::Server);
        }
        self
    }

    /// A longer limit, and that we know about it. `field` is in units of 1/`per_second` seconds.
    fn hour(self, key: &str, field: &str, per_second: u64, env: &str, family: &str) -> Edits {
        let patience = format!("{family}={PATIENCE}");
        self.entry(key, field, LIMIT * per_second, HOUR).is(
            &[key, NAME, env, "SAYSO_MCP_PATIENCE"],
            patience,
            HOUR,
            Part::Server,
        )
    }

    /// A permission.
    fn allow(self, path: &[&str], value: impl Into<Value>) -> Edits {
        self.is(path, value, ALLOW, Part::Permission)
    }

    /// Our hook before every tool use; the agent's limit in its own unit.
    fn hook(self, event: &str, server: &Server, per_second: u64) -> Edits {
        let hook = OurHook { server: server.clone(), per_second };
        self.with(&["hooks", event], Wanted::Hook(hook), GUARD, Part::Hook)
    }
}

pub fn claude_code(server: &Server) -> Vec<Edit> {
    Edits::new().entry("mcpServers", "type", "stdio", START).command("mcpServers", server).0
}

pub fn claude_settings(server: &Server) -> Vec<Edit> {
    Edits::new()
        .has(
            &["permissions", "allow"],
            "mcp__sayso".into(),
            |value| value == "mcp__sayso" || value == "mcp__sayso__*",
            Part::Permission,
        )
        .is(
            &["env", "CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS"],
            "0",
            "keep waiting questions in the foreground",
            Part::Background,
        )
        .hook("PreToolUse", server, 1)
        .0
}

pub fn codex(server: &Server) -> Vec<Edit> {
    const KEY: &str = "mcp_servers";
    const PASS: &str = "pass on variables that Codex drops: desktop, browser, directories";
    let variables = [
        "DISPLAY",
        "WAYLAND_DISPLAY",
        "DBUS_SESSION_BUS_ADDRESS",
        "XDG_RUNTIME_DIR",
        "BROWSER",
        "SSH_CONNECTION",
    ];
    let variables = variables.map(Value::from).to_vec();
    Edits::new()
        .entry(KEY, "command", server.command.as_str(), START)
        .entry(KEY, "args", server.mcp(), START)
        .allow(&[KEY, NAME, "default_tools_approval_mode"], "approve")
        .with(&[KEY, NAME, "env_vars"], Wanted::Covers(variables), PASS, Part::Server)
        .variables(KEY, "env", server)
        .on(KEY)
        .hour(KEY, "tool_timeout_sec", 1, "env", "codex")
        .0
}

pub fn codex_hooks(server: &Server) -> Vec<Edit> {
    Edits::new().hook("PreToolUse", server, 1).0
}

pub fn gemini(server: &Server) -> Vec<Edit> {
    Edits::new()
        .command("mcpServers", server)
        .allow(&["mcpServers", NAME, "trust"], true)
        .hour("mcpServers", "timeout", 1000, "env", "gemini")
        .hook("BeforeTool", server, 1000)
        .0
}

pub fn qwen(server: &Server) -> Vec<Edit> {
    const OFFER: &str = "offer the tools in every request";
    Edits::new()
        .command("mcpServers", server)
        .allow(&["mcpServers", NAME, "trust"], true)
        .entry("mcpServers", "alwaysLoadTools", true, OFFER)
        .hour("mcpServers", "timeout", 1000, "env", "qwen")
        .hook("PreToolUse", server, 1)
        .0
}

/// Its limit starts again with each sign of life.
pub fn opencode(server: &Server) -> Vec<Edit> {
    Edits::new()
        .entry("mcp", "type", "local", START)
        .entry("mcp", "command", server.command_line(), START)
        .entry("mcp", "enabled", true, START)
        .variables("mcp", "environment", server)
        .0
}

pub fn cline(server: &Server) -> Vec<Edit> {
    Edits::new()
        .command("mcpServers", server)
        .entry("mcpServers", "disabled", false, START)
        .allow(&["mcpServers", NAME, "autoApprove"], TOOLS.to_vec())
        .hour("mcpServers", "timeout", 1, "env", "cline")
        .0
}

pub fn vscode(server: &Server) -> Vec<Edit> {
    Edits::new().entry("servers", "type", "stdio", START).command("servers", server).0
}

pub fn cursor(server: &Server) -> Vec<Edit> {
    Edits::new().entry("mcpServers", "type", "stdio", START).command("mcpServers", server).0
}

pub fn cursor_permissions(_: &Server) -> Vec<Edit> {
    let path = vec!["mcpAllowlist".to_owned()];
    let wanted = Wanted::Joins("sayso:*".into());
    vec![Edit { path, wanted, why: ALLOW, part: Part::Permission }]
}

pub fn claude_desktop(server: &Server) -> Vec<Edit> {
    Edits::new().command("mcpServers", server).0
}

pub fn windsurf(server: &Server) -> Vec<Edit> {
    Edits::new().command("mcpServers", server).0
}

/// The unit of its `timeout` differs by version, so that is left alone: we return in time.
pub fn zed(server: &Server) -> Vec<Edit> {
    let edits = Edits::new().command("context_servers", server);
    let allowed = TOOLS.iter().fold(edits, |edits, tool| {
        let name = format!("mcp:{NAME}:{tool}");
        edits.allow(&["agent", "tool_permissions", "tools", &name, "default"], "allow")
    });
    allowed.0
}

pub fn goose(server: &Server) -> Vec<Edit> {
    const KEY: &str = "extensions";
    Edits::new()
        .entry(KEY, "enabled", true, START)
        .entry(KEY, "type", "stdio", START)
        .entry(KEY, "name", NAME, START)
        .entry(KEY, "description", "Ask the user", START)
        .entry(KEY, "cmd", server.command.as_str(), START)
        .entry(KEY, "args", server.mcp(), START)
        .variables(KEY, "envs", server)
        .hour(KEY, "timeout", 1, "envs", "goose")
        .0
}

pub fn crush(server: &Server) -> Vec<Edit> {
    let edits = Edits::new().entry("mcp", "type", "stdio", START).command("mcp", server);
    let allowed = TOOLS.iter().fold(edits, |edits, tool| {
        let name = Value::from(format!("mcp_{NAME}_{tool}"));
        edits.has(&["permissions", "allowed_tools"], name, |_| false, Part::Permission)
    });
    allowed.0
}
