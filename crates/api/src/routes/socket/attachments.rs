//! The surfaces that one socket holds open, by the number of the call: what is known of the person at
//! one comes by another call.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use sayso_desk::{Attachment, PersonSign};

#[derive(Clone, Default)]
pub(super) struct OpenAttachments(Arc<Mutex<HashMap<u64, Attachment>>>);

impl OpenAttachments {
    /// Until the guard is dropped.
    pub(super) fn hold(&self, n: u64, attachment: Attachment) -> HeldAttachment {
        self.0.lock().insert(n, attachment);
        HeldAttachment { n, open: self.clone() }
    }

    /// Of one that has ended there is nothing to know.
    pub(super) fn report(&self, n: u64, sign: PersonSign) {
        if let Some(attachment) = self.0.lock().get(&n) {
            attachment.report(sign);
        }
    }
}

pub(super) struct HeldAttachment {
    n: u64,
    open: OpenAttachments,
}

impl Drop for HeldAttachment {
    fn drop(&mut self) {
        let ended = self.open.0.lock().remove(&self.n);
        drop(ended);
    }
}
