//! Work that is not left half done: what is durable must also be known in memory, and waiting calls be
//! woken by it.

use tokio::task::{JoinError, JoinSet};

use crate::error::{DeskError, Result};

/// Runs to completion even if the caller is dropped in the middle, as it is when a client hangs up.
pub async fn whole<T: Send + 'static>(
    work: impl Future<Output = Result<T>> + Send + 'static,
) -> Result<T> {
    tokio::spawn(work).await.unwrap_or_else(|ended| Err(broken_off(&ended)))
}

/// Runs all of them to completion, also if one fails; returns the first error.
pub async fn all(mut tasks: JoinSet<Result<()>>) -> Result<()> {
    let mut first = Ok(());
    while let Some(done) = tasks.join_next().await {
        first = first.and(done.unwrap_or_else(|ended| Err(broken_off(&ended))));
    }
    first
}

/// It has panicked, or the process is ending.
fn broken_off(ended: &JoinError) -> DeskError {
    DeskError::Protocol(ended.to_string())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[tokio::test]
    async fn one_that_fails_ends_no_other() {
        let (begin, begun) = tokio::sync::oneshot::channel();
        let done = Arc::new(AtomicBool::new(false));
        let mut tasks = JoinSet::new();
        tasks.spawn(async move {
            drop(begin);
            Err(DeskError::Busy("one of them".to_owned()))
        });
        tasks.spawn({
            let done = Arc::clone(&done);
            async move {
                let _: Result<(), _> = begun.await;
                tokio::task::yield_now().await;
                done.store(true, Ordering::SeqCst);
                Ok(())
            }
        });
        let failed = all(tasks).await;
        assert!(matches!(failed, Err(DeskError::Busy(_))), "{failed:?}");
        assert!(done.load(Ordering::SeqCst));
    }
}
