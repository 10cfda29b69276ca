//! Surfaces that are open or opening, and the terminal that has taken over a question.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use sayso_core::surface::Presence;
use sayso_core::text::cut;
use sayso_core::transition::refuse_unless_person;
use sayso_core::{Interaction, InteractionId, Refusal, Surface};
use sayso_desk::cluster::{Take, TakeFrom, Taken};
use sayso_desk::present::is_shown;
use sayso_desk::{Attach, Attached, Attachment, DeskError, EventKind, Opening, PersonSign, Result};

use super::Inner;
use super::cluster::{OtherHubs, surface_key};
use super::seen::OpenSurface;

/// How long a browser takes to open its page; questions asked in the meantime are shown there too.
const COMES_UP: Duration = Duration::from_secs(10);

/// Maximum length of a surface's label, in characters.
const LABEL: usize = 100;

#[derive(Default)]
pub(super) struct Surfaces {
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    next: u64,
    attached: HashMap<u64, OpenSurface>,
    /// Hand-offs: who owns which question, while the connection lasts.
    owners: HashMap<InteractionId, u64>,
    /// Since when a browser is opening, by the monotonic clock.
    opening: Option<Duration>,
}

impl Surfaces {
    fn list(&self) -> Vec<Attached> {
        let open = self.open.lock();
        let mut list: Vec<_> = open.attached.iter().collect();
        list.sort_by_key(|(number, _)| **number);
        list.into_iter().map(|(_, open)| open.attached.clone()).collect()
    }

    pub(super) fn has(&self, surface: Surface) -> bool {
        self.open.lock().attached.values().any(|open| open.attached.surface == surface)
    }

    /// Whether this question is shown to a person somewhere.
    pub(super) fn show(&self, interaction: &Interaction) -> bool {
        let wanted = interaction.presentation.surface;
        let open = self.open.lock();
        open.attached.values().any(|open| is_shown(&open.attached, interaction.id, wanted))
    }

    /// Adds a surface; with `own` it takes over that question, unless another one has it.
    fn enter(&self, surface: OpenSurface, own: Option<InteractionId>) -> Result<u64> {
        let mut open = self.open.lock();
        if let Some(owner) = own.and_then(|id| open.owners.get(&id)) {
            let owner = open.attached.get(owner).map(|owner| owner.attached.label.clone());
            return Err(DeskError::Occupied { owner: owner.unwrap_or_default() });
        }
        let number = open.next;
        open.next += 1;
        if surface.attached.surface == Surface::Web {
            open.opening = None;
        }
        open.attached.insert(number, surface);
        if let Some(id) = own {
            open.owners.insert(id, number);
        }
        Ok(number)
    }

    /// Under the same lock as the open surfaces, so that no page attaches in between.
    fn claim_opening(&self, now: Duration) -> Opening {
        let mut open = self.open.lock();
        let page = open.attached.values().any(|open| open.attached.surface == Surface::Web);
        if page || open.opening.is_some_and(|since| now.saturating_sub(since) < COMES_UP) {
            return Opening::Another;
        }
        open.opening = Some(now);
        Opening::Yours
    }

    fn leave(&self, number: u64) {
        let mut open = self.open.lock();
        open.attached.remove(&number);
        open.owners.retain(|_, owner| *owner != number);
    }
}

