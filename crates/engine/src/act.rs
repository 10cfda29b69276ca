//! Answer, cancel, reject, withdraw, set the time left, hand off: one compare-and-set each.

use sayso_core::interaction::{Interaction, Outcome};
use sayso_core::settings::Key;
use sayso_core::transition::hand_off;
use sayso_core::{
    Actor, Command, InteractionId, PresentationChange, Race, RaceNews, Refusal, decide,
};
use sayso_desk::store::{Note, Replaced};
use sayso_desk::{EventKind, PendingTerms, Result, Row, StoreError, View, fail};

use super::Inner;

/// Each failure means that somebody else changed it in between, which never happens this often in a
/// row.
const TRIES: usize = 1_000;

impl Inner {
    pub(super) async fn withdraw(
        &self,
        id: InteractionId,
        why: Option<String>,
        actor: Actor,
    ) -> Result<View> {
        self.act(id, Command::Withdraw { why }, actor).await
    }

    pub(super) async fn race(
        &self,
        id: InteractionId,
        news: RaceNews,
        actor: Actor,
    ) -> Result<View> {
        let command = match news {
            RaceNews::Confirmed => Command::Confirm,
            RaceNews::AnsweredThere { why } => Command::AnsweredThere { why },
        };
        let view = self.act(id, command, actor).await?;
        if view.interaction.race == Some(Race::Confirmed) {
            self.delivered(id).await?;
        }
        Ok(view)
    }

    pub(super) async fn act(
        &self,
        id: InteractionId,
        command: Command,
        actor: Actor,
    ) -> Result<View> {
        if let Command::Present(PresentationChange { surface: Some(surface), .. }) = &command {
            Key::Interface.parse(surface.as_str(), self.chats())?;
        }
        let listening = self.listening(id);
        let next = self
            .change(id, |interaction| {
                decide(interaction, command.clone(), &actor, self.now()).map(Some)
            })
            .await?;
        let mut view = self.view(next);
        // A call that waited before has been woken by this and may be gone: the person learns
        // whether the agent was listening before.
        view.live.listening |= listening;
        Ok(view)
    }

    pub(super) async fn hand_off(&self, id: InteractionId) -> Result<String> {
        self.change(id, |interaction| hand_off(interaction).map(Some)).await?;
        let ticket = self.ids.draw().simple().to_string();
        self.store.note(id, Note::Ticket(ticket.clone())).await?;
        Ok(ticket)
    }

    /// Load, decide, compare and set, publish. If somebody was faster, it is loaded and decided
    /// again, so that the refusal says who won. `None` changes nothing.
    pub(super) async fn change(
        &self,
        id: InteractionId,
        step: impl Fn(&Interaction) -> Result<Option<Interaction>, Refusal>,
    ) -> Result<Interaction> {
        let _standing = self.steady.standing().await;
        for _ in 0..TRIES {
            let interaction = self.load(id).await?;
            if !interaction.is_pending() {
                // Another hub did it, or this one without learning of it: those who wait here may not know.
                self.waiters.wake(id);
            }
            let Some(next) = step(&interaction)? else { return Ok(interaction) };
            fail::point("act.before_replace");
            if self.store.replace(&next).await? == Replaced::Done {
                fail::point("act.after_replace");
                self.announce(&next);
                return Ok(next);
            }
        }
        let why = "what is stored of it contradicts itself".to_owned();
        Err(StoreError::Unreadable { id, why }.into())
    }

    fn announce(&self, next: &Interaction) {
        self.show_change(next);
        // What is only given is counted when it is confirmed, or lost.
        let is_final = !next.is_test() && next.race != Some(Race::Given);
        if let Some(outcome) = next.outcome().filter(|_| is_final) {
            self.metrics.settled(next);
            log(next, outcome);
        }
    }

    /// What follows from a change, here or at another hub, for those who wait and watch here.
    pub(super) fn show_change(&self, next: &Interaction) {
        let row = Box::new(Row::new(next, self.live(next)));
        if next.is_pending() {
            if let Some(deadline) = next.deadline() {
                self.alarm.no_later_than(deadline);
            }
            if !next.is_test() {
                let terms = Some(Box::new(PendingTerms::of(next)));
                self.feed.publish_row(next.revision, EventKind::Changed { row, terms });
            }
            return;
        }
        self.waiters.settle(next);
        self.sweeper.notify_one();
        if next.is_test() {
            return;
        }
        self.recall.note(next);
        self.feed.publish_row(next.revision, EventKind::Settled { row });
        // How a race ended is news about what was counted before.
        if !next.race.is_some_and(Race::is_past_given) {
            self.pending.send_modify(|pending| *pending = pending.saturating_sub(1));
        }
    }
}

fn log(interaction: &Interaction, outcome: &Outcome) {
    let session_id = interaction.id;
    let call_id = interaction.origin.call_id.as_str();
    let status = interaction.status().as_str();
    match outcome {
        Outcome::Answered { .. }
        | Outcome::Cancelled { .. }
        | Outcome::Rejected { .. }
        | Outcome::TimedOut { sent: Some(_), .. } => {
            tracing::info!(%session_id, call_id, status, "Session completed successfully");
        }
        Outcome::TimedOut { sent: None, .. } => {
            tracing::warn!(%session_id, call_id, error = "nobody answered in time", "Session failed");
        }
        Outcome::Withdrawn { why } => {
            tracing::warn!(%session_id, call_id, error = why, "Session failed");
        }
    }
}
