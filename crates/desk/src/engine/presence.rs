//! Which surfaces are open or opening, and which terminal has taken over a question.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sayso_core::surface::Presence;
use sayso_core::transition::refuse_unless_person;
use sayso_core::{Interaction, InteractionId, Refusal, Surface};

use super::Inner;
use crate::desk::{Attach, Attachment, Opening};
use crate::error::DeskError;
use crate::event::EventKind;
use crate::present::is_shown;
use crate::view::Attached;

/// How long a browser takes to open its page; questions asked in the meantime are shown there too.
const COMES_UP: Duration = Duration::from_secs(10);

#[derive(Default)]
pub(super) struct Surfaces {
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    next: u64,
    attached: HashMap<u64, Attached>,
    /// Hand-offs: who owns which question, while the connection lasts.
    owners: HashMap<InteractionId, u64>,
    /// Since when a browser is opening, by the monotonic clock.
    opening: Option<Duration>,
}

impl Surfaces {
    pub(super) fn list(&self) -> Vec<Attached> {
        let open = self.lock();
        let mut list: Vec<_> = open.attached.iter().collect();
        list.sort_by_key(|(number, _)| **number);
        list.into_iter().map(|(_, attached)| attached.clone()).collect()
    }

    /// Whether this question is shown to a person somewhere.
    pub(super) fn show(&self, interaction: &Interaction) -> bool {
        let wanted = interaction.presentation.surface;
        let open = self.lock();
        open.attached.values().any(|open| is_shown(open, interaction.id, wanted))
    }

    /// Adds a surface; with `own` it takes over that question, unless another one has it.
    fn enter(&self, attached: Attached, own: Option<InteractionId>) -> Result<u64, DeskError> {
        let mut open = self.lock();
        if let Some(owner) = own.and_then(|id| open.owners.get(&id)) {
            let owner = open.attached.get(owner).map(|owner| owner.label.clone());
            return Err(DeskError::Occupied { owner: owner.unwrap_or_default() });
        }
        let number = open.next;
        open.next += 1;
        if attached.surface == Surface::Web {
            open.opening = None;
        }
        open.attached.insert(number, attached);
        if let Some(id) = own {
            open.owners.insert(id, number);
        }
        Ok(number)
    }

    /// Under the same lock as the open surfaces, so that no page attaches in between.
    pub(super) fn claim_opening(&self, now: Duration) -> Opening {
        let mut open = self.lock();
        let page = open.attached.values().any(|attached| attached.surface == Surface::Web);
        if page || open.opening.is_some_and(|since| now.saturating_sub(since) < COMES_UP) {
            return Opening::Another;
        }
        open.opening = Some(now);
        Opening::Yours
    }

    pub(super) fn give_up_opening(&self) {
        self.lock().opening = None;
    }

    fn leave(&self, number: u64) {
        let mut open = self.lock();
        open.attached.remove(&number);
        open.owners.retain(|_, owner| *owner != number);
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(super) async fn attach(inner: &Arc<Inner>, attach: Attach) -> Result<Attachment, DeskError> {
    let Attach { surface, label, presence, interaction, ticket } = attach;
    let mut own = None;
    if let Some(id) = interaction {
        let interaction = inner.load(id).await?;
        if let Some(ticket) = ticket {
            if let Some(at) = interaction.settled_at() {
                let actor = interaction.outcome().and_then(|outcome| outcome.actor()).cloned();
                let status = interaction.status();
                return Err(Refusal::AlreadySettled { status, actor, at }.into());
            }
            if presence == Presence::Unattended {
                return Err(DeskError::NotInteractive(surface));
            }
            refuse_unless_person(&interaction, presence)?;
            if inner.store.ticket(id).await? != Some(ticket) {
                return Err(DeskError::TicketExpired);
            }
            own = Some(id);
        }
    }
    let attached = Attached { surface, label, interaction };
    let number = inner.surfaces.enter(attached, own)?;
    inner.feed.publish(EventKind::Presence);
    Ok(Attachment::new(Leave { inner: Arc::clone(inner), number }))
}

struct Leave {
    inner: Arc<Inner>,
    number: u64,
}

impl Drop for Leave {
    fn drop(&mut self) {
        self.inner.surfaces.leave(self.number);
        self.inner.feed.publish(EventKind::Presence);
    }
}
