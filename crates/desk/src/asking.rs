//! The agent's side of the desk: a question, the wait for its outcome, and its delivery.

use std::time::Duration;

use async_trait::async_trait;
use sayso_core::dialect::late::LateAnswer;
use sayso_core::dialect::plain::Plain;
use sayso_core::dialect::{Reply, ReplyWanted};
use sayso_core::settings::SettingsLayer;
use sayso_core::{Actor, Dialect, IdPrefix, InteractionId, Purpose, RaceNews, Status, Terms};
use serde_json::Value;
use uuid::Uuid;

use crate::error::Result;
use crate::view::{Attached, View};

/// What an agent can do: ask, wait for its questions, and take them back. A caller that holds only this
/// cannot decide anything. Local and remote desks behave the same.
#[async_trait]
pub trait Asking: Send + Sync {
    /// Asks a question. When it returns, the question is durable.
    async fn ask(&self, ask: Ask) -> Result<View> {
        Ok(self.ask_and_claim(ask).await?.view)
    }

    /// The same for a call that may be repeated: nobody else joins the question while the claim is
    /// held. Hold it until the reply is sent and recorded as delivered, or the call ends without
    /// it.
    async fn ask_and_claim(&self, ask: Ask) -> Result<Asked>;

    /// Claims again what this call has asked or joined, after its connection broke: a call keeps its
    /// question, whatever became of it meanwhile.
    async fn claim(&self, id: InteractionId) -> Result<Claim>;

    /// Waits for the outcome for as long as the caller's patience lasts; the view has the state by
    /// then. Dropping the future is not an answer: the question stays, and its agent is known to have
    /// stopped waiting.
    async fn wait(&self, id: InteractionId, patience: Patience) -> Result<View>;

    /// The same with what the agent gets then, rendered here: a client that is older than the desk has
    /// nothing to understand of it. Without patience it is as it stands, and nobody is shown as listening.
    async fn wait_for_reply(
        &self,
        id: InteractionId,
        patience: Patience,
        wanted: ReplyWanted,
    ) -> Result<Replied> {
        let view = match patience {
            Patience::NONE => self.show(&id.into()).await?,
            Patience::For(_) | Patience::Forever => self.wait(id, patience).await?,
        };
        Ok(Replied::new(&view, &wanted))
    }

    /// Its call was given up before it waited: its agent is known to have stopped, unless another call waits.
    async fn give_up(&self, id: InteractionId) -> Result<()>;

    /// Returns once there is an outcome, or the interaction is gone. It doesn't count as listening:
    /// the answer isn't needed now, but when the caller next has something to send.
    async fn watch(&self, id: InteractionId) -> Result<()>;

    /// One interaction by its id or a prefix.
    async fn show(&self, id: &IdPrefix) -> Result<View>;

    /// Takes a question back: nobody needs its answer any more.
    async fn withdraw(&self, id: InteractionId, why: Option<String>, actor: Actor) -> Result<View>;

    /// Notes how the race between this question and the agent's own dialog ended. Refused if that is
    /// known already.
    async fn race(&self, id: InteractionId, news: RaceNews, actor: Actor) -> Result<View>;

    /// A new single-use ticket for a terminal to take over a pending question.
    async fn hand_off(&self, id: InteractionId) -> Result<String>;

    /// Which of these have an undelivered outcome that nobody has claimed. They are claimed for the
    /// caller, who delivers them.
    async fn collect(&self, ids: Vec<InteractionId>) -> Result<Collected>;

    /// The reply has been handed to the agent.
    async fn delivered(&self, id: InteractionId) -> Result<()>;

    /// The agent didn't take it after all: a repeated call gets it.
    async fn undelivered(&self, id: InteractionId) -> Result<()>;

    /// Which surfaces are open.
    async fn attached(&self) -> Result<Vec<Attached>>;
}

