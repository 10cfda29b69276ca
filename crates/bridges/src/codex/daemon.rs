//! The exchange with Codex's daemon: over one connection, and over the next one if that is lost.

mod again;

use std::io;
use std::time::Duration;

use sayso_core::dialect::bridged::{AgentReply, Consent, QuestionReply};
use sayso_core::race::{RaceNews, Seen};
use serde_json::Value;

use super::reasons::Reasons;
use super::rollout;
use super::sessions::Sessions;
use super::socket::DaemonSocket;
use super::wire::{self, CodexMessage, RequestKind};
use crate::races::{Races, Stage, Step};
use crate::report::RaceSign;

/// After somebody has answered: what they said is known by then, or much later.
const LATE: Duration = Duration::from_millis(700);
/// By then everything that is pending was sent again.
const LISTED: Duration = Duration::from_secs(2);
/// After the end of a turn: what a question returned was found in the file by then, or never will be.
const READ: Duration = Duration::from_secs(2);

/// A daemon that is there, and what is known of it.
pub(super) struct Daemon {
    socket: DaemonSocket,
    sessions: Sessions,
    calls: u64,
    reasons: Reasons,
    /// The key of the listing of this connection.
    listing: String,
    is_listed: bool,
}

/// It used the tool; nothing else is known.
const RAN: Seen = Seen::Ran { answers: None, mode: None };

impl Daemon {
    pub(super) fn new(socket: DaemonSocket) -> Daemon {
        let (sessions, reasons) = Default::default();
        Daemon { socket, sessions, calls: 0, reasons, listing: String::new(), is_listed: false }
    }

    /// Another hub may serve it now.
    pub(super) fn hang_up(&mut self) {
        self.socket.close();
    }

    /// This connection has said everything that is pending.
    pub(super) fn is_listed(&self) -> bool {
        self.is_listed
    }

    pub(super) async fn serve(&mut self, races: &mut Races) -> io::Result<()> {
        let id = self.call();
        self.socket.send(&wire::initialize(id)).await?;
        loop {
            tokio::select! {
                text = self.socket.next() => {
                    let text = text.ok_or_else(|| io::Error::other("it has closed the connection"))?;
                    if let Some(message) = CodexMessage::read(&text) {
                        self.said(message, id, races).await?;
                    }
                }
                step = races.next() => self.stepped(step, races).await?,
            }
        }
    }

    fn call(&mut self) -> u64 {
        self.calls += 1;
        self.calls
    }

    async fn said(
        &mut self,
        message: CodexMessage,
        first: u64,
        races: &mut Races,
    ) -> io::Result<()> {
        match message {
            CodexMessage::Response { id, result } if id == first => {
                if result.is_none() {
                    let why = "it doesn't speak this protocol";
                    return Err(io::Error::new(io::ErrorKind::Unsupported, why));
                }
                self.socket.send(&wire::initialized()).await?;
                let id = self.call();
                self.socket.send(&wire::loaded(id)).await?;
                // No request has such a key.
                self.listing = id.to_string();
                tracing::info!("connected to Codex's daemon");
            }
            CodexMessage::Response { id, result } => {
                match self.reasons.said(id, result.is_some()) {
                    Some((key, heard)) => {
                        races.tell(&key, RaceSign::Seen(Seen::Refused { heard })).await;
                    }
                    None => self.answered(id, result, races).await?,
                }
            }
            CodexMessage::Asks { request } => {
                let (dialog, is_new_here) = self.sessions.asked(request);
                races.begin(&dialog).await;
                // The connection was lost before our answer was taken.
                if is_new_here && let Some(reply) = races.reply(&dialog.key) {
                    self.give(&dialog.key, &reply, races).await?;
                }
            }
            CodexMessage::Resolved { id } => {
                let Some(key) = self.sessions.resolved(&id) else { return Ok(()) };
                self.resolved(&key, races);
            }
            CodexMessage::Began { thread, item } => self.sessions.began(&thread, &item),
            CodexMessage::Prints { thread, item } => {
                for key in self.sessions.of_item(&thread, &item) {
                    if races.stage(&key) == Some(Stage::Sent) {
                        races.tell(&key, RaceSign::Seen(RAN)).await;
                    }
                }
            }
            CodexMessage::Done { thread, item, was_declined } => {
                for key in self.sessions.of_item(&thread, &item) {
                    self.done(&key, was_declined, races).await?;
                }
                self.sessions.done(&thread, &item);
            }
            CodexMessage::Status { thread, waits } => {
                if waits && self.sessions.listen(&thread) {
                    self.resume(&thread).await?;
                }
            }
            CodexMessage::TurnOver { thread, was_interrupted } => {
                for key in races.keys(&thread) {
                    self.turn_over(&key, was_interrupted, races).await;
                }
                self.leave(&thread).await?;
            }
        }
        Ok(())
    }

