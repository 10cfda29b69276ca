//! The number of waiting questions in a small file, for the prompts of shells: reading it starts
//! nothing and asks nobody.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::time::Duration;

use tokio::sync::watch;

/// Changes that come together are written once.
const PAUSE: Duration = Duration::from_millis(100);

/// Keeps it up to date, until it is dropped.
pub(crate) async fn keep(file: &Path, mut pending: watch::Receiver<u64>) {
    loop {
        let count = *pending.borrow_and_update();
        if let Err(error) = write(file, count) {
            tracing::debug!(%error, "the prompts of shells cannot be told what is waiting");
        }
        tokio::time::sleep(PAUSE).await;
        // Cannot fail: the sender lives as long as the engine.
        let _ = pending.changed().await;
    }
}

/// In place and of the same length each time: nobody ever reads an empty file, or half a number. The
/// number is the first line.
pub(crate) fn write(file: &Path, count: u64) -> io::Result<()> {
    let mut options = OpenOptions::new();
    let mut file = options.write(true).create(true).truncate(false).mode(0o600).open(file)?;
    let line = format!("{count}\n");
    file.write_all(format!("{line:<22}\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// REQ: CL-4
    #[test]
    fn a_shorter_number_leaves_nothing_of_a_longer_one() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("waiting");
        for count in [0, 12_345, u64::MAX, 7] {
            write(&file, count).unwrap();
            let text = std::fs::read_to_string(&file).unwrap();
            assert_eq!((text.lines().next(), text.len()), (Some(count.to_string().as_str()), 23));
        }
    }
}
