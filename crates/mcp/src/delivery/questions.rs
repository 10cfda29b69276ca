//! Questions of one connection whose outcome the agent doesn't have yet. Some have a call that
//! waits for them; for the others the desk says when there is something to announce.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use parking_lot::Mutex;
use sayso_core::InteractionId;
use sayso_desk::{Asking, DeskError};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

/// More than any agent leaves behind. Older ones can only be fetched by their ids.
const REMEMBERED: usize = 256;

pub(crate) struct Questions {
    desk: Arc<dyn Asking>,
    book: Mutex<Book>,
    /// Notified whenever a call releases a question.
    released: Notify,
}

#[derive(Default)]
struct Book {
    open: Vec<Question>,
    next: u64,
}

struct Question {
    id: InteractionId,
    /// Fingerprint of the call that asked it.
    fingerprint: Option<String>,
    /// Command of the last hand-off.
    command: Option<String>,
    /// Calls that wait for it, or whose reply carries it.
    holders: Vec<(u64, CancellationToken)>,
    /// Present while no call holds it.
    watch: Option<Watch>,
    /// Number of consecutive replies that said it is pending.
    pending_replies: u32,
}

enum Watch {
    /// Ready once there is an outcome. It wakes nobody: it is polled with the next reply.
    Waiting(Pin<Box<dyn Future<Output = Result<(), DeskError>> + Send>>),
    Over,
}

impl Watch {
    fn is_over(&mut self) -> bool {
        if let Watch::Waiting(outcome) = self
            && let Poll::Ready(_) = outcome.as_mut().poll(&mut Context::from_waker(Waker::noop()))
        {
            *self = Watch::Over;
        }
        matches!(self, Watch::Over)
    }
}

impl Questions {
    pub(super) fn new(desk: Arc<dyn Asking>) -> Questions {
        Questions { desk, book: Mutex::default(), released: Notify::new() }
    }

    /// A call waits for it until the returned value is dropped. `call` is cancelled after that.
    pub(crate) fn hold(
        self: &Arc<Self>,
        id: InteractionId,
        fingerprint: Option<String>,
        call: &CancellationToken,
    ) -> Holder {
        let mut book = self.book.lock();
        book.next += 1;
        let number = book.next;
        let held = (number, call.clone());
        let watched = match book.open.iter_mut().find(|question| question.id == id) {
            Some(question) => {
                question.holders.push(held);
                question.watch.take()
            }
            None => {
                book.open.push(Question {
                    id,
                    fingerprint,
                    command: None,
                    holders: vec![held],
                    watch: None,
                    pending_replies: 0,
                });
                None
            }
        };
        drop(book);
        drop(watched);
        Holder { questions: Arc::clone(self), id, number }
    }

    pub(crate) fn set_command(&self, id: InteractionId, command: &str) {
        if let Some(question) = self.book.lock().open.iter_mut().find(|question| question.id == id)
        {
            question.command = Some(command.to_owned());
        }
    }

    /// The command of the last hand-off, if this connection got one.
    pub(crate) fn command(&self, id: InteractionId) -> Option<String> {
        self.book.lock().open.iter().find(|question| question.id == id)?.command.clone()
    }

    /// Whether there is a question whose outcome the agent doesn't have.
    pub(crate) fn are_open(&self) -> bool {
        !self.book.lock().open.is_empty()
    }

    /// Counts a reply that said pending, and returns the number so far.
    pub(crate) fn count_pending_reply(&self, id: InteractionId) -> u32 {
        let mut book = self.book.lock();
        let Some(question) = book.open.iter_mut().find(|question| question.id == id) else {
            return 1;
        };
        question.pending_replies += 1;
        question.pending_replies
    }

    /// Returns once no finished call holds a question with this fingerprint. Only then does the
    /// desk know whether a repeated call should join it.
    pub(crate) async fn left(&self, fingerprint: &str) {
        loop {
            let released = self.released.notified();
            tokio::pin!(released);
            released.as_mut().enable();
            let held = self.book.lock().open.iter().any(|question| {
                question.fingerprint.as_deref() == Some(fingerprint)
                    && question.holders.iter().any(|(_, call)| call.is_cancelled())
            });
            if !held {
                return;
            }
            released.await;
        }
    }

    /// Questions with an outcome whose own calls have returned; held for the call whose reply
    /// announces them.
    pub(crate) fn settled(self: &Arc<Self>, call: &CancellationToken) -> Vec<Holder> {
        let mut book = self.book.lock();
        let Book { open, next } = &mut *book;
        let mut settled = Vec::new();
        for question in open {
            if question.watch.as_mut().is_some_and(Watch::is_over) {
                *next += 1;
                question.holders.push((*next, call.clone()));
                question.watch = None;
                let (questions, id) = (Arc::clone(self), question.id);
                settled.push(Holder { questions, id, number: *next });
            }
        }
        settled
    }

    fn release(&self, id: InteractionId, number: u64) {
        let alone = {
            let mut book = self.book.lock();
            let question = book.open.iter_mut().find(|question| question.id == id);
            question.is_some_and(|question| {
                question.holders.retain(|(other, _)| *other != number);
                question.holders.is_empty()
            })
        };
        if alone {
            self.watch(id);
        }
        self.released.notify_waiters();
    }

    fn watch(&self, id: InteractionId) {
        let desk = Arc::clone(&self.desk);
        let mut watch = Watch::Waiting(Box::pin(async move { desk.watch(id).await }));
        // The watch starts when it is polled first.
        watch.is_over();
        let mut book = self.book.lock();
        if let Some(question) =
            book.open.iter_mut().find(|question| question.id == id && question.holders.is_empty())
        {
            question.watch = Some(watch);
        }
        let watched = book.open.iter().filter(|question| question.watch.is_some()).count();
        let oldest = book.open.iter().position(|question| question.watch.is_some());
        let forgotten = oldest.filter(|_| watched > REMEMBERED).map(|at| book.open.remove(at));
        drop(book);
        drop(forgotten);
    }
}

/// A call's interest in a question.
pub(crate) struct Holder {
    questions: Arc<Questions>,
    pub(crate) id: InteractionId,
    number: u64,
}

impl Holder {
    /// The agent has the outcome, or never will.
    pub(crate) fn forget(self) {
        self.questions.book.lock().open.retain(|question| question.id != self.id);
    }
}

impl Drop for Holder {
    fn drop(&mut self) {
        self.questions.release(self.id, self.number);
    }
}