    /// The list of sessions, or one of them.
    async fn answered(
        &mut self,
        id: u64,
        result: Option<Value>,
        races: &mut Races,
    ) -> io::Result<()> {
        if let Some(thread) = self.sessions.resuming(id) {
            match result {
                Some(result) => {
                    let resumed = self.sessions.resumed(&thread, &result);
                    self.catch_up(&thread, &resumed, races).await?;
                    if resumed.is_idle {
                        self.leave(&thread).await?;
                    }
                }
                // It has no file yet, and nothing to ask.
                None => {
                    self.sessions.left(&thread);
                }
            }
            return Ok(());
        }
        if id.to_string() == self.listing {
            races.due(&self.listing, LISTED);
        }
        let threads = result.and_then(|result| result["data"].as_array().cloned());
        for thread in threads.iter().flatten().filter_map(Value::as_str) {
            if self.sessions.listen(thread) {
                self.resume(thread).await?;
            }
        }
        Ok(())
    }

    async fn resume(&mut self, thread: &str) -> io::Result<()> {
        let id = self.call();
        self.sessions.resumes(id, thread);
        self.socket.send(&wire::resume(id, thread)).await
    }

    /// Nothing is asked in it before its next turn, which is said to everybody.
    async fn leave(&mut self, thread: &str) -> io::Result<()> {
        if self.sessions.left(thread) {
            let id = self.call();
            self.socket.send(&wire::unsubscribe(id, thread)).await?;
        }
        Ok(())
    }

    /// Somebody has answered; if we have not, it was not us.
    fn resolved(&self, key: &str, races: &mut Races) {
        let Some(stage) = races.stage(key) else { return };
        if stage == Stage::Asked {
            races.set(key, Stage::Lost);
            races.due(key, LATE);
        }
        self.read(key, races);
    }

    /// What a question returned.
    fn read(&self, key: &str, races: &mut Races) {
        let Some((request, file)) = self.sessions.request(key) else { return };
        if request.kind == RequestKind::Questions
            && let Some(file) = file
        {
            let (request, file) = (request.clone(), file.to_owned());
            races.read(key, async move {
                let output = rollout::output_of(&file, &request.item).await?;
                Some(match request.returned(&output) {
                    Some(answers) => Seen::Ran { answers: Some(answers), mode: None },
                    None => Seen::Refused { heard: None },
                })
            });
        }
    }

    async fn stepped(&mut self, step: Step, races: &mut Races) -> io::Result<()> {
        match step {
            Step::Decided { key, reply } if races.stage(&key) == Some(Stage::Asked) => {
                self.give(&key, &reply, races).await?;
            }
            // Somebody was first: what they said follows.
            Step::Decided { .. } | Step::LeftThere { .. } => {}
            Step::Due { key } if key == self.listing => self.listed(races).await,
            Step::Due { key } => match races.stage(&key) {
                Some(Stage::Lost) => races.answered_there(&key, "answered").await,
                Some(Stage::Sent) => {
                    let why = "Codex doesn't say which answer it took".to_owned();
                    races.tell(&key, RaceSign::Said(RaceNews::AnsweredThere { why })).await;
                }
                Some(Stage::Asked) | None => {}
            },
            Step::Read { key, seen: Some(seen) } => match races.stage(&key) {
                Some(Stage::Sent) => self.acted(&key, seen, races).await?,
                Some(Stage::Lost) => races.answered_there(&key, &said_there(&seen)).await,
                Some(Stage::Asked) | None => {}
            },
            Step::Read { seen: None, .. } => {}
            Step::Again { key } => {
                // Answered there meanwhile.
                if self.sessions.open(&key).is_none() {
                    races.forget(&key);
                }
                races.again(&key).await;
            }
        }
        Ok(())
    }

