//! `sayso completions`: shell completions.

use std::io::{self, Write};

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::Cli;
use crate::exit::{ANSWERED, Code};

/// Print completions for a shell
#[derive(Args)]
#[command(before_help = "Example:
  sayso completions bash > ~/.local/share/bash-completion/completions/sayso")]
pub struct Completions {
    shell: Shell,
}

impl Completions {
    pub fn run(self) -> anyhow::Result<Code> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "sayso", &mut text);
        io::stdout().lock().write_all(&text)?;
        Ok(ANSWERED)
    }
}
