//! Signals that end the process: Ctrl-C, SIGTERM, SIGHUP.

use tokio::signal::unix::{Signal, SignalKind, signal};

pub struct End {
    signals: [Signal; 3],
}

impl End {
    /// From now on the signals have no default effect.
    pub fn listen() -> std::io::Result<End> {
        let signals = [
            signal(SignalKind::interrupt())?,
            signal(SignalKind::terminate())?,
            signal(SignalKind::hangup())?,
        ];
        Ok(End { signals })
    }

    pub async fn comes(&mut self) {
        let [interrupt, terminate, hang_up] = &mut self.signals;
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hang_up.recv() => {}
        }
    }
}
