//! Which surfaces are open, and which terminal has taken a question over.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sayso_core::surface::Presence;
use sayso_core::{InteractionId, Refusal};

use super::Inner;
use crate::desk::{Attach, Attachment};
use crate::error::DeskError;
use crate::event::EventKind;
use crate::view::Attached;

#[derive(Default)]
pub(super) struct Surfaces {
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    next: u64,
    attached: HashMap<u64, Attached>,
    /// Hand-offs: who owns which question, for as long as the connection lives.
    owners: HashMap<InteractionId, u64>,
}

impl Surfaces {
    pub(super) fn list(&self) -> Vec<Attached> {
        let open = self.lock();
        let mut list: Vec<_> = open.attached.iter().collect();
        list.sort_by_key(|(number, _)| **number);
        list.into_iter().map(|(_, attached)| attached.clone()).collect()
    }

    /// Adds a surface; with `own` it takes that question over, unless somebody has it.
    fn enter(&self, attached: Attached, own: Option<InteractionId>) -> Result<u64, DeskError> {
        let mut open = self.lock();
        if let Some(owner) = own.and_then(|id| open.owners.get(&id)) {
            let owner = open.attached.get(owner).map(|owner| owner.label.clone());
            return Err(DeskError::Occupied { owner: owner.unwrap_or_default() });
        }
        let number = open.next;
        open.next += 1;
        open.attached.insert(number, attached);
        if let Some(id) = own {
            open.owners.insert(id, number);
        }
        Ok(number)
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
            if interaction.ticket != Some(ticket) {
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
