//! The store, and all that lives over it.

use std::sync::Arc;

use sayso_access::{AgentTokens, PageTokens};
use sayso_desk::cluster::{Cluster, ClusterNews};
use sayso_desk::{Clock, Conversations, DeskError, Ids, OpenStore, Posts, SharedStore};
use sayso_engine::Engine;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::watch;

use super::{HubStore, SurfaceContext};
use crate::error::HubError;
use crate::paths::Paths;
use crate::private;

pub(super) struct Opened {
    pub(super) engine: Arc<Engine>,
    pub(super) agents: Arc<AgentTokens>,
    pub(super) pages: PageTokens,
    pub(super) posts: Posts,
    pub(super) conversations: Conversations,
    /// The store's own, if hubs share it.
    pub(super) clock: Arc<dyn Clock>,
    pub(super) ids: Arc<dyn Ids>,
    pub(super) cluster: Option<Arc<dyn Cluster>>,
    /// From before anything was read.
    pub(super) news: Option<UnboundedReceiver<ClusterNews>>,
    /// Where the database is, if it is not a file of this process.
    pub(super) at: Option<String>,
    pub(super) metrics: Box<dyn Fn() -> String + Send + Sync>,
}

/// The store's files, as long as the hub runs.
pub(super) struct StoreFiles {
    /// A message for the user about what was found.
    pub(super) remark: Option<String>,
    pub(super) look: Box<dyn Fn() + Send + Sync>,
    pub(super) lost: watch::Receiver<Option<String>>,
}

impl Opened {
    pub(super) async fn open(
        paths: &Paths,
        HubStore { open, engine, clock, ids }: HubStore,
    ) -> Result<(Opened, StoreFiles), HubError> {
        private::tighten_files(&paths.data_dir)?;
        let OpenStore { store, at, shared, metrics, remark, look, lost } = open(&paths.database())?;
        if let Some(remark) = &remark {
            tracing::warn!("{remark}");
        }
        let (cluster, clock) = match shared {
            Some(SharedStore { cluster, clock }) => (Some(cluster), clock),
            None => (None, clock),
        };
        // Listens first, then reads.
        let news = cluster.as_ref().map(|cluster| cluster.listen());
        let pages = PageTokens::start(store.clone(), clock.clone(), ids.clone()).await?;
        let agents = AgentTokens::start(store.clone(), clock.clone(), ids.clone()).await?;
        let opened = Opened {
            pages: pages.among(cluster.clone()),
            agents: Arc::new(if cluster.is_some() { agents.shared() } else { agents }),
            posts: Posts::start(store.clone()).await?,
            conversations: Conversations::in_store(store.clone()),
            engine: Arc::new(
                Engine::start_among(cluster.clone(), store, clock.clone(), ids.clone(), engine)
                    .await?,
            ),
            clock,
            ids,
            cluster,
            news,
            at,
            metrics,
        };
        Ok((opened, StoreFiles { remark, look, lost }))
    }

    /// For the surfaces inside the hub.
    pub(super) fn ground(&self) -> SurfaceContext {
        SurfaceContext {
            desk: self.engine.clone(),
            posts: self.posts.clone(),
            conversations: self.conversations.clone(),
            clock: self.clock.clone(),
        }
    }
}

/// Opens a store at a path, or at a place that it knows itself.
pub(crate) type StoreFactory =
    Box<dyn FnOnce(&std::path::Path) -> Result<OpenStore, DeskError> + Send>;
