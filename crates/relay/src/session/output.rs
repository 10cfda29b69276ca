//! What the agent does.

use sayso_core::dialect::user_choice::UserChoice;
use sayso_extract::{Finished, correction};

use super::{Delivery, Session, Speech, Step};
use crate::agent::{Exit, ExitKind, Happening, Recall, Resumable};
use crate::conversation::{Flow, Notice};

impl Session {
    pub(super) async fn happened(&mut self, happening: Happening) -> Step {
        match happening {
            Happening::Session { id, recall, resumable } => {
                self.named(id, recall, resumable).await;
            }
            Happening::Text(text) => self.heard(&text).await,
            Happening::Permission(permission) => self.ask_for_leave(permission).await,
            Happening::TurnEnded { error } => self.turn_ended(error).await,
            Happening::Exited(exit) => self.exited(exit).await,
        }
        Step::On
    }

    async fn named(&mut self, id: String, recall: Recall, resumable: Resumable) {
        let Some(running) = &mut self.agent else { return };
        let first = !std::mem::replace(&mut running.named, true);
        running.can_be_resumed = resumable == Resumable::Yes;
        let (resumed, replaces) = (running.resumed, running.replaces);
        self.memory.session = Some(id).filter(|_| resumable == Resumable::Yes);
        self.memory.begun |= self.delivery == Delivery::UnderWay;
        self.note().await;
        let notice = match recall {
            Recall::Everything if replaces => Some(Notice::Restarted),
            Recall::Everything => None,
            Recall::Nothing if resumed || replaces || self.memory.turn > 0 => {
                Some(Notice::BegunAnew)
            }
            Recall::Nothing => None,
        };
        if let Some(notice) = notice.filter(|_| first) {
            self.conversation.notice(notice).await;
        }
    }

    async fn heard(&mut self, text: &str) {
        let released = self.speech.extractor.push(text);
        self.speech.text.push_str(&released);
        let news = !released.is_empty();
        if news {
            self.show(Flow::Streaming).await;
        }
        if !self.ground.setup.program.protocol.ends_turns() {
            self.listen_for_quiet();
            let found = self.speech.extractor.take_found();
            if !found.is_empty() {
                self.memory.ask(&self.key, found);
                self.note().await;
            }
            let malformed = self.speech.extractor.take_malformed();
            self.correct(&malformed).await;
        }
    }

    /// Questions that could not be asked: the user is told now, the agent with its next message.
    async fn correct(&mut self, malformed: &[String]) {
        let Some(text) = correction(malformed) else { return };
        self.memory.correction = Some(text);
        self.note().await;
        self.conversation.notice(Notice::Malformed { why: malformed.join("; ") }).await;
    }

    async fn turn_ended(&mut self, error: Option<String>) {
        if let (Some(error), Some(running)) = (&error, &self.agent)
            && running.resumed
            && !running.named
        {
            // It does not know the session that it was to go on with; another process begins anew.
            tracing::info!(error, "the agent cannot resume its session");
            self.agent = None;
            self.memory.session = None;
            return self.message_failed(error.clone()).await;
        }
        let choices = self.finish_speech().await;
        self.memory.ask(&self.key, choices);
        self.end_turn();
        self.note().await;
        if let Some(why) = error {
            self.conversation.notice(Notice::Failed { why }).await;
        }
    }

    /// The text has ended: what was held back is shown, what it asks is returned.
    async fn finish_speech(&mut self) -> Vec<UserChoice> {
        let Speech { extractor, text, turn } = std::mem::take(&mut self.speech);
        let Finished { rest, choices, warnings, malformed } = extractor.finish();
        self.speech.turn = turn;
        self.speech.text = text + &rest;
        self.show(Flow::Complete).await;
        for warning in warnings {
            tracing::info!(key = self.key, warning, "in what the agent said");
        }
        self.correct(&malformed).await;
        choices
    }

    async fn exited(&mut self, Exit { kind, why }: Exit) {
        let Some(running) = self.agent.take() else { return };
        self.end_leave().await;
        let choices = self.finish_speech().await;
        let plain = !self.ground.setup.program.protocol.ends_turns();
        let silent =
            self.speech.text.is_empty() && self.memory.asked.is_empty() && choices.is_empty();
        // Of an agent that speaks plainly one cannot know more.
        let took_it = plain && (kind == ExitKind::Done || !silent);
        if self.delivery == Delivery::UnderWay && !took_it {
            // What it asked goes with it: the turn is begun again, and asks again.
            if running.resumed && !running.named {
                self.memory.session = None;
            }
            self.message_failed(why).await;
            return self.note().await;
        }
        self.memory.ask(&self.key, choices);
        self.end_turn();
        match kind {
            ExitKind::Failed if plain => self.conversation.notice(Notice::Failed { why }).await,
            ExitKind::Done | ExitKind::Failed => {
                tracing::info!(key = self.key, why, "an agent ended that nothing was wanted of");
            }
        }
        self.note().await;
    }
}
