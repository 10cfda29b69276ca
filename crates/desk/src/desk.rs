//! The only way in: ask, wait, act, and the few calls around them.

use std::time::Duration;

use async_trait::async_trait;
use sayso_core::dialect::late::LateAnswer;
use sayso_core::dialect::plain::Plain;
use sayso_core::dialect::{Reply, ReplyWanted};
use sayso_core::settings::{Draw, Group, Key, Layer, Source};
use sayso_core::stats::Stats;
use sayso_core::surface::Chats;
use sayso_core::surface::Presence;
use sayso_core::{
    Actor, Command, Dialect, DraftField, IdPrefix, InteractionId, Purpose, Status, Surface, Terms,
};
use serde_json::Value;
use uuid::Uuid;

use crate::error::Result;
use crate::event::{Cursor, Events};
use crate::store::Query;
use crate::view::{Attached, Page, View};

/// Agents ask and wait here, people act here. Local and remote desks behave the same.
#[async_trait]
pub trait Desk: Send + Sync {
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

    /// Returns once there is an outcome, or the interaction is gone. It doesn't count as listening:
    /// the answer isn't needed now, but when the caller next has something to send.
    async fn watch(&self, id: InteractionId) -> Result<()>;

    /// Answer, cancel, reject, withdraw, or change how it waits.
    async fn act(&self, id: InteractionId, command: Command, actor: Actor) -> Result<View>;

    /// Saves what has been chosen and typed; a deadline waits a moment for a person who types.
    async fn save_draft(
        &self,
        id: InteractionId,
        fields: Vec<DraftField>,
        actor: Actor,
    ) -> Result<()>;

    /// Registers an open surface, until the attachment is dropped.
    async fn attach(&self, attach: Attach) -> Result<Attachment>;

    /// A new single-use ticket for a terminal to take over a pending question.
    async fn hand_off(&self, id: InteractionId) -> Result<String>;

    /// One interaction by its id or a prefix.
    async fn show(&self, id: &IdPrefix) -> Result<View>;

    /// The same as stored, even if it can't be read.
    async fn raw(&self, id: &IdPrefix) -> Result<Value>;

    async fn list(&self, query: Query) -> Result<Page>;

    /// Figures over what was asked within this time, or over all that is kept.
    async fn stats(&self, within: Option<Duration>) -> Result<Stats>;

    /// What happened after the cursor; waits until something has. Without a cursor: what is active.
    async fn events(&self, after: Option<Cursor>) -> Result<Events>;

    /// The same for a caller who waits only this long for something to happen.
    async fn events_within(&self, after: Cursor, wait: Duration) -> Result<Option<Events>> {
        tokio::time::timeout(wait, self.events(Some(after))).await.ok().transpose()
    }

    /// Which of these have an undelivered outcome that nobody has claimed. They are claimed for the
    /// caller, who delivers them.
    async fn collect(&self, ids: Vec<InteractionId>) -> Result<Collected>;

    /// The reply has been handed to the agent.
    async fn delivered(&self, id: InteractionId) -> Result<()>;

    /// The agent didn't take it after all: a repeated call gets it.
    async fn undelivered(&self, id: InteractionId) -> Result<()>;

    /// Deletes an interaction and its answer permanently.
    async fn forget(&self, id: InteractionId) -> Result<()>;

    /// Every personal setting with its source; `environment` is the asking process's layer.
    async fn settings(&self, environment: Layer) -> Result<Vec<SettingView>>;

    /// Sets one, or resets it to its default with `None`.
    async fn set_setting(&self, key: Key, value: Option<String>) -> Result<()>;

    /// Which surfaces are open.
    async fn attached(&self) -> Result<Vec<Attached>>;

    /// Who may open a browser: the desk decides for all that ask, because a page takes a while to
    /// open and attach.
    async fn claim_opening(&self) -> Result<Opening>;

    /// It was our turn, but no browser opened: the next one may try.
    async fn give_up_opening(&self) -> Result<()>;
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
    /// Personal settings from its environment.
    pub environment: Layer,
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

/// A surface that opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attach {
    pub surface: Surface,
    pub label: String,
    pub presence: Presence,
    /// The one interaction it shows; an inbox shows all.
    pub interaction: Option<InteractionId>,
    /// From a hand-off command: take over the question, or be refused.
    pub ticket: Option<String>,
}

/// Being attached; ends when dropped.
pub struct Attachment {
    _end: Box<dyn Send + Sync>,
}

impl Attachment {
    /// `end` does its work when it is dropped.
    pub fn new(end: impl Send + Sync + 'static) -> Attachment {
        Attachment { _end: Box::new(end) }
    }
}

/// Whether to open a browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opening {
    Yours,
    /// A page is open, or opening for another question; it shows this one too.
    Another,
}

/// A setting with its value, its source, and what a settings screen needs to draw it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingView {
    pub key: Key,
    pub value: String,
    pub source: Source,
    pub group: Group,
    pub draw: Draw,
    /// Prefix of the texts of its choices, such as `value` in `value-on`.
    pub texts: String,
    pub choices: Vec<String>,
    /// Whether a value can be marked with ` always` to override the agent.
    pub always: bool,
}

impl SettingView {
    pub fn new(key: Key, value: &str, source: Source, chats: Chats) -> SettingView {
        let setting = key.setting();
        SettingView {
            key,
            value: value.to_owned(),
            source,
            group: setting.group,
            draw: setting.draw,
            texts: setting.texts.to_owned(),
            choices: setting.choices(chats),
            always: setting.always,
        }
    }
}
