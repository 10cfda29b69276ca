//! One conversation: a task that knows what the agent is to be told and what it has asked.
//!
//! [`Session::advance`] does whatever can be done; then it waits until something happens. What must not
//! be lost is in the [`Memory`], which is saved before it is acted upon.

mod delivery;
mod output;
mod questions;
mod repeating;

use std::sync::Arc;
use std::time::Duration;

use sayso_desk::{DeskError, View};
use sayso_extract::Extractor;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::oneshot;
use tokio::task::JoinSet;

use crate::agent::{Agent, Happening};
use crate::conversation::{Conversation, Flow, Status};
use crate::memory::Memory;
use crate::relay::{Ground, Said};

use questions::{Open, Settled};

pub(crate) enum Mail {
    Said {
        said: Said,
        /// It is durable, or why not.
        kept: oneshot::Sender<Result<(), DeskError>>,
    },
    /// Nothing more will be said.
    Finish,
    End,
    Close,
}

pub(crate) struct Session {
    ground: Arc<Ground>,
    key: String,
    memory: Memory,
    conversation: Arc<dyn Conversation>,
    mail: UnboundedReceiver<Mail>,
    agent: Option<Running>,
    /// Whether the first message of the inbox is with the agent.
    delivery: Delivery,
    /// What the agent has said in this turn.
    speech: Speech,
    /// Questions that are at the desk. The first choice is alone; leave may be asked for beside it.
    open: Vec<Open>,
    waiting: JoinSet<Settled>,
    /// Processes that ended without taking the message.
    failures: u32,
    /// Turns in a row that no person has had a part in.
    unattended: u32,
    ending: Ending,
    /// When the desk is tried again.
    retry_at: Option<Duration>,
    /// When an agent that speaks plainly counts as finished.
    quiet_at: Option<Duration>,
    /// When its process is stopped.
    idle_at: Option<Duration>,
    /// As it was shown last.
    status: Status,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Delivery {
    None,
    UnderWay,
    /// Given up: it stays, until somebody says something.
    Halted,
    /// Its process had begun with it and ended: it stays, until somebody decides.
    Undecided,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    No,
    /// When all is done.
    WhenDone,
}

/// The agent's process and what is known of it.
struct Running {
    agent: Agent,
    /// It was to go on with an earlier session.
    resumed: bool,
    /// It has named its session.
    named: bool,
    /// It takes the place of one that ended in the middle of something.
    replaces: bool,
    can_be_resumed: bool,
}

#[derive(Default)]
struct Speech {
    turn: u64,
    extractor: Extractor,
    text: String,
}

/// Between two tries to reach the desk.
const RETRY: Duration = Duration::from_secs(1);

/// Why a session goes on or not.
enum Step {
    On,
    Over,
}

impl Session {
    pub(crate) fn new(
        ground: Arc<Ground>,
        key: String,
        memory: Memory,
        conversation: Arc<dyn Conversation>,
        mail: UnboundedReceiver<Mail>,
    ) -> Session {
        Session {
            ground,
            key,
            memory,
            conversation,
            mail,
            agent: None,
            delivery: Delivery::None,
            speech: Speech::default(),
            open: Vec::new(),
            waiting: JoinSet::new(),
            failures: 0,
            unattended: 0,
            ending: Ending::No,
            retry_at: None,
            quiet_at: None,
            idle_at: None,
            status: Status::Idle,
        }
    }

    pub(crate) async fn run(mut self) {
        self.wake_up().await;
        loop {
            self.advance().await;
            self.show_status().await;
            if self.is_done() {
                break;
            }
            let due = self.due();
            let step = tokio::select! {
                mail = self.mail.recv() => match mail {
                    Some(Mail::Said { said, kept }) => {
                        // Whoever does not wait for it does not want to know.
                        let _ = kept.send(self.said(said).await);
                        Step::On
                    }
                    Some(Mail::Finish) => {
                        self.ending = Ending::WhenDone;
                        self.listen_for_quiet();
                        Step::On
                    }
                    Some(Mail::End) => {
                        self.take_back_all("the conversation was ended").await;
                        Step::Over
                    }
                    Some(Mail::Close) => Step::Over,
                    // Nobody leads it any more; there is no time to be orderly.
                    None => return,
                },
                Some(settled) = self.waiting.join_next() => {
                    if let Ok(settled) = settled {
                        self.settled(settled).await;
                    }
                    Step::On
                }
                happening = next(&mut self.agent) => self.happened(happening).await,
                () = due => self.time_has_come().await,
            };
            if let Step::Over = step {
                break;
            }
        }
        if let Some(running) = self.agent.take() {
            running.agent.stop().await;
        }
    }

