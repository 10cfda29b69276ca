//! `sayso man`: the manual page, generated from the help.

use std::io::{self, Write};

use clap::{Args, CommandFactory};
use clap_mangen::Man as Page;

use super::Cli;
use crate::exit::{ANSWERED, Code};

/// Print the manual page (roff)
#[derive(Args)]
#[command(before_help = "Example:
  sayso man | man -l -")]
pub struct Man {}

impl Man {
    pub fn run(self) -> anyhow::Result<Code> {
        let mut command = Cli::command();
        command.build();
        let mut text = Vec::new();
        Page::new(command.clone()).render(&mut text)?;
        for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
            let page = Page::new(sub.clone());
            page.render_name_section(&mut text)?;
            page.render_synopsis_section(&mut text)?;
            page.render_options_section(&mut text)?;
        }
        io::stdout().lock().write_all(&text)?;
        Ok(ANSWERED)
    }
}
