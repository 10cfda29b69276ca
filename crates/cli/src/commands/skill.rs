//! `sayso skill`: instructions for models that ask in their text.

use std::io::{self, Write};

use clap::Subcommand;
use sayso_core::dialect::user_choice::SKILL;

use crate::exit::{ANSWERED, Code};

#[derive(Subcommand)]
pub(crate) enum Skill {
    /// Print the skill: for a skill folder, or to paste into an agent's instructions
    #[command(before_help = "Example:
  sayso skill print > ~/.claude/skills/ask-the-user/SKILL.md")]
    Print,
}

impl Skill {
    pub(crate) fn run(self) -> anyhow::Result<Code> {
        match self {
            Skill::Print => io::stdout().lock().write_all(SKILL.as_bytes())?,
        }
        Ok(ANSWERED)
    }
}
