//! `sayso skill`: instructions for models that ask in their text.

mod print;

use clap::{Args, Subcommand};

use crate::exit::Code;

/// Teach a model without tools to ask by writing a question as JSON in its text
#[derive(Args)]
#[command(before_help = "Example:
  mkdir -p ~/.claude/skills/ask-the-user
  sayso skill print > ~/.claude/skills/ask-the-user/SKILL.md")]
pub struct Skill {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Print(print::Print),
}

impl Skill {
    pub fn run(self) -> anyhow::Result<Code> {
        match self.command {
            Command::Print(print) => print.run(),
        }
    }
}
