//! Delivery of people's messages to the agent.

use std::time::Duration;

use sayso_core::Actor;
use sayso_core::dialect::user_choice::{ChoiceOption, UserChoice};

use super::{Conversation, Delivery, Effect, Ending, NotAnswered, Running, Speech};
use crate::agent::{Mark, Words};
use crate::memory::{Doubt, Message};
use crate::venue::{Flow, Notice};

/// How many processes may end before they start with a message; then a person has to look.
const TRIES: u32 = 3;

impl Conversation {
    /// It answers the open question, or it is for the agent.
    pub(super) fn said(&mut self, actor: Actor, text: String) {
        self.unattended = 0;
        if self.delivery == Delivery::Halted {
            self.delivery = Delivery::None;
            self.failures = 0;
        }
        match self.open_for_text() {
            Some((id, question)) => self.act(Effect::Answer { id, question, text, actor }),
            None => self.interrupt(text),
        }
    }

    pub(super) fn not_answered(&mut self, text: String, why: NotAnswered) {
        match why {
            // The other answer counts, and this text is for the agent as well.
            NotAnswered::Settled => {
                self.memory.inbox.push_back(Message::new(text));
                self.act(Effect::Confirm);
            }
            NotAnswered::Refused => self.interrupt(text),
        }
    }

    /// The text is for the agent: open questions are withdrawn.
    fn interrupt(&mut self, text: String) {
        if !self.about.protocol.ends_turns() {
            self.end_turn();
        }
        self.memory.inbox.push_back(Message::new(text));
        self.act(Effect::Confirm);
        self.withdraw_open();
    }

    /// Delivers the first message of the inbox; starts a process for it if there is none.
    pub(super) fn give(&mut self, now: Duration) {
        let Some(message) = self.memory.inbox.front_mut() else { return };
        if self.agent.as_ref().is_some_and(|running| !running.hears) {
            self.agent = None;
            self.failures += 1;
            self.effects.push(Effect::Stop);
        }
        if self.agent.is_none() {
            self.delivery = Delivery::Starting;
            // The directory is the initial one: agents often find sessions by it.
            let directory = self.memory.directory.clone();
            let resume = self.memory.session.clone();
            return self.act(Effect::Start { directory, resume });
        }
        if let Some(correction) = self.memory.correction.take() {
            message.text = format!("{}\n\n{correction}", message.text);
        }
        let words = Words { text: message.text.clone(), unless_known: known(message) };
        // Saved before it is sent: if this process dies, it is unknown whether the agent started.
        self.memory.begun = true;
        self.act(Effect::Say(words));
        self.delivery = Delivery::UnderWay;
        self.speech = Speech { turn: self.memory.turn, ..Speech::default() };
        self.listen_for_quiet(now);
    }

    pub(super) fn started(&mut self, result: Result<Option<Mark>, Notice>) {
        match result {
            Ok(mark) => {
                let replaces = self.failures > 0;
                self.agent = Some(Running {
                    resumed: self.memory.session.is_some(),
                    named: false,
                    replaces,
                    can_be_resumed: false,
                    hears: true,
                });
                self.memory.process = mark;
                self.delivery = Delivery::None;
                // Others report what they remember once they have named their session.
                let plain = !self.about.protocol.ends_turns();
                if plain && (replaces || self.memory.turn > 0) {
                    self.act(Effect::Notice(Notice::BegunAnew));
                }
            }
            Err(notice) => {
                self.delivery = Delivery::Halted;
                self.act(Effect::Notice(notice));
            }
        }
    }

    /// The agent has taken the first message of the inbox.
    pub(super) fn end_turn(&mut self) {
        if self.delivery == Delivery::UnderWay {
            self.delivery = Delivery::None;
            self.quiet_at = None;
            self.take_first();
        }
    }

    /// The first message of the inbox is no longer needed.
    pub(super) fn take_first(&mut self) {
        self.failures = 0;
        self.memory.turn += 1;
        self.memory.begun = false;
        let answers = self.memory.inbox.pop_front().map(|message| message.answers);
        for id in answers.unwrap_or_default() {
            self.act(Effect::Delivered(id));
        }
    }

    /// Its process ended before it was done with the message.
    pub(super) fn message_failed(&mut self, running: &Running, why: String) {
        self.failures += 1;
        self.quiet_at = None;
        if running.named || !self.about.protocol.ends_turns() {
            return self.doubt(why);
        }
        self.memory.begun = false;
        if running.resumed {
            // It doesn't know the session: another process starts a new one.
            self.memory.session = None;
        }
        if self.failures < TRIES {
            self.delivery = Delivery::None;
        } else {
            self.delivery = Delivery::Halted;
            self.act(Effect::Notice(Notice::Failed { why }));
        }
    }

    /// The process may have done half of the message: a person decides whether another one gets it.
    pub(super) fn doubt(&mut self, why: String) {
        self.delivery = Delivery::Undecided;
        if self.memory.doubt.is_none() {
            let call_id = self.memory.call_id(&self.about.key);
            self.memory.doubt = Some(Doubt { call_id, why });
        }
    }

    /// For an agent that never says that it has finished.
    pub(super) fn listen_for_quiet(&mut self, now: Duration) {
        if self.agent.is_some() && !self.about.protocol.ends_turns() {
            self.quiet_at = Some(now + self.about.limits.quiet);
        }
    }

    pub(super) fn fell_quiet(&mut self) {
        if self.delivery == Delivery::UnderWay && !self.speech.is_silent() {
            self.show(Flow::Complete);
            self.end_turn();
        }
        let nothing_open = self.memory.asked.is_empty() && self.open.is_empty();
        if self.ending == Ending::WhenDone
            && nothing_open
            && let Some(running) = &mut self.agent
        {
            running.hears = false;
            self.act(Effect::EndInput);
        }
    }
}

/// What an agent must know to understand the message.
fn known(message: &Message) -> Option<String> {
    if message.asked.is_empty() {
        return None;
    }
    let asked: Vec<String> = message.asked.iter().flat_map(in_words).collect();
    Some(format!(
        "You asked the user the following in an earlier session. The user's answer comes after it.\n{}",
        asked.join("\n")
    ))
}

/// Not as JSON: an agent that quotes it would ask again.
fn in_words(choice: &UserChoice) -> Vec<String> {
    let line = |question: &str, items: &[ChoiceOption]| {
        let items: Vec<String> =
            items.iter().map(|item| format!("{}. {}", item.id, item.label)).collect();
        format!("{question} ({})", items.join("; "))
    };
    match choice {
        UserChoice::UserChoice { question, choices, .. } => vec![line(question, choices)],
        UserChoice::UserChoices { questions, .. } => {
            questions.iter().map(|asked| line(&asked.question, &asked.choices)).collect()
        }
    }
}
