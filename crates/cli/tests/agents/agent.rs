//! One driver per agent: how to configure the model, how to run it headless, and how to set its
//! limit for a tool call. How to connect it is read from its page in the guide.

mod on_terminal;

use std::path::Path;

use serde_json::{Value, json};

use crate::world::World;
use on_terminal::{codex_on_terminal, opencode_on_terminal, qwen_on_terminal};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agent {
    Codex,
    ClaudeCode,
    Gemini,
    OpenCode,
    Qwen,
    Cline,
}

/// What is set for an agent in addition to the guide's instructions.
#[derive(Debug, Default)]
pub struct Launch {
    pub arguments: Vec<String>,
    pub variables: Vec<(&'static str, String)>,
    /// Below the home directory; merged with existing files.
    pub files: Vec<(&'static str, Value)>,
}

impl Agent {
    pub const ALL: [Agent; 6] = [
        Agent::Codex,
        Agent::ClaudeCode,
        Agent::Gemini,
        Agent::OpenCode,
        Agent::Qwen,
        Agent::Cline,
    ];

    /// Name of its folder below `pins`.
    pub fn name(self) -> &'static str {
        match self {
            Agent::Codex => "codex",
            Agent::ClaudeCode => "claude-code",
            Agent::Gemini => "gemini-cli",
            Agent::OpenCode => "opencode",
            Agent::Qwen => "qwen-code",
            Agent::Cline => "cline",
        }
    }

    /// Its name, as people write it.
    pub fn title(self) -> &'static str {
        match self {
            Agent::Codex => "Codex CLI",
            Agent::ClaudeCode => "Claude Code",
            Agent::Gemini => "Gemini CLI",
            Agent::OpenCode => "OpenCode",
            Agent::Qwen => "Qwen Code",
            Agent::Cline => "Cline CLI",
        }
    }

