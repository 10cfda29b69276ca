//! A database that is restarted is back in a moment: what a call couldn't do without it is done again, as long
//! as its client waits. Whatever the tools do can be done twice.

use std::time::Duration;

use sayso_desk::{DeskError, StoreError};

use crate::clients::CallPatience;
use crate::server::{Context, McpServer};

/// Between two attempts.
pub(crate) const PAUSE: Duration = Duration::from_millis(500);
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
        // Known with the first failure: a wait may have lasted for hours before it.
        let mut end = None;
        loop {
            let begun = clock.running();
            let error = match call().await {
                Err(error @ DeskError::Store(StoreError::Away { .. })) => error,
                done => return done,
            };
            // One that lasted had its database: this is another restart.
            if clock.running() >= begun + LONGEST {
                end = None;
            }
            let next = clock.running() + PAUSE;
            if next >= *end.get_or_insert_with(|| self.end_of_patience(context)) {
                return Err(error);
            }
            tracing::debug!(%error, "trying again");
            tokio::select! {
                () = clock.sleep_until(next) => {}
                () = context.ct.cancelled() => return Err(error),
            }
        }
    }

    /// For a call that the database keeps from going on from now.
    pub(crate) fn end_of_patience(&self, context: &Context) -> Duration {
        let longest = self.setup.clock.running() + LONGEST;
        match self.patience(context) {
            CallPatience::For(patience) => {
                longest.min(self.connection(context).since(&context.id) + patience)
            }
            CallPatience::Endless => longest,
        }
    }
}
