//! Sessions of pages at other hubs over the same database: which sessions they have issued, and how
//! they are known to pages. A session counts at all of them while its hub lives.
//!
//! Only hashes of sessions are said: nobody who reads them can use one.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use sayso_desk::cluster::{Cluster, ClusterNews, HubId, HubStatement};
use tokio::sync::watch;

use crate::secret::{hash, hex, same};

const SESSION: &str = "session/";
const EPOCH: &str = "epoch";

pub(super) struct OtherHubSessions {
    cluster: Arc<dyn Cluster>,
    /// By hub and key.
    said: Mutex<HashMap<(HubId, String), String>>,
    /// Something new was heard.
    heard: watch::Sender<()>,
}

impl OtherHubSessions {
    /// `epoch` identifies this hub process.
    pub(super) fn new(cluster: Arc<dyn Cluster>, epoch: &str) -> OtherHubSessions {
        cluster.say(EPOCH, Some(epoch.to_owned()));
        OtherHubSessions { cluster, said: Mutex::default(), heard: watch::Sender::default() }
    }

    /// The page with this id has this session here.
    pub(super) fn say(&self, page: &str, session: &str) {
        self.cluster.say(&format!("{SESSION}{page}"), Some(hex(&hash(session))));
    }

    pub(super) fn apply(&self, news: &ClusterNews) {
        let mut known = self.said.lock();
        match news {
            ClusterNews::Anew(said) => {
                known.clear();
                said.iter().for_each(|said| note(&mut known, said));
            }
            ClusterNews::Said(said) => said.iter().for_each(|said| note(&mut known, said)),
            ClusterNews::Gone(hub) => known.retain(|(of, _), _| of != hub),
            ClusterNews::Changed(_) | ClusterNews::Items(_) => return,
        }
        drop(known);
        self.heard.send_replace(());
    }

    /// Whether another hub has issued this session to the page.
    pub(super) fn knows(&self, page: &str, session: &str) -> bool {
        let (key, wanted) = (format!("{SESSION}{page}"), hex(&hash(session)));
        let known = self.said.lock();
        let mut sessions = known.iter().filter(|((_, said), _)| *said == key);
        sessions.any(|(_, known)| same(known.as_bytes(), wanted.as_bytes()))
    }

    /// Resolves when something is known.
    pub(super) async fn learns(&self, is_known: impl Fn(&OtherHubSessions) -> bool + Send + Sync) {
        let mut heard = self.heard.subscribe();
        while !is_known(self) {
            // Cannot fail: the sender is ours.
            let _ = heard.changed().await;
        }
    }

    pub(super) fn knows_hub(&self, epoch: &str) -> bool {
        self.said.lock().iter().any(|((_, key), known)| key == EPOCH && known == epoch)
    }

    /// What the other hubs are known to pages by.
    pub(super) fn epochs(&self) -> Vec<String> {
        let known = self.said.lock();
        known.iter().filter(|((_, key), _)| key == EPOCH).map(|(_, epoch)| epoch.clone()).collect()
    }
}

fn note(
    known: &mut HashMap<(HubId, String), String>,
    HubStatement { hub, key, body }: &HubStatement,
) {
    if key != EPOCH && !key.starts_with(SESSION) {
        return;
    }
    match body {
        Some(body) => drop(known.insert((*hub, key.clone()), body.clone())),
        None => drop(known.remove(&(*hub, key.clone()))),
    }
}
