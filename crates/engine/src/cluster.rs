//! The other hubs' waiting calls and open surfaces, as far as they have said.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use sayso_core::{Interaction, InteractionId, Surface};
use sayso_desk::Attached;
use sayso_desk::cluster::{Cluster, HubId, HubStatement};
use sayso_desk::present::is_shown;
use tokio::sync::watch;

use super::Inner;
use super::seen::{OpenSurface, SurfaceStatement};

/// The hubs that share the database with this one.
pub(super) struct ClusterView {
    pub(super) cluster: Arc<dyn Cluster>,
    pub(super) other_hubs: OtherHubs,
    /// Whether it is this hub that cleans up.
    pub(super) sweeps: watch::Receiver<bool>,
}

impl ClusterView {
    pub(super) fn new(cluster: Arc<dyn Cluster>) -> ClusterView {
        let sweeps = cluster.duty("sweep");
        ClusterView { cluster, other_hubs: OtherHubs::default(), sweeps }
    }
}

const WAIT: &str = "wait/";
const SURFACE: &str = "surface/";

/// What this hub says while a call waits here.
pub(super) fn wait_key(id: InteractionId) -> String {
    format!("{WAIT}{id}")
}

/// What this hub says while a surface is open here.
pub(super) fn surface_key(number: u64) -> String {
    format!("{SURFACE}{number}")
}

#[derive(Default)]
pub(super) struct OtherHubs {
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    waits: HashMap<InteractionId, HashSet<HubId>>,
    surfaces: BTreeMap<(HubId, String), OpenSurface>,
}

/// What is new about it.
#[derive(Default)]
pub(super) struct StatementEffect {
    pub(super) listening: Option<(InteractionId, bool)>,
    pub(super) surface: bool,
}

impl OtherHubs {
    /// `now` by this hub's monotonic clock, or nothing if it may be long ago.
    pub(super) fn apply(
        &self,
        HubStatement { hub, key, body }: HubStatement,
        now: Option<Duration>,
    ) -> StatementEffect {
        let mut known = self.known.lock();
        if let Some(id) = key.strip_prefix(WAIT).and_then(|id| id.parse().ok()) {
            let before = known.waits.contains_key(&id);
            match body {
                Some(_) => drop(known.waits.entry(id).or_default().insert(hub)),
                None => known.stop(id, hub),
            }
            let now = known.waits.contains_key(&id);
            return StatementEffect {
                listening: (before != now).then_some((id, now)),
                surface: false,
            };
        }
        if !key.starts_with(SURFACE) {
            return StatementEffect::default();
        }
        let place = (hub, key);
        let before = known.surfaces.remove(&place);
        let was = before.as_ref().map(|open| open.attached.clone());
        let said = body.and_then(|body| serde_json::from_str::<SurfaceStatement>(&body).ok());
        let is = said.as_ref().map(|said| said.attached.clone());
        if let Some(said) = said {
            known.surfaces.insert(place, said.read(before.as_ref(), now));
        }
        StatementEffect { listening: None, surface: was != is }
    }

    /// Returns what nobody elsewhere waits for any more.
    pub(super) fn leave(&self, hub: HubId) -> Vec<InteractionId> {
        let mut known = self.known.lock();
        known.surfaces.retain(|(of, _), _| *of != hub);
        let waited = known.waits.iter().filter(|(_, hubs)| hubs.contains(&hub));
        let waited: Vec<InteractionId> = waited.map(|(id, _)| *id).collect();
        waited.iter().for_each(|id| known.stop(*id, hub));
        waited.into_iter().filter(|id| !known.waits.contains_key(id)).collect()
    }

    pub(super) fn clear(&self) {
        *self.known.lock() = Known::default();
    }

    pub(super) fn listening(&self, id: InteractionId) -> bool {
        self.known.lock().waits.contains_key(&id)
    }

    fn show(&self, interaction: &Interaction) -> bool {
        let wanted = interaction.presentation.surface;
        let known = self.known.lock();
        known.surfaces.values().any(|open| is_shown(&open.attached, interaction.id, wanted))
    }

    pub(super) fn surfaces(&self) -> Vec<Attached> {
        self.known.lock().surfaces.values().map(|open| open.attached.clone()).collect()
    }

    pub(super) fn see_person(&self, now: Duration) -> bool {
        self.known.lock().surfaces.values().any(|open| open.sees_person(now))
    }

    pub(super) fn has_page(&self) -> bool {
        self.has(Surface::Web)
    }

    fn has(&self, surface: Surface) -> bool {
        self.known.lock().surfaces.values().any(|open| open.attached.surface == surface)
    }
}

impl Known {
    fn stop(&mut self, id: InteractionId, hub: HubId) {
        if let Some(hubs) = self.waits.get_mut(&id) {
            hubs.remove(&hub);
            if hubs.is_empty() {
                self.waits.remove(&id);
            }
        }
    }
}

impl Inner {
    pub(super) fn other_hubs(&self) -> Option<&OtherHubs> {
        self.team.as_ref().map(|team| &team.other_hubs)
    }

    pub(super) fn cluster(&self) -> Option<&Arc<dyn Cluster>> {
        self.team.as_ref().map(|team| &team.cluster)
    }

    /// Whether a call waits for it, at any hub.
    pub(super) fn listening(&self, id: InteractionId) -> bool {
        self.waiters.listening(id) || self.other_hubs().is_some_and(|other| other.listening(id))
    }

    /// Whether such a surface is open, at any hub.
    pub(super) fn has(&self, surface: Surface) -> bool {
        self.surfaces.has(surface) || self.other_hubs().is_some_and(|other| other.has(surface))
    }

    /// Whether a surface shows it to a person, at any hub.
    pub(super) fn is_shown(&self, interaction: &Interaction) -> bool {
        self.surfaces.show(interaction)
            || self.other_hubs().is_some_and(|other| other.show(interaction))
    }
}
