//! The agents. What each needs is from the programs themselves, their sources and documentation.
//!
//! Another one is a file here, its two lines below, and a page of the guide. An agent without its
//! second line is an unused value, which doesn't compile.

mod claude_code;
mod claude_desktop;
mod cline;
mod codex;
mod crush;
mod cursor;
mod gemini;
mod goose;
mod opencode;
mod qwen;
mod vscode;
mod windsurf;
mod zed;

use crate::agent::Agent;

/// In the order in which people are shown them.
pub static AGENTS: &[&Agent] = &[
    &claude_code::AGENT,
    &codex::AGENT,
    &gemini::AGENT,
    &qwen::AGENT,
    &opencode::AGENT,
    &cline::AGENT,
    &vscode::AGENT,
    &cursor::AGENT,
    &claude_desktop::AGENT,
    &windsurf::AGENT,
    &zed::AGENT,
    &goose::AGENT,
    &crush::AGENT,
];
