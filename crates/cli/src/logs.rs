//! Where log lines go: stderr or a file, never stdout.

use std::fs::File;
use std::path::Path;

use anyhow::Context;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::fmt;

/// `file` where one is set, else stderr.
pub fn start(level: &str, file: Option<&Path>) -> anyhow::Result<()> {
    let filter = EnvFilter::builder()
        .parse(format!("{level},hyper=warn,tungstenite=warn"))
        .context("log.level: not a level")?;
    let builder = fmt().with_env_filter(filter).with_target(false);
    match file {
        Some(path) => {
            let mut options = File::options();
            options.create(true).append(true);
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let file = options
                .open(path)
                .with_context(|| format!("cannot write the log file {}", path.display()))?;
            builder.with_ansi(false).with_writer(std::sync::Mutex::new(file)).init();
        }
        None => {
            let colours = std::io::IsTerminal::is_terminal(&std::io::stderr())
                && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
            builder.with_ansi(colours).with_writer(std::io::stderr).init();
        }
    }
    Ok(())
}