    /// What was under way when the last process ended.
    async fn wake_up(&mut self) {
        let wanted = self.ground.setup.program.protocol.as_str();
        if self.memory.protocol != wanted {
            self.memory.session = None;
            self.memory.protocol = wanted.to_owned();
        }
        // Whoever asked for leave is gone.
        for id in std::mem::take(&mut self.memory.permissions) {
            self.withdraw(id, "the agent that asked has ended").await;
        }
        // A message that was under way counts as a failure of its process: people are told.
        if !self.memory.inbox.is_empty() {
            self.failures = 1;
        }
        if self.memory.begun {
            self.doubt("the process that led the conversation has ended".to_owned());
            self.note().await;
        }
    }

    /// Asks what is to be asked, gives what is to be given.
    async fn advance(&mut self) {
        if self.retry_at.is_none() {
            self.ask_whether_to_repeat().await;
            self.ask_next().await;
        }
        let asking = !self.memory.asked.is_empty();
        if !asking && self.delivery == Delivery::None && self.memory.inbox.is_empty() {
            self.correct_agent().await;
        }
        if !asking && self.delivery == Delivery::None && !self.memory.inbox.is_empty() {
            self.give().await;
        }
    }

    fn is_done(&self) -> bool {
        let done = self.memory.inbox.is_empty() || self.delivery == Delivery::Halted;
        let ends_itself = self.agent.is_some() && !self.ground.setup.program.protocol.ends_turns();
        self.ending == Ending::WhenDone && done && self.memory.asked.is_empty() && !ends_itself
    }

    async fn show_status(&mut self) {
        let status = if !self.open.is_empty() || !self.memory.asked.is_empty() {
            Status::Waiting
        } else if self.delivery == Delivery::UnderWay {
            Status::Working
        } else {
            Status::Idle
        };
        if self.status != status {
            self.status = status;
            self.conversation.status(status).await;
        }
        let idle = status == Status::Idle
            && self.agent.as_ref().is_some_and(|running| running.can_be_resumed);
        if !idle {
            self.idle_at = None;
        } else if self.idle_at.is_none() {
            self.idle_at = Some(self.running() + self.ground.setup.limits.idle);
        }
    }

    async fn time_has_come(&mut self) -> Step {
        let now = self.running();
        if self.retry_at.is_some_and(|at| at <= now) {
            self.retry_at = None;
        }
        if self.quiet_at.is_some_and(|at| at <= now) {
            self.quiet_at = None;
            self.fell_quiet().await;
        }
        if self.idle_at.is_some_and(|at| at <= now) {
            self.idle_at = None;
            if let Some(running) = self.agent.take() {
                running.agent.stop().await;
            }
        }
        Step::On
    }

    /// When the next of the times has come.
    fn due(&self) -> impl Future<Output = ()> + Send + use<> {
        let next = [self.retry_at, self.quiet_at, self.idle_at].into_iter().flatten().min();
        let sleep = next.map(|at| self.ground.setup.clock.sleep_until(at));
        async {
            match sleep {
                Some(sleep) => sleep.await,
                None => std::future::pending().await,
            }
        }
    }

    fn running(&self) -> Duration {
        self.ground.setup.clock.running()
    }

    async fn save(&mut self) -> Result<(), DeskError> {
        self.memory.used_at = self.ground.setup.clock.now();
        self.ground.setup.conversations.save(&self.key, &self.memory.body()).await
    }

    /// Where nobody waits to be told: what is kept is older than what is, and is done again.
    async fn note(&mut self) {
        if let Err(error) = self.save().await {
            tracing::error!(key = self.key, %error, "what a conversation remembers was not written");
        }
    }

    async fn show(&self, flow: Flow) {
        if !self.speech.text.trim().is_empty() {
            self.conversation.text(self.speech.turn, &self.speech.text, flow).await;
        }
    }

    async fn told_of(&self, view: &View) {
        self.conversation.asked(view).await;
    }
}

async fn next(agent: &mut Option<Running>) -> Happening {
    match agent {
        Some(running) => running.agent.next().await,
        None => std::future::pending().await,
    }
}
