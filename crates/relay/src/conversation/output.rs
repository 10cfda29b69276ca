//! Output of the agent.

use std::time::Duration;

use sayso_core::dialect::user_choice::UserChoice;
use sayso_extract::{Finished, correction};

use super::{Conversation, Delivery, Effect, Speech};
use crate::agent::{Exit, ExitKind, Happening, Recall, Resumable};
use crate::venue::{Flow, Notice};

impl Conversation {
    pub(super) fn happened(&mut self, happening: Happening, now: Duration) {
        match happening {
            Happening::Session { id, recall, resumable } => self.named(id, recall, resumable),
            Happening::Text(text) => self.heard(&text, now),
            Happening::Permission(permission) => self.ask_for_permission(permission),
            Happening::Withdrawn(number) => self.end_permission(number),
            Happening::TurnEnded { error } => self.turn_ended(error),
            Happening::Exited(exit) => self.exited(exit),
        }
    }

    fn named(&mut self, id: String, recall: Recall, resumable: Resumable) {
        let Some(running) = &mut self.agent else { return };
        let first = !std::mem::replace(&mut running.named, true);
        running.can_be_resumed = resumable == Resumable::Yes;
        self.memory.session = Some(id).filter(|_| resumable == Resumable::Yes);
        let knew_more = running.resumed || running.replaces || self.memory.turn > 0;
        let notice = match recall {
            Recall::Everything => running.replaces.then_some(Notice::Restarted),
            Recall::Nothing => knew_more.then_some(Notice::BegunAnew),
        };
        if let Some(notice) = notice.filter(|_| first) {
            self.act(Effect::Notice(notice));
        }
    }

    fn heard(&mut self, text: &str, now: Duration) {
        let released = self.speech.extractor.push(text);
        if !released.is_empty() {
            self.speech.unshown.push_str(&released);
            self.show(Flow::Streaming);
        }
        if !self.about.protocol.ends_turns() {
            self.listen_for_quiet(now);
            let found = self.speech.extractor.take_found();
            self.memory.ask(&self.about.key, found);
            let malformed = self.speech.extractor.take_malformed();
            self.correct(&malformed);
        }
    }

    /// Questions that could not be asked: the user sees it now, the agent with its next message.
    fn correct(&mut self, malformed: &[String]) {
        if let Some(text) = correction(malformed) {
            self.memory.correction = Some(text);
            self.act(Effect::Notice(Notice::Malformed { why: malformed.join("; ") }));
        }
    }

    fn turn_ended(&mut self, error: Option<String>) {
        if let Some(error) = &error
            && let Some(running) = self.agent.take_if(|running| running.resumed && !running.named)
        {
            self.act(Effect::Stop);
            return self.message_failed(&running, error.clone());
        }
        let choices = self.finish_speech();
        self.memory.ask(&self.about.key, choices);
        self.end_turn();
        if let Some(why) = error {
            self.act(Effect::Notice(Notice::Failed { why }));
        }
    }

    /// The text has ended: shows what was held back, and returns the choices in it.
    fn finish_speech(&mut self) -> Vec<UserChoice> {
        let extractor = std::mem::take(&mut self.speech.extractor);
        let Finished { rest, choices, warnings, malformed } = extractor.finish();
        self.speech.unshown.push_str(&rest);
        self.show(Flow::Complete);
        for warning in warnings {
            tracing::info!(key = self.about.key, warning, "in what the agent said");
        }
        self.correct(&malformed);
        choices
    }

    fn exited(&mut self, Exit { kind, why }: Exit) {
        let Some(running) = self.agent.take() else { return };
        self.end_permissions();
        let choices = self.finish_speech();
        let plain = !self.about.protocol.ends_turns();
        let silent = self.speech.is_silent() && self.memory.asked.is_empty() && choices.is_empty();
        // More can't be known about a plain agent.
        let took_it = plain && (kind == ExitKind::Done || !silent);
        if self.delivery == Delivery::UnderWay && !took_it {
            // Its questions are dropped with it: the turn is started again, and asks again.
            return self.message_failed(&running, why);
        }
        self.memory.ask(&self.about.key, choices);
        self.end_turn();
        match kind {
            ExitKind::Failed if plain => self.act(Effect::Notice(Notice::Failed { why })),
            ExitKind::Done | ExitKind::Failed => {
                tracing::info!(key = self.about.key, why, "an agent ended between two turns");
            }
        }
    }

    pub(super) fn show(&mut self, flow: Flow) {
        let Speech { turn, shown, unshown, .. } = &mut self.speech;
        if *shown || !unshown.trim().is_empty() {
            let starts = !std::mem::replace(shown, true);
            let text = std::mem::take(unshown);
            self.effects.push(Effect::Show { turn: *turn, starts, text, flow });
        }
    }
}
