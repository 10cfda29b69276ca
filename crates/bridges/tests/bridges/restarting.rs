//! A desk whose database restarts: calls fail, and later they don't.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use sayso_core::settings::{Key, SettingsLayer};
use sayso_core::stats::Stats;
use sayso_core::{Actor, Command, DraftField, IdPrefix, InteractionId, RaceNews};
use sayso_desk::store::Query;
use sayso_desk::{
    Answering, Ask, Asked, Asking, Attach, Attached, Attachment, Claim, Collected, Cursor,
    DeskError, Events, Opening, Page, Patience, SettingView, StoreError, View,
};
use sayso_engine::Engine;
use serde_json::Value;

type Result<T> = std::result::Result<T, DeskError>;

pub struct Restarting {
    inner: Arc<Engine>,
    /// This number of questions, or of notes about races, finds no database.
    pub asks: AtomicUsize,
    pub notes: AtomicUsize,
}

impl Restarting {
    pub fn over(inner: Arc<Engine>) -> Restarting {
        Restarting { inner, asks: AtomicUsize::new(0), notes: AtomicUsize::new(0) }
    }
}

fn there(away: &AtomicUsize) -> Result<()> {
    let left = |left: usize| left.checked_sub(1);
    match away.fetch_update(Ordering::SeqCst, Ordering::SeqCst, left) {
        Ok(_) => {
            let (at, detail) = ("its database".to_owned(), "restarts".to_owned());
            Err(StoreError::Away { at, detail }.into())
        }
        Err(_) => Ok(()),
    }
}

macro_rules! passed_on {
    ($($side:ident {
        $($(if $away:ident)? fn $call:ident($($given:ident: $kind:ty),*) -> $out:ty;)*
    })+) => {
        $(#[async_trait]
        impl $side for Restarting {
            $(async fn $call(&self, $($given: $kind),*) -> Result<$out> {
                $(there(&self.$away)?;)?
                self.inner.$call($($given),*).await
            })*
        })+
    };
}

passed_on! {
    Asking {
        if asks fn ask_and_claim(ask: Ask) -> Asked;
        fn claim(id: InteractionId) -> Claim;
        fn wait(id: InteractionId, patience: Patience) -> View;
        fn give_up(id: InteractionId) -> ();
        fn watch(id: InteractionId) -> ();
        fn show(id: &IdPrefix) -> View;
        fn withdraw(id: InteractionId, why: Option<String>, actor: Actor) -> View;
        if notes fn race(id: InteractionId, news: RaceNews, actor: Actor) -> View;
        fn hand_off(id: InteractionId) -> String;
        fn collect(ids: Vec<InteractionId>) -> Collected;
        fn delivered(id: InteractionId) -> ();
        fn undelivered(id: InteractionId) -> ();
        fn attached() -> Vec<Attached>;
    }
    Answering {
        fn act(id: InteractionId, command: Command, actor: Actor) -> View;
        fn save_draft(id: InteractionId, fields: Vec<DraftField>, actor: Actor) -> ();
        fn attach(attach: Attach) -> Attachment;
        fn raw(id: &IdPrefix) -> Value;
        fn list(query: Query) -> Page;
        fn stats(within: Option<Duration>) -> Stats;
        fn events(after: Option<Cursor>) -> Events;
        fn forget(id: InteractionId) -> ();
        fn settings(environment: SettingsLayer) -> Vec<SettingView>;
        fn set_setting(key: Key, value: Option<String>) -> ();
        fn claim_opening() -> Opening;
        fn give_up_opening() -> ();
    }
}
