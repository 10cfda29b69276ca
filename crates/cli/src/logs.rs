//! Where log lines go: stderr or a file, never stdout.

use std::fs::{self, File, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use anyhow::Context;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::fmt;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// To `file` if set, otherwise to stderr.
pub(crate) fn start(level: &str, file: Option<&Path>) -> anyhow::Result<()> {
    // By target and level only: filters with patterns would slow down the start of every command.
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
            log_panics();
        }
        None => {
            let colours = std::io::IsTerminal::is_terminal(&std::io::stderr())
                && crate::config::variable("NO_COLOR").is_none_or(|value| value.is_empty());
            builder.with_ansi(colours).with_writer(std::io::stderr).finish().with(filter).init();
        }
    }
    Ok(())
}

/// Panics are printed to stderr, which a hub in the background doesn't have.
fn log_panics() {
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let thread = std::thread::current();
        let thread = thread.name().unwrap_or("unnamed");
        let at = panic.location().map(ToString::to_string).unwrap_or_default();
        let why = panic.payload_as_str().unwrap_or("no message");
        tracing::error!(thread, at, "panicked: {why}");
        print(panic);
    }));
}

/// One older log is kept. If it can't be moved, the log just keeps growing.
pub(crate) fn rotate(path: &Path, most: u64) {
    let Ok(log) = File::open(path) else { return };
    let about = log.metadata();
    // Several processes may try at the same time. One of them moves the file. For the others it is
    // then either locked, or no longer the file at the path: the new file must not replace the old
    // log.
    if about.as_ref().is_ok_and(|about| about.len() > most) && log.try_lock().is_ok() {
        let same = |other: &Metadata| {
            about.is_ok_and(|about| (about.dev(), about.ino()) == (other.dev(), other.ino()))
        };
        if fs::metadata(path).is_ok_and(|there| same(&there)) {
            let mut old = path.as_os_str().to_owned();
            old.push(".old");
            let _ = fs::rename(path, old);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::Barrier;

    use super::*;

    /// REQ: SA-8
    #[test]
    fn however_many_rotate_at_once_no_log_is_lost() {
        let dir = tempfile::tempdir().unwrap();
        let log = dir.path().join("hub.log");
        let old = dir.path().join("hub.log.old");
        for round in 0..300 {
            fs::write(&log, format!("the log of round {round}, longer than the most\n")).unwrap();
            let together = Barrier::new(6);
            std::thread::scope(|scope| {
                for _ in 0..6 {
                    scope.spawn(|| {
                        together.wait();
                        rotate(&log, 20);
                        let mut file =
                            File::options().create(true).append(true).open(&log).unwrap();
                        file.write_all(b"new\n").unwrap();
                    });
                }
            });
            let kept = fs::read_to_string(&old).unwrap();
            assert!(kept.starts_with(&format!("the log of round {round},")), "{round}: {kept}");
            let lines = kept.lines().skip(1).count()
                + fs::read_to_string(&log).unwrap_or_default().lines().count();
            assert_eq!(lines, 6, "every line is in one of the two");
        }
    }

    /// REQ: SA-8
    #[test]
    fn a_panic_is_in_the_log() {
        let dir = tempfile::tempdir().unwrap();
        let log = dir.path().join("hub.log");
        start("error", Some(&log)).unwrap();
        let broken = std::thread::Builder::new().name("worker".to_owned());
        broken.spawn(|| panic!("seven of {}", 9)).unwrap().join().unwrap_err();
        let text = fs::read_to_string(&log).unwrap();
        for said in ["ERROR", "panicked: seven of 9", "thread=\"worker\"", "logs.rs:"] {
            assert!(text.contains(said), "{said}: {text}");
        }
    }

    #[test]
    fn a_short_log_stays() {
        let dir = tempfile::tempdir().unwrap();
        let log = dir.path().join("any.txt");
        rotate(&log, 20);
        assert!(!log.exists());
        fs::write(&log, "short").unwrap();
        rotate(&log, 20);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
        rotate(&log, 2);
        assert!(dir.path().join("any.txt.old").exists() && !log.exists());
    }
}
