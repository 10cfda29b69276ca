//! All conversations: who they are with, and which question belongs to which.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::SignedDuration;
use sayso_core::settings::SettingsLayer;
use sayso_core::{Actor, Interaction};
use sayso_desk::{Clock, Conversations, Desk, DeskError};
use serde_json::Value;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::agent::{Program, ToolCall};
use crate::driver::{Driver, Mail};
use crate::memory::Memory;
use crate::venue::Venue;

/// What a relay needs.
pub struct RelaySetup {
    pub desk: Arc<dyn Desk>,
    pub conversations: Conversations,
    pub clock: Arc<dyn Clock>,
    pub program: Program,
    /// The agent's name for people.
    pub agent: String,
    pub card: Arc<Card>,
    /// Personal settings from the environment of the user who runs the agent.
    pub environment: SettingsLayer,
    pub limits: Limits,
}

/// What is asked about a tool call in this directory: arguments of the dialect `permission`.
pub type Card = dyn Fn(&ToolCall, &Path) -> Value + Send + Sync;

#[derive(Debug, Clone)]
pub struct Limits {
    /// How long a process may be idle until it is stopped, if another one can resume its session.
    pub idle: Duration,
    /// How long a plain agent has to be silent to count as finished.
    pub quiet: Duration,
    /// How long a silent conversation is kept.
    pub forgotten: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            idle: Duration::from_secs(30 * 60),
            // Longer than the pauses of a working program, shorter than people's patience.
            quiet: Duration::from_secs(2),
            // As long as Claude Code keeps its sessions.
            forgotten: Duration::from_secs(30 * 24 * 60 * 60),
        }
    }
}

/// A message of a person.
#[derive(Debug, Clone)]
pub struct UserMessage {
    /// The surface's id of the person; the first one started the conversation.
    pub person: String,
    /// Who answers, if it answers a question. The surface has checked that they may.
    pub actor: Actor,
    pub text: String,
}

/// Which conversation a question belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionOwner {
    pub key: String,
    /// Who started it.
    pub person: String,
}

/// Leads conversations. Dropping it ends every agent; stored conversations remain.
pub struct Relay {
    ground: Arc<RelayContext>,
    known: Mutex<HashMap<String, Slot>>,
}

/// What all conversations share.
pub(crate) struct RelayContext {
    pub(crate) setup: RelaySetup,
    /// The conversation of a question, by the id of its call: known before anyone can see it.
    questions: Mutex<HashMap<String, QuestionOwner>>,
}

enum Slot {
    /// Nothing has to be done.
    Asleep(Box<Memory>),
    Awake(Awake),
}

struct Awake {
    /// Who started it.
    person: String,
    mail: UnboundedSender<Mail>,
    task: JoinHandle<()>,
}

impl Relay {
    /// Reads what was stored, and ends what a killed relay has left behind; nothing else happens
    /// yet.
    pub async fn start(setup: RelaySetup) -> Result<Relay, DeskError> {
        let oldest =
            SignedDuration::try_from(setup.limits.forgotten).unwrap_or(SignedDuration::MAX);
        let mut known = HashMap::new();
        let mut questions = HashMap::new();
        for (key, body) in setup.conversations.all().await? {
            match Memory::read(&body) {
                Some(memory)
                    if !memory.is_busy()
                        && setup.clock.now().duration_since(memory.used_at) > oldest =>
                {
                    setup.conversations.remove(&key).await?;
                }
                Some(memory) => {
                    // It has ignored the end of its input, or it would be gone.
                    if let Some(process) = &memory.process {
                        process.end();
                    }
                    let whose = QuestionOwner { key: key.clone(), person: memory.person.clone() };
                    questions.extend(memory.calls().map(|call| (call.to_string(), whose.clone())));
                    known.insert(key, Slot::Asleep(Box::new(memory)));
                }
                None => tracing::warn!(key, "a conversation cannot be read and is left alone"),
            }
        }
        let ground = RelayContext { setup, questions: Mutex::new(questions) };
        Ok(Relay { ground: Arc::new(ground), known: Mutex::new(known) })
    }

    /// Continues what was in progress when the last process ended. `open` returns the venue for a
    /// key and the person who started it; with `None` it waits until somebody says something there.
    pub fn resume(&self, open: impl Fn(&str, &str) -> Option<Arc<dyn Venue>>) {
        let mut known = self.lock();
        let busy: Vec<(String, Arc<dyn Venue>)> = known
            .iter()
            .filter_map(|(key, slot)| match slot {
                Slot::Asleep(memory) if memory.is_busy() => {
                    Some((key.clone(), open(key, &memory.person)?))
                }
                Slot::Asleep(_) | Slot::Awake(_) => None,
            })
            .collect();
        for (key, venue) in busy {
            if let Some(Slot::Asleep(memory)) = known.remove(&key) {
                let awake = self.wake(&key, *memory, venue);
                known.insert(key, Slot::Awake(awake));
            }
        }
    }

