//! Several questions by one key, after they were named: withdrawing what agents stopped waiting for, and
//! allowing the permissions of one session.

use crossterm::event::{KeyCode, KeyEvent};
use sayso_core::dialect::bridged::allow_once;
use sayso_core::{Command, InteractionId};

use crate::message::{Deed, Effect};
use crate::state::card::Phase;
use crate::state::inbox::Waiting;
use crate::state::{Over, State, Together, Tone};

/// What the history says of them.
const WHY: &str = "its agent stopped waiting";

impl State {
    pub(super) fn name_stopped(&mut self) {
        let named = self.named(Waiting::has_stopped);
        self.name(Together::Withdraw, named, "nothing-stopped");
    }

    /// Those of the session whose permission is open or under the cursor, without what cannot be undone,
    /// and what its title doesn't say.
    pub(super) fn name_permissions(&mut self) {
        let here = self.card.as_ref().map(|card| card.view.interaction.id).or(self.inbox.selected);
        let here = self.inbox.waiting.iter().find(|known| Some(known.id) == here);
        let session = here.and_then(|known| known.permission_of.clone());
        let named = match session {
            Some(session) => self.named(|known| {
                let is_its = known.permission_of.as_ref() == Some(&session);
                is_its && known.by_title
            }),
            None => Vec::new(),
        };
        self.name(Together::Allow, named, "nothing-to-allow");
    }

    fn named(&self, which: impl Fn(&Waiting) -> bool) -> Vec<InteractionId> {
        self.inbox.waiting.iter().filter(|known| which(known)).map(|known| known.id).collect()
    }

    fn name(&mut self, what: Together, named: Vec<InteractionId>, none: &str) {
        match named.is_empty() {
            true => self.remark(none, Tone::Plain),
            false => {
                self.over = Over::Together { what, named, top: 0 };
                // Nobody has read them yet.
                self.drawn.named = (0, 0);
            }
        }
    }

    pub(super) fn together_key(&mut self, key: KeyEvent) {
        let Over::Together { what, named, .. } = &self.over else { return };
        if key.code != KeyCode::Enter {
            return self.pager_key(key);
        }
        let (first, end) = self.drawn.named;
        let meant = match what {
            Together::Withdraw => &named[..],
            // What is not on the screen is not meant.
            Together::Allow => named.get(first..end).unwrap_or_default(),
        };
        let waiting = self.inbox.waiting.iter().filter(|known| meant.contains(&known.id));
        let open = self.card.as_ref().map(|card| card.view.interaction.id);
        let mut acts: Vec<Effect> = waiting
            .filter_map(|known| {
                let command = match what {
                    // Its agent may have come back since.
                    Together::Withdraw if !known.has_stopped() => return None,
                    Together::Withdraw => Command::Withdraw { why: Some(WHY.to_owned()) },
                    Together::Allow => Command::Answer { submission: allow_once() },
                };
                let deed = match (what, open == Some(known.id)) {
                    (Together::Allow, true) => Deed::Settle,
                    _ => Deed::Together,
                };
                Some(Effect::Act { id: known.id, deed, command })
            })
            .collect();
        // The open one last: a prompt ends with it.
        acts.sort_by_key(|act| matches!(act, Effect::Act { deed: Deed::Settle, .. }));
        if let (Some(Effect::Act { deed: Deed::Settle, .. }), Some(card)) =
            (acts.last(), &mut self.card)
        {
            card.phase = Phase::Sending;
        }
        self.effects.extend(acts);
        self.over = Over::Nothing;
    }
}