    /// Its name on a card.
    pub fn title_here(self) -> &'static str {
        self.title().strip_suffix(" CLI").unwrap_or(self.title())
    }

    /// Its name in `mcp.patience`.
    pub fn family(self) -> &'static str {
        match self {
            Agent::Codex => "codex",
            Agent::ClaudeCode => "claude-code",
            Agent::Gemini => "gemini",
            Agent::OpenCode => "opencode",
            Agent::Qwen => "qwen",
            Agent::Cline => "cline",
        }
    }

    pub fn program(self) -> &'static str {
        match self {
            Agent::Codex => "codex",
            Agent::ClaudeCode => "claude",
            Agent::Gemini => "gemini",
            Agent::OpenCode => "opencode",
            Agent::Qwen => "qwen",
            Agent::Cline => "cline",
        }
    }

    /// Whether it cancels a call that it no longer waits for.
    pub fn says_that_it_gave_up(self) -> bool {
        match self {
            Agent::Codex | Agent::ClaudeCode | Agent::Gemini | Agent::OpenCode | Agent::Qwen => {
                true
            }
            Agent::Cline => false,
        }
    }

    /// Whether `sayso hook` supports it.
    pub fn has_hooks(self) -> bool {
        match self {
            Agent::Codex | Agent::ClaudeCode | Agent::Gemini | Agent::Qwen => true,
            Agent::OpenCode | Agent::Cline => false,
        }
    }

    /// Whether its own dialogs can be brought here while they stay open.
    pub fn is_bridged(self) -> bool {
        match self {
            Agent::ClaudeCode | Agent::Codex | Agent::OpenCode => true,
            Agent::Gemini | Agent::Qwen | Agent::Cline => false,
        }
    }

    /// Whether a permission prompt of its own waits for its hook.
    pub fn waits_for_hooks(self) -> bool {
        match self {
            Agent::Codex | Agent::Qwen => true,
            Agent::ClaudeCode | Agent::Gemini | Agent::OpenCode | Agent::Cline => false,
        }
    }

    /// Whether there is something of ours to install into it: see `plugins/`.
    pub fn has_plugin(self) -> bool {
        match self {
            Agent::ClaudeCode | Agent::Gemini => true,
            Agent::Codex | Agent::OpenCode | Agent::Qwen | Agent::Cline => false,
        }
    }

    /// Lets it run commands without asking, so that only the hook guards them.
    pub fn unleash(self, launch: &mut Launch) {
        let more: &[&str] = match self {
            Agent::Codex => {
                &["--dangerously-bypass-approvals-and-sandbox", "--dangerously-bypass-hook-trust"]
            }
            Agent::ClaudeCode => &["--allowedTools", "Bash"],
            Agent::Gemini | Agent::Qwen => &["--yolo"],
            Agent::OpenCode | Agent::Cline => &[],
        };
        let place = if self == Agent::Codex { 1 } else { launch.arguments.len() };
        launch.arguments.splice(place..place, words(more));
    }

    /// How to run it with one prompt and this model.
    pub fn launch(self, model: &str, prompt: &str) -> Launch {
        match self {
            Agent::Codex => codex(model, prompt),
            Agent::ClaudeCode => claude_code(model, prompt),
            Agent::Gemini => gemini(model, prompt),
            Agent::OpenCode => opencode(model, prompt),
            Agent::Qwen => qwen(model, prompt),
            Agent::Cline => cline(model, prompt),
        }
    }

    /// How to run it on a terminal, where it begins with this prompt. As after a first start: whom to trust
    /// has been answered.
    pub fn launch_on_terminal(self, model: &str, prompt: &str, work: &Path) -> Launch {
        match self {
            Agent::ClaudeCode => {}
            Agent::Codex => return codex_on_terminal(prompt),
            Agent::OpenCode => return opencode_on_terminal(model, prompt),
            Agent::Qwen => return qwen_on_terminal(model, prompt),
            Agent::Gemini | Agent::Cline => panic!("{self:?} is not driven by keys"),
        }
        let mut launch = claude_code(model, prompt);
        launch.arguments.remove(0);
        launch.arguments.extend(words(&["--permission-mode", "default"]));
        let answered = json!({
            "hasCompletedOnboarding": true,
            "theme": "dark",
            "customApiKeyResponses": { "approved": ["none"], "rejected": [] },
            "bypassPermissionsModeAccepted": true,
            "projects": { work.display().to_string(): { "hasTrustDialogAccepted": true } },
        });
        launch.files.push((".claude.json", answered));
        launch
    }

    /// Limits its tool calls to this many seconds; it is connected already.
    pub fn limit(self, launch: &mut Launch, world: &World, seconds: u32) {
        let milliseconds = seconds * 1000;
        match self {
            Agent::Codex => {
                let setting = format!("mcp_servers.sayso.tool_timeout_sec={seconds}");
                launch.arguments.splice(1..1, ["-c".to_owned(), setting]);
            }
            Agent::ClaudeCode => {
                launch.variables.push(("MCP_TOOL_TIMEOUT", milliseconds.to_string()));
            }
            Agent::Gemini => {
                world.change(".gemini/settings.json", |settings| {
                    settings["mcpServers"]["sayso"]["timeout"] = json!(milliseconds);
                });
            }
            Agent::OpenCode => {
                world.change(".config/opencode/opencode.json", |settings| {
                    settings["mcp"]["sayso"]["timeout"] = json!(milliseconds);
                });
            }
            Agent::Qwen => {
                world.change(".qwen/settings.json", |settings| {
                    settings["mcpServers"]["sayso"]["timeout"] = json!(milliseconds);
                });
            }
            Agent::Cline => {
                world.change(".cline/data/settings/cline_mcp_settings.json", |settings| {
                    settings["mcpServers"]["sayso"]["timeout"] = json!(seconds);
                });
            }
        }
    }
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn codex(model: &str, prompt: &str) -> Launch {
    let provider = format!(
        r#"model_providers.scripted={{name="scripted", base_url="{model}/v1", wire_api="responses", env_key="SCRIPTED_KEY"}}"#
    );
    let mut arguments = words(&["exec", "--skip-git-repo-check", "--color", "never"]);
    for setting in [
        provider.as_str(),
        "model_provider=scripted",
        "analytics.enabled=false",
        "check_for_update_on_startup=false",
    ] {
        arguments.extend(["-c".to_owned(), setting.to_owned()]);
    }
    arguments.extend(words(&["-m", "scripted", prompt]));
    Launch { arguments, variables: vec![("SCRIPTED_KEY", "none".to_owned())], ..Launch::default() }
}

