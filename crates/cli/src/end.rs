//! Signals that end the process: Ctrl-C, SIGTERM, SIGHUP.

use tokio::signal::unix::{Signal, SignalKind, signal};

pub(crate) struct End {
    signals: [Signal; 3],
}

impl End {
    /// From now on the signals have no default effect.
    pub(crate) fn listen() -> std::io::Result<End> {
        let signals = [
            signal(SignalKind::interrupt())?,
            signal(SignalKind::terminate())?,
            signal(SignalKind::hangup())?,
        ];
        Ok(End { signals })
    }

    pub(crate) async fn comes(&mut self) {
        let [interrupt, terminate, hang_up] = &mut self.signals;
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hang_up.recv() => {}
        }
    }
}
