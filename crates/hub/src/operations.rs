//! The hub's own routes: status, metrics, stop.

use std::sync::Arc;
use std::time::Instant;

use async_trait::async_trait;
use sayso_access::Connections;
use sayso_api::Operations;
use sayso_core::Problem;
use sayso_desk::cluster::OtherHub;
use sayso_desk::store::Survey;
use sayso_desk::{Asking, DeskError};
use sayso_engine::Engine;
use sayso_wire::{HubInCluster, HubStatus, StopRequest, WIRE, translate_all};
use tokio::sync::watch;

use crate::version::Version;

pub(crate) struct Hub {
    pub(crate) engine: Arc<Engine>,
    pub(crate) store_metrics: Box<dyn Fn() -> String + Send + Sync>,
    pub(crate) connections: Connections,
    /// Set when the hub is asked to end.
    pub(crate) asked: watch::Sender<Option<StopRequest>>,
    pub(crate) started: Instant,
    pub(crate) portal: String,
    pub(crate) data_dir: String,
    /// Where the database is, if it is not in there.
    pub(crate) database: Option<String>,
}

fn other_hub(OtherHub { id, name, since }: OtherHub) -> HubInCluster {
    HubInCluster { id: id.0.to_string(), name, since: since.to_string() }
}

#[async_trait]
impl Operations for Hub {
    async fn status(&self) -> Result<HubStatus, DeskError> {
        // Not what is in memory: other hubs may share the database.
        let Survey { pending, unreadable, .. } = self.engine.survey().await?;
        let hubs = self.engine.other_hubs().await?.into_iter().map(other_hub).collect();
        Ok(HubStatus {
            version: Version::own().to_string(),
            wire: WIRE,
            pid: std::process::id(),
            pending,
            unreadable: unreadable.len(),
            connections: self.connections.count(),
            places: self.connections.fill(),
            uptime_seconds: self.started.elapsed().as_secs(),
            portal: Some(self.portal.clone()),
            data_dir: self.data_dir.clone(),
            database: self.database.clone(),
            hubs,
            attached: translate_all(self.engine.attached().await?),
        })
    }

    async fn metrics(&self) -> Result<String, DeskError> {
        self.engine.metrics(&(self.store_metrics)()).await
    }

    fn is_away(&self) -> Option<watch::Receiver<bool>> {
        self.engine.is_away()
    }

    fn stop(&self, stop: StopRequest) -> Result<(), DeskError> {
        if let Some(other) = &stop.replaced_by {
            let newer = other.parse::<Version>().is_ok_and(|other| other > Version::own());
            if !newer {
                let rule = format!("{other} is not newer than the running {}", Version::own());
                return Err(
                    Problem::new("replaced_by", rule, "only a newer hub replaces one").into()
                );
            }
        }
        self.asked.send_replace(Some(stop));
        Ok(())
    }
}
