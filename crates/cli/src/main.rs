//! `sayso`: agents act on your say-so.

mod answerable_here;
mod browser;
mod commands;
mod config;
mod confirmation;
mod exit;
mod flag_errors;
mod logs;
mod mcp_client;
mod notification;
mod output;
mod permission_card;
mod platform;
mod service_manager;
mod signals;
mod typed_ahead;
mod version;
mod wiring;

use std::process::ExitCode;

use commands::Cli;
use mimalloc::MiMalloc;

/// A question is read in one thread, written in another and dropped in a third. With the system's
/// allocator that is about a fifth of the CPU time of an ask.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    commands::complete();
    let cli = match Cli::typed() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are not errors; a closed pipe is ignored.
            let _ = error.print();
            return if error.use_stderr() { exit::BAD_INPUT.end() } else { ExitCode::SUCCESS };
        }
    };
    match commands::run(cli) {
        Ok(code) => code.end(),
        Err(error) => exit::report(&error).end(),
    }
}
