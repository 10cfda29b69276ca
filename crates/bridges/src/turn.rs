//! Whose turn it is to serve a bridge. Two hubs over one database would ask one question and give its
//! answer twice, and each would take the other's answer for one of the agent's own dialog.

use std::sync::Arc;

use sayso_desk::cluster::Cluster;
use tokio::sync::watch;

use crate::BridgeSetup;
use crate::server::AgentServer;

/// A hub waits for its turn while it knows that the server is there, and lets go of it when that is gone:
/// the next start may be noticed by another hub only.
pub(crate) struct Turn {
    /// `None`: no other hub knows this desk.
    cluster: Option<Arc<dyn Cluster>>,
    name: String,
    is_ours: Option<watch::Receiver<bool>>,
}

impl Turn {
    pub(crate) fn new(setup: &BridgeSetup, server: &AgentServer) -> Turn {
        let name = format!("bridge {} {}", setup.machine, server.place());
        Turn { cluster: setup.cluster.clone(), name, is_ours: None }
    }

    pub(crate) fn is_ours(&self) -> bool {
        self.cluster.is_none() || self.is_ours.as_ref().is_some_and(|is_ours| *is_ours.borrow())
    }

    pub(crate) async fn begins(&mut self) {
        self.becomes(true).await;
    }

    /// Never, if no other hub could take it.
    pub(crate) async fn ends(&mut self) {
        self.becomes(false).await;
    }

    pub(crate) fn let_go(&mut self) {
        self.is_ours = None;
    }

    async fn becomes(&mut self, wanted: bool) {
        if let Some(cluster) = &self.cluster {
            let is_ours = self.is_ours.get_or_insert_with(|| cluster.duty(&self.name));
            if is_ours.wait_for(|is_ours| *is_ours == wanted).await.is_ok() {
                return;
            }
        } else if wanted {
            return;
        }
        // This hub is ending, or has no others.
        std::future::pending().await
    }
}
