//! Where log lines go: stderr or a file, never stdout.

use std::fs::File;
use std::path::Path;

use anyhow::Context;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::fmt;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// `file` where one is set, else stderr.
pub fn start(level: &str, file: Option<&Path>) -> anyhow::Result<()> {
    // By target and level alone: filters with patterns cost every command their preparation.
    let filter: Targets =
        format!("{level},hyper=warn,tungstenite=warn").parse().context("log.level: not a level")?;
    let builder = fmt().with_max_level(LevelFilter::TRACE).with_target(false);
    match file {
        Some(path) => {
            let mut options = File::options();
            options.create(true).append(true);
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let file = options
                .open(path)
                .with_context(|| format!("cannot write the log file {}", path.display()))?;
            builder
                .with_ansi(false)
                .with_writer(std::sync::Mutex::new(file))
                .finish()
                .with(filter)
                .init();
        }
        None => {
            let colours = std::io::IsTerminal::is_terminal(&std::io::stderr())
                && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
            builder.with_ansi(colours).with_writer(std::io::stderr).finish().with(filter).init();
        }
    }
    Ok(())
}
