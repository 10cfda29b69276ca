//! What people say, and how the agent gets it.

use sayso_core::dialect::user_choice::{Item, UserChoice};
use sayso_core::{Command, Refusal, Submission};
use sayso_desk::DeskError;

use super::{Delivery, Running, Session, Speech};
use crate::agent::{Agent, Program, Protocol, Words};
use crate::conversation::{Flow, Notice};
use crate::memory::Message;
use crate::relay::Said;

/// So many processes may end before they begin with a message; then a person has to look.
const TRIES: u32 = 3;

impl Session {
    /// It answers what is open, or it is for the agent.
    pub(super) async fn said(&mut self, said: Said) -> Result<(), DeskError> {
        let Said { actor, text, .. } = said;
        self.unattended = 0;
        if self.delivery == Delivery::Halted {
            self.delivery = Delivery::None;
            self.failures = 0;
        }
        if let Some((id, question)) = self.open_for_text() {
            let mut submission = Submission::default();
            submission.write(question, text.clone());
            match self.ground.setup.desk.act(id, Command::Answer { submission }, actor).await {
                Ok(_) => return Ok(()),
                // Somebody was faster: that answer counts, and this is for the agent as well.
                Err(DeskError::Refused(Refusal::AlreadySettled { .. })) => {
                    self.memory.inbox.push_back(Message::new(text));
                    return self.save().await;
                }
                Err(DeskError::Refused(refusal)) => tracing::debug!(%refusal, "not its answer"),
                Err(error) => return Err(error),
            }
        }
        let replies = self.take_back_open("the user wrote something else").await;
        let message = match replies {
            Some(Message { text: before, answers, asked }) => {
                Message { text: format!("{before}\n{text}"), answers, asked }
            }
            None => Message::new(text),
        };
        if !self.ground.setup.program.protocol.ends_turns() && self.delivery == Delivery::UnderWay {
            self.end_turn();
        }
        self.memory.inbox.push_back(message);
        self.save().await
    }

    /// Hands the first message of the inbox over; starts a process for it if there is none.
    pub(super) async fn give(&mut self) {
        if self.agent.as_ref().is_some_and(|running| !running.agent.hears()) {
            // Its input has ended: it cannot be told any more.
            self.agent = None;
            self.failures += 1;
        }
        if self.agent.is_none() && !self.start().await {
            return;
        }
        if let (Some(correction), Some(message)) =
            (self.memory.correction.take(), self.memory.inbox.front_mut())
        {
            message.text = format!("{}\n\n{correction}", message.text);
            self.note().await;
        }
        // Of one that does not name its session nothing else is known than that it was told.
        let begins =
            |running: &Running| running.named || !self.ground.setup.program.protocol.ends_turns();
        if self.agent.as_ref().is_some_and(begins) {
            self.memory.begun = true;
            self.note().await;
        }
        if let (Some(running), Some(message)) = (&self.agent, self.memory.inbox.front()) {
            running.agent.say(Words { text: message.text.clone(), unless_known: known(message) });
            self.delivery = Delivery::UnderWay;
            self.speech = Speech { turn: self.memory.turn, ..Speech::default() };
            self.listen_for_quiet();
        }
    }

    async fn start(&mut self) -> bool {
        // The directory is that of its beginning: sessions are often looked for by it.
        let directory = self.memory.directory.clone();
        let program = Program { directory, ..self.ground.setup.program.clone() };
        let resume = self.memory.session.clone();
        let replaces = self.failures > 0;
        let agent = match Agent::start(&program, resume.as_deref()) {
            Ok(agent) => agent,
            Err(error) => {
                self.delivery = Delivery::Halted;
                let command = program.command.join(" ");
                self.conversation
                    .notice(Notice::NotStarted { command, why: error.to_string() })
                    .await;
                return false;
            }
        };
        let resumed = resume.is_some();
        self.memory.process = agent.mark();
        self.note().await;
        self.agent =
            Some(Running { agent, resumed, named: false, replaces, can_be_resumed: false });
        // The others say what they remember once they have named their session.
        if program.protocol == Protocol::Plain && (replaces || self.memory.turn > 0) {
            self.conversation.notice(Notice::BegunAnew).await;
        }
        true
    }

    /// The agent has taken the first message of the inbox.
    pub(super) fn end_turn(&mut self) {
        if self.delivery != Delivery::UnderWay {
            return;
        }
        self.delivery = Delivery::None;
        self.quiet_at = None;
        self.failures = 0;
        self.memory.turn += 1;
        self.take_first();
    }

    /// Nobody needs the first message of the inbox any more.
    pub(super) fn take_first(&mut self) {
        self.memory.begun = false;
        if let Some(Message { answers, .. }) = self.memory.inbox.pop_front() {
            let desk = self.ground.setup.desk.clone();
            // What was answered counts as delivered; if that cannot be noted nothing is lost.
            tokio::spawn(async move {
                for id in answers {
                    if let Err(error) = desk.delivered(id).await {
                        tracing::warn!(%id, %error, "not noted as delivered");
                    }
                }
            });
        }
    }

    /// The process ended with the message still in its hands.
    pub(super) async fn message_failed(&mut self, why: String) {
        self.failures += 1;
        self.quiet_at = None;
        if self.memory.begun {
            self.doubt(why);
        } else if self.failures < TRIES {
            self.delivery = Delivery::None;
        } else {
            self.delivery = Delivery::Halted;
            self.conversation.notice(Notice::Failed { why }).await;
        }
    }

    /// Of an agent that never says that it has finished.
    pub(super) fn listen_for_quiet(&mut self) {
        if self.agent.is_some() && !self.ground.setup.program.protocol.ends_turns() {
            self.quiet_at = Some(self.running() + self.ground.setup.limits.quiet);
        }
    }

    pub(super) async fn fell_quiet(&mut self) {
        if self.delivery == Delivery::UnderWay && !self.speech.text.is_empty() {
            self.show(Flow::Complete).await;
            self.end_turn();
            self.note().await;
        }
        let nothing_open = self.memory.asked.is_empty() && self.open.is_empty();
        if self.ending == super::Ending::WhenDone
            && nothing_open
            && let Some(running) = &mut self.agent
        {
            running.agent.end_input();
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
    let line = |question: &str, items: &[Item]| {
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
