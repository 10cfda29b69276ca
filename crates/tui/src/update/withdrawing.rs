//! Withdrawing what agents stopped waiting for: all of it at once, after it was named.

use crossterm::event::{KeyCode, KeyEvent};
use sayso_core::{Command, InteractionId};

use crate::message::{Deed, Effect};
use crate::state::{Over, State, Tone};

/// What the history says of them.
const WHY: &str = "its agent stopped waiting";

impl State {
    pub(super) fn name_stopped(&mut self) {
        let stopped = self.inbox.waiting.iter().filter(|known| known.has_stopped());
        let named: Vec<InteractionId> = stopped.map(|known| known.id).collect();
        match named.is_empty() {
            true => self.remark("nothing-stopped", Tone::Plain),
            false => self.over = Over::Withdraw { named, top: 0 },
        }
    }

    pub(super) fn withdraw_key(&mut self, key: KeyEvent) {
        let Over::Withdraw { named, .. } = &self.over else { return };
        if key.code != KeyCode::Enter {
            return self.pager_key(key);
        }
        // An agent may have come back since.
        let waiting = self.inbox.waiting.iter();
        let still = waiting.filter(|known| known.has_stopped() && named.contains(&known.id));
        let acts = still.map(|known| Effect::Act {
            id: known.id,
            deed: Deed::Withdraw,
            command: Command::Withdraw { why: Some(WHY.to_owned()) },
        });
        self.effects.extend(acts);
        self.over = Over::Nothing;
    }
}
