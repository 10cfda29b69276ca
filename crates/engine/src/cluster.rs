//! The other hubs' waiting calls and open surfaces, as far as they have said.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use parking_lot::Mutex;
use sayso_core::{Interaction, InteractionId, Surface};
use sayso_desk::Attached;
use sayso_desk::cluster::{Cluster, HubId, HubStatement};
use sayso_desk::present::is_shown;
use tokio::sync::watch;

use super::Inner;

/// The hubs that share the database with this one.
pub(super) struct ClusterView {
    pub(super) others: Arc<dyn Cluster>,
    pub(super) elsewhere: OtherHubs,
    /// Whether it is this hub that cleans up.
    pub(super) sweeps: watch::Receiver<bool>,
}

impl ClusterView {
    pub(super) fn new(others: Arc<dyn Cluster>) -> ClusterView {
        let sweeps = others.duty("sweep");
        ClusterView { others, elsewhere: OtherHubs::default(), sweeps }
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
    surfaces: BTreeMap<(HubId, String), Attached>,
}

/// What is new about it.
#[derive(Default)]
pub(super) struct Heard {
    pub(super) listening: Option<(InteractionId, bool)>,
    pub(super) surface: bool,
}

impl OtherHubs {
    pub(super) fn hear(&self, HubStatement { hub, key, body }: HubStatement) -> Heard {
        let mut known = self.known.lock();
        if let Some(id) = key.strip_prefix(WAIT).and_then(|id| id.parse().ok()) {
            let before = known.waits.contains_key(&id);
            match body {
                Some(_) => drop(known.waits.entry(id).or_default().insert(hub)),
                None => known.stop(id, hub),
            }
            let now = known.waits.contains_key(&id);
            return Heard { listening: (before != now).then_some((id, now)), surface: false };
        }
        if !key.starts_with(SURFACE) {
            return Heard::default();
        }
        match body.and_then(|body| serde_json::from_str(&body).ok()) {
            Some(attached) => drop(known.surfaces.insert((hub, key), attached)),
            None => drop(known.surfaces.remove(&(hub, key))),
        }
        Heard { listening: None, surface: true }
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
        known.surfaces.values().any(|open| is_shown(open, interaction.id, wanted))
    }

    pub(super) fn surfaces(&self) -> Vec<Attached> {
        self.known.lock().surfaces.values().cloned().collect()
    }

    pub(super) fn has_page(&self) -> bool {
        self.has(Surface::Web)
    }

    fn has(&self, surface: Surface) -> bool {
        self.known.lock().surfaces.values().any(|open| open.surface == surface)
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
    pub(super) fn elsewhere(&self) -> Option<&OtherHubs> {
        self.team.as_ref().map(|team| &team.elsewhere)
    }

    pub(super) fn others(&self) -> Option<&Arc<dyn Cluster>> {
        self.team.as_ref().map(|team| &team.others)
    }

    /// Whether a call waits for it, at any hub.
    pub(super) fn listening(&self, id: InteractionId) -> bool {
        self.waiters.listening(id) || self.elsewhere().is_some_and(|other| other.listening(id))
    }

    /// Whether such a surface is open, at any hub.
    pub(super) fn has(&self, surface: Surface) -> bool {
        self.surfaces.has(surface) || self.elsewhere().is_some_and(|other| other.has(surface))
    }

    /// Whether a surface shows it to a person, at any hub.
    pub(super) fn is_shown(&self, interaction: &Interaction) -> bool {
        self.surfaces.show(interaction)
            || self.elsewhere().is_some_and(|other| other.show(interaction))
    }
}
