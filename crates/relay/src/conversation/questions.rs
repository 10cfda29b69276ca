//! The agent's questions: choices in its text, one after the other, and permission requests.

use std::time::Duration;

use sayso_core::{InteractionId, QuestionId};
use uuid::Uuid;

use super::{Conversation, Delivery, Effect, NotAsked, Opened, RETRY, Withdrawn};
use crate::agent::{Permission, Permitted};
use crate::asking::{Question, Settlement};
use crate::memory::{Doubt, Message};
use crate::venue::Notice;

/// A question at the desk, or on its way there.
pub(super) struct Open {
    pub(super) call_id: Uuid,
    kind: Kind,
    /// Set once it is there.
    at: Option<Opened>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    Choice,
    /// Whether the agent gets a message again.
    Repeat,
    /// The number of the agent's request, and its option ids.
    Permission(u64, Vec<String>),
}

/// Maximum number of consecutive turns without a person; a model that can't ask properly would
/// continue forever.
const UNATTENDED: u32 = 3;

const SOMETHING_ELSE: &str = "the user wrote something else";
const WENT_ON: &str = "the agent went on without an answer";
pub(super) const AGENT_ENDED: &str = "the agent that asked has ended";

impl Conversation {
    /// Asks the first unanswered question; once all are answered, the agent gets the answers.
    pub(super) fn ask_next(&mut self) {
        if self.memory.asked.is_empty() || self.has_open(&Kind::Choice) {
            return;
        }
        match self.memory.asked.iter().find(|asked| asked.reply.is_none()) {
            Some(next) => {
                let (call_id, question) = (next.call_id, Question::Choice(next.choice.clone()));
                self.ask(call_id, Kind::Choice, question);
            }
            None => self.answer_agent(),
        }
    }

    /// All are answered: one message for the agent, before other messages that came in the
    /// meantime.
    fn answer_agent(&mut self) {
        // A plain agent may ask before it counts as finished.
        if !self.about.protocol.ends_turns() {
            self.end_turn();
        }
        if let Some(message) = self.memory.take_replies() {
            // A person decides about the first message, so it stays the first.
            let place = usize::from(self.delivery == Delivery::Undecided);
            self.memory.inbox.insert(place, message);
        }
        if self.unattended >= UNATTENDED && self.delivery == Delivery::None {
            self.delivery = Delivery::Halted;
            let why = "it asked several times in a way that cannot be asked".to_owned();
            self.act(Effect::Notice(Notice::Failed { why }));
        }
    }

    /// If there is no other message, the correction is the next one. After a few times in a row the
    /// agent gets it only when somebody says something.
    pub(super) fn correct_agent(&mut self) {
        if self.memory.inbox.is_empty()
            && self.unattended < UNATTENDED
            && let Some(text) = self.memory.correction.take()
        {
            self.unattended += 1;
            self.memory.inbox.push_back(Message::new(text));
        }
    }

    pub(super) fn ask_whether_to_repeat(&mut self) {
        if let Some(Doubt { call_id, why }) = &self.memory.doubt
            && let Some(message) = self.memory.inbox.front()
            && !self.has_open(&Kind::Repeat)
        {
            let question = Question::Repeat { message: message.text.clone(), why: why.clone() };
            self.ask(*call_id, Kind::Repeat, question);
        }
    }

    pub(super) fn ask_for_permission(&mut self, permission: Permission) {
        let call_id = self.memory.call_id(&self.about.key);
        let ids = permission.options.iter().map(|option| option.id.clone()).collect();
        let kind = Kind::Permission(permission.number, ids);
        self.ask(call_id, kind, Question::Permission(permission));
    }

    fn ask(&mut self, call_id: Uuid, kind: Kind, question: Question) {
        self.open.push(Open { call_id, kind, at: None });
        self.act(Effect::Ask(call_id, question));
    }

    pub(super) fn asked(&mut self, call_id: Uuid, result: Result<Opened, NotAsked>, now: Duration) {
        let Some(place) = self.open.iter().position(|open| open.call_id == call_id) else { return };
        let why = match result {
            Ok(opened) => {
                match self.open[place].kind {
                    Kind::Permission(..) => self.memory.permissions.push(opened.id),
                    Kind::Choice if self.interrupted => {
                        self.act(Effect::Withdraw(opened.id, SOMETHING_ELSE));
                    }
                    Kind::Choice | Kind::Repeat => {}
                }
                self.open[place].at = Some(opened);
                return;
            }
            Err(why) => why,
        };
        match (self.open.remove(place).kind, why) {
            (Kind::Permission(number, _), _) => self.refuse(number),
            (Kind::Choice, NotAsked::Invalid(why)) => {
                let text =
                    format!("The question could not be asked: {why}. Fix it, then ask again.");
                self.memory.reply(call_id, Message::new(text));
                self.unattended += 1;
            }
            (Kind::Choice, NotAsked::Unreachable) | (Kind::Repeat, _) => {
                self.retry_at = Some(now + RETRY);
            }
        }
    }

