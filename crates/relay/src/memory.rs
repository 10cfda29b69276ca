//! The memory of a conversation: stored with every change.

use std::collections::VecDeque;
use std::path::PathBuf;

use jiff::Timestamp;
use sayso_core::InteractionId;
use sayso_core::dialect::user_choice::UserChoice;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::agent::Mark;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Memory {
    version: u32,
    /// Who started it, by the surface's id.
    pub(crate) person: String,
    pub(crate) protocol: String,
    pub(crate) directory: PathBuf,
    /// The agent's own id of its session, if another process can resume it.
    pub(crate) session: Option<String>,
    /// How many messages the agent has taken.
    pub(crate) turn: u64,
    /// How many questions it has asked.
    pub(crate) questions: u64,
    /// What the agent has not taken yet. The first may be in progress.
    pub(crate) inbox: VecDeque<Message>,
    /// A process was given the first of them, so it isn't simply given to another one.
    #[serde(default)]
    pub(crate) begun: bool,
    /// That process has ended, and a person is asked what to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) doubt: Option<Doubt>,
    /// The correction for questions that could not be asked, for the next message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) correction: Option<String>,
    /// What the agent asked in its last turn, in order, until all is answered.
    pub(crate) asked: Vec<Asked>,
    /// Permission requests that a process waits for. They end with it.
    pub(crate) permissions: Vec<InteractionId>,
    /// The agent's process, while it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) process: Option<Mark>,
    began_at: Timestamp,
    pub(crate) used_at: Timestamp,
}

/// Something for the agent, as the user's message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Message {
    pub(crate) text: String,
    /// The questions that it answers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) answers: Vec<InteractionId>,
    /// As the agent wrote them, for a process that doesn't remember.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) asked: Vec<UserChoice>,
}

impl Message {
    /// It answers nothing.
    pub(crate) fn new(text: String) -> Message {
        Message { text, answers: Vec::new(), asked: Vec::new() }
    }

    /// Both as one, on separate lines.
    pub(crate) fn with(mut self, next: Message) -> Message {
        self.text.push('\n');
        self.text.push_str(&next.text);
        self.answers.extend(next.answers);
        self.asked.extend(next.asked);
        self
    }
}

/// Whether to repeat a message for an agent that had started with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Doubt {
    /// The same after a restart, so that the question is found again.
    pub(crate) call_id: Uuid,
    /// How the process ended.
    pub(crate) why: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Asked {
    /// The same after a restart, so that the question is found again.
    pub(crate) call_id: Uuid,
    pub(crate) choice: UserChoice,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) reply: Option<Message>,
}

const VERSION: u32 = 1;

impl Memory {
    pub(crate) fn new(
        person: String,
        protocol: &str,
        directory: PathBuf,
        now: Timestamp,
    ) -> Memory {
        Memory {
            version: VERSION,
            person,
            protocol: protocol.to_owned(),
            directory,
            session: None,
            turn: 0,
            questions: 0,
            inbox: VecDeque::new(),
            begun: false,
            doubt: None,
            correction: None,
            asked: Vec::new(),
            permissions: Vec::new(),
            process: None,
            began_at: now,
            used_at: now,
        }
    }

    /// `None`: it was written by a newer version, or is broken.
    pub(crate) fn read(body: &str) -> Option<Memory> {
        serde_json::from_str(body).ok().filter(|memory: &Memory| memory.version == VERSION)
    }

    pub(crate) fn body(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers make valid JSON")
    }

    /// Whether something has to be done without a new message.
    pub(crate) fn is_busy(&self) -> bool {
        !(self.inbox.is_empty() && self.asked.is_empty() && self.permissions.is_empty())
            || self.correction.is_some()
    }

    pub(crate) fn ask(&mut self, key: &str, choices: Vec<UserChoice>) {
        for choice in choices {
            let call_id = self.call_id(key);
            self.asked.push(Asked { call_id, choice, reply: None });
        }
    }

    /// The calls whose questions are kept.
    pub(crate) fn calls(&self) -> impl Iterator<Item = Uuid> {
        let asked = self.asked.iter().map(|asked| asked.call_id);
        asked.chain(self.doubt.iter().map(|doubt| doubt.call_id))
    }

    pub(crate) fn reply(&mut self, call_id: Uuid, reply: Message) {
        if let Some(asked) = self.asked.iter_mut().find(|asked| asked.call_id == call_id) {
            asked.reply = Some(reply);
        }
    }

    pub(crate) fn choice(&self, call_id: Uuid) -> Option<UserChoice> {
        let asked = self.asked.iter().find(|asked| asked.call_id == call_id)?;
        Some(asked.choice.clone())
    }

    /// For the next question of this conversation.
    pub(crate) fn call_id(&mut self, key: &str) -> Uuid {
        self.questions += 1;
        let parts = [key, &self.began_at.to_string(), &self.questions.to_string()];
        let text = serde_json::to_string(&parts).expect("texts make valid JSON");
        let digest = Sha256::digest(text.as_bytes());
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&digest[..16]);
        uuid::Builder::from_custom_bytes(bytes).into_uuid()
    }

    /// All replies so far as one message; `None` if there are none.
    pub(crate) fn take_replies(&mut self) -> Option<Message> {
        self.asked.drain(..).filter_map(|asked| asked.reply).reduce(Message::with)
    }
}
