//! A database that is restarted is back in a moment: what a call couldn't do without it is done again, as long
//! as its client waits. Whatever the tools do can be done twice.

use std::time::Duration;

use sayso_desk::{DeskError, StoreError};

use crate::clients::CallPatience;
use crate::server::{Context, McpServer};

/// Between two attempts.
const PAUSE: Duration = Duration::from_millis(500);
/// No restart takes longer. After this the agent gets an error.
const LONGEST: Duration = Duration::from_secs(30);

impl McpServer {
    pub(crate) async fn patiently<T, F>(
        &self,
        context: &Context,
        mut call: impl FnMut() -> F + Send,
    ) -> Result<T, DeskError>
    where
        F: Future<Output = Result<T, DeskError>> + Send,
    {
        let clock = &self.setup.clock;
        let patience = match self.patience(context) {
            CallPatience::For(patience) => patience.min(LONGEST),
            CallPatience::Endless => LONGEST,
        };
        let end = self.connection(context).since(&context.id) + patience;
        loop {
            let error = match call().await {
                Err(error @ DeskError::Store(StoreError::Away { .. })) => error,
                done => return done,
            };
            let next = clock.running() + PAUSE;
            if next >= end {
                return Err(error);
            }
            tracing::debug!(%error, "trying again");
            tokio::select! {
                () = clock.sleep_until(next) => {}
                () = context.ct.cancelled() => return Err(error),
            }
        }
    }
}
