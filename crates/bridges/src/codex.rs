//! Codex: the daemon behind its terminal. It asks everybody who is connected, and doesn't say who was
//! first: that is read from what it then does.

mod reasons;
mod rollout;
mod sessions;
mod socket;
mod wire;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use sayso_core::dialect::bridged::{AgentReply, Consent, QuestionReply};
use sayso_core::race::{RaceNews, Seen};
use serde_json::Value;

use crate::BridgeSetup;
use crate::dialog::AgentName;
use crate::races::{Races, Stage, Step};
use crate::report::RaceSign;
use reasons::Reasons;
use sessions::Sessions;
use socket::DaemonSocket;
use wire::{CodexMessage, RequestKind};

pub(crate) use socket::process;

const NAME: AgentName = AgentName { id: "codex", title: "Codex" };

/// Before each attempt to connect: the socket is there a moment before it listens.
const TRIES: [Duration; 3] = [Duration::ZERO, Duration::from_millis(250), Duration::from_secs(1)];
/// After somebody has answered: what they said is known by then, or much later.
const LATE: Duration = Duration::from_millis(700);
/// By then everything that is pending was sent again.
const LISTED: Duration = Duration::from_secs(2);
/// After the end of a turn: what a question returned was found in the file by then, or never will be.
const READ: Duration = Duration::from_secs(2);
/// The key of the listing.
const LISTING: &str = "";

/// Connects whenever its daemon may have started, and holds the connection while that runs.
pub(crate) async fn keep(setup: Arc<BridgeSetup>, home: PathBuf) {
    let mut changed = setup.changed.clone();
    let mut races = Races::new(Arc::clone(&setup), NAME);
    loop {
        changed.mark_unchanged();
        let mut tries = TRIES.iter();
        while let Some(pause) = tries.next() {
            tokio::time::sleep(*pause).await;
            match DaemonSocket::open(&home).await {
                Ok(socket) => {
                    let mut daemon = Daemon {
                        socket,
                        sessions: Sessions::default(),
                        calls: 0,
                        reasons: Reasons::default(),
                    };
                    let served = daemon.serve(&mut races).await;
                    // Another one knows nothing of these.
                    races.end().await;
                    match served {
                        Err(error) if error.kind() == io::ErrorKind::Unsupported => {
                            tracing::warn!(%error, "Codex's daemon is not used");
                            break;
                        }
                        Err(error) => tracing::info!(%error, "Codex's daemon is gone"),
                        Ok(()) => {}
                    }
                    tries = TRIES[1..].iter();
                }
                Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                    tracing::warn!(%error, "Codex's daemon is not used");
                    break;
                }
                Err(_) => {}
            }
        }
        // Nothing of what was given before can be confirmed any more.
        races.close_given().await;
        if races.meanwhile(changed.changed()).await.is_err() {
            return;
        }
    }
}

/// A connection.
struct Daemon {
    socket: DaemonSocket,
    sessions: Sessions,
    calls: u64,
    reasons: Reasons,
}

/// It used the tool; nothing else is known.
const RAN: Seen = Seen::Ran { answers: None, mode: None };

impl Daemon {
    async fn serve(&mut self, races: &mut Races) -> io::Result<()> {
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
                races.due(LISTING, LISTED);
                tracing::info!("connected to Codex's daemon");
            }
            CodexMessage::Response { id, result } => {
                match self.reasons.said(id, result.is_some()) {
                    Some((key, heard)) => {
                        races.tell(&key, RaceSign::Seen(Seen::Refused { heard })).await;
                    }
                    None => self.answered(id, result).await?,
                }
            }
            CodexMessage::Asks { request } => {
                let dialog = self.sessions.asked(request);
                races.begin(&dialog).await;
            }
            CodexMessage::Resolved { id } => {
                let Some(key) = self.sessions.resolved(&id) else { return Ok(()) };
                self.resolved(&key, races);
            }
            CodexMessage::Began { item } => self.sessions.began(&item),
            CodexMessage::Prints { item } => {
                for key in self.sessions.of_item(&item) {
                    if races.stage(&key) == Some(Stage::Sent) {
                        races.tell(&key, RaceSign::Seen(RAN)).await;
                    }
                }
            }
            CodexMessage::Done { item, was_declined } => {
                for key in self.sessions.of_item(&item) {
                    self.done(&key, was_declined, races).await?;
                }
                self.sessions.done(&item);
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
    async fn answered(&mut self, id: u64, result: Option<Value>) -> io::Result<()> {
        if let Some(thread) = self.sessions.resuming(id) {
            match result {
                Some(result) => {
                    if self.sessions.resumed(&thread, &result) {
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
                let Some(request) = self.sessions.open(&key) else { return Ok(()) };
                let Some(result) = request.reply(&reply) else { return Ok(()) };
                let answer = serde_json::json!({ "id": request.id, "result": result });
                if let Some(words) = words_of(&reply) {
                    self.reasons.keep(&key, request, words);
                }
                self.socket.send(&answer).await?;
                races.set(&key, Stage::Sent);
            }
            // Somebody was first: what they said follows.
            Step::Decided { .. } | Step::LeftThere { .. } => {}
            Step::Due { key } if key == LISTING => races.close_given().await,
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
