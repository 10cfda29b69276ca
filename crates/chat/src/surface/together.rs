//! Permissions of one session that wait here at the same time: the message of each lists the others, and
//! one click allows those that were listed when it was made.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use sayso_core::dialect::bridged::allow_once;
use sayso_core::transition::Refusal;
use sayso_core::{Command, InteractionId};
use sayso_desk::{DeskError, Row, View};

use super::{ChatSurface, found};
use crate::also_waiting::AlsoWaiting;
use crate::incoming::Person;

/// As many as on the page.
const LISTED: usize = 6;

/// Those that wait here.
#[derive(Default)]
pub(super) struct Together(Mutex<HashMap<InteractionId, Row>>);

impl Together {
    /// It waits here, or is decided; returns those whose messages are about it, too.
    pub(super) fn put(&self, row: &Row) -> Vec<InteractionId> {
        if row.permission_of().is_none() {
            return self.remove(row.id);
        }
        let mut known = self.known();
        let before = known.insert(row.id, row.clone());
        let looks = |row: &Row| (row.title.clone(), row.is_allowed_by_title());
        match before.is_some_and(|before| looks(&before) == looks(row)) {
            true => Vec::new(),
            false => others(&known, row).into_iter().map(|other| other.id).collect(),
        }
    }

    pub(super) fn remove(&self, id: InteractionId) -> Vec<InteractionId> {
        let mut known = self.known();
        let Some(row) = known.remove(&id) else { return Vec::new() };
        others(&known, &row).into_iter().map(|other| other.id).collect()
    }

    pub(super) fn beside(&self, id: InteractionId) -> AlsoWaiting {
        let known = self.known();
        let Some(own) = known.get(&id) else { return AlsoWaiting::default() };
        let others = others(&known, own);
        let count = others.len();
        let listed: Vec<Row> = others.into_iter().take(LISTED).cloned().collect();
        let whole = listed.iter().filter(|row| AlsoWaiting::shows_whole(row));
        let allowed = std::iter::once(own).chain(whole).filter(|row| row.is_allowed_by_title());
        AlsoWaiting { allowed: allowed.map(|row| row.id).collect(), listed, count }
    }

    fn known(&self) -> MutexGuard<'_, HashMap<InteractionId, Row>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Those of the same session, the oldest first.
fn others<'k>(known: &'k HashMap<InteractionId, Row>, own: &Row) -> Vec<&'k Row> {
    let mut others: Vec<&Row> =
        known.values().filter(|row| row.session == own.session && row.id != own.id).collect();
    others.sort_by_key(|row| (row.created_at, row.id));
    others
}

impl ChatSurface {
    /// Each of them is its own decision: what is settled by now, or may not be allowed like this, is left.
    pub(super) async fn allow_together(
        &self,
        person: &Person,
        view: &View,
        named: &[InteractionId],
    ) -> Result<(), DeskError> {
        for id in named {
            let Some(other) = found(self.desk.show(&(*id).into()).await)? else { continue };
            let row = Row::new(&other.interaction, other.live.clone());
            let is_its = row.session == view.interaction.origin.session;
            let fits = is_its && row.is_allowed_by_title();
            if !fits || !self.may_answer(person, &other).await {
                continue;
            }
            match self.act(&other, Command::Answer { submission: allow_once() }, person).await {
                Ok(()) | Err(DeskError::Refused(Refusal::AlreadySettled { .. })) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}
