//! `sayso completions`: shell completions. The shell asks this program at every Tab.

pub(crate) mod offers;

use std::io::{self, Write};

use anyhow::Context;
use clap::{Args, CommandFactory};
use clap_complete::env::Shells;
use clap_complete::{CompleteEnv, Shell};

use super::Cli;
use crate::exit::{ANSWERED, Code};

/// Print completions for a shell
#[derive(Args)]
#[command(before_help = "Examples:
  sayso completions bash > ~/.local/share/bash-completion/completions/sayso
  sayso completions zsh > ~/.zfunc/_sayso
  sayso completions fish > ~/.config/fish/completions/sayso.fish")]
pub(crate) struct Completions {
    shell: Shell,
}

/// Set by the completions: what follows is a line to complete.
const VARIABLE: &str = "SAYSO_COMPLETE";

/// Zsh loads a file of its search path by calling it as a function: the first Tab is one, too.
const FIRST_TAB: &str = "[ \"$funcstack[1]\" != _sayso ] || _clap_dynamic_completer_sayso \"$@\"\n";

impl Completions {
    pub(crate) fn run(self) -> anyhow::Result<Code> {
        let shells = Shells::builtins();
        let shell = shells.completer(&self.shell.to_string()).context("no such shell")?;
        let mut text = Vec::new();
        shell.write_registration(VARIABLE, "sayso", "sayso", "sayso", &mut text)?;
        if self.shell == Shell::Zsh {
            text.extend_from_slice(FIRST_TAB.as_bytes());
        }
        io::stdout().lock().write_all(&text)?;
        Ok(ANSWERED)
    }
}

/// Answers a shell that completes a line, and ends; otherwise does nothing.
pub(crate) fn answer() {
    CompleteEnv::with_factory(Cli::command).var(VARIABLE).complete();
}
