//! Outcomes on their way to a client, or being taken back: whether they are delivered is not known yet.
//! A client may call again the moment it has read a reply, which is before the desk knows of it.

use std::collections::HashMap;

use tokio::sync::watch;

use super::Carried;

/// By fingerprint, how many of them; only an identical call could be given one of them again.
type Counts = HashMap<String, usize>;

#[derive(Default)]
pub(super) struct Undecided {
    counts: watch::Sender<Counts>,
}

impl Undecided {
    /// Undecided from now on, until the return value is dropped.
    pub(super) fn enter(&self, outcomes: &[Carried]) -> Deciding {
        let fingerprints: Vec<String> =
            outcomes.iter().filter_map(|outcome| outcome.fingerprint.clone()).collect();
        self.counts.send_modify(|counts| {
            for fingerprint in &fingerprints {
                *counts.entry(fingerprint.clone()).or_default() += 1;
            }
        });
        Deciding { counts: self.counts.clone(), fingerprints }
    }

    /// Returns once nothing with this fingerprint is undecided.
    pub(super) async fn left(&self, fingerprint: &str) {
        let mut counts = self.counts.subscribe();
        // The sender lives as long as what borrows it here.
        let _ = counts.wait_for(|counts| !counts.contains_key(fingerprint)).await;
    }
}

pub(super) struct Deciding {
    counts: watch::Sender<Counts>,
    fingerprints: Vec<String>,
}

impl Drop for Deciding {
    fn drop(&mut self) {
        self.counts.send_modify(|counts| {
            for fingerprint in &self.fingerprints {
                if let Some(count) = counts.get_mut(fingerprint) {
                    *count -= 1;
                    if *count == 0 {
                        counts.remove(fingerprint);
                    }
                }
            }
        });
    }
}