fn claude_code(model: &str, prompt: &str) -> Launch {
    let variables = [
        ("ANTHROPIC_BASE_URL", model),
        ("ANTHROPIC_API_KEY", "none"),
        ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"),
        ("DISABLE_AUTOUPDATER", "1"),
        ("DISABLE_TELEMETRY", "1"),
        ("DISABLE_ERROR_REPORTING", "1"),
    ];
    Launch {
        arguments: words(&["-p", prompt]),
        variables: variables.map(|(name, value)| (name, value.to_owned())).into(),
        ..Launch::default()
    }
}

/// As after a login: the guide's snippet is merged into these settings.
fn gemini(model: &str, prompt: &str) -> Launch {
    let settings = json!({
        "general": { "enableAutoUpdate": false, "enableAutoUpdateNotification": false },
        "privacy": { "usageStatisticsEnabled": false },
        "telemetry": { "enabled": false },
        "security": { "auth": { "selectedType": "gemini-api-key" } },
    });
    let variables = [
        ("GOOGLE_GEMINI_BASE_URL", model),
        ("GEMINI_API_KEY", "none"),
        ("GEMINI_TELEMETRY_ENABLED", "false"),
        ("GEMINI_CLI_NO_RELAUNCH", "true"),
    ];
    Launch {
        arguments: words(&["-m", "gemini-2.5-flash", "--skip-trust", "-p", prompt]),
        variables: variables.map(|(name, value)| (name, value.to_owned())).into(),
        files: vec![(".gemini/settings.json", settings)],
    }
}

fn opencode(model: &str, prompt: &str) -> Launch {
    let settings = json!({
        "autoupdate": false,
        "share": "disabled",
        "model": "scripted/scripted",
        "small_model": "scripted/scripted",
        "provider": { "scripted": {
            "npm": "@ai-sdk/openai-compatible",
            "name": "scripted",
            "options": { "baseURL": format!("{model}/v1"), "apiKey": "none" },
            "models": { "scripted": { "name": "scripted", "tool_call": true } },
        } },
    });
    let variables = [
        ("OPENCODE_CONFIG", "$HOME/provider.json"),
        ("OPENCODE_DISABLE_AUTOUPDATE", "1"),
        ("OPENCODE_DISABLE_MODELS_FETCH", "1"),
        ("OPENCODE_DISABLE_LSP_DOWNLOAD", "1"),
        ("OPENCODE_DISABLE_DEFAULT_PLUGINS", "1"),
    ];
    Launch {
        arguments: words(&["run", "-m", "scripted/scripted", prompt]),
        variables: variables.map(|(name, value)| (name, value.to_owned())).into(),
        files: vec![("provider.json", settings)],
    }
}

fn qwen(model: &str, prompt: &str) -> Launch {
    let settings = json!({
        "general": { "disableAutoUpdate": true, "enableAutoUpdate": false },
        "privacy": { "usageStatisticsEnabled": false },
        "telemetry": { "enabled": false },
    });
    let url = format!("{model}/v1");
    let variables = [
        ("OPENAI_BASE_URL", url.as_str()),
        ("OPENAI_API_KEY", "none"),
        ("OPENAI_MODEL", "scripted"),
    ];
    Launch {
        arguments: words(&["--auth-type", "openai", "-p", prompt]),
        variables: variables.map(|(name, value)| (name, value.to_owned())).into(),
        files: vec![(".qwen/settings.json", settings)],
    }
}

fn cline(model: &str, prompt: &str) -> Launch {
    let provider = json!({
        "version": 1,
        "lastUsedProvider": "openai-compatible",
        "modes": {},
        "providers": { "openai-compatible": {
            "settings": {
                "provider": "openai-compatible",
                "apiKey": "none",
                "model": "scripted",
                "baseUrl": format!("{model}/v1"),
            },
            "tokenSource": "manual",
            "updatedAt": "2026-01-01T00:00:00.000Z",
        } },
    });
    let variables =
        [("CLINE_NO_AUTO_UPDATE", "1".to_owned()), ("CLINE_TELEMETRY_DISABLED", "1".to_owned())];
    Launch {
        arguments: words(&["--json", prompt]),
        variables: variables.into(),
        files: vec![(".cline/data/settings/providers.json", provider)],
    }
}
