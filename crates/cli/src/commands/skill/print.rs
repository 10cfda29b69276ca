//! `sayso skill print`: prints the instructions.

use std::io::{self, Write};

use clap::Args;
use sayso_core::dialect::user_choice::SKILL;

use crate::exit::{ANSWERED, Code};

/// Print the skill: for a skill folder, or to paste into an agent's instructions
#[derive(Args)]
pub struct Print {}

impl Print {
    pub fn run(self) -> anyhow::Result<Code> {
        io::stdout().lock().write_all(SKILL.as_bytes())?;
        Ok(ANSWERED)
    }
}
