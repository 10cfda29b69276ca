//! The table of agents. What each needs is from the programs themselves, their sources and
//! documentation.

mod edits;
#[cfg(test)]
mod plugins_tests;

use Location::{Application, Config, Home, Variable};

use crate::agent::{Agent, ConfigFile, Gives, Limit, Merge, When};
use crate::format::Format;
use crate::place::Location;
use crate::plugin;

pub static AGENTS: &[Agent] = &[
    Agent {
        id: "claude-code",
        name: "Claude Code",
        programs: &["claude"],
        folders: &[Home(".claude"), Variable("CLAUDE_CONFIG_DIR", "")],
        files: &[
            file(
                &[Variable("CLAUDE_CONFIG_DIR", ".claude.json"), Home(".claude.json")],
                edits::claude_code,
            )
            .in_project(&[".mcp.json"]),
            file(
                &[Variable("CLAUDE_CONFIG_DIR", "settings.json"), Home(".claude/settings.json")],
                edits::claude_settings,
            )
            .in_project(&[".claude/settings.json", ".claude/settings.local.json"]),
        ],
        plugin: Some(&plugin::CLAUDE_CODE),
        ..TEMPLATE
    },
    Agent {
        id: "codex",
        name: "Codex",
        programs: &["codex"],
        folders: &[Home(".codex"), Variable("CODEX_HOME", "")],
        files: &[
            ConfigFile {
                format: Format::Toml,
                ..file(
                    &[Variable("CODEX_HOME", "config.toml"), Home(".codex/config.toml")],
                    edits::codex,
                )
                .in_project(&[".codex/config.toml"])
            },
            ConfigFile {
                confirmed_in: Some("config.toml"),
                ..file(
                    &[Variable("CODEX_HOME", "hooks.json"), Home(".codex/hooks.json")],
                    edits::codex_hooks,
                )
            },
        ],
        gives: Gives::Only(&["HOME", "LANG", "LOGNAME", "PATH", "SHELL", "TERM", "USER"]),
        merge: Merge::Fields,
        limit: limit("tool_timeout_sec", 1, 300),
        ..TEMPLATE
    },
    Agent {
        id: "gemini",
        name: "Gemini CLI",
        programs: &["gemini"],
        folders: &[Home(".gemini")],
        files: &[file(
            &[Variable("GEMINI_CLI_HOME", ".gemini/settings.json"), Home(".gemini/settings.json")],
            edits::gemini,
        )
        .in_project(&[".gemini/settings.json"])],
        limit: limit("timeout", 1000, 600),
        plugin: Some(&plugin::GEMINI),
        ..TEMPLATE
    },
    Agent {
        id: "qwen",
        name: "Qwen Code",
        programs: &["qwen"],
        folders: &[Home(".qwen"), Variable("QWEN_HOME", "")],
        files: &[file(
            &[Variable("QWEN_HOME", "settings.json"), Home(".qwen/settings.json")],
            edits::qwen,
        )
        .in_project(&[".qwen/settings.json"])],
        limit: limit("timeout", 1000, 600),
        ..TEMPLATE
    },
    Agent {
        id: "opencode",
        name: "OpenCode",
        programs: &["opencode"],
        folders: &[Config("opencode")],
        // If there are several, the first one overrides the others.
        files: &[file(
            &[
                Config("opencode/opencode.jsonc"),
                Config("opencode/opencode.json"),
                Config("opencode/config.json"),
            ],
            edits::opencode,
        )
        .in_project(&[
            "opencode.json",
            "opencode.jsonc",
            ".opencode/opencode.json",
            ".opencode/opencode.jsonc",
        ])],
        merge: Merge::Fields,
        ..TEMPLATE
    },
    Agent {
        id: "cline",
        name: "Cline",
        programs: &["cline"],
        folders: &[Home(".cline"), Application(CLINE_IN_VSCODE)],
        files: &[
            file(
                &[
                    Variable("CLINE_MCP_SETTINGS_PATH", ""),
                    Variable("CLINE_DATA_DIR", "settings/cline_mcp_settings.json"),
                    Variable("CLINE_DIR", "data/settings/cline_mcp_settings.json"),
                    Home(".cline/data/settings/cline_mcp_settings.json"),
                ],
                edits::cline,
            ),
            ConfigFile {
                when: When::InUse,
                ..file(
                    &[Application(
                        "Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
                    )],
                    edits::cline,
                )
            },
        ],
        limit: limit("timeout", 1, 60),
        ..TEMPLATE
    },
    Agent {
        id: "vscode",
        name: "VS Code",
        programs: &["code"],
        folders: &[Application("Code/User")],
        files: &[file(&[Application("Code/User/mcp.json")], edits::vscode)
            .in_project(&[".vscode/mcp.json"])],
        remark: Some("VS Code asks before the first call: choose to always allow it."),
        ..TEMPLATE
    },
    Agent {
        id: "cursor",
        name: "Cursor",
        programs: &["cursor", "cursor-agent"],
        folders: &[Home(".cursor")],
        files: &[
            file(&[Home(".cursor/mcp.json")], edits::cursor).in_project(&[".cursor/mcp.json"]),
            // A list in this file replaces the one in its settings, so it is never started here.
            ConfigFile {
                when: When::Exists,
                ..file(&[Home(".cursor/permissions.json")], edits::cursor_permissions)
            },
        ],
        remark: Some("Cursor asks before the first call: choose to always allow it."),
        ..TEMPLATE
    },
    Agent {
        id: "claude-desktop",
        name: "Claude Desktop",
        folders: &[Application("Claude")],
        files: &[file(&[Application("Claude/claude_desktop_config.json")], edits::claude_desktop)],
        remark: Some("Restart Claude Desktop, and choose to always allow the first call."),
        ..TEMPLATE
    },
    Agent {
        id: "windsurf",
        name: "Windsurf",
        programs: &["windsurf"],
        folders: &[Home(".codeium/windsurf")],
        files: &[file(&[Home(".codeium/windsurf/mcp_config.json")], edits::windsurf)],
        remark: Some("Refresh the MCP servers in Windsurf's settings, or restart it."),
        ..TEMPLATE
    },
    Agent {
        id: "zed",
        name: "Zed",
        programs: &["zed", "zeditor"],
        folders: &[Config("zed")],
        files: &[
            file(&[Config("zed/settings.json")], edits::zed).in_project(&[".zed/settings.json"])
        ],
        ..TEMPLATE
    },
    Agent {
        // A migration tool has a program of the same name.
        id: "goose",
        name: "Goose",
        folders: &[Config("goose")],
        files: &[ConfigFile {
            format: Format::Yaml,
            ..file(&[Config("goose/config.yaml")], edits::goose)
        }],
        limit: limit("timeout", 1, 300),
        ..TEMPLATE
    },
    Agent {
        id: "crush",
        name: "Crush",
        programs: &["crush"],
        folders: &[Config("crush"), Variable("CRUSH_GLOBAL_CONFIG", "")],
        files: &[file(
            &[Variable("CRUSH_GLOBAL_CONFIG", "crush.json"), Config("crush/crush.json")],
            edits::crush,
        )
        .in_project(&["crush.json", ".crush.json"])],
        merge: Merge::Fields,
        ..TEMPLATE
    },
];

const CLINE_IN_VSCODE: &str = "Code/User/globalStorage/saoudrizwan.claude-dev";

const TEMPLATE: Agent = Agent {
    id: "",
    name: "",
    programs: &[],
    folders: &[],
    files: &[],
    gives: Gives::Everything,
    merge: Merge::Entries,
    plugin: None,
    limit: None,
    remark: None,
};

const fn limit(field: &'static str, per_second: u64, seconds: u64) -> Option<Limit> {
    Some(Limit { field, per_second, seconds })
}

const fn file(
    at: &'static [Location],
    edits: fn(&crate::Server) -> Vec<crate::Edit>,
) -> ConfigFile {
    ConfigFile {
        at,
        in_project: &[],
        format: Format::Json,
        when: When::Always,
        edits,
        confirmed_in: None,
    }
}
