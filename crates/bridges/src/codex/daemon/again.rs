//! A connection to Codex's daemon that was lost and opened again: what happened in between.

use std::io;

use sayso_core::race::Seen;

use super::{Daemon, LISTED, READ};
use crate::codex::sessions::Resumed;
use crate::codex::socket::DaemonSocket;
use crate::codex::wire::RequestKind;
use crate::races::{Races, Stage};
use crate::report::RaceSign;

impl Daemon {
    /// Whether it is what this connection leads to.
    pub(in crate::codex) fn is_at(&self, socket: &DaemonSocket) -> bool {
        self.socket.process() == socket.process()
    }

    /// The connection was lost, and this is the next one: what is pending is sent again.
    pub(in crate::codex) async fn begin_again(&mut self, socket: DaemonSocket, races: &mut Races) {
        self.socket = socket;
        self.is_listed = false;
        self.sessions.begin_again();
        // Whether the model has heard these words will not be said any more.
        for key in self.reasons.give_up() {
            races.tell(&key, RaceSign::Seen(Seen::Refused { heard: None })).await;
        }
    }

    /// What this session did while the connection was lost.
    pub(super) async fn catch_up(
        &mut self,
        thread: &str,
        resumed: &Resumed,
        races: &mut Races,
    ) -> io::Result<()> {
        if self.is_listed {
            return Ok(());
        }
        for (item, was_declined) in &resumed.done {
            for key in self.sessions.of_item(thread, item) {
                self.done(&key, *was_declined, races).await?;
            }
        }
        for key in races.keys(thread) {
            let Some((request, _)) = self.sessions.request(&key) else { continue };
            let is_over = resumed.turn.as_ref().is_some_and(|turn| *turn != request.turn);
            if (resumed.is_idle || is_over) && !self.sessions.is_sent(&key) {
                self.missed(&key, races).await;
            }
        }
        Ok(())
    }

    /// It is over, and nothing more will be said about it.
    async fn missed(&self, key: &str, races: &mut Races) {
        match races.stage(key) {
            Some(Stage::Asked | Stage::Lost) => races.answered_there(key, "answered").await,
            Some(Stage::Sent) => {
                self.read(key, races);
                races.due(key, READ);
            }
            None => races.forget(key),
        }
    }

    /// All that is pending was sent again.
    pub(super) async fn listed(&mut self, races: &mut Races) {
        // It is busy: what is pending in a session follows its answer.
        if self.sessions.is_resuming() {
            return races.due(&self.listing, LISTED);
        }
        self.is_listed = true;
        for key in races.others(&[]) {
            let request = self.sessions.request(&key).map(|(request, _)| request);
            // What became of our answer is still to be said.
            let is_to_come = races.stage(&key) == Some(Stage::Sent)
                && request.is_some_and(|request| {
                    request.kind != RequestKind::Questions && self.sessions.listens(&request.thread)
                });
            if !self.sessions.is_sent(&key) && !is_to_come {
                self.missed(&key, races).await;
            }
        }
        races.close_given().await;
    }
}