/// A question as an agent asks it.
#[derive(Debug, Clone, PartialEq)]
pub struct Ask {
    pub dialect: Dialect,
    /// In the dialect's format; validated here, all at once.
    pub arguments: Value,
    /// A test is shown to nobody and never counts as a person's decision.
    pub purpose: Purpose,
    pub asker: Asker,
    /// Chosen by the caller, so that a call whose reply was lost can be repeated without asking
    /// twice.
    pub call_id: Option<Uuid>,
    pub repeat: Repeat,
}

impl Ask {
    /// Whether the call goes on to wait for the answer, as far as its arguments say.
    pub fn is_waited_for(&self) -> bool {
        self.dialect.waits(&self.arguments)
    }
}

/// What an identical call of the same client, from the same directory, means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Repeat {
    /// A new question.
    #[default]
    New,
    /// The earlier one, if its caller no longer listens and it is pending, or was answered within
    /// 15 minutes and never delivered: the client lost it and asks again.
    Join,
    /// A new question, whose answer counts for this call alone: it is withdrawn when the call's claim
    /// ends. Calls for the same tool use ([`Asker::tool_use`]) share it while it is pending.
    Permission,
    /// The same, while the agent asks in its own dialog too: an answer counts once the agent has
    /// confirmed it ([`Asking::race`]).
    Race,
}

/// A question that was asked, or that the call has joined.
pub struct Asked {
    pub view: View,
    /// An earlier call asked it.
    pub joined: bool,
    pub claim: Claim,
}

/// Undelivered outcomes.
pub struct Collected {
    pub late: Vec<Late>,
    /// Nothing is left to deliver: delivered already, or deleted.
    pub over: Vec<InteractionId>,
    pub claim: Claim,
}

/// What an agent gets, and what its carrier has to know.
#[derive(Debug, Clone, PartialEq)]
pub struct Replied {
    pub id: InteractionId,
    /// `None`: one that only a newer version knows.
    pub status: Option<Status>,
    pub irreversible: bool,
    pub reply: Reply,
    /// For a script, where the dialect has that.
    pub plain: Option<Plain>,
}

impl Replied {
    pub fn new(view: &View, wanted: &ReplyWanted) -> Replied {
        let interaction = &view.interaction;
        Replied {
            id: interaction.id,
            status: Some(view.status),
            irreversible: interaction.policy.irreversible,
            reply: wanted.render(interaction, &view.live.standing()),
            plain: ReplyWanted::plain(interaction),
        }
    }

    pub fn is_pending(&self) -> bool {
        self.status == Some(Status::Pending)
    }
}

/// An outcome that is announced with the reply to another call.
#[derive(Debug, Clone, PartialEq)]
pub struct Late {
    pub id: InteractionId,
    pub irreversible: bool,
    pub answer: LateAnswer,
}

/// The right to deliver an outcome; ends when dropped, and with the connection to the desk.
pub struct Claim {
    _end: Box<dyn Send + Sync>,
}

impl Claim {
    /// `end` does its work when it is dropped.
    pub fn new(end: impl Send + Sync + 'static) -> Claim {
        Claim { _end: Box::new(end) }
    }
}

/// The asking process: its identity and environment.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Asker {
    pub agent: Option<String>,
    /// What people see instead of the name.
    pub agent_title: Option<String>,
    pub agent_version: Option<String>,
    pub directory: Option<String>,
    /// Its own name for its session.
    pub session: Option<String>,
    /// Personal settings from its environment.
    pub environment: SettingsLayer,
    /// The id of its token, if it has one: set by the side that authenticated it, never by a body.
    pub token: Option<String>,
    /// It is cut off after this many seconds: a later answer is useless.
    pub limit_seconds: Option<u64>,
    /// What it calls the tool use that it asks a permission for; two hooks of one tool use ask once.
    pub tool_use: Option<String>,
    /// What it says with the question, whatever the dialect.
    pub terms: Terms,
}

/// How long a caller waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Patience {
    Forever,
    For(Duration),
}

impl Patience {
    /// As it stands.
    pub const NONE: Patience = Patience::For(Duration::ZERO);
}