    /// What was decided here, if it is open on this connection; else when it is sent again.
    async fn give(&mut self, key: &str, reply: &AgentReply, races: &mut Races) -> io::Result<()> {
        let Some(request) = self.sessions.open(key) else { return Ok(()) };
        let Some(result) = request.reply(reply) else { return Ok(()) };
        let answer = serde_json::json!({ "id": request.id, "result": result });
        if let Some(words) = words_of(reply) {
            self.reasons.keep(key, request, words);
        }
        // Before: it may be taken although the connection breaks.
        races.set(key, Stage::Sent);
        self.socket.send(&answer).await
    }

    /// What a command or an edit became.
    async fn done(&mut self, key: &str, was_declined: bool, races: &mut Races) -> io::Result<()> {
        let (seen, what) = match was_declined {
            true => (Seen::Refused { heard: None }, "declined"),
            false => (RAN, "allowed"),
        };
        match races.stage(key) {
            Some(Stage::Sent) => self.acted(key, seen, races).await?,
            Some(Stage::Lost | Stage::Asked) => races.answered_there(key, what).await,
            None => {}
        }
        Ok(())
    }

    async fn turn_over(&mut self, key: &str, was_interrupted: bool, races: &mut Races) {
        // Whether its model hears the words is said in the answer to them.
        if self.reasons.is_saying(key) {
            return;
        }
        let request = self.sessions.request(key);
        let asks = request.is_some_and(|(request, _)| request.kind == RequestKind::Questions);
        match (races.stage(key), was_interrupted) {
            (Some(Stage::Sent), true) => {
                races.tell(key, RaceSign::Seen(Seen::Refused { heard: None })).await;
            }
            // What it took is being read.
            (Some(Stage::Sent), false) if asks => return races.due(key, READ),
            // What it had refused it would have said.
            (Some(Stage::Sent), false) => races.tell(key, RaceSign::Seen(RAN)).await,
            (Some(Stage::Asked | Stage::Lost), true) => races.answered_there(key, "stopped").await,
            (Some(Stage::Asked | Stage::Lost), false) => {
                races.answered_there(key, "answered").await;
            }
            (None, _) => {}
        }
        self.reasons.forget(key);
    }

    /// What it did after our answer.
    async fn acted(&mut self, key: &str, seen: Seen, races: &mut Races) -> io::Result<()> {
        let call = self.call();
        if let Seen::Refused { .. } = seen
            && let Some(says) = self.reasons.say(key, call)
        {
            return self.socket.send(&says).await;
        }
        self.reasons.forget(key);
        races.tell(key, RaceSign::Seen(seen)).await;
        Ok(())
    }
}

/// What was answered there, for the card.
fn said_there(seen: &Seen) -> String {
    match seen {
        Seen::Ran { answers: Some(answers), .. } => {
            let answers: Vec<&str> = answers.iter().map(|(_, said)| said.as_str()).collect();
            format!("answered “{}”", answers.join("; "))
        }
        Seen::Ran { answers: None, .. } => "answered".to_owned(),
        Seen::Refused { .. } | Seen::Ended => "stopped".to_owned(),
    }
}

/// What the model is to read about a denial.
fn words_of(reply: &AgentReply) -> Option<String> {
    let remarks = match reply {
        AgentReply::Permission(Consent::Deny { remarks })
        | AgentReply::Question(QuestionReply::Decline { remarks }) => remarks,
        AgentReply::Permission(Consent::Allow { .. })
        | AgentReply::Question(QuestionReply::Answers(_))
        | AgentReply::Plan(_) => return None,
    };
    (!remarks.is_empty()).then(|| reply.refusal()).flatten()
}
