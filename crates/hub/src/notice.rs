//! Desktop notifications for questions that are shown nowhere.
//!
//! The hub sends them because it is always running. `desktop.rs` knows where they appear.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use sayso_access::Keys;
use sayso_core::settings::{Key, SettingsLayer};
use sayso_core::{InteractionId, Preferred};
use sayso_desk::{
    Answering, Asking, Clock, Cursor, DeskError, EventKind, Row, StoreError, present,
};
use sayso_engine::Engine;
use tokio::task::{AbortHandle, JoinSet};

use crate::desktop::Sessions;

/// The asking process shows the question itself, or opens a browser, within this time.
const GRACE: Duration = Duration::from_millis(300);
/// Until the database is back.
const RETRY: Duration = Duration::from_secs(1);
/// Limit for notices at the same time; with more questions the person will look at the list.
const MOST: usize = 5;

/// Plain text, with any markup of the agent removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DesktopNotice {
    pub title: String,
    pub text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeClick {
    Open,
    Nothing,
}

/// Watches for questions and shows notices, forever.
pub(crate) struct Notices {
    pub(crate) desk: Arc<Engine>,
    pub(crate) keys: Arc<Keys>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) sessions: Arc<Sessions>,
    pub(crate) portal: String,
}

impl Notices {
    /// Starts at `since`: a cursor taken before anybody can ask misses nothing.
    pub(crate) async fn run(self, since: Cursor) {
        let this = Arc::new(self);
        let mut shown = JoinSet::new();
        let mut about: HashMap<InteractionId, AbortHandle> = HashMap::new();
        let mut cursor = since;
        loop {
            let news = match this.desk.events(Some(cursor)).await {
                Ok(news) => news,
                Err(DeskError::Store(StoreError::Away { .. })) => {
                    this.clock.sleep_until(this.clock.running() + RETRY).await;
                    continue;
                }
                Err(error) => {
                    tracing::warn!(%error, "no more notifications");
                    return;
                }
            };
            cursor = news.cursor;
            while shown.try_join_next().is_some() {}
            about.retain(|_, notice| !notice.is_finished());
            for event in news.events {
                match event.kind {
                    EventKind::Created { row } if about.len() < MOST => {
                        let id = row.id;
                        about.insert(id, shown.spawn(Arc::clone(&this).show(row)));
                    }
                    EventKind::Settled { row } => take_back(&mut about, row.id),
                    EventKind::Removed { id } => take_back(&mut about, id),
                    EventKind::Created { .. }
                    | EventKind::Changed { .. }
                    | EventKind::Drafted { .. }
                    | EventKind::Listening { .. }
                    | EventKind::Delivered { .. }
                    | EventKind::Undelivered { .. }
                    | EventKind::Settings
                    | EventKind::Presence => {}
                }
            }
        }
    }

    async fn show(self: Arc<Self>, row: Box<Row>) {
        self.clock.sleep_until(self.clock.running() + GRACE).await;
        match self.is_unseen(&row).await {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => return tracing::warn!(%error, "no notification"),
        }
        let (desktop, session) = (self.sessions.desktop(), self.sessions.current().await);
        if desktop.notify(&session, notice(&row)).await == NoticeClick::Open {
            // Created now: a code from the time of the question would have expired by the click.
            let code = match self.keys.code().await {
                Ok(code) => code,
                Err(error) => return tracing::warn!(%error, "no link for the notification"),
            };
            let url = format!("{}/choice/{}#code={code}", self.portal, row.id);
            desktop.open(&session, &url).await;
        }
    }

    async fn is_unseen(&self, row: &Row) -> Result<bool, DeskError> {
        // A chat sends its own notifications.
        if matches!(row.interface.parse(), Ok(Preferred::Chat(_))) {
            return Ok(false);
        }
        let attached = self.desk.attached().await?;
        if attached.iter().any(|open| present::shows(open, row.id)) {
            return Ok(false);
        }
        let settings = self.desk.settings(SettingsLayer::new()).await?;
        Ok(settings.iter().any(|set| set.key == Key::Notifications && set.value == "on"))
    }
}

/// The question is settled: removes its notice, or stops the one being prepared.
fn take_back(about: &mut HashMap<InteractionId, AbortHandle>, id: InteractionId) {
    if let Some(notice) = about.remove(&id) {
        notice.abort();
    }
}

fn notice(row: &Row) -> DesktopNotice {
    let from = match (&row.agent, &row.project) {
        (Some(agent), Some(project)) => format!("{agent} in {project}: "),
        (Some(from), None) | (None, Some(from)) => format!("{from}: "),
        (None, None) => String::new(),
    };
    let text = if row.prompt.is_empty() { &row.title } else { &row.prompt };
    DesktopNotice { title: row.title.clone(), text: format!("{from}{text}") }
}

#[cfg(test)]
#[path = "notice_tests.rs"]
mod tests;
