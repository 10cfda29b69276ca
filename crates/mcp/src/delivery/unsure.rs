//! Calls that never learned whether their question was stored: the hub was silent for too long, or
//! the client gave up in that moment. The question may be stored later all the same.
//!
//! The next identical call has the same id, so the desk stores the question once, whichever of the
//! two comes first.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use sayso_desk::call_id;
use uuid::Uuid;

/// More than any agent leaves behind.
const REMEMBERED: usize = 64;
/// As long as an answer that was never delivered counts for an identical call.
const COUNTS: Duration = Duration::from_mins(15);

/// The oldest first.
#[derive(Default)]
pub(crate) struct Unsure(Mutex<VecDeque<Call>>);

#[derive(Clone)]
struct Call {
    id: Uuid,
    /// Of its question.
    fingerprint: String,
    /// By the monotonic clock.
    since: Duration,
}

impl Unsure {
    /// A call that begins to ask a question with this fingerprint.
    pub(crate) fn begin(self: &Arc<Self>, fingerprint: String, now: Duration) -> AskingCall {
        let mut unsure = self.0.lock();
        unsure.retain(|call| now.saturating_sub(call.since) <= COUNTS);
        let earlier = unsure.iter().position(|call| call.fingerprint == fingerprint);
        let earlier = earlier.and_then(|at| unsure.remove(at));
        let is_repeated = earlier.is_some();
        let call = earlier.unwrap_or_else(|| Call { id: call_id(), fingerprint, since: now });
        AskingCall { unsure: Arc::clone(self), call, is_repeated, is_sure: false }
    }
}

/// A call until the desk has replied.
pub(crate) struct AskingCall {
    unsure: Arc<Unsure>,
    call: Call,
    /// It has the id of an earlier one.
    pub(crate) is_repeated: bool,
    is_sure: bool,
}

impl AskingCall {
    pub(crate) fn id(&self) -> Uuid {
        self.call.id
    }

    pub(crate) fn has_its_question(&mut self) {
        self.is_sure = true;
    }
}

impl Drop for AskingCall {
    fn drop(&mut self) {
        if self.is_sure {
            return;
        }
        let mut unsure = self.unsure.0.lock();
        unsure.push_back(self.call.clone());
        if unsure.len() > REMEMBERED {
            unsure.pop_front();
        }
    }
}
