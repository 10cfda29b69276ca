//! `sayso`: agents act on your say-so.

mod browser;
mod commands;
mod config;
mod end;
mod exit;
mod faults;
mod logs;
mod mcp_client;
mod notification;
mod output;
mod place;
mod platform;
mod second_act;
mod service_manager;
mod typed_ahead;
mod version;
mod wiring;

use std::process::ExitCode;

use clap::Parser;
use commands::Cli;

fn main() -> ExitCode {
    commands::complete();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are not errors; a closed pipe is ignored.
            let _ = error.print();
            return if error.use_stderr() { exit::BAD_INPUT.into() } else { ExitCode::SUCCESS };
        }
    };
    match commands::run(cli) {
        Ok(code) => code.into(),
        Err(error) => exit::report(&error).into(),
    }
}
