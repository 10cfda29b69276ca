//! Permissions that buttons allow together: a button holds only the mark of its list.

use std::collections::VecDeque;
use std::sync::Mutex;

use sayso_core::InteractionId;

use super::lock;
use crate::codes::mark;

/// A finger is not slower than that many changes.
const KEPT: usize = 256;

/// Those of messages that were drawn lately. A hub that starts draws them again.
#[derive(Default)]
pub(crate) struct Lists(Mutex<VecDeque<(String, Vec<InteractionId>)>>);

impl Lists {
    pub(super) fn note(&self, ids: &[InteractionId]) {
        if ids.len() < 2 {
            return;
        }
        let mut lists = lock(&self.0);
        lists.retain(|(_, known)| known != ids);
        lists.push_back((mark(ids), ids.to_vec()));
        if lists.len() > KEPT {
            lists.pop_front();
        }
    }

    pub(crate) fn named(&self, mark: &str) -> Option<Vec<InteractionId>> {
        lock(&self.0).iter().find(|(known, _)| known == mark).map(|(_, ids)| ids.clone())
    }
}