impl Inner {
    pub(super) async fn attach(self: &Arc<Self>, attach: Attach) -> Result<Attachment> {
        let Attach { surface, label, presence, interaction, ticket } = attach;
        let mut own = None;
        if let Some(id) = interaction {
            let interaction = self.load(id).await?;
            if let Some(ticket) = ticket {
                refuse_settled(&interaction)?;
                if presence == Presence::Unattended {
                    return Err(DeskError::NotInteractive(surface));
                }
                refuse_unless_person(&interaction, presence)?;
                if self.store.ticket(id).await? != Some(ticket) {
                    return Err(DeskError::TicketExpired);
                }
                own = Some(id);
            }
        }
        let attached = Attached { surface, label: cut(&label, LABEL), interaction };
        let opened = OpenSurface::new(attached.clone(), presence);
        let said = opened.statement();
        let number = self.surfaces.enter(opened, own)?;
        let mut leave = Leave { inner: Arc::clone(self), number, own: None };
        if let Some(cluster) = self.cluster() {
            if let Some(id) = own {
                let take = Take { body: &attached.label, lasts: None, from: TakeFrom::Nobody };
                match cluster.take(&owner_key(id), take).await? {
                    Taken::Done => leave.own = own,
                    Taken::By(owner) => return Err(DeskError::Occupied { owner }),
                }
            }
            cluster.say(&surface_key(number), Some(said));
        }
        self.feed.publish(EventKind::Presence);
        let inner = Arc::downgrade(self);
        Ok(Attachment::new(leave, move |sign| {
            if let Some(inner) = inner.upgrade() {
                inner.note_sign(number, sign);
            }
        }))
    }

    /// The number of somebody who has left is unknown.
    fn note_sign(&self, number: u64, sign: PersonSign) {
        let mut open = self.surfaces.open.lock();
        let Some(surface) = open.attached.get_mut(&number) else { return };
        surface.note(sign, self.clock.running());
        if let Some(cluster) = self.cluster() {
            cluster.say(&surface_key(number), Some(surface.statement()));
        }
    }

    /// At any hub.
    pub(super) fn is_person_seen(&self) -> bool {
        let now = self.clock.running();
        let here = self.surfaces.open.lock().attached.values().any(|open| open.sees_person(now));
        here || self.other_hubs().is_some_and(|other| other.see_person(now))
    }

    pub(super) async fn attached(&self) -> Result<Vec<Attached>> {
        let mut all = self.surfaces.list();
        all.extend(self.other_hubs().map(OtherHubs::surfaces).unwrap_or_default());
        Ok(all)
    }

    pub(super) async fn claim_opening(&self) -> Result<Opening> {
        let opening = self.surfaces.claim_opening(self.clock.running());
        let Some(team) = self.team.as_ref().filter(|_| opening == Opening::Yours) else {
            return Ok(opening);
        };
        let take = Take { body: "", lasts: Some(COMES_UP), from: TakeFrom::Nobody };
        let is_ours =
            !team.other_hubs.has_page() && team.cluster.take(OPENING, take).await? == Taken::Done;
        if is_ours {
            return Ok(Opening::Yours);
        }
        self.surfaces.open.lock().opening = None;
        Ok(Opening::Another)
    }

    pub(super) async fn give_up_opening(&self) -> Result<()> {
        self.surfaces.open.lock().opening = None;
        if let Some(cluster) = self.cluster() {
            cluster.let_go(OPENING);
        }
        Ok(())
    }
}

/// Nothing more can be done with a settled one.
pub(super) fn refuse_settled(interaction: &Interaction) -> Result<(), Refusal> {
    let Some(at) = interaction.settled_at() else { return Ok(()) };
    let actor = interaction.outcome().and_then(|outcome| outcome.actor()).cloned();
    Err(Refusal::AlreadySettled { status: interaction.status(), actor, at })
}

struct Leave {
    inner: Arc<Inner>,
    number: u64,
    /// What it has taken over among all hubs.
    own: Option<InteractionId>,
}

/// What the hub has that a browser is opened for.
const OPENING: &str = "opening";

fn owner_key(id: InteractionId) -> String {
    format!("owner/{id}")
}

impl Drop for Leave {
    fn drop(&mut self) {
        self.inner.surfaces.leave(self.number);
        if let Some(cluster) = self.inner.cluster() {
            cluster.say(&surface_key(self.number), None);
            if let Some(id) = self.own {
                cluster.let_go(&owner_key(id));
            }
        }
        self.inner.feed.publish(EventKind::Presence);
    }
}
