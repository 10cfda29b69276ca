//! Signals that end a command that waits: Ctrl-C, SIGTERM, SIGHUP.

use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::exit::{Code, INTERRUPTED, PENDING};

pub(crate) struct EndSignals {
    signals: [Signal; 3],
}

impl EndSignals {
    /// From now on the signals have no default effect.
    pub(crate) fn listen() -> std::io::Result<EndSignals> {
        let signals = [
            signal(SignalKind::interrupt())?,
            signal(SignalKind::terminate())?,
            signal(SignalKind::hangup())?,
        ];
        Ok(EndSignals { signals })
    }

    /// With what it then ends: what it waited for keeps waiting.
    pub(crate) async fn comes(&mut self) -> Code {
        let [interrupt, terminate, hang_up] = &mut self.signals;
        tokio::select! {
            _ = interrupt.recv() => INTERRUPTED,
            _ = terminate.recv() => PENDING,
            _ = hang_up.recv() => PENDING,
        }
    }
}