    /// Who started the conversation, if there is one: then messages there are meant for its agent.
    pub fn beginner(&self, key: &str) -> Option<String> {
        self.lock().get(key).map(|slot| match slot {
            Slot::Asleep(memory) => memory.person.clone(),
            Slot::Awake(awake) => awake.person.clone(),
        })
    }

    /// A message: it answers the open question, or goes to the agent. It is durable when this
    /// returns. An unknown key starts a conversation.
    pub async fn said(
        &self,
        key: &str,
        said: UserMessage,
        venue: Arc<dyn Venue>,
    ) -> Result<(), DeskError> {
        let (kept, done) = oneshot::channel();
        self.mail(key, &said.person.clone(), venue, Mail::Said { said, kept });
        let ended = || DeskError::Protocol("the conversation has ended".to_owned());
        done.await.map_err(|_| ended())?
    }

    /// No more messages will follow. Returns when the agent has finished with everything and its
    /// process is gone; waits for questions.
    pub async fn finish(&self, key: &str) {
        self.leave(key, Mail::Finish).await;
    }

    /// Ends the agent at once, withdraws its open question, and forgets the conversation.
    pub async fn end(&self, key: &str) {
        self.leave(key, Mail::End).await;
        self.ground.note_calls(key, "", &[]);
        if let Err(error) = self.ground.setup.conversations.remove(key).await {
            tracing::warn!(%error, "an ended conversation is still kept");
        }
    }

    /// Ends every agent properly; conversations and their questions stay for the next process.
    pub async fn close(&self) {
        let awake: Vec<Awake> = {
            let mut known = self.lock();
            let slots = known.drain().filter_map(|(_, slot)| match slot {
                Slot::Awake(awake) => Some(awake),
                Slot::Asleep(_) => None,
            });
            slots.collect()
        };
        for Awake { mail, .. } in &awake {
            // Fails for one that has already ended, which is fine.
            let _ = mail.send(Mail::Close);
        }
        for Awake { task, .. } in awake {
            let _ = task.await;
        }
    }

    /// The conversation of a question; `None` if no conversation asked it.
    pub fn conversation_of(&self, interaction: &Interaction) -> Option<QuestionOwner> {
        self.ground.questions().get(&interaction.origin.call_id).cloned()
    }

    async fn leave(&self, key: &str, last: Mail) {
        let slot = self.lock().remove(key);
        if let Some(Slot::Awake(Awake { mail, task, .. })) = slot {
            let _ = mail.send(last);
            let _ = task.await;
        }
    }

    fn mail(&self, key: &str, person: &str, venue: Arc<dyn Venue>, mail: Mail) {
        let mut known = self.lock();
        let awake = match known.remove(key) {
            Some(Slot::Awake(awake)) if !awake.mail.is_closed() => awake,
            Some(Slot::Asleep(memory)) => self.wake(key, *memory, venue),
            Some(Slot::Awake(_)) | None => {
                let RelaySetup { program, clock, .. } = &self.ground.setup;
                let protocol = program.protocol.as_str();
                let memory = Memory::new(
                    person.to_owned(),
                    protocol,
                    program.directory.clone(),
                    clock.now(),
                );
                self.wake(key, memory, venue)
            }
        };
        // The receiver exists: it was checked, or created, just now.
        let _ = awake.mail.send(mail);
        known.insert(key.to_owned(), Slot::Awake(awake));
    }

    fn wake(&self, key: &str, memory: Memory, venue: Arc<dyn Venue>) -> Awake {
        let (mail, delivered) = unbounded_channel();
        let (ground, person) = (Arc::clone(&self.ground), memory.person.clone());
        let driver = Driver::new(ground, key.to_owned(), memory, venue, delivered);
        Awake { person, mail, task: tokio::spawn(driver.run()) }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Slot>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RelayContext {
    /// Replaces the calls of this conversation.
    pub(crate) fn note_calls(&self, key: &str, person: &str, calls: &[Uuid]) {
        let whose = QuestionOwner { key: key.to_owned(), person: person.to_owned() };
        let mut questions = self.questions();
        questions.retain(|_, of| of.key != key);
        questions.extend(calls.iter().map(|call| (call.to_string(), whose.clone())));
    }

    fn questions(&self) -> MutexGuard<'_, HashMap<String, QuestionOwner>> {
        self.questions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
