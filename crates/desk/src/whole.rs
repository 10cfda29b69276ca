//! Work that is not left half done: what is durable must also be known in memory, and waiting calls be
//! woken by it.

use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::runtime::Handle;
use tokio::task::JoinSet;

use crate::error::{DeskError, Result};

/// Runs to completion even if the caller is dropped in the middle, as it is when a client hangs up.
/// Boxed at once: an `async fn` would keep room for the work in the caller, too.
pub(crate) fn whole<T: Send + 'static>(
    work: impl Future<Output = Result<T>> + Send + 'static,
) -> impl Future<Output = Result<T>> + Send {
    Whole(Some(Box::pin(work)))
}

/// Polled by its caller. Only what is dropped in the middle becomes a task: a task for each call would
/// cost a tenth of a question.
struct Whole<F>(Option<Pin<Box<F>>>)
where
    F: Future<Output: Send> + Send + 'static;

impl<F: Future<Output: Send> + Send + 'static> Future for Whole<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        // Taken out, so that work that panics is not continued.
        let mut work = self.0.take().expect("polled after its end");
        let polled = work.as_mut().poll(context);
        if polled.is_pending() {
            self.0 = Some(work);
        }
        polled
    }
}

impl<F: Future<Output: Send> + Send + 'static> Drop for Whole<F> {
    fn drop(&mut self) {
        // Without a runtime the process is ending.
        if let (Some(work), Ok(runtime)) = (self.0.take(), Handle::try_current()) {
            runtime.spawn(work);
        }
    }
}

/// Runs all of them to completion, also if one fails; returns the first error.
pub(crate) async fn all(mut tasks: JoinSet<Result<()>>) -> Result<()> {
    let mut first = Ok(());
    while let Some(done) = tasks.join_next().await {
        let done = done.unwrap_or_else(|panic| Err(DeskError::Protocol(panic.to_string())));
        first = first.and(done);
    }
    first
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
