//! The person's side of the desk: what is asked, what becomes of it, and the settings.

use std::time::Duration;

use async_trait::async_trait;
use sayso_core::attention::SkippedWhy;
use sayso_core::settings::{Draw, Group, Key, SettingsLayer, Source};
use sayso_core::stats::Stats;
use sayso_core::surface::{ChatId, Chats, Presence};
use sayso_core::{Actor, Command, DraftField, IdPrefix, InteractionId, Surface};
use serde_json::Value;

use crate::asking::Asking;
use crate::error::Result;
use crate::event::{Cursor, Events};
use crate::store::Query;
use crate::view::{Page, View};

/// What a person can do at a surface: see everything, decide, and set how things are. What may only
/// ask doesn't have it.
#[async_trait]
pub trait Answering: Send + Sync {
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

    /// One interaction as stored, even if it can't be read.
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

    /// Deletes an interaction and its answer permanently.
    async fn forget(&self, id: InteractionId) -> Result<()>;

    /// Every personal setting with its source; `environment` is the asking process's layer.
    async fn settings(&self, environment: SettingsLayer) -> Result<Vec<SettingView>>;

    /// Sets one, or resets it to its default with `None`.
    async fn set_setting(&self, key: Key, value: Option<String>) -> Result<()>;

    /// What became of posting a question to a chat, so that its card does not say that somebody was notified
    /// who was not. The chats of a hub know that; from elsewhere nothing comes of it.
    async fn posted(&self, _id: InteractionId, _chat: ChatId, _done: Posted) -> Result<()> {
        Ok(())
    }

    /// Who may open a browser: the desk decides for all that ask, because a page takes a while to
    /// open and attach.
    async fn claim_opening(&self) -> Result<Opening>;

    /// It was our turn, but no browser opened: the next one may try.
    async fn give_up_opening(&self) -> Result<()>;
}

/// Whether a chat has posted a question, or why not.
pub type Posted = std::result::Result<(), SkippedWhy>;

/// All of the desk.
pub trait Desk: Asking + Answering {}

impl<T: Asking + Answering + ?Sized> Desk for T {}

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
    report: Box<dyn Fn(PersonSign) + Send + Sync>,
}

impl Attachment {
    /// `end` does its work when it is dropped; `report` passes on what is known of the person.
    pub fn new(
        end: impl Send + Sync + 'static,
        report: impl Fn(PersonSign) + Send + Sync + 'static,
    ) -> Attachment {
        Attachment { _end: Box::new(end), report: Box::new(report) }
    }

    /// Call it when that changes, and at most every [`SIGN_EVERY`] while keys and taps come.
    pub fn report(&self, sign: PersonSign) {
        (self.report)(sign);
    }
}

/// Often enough to be sure whether somebody was here within the last minute.
pub const SIGN_EVERY: Duration = Duration::from_secs(20);

/// What a surface knows of the person at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PersonSign {
    /// Whether it can be seen: a page can be behind others.
    pub visible: bool,
    /// Whether there was a key or a tap just now.
    pub touched: bool,
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
