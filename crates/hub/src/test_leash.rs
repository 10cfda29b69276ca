//! Ends a hub started by a test together with the test: it reads a named pipe that the test holds
//! open.

#![expect(clippy::disallowed_methods, reason = "set by tests only")]

use std::fs::File;
use std::io::Read;

use tokio::sync::oneshot;

/// Resolves when the other end of the pipe named by `SAYSO_TEST_LEASH` is closed; never if the
/// variable is not set.
pub(crate) async fn cut() {
    let (gone, cut) = oneshot::channel();
    let Some(path) = std::env::var_os("SAYSO_TEST_LEASH") else {
        return std::future::pending().await;
    };
    std::thread::spawn(move || {
        if let Ok(mut pipe) = File::open(path) {
            // Nothing is ever written: the read returns when the writer is gone.
            let _ = pipe.read(&mut [0]);
        }
        let _ = gone.send(());
    });
    let _ = cut.await;
}