    pub(super) fn settled(&mut self, id: InteractionId, settlement: Settlement) {
        // It may have been withdrawn just before.
        let Some(Open { call_id, kind, .. }) = self.remove_open(id) else { return };
        let Settlement { reply, chosen, refusal, answers } = settlement;
        match kind {
            Kind::Choice => {
                let choice = self.memory.choice(call_id).into_iter().collect();
                let message = Message { text: reply, answers: vec![id], asked: choice };
                self.memory.reply(call_id, message);
                self.unattended = 0;
                self.interrupted = false;
            }
            Kind::Repeat => {
                self.memory.doubt = None;
                self.memory.begun = false;
                self.delivery = Delivery::None;
                // Without a decision it isn't repeated.
                if chosen != Some(Question::REPEAT) {
                    self.take_first();
                }
                self.act(Effect::Delivered(id));
            }
            Kind::Permission(number, ids) => {
                self.memory.permissions.retain(|open| *open != id);
                let option = chosen.filter(|_| refusal.is_none());
                let option = option.and_then(|place| ids.into_iter().nth(place));
                self.act(Effect::Permit(number, Permitted { option, refusal, answers }));
                self.act(Effect::Delivered(id));
            }
        }
    }

    /// A withdrawn question is removed. One that had its outcome stays, because the outcome is on
    /// its way.
    pub(super) fn withdrawn(&mut self, id: InteractionId, withdrawn: Withdrawn) {
        if withdrawn == Withdrawn::No && self.open.iter().any(|open| open.id() == Some(id)) {
            return;
        }
        self.memory.permissions.retain(|open| *open != id);
        match self.remove_open(id).map(|open| open.kind) {
            Some(Kind::Choice) => {
                self.interrupted = false;
                self.put_replies_before_last();
            }
            Some(Kind::Permission(number, _)) => self.refuse(number),
            Some(Kind::Repeat) | None => {}
        }
    }

    /// No further choice is asked: the answers so far go with the last message.
    fn put_replies_before_last(&mut self) {
        if let Some(replies) = self.memory.take_replies() {
            let last = self.memory.inbox.pop_back();
            self.memory.inbox.push_back(last.into_iter().fold(replies, Message::with));
        }
    }

    /// A person wrote something else. Whether to repeat a message still has to be decided; a choice
    /// that isn't at the desk yet, because it can't be reached, is withdrawn once it is.
    pub(super) fn withdraw_open(&mut self) {
        self.interrupted = !self.memory.asked.is_empty();
        let open = self.open.iter().filter(|open| open.kind != Kind::Repeat);
        let ids: Vec<InteractionId> = open.filter_map(Open::id).collect();
        for id in ids {
            self.act(Effect::Withdraw(id, SOMETHING_ELSE));
        }
    }

    /// Nobody will want an answer.
    pub(super) fn withdraw_all(&mut self) {
        for id in std::mem::take(&mut self.open).iter().filter_map(Open::id) {
            self.act(Effect::Withdraw(id, "the conversation was ended"));
        }
    }

    /// The process that waits for permission is gone. They are remembered until they are withdrawn.
    pub(super) fn end_permissions(&mut self) {
        let requests = |open: &mut Open| matches!(open.kind, Kind::Permission(..));
        let ended: Vec<Open> = self.open.extract_if(.., requests).collect();
        for id in ended.iter().filter_map(Open::id) {
            self.act(Effect::Withdraw(id, AGENT_ENDED));
        }
    }

    /// The agent doesn't want to know any more.
    pub(super) fn end_permission(&mut self, number: u64) {
        let its = |open: &mut Open| matches!(open.kind, Kind::Permission(its, _) if its == number);
        let ended: Vec<Open> = self.open.extract_if(.., its).collect();
        for id in ended.iter().filter_map(Open::id) {
            self.act(Effect::Withdraw(id, WENT_ON));
        }
    }

    fn refuse(&mut self, number: u64) {
        self.act(Effect::Permit(number, Permitted::default()));
    }

    pub(super) fn has_open(&self, kind: &Kind) -> bool {
        self.open.iter().any(|open| open.kind == *kind)
    }

    /// The question that a typed text answers, if exactly one is open.
    pub(super) fn open_for_text(&self) -> Option<(InteractionId, QuestionId)> {
        match &self.open[..] {
            [Open { at: Some(Opened { id, takes_text: Some(question) }), .. }] => {
                Some((*id, question.clone()))
            }
            _ => None,
        }
    }

    fn remove_open(&mut self, id: InteractionId) -> Option<Open> {
        let place = self.open.iter().position(|open| open.id() == Some(id))?;
        Some(self.open.remove(place))
    }
}

impl Open {
    fn id(&self) -> Option<InteractionId> {
        self.at.as_ref().map(|opened| opened.id)
    }
}
